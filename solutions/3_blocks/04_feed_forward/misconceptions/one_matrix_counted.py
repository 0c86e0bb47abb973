"""parameter_count counts one of the two matrices.

W_1 is (d_model, d_ff) and W_2 is (d_ff, d_model): each holds d_model · d_ff numbers.
"""


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_model
