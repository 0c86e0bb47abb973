# wrong: greedy_decode stops at the first EOS and the decoder sees the source's padding; trim keeps padding. For unequal lengths
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos, dtype=torch.long)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, torch.ones_like(source_keep)))
        token = torch.where(finished, pad, token)
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished = token == eos
        if finished.any():
            break
    return decoder_input[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        sentences.append([token for token in row if token != eos])
    return sentences
