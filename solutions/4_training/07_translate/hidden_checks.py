import torch
from torch import nn

from grader.checks import check, inject

PAD, SOS, EOS = 0, 1, 2


class Counting(nn.Module):
    """Predicts 3, 4, 5, ... as often as the source's second token says, then EOS; afterwards nonsense."""

    def __init__(self):
        super().__init__()
        self.encoded, self.longest = 0, 0

    def encode(self, source, source_keep):
        self.encoded += 1
        return (source[:, 1] * source_keep[:, 1])[:, None, None]

    def decode(self, decoder_input, memory, source_keep):  # noqa: ARG002 - a Translator takes it, for its mask
        self.longest = max(self.longest, decoder_input.shape[1])
        said = torch.arange(decoder_input.shape[1])
        following = torch.where(said[None] == memory[:, 0], EOS, 3 + said[None] % 6)
        following = following.expand(len(decoder_input), -1)
        right = nn.functional.one_hot(following, 9) * 5.0
        return right + 0.1 * nn.functional.one_hot(decoder_input, 9)

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


@check("data: a single pair, an empty sentence, and long sentences make batches, too", returns="tensor")
def other_batches(impl, rng):
    def words(n):
        return rng.randint(3, 90, size=n).tolist()

    return [impl.make_batch([(words(s), words(t)) for s, t in lengths]) for lengths in ([(1, 1)], [(0, 5), (13, 0)])]


@check("model: one sentence gives the same alone and in a batch, with the stub's own sizes", axes="position word")
def alone_and_in_a_batch(impl, rng):
    model = inject(impl.Translator(8, 7), rng, 0.3)
    source = torch.tensor(rng.randint(3, 8, size=(3, 16)))
    source[1, 2:] = PAD
    words = torch.tensor(rng.randint(3, 7, size=(3, 4)))
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("gamma"):
                parameter += 1  # numbers around 1: words stay different
        return {"alone": model(source[1:2, :2], words[1:2])[0], "in a batch": model(source, words)[1]}


@check("greedy: neighbours in the batch change nothing, whatever the model predicts after EOS")
def greedy_neighbours(impl, rng):
    lengths = [int(n) for n in rng.permutation([0, 2, 7, 4])]
    source = torch.tensor([[SOS, n, EOS] for n in lengths])
    model = Counting().eval()
    return {"together": impl.greedy(model, source, 6), "alone": [impl.greedy(model, row[None], 6)[0] for row in source]}


@check("beam: a model that is sure is followed to the end, and to the limit")
def beam_follows(impl, rng):
    del rng
    found = []
    for length, width, limit in ((4, 1, 9), (5, 3, 9), (6, 2, 4), (0, 2, 5)):
        model = Counting().eval()
        best = impl.beam(model, torch.tensor([[SOS, length, EOS]]), width, limit)[0]
        last = model.longest if width == 1 else None  # with more, ties decide how long it goes on
        found.append((best, {"encoded": model.encoded, "longest input of the decoder": last}))
    return found
