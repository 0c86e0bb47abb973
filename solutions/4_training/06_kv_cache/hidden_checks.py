import numpy as np
import torch

from grader.checks import check


def tensor(rng, *shape):
    return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())


def attention_weights(rng, d_model):
    return {name: 1.5 * tensor(rng, d_model, d_model) / d_model**0.5 for name in ("W_q", "W_k", "W_v", "W_o")}


def small_model(rng, vocab_size, longest, d_model, layers):
    embedding, positions = tensor(rng, vocab_size, d_model), tensor(rng, longest, d_model)
    return {
        "embedding": embedding,
        "positions": positions,
        "layers": [attention_weights(rng, d_model) for _ in range(layers)],
    }


def some_ids(rng, vocab_size, *shape):
    return torch.tensor(rng.randint(vocab_size, size=shape))


def table_step(rng, vocab_size, states=41):
    """Looks up what follows in a table; its cache is a number that depends on all tokens so far."""
    scores = torch.tensor(np.array([rng.permutation(vocab_size) // 2 for _ in range(states)]) / 4)  # with ties

    def step(ids, cache):
        logits = []
        for token in torch.as_tensor(ids).T:
            cache = (5 * (0 if cache is None else cache) + token + 2) % states
            logits.append(scores[cache])
        return torch.stack(logits, dim=1), cache

    return step


@check(
    "a sentence passed in pieces gives the logits of the whole sentence",
    parts="in pieces: batch position token; whole: batch position token",
)
def in_pieces(impl, rng):
    model = small_model(rng, 13, 8, 21, 2)
    ids = some_ids(rng, 13, 2, 7)
    caches, pieces = [None, None], []
    for piece in ids.split([3, 1, 2, 1], dim=1):
        logits, caches = impl.decode_step(piece, caches, model, 3)
        pieces.append(torch.as_tensor(logits))
    whole, _ = impl.decode_step(ids, [None, None], model, 3)
    return torch.cat(pieces, dim=1), whole


@check(
    "a long past and wide heads: nothing is cut off or rounded",
    parts="cache; output: batch head query feature",
)
def a_long_past(impl, rng):
    past = {"keys": tensor(rng, 1, 1, 290, 2), "values": tensor(rng, 1, 1, 290, 264) / 1000}
    cache = impl.append(past, tensor(rng, 1, 1, 8, 2), tensor(rng, 1, 1, 8, 264) / 1000)
    queries, keys = tensor(rng, 1, 1, 270, 2), torch.as_tensor(cache["keys"])
    return cache, impl.attend(queries, keys, torch.as_tensor(cache["values"]))


@check(
    "a long prompt goes through a wide model with many heads and a large vocabulary",
    parts="wide: batch position feature; logits: batch position token; long: batch position feature",
)
def a_large_model(impl, rng):
    # One entry in each row and column: as wide as it is, such a matrix is made and multiplied in no time.
    wide = {name: torch.eye(264)[rng.permutation(264)] for name in ("W_q", "W_k", "W_v", "W_o")}
    model = {"embedding": tensor(rng, 300, 264), "positions": tensor(rng, 3, 264), "layers": [wide]}
    ids = torch.tensor([[0, 299, 257]])
    out, _ = impl.attention_step(model["embedding"][ids], None, wide, 264)
    long, _ = impl.attention_step(tensor(rng, 1, 270, 2), None, attention_weights(rng, 2), 2)
    return out, impl.decode_step(ids, [None], model, 264)[0], long


@check(
    "no call remembers an earlier one",
    parts="attend (call: batch head query feature); attention_step (call: batch position feature); "
    "decode_step (call: batch position token); generate (call: batch position)",
)
def nothing_is_remembered(impl, rng):
    queries, x, ids = tensor(rng, 1, 2, 3, 4), tensor(rng, 2, 3, 6), some_ids(rng, 7, 2, 3)
    attended = [impl.attend(queries, tensor(rng, 1, 2, 5, 4), tensor(rng, 1, 2, 5, 4)) for _ in range(2)]
    stepped = [impl.attention_step(x, None, attention_weights(rng, 6), 2)[0] for _ in range(2)]
    decoded = [impl.decode_step(ids, [None], small_model(rng, 7, 5, 6, 1), 2)[0] for _ in range(2)]
    step = table_step(rng, 17)
    generated = [impl.generate(step, some_ids(rng, 17, 2, 4), 5) for _ in range(2)]
    return attended, stepped, decoded, generated


@check(
    "a long sentence goes through the decoder, then one more token",
    parts="logits of the prompt: batch position token; of the token: batch position token",
)
def a_long_sentence(impl, rng):
    model = small_model(rng, 5, 300, 4, 1)
    logits, caches = impl.decode_step(some_ids(rng, 5, 1, 280), [None], model, 2)
    return logits, impl.decode_step(some_ids(rng, 5, 1, 1), caches, model, 2)[0]


@check(
    "a long answer, and many answers at once, with a large vocabulary",
    parts="long: batch position; many: batch position",
)
def a_long_answer(impl, rng):
    step = table_step(rng, 300)
    return impl.generate(step, some_ids(rng, 300, 1, 3), 265), impl.generate(step, some_ids(rng, 300, 262, 1), 3)


@check("for a long document the number of products is exact")
def a_long_document(impl, rng):
    # So long that the sum of squares does not fit into a float: one that is odd is rounded there.
    length = 400_001 + 4 * int(rng.randint(20_000))
    return {
        f"{length} tokens, {'with' if cached else 'without'} a cache": impl.count_scores(length, cached)
        for cached in (True, False)
    }
