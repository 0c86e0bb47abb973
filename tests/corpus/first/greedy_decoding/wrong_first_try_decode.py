# wrong: greedy_decode always returns max_length columns and turns the EOS itself into pad; trim leaves EOS in; early ends
import torch


def next_token(logits):
    tokens = []
    for sentence in logits:
        row = sentence[-1].tolist()
        best = 0
        for w in range(1, len(row)):
            if row[w] > row[best]:
                best = w
        tokens.append(best)
    return torch.tensor(tokens)


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    result = torch.full((len(source), max_length), pad)
    done = [False] * len(source)
    decoder_input = torch.full((len(source), 1), sos)
    for step in range(max_length):
        tokens = next_token(model.decode(decoder_input, memory, keep))
        for b in range(len(source)):
            if tokens[b] == eos:
                done[b] = True
            if not done[b]:
                result[b, step] = tokens[b]
        if all(done):
            break
        decoder_input = torch.cat([decoder_input, tokens.unsqueeze(1)], dim=1)
    return result


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
