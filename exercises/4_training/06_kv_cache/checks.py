import numpy as np
import torch

from grader.checks import check


def tensor(rng, *shape):
    values = rng.normal(size=shape)
    values.flat[0] = 0  # a number like any other
    return torch.tensor(values, dtype=torch.get_default_dtype())


def full_cache(rng, batch, heads, past, d_k, d_v):
    return {"keys": tensor(rng, batch, heads, past, d_k), "values": tensor(rng, batch, heads, past, d_v)}


def attention_weights(rng, d_model):  # transposed: views, as of the weights of a torch.nn.Linear
    return {name: 1.3 * tensor(rng, d_model, d_model).T / d_model**0.5 for name in ("W_q", "W_k", "W_v", "W_o")}


def small_model(rng, vocab_size, longest, d_model, layers):
    return {
        "embedding": tensor(rng, d_model, vocab_size).T,
        "positions": tensor(rng, d_model, longest).T,
        "layers": [attention_weights(rng, d_model) for _ in range(layers)],
    }


def some_ids(rng, vocab_size, *shape):
    return torch.tensor(rng.randint(vocab_size, size=shape))


class TableStep:
    """Looks up what follows in a table; which row depends on all tokens it was given, in its cache and now."""

    def __init__(self, rng, vocab_size, states=37):
        # Quarters, all different within a row: no decision is close.
        self.scores = torch.tensor(np.array([rng.permutation(vocab_size) for _ in range(states)]) / 4)
        self.handed_over = []

    def __call__(self, ids, cache):
        ids = torch.as_tensor(ids)
        if ids.dim() != 2:
            raise ValueError(f"step was called with ids of shape {tuple(ids.shape)}; it takes (batch, new)")
        self.handed_over.append(int(ids.shape[1]))
        state = torch.zeros(len(ids), dtype=torch.long) if cache is None else cache["state"]
        logits = []
        for token in ids.T:
            state = (3 * state + token + 1) % len(self.scores)
            logits.append(self.scores[state])
        return torch.stack(logits, dim=1), {"state": state}


@check(
    "the worked step: the third token's query sees all three keys",
    parts="cache; weights: batch head query key; output: batch head query feature",
)
def worked_step(impl, rng):
    keys, values = torch.tensor([[[[1.0, 0], [0, 1], [1, 1]]]]), torch.tensor([[[[1.0, 2], [3, 0], [0, 4]]]])
    query = torch.tensor([[[[2.0, 0]]]])
    cache = impl.append({"keys": keys[:, :, :2], "values": values[:, :, :2]}, keys[:, :, 2:], values[:, :, 2:])
    weights = impl.attend(query, keys, torch.eye(3)[None, None])  # values that are unit vectors show the weights
    return cache, weights, impl.attend(query, keys, values)


@check(
    "append puts the new keys and values after the old ones",
    parts="from nothing; behind a past",
)
def appended_behind(impl, rng):
    first = impl.append(None, tensor(rng, 2, 3, 1, 7), tensor(rng, 2, 3, 1, 4))
    grown = impl.append(full_cache(rng, 2, 3, 5, 7, 4), tensor(rng, 2, 3, 2, 7), tensor(rng, 2, 3, 2, 4))
    return first, grown


@check("one new query sees all keys, including its own", axes="batch head query feature")
def one_new_query(impl, rng):
    return impl.attend(tensor(rng, 2, 3, 1, 7), tensor(rng, 2, 3, 5, 7), tensor(rng, 2, 3, 5, 4))


@check("in a prompt, without a past, each query sees itself and those before it", axes="batch head query feature")
def prompt_alone(impl, rng):
    return impl.attend(tensor(rng, 4, 4, 4, 4), tensor(rng, 4, 4, 4, 4), tensor(rng, 4, 4, 4, 4))


@check("several new queries see the past, themselves, and nothing later", axes="batch head query feature")
def several_new_queries(impl, rng):
    return impl.attend(tensor(rng, 2, 3, 4, 5), tensor(rng, 2, 3, 11, 5), tensor(rng, 2, 3, 11, 7))


@check(
    "scores of any size: the weights are those of a softmax over the keys that may be seen",
    parts="large: batch head query feature; very low: batch head query feature",
    follows="several_new_queries",
)
def scores_of_any_size(impl, rng):
    queries, keys, values = tensor(rng, 1, 2, 3, 4), tensor(rng, 1, 2, 5, 4), tensor(rng, 1, 2, 5, 3)
    queries[:, 1] = 16  # the second head's scores lie between 700 and 4000
    keys[:, 1] = 25.0 * torch.tensor(rng.permutation(5) + 1)[:, None]
    low = torch.zeros(1, 1, 5, 4)
    low[0, 0, :, 0] = -(2.0**52) * torch.tensor([*(rng.permutation(3) + 3), 2, 1])  # the later, the less low
    large = impl.attend(2.0**17 * queries, keys / 2.0**17, values)
    return large, impl.attend(torch.full((1, 1, 3, 4), 2.0**52), low, values[:, :1])


