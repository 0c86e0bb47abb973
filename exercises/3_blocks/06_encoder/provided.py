"""The parts of a block, ready to use: attention, normalisation and the feed-forward network.

Each takes numpy arrays or torch tensors, and returns the kind that its first argument has.
"""

from typing import Any

import numpy as np
import torch
from torch.nn import functional


def multi_head_attention(query_input: Any, memory: Any, weights: dict[str, Any], heads: int, keep: Any) -> Any:
    """Every position of query_input collects what it needs from the positions of memory.

    query_input: (batch, query, d_model), what asks: the queries are made of it
    memory: (batch, key, d_model), what is looked at: the keys and the values are made of it
    weights: W_q, W_k, W_v, W_o, each (d_model, d_model)
    keep: bool, broadcasts to (batch, query, key); True means that the query may see the key
    returns (batch, query, d_model)
    """
    q, m, *matrices = _tensors(query_input, memory, *(weights[name] for name in ("W_q", "W_k", "W_v", "W_o")))
    keep = torch.as_tensor(keep)
    if keep.dtype != torch.bool:
        raise TypeError(f"keep must be boolean, True where a key may be seen; it is {keep.dtype}")
    pairs = (len(q), q.shape[1], m.shape[1])
    try:
        keep = keep.expand(pairs)
    except RuntimeError:
        found = tuple(keep.shape)
        raise ValueError(f"keep has shape {found}, which does not broadcast to (batch, query, key) = {pairs}") from None
    sees_something = keep.any(-1, keepdim=True)
    hidden = ~(keep | ~sees_something)  # the library's masks are the other way round: True means hide
    W_q, W_k, W_v, W_o = (matrix.T for matrix in matrices)  # the library multiplies by the transpose
    out, _ = functional.multi_head_attention_forward(
        *(part.transpose(0, 1) for part in (q, m, m)),
        *(q.shape[-1], heads, None, None, None, None, False, 0.0, W_o, None),
        attn_mask=hidden.repeat_interleave(heads, 0),
        need_weights=False,
        use_separate_proj_weight=True,
        **{"q_proj_weight": W_q, "k_proj_weight": W_k, "v_proj_weight": W_v},
    )
    out = torch.where(sees_something, out.transpose(0, 1), torch.zeros(()).to(out))
    return _like(query_input, out)


def layer_norm(x: Any, weights: dict[str, Any]) -> Any:
    """Every token brought to mean 0 and variance 1 over its features, times gamma, plus beta (eps is 0.00001).

    x: (..., d_model)    weights: gamma and beta, each (d_model,)    returns (..., d_model)
    """
    tensor, gamma, beta = _tensors(x, weights["gamma"], weights["beta"])
    return _like(x, functional.layer_norm(tensor, gamma.shape, gamma, beta, 1e-5))


def feed_forward(x: Any, weights: dict[str, Any]) -> Any:
    """Two linear layers with a ReLU between them, for every token alone.

    x: (..., d_model)    weights: W_1 (d_model, d_ff), b_1 (d_ff,), W_2 (d_ff, d_model), b_2 (d_model,)
    returns (..., d_model)
    """
    tensor, W_1, b_1, W_2, b_2 = _tensors(x, *(weights[name] for name in ("W_1", "b_1", "W_2", "b_2")))
    return _like(x, functional.linear(functional.relu(functional.linear(tensor, W_1.T, b_1)), W_2.T, b_2))


def _tensors(*arrays: Any) -> list[torch.Tensor]:
    """All as tensors of one precision, the highest among them."""
    tensors = [torch.as_tensor(array) for array in arrays]
    dtype = tensors[0].dtype if tensors[0].is_floating_point() else torch.get_default_dtype()
    for tensor in tensors:
        dtype = torch.promote_types(dtype, tensor.dtype)
    return [tensor.to(dtype) for tensor in tensors]


def _like(x: Any, result: torch.Tensor) -> Any:
    return result if isinstance(x, torch.Tensor) else np.asarray(result.detach())
