# wrong: informative keeps a feature whose largest share is equal to least: exactly half counts as more than half.
import torch


def feature_activities(words, vocabulary):
    before = words[: len(words) - 1]
    return torch.tensor([1.0 if v in before else 0.0 for v in vocabulary]).numpy()


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = torch.zeros(V, V, dtype=torch.float64)
    for sentence in sentences:
        for k in range(len(sentence) - 1):
            if sentence[k] == last:
                n = vocabulary.index(sentence[k + 1])
                for word in set(sentence[:k]):
                    counts[vocabulary.index(word), n] += 1
    return (counts / counts.sum(dim=1, keepdim=True).clamp(min=1)).numpy()


def informative(transitions, least):
    favourite = torch.tensor(transitions.tolist(), dtype=torch.float64).max(dim=1).values
    return (favourite >= least).numpy()


def masked_activities(activities, keep):
    a = torch.tensor(activities.tolist())
    return a.masked_fill(~torch.tensor(keep.tolist()), 0).numpy()


def votes(activities, transitions):
    a = torch.tensor(activities.tolist(), dtype=torch.float64)
    return (a @ torch.tensor(transitions.tolist(), dtype=torch.float64)).numpy()


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
