# wrong: generate takes one argmax over the whole last position, all sentences together, so with a batch of more than one the tokens are wrong.
import torch


def append(cache, keys, values):
    def longer(name, new):
        return new if cache is None else torch.concat([cache[name], new], axis=2)

    return {"keys": longer("keys", keys), "values": longer("values", values)}


def attend(queries, keys, values):
    d_k = queries.shape[-1]
    n, t = queries.shape[-2], keys.shape[-2]
    scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys) / d_k**0.5
    position = torch.arange(t, device=scores.device)
    seen = position.expand(n, t) <= position[-n:].reshape(n, 1)
    weights = torch.softmax(torch.where(seen, scores, -torch.inf), dim=-1)
    return torch.einsum("bhqk,bhkv->bhqv", weights, values)


def attention_step(x, cache, weights, heads):
    projections = []
    for name in ("W_q", "W_k", "W_v"):
        y = torch.einsum("bnd,de->bne", x, weights[name])
        projections.append(y.reshape(*y.shape[:2], heads, -1).permute(0, 2, 1, 3))
    q, k, v = projections
    grown = append(cache, k, v)
    out = attend(q, grown["keys"], grown["values"])
    out = out.permute(0, 2, 1, 3).flatten(start_dim=2)
    return torch.einsum("bnd,de->bne", out, weights["W_o"]), grown


def decode_step(ids, caches, model, heads):
    past = caches[0]["keys"].shape[2] if caches[0] is not None else 0
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for cache, weights in zip(caches, model["layers"]):
        out, new_cache = attention_step(x, cache, weights, heads)
        grown.append(new_cache)
        x = x + out
    return torch.einsum("bnd,vd->bnv", x, model["embedding"]), grown


def generate(step, prompt, n):
    batch = prompt.shape[0]
    out = torch.zeros((batch, n), dtype=torch.int64, device=prompt.device)
    logits, cache = step(prompt, None)
    for t in range(n):
        out[:, t] = logits[:, -1].argmax()
        if t + 1 < n:
            logits, cache = step(out[:, t : t + 1], cache)
    return out


def count_scores(length, cached):
    return length * (length + 1) // 2 if cached else length * (length + 1) * (2 * length + 1) // 6
