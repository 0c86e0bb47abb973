# right: a float mask of zeros and -inf that is added, and a class for the layers.
"""The key-value cache."""

import torch


class Layer:
    """One layer: its weights, the number of heads."""

    def __init__(self, weights, heads):
        self.weights, self.heads = weights, heads

    def split(self, x, name):
        y = x.matmul(self.weights[name])
        return y.reshape(*y.shape[:2], self.heads, -1).permute(0, 2, 1, 3)

    def join(self, out):
        return out.permute(0, 2, 1, 3).reshape(out.shape[0], out.shape[2], -1).matmul(self.weights["W_o"])

    def __call__(self, x, cache):
        cache = append(cache, self.split(x, "W_k"), self.split(x, "W_v"))
        return self.join(attend(self.split(x, "W_q"), cache["keys"], cache["values"])), cache


def append(cache, keys, values):
    if not cache:
        return {"keys": keys.clone(), "values": values.clone()}
    grown = dict(cache)
    grown["keys"] = torch.cat([cache["keys"], keys], dim=-2)
    grown["values"] = torch.cat([cache["values"], values], dim=-2)
    return grown


def attend(queries, keys, values):
    new, total = queries.shape[-2], keys.shape[-2]
    past = total - new
    mask = torch.cat([torch.zeros(new, past), torch.full((new, new), float("-inf")).triu(1)], dim=1)
    scores = (queries * queries.shape[-1] ** -0.5) @ keys.mT + mask.to(queries.dtype)
    return torch.softmax(scores, dim=-1) @ values


def attention_step(x, cache, weights, heads):
    return Layer(weights, heads)(x, cache)


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[-2]
    x = model["embedding"][ids] + model["positions"].narrow(0, past, ids.shape[1])
    new_caches = list(caches)
    for number, weights in enumerate(model["layers"]):
        out, new_caches[number] = attention_step(x, caches[number], weights, heads)
        x = x + out
    return x @ model["embedding"].mT, new_caches


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    predicted = [logits[:, -1].argmax(-1)]
    for _ in range(n - 1):
        logits, cache = step(predicted[-1].unsqueeze(1), cache)
        predicted.append(logits[:, -1].argmax(-1))
    return torch.stack(predicted, dim=1)


def count_scores(length, cached):
    if cached:
        return sum(range(1, length + 1))
    return sum(t**2 for t in range(1, length + 1))
