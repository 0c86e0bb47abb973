# wrong: trim tests `if end:` after looking for the EOS, so a sentence that starts with EOS (end = 0) keeps its EOS and padding instead of having no words.
import torch


def next_token(logits):
    batch = logits.shape[0]
    return torch.stack([logits[b, -1].argmax() for b in range(batch)])


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    sentences = [[sos] for _ in source]
    open_sentences = set(range(len(sentences)))
    for _ in range(max_length):
        ids = next_token(model.decode(torch.tensor(sentences), memory, source_keep)).tolist()
        for b, token in enumerate(ids):
            sentences[b].append(token if b in open_sentences else pad)
            if token == eos:
                open_sentences.discard(b)
        if not open_sentences:
            break
    return torch.tensor(sentences)[:, 1:]


def find_eos(row, eos):
    for position, token in enumerate(row):
        if token == eos:
            return position
    return None


def trim(ids, eos):
    result = []
    for row in ids.tolist():
        end = find_eos(row, eos)
        if end:
            row = row[:end]
        result.append(row)
    return result
