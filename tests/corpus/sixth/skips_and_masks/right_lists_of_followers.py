# right: lists of the words that followed, loops for the votes.
import numpy as np


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary))
    for word in words[:-1]:
        active[vocabulary.index(word)] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    places = [(words[:t], words[t + 1]) for words in sentences for t in range(len(words) - 1) if words[t] == last]
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for w, feature in enumerate(vocabulary):
        followers = [after for before, after in places if feature in before]
        for n, word in enumerate(vocabulary):
            if followers:
                table[w, n] = followers.count(word) / len(followers)
    return table


def informative(transitions, least):
    return np.array([bool(max(row) > least) for row in transitions])


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    for activity, row in zip(activities, transitions):
        total = total + activity * row
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= vocabulary_size
    return rows
