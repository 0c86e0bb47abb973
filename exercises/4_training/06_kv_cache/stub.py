"""The key-value cache: in decoding, keep the keys and values of the past instead of computing them again."""

import torch

# A cache is a dict {"keys": (batch, heads, past, d_k), "values": (batch, heads, past, d_v)}, or None while it is empty.


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    """The cache with new keys and values after the old ones.

    keys: (batch, heads, new, d_k)    values: (batch, heads, new, d_v)
    returns a new dict with past + new positions; the caller's cache is not changed
    """
    raise NotImplementedError


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Scaled dot-product attention of the newest queries to all keys; none looks ahead.

    queries: (batch, heads, new, d_k), those of the last `new` of the `total` positions
    keys: (batch, heads, total, d_k)    values: (batch, heads, total, d_v)
    returns (batch, heads, new, d_v)
    """
    raise NotImplementedError


def attention_step(
    x: torch.Tensor, cache: dict | None, weights: dict[str, torch.Tensor], heads: int
) -> tuple[torch.Tensor, dict]:
    """Multi-head self-attention of the new tokens only; what it needs from the past comes from the cache.

    x: (batch, new, d_model), the new tokens    weights: W_q, W_k, W_v, W_o, each (d_model, d_model), for x @ W
    returns the output (batch, new, d_model), and the cache with the new tokens' keys and values
    """
    raise NotImplementedError


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    """Run the new tokens through a small decoder: embedding + position, then layers x + attention, then logits.

    ids: (batch, new)    caches: one per layer; all None at the start
    model: "embedding" (vocab_size, d_model); "positions" (longest, d_model), row 0 for the first token of a sentence;
        "layers", the weights of each layer's attention.  logits = x @ embedding.T
    returns logits (batch, new, vocab_size), and the new caches in a new list; the caller's list is not changed
    """
    raise NotImplementedError


def generate(step, prompt: torch.Tensor, n: int) -> torch.Tensor:
    """Predict n tokens after the prompt, greedily, and pass every token to the model only once.

    step(ids, cache) -> logits (batch, new, vocab_size), cache: takes only the new tokens, ids (batch, new), and the
        cache that it returned the last time (None at first)
    prompt: ids (batch, length)    n: at least 1    returns ids (batch, n), without the prompt
    """
    raise NotImplementedError


def count_scores(length: int, cached: bool) -> int:
    """How many products query · key one head computes while `length` tokens are passed to it one after the other.

    cached: step t computes one query against t keys.  Otherwise it computes the whole t × t table again.
    returns an exact int, even for long documents
    """
    raise NotImplementedError
