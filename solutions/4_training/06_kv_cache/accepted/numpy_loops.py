"""Numpy, and loops over sentences, heads and queries; each query gets only the keys that it may see."""

import numpy as np
import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": np.asarray(keys), "values": np.asarray(values)}
    return {
        "keys": np.concatenate([cache["keys"], keys], axis=2),
        "values": np.concatenate([cache["values"], values], axis=2),
    }


def attend(queries, keys, values):
    queries, keys, values = (np.asarray(array) for array in (queries, keys, values))
    batch, heads, new, d_k = queries.shape
    past = keys.shape[2] - new
    out = np.zeros((batch, heads, new, values.shape[-1]))
    for b in range(batch):
        for h in range(heads):
            for i in range(new):
                seen = past + i + 1
                scores = keys[b, h, :seen] @ queries[b, h, i] / np.sqrt(d_k)
                shares = np.exp(scores - scores.max())
                out[b, h, i] = shares @ values[b, h, :seen] / shares.sum()
    return out


def attention_step(x, cache, weights, heads):
    x = np.asarray(x)

    def split(y):
        return np.stack(np.split(y, heads, axis=-1), axis=1)

    q, k, v = (split(x @ np.asarray(weights[name])) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return np.concatenate(list(out.swapaxes(0, 1)), axis=-1) @ np.asarray(weights["W_o"]), cache


def decode_step(ids, caches, model, heads):
    ids, embedding = np.asarray(ids), np.asarray(model["embedding"])
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = embedding[ids] + np.asarray(model["positions"])[past : past + ids.shape[1]]
    grown = []
    for cache, weights in zip(caches, model["layers"], strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ embedding.T, grown


def generate(step, prompt, n):
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        tokens = np.argmax(np.asarray(logits)[:, -1], axis=-1)
        predicted.append(tokens)
        new = torch.tensor(tokens[:, None])
    return np.stack(predicted, axis=1)


def count_scores(length, cached):
    t = np.arange(1, length + 1)
    return int(t @ np.ones_like(t)) if cached else int(t @ t)
