# wrong: two mistakes: next_token uses the logits of the first position instead of the last, and trim keeps the EOS in the list of words.
import torch


def next_token(logits):
    return torch.argmax(logits[:, 0, :], dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    batch = source.size(0)
    decoder_input = torch.full((batch, 1), sos)
    done = torch.zeros(batch, dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        token[done] = pad
        decoder_input = torch.cat((decoder_input, token.unsqueeze(1)), dim=1)
        done |= token == eos
        if done.all():
            break
    return decoder_input[:, 1:]


def trim(ids, eos):
    result = []
    for row in ids.tolist():
        words = []
        for token in row:
            words.append(token)
            if token == eos:
                break
        result.append(words)
    return result
