# wrong: two mistakes: decode_step gives the new tokens the positions 0, 1, … even with a past, and count_scores leaves out the hidden half of the table when cached is False.
import math

import torch


def append(cache, keys, values):
    if cache is None:
        new_cache = {"keys": keys, "values": values}
    else:
        new_cache = {
            "keys": torch.cat([cache["keys"], keys], dim=2),
            "values": torch.cat([cache["values"], values], dim=2),
        }
    return new_cache


def attend(queries, keys, values):
    new = queries.shape[2]
    total = keys.shape[2]
    scores = torch.matmul(queries, keys.transpose(2, 3)) / math.sqrt(queries.shape[3])
    for i in range(new):
        scores[:, :, i, total - new + i + 1 :] = float("-inf")
    weights = torch.softmax(scores, dim=3)
    return torch.matmul(weights, values)


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    d_k = d_model // heads
    queries = torch.matmul(x, weights["W_q"]).reshape(batch, new, heads, d_k).permute(0, 2, 1, 3)
    keys = torch.matmul(x, weights["W_k"]).reshape(batch, new, heads, d_k).permute(0, 2, 1, 3)
    values = torch.matmul(x, weights["W_v"]).reshape(batch, new, heads, d_k).permute(0, 2, 1, 3)
    new_cache = append(cache, keys, values)
    result = attend(queries, new_cache["keys"], new_cache["values"])
    result = result.permute(0, 2, 1, 3).reshape(batch, new, d_model)
    return torch.matmul(result, weights["W_o"]), new_cache


def decode_step(ids, caches, model, heads):
    length = ids.shape[1]
    x = model["embedding"][ids] + model["positions"][:length]
    new_caches = []
    for i in range(len(model["layers"])):
        attention, new_cache = attention_step(x, caches[i], model["layers"][i], heads)
        x = x + attention
        new_caches.append(new_cache)
    logits = torch.matmul(x, model["embedding"].T)
    return logits, new_caches


def generate(step, prompt, n):
    result = []
    logits, cache = step(prompt, None)
    token = torch.argmax(logits[:, -1], dim=-1)
    result.append(token)
    for _ in range(n - 1):
        logits, cache = step(token.unsqueeze(1), cache)
        token = torch.argmax(logits[:, -1], dim=-1)
        result.append(token)
    return torch.stack(result, dim=1)


def count_scores(length, cached):
    count = 0
    for t in range(1, length + 1):
        if cached:
            count += t  # one query, t keys
        else:
            count += t * (t + 1) // 2  # t queries, query i sees i keys
    return count
