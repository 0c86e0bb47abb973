# wrong: beam puts finished hypotheses aside, where they take no place of the width; shows as soon as one ends before the others
import torch
from provided import (
    EOS,
    PAD,
    SOS,
    Decoder,
    Embedding,
    Encoder,
    OutputHead,
    positional_encoding,
    progress,
)
from torch import nn
from torch.nn import functional as F

Pairs = list[tuple[list[int], list[int]]]


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    def pad(sentences):
        longest = max(len(words) for words in sentences) + 2
        rows = [[SOS, *words, EOS] + [PAD] * (longest - len(words) - 2) for words in sentences]
        return torch.tensor(rows, dtype=torch.int64, device=device)

    return pad([s for s, _ in pairs]), pad([t for _, t in pairs])


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
        self.source_embedding = Embedding(source_words, d_model)
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


def train_step(model, optimizer, source, target) -> float:
    model.train()
    optimizer.zero_grad()
    logits = model(source, target[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    steps, size = 500, 64
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.008, total_steps=steps + 1)
    order = []
    for step in range(1, steps + 1):
        if len(order) < size:
            order = torch.randperm(len(pairs)).tolist()
        chosen, order = order[:size], order[size:]
        source, target = make_batch([pairs[i] for i in chosen], device)
        loss = train_step(model, optimizer, source, target)
        schedule.step()
        progress(step, steps, loss)
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    keep = source != PAD
    memory = model.encode(source, keep)
    ids = torch.full((len(source), 1), SOS, dtype=torch.int64, device=source.device)
    done = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        token = model.decode(ids, memory, keep)[:, -1].argmax(-1)
        token = token.masked_fill(done, PAD)
        ids = torch.cat([ids, token[:, None]], dim=1)
        done = done | (token == EOS)
        if done.all():
            break
    return ids[:, 1:]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    keep = source != PAD
    memory = model.encode(source, keep)
    alive, finished = [([], 0.0)], []
    for _ in range(max_length):
        candidates = []
        for words, score in alive:
            ids = torch.tensor([[SOS, *words]], device=source.device)
            logp = F.log_softmax(model.decode(ids, memory, keep)[0, -1], dim=-1)
            for token, value in enumerate(logp.tolist()):
                candidates.append((words + [token], score + value))
        candidates.sort(key=lambda pair: pair[1], reverse=True)
        alive = []
        for words, score in candidates[:width]:
            (finished if words[-1] == EOS else alive).append((words, score))
        if not alive or len(finished) >= width:
            break
    return sorted(finished + alive, key=lambda pair: pair[1], reverse=True)[:width]
