# wrong: append keeps spare room behind the cache and writes new tokens into it, so two continuations of the same cache share memory and the second overwrites the first.
import math

import torch


def _room(old, used, needed, like):
    """A buffer with space for `needed` positions: the old one if it is large enough, else one twice as large."""
    if old is not None and old.shape[2] >= needed:
        return old
    b, h, _, d = like.shape
    bigger = torch.zeros(b, h, 2 * needed, d, dtype=like.dtype, device=like.device)
    return bigger


def append(cache, keys, values):
    past = 0 if cache is None else cache["keys"].shape[2]
    total = past + keys.shape[2]
    buffers = {}
    for name, new in (("keys", keys), ("values", values)):
        old = None if cache is None else cache.get(name + "_buffer")
        room = _room(old, past, total, new)
        if room is not old and past:
            room[:, :, :past] = cache[name]
        room[:, :, past:total] = new  # no copying of the past, that is what makes it fast
        buffers[name + "_buffer"] = room
        buffers[name] = room[:, :, :total]
    return buffers


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    s = queries @ keys.mT / math.sqrt(queries.shape[3])
    s = s + torch.full((new, total), -math.inf, dtype=s.dtype, device=s.device).triu(total - new + 1)
    return s.softmax(dim=-1) @ values


def attention_step(x, cache, weights, heads):
    b, n, d = x.shape
    q, k, v = ((x @ weights[w]).reshape(b, n, heads, -1).transpose(1, 2) for w in ("W_q", "W_k", "W_v"))
    cache = append(cache, k, v)
    o = attend(q, cache["keys"], cache["values"])
    return o.transpose(1, 2).reshape(b, n, d) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = caches[0]["keys"].shape[2] if caches[0] else 0
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    new_caches = []
    for layer, cache in zip(model["layers"], caches):
        y, c = attention_step(x, cache, layer, heads)
        new_caches.append(c)
        x = x + y
    return x @ model["embedding"].T, new_caches


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    out = [logits[:, -1].argmax(-1)]
    for _ in range(1, n):
        logits, cache = step(out[-1][:, None], cache)
        out.append(logits[:, -1].argmax(-1))
    return torch.stack(out, 1)


def count_scores(length, cached):
    steps = range(1, length + 1)
    return sum(steps) if cached else sum(t * t for t in steps)
