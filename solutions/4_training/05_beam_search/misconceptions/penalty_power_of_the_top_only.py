"""In length_penalty only 5 + length is raised to the power, not the fraction.

** binds more tightly than /. Put the fraction in brackets: ((5 + length) / 6) ** alpha.
"""


def length_penalty(length, alpha):
    return (5 + length) ** alpha / 6
