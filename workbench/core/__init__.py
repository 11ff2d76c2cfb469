"""What an op is: the declaration, its files, and the text that is generated from it.

Nothing in this package imports Qt, torch, onnx or onnxruntime, so the window, the
command line and both engine processes share it at no cost.

Rooms: ``declaration`` (what ``op.toml`` says), ``types`` (of arguments, attributes and elements),
``op_toml`` (its keys and text), ``check`` and ``fixes`` (what is wrong, what fixes it), ``edits``
(changes that reach several parts), ``styles``, ``ort_sides`` and ``mapping_kinds`` (one object per
kind of kernel, of kernel for ONNX Runtime, and of mapping), ``codegen`` and ``shape_rule``,
``examples``, ``files`` and ``storage`` (a project on disk), ``compile`` (what compilers are told),
``jobs`` (the protocol), ``pipeline`` (what is stale, and what came of it). Here: errors, and what
every room may ask.

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
reference     what an op should give, computed independently of its kernel.
unverified    both runtimes give the same, and nothing independent says that it is right.
status        how an op stands as a whole: agrees, differs, failed, not verified, not run …
stage         one step of the pipeline: build, export, graph, run, compare.
head          a kernel function's result, name and parameters, as the declaration asks for.
draft         a new op before it is in a project, with what its source could not say as gaps.
gap           a part of a draft that was guessed, until the user has looked at it.
unfinished    a text in a form that the declaration cannot take yet; kept until it can.
location      where a problem is: a line of a file, or a key path in the words of the pages.
variant       another mapping of the same op; one is in use at a time.
case          a further set of example inputs beside the main one.
override      an example that a case gives itself, instead of the main set.
archive       a project as one ``.zip``.
journal       unsaved edits kept outside the project, for the start after a crash.
trust         the user's consent to compile and run an op that was not made here.
"""
