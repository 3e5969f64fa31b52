"""The independent verifier of counterexample files: Python's standard library, and nothing of ntpcheck.

    python -I -S FOLDER [--json | --used] [--patience=N] [--book=BOOK]... FILE...

A file holds a claim's id, an instance and hints. What they must satisfy stands in a statement book, which
the verifier reads itself: it derives the definitions, checks every assumption, and evaluates the statement in
exact rationals, or in intervals whose precision grows until a comparison is decided. ACCEPTED means: the
statement of the book, whose digest the file carries, fails at the instance (REFUTED) or has no truth value
there (ILL_POSED).

What a reader has to trust: the books, which are to be read beside the papers; this folder; Python; and, for
what a lemma refutes, the lemma's derivation. Nothing numerical is taken from a file: a hint says which
constraints are active at a nearest point, where a contradiction lives, or which rational numbers to try, and
what it claims is solved for here. What a file does not need is not loaded: `--used` names the files of this
folder that were.

language      text to trees, and to typed items with digests    asymptotics   what holds for all large k or R
arithmetic    numbers, exact or enclosed                        shared        what lemmas share
terms         terms with unknowns                               lemmas        what refutes limits, one by one
instance      truth at an instance; points, least values        files, judge, command   one file to one answer
"""
