"""torch: bincount and tensors."""

import torch


def unigram_counts(documents, vocabulary):
    rows = []
    for document in documents:
        ids = [vocabulary.index(word) for word in document.split() if word in vocabulary]
        rows.append(torch.bincount(torch.tensor(ids, dtype=torch.long), minlength=len(vocabulary)))
    return torch.stack(rows)


def bigram_counts(documents, vocabulary):
    size = len(vocabulary)
    tables = torch.zeros(len(documents), size, size)
    for table, document in zip(tables, documents, strict=True):
        ids = [vocabulary.index(word) if word in vocabulary else -1 for word in document.split()]
        for first, second in torch.tensor(ids).unfold(0, 2, 1).tolist() if len(ids) > 1 else []:
            if min(first, second) >= 0:
                table[first, second] += 1
    return tables


def idf(counts):
    df = (torch.as_tensor(counts) > 0).sum(dim=0)
    return torch.log(len(counts) / df).masked_fill(df == 0, 0.0)


def tf_idf(counts, rarity):
    tf = torch.as_tensor(counts).double()
    return torch.nan_to_num(tf / tf.sum(dim=1, keepdim=True)) * torch.as_tensor(rarity)
