import numpy as np
import torch

from grader.checks import check, inject


def many_ids(rng):
    """Ids up to 299, 0 and some over 256 among them, as a view that is not contiguous and runs backwards."""
    ids = rng.randint(0, 300, size=(3, 262))
    ids[0, :4], ids[1, :4], ids[2, :2] = [0, 299, 128, 257], [256, 1, 298, 0], 255
    return ids[::-1].T


def small(rng, *shape):
    """Numbers around 0.01, as a view that runs backwards."""
    return (0.01 * rng.normal(size=shape))[::-1]


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
    "in a batch a word's row adds up the gradients of all its positions; one token has one position",
    parts="batch: word feature; one token: word feature; three axes: word feature",
)
def gradient_of_a_batch(impl, rng):
    ids = rng.randint(0, 3, size=(2, 5))
    ids[0, 1] = ids[1, 3] = ids[1, 4] = 6
    upstream = rng.normal(size=(2, 5, 4))
    return (
        impl.lookup_gradient(ids, upstream, 8),
        impl.lookup_gradient(np.array(2), rng.normal(size=4), 5),
        impl.lookup_gradient(ids.reshape(5, 1, 2), upstream.reshape(5, 1, 2, 4), 7),
    )


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


@check("lookup and embed handle 300 words, hundreds of tokens and wide vectors; each call uses its own arrays")
def large_tables(impl, rng):
    ids, few, wide = many_ids(rng), rng.randint(0, 3, size=(2, 4)), small(rng, 270, 3).T
    table = rng.permutation(300)[:, None] / 3e4 + np.array([0.0, 0.01])  # no two rows are alike
    table = table[::-1]
    found = {}
    for name, function in (("lookup", impl.lookup), ("embed", impl.embed)):
        found |= {
            name: function(ids.T, table),
            f"{name}, other words": function(ids.T[[1, 2, 0]], table),
            f"{name}, other table": function(ids.T, table + 0.01),
            f"{name}, a view": function(ids, table),
            f"{name}, wide": function(few, wide),
            f"{name}, ids of 8 bits": function(few.astype(np.uint8) + 200, table),
        }
    return found


@check("logits for 300 words, of hundreds of vectors, and each call uses its own arrays")
def large_logits(impl, rng):
    hidden, table = small(rng, 3, 2).T, rng.normal(size=(3, 300))[::-1].T
    return {
        "300 words": impl.tied_logits(hidden, table),
        "other vectors": impl.tied_logits(hidden + 0.01, table),
        "other table": impl.tied_logits(hidden, table + 1),
        "many vectors": impl.tied_logits(small(rng, 262, 3), table[:2]),
    }


@check("gradients for a vocabulary of 300 words, of wide vectors, and each call uses its own arrays")
def large_gradients(impl, rng):
    ids, upstream = many_ids(rng), small(rng, 2, 262, 3).T
    few, narrow = rng.randint(0, 3, size=(2, 4)), rng.normal(size=(2, 4, 2))
    return {
        "many words": impl.lookup_gradient(ids, upstream.swapaxes(0, 1), 300),
        "other words": impl.lookup_gradient((ids + 3) % 300, upstream.swapaxes(0, 1), 300),
        "wide": impl.lookup_gradient(few, small(rng, 2, 4, 270), 3),
        "ids of 8 bits": impl.lookup_gradient(few.astype(np.uint8) + 200, narrow, 204),
        "few words": impl.lookup_gradient(few, narrow, 4),
        "other gradients": impl.lookup_gradient(few, narrow + 1, 4),
        "more words": impl.lookup_gradient(few, narrow, 6),
    }


@check("the module handles 300 words, wide vectors, one token and views, always with the current table")
def large_modules(impl, rng):
    module, wide = inject(impl.TiedEmbedding(300, 2), rng, 0.01), inject(impl.TiedEmbedding(4, 270), rng, 0.01)
    ids, hidden = torch.tensor(many_ids(rng).copy()), torch.tensor(small(rng, 2, 262).copy()).T
    found = {
        "many words": module(ids.T),
        "other words": module((ids.T + 3) % 300),
        "a view": module(ids),
        "one token": module(torch.tensor(5)),
        "one token, wide": wide(torch.tensor(3)),
        "wide vectors": wide(torch.tensor([[3, 0]])),
        "logits": module.logits(hidden),
        "other logits": module.logits(hidden.flip(0)),
        "logits of one vector": module.logits(hidden[0]),
        "three axes": module(ids[:4].reshape(2, 2, 3)),
        "logits, three axes": module.logits(hidden[:4].reshape(2, 1, 2, 2)),
        "logits of wide vectors": wide.logits(torch.tensor(small(rng, 2, 270).copy())),
    }
    inject(module, rng)  # as after a step of training
    return {**found, "new table": module(ids.T), "logits of the new table": module.logits(hidden)}


