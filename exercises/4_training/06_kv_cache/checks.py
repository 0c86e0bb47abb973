import numpy as np
import torch

from grader.checks import check


def tensor(rng, *shape):
    return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())


def full_cache(rng, batch, heads, past, d_k, d_v):
    return {"keys": tensor(rng, batch, heads, past, d_k), "values": tensor(rng, batch, heads, past, d_v)}


def attention_weights(rng, d_model):
    return {name: 1.5 * tensor(rng, d_model, d_model) / d_model**0.5 for name in ("W_q", "W_k", "W_v", "W_o")}


def small_model(rng, vocab_size, longest, d_model, layers):
    return {
        "embedding": tensor(rng, vocab_size, d_model),
        "positions": tensor(rng, longest, d_model),
        "layers": [attention_weights(rng, d_model) for _ in range(layers)],
    }


class TableStep:
    """Looks up what follows in a table; which row depends on all tokens it was given, in its cache and now."""

    def __init__(self, rng, vocab_size, states=37):
        # Quarters, all different within a row: no decision is close.
        self.scores = torch.tensor(np.array([rng.permutation(vocab_size) for _ in range(states)]) / 4)
        self.handed_over = []

    def __call__(self, ids, cache):
        ids = torch.as_tensor(ids)
        self.handed_over.append(int(ids.shape[1]))
        state = torch.zeros(len(ids), dtype=torch.long) if cache is None else cache["state"]
        logits = []
        for token in ids.T:
            state = (3 * state + token + 1) % len(self.scores)
            logits.append(self.scores[state])
        return torch.stack(logits, dim=1), {"state": state}


@check("append puts the new keys and values behind the old ones, and leaves the old cache as it was")
def appended_behind(impl, rng):
    cache = full_cache(rng, 2, 3, 5, 7, 4)
    first = impl.append(None, tensor(rng, 2, 3, 1, 7), tensor(rng, 2, 3, 1, 4))
    grown = impl.append(cache, tensor(rng, 2, 3, 2, 7), tensor(rng, 2, 3, 2, 4))
    return {"from nothing": first, "grown": grown, "the old cache after the call": cache}


@check("one new query looks at all keys, its own among them", axes="batch head query feature")
def one_new_query(impl, rng):
    return impl.attend(tensor(rng, 2, 3, 1, 7), tensor(rng, 2, 3, 5, 7), tensor(rng, 2, 3, 5, 4))


@check("several new queries see the past, themselves, and nothing later", axes="batch head query feature")
def several_new_queries(impl, rng):
    return impl.attend(tensor(rng, 2, 3, 4, 5), tensor(rng, 2, 3, 11, 5), tensor(rng, 2, 3, 11, 7))


@check(
    "one new token asks the cache, and leaves its own key and value there",
    follows="one_new_query",
)
def one_token(impl, rng):
    cache, weights = full_cache(rng, 2, 3, 4, 5, 5), attention_weights(rng, 15)
    out, grown = impl.attention_step(tensor(rng, 2, 1, 15), cache, weights, 3)
    return {"output": out, "cache": grown}


@check("several new tokens go through at once, with or without a past", follows="several_new_queries")
def several_tokens(impl, rng):
    cache, weights = full_cache(rng, 2, 3, 4, 5, 5), attention_weights(rng, 15)
    out, grown = impl.attention_step(tensor(rng, 2, 7, 15), None, weights, 3)
    later, _ = impl.attention_step(tensor(rng, 2, 2, 15), cache, weights, 3)
    return {"without a past": out, "its cache": grown, "with a past": later}


@check("token by token comes out the same as all at once", axes="batch position feature", follows="one_token")
def same_as_recomputation(impl, rng):
    x, weights = tensor(rng, 2, 5, 10), attention_weights(rng, 10)
    cache, outs = None, []
    for t in range(5):
        out, cache = impl.attention_step(x[:, t : t + 1], cache, weights, 2)
        outs.append(torch.as_tensor(out))
    at_once, _ = impl.attention_step(x, None, weights, 2)
    return {"token by token": torch.cat(outs, dim=1), "at once": at_once}


@check(
    "a new token's position is counted from the start of the sentence (with one layer)",
    axes="batch position token",
    follows="several_tokens",
)
def positions_go_on(impl, rng):
    model = small_model(rng, 11, 9, 10, 1)
    ids = torch.tensor(rng.randint(11, size=(3, 2)))
    logits, _ = impl.decode_step(ids, [full_cache(rng, 3, 2, 5, 5, 5)], model, 2)
    return logits


@check("each layer has its own cache, and none knows of the others", follows="positions_go_on")
def a_cache_for_each_layer(impl, rng):
    model = small_model(rng, 11, 9, 10, 3)
    ids = torch.tensor(rng.randint(11, size=(2, 4)))
    caches = [full_cache(rng, 2, 2, 3, 5, 5) for _ in range(3)]
    logits, grown = impl.decode_step(ids, caches, model, 2)
    return {"logits": logits, "caches": grown}


@check("the caller's list of caches is left as it was", follows="a_cache_for_each_layer")
def list_is_left_alone(impl, rng):
    model = small_model(rng, 7, 9, 6, 2)
    ids = torch.tensor(rng.randint(7, size=(1, 1)))
    caches = [full_cache(rng, 1, 2, 4, 3, 3) for _ in range(2)]
    logits, _ = impl.decode_step(ids, caches, model, 2)
    return {"logits": logits, "the old caches after the call": caches}


@check("generate predicts the tokens that greedy decoding predicts", axes="batch position")
def generated_tokens(impl, rng):
    step = TableStep(rng, 13)
    return impl.generate(step, torch.tensor(rng.randint(13, size=(3, 5))), 7)


@check("after the prompt each call of the model gets one token, the newest", follows="generated_tokens")
def only_the_newest(impl, rng):
    step = TableStep(rng, 13)
    ids = impl.generate(step, torch.tensor(rng.randint(13, size=(2, 4))), 6)
    return {"most tokens in a call after the first": max(step.handed_over[1:], default=0), "ids": ids}


@check("the number of products with a cache and without")
def scores_counted(impl, rng):
    lengths = [1, 2, int(rng.randint(3, 9)), int(rng.randint(20, 40))]
    return {
        f"{length} tokens, {'with' if cached else 'without'} a cache": impl.count_scores(length, cached)
        for length in lengths
        for cached in (True, False)
    }
