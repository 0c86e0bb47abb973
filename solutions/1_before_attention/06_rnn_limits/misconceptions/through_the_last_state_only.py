"""With attention only the way through the last state is counted: weights[t] times |dh_T/dh_t|.

c contains every state, not only h_T. Go back in time and add weights[t] times the identity at each step.
"""

from solution import gradient_norms


def attention_gradient_norms(xs, h_0, W_x, W_h, b, weights):
    return weights * gradient_norms(xs, h_0, W_x, W_h, b)
