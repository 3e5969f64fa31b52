"""For every planted falsehood of the sections up to Proposition 1, a smallest instance that refutes it."""

from __future__ import annotations

from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Samples, Scaled

SECTION_WITNESSES = {
    ("linear/section-2/loss-regrouped", "equal-weights"): Samples(
        [2, 1, 1], [0, 0, 0], [[0], [0], [1]], [[0], [1]]
    ),
    ("linear/section-2/loss-regrouped", "even-tokens"): Samples([1, 1, 1], [1, 0, 0], [[0], [1]], [[0], [1]]),
    ("linear/section-2/entropy-decomposition", "wrong-sign"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-2/entropy-decomposition", "equal-weights"): Decoding(
        [[0], [1]], [[2, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/section-2/entropy-floor", "flipped"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-2/entropy-floor", "tightened"): Decoding([[0]], [[1, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-if", "dropped-assumption"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-if", "wrong-constant"): Decoding([[0]], [[1, 1]], [[0], [0]]),
    ("linear/section-3/attained-iff-match-only-if", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/section-3/attained-iff-match-only-if", "tightened"): Decoding([[2]], [[1, 0]], [[0], [-3]]),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1", "wrong-condition"): Dataset(
        [[1], [1]], [[1, 1, 0], [1, 2, 0]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1", "always"): Dataset(
        [[0], [0]], [[1, 1, 0], [1, 2, 0]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-constant"): Dataset(
        [[1]], [[1, 0, 2]]
    ),
    ("linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-sign"): Dataset(
        [[1]], [[1, 0, 2]]
    ),
    ("linear/section-3/necessary-and-sufficient-if", "wrong-sign"): Dataset([[1]], [[0, 1]]),
    ("linear/section-3/necessary-and-sufficient-if", "faster-rate"): Dataset([[1]], [[0, 1]]),
    ("linear/section-3/necessary-and-sufficient-if", "dropped-separable"): Dataset([[0]], [[1, 0]]),
    ("linear/section-3/necessary-and-sufficient-if", "dropped-compatible"): Dataset([[0]], [[1, 2]]),
    ("linear/section-3/necessary-and-sufficient-only-if", "flipped"): Dataset([[0]], [[1, 0]]),
    ("linear/section-3/necessary-and-sufficient-only-if", "dropped-assumption"): Dataset([[0]], [[1]]),
    ("linear/section-3/minimizers-split", "dropped-scaling"): Offset(
        [[1]], [[0, 1]], [[0], [1]], 0, [[0], ["1/2"]]
    ),
    ("linear/section-3/minimizers-split", "faster-rate"): Offset([[1]], [[0, 1]], [[0], [1]], 0, [[0], [0]]),
    ("linear/section-3/minimizers-split/amended", "tightened"): Decoding(
        [[1, 0], [0, 1]], [[4, 1], [0, 1]], [[0, 0], [0, 0]]
    ),
    ("linear/section-3/minimizers-split/amended", "flipped"): Decoding(
        [[1], [1]], [[0, 1], [0, 1]], [[0], [0]]
    ),
    ("linear/section-3/minimizers-split/amended", "wrong-constant"): Decoding(
        [[1]], [[2, 1, 0]], [[0], [0], [0]]
    ),
    ("linear/definition-1/anchor", "tightened"): Decoding([[1]], [[1, 1, 1, 0]], [[1], [0], [-1], [0]]),
    ("linear/definition-1/anchor", "wrong-rank"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-1/anchor/amended", "tightened"): Decoding(
        [[1]], [[1, 1, 1, 0]], [[1], [0], [-1], [0]]
    ),
    ("linear/definition-1/anchor/amended", "wrong-rank"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-2/anchor", "tightened"): Decoding([[1]], [[1, 0, 1]], [[1], [1], [0]]),
    ("linear/definition-2/anchor", "wrong-rank"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-2/anchor/amended", "tightened"): Decoding([[1]], [[1, 0, 1]], [[1], [1], [0]]),
    ("linear/definition-2/anchor/amended", "wrong-rank"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/definition-1/unique-in-F", "wrong-constant"): Decoding([[1]], [[2, 1]], [[0], [0]]),
    ("linear/definition-1/unique-in-F", "wrong-subspace"): Decoding([[1]], [[1, 1]], [[1], [1]]),
    ("linear/definition-2/off-F", "wrong-subspace"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
    ("linear/definition-2/off-F", "flipped"): Offset([[1]], [[1, 0]], [[1], [0]], 0, [[1], [0]]),
    ("linear/definition-2/off-F", "wrong-set"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
    ("linear/equation-7/equality@short", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/equality@short", "omitted-terms"): Scaled([[1]], [[1, 0, 0]], [[1], [0], [0]], 0),
    ("linear/equation-7/equality@arxiv-v1", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@arxiv-v1", "omitted-terms"): Scaled([[1]], [[0, 1, 0]], [[0], [1], [0]], 0),
    ("linear/equation-7/equality@neurips", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@neurips", "omitted-terms"): Scaled([[1]], [[0, 1, 0]], [[0], [1], [0]], 0),
    ("linear/equation-7/equality@short/amended", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/equality@short/amended", "omitted-terms"): Scaled(
        [[1]], [[1, 0, 0]], [[1], [0], [0]], 0
    ),
    ("linear/equation-7/equality@arxiv-v1/amended", "wrong-sign"): Scaled([[-1]], [[1, 0]], [[0], [1]], 1),
    ("linear/equation-7/equality@arxiv-v1/amended", "omitted-terms"): Scaled(
        [[1]], [[0, 1, 0]], [[0], [1], [0]], 0
    ),
    ("linear/equation-7/bound", "faster-rate"): Scaled([[4]], [[0, 1]], [[0], ["1/4"]], 4),
    ("linear/equation-7/bound", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [-1]], 1),
    ("linear/equation-7/bound", "dropped-assumption"): Scaled([[0]], [[0, 1]], [[0], [0]], 1),
    ("linear/proposition-1/above-entropy@short", "flipped"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/proposition-1/above-entropy@short", "tightened"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@arxiv-v1", "flipped"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/proposition-1/above-entropy@arxiv-v1", "tightened"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@neurips", "flipped"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/proposition-1/above-entropy@neurips", "tightened"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@short/amended", "flipped"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/proposition-1/above-entropy@short/amended", "tightened"): Decoding([[6]], [[1, 0]], [[1], [0]]),
    ("linear/proposition-1/above-entropy@arxiv-v1", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/above-entropy@neurips", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/above-entropy@short/amended", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/proposition-1/limit", "faster-rate"): Offset([[1]], [[1, 0]], [[2], [1]], 0, [[0], [0]]),
    ("linear/proposition-1/limit", "wrong-sign"): Offset([[1]], [[1, 0]], [[1], [0]], 0, [[0], [0]]),
    ("linear/proposition-1/limit", "wrong-set"): Offset([[1]], [[1, 1]], [[0], [0]], 0, [[1], [0]]),
}
