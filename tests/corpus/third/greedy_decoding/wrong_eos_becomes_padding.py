# wrong: a sentence is marked finished before its token is replaced, so the EOS itself becomes padding in every sentence that ends.
import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    last = logits[:, -1, :]
    return last.argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    finished = torch.zeros(source.shape[0], dtype=torch.bool)
    output = torch.empty(source.shape[0], 0, dtype=torch.int64)
    start = torch.full((source.shape[0], 1), sos, dtype=torch.int64)
    for _ in range(max_length):
        decoder_input = torch.cat([start, output], dim=1)
        token = next_token(model.decode(decoder_input, memory, source_keep))
        finished = finished | (token == eos)
        token = torch.where(finished, pad, token)
        output = torch.cat([output, token.unsqueeze(1)], dim=1)
        if finished.all():
            break
    return output


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    lists = []
    for sentence in ids:
        positions = (sentence == eos).nonzero()
        end = int(positions[0]) if len(positions) else len(sentence)
        lists.append(sentence[:end].tolist())
    return lists
