"""parameter_count leaves out the biases.

They are learned too: d_ff numbers in b_1 and d_model numbers in b_2.
"""


def parameter_count(d_model, d_ff):
    return 2 * d_model * d_ff
