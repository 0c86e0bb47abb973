import numpy as np
import torch

from grader.checks import check, inject


def many_ids(rng):
    """Ids up to 299, 0 and some over 256 among them, as a view that is not contiguous."""
    ids = rng.randint(0, 300, size=(3, 262))
    ids[0, :4], ids[1, :4], ids[2, :2] = [0, 299, 128, 257], [256, 1, 298, 0], 255
    return ids.T


def small(rng, *shape):
    return 0.01 * rng.normal(size=shape)


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


@check(
    "logits of one vector, and of hidden vectors with three axes in front",
    parts="one vector: word; three axes: batch beam position word",
)
def any_shape_of_hidden(impl, rng):
    table = rng.normal(size=(6, 5))
    return impl.tied_logits(rng.normal(size=5), table), impl.tied_logits(rng.normal(size=(2, 3, 4, 5)), table)


@check(
    "in a batch a word's row adds up the gradients of all its places; one token has one place",
    parts="batch: word feature; one token: word feature",
)
def gradient_of_a_batch(impl, rng):
    ids = rng.randint(0, 3, size=(2, 5))
    ids[0, 1] = ids[1, 3] = ids[1, 4] = 6
    batch = impl.lookup_gradient(ids, rng.normal(size=(2, 5, 4)), 8)
    return batch, impl.lookup_gradient(np.array(2), rng.normal(size=4), 5)


@check(
    "one table used at both ends receives the sum of both gradients",
    parts="logits: position word; weight: word feature",
)
def both_uses_of_one_table(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    out = torch.as_tensor(module.logits(torch.tanh(torch.as_tensor(module(torch.tensor([4, 0, 4]))))))
    weights = torch.tensor(rng.normal(size=(3, 5)))
    if not out.requires_grad:
        return out, torch.zeros(5, 7)
    (found,) = torch.autograd.grad((out * weights).sum(), (module.weight,), allow_unused=True)
    return out, torch.zeros(5, 7) if found is None else found


@check("lookup and embed serve a vocabulary of 300 words, hundreds of tokens, wide vectors, and every call anew")
def large_tables(impl, rng):
    ids, few, wide = many_ids(rng), rng.randint(0, 3, size=(2, 4)), small(rng, 270, 3).T
    table = rng.permutation(300)[:, None] / 3e4 + np.array([0.0, 0.01])  # no two rows are alike
    found = {}
    for name, function in (("lookup", impl.lookup), ("embed", impl.embed)):
        found |= {
            name: function(ids.T, table),
            f"{name}, other words": function(ids.T[[1, 2, 0]], table),
            f"{name}, other table": function(ids.T, table + 0.01),
            f"{name}, a view": function(ids, table),
            f"{name}, wide": function(few, wide),
        }
    return found


@check("logits for 300 words, of hundreds of vectors, and every call anew")
def large_logits(impl, rng):
    hidden, table = small(rng, 3, 2).T, rng.normal(size=(3, 300)).T
    return {
        "300 words": impl.tied_logits(hidden, table),
        "other vectors": impl.tied_logits(hidden + 0.01, table),
        "other table": impl.tied_logits(hidden, table + 1),
        "many vectors": impl.tied_logits(small(rng, 262, 3), table[:2]),
    }


@check("gradients for a vocabulary of 300 words, of wide vectors, and every call anew")
def large_gradients(impl, rng):
    ids, upstream = many_ids(rng), small(rng, 2, 262, 3).T
    few, narrow = rng.randint(0, 3, size=(2, 4)), rng.normal(size=(2, 4, 2))
    return {
        "many words": impl.lookup_gradient(ids, upstream.swapaxes(0, 1), 300),
        "other words": impl.lookup_gradient((ids + 3) % 300, upstream.swapaxes(0, 1), 300),
        "wide": impl.lookup_gradient(few, small(rng, 2, 4, 270), 3),
        "few words": impl.lookup_gradient(few, narrow, 4),
        "other gradients": impl.lookup_gradient(few, narrow + 1, 4),
        "more words": impl.lookup_gradient(few, narrow, 6),
    }


@check("the module serves 300 words, wide vectors, one token, views, and uses the present table in every call")
def large_modules(impl, rng):
    module, wide = inject(impl.TiedEmbedding(300, 2), rng, 0.01), inject(impl.TiedEmbedding(4, 270), rng, 0.01)
    ids, hidden = torch.as_tensor(many_ids(rng)), torch.tensor(small(rng, 2, 262)).T
    found = {
        "many words": module(ids.T),
        "other words": module((ids.T + 3) % 300),
        "a view": module(ids),
        "one token": module(torch.tensor(5)),
        "wide vectors": wide(torch.tensor([[3, 0]])),
        "logits": module.logits(hidden),
        "other logits": module.logits(hidden.flip(0)),
        "logits of one vector": module.logits(hidden[0]),
        "logits of wide vectors": wide.logits(torch.tensor(small(rng, 2, 270))),
    }
    inject(module, rng)  # as after a step of training
    return {**found, "new table": module(ids.T), "logits of the new table": module.logits(hidden)}
