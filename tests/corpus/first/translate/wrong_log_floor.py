# wrong: beam adds log(softmax + 1e-9): no log-probability gets below -20.7; shows with large logits or unlikely tokens
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
    def pad(sentences):
        rows = [[SOS, *words, EOS] for words in sentences]
        longest = max(len(row) for row in rows)
        return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows], dtype=torch.int64, device=device)

    return pad([source for source, _ in pairs]), pad([target for _, target in pairs])


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
    labels = target[:, 1:]
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
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
    keep = source.ne(PAD)
    with torch.inference_mode():
        memory = model.encode(source, keep)
        decoder_input = source.new_full((source.size(0), 1), SOS)
        tokens = []
        finished = source.new_zeros(source.size(0)).bool()
        while len(tokens) < max_length and not bool(finished.all()):
            logits = model.decode(decoder_input, memory, keep)
            best = torch.where(finished, PAD, logits[:, -1, :].max(-1).indices)
            tokens.append(best)
            finished = finished | best.eq(EOS)
            decoder_input = torch.cat((decoder_input, best.unsqueeze(1)), 1)
    return decoder_input[:, 1:].clone()


def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[tuple[list[int], float]]:
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        beams = [([], 0.0, False)]
        for _ in range(max_length):
            candidates = []
            for ids, score, done in beams:
                if done:
                    candidates.append((ids, score, done))
                    continue
                decoder_input = torch.tensor([[SOS] + ids], device=source.device)
                logits = model.decode(decoder_input, memory, source_keep)[0, -1]
                log_p = torch.log(torch.softmax(logits, dim=-1) + 1e-9)
                for token in range(len(log_p)):
                    candidates.append((ids + [token], score + log_p[token].item(), token == EOS))
            beams = sorted(candidates, key=lambda c: c[1], reverse=True)[:width]
            if all(done for _, _, done in beams):
                break
    return [(ids, score) for ids, score, _ in beams]
