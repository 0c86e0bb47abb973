# wrong: the source mask keeps ids above EOS only, so SOS and EOS of the source are hidden like padding (and an empty source has nothing left to look at).
import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    n = len(pairs)
    source = torch.full((n, max(len(s) for s, _ in pairs) + 2), PAD, dtype=torch.int64)
    target = torch.full((n, max(len(t) for _, t in pairs) + 2), PAD, dtype=torch.int64)
    for row, pair in enumerate(pairs):
        for ids, words in zip((source, target), pair):
            ids[row, 0] = SOS
            for place, word in enumerate(words):
                ids[row, 1 + place] = word
            ids[row, 1 + len(words)] = EOS
    return source.to(device), target.to(device)


def words_only(source):
    return source > EOS


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
        x = self.source_embedding(source)
        x = x + self.positions[: x.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input)
        y = y + self.positions[: y.shape[1]]
        y = self.decoder(y, memory, source_keep)
        return self.head(y)

    def forward(self, source, decoder_input):
        keep = words_only(source)
        return self.decode(decoder_input, self.encode(source, keep), keep)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad(set_to_none=True)
    decoder_input, labels = target[:, :-1], target[:, 1:]
    real = labels != PAD
    logits = model(source, decoder_input)
    loss = nn.functional.cross_entropy(logits[real], labels[real])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return float(loss.detach())


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
    device = source.device
    with torch.no_grad():
        keep = words_only(source)
        memory = model.encode(source, keep)
        output = torch.full((source.shape[0], 1), SOS, device=device)
        done = torch.zeros(source.shape[0], dtype=torch.bool, device=device)
        for _ in range(max_length):
            next_token = torch.argmax(model.decode(output, memory, keep)[:, -1, :], dim=-1)
            next_token[done] = PAD
            output = torch.cat((output, next_token.unsqueeze(1)), dim=1)
            done |= next_token == EOS
            if done.all():
                break
    return output[:, 1:]


def beam(model, source, width, max_length):
    model.eval()
    with torch.no_grad():
        keep = words_only(source)
        memory = model.encode(source, keep)
        beams = [([SOS], 0.0)]
        for _ in range(max_length):
            if all(ids[-1] == EOS for ids, _ in beams):
                break
            candidates = []
            for ids, score in beams:
                if ids[-1] == EOS:
                    candidates.append((ids, score))
                else:
                    logits = model.decode(torch.tensor([ids], device=source.device), memory, keep)
                    log_p = torch.log_softmax(logits[0, -1], dim=-1)
                    for token in range(len(log_p)):
                        candidates.append((ids + [token], score + log_p[token].item()))
            beams = sorted(candidates, key=lambda x: -x[1])[:width]
    return [(ids[1:], score) for ids, score in beams]
