# right: pad_sequence, log_softmax and gather, grads set to None, all live hypotheses in one batch, fixed number of steps
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
    sides = []
    for side in zip(*pairs):
        rows = [torch.tensor([SOS] + list(words) + [EOS], dtype=torch.long) for words in side]
        sides.append(nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PAD).to(device))
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
    decoder_input, labels = target[:, :-1], target[:, 1:]
    log_p = model(source, decoder_input).log_softmax(dim=-1)
    picked = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    real = labels != PAD
    loss = -picked[real].mean()
    for parameter in model.parameters():
        parameter.grad = None
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1)
    optimizer.step()
    return float(loss.detach())


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    model = Translator(source_words, target_words).to(device)
    steps = 1200
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.0)
    all_source, all_target = make_batch(pairs, device)
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = 8e-3 * min(step / 100, (steps + 1 - step) / (steps - 100))
        rows = torch.randint(len(pairs), (64,), device=device)
        loss = train_step(model, optimizer, all_source[rows], all_target[rows])
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
