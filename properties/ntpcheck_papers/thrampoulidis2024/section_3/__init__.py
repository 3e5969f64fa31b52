"""Section 3: compatibility, separability, F, and what overparameterization gives."""
