# wrong: generate reads the logits at position 0, not the last; shows for prompts of more than one token
import torch
import torch.nn.functional as F


def append(cache, keys, values):
    old = cache or {"keys": keys[:, :, :0], "values": values[:, :, :0]}
    return {name: torch.cat((old[name], fresh), dim=-2) for name, fresh in (("keys", keys), ("values", values))}


def attend(queries, keys, values):
    total, new = keys.size(-2), queries.size(-2)
    place = torch.arange(total, device=keys.device)
    visible = place[None, :] <= place[total - new :, None]
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=visible)


def attention_step(x, cache, weights, heads):
    q, k, v = [
        (x @ weights[w]).unflatten(-1, (heads, -1)).permute(0, 2, 1, 3) for w in ("W_q", "W_k", "W_v")
    ]
    grown = append(cache, k, v)
    mixed = attend(q, **grown)
    return mixed.permute(0, 2, 1, 3).flatten(2) @ weights["W_o"], grown


def decode_step(ids, caches, model, heads):
    past = next((c["keys"].size(2) for c in caches if c), 0)
    where = torch.arange(past, past + ids.size(1), device=ids.device)
    x = F.embedding(ids, model["embedding"]) + F.embedding(where, model["positions"])
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        attended, cache = attention_step(x, cache, weights, heads)
        grown += [cache]
        x = x + attended
    return F.linear(x, model["embedding"]), grown


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    out = [logits[:, 0].argmax(-1)]
    for _ in range(n - 1):
        logits, cache = step(out[-1][:, None], cache)
        out.append(logits[:, 0].argmax(-1))
    return torch.stack(out, -1)


def count_scores(length, cached):
    return sum(range(length + 1)) if cached else sum(t**2 for t in range(length + 1))
