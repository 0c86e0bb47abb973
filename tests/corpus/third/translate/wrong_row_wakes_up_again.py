# wrong: greedy looks only whether the last token is EOS, so the second token after EOS is a predicted one again, and it stops only if all rows end at once.
import heapq
from itertools import zip_longest

import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    def table(sentences):
        columns = zip_longest(*((SOS, *words, EOS) for words in sentences), fillvalue=PAD)
        return torch.tensor(list(columns), dtype=torch.long, device=device).T.contiguous()

    sources, targets = zip(*pairs)
    return table(sources), table(targets)


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

    def _placed(self, embedding, ids):
        vectors = embedding(ids)
        return vectors + self.positions[None, : vectors.size(1)]

    def encode(self, source, source_keep):
        return self.encoder(self._placed(self.source_embedding, source), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        hidden = self.decoder(self._placed(self.target_embedding, decoder_input), memory, source_keep)
        return self.head(hidden)

    def forward(self, source, decoder_input):
        source_keep = source.ne(PAD)
        memory = self.encode(source, source_keep)
        return self.decode(decoder_input, memory, source_keep)


def train_step(model, optimizer, source, target):
    model.train(True)
    for parameter in model.parameters():
        parameter.grad = None
    labels = target[:, 1:].contiguous()
    log_p = torch.log_softmax(model(source, target[:, :-1].contiguous()), dim=2)
    right_word = log_p.gather(2, labels.unsqueeze(2)).squeeze(2)
    real = labels != PAD
    loss = -right_word.masked_select(real).mean()
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


def greedy(model, source, max_length):
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        n = source.shape[0]
        ids = torch.tensor([[SOS]] * n, device=source.device)
        for _ in range(max_length):
            logits = model.decode(ids, memory, source_keep)
            next_ids = logits[:, -1].argmax(dim=-1, keepdim=True)
            ended = ids[:, -1:] == EOS
            next_ids = torch.where(ended, torch.tensor(PAD, device=source.device), next_ids)
            ids = torch.cat([ids, next_ids], dim=1)
            if (next_ids == EOS).all():
                break
    return ids[:, 1:]


def beam(model, source, width, max_length):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)

        def continuations(tokens, score):
            if tokens[-1] == EOS:
                yield tokens, score
                return
            ids = torch.tensor([tokens], device=source.device)
            logits = model.decode(ids, memory, keep)[0, -1]
            # log softmax by hand
            log_p = logits - torch.logsumexp(logits, dim=0)
            for token, gain in enumerate(log_p.tolist()):
                yield (*tokens, token), score + gain

        best = [((SOS,), 0.0)]
        rounds = 0
        while rounds < max_length and any(tokens[-1] != EOS for tokens, _ in best):
            pool = [candidate for hypothesis in best for candidate in continuations(*hypothesis)]
            best = heapq.nlargest(width, pool, key=lambda candidate: candidate[1])
            rounds += 1
    model.train(was_training)
    return [(list(tokens[1:]), score) for tokens, score in best]
