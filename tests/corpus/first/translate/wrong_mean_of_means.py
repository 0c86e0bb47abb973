# wrong: train_step takes the mean of each sentence first, then the mean of these; shows when targets differ in length
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
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: int (batch, position), SOS and the words so far    memory: what encode returned
        -> logits (batch, position, target_words): at each position, for the token that comes next.

        Call self.decoder(y, memory, source_keep), which hides the future by itself, then self.head.
        """
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

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
    labels = target[:, 1:]
    logits = model(source, target[:, :-1])
    losses = nn.functional.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    real = (labels != PAD).to(losses.dtype)
    loss = ((losses * real).sum(dim=1) / real.sum(dim=1)).mean()
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
    """The most likely next token, again and again, for each row of source.

    model: has encode and decode, as Translator; it is put into evaluation mode, and encode is called once
    max_length: the most tokens to predict, EOS counted, SOS not
    returns ids (batch, length): without SOS, with EOS, and only PAD after EOS; as long as the longest sentence
    """
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
