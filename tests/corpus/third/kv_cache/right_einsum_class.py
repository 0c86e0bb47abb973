# right: einsum everywhere, a small class that knows the heads, the mask from comparing positions, softmax as exp of differences to logsumexp.
import torch


class Attention:
    def __init__(self, weights, heads):
        self.weights, self.heads = weights, heads

    def project(self, x, name):
        b, n, d = x.shape
        matrix = self.weights[name].reshape(d, self.heads, d // self.heads)
        return torch.einsum("bnd,dhk->bhnk", x, matrix)

    def merge(self, y):
        matrix = self.weights["W_o"]
        matrix = matrix.reshape(self.heads, matrix.shape[0] // self.heads, matrix.shape[1])
        return torch.einsum("bhnk,hkd->bnd", y, matrix)

    def __call__(self, x, cache):
        cache = append(cache, self.project(x, "W_k"), self.project(x, "W_v"))
        return self.merge(attend(self.project(x, "W_q"), **cache)), cache


def append(cache, keys, values):
    cache = cache or {"keys": keys[:, :, :0], "values": values[:, :, :0]}
    return dict(
        keys=torch.cat((cache["keys"], keys), -2),
        values=torch.cat((cache["values"], values), -2),
    )


def attend(queries, keys, values):
    new, total = queries.size(2), keys.size(2)
    scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys) * queries.size(3) ** -0.5
    where = torch.arange(total, device=keys.device)
    later = where[None, :] > where[total - new :, None]
    scores = torch.where(later, torch.full_like(scores, -torch.inf), scores)
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    return torch.einsum("bhqk,bhkd->bhqd", weights, values)


def attention_step(x, cache, weights, heads):
    return Attention(weights, heads)(x, cache)


def decode_step(ids, caches, model, heads):
    lengths = [0 if c is None else c["keys"].size(2) for c in caches]
    past = max(lengths, default=0)
    places = torch.arange(past, past + ids.size(1), device=ids.device)
    x = torch.nn.functional.embedding(ids, model["embedding"]) + model["positions"][places][None]
    after = []
    for layer, cache in zip(model["layers"], caches, strict=True):
        difference, cache = Attention(layer, heads)(x, cache)
        x = x + difference
        after += [cache]
    return torch.einsum("bnd,vd->bnv", x, model["embedding"]), after


def generate(step, prompt, n):
    def tokens():
        ids, cache = prompt, None
        for _ in range(n):
            logits, cache = step(ids, cache)
            ids = logits[:, -1:].argmax(-1)
            yield ids

    return torch.cat(list(tokens()), 1)


def count_scores(length, cached):
    n = int(length)
    triangle = n * (n + 1) // 2
    return triangle if cached else triangle * (2 * n + 1) // 3
