"""The kinds of planted falsehoods, and what becomes of misprints and of falsehoods made by machine."""

# What a falsehood does to its claim. A paper may add its own.
CATEGORIES = {
    "dropped-assumption": "A hypothesis, or one side of an equivalence, is left out or weakened.",
    "flipped-inequality": "An inequality or an order points the other way.",
    "omitted-term": "A term, a factor or a step is left out.",
    "swapped-roles": "Two roles are exchanged: a matrix and its transpose, two arguments, two counts.",
    "tightened-bound": "A bound is closer than it can be, by a little or by a lot.",
    "wrong-condition": "Another hypothesis, or side of an equivalence, stands in the place of the right one.",
    "wrong-constant": "A number or a factor is another one.",
    "wrong-limit": "Something else is approached: zero, the start, another matrix, or nothing.",
    "wrong-program": "Margins, ties or data of the margin program are added, left out or changed.",
    "wrong-quantifier": "All for some, strict for weak, equality for inequality, the converse.",
    "wrong-quantity": "A quantity is another: its square, the other loss, a least for a largest value.",
    "wrong-rate": "Growth or decay is faster or slower.",
    "wrong-set": "The tokens, contexts, samples, edges or graphs are others.",
    "wrong-sign": "A term or a direction has the opposite sign.",
    "wrong-subspace": "The subspace is another, its complement, or all of the space.",
    "wrong-weights": "A sum or a mean weighs or normalises its terms otherwise.",
}

# What becomes of a falsehood that a machine made by an edit of a claim.
CERTIFIED, FLOATS, MISSED = "certified", "in floats only", "not refuted"
SAME, FOLLOWS = "says the same", "follows from the claim"
BECAME = (CERTIFIED, FLOATS, MISSED, SAME, FOLLOWS)
# What notices a misprint of a book, and what leaves it open.
NOTICED = ("file", "instance", "assumption", "outcome", "value", "trend", "part")
OPEN = ("same", "unseen", "untried")  # the first are no survivors: they come to the same terms


def category(kind: str) -> str:
    """The category of a kind: `wrong-limit` of `wrong-limit/zero`."""
    return kind.partition("/")[0]
