"""For every planted falsehood of Section 4 and the appendices, a smallest instance that refutes it."""

from __future__ import annotations

from ntpcheck.instances.dataset import Decoding, Offset, Pair, Scaled

SECTION_4_WITNESSES = {
    ("linear/section-4/strictly-convex", "flipped-inequality"): Pair([[1]], [[1, 0]], [[0], [0]], [[0], [1]]),
    ("linear/section-4/strictly-convex", "tightened-bound"): Pair(
        [["3/16"]], [[1, 0]], [[1], [0]], [[0], [0]]
    ),
    ("linear/section-4/strictly-convex/amended", "flipped-inequality"): Pair(
        [[1]], [[1, 0]], [[0], [0]], [[0], [1]]
    ),
    ("linear/section-4/strictly-convex/amended", "tightened-bound"): Pair(
        [[4]], [[0, 1]], [[0], [-2]], [[1], [0]]
    ),
    ("linear/section-4/path-unique", "dropped-assumption"): Pair([[1]], [[1, 0]], [[0], [0]], [[0], [0]]),
    ("linear/section-4/path-unique/amended", "dropped-assumption"): Pair(
        [[0]], [[1, 0]], [[0], [0]], [[0], [1]]
    ),
    ("linear/section-4/path-unique", "tightened-bound"): Pair([[0]], [[1, 0]], [[0], [0]], [[0], [1]]),
    ("linear/section-4/path-unique/amended", "tightened-bound"): Pair(
        [[1]], [[1, 0]], [[2], [-1]], [[1], [-2]]
    ),
    ("linear/theorem-1/proof/boundary", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/theorem-1/proof/boundary", "tightened-bound"): Decoding([[1, 1]], [[0, 1]], [[0, 0], [2, 4]]),
    ("linear/theorem-1/proof/boundary@short", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/theorem-1/proof/boundary@short", "tightened-bound"): Decoding([[0]], [[1]], [[0]]),
    ("linear/theorem-1/proof/boundary@short/amended", "dropped-assumption"): Decoding([[0]], [[1]], [[0]]),
    ("linear/theorem-1/proof/boundary@short/amended", "tightened-bound"): Decoding(
        [[1, 1]], [[0, 1]], [[0, 0], [2, 4]]
    ),
    ("linear/theorem-1/proof/genie-radius", "wrong-sign"): Scaled([[1]], [[1, 2, 0]], [[0], [0], [0]], 0),
    ("linear/theorem-1/proof/genie-radius", "wrong-constant"): Scaled([[1]], [[1, 0]], [[0], [0]], 1),
    ("linear/theorem-1/proof/genie-radius@short", "wrong-sign"): Scaled(
        [[1]], [[1, 2, 0]], [[0], [0], [0]], 0
    ),
    ("linear/theorem-1/proof/genie-radius@short", "wrong-constant"): Scaled([[1]], [[1, 0]], [[0], [0]], 1),
    ("linear/theorem-1/proof/genie-radius@short/amended", "wrong-sign"): Scaled(
        [[1]], [[1, 2, 0]], [[0], [0], [0]], 0
    ),
    ("linear/theorem-1/proof/genie-radius@short/amended", "wrong-constant"): Scaled(
        [[1]], [[1, 0]], [[0], [0]], 1
    ),
    ("linear/theorem-1/proof/genie-loss", "wrong-rate"): Scaled([[1]], [[1, 0]], [[0], [0]], 32),
    ("linear/theorem-1/proof/genie-loss", "wrong-sign"): Scaled([[1]], [[1, 0]], [[0], [0]], 1),
    ("linear/theorem-1/proof/rescaling@short", "wrong-sign"): Decoding([[1]], [[1, 0]], [[1], [-1]]),
    ("linear/theorem-1/proof/rescaling@short", "wrong-constant"): Decoding([[1]], [[1, 0]], [[1], [-1]]),
    ("linear/theorem-1/proof/rescaling@arxiv-v1", "wrong-sign"): Decoding([[1]], [[1, 0]], [[1], [-1]]),
    ("linear/theorem-1/proof/rescaling@arxiv-v1", "wrong-constant"): Decoding([[1]], [[1, 0]], [[1], [-1]]),
    ("linear/theorem-1/proof/rescaling-limit@arxiv-v1", "wrong-constant"): Decoding(
        [[1]], [[1, 0]], [[0], [256]]
    ),
    ("linear/theorem-1/proof/rescaling-limit@arxiv-v1", "wrong-quantity"): Decoding(
        [[1]], [[1, 0]], [[0], [256]]
    ),
    ("linear/theorem-1/proof/rescaling@neurips", "wrong-sign"): Decoding([[1]], [[1, 0, 2]], [[1], [0], [0]]),
    ("linear/theorem-1/proof/rescaling@neurips", "wrong-constant"): Decoding(
        [[1]], [[1, 2, 0]], [[0], [0], [1]]
    ),
    ("linear/theorem-1/proof/rescaling@short/amended", "wrong-sign"): Decoding(
        [[1]], [[1, 0, 2]], [[1], [0], [0]]
    ),
    ("linear/theorem-1/proof/rescaling@short/amended", "wrong-constant"): Decoding(
        [[1]], [[1, 2, 0]], [[0], [0], [1]]
    ),
    ("linear/theorem-1/proof/rescaling@arxiv-v1/amended", "wrong-sign"): Decoding(
        [[1]], [[1, 0, 2]], [[1], [0], [0]]
    ),
    ("linear/theorem-1/proof/rescaling@arxiv-v1/amended", "wrong-constant"): Decoding(
        [[1]], [[1, 2, 0]], [[0], [0], [1]]
    ),
    ("linear/theorem-1/proof/delta-exists", "wrong-quantifier/always"): Decoding([[1]], [[1, 0]], [[0], [1]]),
    ("linear/theorem-1/proof/delta-exists", "wrong-quantifier/both"): Decoding([[1]], [[1, 0]], [[0], [1]]),
    ("linear/theorem-1/proof/single-term", "tightened-bound"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/theorem-1/proof/single-term", "wrong-sign"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/theorem-1/proof/single-term/amended", "tightened-bound"): Decoding([[0]], [[2, 1]], [[0], [0]]),
    ("linear/theorem-1/proof/single-term/amended", "wrong-sign"): Decoding([[0]], [[0, 1]], [[0], [0]]),
    ("linear/theorem-1/proof/case-ii-in-F-perp", "tightened-bound"): Scaled(
        [["1/4"]], [[1, 1, 0]], [[0], ["17/1024"], [0]], 0
    ),
    ("linear/theorem-1/proof/case-ii-in-F-perp", "wrong-subspace"): Scaled([[1]], [[0, 1]], [[1], [0]], 0),
    ("linear/theorem-1/proof/case-ii-in-F-perp/amended", "tightened-bound"): Decoding(
        [[1]], [[1, 1]], [[0], ["1/128"]]
    ),
    ("linear/theorem-1/proof/case-ii-in-F-perp/amended", "wrong-subspace"): Decoding(
        [[1]], [[1, 1]], [[0], [1]]
    ),
    ("linear/theorem-1/proof/case-ii-projection", "wrong-subspace"): Decoding([[1]], [[1, 1]], [[1], [0]]),
    ("linear/theorem-1/proof/case-ii-projection", "wrong-constant"): Decoding([[1]], [[2, 1]], [[0], [0]]),
    ("linear/theorem-1/proof/case-ii-bound", "wrong-rate"): Decoding([[1]], [[1, 0]], [[1], [0]]),
    ("linear/theorem-1/proof/case-ii-bound", "wrong-sign"): Decoding([[1]], [[1, 3, 0]], [[0], [0], [1]]),
    ("linear/theorem-1/proof/case-ii-bound", "tightened-bound"): Decoding(
        [[1]], [[1, 1, 0]], [[0], [0], [1]]
    ),
    ("linear/appendix/floor-display", "wrong-constant"): Decoding([[0]], [[1, 1, 0]], [[0], [0], [0]]),
    ("linear/appendix/floor-display", "wrong-constant/smaller"): Decoding(
        [[0]], [[1, 1, 0]], [[0], [0], [0]]
    ),
    ("linear/appendix/floor-display/amended", "wrong-constant"): Decoding([[0]], [[1, 1]], [[0], [0]]),
    ("linear/appendix/floor-display/amended", "wrong-set"): Decoding([[0]], [[1, 0]], [[0], [0]]),
    ("linear/appendix/floor-on-F", "flipped-inequality"): Decoding([[0]], [[1, 0]], [[0], [0]]),
    ("linear/appendix/floor-on-F", "tightened-bound"): Decoding([[0]], [[1]], [[0]]),
    ("linear/appendix/floor-limit", "wrong-sign"): Offset([[0]], [[1, 0]], [[0], [0]], 0, [[0], [0]]),
    ("linear/appendix/floor-limit", "dropped-assumption"): Offset([[0]], [[1, 0]], [[0], [0]], 0, [[0], [0]]),
    ("linear/appendix/floor-limit/amended", "wrong-rate"): Offset(
        [[16, 16]], [[0, 1]], [[0, 0], ["1/8", "-1/16"]], 0, [[0, 0], [0, 0]]
    ),
    ("linear/appendix/floor-limit/amended", "wrong-sign"): Offset([[1]], [[0, 1]], [[0], [1]], 0, [[0], [0]]),
    ("linear/appendix/floor-infimum", "tightened-bound"): Decoding([[0]], [[1]], [[0]]),
    ("linear/appendix/floor-infimum", "wrong-constant"): Decoding([[1]], [[2, 1]], [[0], [0]]),
    ("linear/lemma-4/1", "tightened-bound"): Decoding([[0]], [[1]], [[0]]),
    ("linear/lemma-4/1", "wrong-constant"): Decoding([[1]], [[2, 1]], [[0], [0]]),
    ("linear/appendix/gradient", "wrong-sign"): Offset([[1]], [[1, 0]], [[0], [0]], 0, [[0], [1]]),
    ("linear/appendix/gradient", "omitted-term"): Offset([[1]], [[1, 1]], [[0], [1]], 0, [[0], [1]]),
    ("linear/appendix/smoothness", "tightened-bound"): Pair([[1]], [[1, 0]], [[0], [0]], [[-1], [1]]),
    ("linear/lemma-4/2", "wrong-subspace"): Decoding([[0]], [[1]], [[1]]),
    ("linear/lemma-4/2", "tightened-bound"): Decoding([[1]], [[1, 1]], [[0], ["23/1024"]]),
    ("linear/lemma-4/proof/norm-sum", "wrong-sign"): Decoding([[1]], [[1, 0]], [[0], [1]]),
    ("linear/lemma-4/proof/norm-sum", "wrong-constant"): Decoding([[1]], [[1, 0]], [[0], [1]]),
    ("linear/lemma-4/proof/norm-sum/amended", "wrong-sign"): Decoding([[0]], [[1]], [[1]]),
    ("linear/lemma-4/proof/norm-sum/amended", "wrong-constant"): Decoding([[0]], [[1]], [[1]]),
    ("linear/appendix/smoothness", "flipped-inequality"): Pair([[1]], [[1, 0]], [[0], [0]], [[0], [1]]),
}