@check("ids in a row, ids of 0 and 1 only, four axes, and vectors of one number are looked up like any others")
def any_ids(impl, rng):
    words, table = int(rng.randint(3, 6)), rng.normal(size=(6, 3))
    several = {
        "two words": (rng.permutation([0, 1, 1]), rng.normal(size=(3, 3))),
        "in a row": (np.arange(1, words), table),
        "rising": (np.array([0, 2, 5]), table),
        "first to last": (np.array([1, 4, 0, 4]), table),
        "four axes": (rng.randint(6, size=(2, 1, 3, 2)), table),
        "one number": (rng.randint(6, size=4), table[:, :1]),
        "600 words": (np.array([599, 0, 512]), rng.normal(size=(600, 2))),
    }
    found = {name: impl.lookup(*both) for name, both in several.items()}
    return {**found, **{f"{name}, scaled": impl.embed(*both) for name, both in several.items()}}


@check("a call uses the table as it is now, not as it was in an earlier call")
def table_has_changed(impl, rng):
    ids, hidden, table = rng.randint(4, size=(2, 3)), rng.normal(size=(2, 3)), rng.normal(size=(4, 3))
    found = {}
    for time in "at first", "changed":
        found[f"lookup, {time}"] = np.array(impl.lookup(ids, table))
        found[f"embed, {time}"] = np.array(impl.embed(ids, table))
        found[f"logits, {time}"] = np.array(impl.tied_logits(hidden, table))
        table += 1.0
        hidden -= 0.5
    return found


@check("logits of as many vectors as words, and for a word whose vector is zeros")
def logits_of_square_tables(impl, rng):
    square, tall = rng.normal(size=(3, 3)), rng.normal(size=(4, 3))
    tall[2] = 0.0
    module = inject(impl.TiedEmbedding(4, 3), rng)
    return {
        "all square": impl.tied_logits(rng.normal(size=(3, 3)), square),
        "one vector": impl.tied_logits(rng.normal(size=3), square),
        "as many vectors as words": impl.tied_logits(rng.normal(size=(4, 3)), tall),
        "module, as many vectors as words": module.logits(torch.tensor(rng.normal(size=(4, 3)))),
    }


@check("equal gradients are added up too, even if all positions hold one word, and however large they are")
def equal_gradients(impl, rng):
    ids, upstream = rng.randint(3, size=(3, 4)), np.ones((3, 4, 2))
    return {
        "ones": impl.lookup_gradient(ids, upstream, 5),
        "one word": impl.lookup_gradient(np.full(4, 2), rng.normal(size=(4, 3)), 3),
        "large": impl.lookup_gradient(ids, 1e6 * rng.normal(size=(3, 4, 3)), 3),
        "whole sums": impl.lookup_gradient(np.array([1, 0, 1]), np.array([[0.5, 1.0], [2.0, 3.0], [0.5, 2.0]]), 2),
    }


@check("gradients reach the table in evaluation mode, and if the hidden vectors need none; large tables do not change")
def gradients_in_evaluation(impl, rng):
    found = {}
    for scale in 1.0, 1000.0:
        module = inject(impl.TiedEmbedding(5, 3), rng, scale=scale).eval()
        before = module.weight.detach().clone()
        for name, function, x in (
            ("vectors", module, torch.tensor([[4, 0], [4, 2]])),
            ("logits", module.logits, torch.tensor(rng.normal(size=(2, 3)))),
        ):
            out = torch.as_tensor(function(x))
            reached = out.requires_grad
            (gradient,) = torch.autograd.grad(out.sum(), [module.weight]) if reached else (torch.zeros(5, 3),)
            found[f"{name}, scale {scale:g}"] = {"reached": reached, "out": out.detach(), "gradient": gradient}
        found[f"table left alone, scale {scale:g}"] = bool((module.weight == before).all())
    return found
