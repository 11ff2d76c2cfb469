"""Element types and shapes of results, as the body makes them."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft


def drafted(body: str, result: str = "at::Tensor") -> Draft:
    texts = {"a.cpp": f"{result} f(const at::Tensor& x, at::Tensor w, int64_t k) {{ {body} }}"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert check_op(made.op) == []
    return made


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        ("return at::empty({x.size(0), k}, x.options());", "x", "[x.shape[0], k]"),
        ("auto n = x.size(0), m = w.size(1); auto y = torch::zeros({n, m + 1}, w.options()); return y;",
         "w", "[x.shape[0], w.shape[1] + 1]"),
        ("int n = x.size(0); int c = n / (k * 2); return at::zeros({c}, at::kInt);", "int32",
         "[x.shape[0] // (k * 2)]"),
        ("auto o = at::TensorOptions().dtype(at::kLong); return at::full({3, k}, -1, o);", "int64", "[3, k]"),
        ("return torch::empty_like(w);", "w", "w.shape"),
        ("auto y = torch::stable::contiguous(w); return torch::stable::empty_like(y);", "w", "w.shape"),
        ("auto y = torch::zeros_like(x, x.options().dtype(torch::kBool)); return y;", "bool", "x.shape"),
        ("at::Tensor y = x.new_zeros({x.size(-1)}); return y.clone();", "x", "[x.shape[-1]]"),
        ("return at::empty(x.sizes(), w.options());", "w", "x.shape"),
        ("std::vector<int64_t> s; auto n = s[0]; return at::empty({n, 2});", "float32", "[unknown, 2]"),
        ("if (k) return x; auto y = at::empty({k}, x.options()); return std::move(y);", "x", "[k]"),
        ("auto y = at::empty({k * x.size(1) - 2}, x.options()); return y.to(at::kHalf);", "float16",
         "[k * x.shape[1] - 2]"),
        ("auto y = at::zeros({k}, x.options()).fill_(2); return y;", "x", "[k]"),
        ("const auto n = x.size(2); const int d = (k - 1) * 2 + 1; auto o = (n + 2 * k - d) / k + 1;"
         "auto y = at::zeros({x.size(0), o}, x.options()); return y;", "x",
         "[x.shape[0], (x.shape[2] + 2 * k - ((k - 1) * 2 + 1)) // k + 1]"),
        ("auto a = k + 1; auto b = k / 2; return at::empty({a * b, a / b, b - a, b * 2}, x.options());",
         "x", "[(k + 1) * (k // 2), (k + 1) // (k // 2), k // 2 - (k + 1), k // 2 * 2]"),
        ("auto d = x.size(1); auto s = (int64_t)(pow(k + 1, d) + 0.5);"
         "return at::empty({s, static_cast<int64_t>(std::pow(2, k) * 3)}, x.options());", "x",
         "[(k + 1) ** x.shape[1], 2 ** k * 3]"),
        ("auto s = (int64_t)(k / 2 + 0.5), t = int64_t(powf(0.5, k)); return at::empty({s, t}, x.options());",
         "x", "[k // 2, unknown]"),
        ("std::vector<float> v(k); auto o = at::kFloat; return torch::from_blob(v.data(), {x.size(0), k}, o).clone();",
         "float32", "[x.shape[0], k]"),
        ("auto o = at::TensorOptions().dtype(at::kLong); at::Tensor y; int n = 0; n = g();"
         "y = torch::from_blob(&n, {w.size(0), n}, [](void*) {}, o = o); return y;", "int64",
         "[w.shape[0], unknown]"),
        ("return x.select(1, k);", "x", "x.shape[:1] + x.shape[2:]"),
        ("return at::narrow(w, -1, 0, k);", "w", "w.shape[:-1] + [k]"),
        ("auto row = x[k]; return row.clone();", "x", "x.shape[1:]"),
        ("return at::empty({x.size(0), k, 2}, x.options()).slice(1, 0, g());", "x", "[x.shape[0], unknown, 2]"),
    ],
)  # fmt: skip
def test_a_result_is_read_from_its_making(body: str, dtype: str, shape: str) -> None:
    made = drafted(body)
    (output,) = made.op.outputs
    assert (output.dtype, output.shape) == (dtype, shape)
    messages = [g.message for g in made.gaps if g.key == "outputs[0].shape"]
    assert ["'unknown' is in" in s for s in messages] == [True] * ("unknown" in shape)


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        ("auto y = made(x, k); return y.relu();", "x", "[x.shape[0], k]"),
        ("auto y = through(x, k); return at::zeros_like(y);", "x", "[x.shape[0], k]"),
        ("return made(x, k).to(at::kHalf);", "float16", "[x.shape[0], k]"),
        ("auto y = made(x, k); return made(y, k) > 0;", "bool", "[unknown, k]"),
        ("auto y = endless(x, k); return y.clone();", "x", "x.shape"),
    ],
)
def test_results_are_followed_through_functions(body: str, dtype: str, shape: str) -> None:
    more = """at::Tensor made(const at::Tensor& a, int64_t n) { return at::zeros({a.size(0), n}, a.options()); }
