# wrong: greedy_decode puts EOS as last token of a sentence that the limit cuts off; shows when max_length is reached without EOS
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
    keep = torch.tensor([[token != pad for token in row] for row in source.tolist()])
    memory = model.encode(source, keep)
    sentences = [[] for _ in range(len(source))]
    done = [False] * len(sentences)
    for step in range(max_length):
        decoder_input = torch.tensor([[sos] + s + [pad] * (step - len(s)) for s in sentences])
        tokens = next_token(model.decode(decoder_input, memory, keep)).tolist()
        for b, token in enumerate(tokens):
            if not done[b]:
                if step == max_length - 1:
                    token = eos
                sentences[b].append(token)
                done[b] = token == eos
        if all(done):
            break
    longest = max(len(s) for s in sentences)
    return torch.tensor([s + [pad] * (longest - len(s)) for s in sentences])


def trim(ids, eos):
    result = []
    for row in ids.tolist():
        words = []
        for token in row:
            if token == eos:
                break
            words.append(token)
        result.append(words)
    return result
