# right: small classes and the library attention with a bool mask
import torch
import torch.nn.functional as F


class Past:
    def __init__(self, cache):
        self.keys = None if cache is None else cache["keys"]
        self.values = None if cache is None else cache["values"]

    def __len__(self):
        return 0 if self.keys is None else self.keys.shape[2]

    def grow(self, keys, values):
        if self.keys is None:
            return {"keys": keys, "values": values}
        total = len(self) + keys.shape[2]
        k = keys.new_empty(*keys.shape[:2], total, keys.shape[3])
        v = values.new_empty(*values.shape[:2], total, values.shape[3])
        k[:, :, : len(self)], k[:, :, len(self) :] = self.keys, keys
        v[:, :, : len(self)], v[:, :, len(self) :] = self.values, values
        return {"keys": k, "values": v}


class Layer:
    def __init__(self, weights, heads):
        self.w, self.heads = weights, heads

    def project(self, x, name):
        b, n, d = x.shape
        w = self.w[name].reshape(d, self.heads, d // self.heads)
        return torch.einsum("bnd,dhk->bhnk", x, w)

    def __call__(self, x, cache):
        cache = append(cache, self.project(x, "W_k"), self.project(x, "W_v"))
        mixed = attend(self.project(x, "W_q"), cache["keys"], cache["values"])
        b, h, n, d_k = mixed.shape
        w = self.w["W_o"].reshape(h, d_k, -1)
        return torch.einsum("bhnk,hkd->bnd", mixed, w), cache


def append(cache, keys, values):
    return Past(cache).grow(keys, values)


def attend(queries, keys, values):
    new, total = queries.shape[-2], keys.shape[-2]
    ahead = torch.triu(torch.ones(new, total, device=queries.device), diagonal=total - new + 1)
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=ahead == 0)


def attention_step(x, cache, weights, heads):
    return Layer(weights, heads)(x, cache)


def decode_step(ids, caches, model, heads):
    table = model["embedding"]
    start = len(Past(caches[0]))
    x = table[ids] + model["positions"][None, start : start + ids.shape[1]]
    grown = []
    for n, weights in enumerate(model["layers"]):
        change, cache = Layer(weights, heads)(x, caches[n])
        x = x + change
        grown = grown + [cache]
    return F.linear(x, table), grown


def generate(step, prompt, n):
    out = torch.zeros(len(prompt), n, dtype=torch.int64, device=prompt.device)
    cache, feed = None, prompt
    for t in range(n):
        logits, cache = step(feed, cache)
        out[:, t] = logits[:, -1].max(dim=-1).indices
        feed = out[:, t : t + 1].clone()
    return out


def count_scores(length, cached):
    steps = range(1, length + 1)
    return sum(steps) if cached else sum(map(lambda t: t**2, steps))
