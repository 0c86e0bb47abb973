"""best_continuations fills the beam up with impossible continuations, whose score is -inf.

Taking the `beam` largest is not enough if fewer are possible. Leave out those whose score is -inf: the beam
may be narrower for a while.
"""


def best_continuations(scores, log_probs, beam):
    totals = scores[:, None] + log_probs
    best, places = totals.flatten().topk(min(beam, totals.numel()))
    return places // log_probs.shape[1], places % log_probs.shape[1], best
