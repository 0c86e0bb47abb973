"""The context is the mask itself, whatever the sentence is.

The mask says what would be relevant; battery is in it even if the sentence has no battery. Add up the tokens of the
sentence, each times its score.
"""


def context_vector(mask, tokens):
    return tokens @ mask, mask * 1.0
