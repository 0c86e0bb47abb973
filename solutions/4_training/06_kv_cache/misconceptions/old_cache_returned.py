"""attention_step returns the cache as it was: the next token will not find this one.

Return the cache that holds the new keys and values too.
"""

from solution import attention_step as right


def attention_step(x, cache, weights, heads):
    out, grown = right(x, cache, weights, heads)
    return out, grown if cache is None else cache
