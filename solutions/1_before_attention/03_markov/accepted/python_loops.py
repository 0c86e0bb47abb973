"""Plain Python: dictionaries of counts, lists of lists."""


def _shares(row):
    total = sum(row)
    return [count / total if total else 0.0 for count in row]


def transition_matrix(sentences, vocabulary):
    steps = {}
    for sentence in sentences:
        words = sentence.split()
        for i in range(len(words) - 1):
            pair = (words[i], words[i + 1])
            steps[pair] = steps.get(pair, 0) + 1
    return [_shares([steps.get((one, two), 0) for two in vocabulary]) for one in vocabulary]


def second_order_matrix(sentences, vocabulary):
    steps = []
    for sentence in sentences:
        words = sentence.split()
        steps += list(zip(words, words[1:], words[2:], strict=False))
    return [
        [_shares([steps.count((one, two, three)) for three in vocabulary]) for two in vocabulary] for one in vocabulary
    ]


def next_word(matrix, text, vocabulary):
    row = matrix
    for word in text.split()[-(matrix.ndim - 1) :]:
        for entry, part in zip(vocabulary, row, strict=True):
            if entry == word:
                row = part
                break
    return [float(share) for share in row]
