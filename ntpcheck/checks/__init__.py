"""Reusable conclusions: arrays in, evidence out."""
