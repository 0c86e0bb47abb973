"""Multi-head attention.  In the mask True means keep, False means hide."""

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    """Give every head its own block of neighbouring features, for every word.

    x: (batch, position, heads · d_head)
    returns (batch, head, position, d_head): head i has the features i · d_head to (i + 1) · d_head - 1
    """
    raise NotImplementedError


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """Concatenate the heads again, word by word: what split_heads did, undone.

    x: (batch, head, position, d_head)
    returns (batch, position, heads · d_head)
    """
    raise NotImplementedError


def multi_head_attention(
    query_input: torch.Tensor,
    key_value_input: torch.Tensor,
    W_q: torch.Tensor,
    W_k: torch.Tensor,
    W_v: torch.Tensor,
    W_o: torch.Tensor,
    heads: int,
    keep: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Concat(head_1, ..., head_h) W^O, where head_i is scaled dot-product attention with its own projections.

    query_input: (batch, query, d_model)    key_value_input: (batch, key, d_model); the same tensor in self-attention
    W_q, W_k: (d_model, heads · d_k)    W_v: (d_model, heads · d_v)    W_o: (heads · d_v, d_model)
    The matrices of head i stand side by side in W_q, W_k and W_v: they are the i-th block of columns.
    keep: bool (batch, query, key), the same for all heads; batch and query may be 1; None: all keys are visible
    returns (outputs, weights): outputs (batch, query, d_model) and weights (batch, head, query, key)

    A query that may see no key gets zeros.
    """
    raise NotImplementedError


class MultiHeadAttention(nn.Module):
    """Multi-head attention with learned projections."""

    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(
        self, query_input: torch.Tensor, key_value_input: torch.Tensor, keep: torch.Tensor | None = None
    ) -> torch.Tensor:
        """(batch, query, d_model) and (batch, key, d_model) -> (batch, query, d_model): only the outputs.

        keep as above. Gradients flow back to both inputs and to all four projections; they are never NaN.
        """
        raise NotImplementedError
