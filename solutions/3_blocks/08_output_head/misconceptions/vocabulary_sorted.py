"""most_likely_words sorts the vocabulary before it looks the words up.

Neuron v belongs to word v of the vocabulary as given. Sorting, or a set, assigns other words to the neurons.
"""


def most_likely_words(logits, vocabulary):
    words = sorted(vocabulary)
    return [words[v] for v in logits.argmax(axis=-1)]
