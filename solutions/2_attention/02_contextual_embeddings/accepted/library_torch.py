"""Built on torch's softmax and its scaled_dot_product_attention, with Q = K = V = the embeddings."""

import torch


def static_embedding(meanings, counts):
    counts = torch.as_tensor(counts, dtype=torch.float64)
    return torch.matmul(counts / counts.sum(), torch.as_tensor(meanings).double())


def mix(weights, embeddings):
    return torch.as_tensor(weights).double() @ torch.as_tensor(embeddings).double()


def similarity_weights(embeddings, scaled=False):
    words = torch.as_tensor(embeddings).double()
    return torch.softmax(words @ words.T / (words.shape[1] ** 0.5 if scaled else 1.0), dim=-1)


def contextual_embeddings(embeddings, scaled=False):
    words = torch.as_tensor(embeddings).double()
    attention = torch.nn.functional.scaled_dot_product_attention
    return attention(words[None], words[None], words[None], scale=None if scaled else 1.0)[0]


def weight_on_later_words(weights):
    return torch.as_tensor(weights).triu(diagonal=1).sum(dim=1)
