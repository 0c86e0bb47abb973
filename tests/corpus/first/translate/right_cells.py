# right: cells filled in loops, helpers; the beam as one table of scores with topk over hypotheses times tokens
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


def embedded(embedding, ids, positions):
    return embedding(ids) + positions[torch.arange(ids.shape[1], device=ids.device)]


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    """Sentences of different lengths as two tensors on `device`.

    returns source (batch, longest source + 2) and target (batch, longest target + 2), both int64; each row is
    SOS, the words, EOS, then PAD up to the longest of its own side
    """
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
        return self.encoder(embedded(self.source_embedding, source, self.positions), source_keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: int (batch, position), SOS and the words so far    memory: what encode returned
        -> logits (batch, position, target_words): at each position, for the token that comes next.

        Call self.decoder(y, memory, source_keep), which hides the future by itself, then self.head.
        """
        y = embedded(self.target_embedding, decoder_input, self.positions)
        y = self.decoder(y, memory, source_keep)
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
    logits = model(source, target[:, :-1])
    loss = nn.CrossEntropyLoss(ignore_index=PAD)(logits.transpose(1, 2), target[:, 1:])
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
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
    device = source.device
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)
        ids = torch.full((1, 1), SOS, dtype=torch.int64, device=device)
        scores = torch.zeros(1, dtype=torch.float64, device=device)
        done = torch.zeros(1, dtype=torch.bool, device=device)
        for _ in range(max_length):
            if bool(done.all()):
                break
            logits = model.decode(ids, memory.expand(len(ids), -1, -1), keep.expand(len(ids), -1))[:, -1]
            steps = logits.double().log_softmax(-1)
            words = steps.shape[1]
            table = scores[:, None] + steps.masked_fill(done[:, None], 0)
            valid = torch.ones_like(steps, dtype=torch.bool)
            valid[done, PAD + 1 :] = False
            candidates = valid.flatten().nonzero().flatten()
            scores, best = table.flatten()[candidates].topk(min(width, len(candidates)))
            flat = candidates[best]
            parents, tokens = flat // words, flat % words
            ids = torch.cat([ids[parents], tokens[:, None]], dim=1)
            done = done[parents] | (tokens == EOS)
    found = []
    for row, score in zip(ids[:, 1:].tolist(), scores.tolist()):
        found.append((row[: row.index(EOS) + 1] if EOS in row else row, score))
    return found
