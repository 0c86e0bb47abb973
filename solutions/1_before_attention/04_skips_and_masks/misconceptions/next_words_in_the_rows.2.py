from solution import skip_transitions as right


def skip_transitions(sentences, vocabulary, last):
    return right(sentences, vocabulary, last).T
