"""The default model, hybrid-pt-1024: the lexical model's features beside learned ones, built from an installed package.

`learned.onnx` is the graph without its weights, written by scripts/make_hybrid_graph.py; build.py puts the package's
weights beside it. Tests: tests/embed/test_hybrid.py.
"""
