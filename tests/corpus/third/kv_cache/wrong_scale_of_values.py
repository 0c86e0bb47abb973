# wrong: attend divides by the square root of the width of the values (d_v) instead of d_k, which shows when the two differ.
import torch


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    pairs = {"keys": keys, "values": values}
    if cache is None:
        return pairs
    return {name: torch.cat([cache[name], pairs[name]], dim=2) for name in pairs}


def attend(queries, keys, values):
    batch, heads, total, width = values.shape
    new = queries.shape[2]
    outputs = []
    for i in range(new):
        last = total - new + i  # the position of query i
        seen_keys, seen_values = keys[:, :, : last + 1], values[:, :, : last + 1]
        scores = torch.einsum("bhd,bhkd->bhk", queries[:, :, i], seen_keys) / width**0.5
        outputs.append(torch.einsum("bhk,bhkd->bhd", torch.softmax(scores, dim=-1), seen_values))
    return torch.stack(outputs, dim=2)


def attention_step(x, cache, weights, heads):
    def heads_of(name):
        return torch.stack((x @ weights[name]).chunk(heads, dim=-1), dim=1)

    cache = append(cache, heads_of("W_k"), heads_of("W_v"))
    answer = attend(heads_of("W_q"), cache["keys"], cache["values"])
    return torch.cat(answer.unbind(dim=1), dim=-1) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    if caches[0] is None:
        past = 0
    else:
        past = caches[0]["keys"].shape[2]
    where = torch.arange(ids.shape[1], device=ids.device) + past
    x = model["embedding"][ids] + model["positions"][where]
    new_caches = []
    for weights, cache in zip(model["layers"], caches):
        change, cache = attention_step(x, cache, weights, heads)
        new_caches.append(cache)
        x = x + change
    return x @ model["embedding"].T, new_caches


def generate(step, prompt, n):
    cache = None
    ids = prompt
    tokens = []
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = torch.argmax(logits[:, -1, :], dim=-1, keepdim=True)
        tokens.append(ids)
    return torch.cat(tokens, dim=-1)


def count_scores(length, cached):
    total = 0
    for t in range(1, length + 1):
        total += t if cached else t**2
    return total
