# wrong: make_batch leaves out pairs with an empty sentence, so there are fewer rows than pairs
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
    pairs = [(source, target) for source, target in pairs if source and target]
    sides = []
    for side in zip(*pairs):
        rows = [torch.tensor([SOS, *words, EOS]) for words in side]
        sides.append(nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PAD).to(device))
    source, target = sides
    return source, target


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
        keep = source.ne(PAD)
        memory = model.encode(source, keep)
        beam = [(0.0, [SOS])]
        rounds = 0
        while rounds < max_length and any(ids[-1] != EOS or len(ids) == 1 for _, ids in beam):
            live = [item for item in beam if item[1][-1] != EOS or len(item[1]) == 1]
            grown = [item for item in beam if item not in live]
            inputs = torch.tensor([ids for _, ids in live], device=source.device)
            n = len(live)
            logits = model.decode(inputs, memory.expand(n, -1, -1), keep.expand(n, -1))
            log_p = torch.log_softmax(logits[:, -1], dim=-1)
            top = log_p.topk(min(width, log_p.size(1)), dim=-1)
            for (score, ids), values, tokens in zip(live, top.values.tolist(), top.indices.tolist()):
                grown += [(score + v, ids + [t]) for v, t in zip(values, tokens)]
            beam = sorted(grown, key=lambda item: -item[0])[:width]
            rounds += 1
    return [(ids[1:], score) for score, ids in beam]
