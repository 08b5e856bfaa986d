"""Adapters of encoders and language models."""
