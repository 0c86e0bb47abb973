"""Greedy decoding: say the most likely token, put it into the input, and ask again."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    """The most likely next token.  logits: (batch, target, vocab_size).  Returns ids (batch,)."""
    last = logits[:, -1]  # (batch, vocab_size): earlier positions speak about tokens that are already there
    return last.argmax(dim=-1)  # the softmax keeps the order, so the largest logit has the largest probability


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    """One token at a time.  source: ids (batch, source).  Returns ids (batch, length), without SOS."""
    source_keep = source != pad  # (batch, source)
    memory = model.encode(
        source, source_keep
    )  # (batch, source, d_model): the source does not change, so once is enough
    target = torch.full_like(source[:, :1], sos)  # (batch, 1)
    finished = torch.zeros_like(source[:, 0], dtype=torch.bool)  # (batch,)
    for _ in range(max_length):
        logits = model.decode(target, memory, source_keep)  # (batch, target, vocab_size)
        token = torch.where(finished, pad, next_token(logits))  # whoever is finished says nothing more
        target = torch.cat([target, token[:, None]], dim=1)  # what was said becomes input
        finished = finished | (token == eos)
        if finished.all():
            break
    return target[:, 1:]  # SOS was never said


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    """The words before EOS.  ids: (batch, length).  Returns a list for each sentence."""
    sentences = []
    for row in ids.tolist():
        end = row.index(eos) if eos in row else len(row)  # no EOS: the limit came first
        sentences.append(row[:end])
    return sentences
