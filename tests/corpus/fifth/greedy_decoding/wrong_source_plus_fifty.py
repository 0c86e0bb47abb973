# wrong: greedy_decode predicts at most 50 tokens more than the source has, though max_length is larger; long results of short sources

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    """The most likely next token.  logits: (batch, position, vocab_size).  Returns ids (batch,)."""
    last = logits[:, -1]  # (batch, vocab_size): earlier positions predict tokens that are already there
    return last.argmax(dim=-1)  # the softmax keeps the order, so the largest logit has the largest probability


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    """One token at a time.  source: ids (batch, source).  Returns ids (batch, length), without SOS."""
    source_keep = source != pad  # (batch, source)
    memory = model.encode(source, source_keep)  # (batch, source, d_model): the source stays the same, so once will do
    decoder_input = torch.full_like(source[:, :1], sos)  # (batch, 1)
    finished = source.new_zeros(len(source), dtype=torch.bool)  # (batch,)
    for _ in range(min(max_length, source.shape[1] + 50)):
        logits = model.decode(decoder_input, memory, source_keep)  # (batch, position, vocab_size)
        token = torch.where(finished, pad, next_token(logits))  # a finished sentence gets padding
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)  # what was predicted becomes input
        finished = finished | (token == eos)
        if finished.all():
            break
    return decoder_input[:, 1:]  # SOS was given, not predicted


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    """The words before EOS.  ids: (batch, length).  Returns one list per sentence."""
    sentences = []
    for row in ids.tolist():
        end = row.index(eos) if eos in row else len(row)  # no EOS: the limit came first
        sentences.append(row[:end])
    return sentences
