"""Lists and loops only."""


def feature_activities(words, vocabulary):
    active = []
    for word in vocabulary:
        found = 0
        for earlier in words[:-1]:
            if earlier == word:
                found = 1
        active.append(found)
    return active


def skip_transitions(sentences, vocabulary, last):
    size = len(vocabulary)
    table = [[0.0] * size for _ in range(size)]
    for sentence in sentences:
        for place in range(len(sentence) - 1):
            if sentence[place] != last:
                continue
            active = feature_activities(sentence[: place + 1], vocabulary)
            for feature in range(size):
                table[feature][vocabulary.index(sentence[place + 1])] += active[feature]
    for row in table:
        total = sum(row)
        if total:
            row[:] = [count / total for count in row]
    return table


def informative(transitions, threshold):
    return [bool(max(row) > threshold) for row in transitions]


def masked_activities(activities, keep):
    return [activity if kept else 0.0 for activity, kept in zip(activities, keep, strict=True)]


def votes(activities, transitions):
    total = [0.0] * len(transitions[0])
    for activity, row in zip(activities, transitions, strict=True):
        for word, share in enumerate(row):
            total[word] += activity * share
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= vocabulary_size
    return rows
