# right: plain lists and loops, one decode call for each hypothesis of the beam, Adam with a one-cycle learning rate.
import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn
from torch.nn import functional as F


def make_batch(pairs, device="cpu"):
    sides = []
    for side in (0, 1):
        rows = [[SOS, *pair[side], EOS] for pair in pairs]
        longest = max(len(row) for row in rows)
        rows = [row + [PAD] * (longest - len(row)) for row in rows]
        sides.append(torch.tensor(rows, dtype=torch.int64, device=device))
    return sides[0], sides[1]


class Translator(nn.Module):
    def __init__(
        self,
        source_words: int,
        target_words: int,
        d_model: int = 32,
        heads: int = 2,
        d_ff: int = 64,
        n_blocks: int = 1,
        max_length: int = 16,
    ) -> None:
        super().__init__()
        self.source_embedding = Embedding(source_words, d_model)  # times √d_model already
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source, source_keep):
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    source, target = make_batch(pairs, device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    steps, size = 700, 128
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=steps)
    for step in range(1, steps + 1):
        chosen = torch.randint(len(pairs), (size,)).to(device)
        loss = train_step(model, optimizer, source[chosen], target[chosen])
        schedule.step()
        progress(step, steps, loss)
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    ids = torch.full((len(source), 1), SOS, dtype=torch.int64, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        logits = model.decode(ids, memory, source_keep)
        best = logits[:, -1].argmax(dim=-1)
        best = torch.where(ended, torch.full_like(best, PAD), best)
        ids = torch.cat([ids, best[:, None]], dim=1)
        ended = ended | (best == EOS)
        if ended.all():
            break
    return ids[:, 1:]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]
    for _ in range(max_length):
        candidates = []
        for tokens, score in hypotheses:
            if tokens and tokens[-1] == EOS:
                candidates.append((tokens, score))
                continue
            ids = torch.tensor([[SOS, *tokens]], dtype=torch.int64, device=source.device)
            log_probabilities = F.log_softmax(model.decode(ids, memory, source_keep)[0, -1], dim=-1)
            for token, more in enumerate(log_probabilities.tolist()):
                candidates.append(([*tokens, token], score + more))
        candidates.sort(key=lambda candidate: candidate[1], reverse=True)
        hypotheses = candidates[:width]
        if all(tokens[-1] == EOS for tokens, _ in hypotheses):
            break
    return hypotheses
