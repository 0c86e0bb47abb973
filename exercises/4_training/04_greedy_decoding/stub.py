"""Greedy decoding: say the most likely token, put it into the input, and ask again."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    """The most likely token to follow what each sentence has said so far.

    logits: (batch, target, vocab_size); position t is about the token that follows the first t + 1 tokens
    returns ids (batch,); of equally likely tokens the one with the smallest id
    """
    raise NotImplementedError


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    """Say a sentence for each source sentence, one token at a time, until EOS or the length limit.

    model.encode(source, source_keep) -> memory, (batch, source, d_model)
    model.decode(target, memory, source_keep) -> logits, (batch, target, vocab_size)
        source_keep: bool (batch, source), True at real tokens.  target: ids (batch, target), what was said so far,
        SOS first
    source: ids (batch, source), padded with pad    max_length: the most tokens to say, EOS counted, SOS not
    returns ids (batch, length): without SOS, with EOS, and only pad after EOS; as long as the longest sentence
    """
    raise NotImplementedError


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    """The words of each sentence: what stands before its EOS, or all of it if the limit came first.

    ids: (batch, length), as greedy_decode returns them
    returns a list of ids for each sentence, without EOS and padding
    """
    raise NotImplementedError
