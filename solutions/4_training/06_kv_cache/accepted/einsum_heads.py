"""einsum with the heads as an axis of the weights."""

import torch


def append(cache, keys, values):
    old = cache or {"keys": keys[:, :, :0], "values": values[:, :, :0]}
    return {name: torch.cat((old[name], new), -2) for name, new in (("keys", keys), ("values", values))}


def attend(queries, keys, values):
    scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys) * keys.size(-1) ** -0.5
    ahead = torch.ones_like(scores, dtype=torch.bool).triu(1 + keys.size(2) - queries.size(2))
    return torch.einsum("bhqk,bhkd->bhqd", torch.softmax(scores.masked_fill(ahead, float("-inf")), -1), values)


def attention_step(x, cache, weights, heads):
    d_model = x.size(-1)
    W = {name: matrix.reshape(d_model, heads, -1) for name, matrix in weights.items() if name != "W_o"}
    q, k, v = (torch.einsum("btm,mhd->bhtd", x, W[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return torch.einsum("bhtd,hdm->btm", out, weights["W_o"].reshape(heads, -1, d_model)), cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[-1] is None else caches[-1]["values"].size(-2)
    where = torch.arange(past, past + ids.size(1))
    x = torch.nn.functional.embedding(ids, model["embedding"]) + model["positions"].index_select(0, where)
    grown = list(caches)
    for i, weights in enumerate(model["layers"]):
        out, grown[i] = attention_step(x, grown[i], weights, heads)
        x = x + out
    return torch.einsum("btm,vm->btv", x, model["embedding"]), grown


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    predicted = []
    for _ in range(n):  # the last call is one too many, but does no harm
        predicted.append(logits[:, -1].argmax(-1))
        logits, cache = step(predicted[-1].unsqueeze(1), cache)
    return torch.stack(predicted, 1)


def count_scores(length, cached):
    return length * (length + 1) // 2 if cached else length * (length + 1) * (2 * length + 1) // 6
