"""In length_penalty the power takes only the 6, not the fraction.

** binds closer than /. Put the fraction in brackets: ((5 + length) / 6) ** alpha.
"""


def length_penalty(length, alpha):
    return (5 + length) / 6**alpha
