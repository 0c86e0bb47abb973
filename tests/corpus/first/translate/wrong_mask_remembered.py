# wrong: decode uses the mask that encode stored, not the one it is given; wrong once another source was encoded in between
"""The capstone: a Transformer that learns to translate."""

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
    """Sentences of different lengths as two tensors on `device`.

    returns source (batch, longest source + 2) and target (batch, longest target + 2), both int64; each row is
    SOS, the words, EOS, then PAD up to the longest of its own side
    """
    def pad(sentences):
        rows = [[SOS, *words, EOS] for words in sentences]
        longest = max(len(row) for row in rows)
        return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows], dtype=torch.int64, device=device)

    return pad([source for source, _ in pairs]), pad([target for _, target in pairs])


class Translator(nn.Module):
    """An encoder and a decoder, built from the blocks of the course. In every mask True means keep."""

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
        """source: int (batch, source), source_keep: bool (batch, source), True at real tokens
        -> memory (batch, source, d_model).

        Call self.encoder(x, source_keep).
        """
        self.keep = source_keep
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, self.keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: int (batch, position), SOS and the words so far    memory: what encode returned
        -> logits (batch, position, target_words): at each position, for the token that comes next.

        Call self.decoder(y, memory, source_keep), which hides the future by itself, then self.head.
        """
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        keep = self.keep if self.keep.shape == source_keep.shape else source_keep
        y = self.decoder(y, memory, keep)
        return self.head(y)

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        """Make source_keep, encode, decode -> logits (batch, position, target_words)."""
        source_keep = source != PAD
        memory = self.encode(source, source_keep)
        return self.decode(decoder_input, memory, source_keep)


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    """One teacher-forced step; source and target as make_batch returns them.

    model: model(source, decoder_input) returns logits
    The loss is the mean over the labels that are not PAD. The gradients of all parameters together are clipped to
    length 1. returns the loss before the update, as a plain number
    """
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
    """A Translator(source_words, target_words), with the sizes of the stub, trained on `pairs`, on `device`.

    How long, with which optimiser, rates and batches is yours to choose. Call progress(step, steps, loss) after
    every step; step counts from 1.
    """
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
    """The most likely next token, again and again, for each row of source.

    model: has encode and decode, as Translator; it is put into evaluation mode, and encode is called once
    max_length: the most tokens to predict, EOS counted, SOS not
    returns ids (batch, length): without SOS, with EOS, and only PAD after EOS; as long as the longest sentence
    """
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
    """The best sentences that a beam of this width finds for one source sentence.

    source: int (1, source)    model, max_length: as in greedy
    returns at most `width` pairs, the best first: the tokens without SOS, with EOS if it was predicted, and the score:
        the sum of their log-probabilities

    In each round every hypothesis that is not finished grows by every possible token; the best `width` of all,
    finished ones included, are kept. It ends when all of them are finished, or after max_length rounds.
    """
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
