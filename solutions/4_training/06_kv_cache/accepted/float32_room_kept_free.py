"""In single precision; attention as a softmax by hand, with the past and the new keys scored apart."""

import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys.clone(), "values": values.clone()}
    grown = {}
    for name, new in (("keys", keys), ("values", values)):
        old = cache[name]
        room = torch.empty(*old.shape[:2], old.shape[2] + new.shape[2], old.shape[3], dtype=old.dtype)
        room[:, :, : old.shape[2]] = old
        room[:, :, old.shape[2] :] = new
        grown[name] = room
    return grown


def attend(queries, keys, values):
    queries, keys, values = queries.float(), keys.float(), values.float()
    new, past = queries.shape[2], keys.shape[2] - queries.shape[2]
    scores = torch.matmul(queries / queries.shape[-1] ** 0.5, keys.mT)
    scores[..., past:] += torch.full((new, new), float("-inf")).triu(1)
    shares = torch.exp(scores - scores.amax(-1, keepdim=True))
    return torch.matmul(shares, values) / shares.sum(-1, keepdim=True)


def attention_step(x, cache, weights, heads):
    x = x.float()

    def split(name):
        return (x @ weights[name].float()).view(x.shape[0], x.shape[1], heads, -1).permute(0, 2, 1, 3)

    cache = append(cache, split("W_k"), split("W_v"))
    out = attend(split("W_q"), cache["keys"], cache["values"])
    return out.permute(0, 2, 1, 3).reshape(x.shape) @ weights["W_o"].float(), cache


def decode_step(ids, caches, model, heads):
    start = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"].float()[ids] + model["positions"].float()[start:][: ids.shape[1]]
    grown = []
    for layer, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, layer, heads)
        x, grown = x + out, [*grown, cache]
    return x @ model["embedding"].float().mT, grown


@torch.no_grad()
def generate(step, prompt, n):
    out = prompt.new_zeros(len(prompt), n)
    logits, cache = step(prompt, None)
    for t in range(n):
        if t:
            logits, cache = step(out[:, t - 1 : t], cache)
        out[:, t] = logits[:, -1].max(dim=-1).indices
    return out


def count_scores(length, cached):
    return sum((t + 1) ** (1 if cached else 2) for t in range(length))
