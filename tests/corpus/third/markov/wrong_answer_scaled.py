# wrong: next_word divides its row by the row's sum once more, so a row of zeros (after please) gives NaN and not zeros.
import torch


def _counts(sentences, vocabulary, width):
    ids = {w: k for k, w in enumerate(vocabulary)}
    table = torch.zeros([len(vocabulary)] * width, dtype=torch.float64)
    for sentence in sentences:
        t = torch.tensor([ids[w] for w in sentence.split()], dtype=torch.long)
        if len(t) < width:
            continue
        windows = t.unfold(0, width, 1)
        table.index_put_(tuple(windows.T), torch.ones(len(windows), dtype=torch.float64), accumulate=True)
    return table


def transition_matrix(sentences, vocabulary):
    c = _counts(sentences, vocabulary, 2)
    return (c / c.sum(dim=-1, keepdim=True).clamp(min=1)).numpy()


def second_order_matrix(sentences, vocabulary):
    c = _counts(sentences, vocabulary, 3)
    return (c / c.sum(dim=-1, keepdim=True).clamp(min=1)).numpy()


def next_word(matrix, text, vocabulary):
    words = text.split()[-(matrix.ndim - 1) :]
    row = matrix[tuple(vocabulary.index(w) for w in words)]
    return row / row.sum()
