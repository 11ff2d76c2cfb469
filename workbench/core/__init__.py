"""What an op is: the declaration, its files, and the text that is generated from it.

Nothing in this package imports Qt, torch, onnx or onnxruntime, so the window, the
command line and both engine processes share it at no cost.

Glossary (the field's own terms, used everywhere in the program):

op            one operator, declared in a folder with an ``op.toml``.
schema        torch's description of an op: ``my_add(Tensor a, Tensor b) -> Tensor``.
kernel        the C++ (or Python) function that computes the op.
portable      kernel style: a typed C++ function without torch or ONNX Runtime headers.
libtorch      kernel style: C++ over ``at::Tensor``.
fake kernel   computes only shapes and dtypes (torch also says 'meta kernel').
symbolic      the function that turns a torch op into ONNX nodes (``g.op(...)``).
mapping       our declaration of what the symbolic shall produce.
domain, opset an ONNX operator set and its version; ``custom::MyAdd`` is op ``MyAdd`` of
              domain ``custom``.
shape rule    the expression that gives an output's shape from the arguments.
op library    the shared library that gives ONNX Runtime the kernels of custom nodes.
parity        agreement of ONNX Runtime's result with PyTorch's on the same inputs.
stage         one step of the way: build, export, graph, run, compare.
"""
