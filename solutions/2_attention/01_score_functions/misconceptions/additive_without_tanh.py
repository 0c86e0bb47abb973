"""The tanh is missing.

Without it the score is a part that depends on s plus a part that depends on h, and every target ranks the
sources alike. Apply np.tanh before the product with v_a.
"""


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    return (s @ W_a[:n_s] @ v_a)[:, None] + (h @ W_a[n_s:] @ v_a)[None, :]
