import torch
from torch import nn

from grader.checks import check, inject

PAD, SOS, EOS = 0, 1, 2


class Counting(nn.Module):
    """Predicts 3, 100, 197, ... as often as the source's second token says, then EOS; afterwards nonsense."""

    def __init__(self, words=300):
        super().__init__()
        self.words = words
        self.encoded, self.longest = 0, 0

    def encode(self, source, source_keep):
        self.encoded += 1
        return (source[:, 1] * source_keep[:, 1])[:, None, None]

    def decode(self, decoder_input, memory, source_keep):  # noqa: ARG002 - a Translator takes it, for its mask
        self.longest = max(self.longest, decoder_input.shape[1])
        said = torch.arange(decoder_input.shape[1])
        following = torch.where(said[None] == memory[:, 0], EOS, 3 + said[None] * 97 % (self.words - 3))
        following = following.expand(len(decoder_input), -1)
        right = nn.functional.one_hot(following, self.words) * 9.0
        return right + 0.1 * nn.functional.one_hot(decoder_input, self.words)

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


@check(
    "data: a single pair, an empty sentence, and long sentences make batches, too",
    returns="tensor",
    parts="a pair (source: sentence position; target: sentence position); "
    "an empty sentence (source: sentence position; target: sentence position); "
    "ids over 256 (source: sentence position; target: sentence position)",
)
def other_batches(impl, rng):
    def words(n):
        return rng.randint(3, 900, size=n).tolist()

    shapes = [(1, 1)], [(0, 5), (13, 0)], [(270, 1)] + 260 * [(1, 2)] + [(1, 265)]
    return [impl.make_batch([(words(s), words(t)) for s, t in lengths]) for lengths in shapes]


@check("model: a sentence gives the same alone and in a batch, with the stub's own sizes", axes="position word")
def alone_and_in_a_batch(impl, rng):
    model = inject(impl.Translator(8, 7), rng, 0.3)
    source = torch.tensor(rng.randint(3, 8, size=(3, 16)))
    source[1, 2:] = PAD
    words = torch.tensor(rng.randint(3, 7, size=(3, 4)))
    words[1, 2] = PAD  # predicted, a token like any other
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("gamma"):
                parameter += 1  # numbers around 1: words stay different
        return {"alone": model(source[1:2, :2], words[1:2])[0], "in a batch": model(source, words)[1]}


@check(
    "model: long sentences, wide vectors and a large vocabulary",
    parts="memory: batch position feature; logits: batch position word; of a wide model (memory: batch position "
    "feature; logits: batch position word)",
)
def large_sizes(impl, rng):
    def filled(*sizes):
        model = impl.Translator(300, 310, *sizes)
        with torch.no_grad():
            for p in model.parameters():
                waves = torch.arange(p.numel()).reshape(p.shape).sin()
                p.copy_(waves / p.shape[-1] ** 0.5 if p.dim() > 1 else 1 + waves / 2)
        return model

    def both(model, source, words):
        return model.encode(source, source != PAD), model(source, words)

    long = both(filled(4, 2, 3, 1, 300), ids(rng, 300, 1, 270), ids(rng, 310, 1, 262))
    return *long, both(filled(260, 2, 3), ids(rng, 300, 1, 3), torch.tensor([[SOS, 309]]))


def ids(rng, words, *shape):
    return torch.tensor(rng.randint(3, words, size=shape))


@check(
    "greedy: other rows change nothing, whatever the model predicts after EOS; long results are complete",
    parts="together: sentence position; in another order: sentence position; "
    "alone (sentence: position); many: sentence position; long: sentence position",
)
def greedy_neighbours(impl, rng):
    lengths = [int(n) for n in rng.permutation([0, 2, 7, 4])]
    source = torch.tensor([[SOS, n, EOS] for n in lengths])
    model = Counting().eval()
    return {
        "together": impl.greedy(model, source, 6),
        "in another order": impl.greedy(model, source.flip(0), 6),
        "alone": [impl.greedy(model, row[None], 6)[0] for row in source],
        "many": impl.greedy(Counting(20).eval(), source[:1].expand(260, 3), 9),
        "long": impl.greedy(Counting(20).eval(), torch.tensor([[SOS, 270, EOS]]), 280),
    }


@check(
    "beam: a confident model is followed to the end, and to the limit",
    parts="search (tokens; score; calls)",
)
def beam_follows(impl, rng):
    found = []
    sizes = (66, 1, 80), (5, 3, 9), (6, 2, 4), (0, 2, 5), (1, 1, 300), (0, 290, 1), (260, 1, 9)
    for length, width, limit in sizes:
        model = Counting().eval()
        length += int(rng.randint(2)) * (limit > 8)
        tokens, score = impl.beam(model, torch.tensor([[SOS, length, EOS]]), width, limit)[0]
        last = model.longest if width == 1 else None  # with more, ties decide how long it goes on
        found.append((list(tokens), score, {"encoded": model.encoded, "longest input of the decoder": last}))
    return found
