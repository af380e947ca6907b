"""The Tensor class, in families: README.md says where things are."""
