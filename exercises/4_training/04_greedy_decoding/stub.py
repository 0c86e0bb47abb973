"""Greedy decoding: predict the most likely token, append it to the decoder's input, and repeat."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    """The most likely token to come next in each sentence.

    logits: (batch, position, vocab_size); position t predicts the token after the first t + 1 tokens
    returns ids (batch,); of equally likely tokens the one with the smallest id
    """
    raise NotImplementedError


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    """Predict a sentence for each source sentence, one token at a time, until EOS or the length limit.

    model.encode(source, source_keep) -> memory, (batch, source, d_model)
    model.decode(decoder_input, memory, source_keep) -> logits, (batch, position, vocab_size)
        source_keep: bool (batch, source), True at real tokens
        decoder_input: ids (batch, position), SOS and all tokens predicted so far
    source: ids (batch, source): SOS, the words, EOS, then pad
    max_length: the maximum number of tokens to predict, counting EOS but not SOS
    returns ids (batch, length): without SOS, with EOS if it was predicted, and only pad after it; as long as the
        longest sentence
    """
    raise NotImplementedError


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    """The words of each sentence: those before its EOS, or all of them if the limit came first.

    ids: (batch, length), as greedy_decode returns them
    returns one list of ids per sentence, without EOS and padding
    """
    raise NotImplementedError
