import numpy as np
import torch

from grader.checks import check, inject


@check("one token, and ids with three axes")
def any_shape_of_ids(impl, rng):
    table = rng.normal(size=(6, 5))
    ids = rng.randint(0, 6, size=(2, 3, 4))
    return {
        "one token": impl.lookup(np.array(3), table),
        "three axes": impl.lookup(ids, table),
        "one token, scaled": impl.embed(np.array(5), table.copy()),
        "three axes, scaled": impl.embed(ids, table.copy()),
    }


@check("logits of one vector, and of hidden vectors with three axes in front", axes="word; batch beam position word")
def any_shape_of_hidden(impl, rng):
    table = rng.normal(size=(6, 5))
    return impl.tied_logits(rng.normal(size=5), table), impl.tied_logits(rng.normal(size=(2, 3, 4, 5)), table)


@check("in a batch a word's row adds up the gradients of all its places", axes="word feature")
def gradient_of_a_batch(impl, rng):
    ids = rng.randint(0, 3, size=(2, 5))
    ids[0, 1] = ids[1, 3] = ids[1, 4] = 6
    return impl.lookup_gradient(ids, rng.normal(size=(2, 5, 4)), 8)


@check("one table used at both ends receives the sum of both gradients", axes="position word; word feature")
def both_uses_of_one_table(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    out = torch.as_tensor(module.logits(torch.tanh(torch.as_tensor(module(torch.tensor([4, 0, 4]))))))
    weights = torch.tensor(rng.normal(size=(3, 5)))
    if not out.requires_grad:
        return out, torch.zeros(5, 7)
    (found,) = torch.autograd.grad((out * weights).sum(), (module.weight,), allow_unused=True)
    return out, torch.zeros(5, 7) if found is None else found
