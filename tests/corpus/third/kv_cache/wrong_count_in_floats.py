# wrong: count_scores adds up in a float and makes an int of it at the end, which is not exact any more for 400,000 tokens without a cache.
import torch
import torch.nn.functional as F


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys, "values": values}
    old_keys, old_values = cache["keys"], cache["values"]
    return {"keys": torch.cat((old_keys, keys), 2), "values": torch.cat((old_values, values), 2)}


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    bias = torch.zeros(new, total, dtype=queries.dtype, device=queries.device)
    for i in range(new):
        bias[i, total - new + i + 1 :] = -torch.inf
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=bias)


def attention_step(x, cache, weights, heads):
    b, n, d = x.shape
    projected = x @ torch.cat([weights["W_q"], weights["W_k"], weights["W_v"]], dim=1)
    q, k, v = projected.reshape(b, n, 3, heads, d // heads).permute(2, 0, 3, 1, 4)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"]).permute(0, 2, 1, 3).reshape(b, n, d)
    return out @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = F.embedding(ids, model["embedding"]) + model["positions"][past : past + ids.shape[1]]
    new_caches = []
    for weights, cache in zip(model["layers"], caches):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        new_caches.append(cache)
    return F.linear(x, model["embedding"]), new_caches


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    generated = logits[:, -1].argmax(-1, keepdim=True)
    while generated.shape[1] < n:
        logits, cache = step(generated[:, -1:], cache)
        generated = torch.cat([generated, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    return generated


def count_scores(length: int, cached: bool) -> int:
    total = 0.0
    for t in range(1, length + 1):
        total += t if cached else t * t
    return int(total)
