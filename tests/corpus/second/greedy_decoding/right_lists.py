# right: plain Python, each sentence decoded by itself after one call of the encoder
import torch


def next_token(logits):
    result = []
    for row in logits[:, -1, :].tolist():
        best = 0
        for token, value in enumerate(row):
            if value > row[best]:
                best = token
        result.append(best)
    return torch.tensor(result, dtype=torch.long)


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = torch.ne(source, pad)
    memory = model.encode(source, keep)
    sentences = []
    for b in range(source.shape[0]):
        words = [sos]
        while len(words) <= max_length:
            logits = model.decode(torch.tensor([words]), memory[b : b + 1], keep[b : b + 1])
            word = int(next_token(logits)[0])
            words.append(word)
            if word == eos:
                break
        sentences.append(words[1:])
    longest = max(len(words) for words in sentences)
    return torch.tensor([words + [pad] * (longest - len(words)) for words in sentences], dtype=torch.long)


def trim(ids, eos):
    result = []
    for row in ids:
        words = []
        for token in row:
            if int(token) == eos:
                break
            words.append(int(token))
        result.append(words)
    return result
