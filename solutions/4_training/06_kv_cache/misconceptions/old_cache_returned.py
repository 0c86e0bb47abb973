"""attention_step returns the old cache: the next token will not see this one.

Return the cache that contains the new keys and values too.
"""

from solution import attention_step as right


def attention_step(x, cache, weights, heads):
    out, grown = right(x, cache, weights, heads)
    return out, grown if cache is None else cache
