# wrong: train_step clips the gradient of every parameter by itself to length 1, not all of them together
import torch
from provided import (  # noqa: F401
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

Pairs = list[tuple[list[int], list[int]]]  # (ids of a source sentence, ids of its translation), words only


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    result = []
    for k in range(2):
        longest = max([len(pair[k]) for pair in pairs]) + 2
        ids = torch.full((len(pairs), longest), PAD, dtype=torch.int64)
        ids[:, 0] = SOS
        for b, pair in enumerate(pairs):
            for t, word in enumerate(pair[k], start=1):
                ids[b, t] = word
            ids[b, len(pair[k]) + 1] = EOS
        result.append(ids.to(device))
    return tuple(result)


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

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        source_keep = source != PAD
        memory = self.encode(source, source_keep)
        return self.decode(decoder_input, memory, source_keep)


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    model.train()
    optimizer.zero_grad()
    logits = model(source, target[:, :-1])
    loss = nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), target[:, 1:].reshape(-1), ignore_index=PAD)
    loss.backward()
    for parameter in model.parameters():
        nn.utils.clip_grad_norm_(parameter, 1.0)
    optimizer.step()
    return loss.item()


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    model = Translator(source_words, target_words).to(device)
    epochs, size = 40, 64
    steps = epochs * ((len(pairs) + size - 1) // size)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=steps)
    step = 0
    for _ in range(epochs):
        order = torch.randperm(len(pairs)).tolist()
        for start in range(0, len(pairs), size):
            batch = [pairs[i] for i in order[start : start + size]]
            source, target = make_batch(batch, device)
            loss = train_step(model, optimizer, source, target)
            schedule.step()
            step += 1
            progress(step, steps, loss)
    return model


def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> torch.Tensor:
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        ids = torch.full((len(source), 1), SOS, dtype=torch.int64, device=source.device)
        done = torch.zeros(len(source), dtype=torch.bool, device=source.device)
        for _ in range(max_length):
            token = model.decode(ids, memory, source_keep)[:, -1].argmax(dim=-1)
            token = token.masked_fill(done, PAD)
            ids = torch.cat([ids, token[:, None]], dim=1)
            done = done | (token == EOS)
            if done.all():
                break
    return ids[:, 1:]


def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[tuple[list[int], float]]:
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        beams = [([], 0.0)]
        for _ in range(max_length):
            if all(ids and ids[-1] == EOS for ids, _ in beams):
                break
            candidates = []
            for ids, score in beams:
                if ids and ids[-1] == EOS:
                    candidates.append((ids, score))
                    continue
                decoder_input = torch.tensor([[SOS, *ids]], device=source.device)
                log_p = model.decode(decoder_input, memory, source_keep)[0, -1].log_softmax(-1)
                for token, value in enumerate(log_p.tolist()):
                    candidates.append((ids + [token], score + value))
            candidates.sort(key=lambda pair: pair[1], reverse=True)
            beams = candidates[:width]
    return beams
