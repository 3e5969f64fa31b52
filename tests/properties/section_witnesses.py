"""For every planted falsehood of the sections up to Proposition 1, a smallest instance that refutes it."""

from __future__ import annotations

from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Samples, Scaled

SECTION_WITNESSES = {
    ("linear/section-2/loss-regrouped", "wrong-weights/contexts"): Samples(
        [2, 1, 1], [0, 0, 0], [[0], [0], [1]], [[0], [1]]
    ),
    ("linear/section-2/loss-regrouped", "wrong-weights/tokens"): Samples(
        [1, 1, 1], [1, 0, 0], [[0], [1]], [[0], [1]]
    ),
    ("linear/section-2/entropy-decomposition", "wrong-sign"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-2/entropy-decomposition", "wrong-weights"): Decoding(
        [[0], [1]], [[2, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/section-2/entropy-floor", "flipped-inequality"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-2/entropy-floor", "tightened-bound"): Decoding([[0]], [[1, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-if", "dropped-assumption"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-if", "wrong-constant"): Decoding([[0]], [[1, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-only-if", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/section-3/attained-iff-match-only-if", "tightened-bound"): Decoding(
        [[2]], [[1, 0]], [[0], [-3]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1", "wrong-condition"): Dataset(
        [[1], [1]], [[1, 1, 0], [1, 2, 0]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1", "dropped-assumption"): Dataset(
        [[0], [0]], [[1, 1, 0], [1, 2, 0]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-constant"): Dataset(
        [[1]], [[1, 0, 2]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-sign"): Dataset(
        [[1]], [[1, 0, 2]]
    ),
    ("linear/section-3/necessary-and-sufficient-if", "wrong-sign"): Dataset([[1]], [[0, 1]]),
    ("linear/section-3/necessary-and-sufficient-if", "wrong-rate"): Dataset([[1]], [[0, 1]]),
    ("linear/section-3/necessary-and-sufficient-if", "dropped-assumption/not-separable"): Dataset(
        [[0]], [[1, 0]]
    ),
    ("linear/section-3/necessary-and-sufficient-if", "dropped-assumption/not-compatible"): Dataset(
        [[0]], [[1, 2]]
    ),
    ("linear/section-3/necessary-and-sufficient-only-if", "flipped-inequality"): Dataset([[0]], [[1, 0]]),
    ("linear/section-3/necessary-and-sufficient-only-if", "dropped-assumption"): Dataset([[0]], [[1]]),
    ("linear/section-3/minimizers-split", "omitted-term"): Offset(
        [[1]], [[0, 1]], [[0], [1]], 0, [[0], ["1/2"]]
    ),
    ("linear/section-3/minimizers-split", "wrong-rate"): Offset([[1]], [[0, 1]], [[0], [1]], 0, [[0], [0]]),
    ("linear/section-3/minimizers-split-path", "wrong-constant"): Offset(
        [[1]], [[2, 1, 0]], [[0], [0], [-1]], 1, [[0], [0], [0]]
    ),
    ("linear/section-3/minimizers-split-path", "wrong-sign"): Offset(
        [[1]], [[0, 1]], [[0], [1]], 1, [[0], [0]]
    ),
    ("linear/section-3/minimizers-split-path", "wrong-subspace"): Offset(
        [[1]], [[1, 1, 0]], [[0], [0], [-1]], 1, [[1], [0], [0]]
    ),
    ("linear/section-3/minimizers-split-path", "dropped-assumption"): Offset([[0]], [[1]], [[0]], 0, [[0]]),
    ("linear/section-3/minimizers-split/amended", "tightened-bound"): Decoding(
        [[1, 0], [0, 1]], [[4, 1], [0, 1]], [[0, 0], [0, 0]]
    ),
    ("linear/section-3/minimizers-split/amended", "flipped-inequality"): Decoding(
        [[1], [1]], [[0, 1], [0, 1]], [[0], [0]]
    ),
    ("linear/section-3/minimizers-split/amended", "wrong-constant"): Decoding(
        [[1]], [[2, 1, 0]], [[0], [0], [0]]
    ),
    ("linear/definition-1/anchor", "tightened-bound"): Decoding([[1]], [[1, 1, 1, 0]], [[1], [0], [-1], [0]]),
    ("linear/definition-1/anchor", "wrong-constant"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-1/anchor/amended", "tightened-bound"): Decoding(
        [[1]], [[1, 1, 1, 0]], [[1], [0], [-1], [0]]
    ),
    ("linear/definition-1/anchor/amended", "wrong-constant"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-2/anchor", "tightened-bound"): Decoding([[1]], [[1, 1, 1, 0]], [[0], [-1], [1], [0]]),
    ("linear/definition-2/anchor", "wrong-constant"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-2/anchor/amended", "tightened-bound"): Decoding(
        [[1]], [[1, 1, 1, 0]], [[0], [-1], [1], [0]]
    ),
    ("linear/definition-2/anchor/amended", "wrong-constant"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-1/unique-in-F", "wrong-constant"): Decoding([[1]], [[2, 1]], [[0], [0]]),
    ("linear/definition-1/unique-in-F", "wrong-subspace"): Decoding([[1]], [[1, 1]], [[1], [1]]),
    ("linear/definition-2/off-F", "wrong-subspace"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
    ("linear/definition-2/off-F", "wrong-quantifier"): Offset([[1]], [[1, 0]], [[1], [0]], 0, [[1], [0]]),
    ("linear/definition-2/off-F", "dropped-assumption"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
    ("linear/equation-7/equality@short", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/equality@short", "omitted-term"): Scaled([[1]], [[1, 0, 0]], [[1], [0], [0]], 0),
    ("linear/equation-7/equality@arxiv-v1", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@arxiv-v1", "omitted-term"): Scaled([[1]], [[0, 1, 0]], [[0], [1], [0]], 0),
    ("linear/equation-7/equality@neurips", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@neurips", "omitted-term"): Scaled([[1]], [[0, 1, 0]], [[0], [1], [0]], 0),
    ("linear/equation-7/equality@short/amended", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/equality@short/amended", "omitted-term"): Scaled(
        [[1]], [[1, 0, 0]], [[1], [0], [0]], 0
    ),
    ("linear/equation-7/equality@arxiv-v1/amended", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@arxiv-v1/amended", "omitted-term"): Scaled(
        [[1]], [[0, 1, 0]], [[0], [1], [0]], 0
    ),
    ("linear/equation-7/bound", "wrong-rate"): Scaled([[4]], [[0, 1]], [[0], ["1/4"]], 4),
    ("linear/equation-7/bound", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/bound", "dropped-assumption"): Scaled([[0]], [[0, 1]], [[0], [0]], 1),
    ("linear/proposition-1/above-entropy@short", "flipped-inequality"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/proposition-1/above-entropy@short", "tightened-bound"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@arxiv-v1", "flipped-inequality"): Decoding(
        [[1]], [[0, 1]], [[0], [0]]
    ),
    ("linear/proposition-1/above-entropy@arxiv-v1", "tightened-bound"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@neurips", "flipped-inequality"): Decoding(
        [[1]], [[0, 1]], [[0], [0]]
    ),
    ("linear/proposition-1/above-entropy@neurips", "tightened-bound"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@short/amended", "flipped-inequality"): Decoding(
        [[1]], [[0, 1]], [[0], [0]]
    ),
    ("linear/proposition-1/above-entropy@short/amended", "tightened-bound"): Decoding(
        [[6]], [[1, 0]], [[1], [0]]
    ),
    ("linear/proposition-1/above-entropy@arxiv-v1", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/above-entropy@neurips", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/above-entropy@short/amended", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/limit", "wrong-rate"): Offset([[1]], [[1, 0]], [[2], [1]], 0, [[0], [0]]),
    ("linear/proposition-1/limit", "wrong-sign"): Offset([[1]], [[1, 0]], [[1], [0]], 0, [[0], [0]]),
    ("linear/proposition-1/limit", "dropped-assumption"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
}