at::Tensor through(const at::Tensor& b, int64_t m) { auto c = made(b, m); return c.contiguous(); }
at::Tensor endless(const at::Tensor& b, int64_t m) { auto c = endless(b, m); return c.contiguous(); }
"""
    text = f"{more}at::Tensor f(const at::Tensor& x, at::Tensor w, int64_t k) {{ {body} }}"
    (candidate,) = (c for c in find_candidates({"a.cpp": text}) if c.name == "f")
    (output,) = draft_of(candidate, {"a.cpp": text}).op.outputs
    assert (output.dtype, output.shape) == (dtype, shape)


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return x * k;", "x.shape"),
        ("return 2 * x + w;", "broadcast(x.shape, w.shape)"),
        ("return (x > 0) / w;", "broadcast(x.shape, w.shape)"),
        ("return x.relu();", "x.shape"),
    ],
)
def test_what_is_computed_is_as_large_as_its_tensors(body: str, shape: str) -> None:
    made = drafted(body)
    assert made.op.outputs[0].shape == shape
    assert not [g for g in made.gaps if g.key == "outputs[0].shape"]


_MADE = "std::vector<at::Tensor> all; for (int64_t i = 0; i < k; ++i) {{ {} }} return all;"


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        (_MADE.format("all.push_back(x.narrow(0, i, g(i)).clone());"), "x", "[unknown] + x.shape[1:]"),
        (_MADE.format("auto n = g(i); all.emplace_back(at::empty({n, 3}, at::kLong));"), "int64", "[unknown, 3]"),
        (_MADE.format("all.push_back(w[i]); all.push_back(w[0]);"), "w", "w.shape[1:]"),
        (_MADE.format("all.push_back(at::empty({k, 2}, x.options())); all.push_back(at::empty({k, 3}, at::kInt));"),
         "x", "[k, unknown]"),
        (_MADE.format("all.push_back(x); all.push_back(x[0]);"), "x", "[unknown]"),
        (_MADE.format("all.push_back(x); all.push_back(other(x));"), "x", "[unknown]"),
        ("std::vector<at::Tensor> all(k); for (int i = 0; i < k; ++i) all[i] = x.index_select(0, w); return all;",
         "x", "[unknown] + x.shape[1:]"),
        ("return x.split(k, 1);", "x", "x.shape[:1] + [unknown] + x.shape[2:]"),
        ("auto all = at::unbind(x); return all;", "x", "x.shape[1:]"),
    ],
)  # fmt: skip
def test_the_tensors_of_a_list_are_as_those_that_come_to_it(
    body: str, dtype: str, shape: str
) -> None:
    (output,) = drafted(body, "std::vector<at::Tensor>").op.outputs
    assert (output.type, output.dtype, output.shape) == ("tensor[]", dtype, shape)


@pytest.mark.parametrize(
    "body",
    [
        "return x.matmul(w);",
        "return x + other(x);",
        "return other(x);",
        "return x.view(other(x));",
        "return x.sum(k);",
        "return x.sum(0, g);",
        "auto y = x.clone(); return y.squeeze_(0);",
        "",
    ],
)
def test_what_is_not_plain_stays_a_guess_that_is_reported(body: str) -> None:
    made = drafted(body)
    assert made.op.outputs[0].shape == "x.shape"
    assert [g for g in made.gaps if g.key == "outputs[0].shape"]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("std::tuple<at::Tensor, at::Tensor>", "std::make_tuple(a, b)"),
        ("std::pair<at::Tensor, at::Tensor>", "{a, b}"),
        ("std::vector<at::Tensor>", "std::vector<at::Tensor>{a, b}"),
    ],
)
def test_several_results(result: str, words: str) -> None:
    made = drafted(
        f"auto a = at::empty({{k}}, x.options()); auto b = at::zeros({{1}}, at::kInt); return {words};",
        result,
    )
    assert [(o.dtype, o.shape) for o in made.op.outputs] == [("x", "[k]"), ("int32", "[1]")]


def test_one_of_several_results_of_another_function() -> None:
    texts = {
        "a.cpp": """
        std::tuple<at::Tensor, at::Tensor> both(at::Tensor t) {
          return {at::empty_like(t), at::empty({t.size(1)}, at::kLong)};
        }
        at::Tensor second(at::Tensor x) { auto r = both(x); return std::get<1>(r); }
        """
    }
    second = next(c for c in find_candidates(texts) if c.name == "second")
    (output,) = draft_of(second, texts).op.outputs
    assert (output.dtype, output.shape) == ("int64", "[x.shape[1]]")


@pytest.mark.parametrize(
    "body",
    [
        "std::vector<at::Tensor> v; for (int i = 0; i < k; i++) v.push_back(w); return at::stack(v);",
        "return torch::cat({w, x}, 0);",
        "auto v = std::vector<at::Tensor>{w, x}; auto y = at::stack(v, 1); return y;",
    ],
)
def test_what_is_joined_keeps_its_type(body: str) -> None:
    (output,) = drafted(body).op.outputs
    assert output.dtype == "w"


def test_a_part_of_another_functions_pair() -> None:
    texts = {
        "a.cpp": "std::pair<at::Tensor, at::Tensor> one(at::Tensor q, int64_t k) {"
        "  return {at::empty({q.size(0), k}, q.options()), at::empty({k}, at::kLong)}; }\n"
        "std::pair<at::Tensor, at::Tensor> f(at::Tensor x, at::Tensor w, int64_t k) {"
        "  std::vector<at::Tensor> a, b;"
        "  for (int i = 0; i < x.size(0); i++) { auto p = one(w[i], k);"
        "    a.push_back(p.first); b.push_back(p.second); }"
        "  auto second = torch::stack(b); return std::make_pair(torch::stack(a), second); }"
    }
    candidate = next(c for c in find_candidates(texts) if c.name == "f")
    first, second = draft_of(candidate, texts).op.outputs
    assert (first.dtype, first.shape) == ("w", "[x.shape[0], w.shape[1], k]")
    assert (second.dtype, second.shape) == ("int64", "[x.shape[0], k]")


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        ("return x.sum(0);", "x", "x.shape[1:]"),
        ("return at::sum(x, {1}, true);", "x", "x.shape[:1] + [1] + x.shape[2:]"),
        ("return x.mean();", "x", "[]"),
        ("return (x > 0).sum(0);", "int64", "x.shape[1:]"),
        ("return (x - x[0]).norm(2, 1);", "x", "x.shape[:1] + x.shape[2:]"),
        ("return at::empty({k, 4, 2}, x.options()).argmax(-1);", "int64", "[k, 4]"),
        ("return x.unsqueeze(1);", "x", "x.shape[:1] + [1] + x.shape[1:]"),
        ("return x.unsqueeze(-1);", "x", "x.shape + [1]"),
        ("return x.view({k, -1});", "x", "[k, unknown]"),
        ("auto y = at::zeros(k, w.options()); return y.scatter_add_(0, x, w);", "w", "[k]"),
        ("return x.clone().masked_fill_(w, 0);", "x", "x.shape"),
    ],
)
def test_what_torch_makes_of_a_tensor(body: str, dtype: str, shape: str) -> None:
    (output,) = drafted(body).op.outputs
    assert (output.dtype, output.shape) == (dtype, shape)


_CELL = (
    "auto both = torch::cat({x, w}, /*dim=*/1); auto g = torch::addmm(b, both, u.transpose(0, 1));"
    "auto gates = g.chunk(3, /*dim=*/1); auto in = torch::sigmoid(gates[0]), out = torch::elu(gates[2]);"
)


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return at::mm(x, w);", "[x.shape[0], w.shape[1]]"),
        ("return x.mm(w.t());", "[x.shape[0], w.shape[0]]"),
        ("return at::addmm(b, x, w);", "[x.shape[0], w.shape[1]]"),
        ("return x.bmm(w);", "[x.shape[0], x.shape[1], w.shape[2]]"),
        ("return x.mv(b);", "[x.shape[0]]"),
        ("return torch::linear(x, w, b);", "x.shape[:-1] + [w.shape[0]]"),
        ("return x.transpose(1, 2);", "[x.shape[0], x.shape[2], x.shape[1]] + x.shape[3:]"),
        ("return at::empty({k, 2, 3}, x.options()).transpose(0, 2);", "[3, 2, k]"),
        ("return x.permute({0, 2, 1});", "[x.shape[0], x.shape[2], x.shape[1]]"),
        ("return w.expand_as(x);", "x.shape"),
        ("return torch::tanh(x) * torch::leaky_relu(x, 0.1);", "x.shape"),
        ("return x.slice(1, 0, k);", "x.shape[:1] + [k] + x.shape[2:]"),
        ("return x.slice(0, k);", "[x.shape[0] - k] + x.shape[1:]"),
        ("return x.slice(0, k - 1, k + 1);", "[k + 1 - (k - 1)] + x.shape[1:]"),
        ("return at::chunk(x, 2, 0)[1];", "[x.shape[0] // 2] + x.shape[1:]"),
        ("return x.chunk(g(), 0)[1];", "[unknown] + x.shape[1:]"),
        ("auto parts = x.unbind(0); return parts[1];", "x.shape[1:]"),
        (_CELL + "return g;", "[x.shape[0], u.shape[0]]"),
        (_CELL + "return out * in;", "[x.shape[0], u.shape[0] // 3]"),
        (_CELL + "auto c = b + out; return torch::tanh(c);", "broadcast(b.shape, [x.shape[0], u.shape[0] // 3])"),
    ],
)  # fmt: skip
def test_what_torchs_own_functions_give(body: str, shape: str) -> None:
    four = "const at::Tensor& x, at::Tensor w, at::Tensor u, at::Tensor b, int64_t k"
    texts = {"a.cpp": f"at::Tensor f({four}) {{ {body} }}"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert check_op(made.op) == []
    assert [output.shape for output in made.op.outputs] == [shape]
    told = [gap for gap in made.gaps if gap.key == "outputs[0].shape"]
    assert bool(told) == ("unknown" in shape)


_PAIR = "std::pair<at::Tensor, at::Tensor> two(at::Tensor q) { return {q.sum(0), at::empty({q.size(0)}, at::kInt)}; }\n"


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        ("auto [a, b] = two(w); return b;", "int32", "[w.shape[0]]"),
        ("at::Tensor a, b; std::tie(a, b) = two(w); return a;", "w", "w.shape[1:]"),
        ("auto [a, b] = x.max(1); return b;", "int64", "x.shape[:1] + x.shape[2:]"),
        ("auto [a, b] = at::min(x, 0, true); return a;", "x", "[1] + x.shape[1:]"),
        ("auto [a, b] = x.topk(k); return a;", "x", "x.shape[:-1] + [k]"),
        ("return std::get<1>(at::sort(w));", "int64", "w.shape"),
    ],
)
def test_one_of_several_that_are_given_at_once(body: str, dtype: str, shape: str) -> None:
    texts = {"a.cpp": f"{_PAIR}at::Tensor f(at::Tensor x, at::Tensor w, int64_t k) {{ {body} }}"}
    candidate = next(c for c in find_candidates(texts) if c.name == "f")
    (output,) = draft_of(candidate, texts).op.outputs
    assert (output.dtype, output.shape) == (dtype, shape)


def test_tensors_that_are_made_of_each_other_end() -> None:
    body = "at::Tensor a = x, b; " + "b = a + b; a = b * a; " * 20 + "return a;"
    assert [output.shape for output in drafted(body).op.outputs] == ["x.shape"]


_ROW = "at::empty({k, 3}, x.options())"
_EACH = "std::vector<at::Tensor> v; for (int i = 0; i < x.size(1); i++) v.push_back(" + _ROW + ");"


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        (_EACH + " return at::stack(v);", "[x.shape[1], k, 3]"),
        (_EACH + " return at::stack(v, 1);", "[k, x.shape[1], 3]"),
        (_EACH + " return at::cat(v);", "[x.shape[1] * k, 3]"),
        (_EACH + " return at::cat(v, -1);", "[k, x.shape[1] * 3]"),
        (_EACH.replace("v.push", "if (i) v.push") + " return at::cat(v);", "[unknown, 3]"),
        (_EACH.replace("v.push", "if (i) v.push") + " return at::stack(v);", "[unknown, k, 3]"),
        (f"return at::stack({{{_ROW}, {_ROW}}});", "[2, k, 3]"),
        (f"return at::cat({{{_ROW}, at::empty({{4, 3}})}});", "[k + 4, 3]"),
        (
            "return at::cat({x, w}, /*dim=*/1);",
            "x.shape[:1] + [x.shape[1] + w.shape[1]] + x.shape[2:]",
        ),
    ],
)
def test_what_is_joined_is_as_large_as_all_of_it(body: str, shape: str) -> None:
    (output,) = drafted(body).op.outputs
    assert output.shape == shape


def test_the_sizes_of_a_called_function_are_those_that_it_is_given() -> None:
    texts = {
        "a.cpp": "at::Tensor one(at::Tensor q, int64_t n, int m) { return at::empty({q.size(0), n * m, 5}); }\n"
        "at::Tensor f(at::Tensor x, int64_t k) {"
        "  auto first = x[0]; int64_t n = x.size(1) + 1; return one(first, n, 2); }"
    }
    candidate = next(c for c in find_candidates(texts) if c.name == "f")
    (output,) = draft_of(candidate, texts).op.outputs
    assert output.shape == "[x.shape[1], (x.shape[1] + 1) * 2, 5]"


def test_what_is_returned_as_it_came_is_for_whom_nothing_is_done() -> None:
    texts = {
        "a.cpp": "at::Tensor f_gpu(at::Tensor x); "
        "at::Tensor f_cpu(at::Tensor x) { return at::zeros({x.size(0), 4}); } "
        "at::Tensor on_gpu(at::Tensor x) { if (x.is_cuda()) return f_gpu(x); return x; } "
        "at::Tensor on_both(at::Tensor x) {"
        "  if (x.is_cuda()) { return f_gpu(x); } else if (x.is_cpu()) { return f_cpu(x); } return x; } "
        "at::Tensor made(at::Tensor x) { if (x.is_cuda()) return f_gpu(x); x = x.sum(0); return x; }"
    }
    drafts = {c.name: draft_of(c, texts) for c in find_candidates(texts)}
    shapes = {name: d.op.outputs[0].shape for name, d in drafts.items()}
    assert (shapes["on_both"], shapes["made"]) == ("[x.shape[0], 4]", "x.shape[1:]")
    assert [g for g in drafts["on_gpu"].gaps if g.key == "outputs[0].shape"]


def test_an_early_return_of_nothing_tells_the_type_alone() -> None:
    made = drafted(
        "if (x.numel() == 0) return at::empty({0}, x.options().dtype(at::kLong)); return at::nonzero(x);"
    )
    assert (made.op.outputs[0].dtype, made.op.outputs[0].shape) == ("int64", "x.shape")
    assert [g for g in made.gaps if g.key == "outputs[0].shape"]


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("int64_t n = 0; for (int i = 0; i < 3; ++i) { n += x.size(0); }", "[unknown]"),
        ("int64_t n = 0; n++;", "[unknown]"),
        ("int64_t n = 1; if (k > 2) n = x.size(0);", "[unknown]"),
        ("int64_t n; n = x.size(0);", "[x.shape[0]]"),
        ("int64_t n = x.size(0);", "[x.shape[0]]"),
    ],
)
def test_a_size_that_changes_is_not_what_it_was_first(body: str, shape: str) -> None:
    (output,) = drafted(f"{body} return at::empty({{n}}, x.options());").op.outputs
    assert output.shape == shape


def test_a_result_that_the_kernel_resizes_has_that_shape() -> None:
    """Of those that are written into; the others' stays a guess, and is said to be one."""
    texts = {
        "a.cpp": """
void crop(at::Tensor image, at::Tensor boxes, int64_t h, at::Tensor crops, at::Tensor count) {
  const int n = boxes.size(0), c = image.size(1);
  crops.resize_({n, c, h, h + 1});
  crops.zero_();
  count.fill_(n);
}"""
    }
    made = draft_of(find_candidates(texts)[0], texts)
    assert check_op(made.op) == []
    assert {o.name: o.shape for o in made.op.outputs} == {
        "crops": "[boxes.shape[0], image.shape[1], h, h + 1]",
        "count": "image.shape",
    }
    assert [g.key for g in made.gaps if g.key.endswith(".shape")] == ["outputs[1].shape"]
