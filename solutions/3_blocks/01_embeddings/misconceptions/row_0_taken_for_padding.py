"""lookup_gradient gives word 0 no gradient, as if the id 0 were padding.

Here 0 is a word like any other (in torch, padding_idx=0 would take its gradient away). Add up its gradients too.
"""

from solution import lookup_gradient as right


def lookup_gradient(ids, upstream, vocab_size):
    gradient = right(ids, upstream, vocab_size)
    gradient[0] = 0
    return gradient
