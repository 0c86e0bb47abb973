import torch
from provided import EOS, PAD, SOS


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        candidates = []
        for tokens, score in live:
            decoder_input = torch.tensor([[SOS, *tokens]], device=source.device)
            logits = model.decode(decoder_input, memory, source_keep)[0, -1]
            for token, value in enumerate(logits.log_softmax(-1).tolist()):
                candidates.append(([*tokens, token], score + value))
        candidates = sorted(candidates, key=lambda candidate: -candidate[1])
        finished += [each for each in candidates[:width] if each[0][-1] == EOS]
        live = [each for each in candidates if each[0][-1] != EOS][:width]
        if len(finished) >= width:
            break
    return sorted(finished + live, key=lambda candidate: -candidate[1])[:width]
