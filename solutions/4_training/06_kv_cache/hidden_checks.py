import numpy as np
import torch

from grader.checks import check


def tensor(rng, *shape):
    return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())


def small_model(rng, vocab_size, longest, d_model, layers):
    def weights():
        return {name: 1.5 * tensor(rng, d_model, d_model) / d_model**0.5 for name in ("W_q", "W_k", "W_v", "W_o")}

    embedding, positions = tensor(rng, vocab_size, d_model), tensor(rng, longest, d_model)
    return {"embedding": embedding, "positions": positions, "layers": [weights() for _ in range(layers)]}


@check("a sentence handed over in pieces gives the logits of the whole sentence", axes="batch position token")
def in_pieces(impl, rng):
    model = small_model(rng, 13, 8, 21, 2)
    ids = torch.tensor(rng.randint(13, size=(2, 7)))
    caches, pieces = [None, None], []
    for piece in ids.split([3, 1, 2, 1], dim=1):
        logits, caches = impl.decode_step(piece, caches, model, 3)
        pieces.append(torch.as_tensor(logits))
    whole, _ = impl.decode_step(ids, [None, None], model, 3)
    return {"in pieces": torch.cat(pieces, dim=1), "whole": whole}


@check("two different continuations can start from the same cache", axes="batch position token")
def two_branches(impl, rng):
    model = small_model(rng, 7, 6, 10, 1)
    _, caches = impl.decode_step(torch.tensor(rng.randint(7, size=(2, 3))), [None], model, 2)
    return [impl.decode_step(torch.tensor(rng.randint(7, size=(2, 1))), caches, model, 2)[0] for _ in range(2)]


@check("a long answer to a prompt of one token is generated", axes="batch position")
def a_long_answer(impl, rng):
    scores = torch.tensor(np.array([rng.permutation(17) for _ in range(41)]) / 4)

    def step(ids, cache):
        logits = []
        for token in torch.as_tensor(ids).T:
            cache = (5 * (0 if cache is None else cache) + token + 2) % 41
            logits.append(scores[cache])
        return torch.stack(logits, dim=1), cache

    return impl.generate(step, torch.tensor(rng.randint(17, size=(5, 1))), 12)
