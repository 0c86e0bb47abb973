"""The rows are positions and the columns are sentences: the batch is the second axis.

A sentence is a row. pad_sequence puts the batch first with batch_first=True.
"""

import torch
from torch.nn.utils.rnn import pad_sequence


def pad_to_one_length(sentences, pad):
    return pad_sequence([torch.tensor(sentence) for sentence in sentences], padding_value=pad)
