"""Learned models: networks, weights and inference. Not the data model, which is `schemas/`."""
