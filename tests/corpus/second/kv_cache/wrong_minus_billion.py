# wrong: attend fills hidden scores with -1e9; shows when the visible scores are lower still, then later keys get the weight
import torch


class Memory:
    def __init__(self, cache):
        self.keys = None if cache is None else cache["keys"]
        self.values = None if cache is None else cache["values"]

    def __len__(self):
        return 0 if self.keys is None else self.keys.shape[2]

    def plus(self, keys, values):
        if self.keys is None:
            return {"keys": keys, "values": values}
        return {"keys": torch.cat([self.keys, keys], 2), "values": torch.cat([self.values, values], 2)}


def append(cache, keys, values):
    return Memory(cache).plus(keys, values)


def attend(queries, keys, values):
    new, total = queries.shape[-2], keys.shape[-2]
    scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys) * queries.shape[-1] ** -0.5
    hidden = torch.ones(new, total, dtype=torch.bool, device=scores.device).triu(total - new + 1)
    scores = torch.where(hidden, torch.tensor(-1e9).to(scores), scores)
    exps = torch.exp(scores - scores.amax(-1, keepdim=True))
    return torch.einsum("bhqk,bhkv->bhqv", exps / exps.sum(-1, keepdim=True), values)


def attention_step(x, cache, weights, heads):
    per_head = {name: w.reshape(w.shape[0], heads, -1) for name, w in weights.items() if name != "W_o"}
    q, k, v = (torch.einsum("btm,mhd->bhtd", x, per_head[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return torch.einsum("bhtd,hdm->btm", out, weights["W_o"].reshape(heads, -1, x.shape[-1])), cache


def decode_step(ids, caches, model, heads):
    def run(x, layers, caches):
        if not layers:
            return x, []
        y, first = attention_step(x, caches[0], layers[0], heads)
        x, rest = run(x + y, layers[1:], caches[1:])
        return x, [first] + rest

    past = len(Memory(caches[0]))
    x = model["embedding"][ids] + model["positions"].narrow(0, past, ids.shape[1]).unsqueeze(0)
    x, caches = run(x, list(model["layers"]), list(caches))
    return torch.einsum("btm,vm->btv", x, model["embedding"]), caches


def generate(step, prompt, n):
    out = prompt.new_empty(prompt.shape[0], n)
    cache = None
    for t in range(n):
        logits, cache = step(prompt if t == 0 else out[:, t - 1 : t].clone(), cache)
        out[:, t] = logits[:, -1].max(dim=-1).indices
    return out


def count_scores(length: int, cached: bool) -> int:
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
