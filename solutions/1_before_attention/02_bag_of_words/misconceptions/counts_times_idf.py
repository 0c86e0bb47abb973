"""The idf is multiplied by plain counts, not by shares of the text.

A long text then outweighs a short one in every word. Divide each row by the number of its words first.
"""


def tf_idf(counts, rarity):
    return counts * rarity
