"""Beam search: follow the B best beginnings at once, and decide late."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    """The divisor of a log-probability: ((5 + length) / 6) to the power of alpha.

    length: the number of predicted tokens, including EOS    alpha: 0 for no penalty, which gives 1
    """
    raise NotImplementedError


def best_continuations(
    scores: torch.Tensor, log_probs: torch.Tensor, beam: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Among all continuations of all hypotheses by one token, the `beam` most likely ones.

    scores: (hypotheses,), the log-probability of each hypothesis so far
    log_probs: (hypotheses, vocab_size), the log-probability of each next token; -inf for an impossible one
    returns parents, tokens and new scores, each (kept,), the best first: which hypothesis is continued, by which token,
        and the log-probability of the two together. There are `beam` of them, or fewer if fewer are possible.
    """
    raise NotImplementedError


def beam_search(
    model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int, beam: int, alpha: float
) -> list[tuple[list[int], float]]:
    """The best sentences that a beam of this width finds for one source sentence.

    model.encode(source, source_keep) -> memory, (1, source, d_model)
    model.decode(decoder_input, memory, source_keep) -> logits, (hypotheses, position, vocab_size)
        decoder_input: ids (hypotheses, position), SOS and the tokens predicted so far
        memory: (hypotheses, source, d_model) and source_keep: bool (hypotheses, source), one row per hypothesis
    source: ids (1, source): SOS, the words, EOS, perhaps pad    max_length: the maximum number of tokens to
        predict, counting EOS but not SOS
    returns at most `beam` pairs (ids, score), the best first: the ids without SOS, with EOS if it was predicted, and
        the log-probability of the sentence divided by its length penalty
    """
    raise NotImplementedError
