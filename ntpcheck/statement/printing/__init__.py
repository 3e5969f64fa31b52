"""Formulas for readers: words, LaTeX, MathML, and values told part by part."""
