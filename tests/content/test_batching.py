"""The numbers of the sources and of the statement, against the reference of `batching`."""

import numpy as np
import torch

from tests.content.reference import reference

batching = reference("batching")

SOS, EOS, PAD = 0, 1, 2
ENGLISH = {"I": 3, "love": 4, "you": 5, "very": 6, "much": 7, "thank": 8}
ITALIAN = {"Ti": 3, "amo": 4, "molto": 5, "Grazie": 6}
PAIRS = [
    ([ENGLISH[word] for word in source.split()], [ITALIAN[word] for word in target.split()])
    for source, target in (("I love you very much", "Ti amo molto"), ("thank you", "Grazie"))
]


def test_ti_amo_molto_is_shifted_right_by_sos():
    words = ["Ti", "amo", "molto"]
    decoder_input, target = batching.shift_right(words, "<SOS>", "<EOS>")
    assert decoder_input == ["<SOS>", "Ti", "amo", "molto"]
    assert target == ["Ti", "amo", "molto", "<EOS>"]
    assert words == ["Ti", "amo", "molto"]


def test_the_encoder_reads_the_sentence_between_sos_and_eos():
    read = batching.add_sos_eos(["I", "love", "you", "very", "much"], "<SOS>", "<EOS>")
    assert " ".join(read) == "<SOS> I love you very much <EOS>"


def test_the_worked_batch():
    batch = batching.make_batch(PAIRS, SOS, EOS, PAD)
    assert batch["source"].tolist() == [[0, 3, 4, 5, 6, 7, 1], [0, 8, 5, 1, 2, 2, 2]]
    assert batch["decoder_input"].tolist() == [[0, 3, 4, 5], [0, 6, 2, 2]]
    assert batch["target"].tolist() == [[3, 4, 5, 1], [6, 1, 2, 2]]
    assert batch["source_mask"].int().tolist() == [[[1] * 7], [[1, 1, 1, 1, 0, 0, 0]]]
    first = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]
    second = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
    assert batch["target_mask"].int().tolist() == [first, second]
    assert batch["loss_mask"].int().tolist() == [[1, 1, 1, 1], [1, 1, 0, 0]]
    assert batch["loss_mask"].sum() == 6
    assert batch["target_mask"].any(dim=-1).all()


def test_three_pairs_of_one_source_are_padded_each_side_by_itself():
    pairs = [
        (["How", "are", "you?"], ["आप", "कैसे", "हैं"]),
        (["Congratulations"], ["बधाई", "हो"]),
        (["Thank", "you"], ["धन्यवाद"]),
    ]
    lexicon = {}
    coded = [tuple([lexicon.setdefault(word, len(lexicon) + 3) for word in side] for side in pair) for pair in pairs]
    batch = batching.make_batch(coded, SOS, EOS, PAD)
    assert batch["source"].shape == (3, 5)
    assert batch["decoder_input"].shape == batch["target"].shape == (3, 4)
    np.testing.assert_array_equal((batch["source"] == PAD).sum(dim=1), [0, 2, 1])
    np.testing.assert_array_equal((batch["target"] == PAD).sum(dim=1), [0, 1, 2])
    np.testing.assert_array_equal(batch["loss_mask"].sum(dim=1), [4, 3, 2])


def test_the_target_is_the_input_one_place_on_and_only_its_keys_before_are_seen():
    batch = batching.make_batch(PAIRS, SOS, EOS, PAD)
    assert torch.equal(batch["target"][0, :-1], batch["decoder_input"][0, 1:])
    assert not (batch["decoder_input"] == EOS).any()
    assert not batch["target_mask"].triu(1).any()


def test_at_the_real_positions_the_look_ahead_mask_would_do_alone():
    batch = batching.make_batch(PAIRS, SOS, EOS, PAD)
    look_ahead = torch.ones(2, 4, 4, dtype=torch.bool).tril()
    real = batch["loss_mask"]
    assert torch.equal(batch["target_mask"][real], look_ahead[real])
