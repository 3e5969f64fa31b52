"""Instances, batches and runs at which an edited line may differ from its own."""
