"""parameter_count gives both layers a bias of d_ff numbers.

A bias has one number for each output of its layer. The second layer has d_model outputs.
"""


def parameter_count(d_model, d_ff):
    return 2 * (d_model * d_ff + d_ff)