@check(
    "one new token attends to the cache, and adds its own key and value",
    parts="output: batch position feature; cache",
    follows="one_new_query",
)
def one_token(impl, rng):
    cache, weights = full_cache(rng, 2, 3, 4, 5, 5), attention_weights(rng, 15)
    return impl.attention_step(tensor(rng, 2, 1, 15), cache, weights, 3)


@check(
    "several new tokens go through at once, with or without a past",
    parts="without a past: batch position feature; its cache; with a past: batch position feature",
    follows="several_new_queries",
)
def several_tokens(impl, rng):
    cache, weights = full_cache(rng, 2, 3, 4, 5, 5), attention_weights(rng, 15)
    out, grown = impl.attention_step(tensor(rng, 2, 7, 15), None, weights, 3)
    later, _ = impl.attention_step(tensor(rng, 2, 2, 15), cache, weights, 3)
    return out, grown, later


@check(
    "token by token gives the same as all at once",
    parts="token by token: batch position feature; at once: batch position feature",
    follows="one_token",
)
def same_as_recomputation(impl, rng):
    x, weights = tensor(rng, 2, 5, 10), attention_weights(rng, 10)
    cache, outs = None, []
    for t in range(5):
        out, cache = impl.attention_step(x[:, t : t + 1], cache, weights, 2)
        outs.append(torch.as_tensor(out))
    at_once, _ = impl.attention_step(x, None, weights, 2)
    return torch.cat(outs, dim=1), at_once


@check(
    "a prompt goes through the decoder: embedding and position, two layers, logits",
    axes="batch position token",
    follows="several_tokens",
)
def from_the_start(impl, rng):
    model = small_model(rng, 8, 6, 8, 2)
    return impl.decode_step(some_ids(rng, 8, 4, 4), [None, None], model, 2)[0]


@check(
    "new tokens have the positions after those in the cache (with one layer)",
    axes="batch position token",
    follows="from_the_start",
)
def positions_go_on(impl, rng):
    model = small_model(rng, 11, 9, 10, 1)
    impl.decode_step(some_ids(rng, 11, 3, 1), [None], model, 2)  # the start of another sentence: of no concern here
    return impl.decode_step(some_ids(rng, 11, 3, 2), [full_cache(rng, 3, 2, 4, 5, 5)], model, 2)[0]


@check(
    "each layer has its own cache, independent of the others",
    parts="logits: batch position token; caches (cache)",
    follows="positions_go_on",
)
def a_cache_for_each_layer(impl, rng):
    model = small_model(rng, 11, 9, 10, 3)
    caches = [full_cache(rng, 2, 2, 3, 5, 5) for _ in range(3)]
    impl.decode_step(some_ids(rng, 11, 2, 1), [None] * 3, model, 2)  # another sentence, as above
    return impl.decode_step(some_ids(rng, 11, 2, 4), caches, model, 2)


@check(
    "two continuations can start from the same caches",
    parts="continuation: batch position token",
    follows="positions_go_on",
)
def two_branches(impl, rng):
    model = small_model(rng, 7, 6, 10, 1)
    _, caches = impl.decode_step(some_ids(rng, 7, 1, 3), [None], model, 2)
    return [impl.decode_step(some_ids(rng, 7, 1, 1), caches, model, 2)[0] for _ in range(2)]


@check(
    "generate predicts the tokens that greedy decoding predicts",
    parts="seven tokens: batch position; four tokens after four: batch position; one token: batch position",
)
def generated_tokens(impl, rng):
    step = TableStep(rng, 13)
    seven = impl.generate(step, some_ids(rng, 13, 5, 3).T, 7)
    return seven, impl.generate(step, some_ids(rng, 13, 4, 4), 4), impl.generate(step, some_ids(rng, 13, 1, 1), 1)


@check("the first call gets the prompt, each later one the newest token alone", follows="generated_tokens")
def only_the_newest(impl, rng):
    step, length = TableStep(rng, 13), int(rng.randint(3, 8))
    ids = impl.generate(step, some_ids(rng, 13, 2, length), 6)
    first, *later = step.handed_over or [0]
    return {"tokens in the first call": first, "most tokens in a later call": max(later, default=0)} | {
        "ids": ids,
        "ids looked up": np.arange(13)[np.asarray(ids)],
    }


@check("the number of products with a cache and without")
def scores_counted(impl, rng):
    lengths = [1, 2, 4, int(rng.randint(5, 9)), int(rng.randint(20, 40)), 100, 1000]
    return {
        f"{length} tokens, {'with' if cached else 'without'} a cache": impl.count_scores(length, cached)
        for length in lengths
        for cached in (True, False)
    }
