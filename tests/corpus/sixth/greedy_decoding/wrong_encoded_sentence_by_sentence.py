# wrong: each sentence is encoded and decoded by itself; the result is right but encode is called once a sentence.
import torch


def next_token(logits):
    last = logits[:, logits.shape[1] - 1, :]
    best = last.max(dim=-1, keepdim=True).values
    return (last == best).long().argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source.ne(pad)
    memory = torch.cat([model.encode(source[b : b + 1], source_keep[b : b + 1]) for b in range(len(source))])
    results = [[] for _ in range(len(source))]
    going = list(range(len(source)))
    while going and len(results[going[0]]) < max_length:
        decoder_input = torch.tensor([[sos] + results[b] for b in going])
        tokens = next_token(model.decode(decoder_input, memory[going], source_keep[going])).tolist()
        for b, token in zip(going, tokens, strict=True):
            results[b].append(token)
        going = [b for b in going if results[b][-1] != eos]
    longest = max(len(result) for result in results)
    return torch.tensor([result + [pad] * (longest - len(result)) for result in results])


def trim(ids, eos):
    words = []
    for row in ids.tolist():
        sentence = []
        for token in row:
            if token == eos:
                break
            sentence.append(token)
        words.append(sentence)
    return words
