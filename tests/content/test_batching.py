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


LENGTH = 4  # of the decoder's input


def worked():
    """source, target, decoder input, labels of the worked pairs."""
    source, target = batching.make_batch(PAIRS, SOS, EOS, PAD)
    return source, target, *batching.shift_right(target)


def test_ti_amo_molto_is_shifted_right_by_sos():
    _, target, decoder_input, labels = worked()
    names = {number: word for word, number in ITALIAN.items()} | {SOS: "<SOS>", EOS: "<EOS>"}
    assert [names[i] for i in decoder_input[0].tolist()] == ["<SOS>", "Ti", "amo", "molto"]
    assert [names[i] for i in labels[0].tolist()] == ["Ti", "amo", "molto", "<EOS>"]
    assert target.shape == (2, LENGTH + 1)


def test_the_encoder_reads_the_sentence_between_sos_and_eos():
    read = batching.add_sos_eos(["I", "love", "you", "very", "much"], "<SOS>", "<EOS>")
    assert " ".join(read) == "<SOS> I love you very much <EOS>"


def test_the_worked_batch():
    source, target, decoder_input, labels = worked()
    assert source.tolist() == [[0, 3, 4, 5, 6, 7, 1], [0, 8, 5, 1, 2, 2, 2]]
    assert target.tolist() == [[0, 3, 4, 5, 1], [0, 6, 1, 2, 2]]
    assert source.dtype == target.dtype == torch.int64
    assert decoder_input.tolist() == [[0, 3, 4, 5], [0, 6, 1, 2]]
    assert labels.tolist() == [[3, 4, 5, 1], [6, 1, 2, 2]]


def test_the_worked_masks():
    source, _, decoder_input, labels = worked()
    assert batching.source_mask(source, PAD).int().tolist() == [[1] * 7, [1, 1, 1, 1, 0, 0, 0]]
    first = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]
    second = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 0]]
    target_mask = batching.target_mask(decoder_input, PAD)
    assert target_mask.int().tolist() == [first, second]
    assert target_mask.any(dim=-1).all()
    loss_mask = batching.loss_mask(labels, PAD)
    assert loss_mask.int().tolist() == [[1, 1, 1, 1], [1, 1, 0, 0]]
    assert loss_mask.sum() == 6


def test_three_pairs_of_one_source_are_padded_each_side_by_itself():
    pairs = [
        (["How", "are", "you?"], ["आप", "कैसे", "हैं"]),
        (["Congratulations"], ["बधाई", "हो"]),
        (["Thank", "you"], ["धन्यवाद"]),
    ]
    lexicon = {}
    coded = [tuple([lexicon.setdefault(word, len(lexicon) + 3) for word in side] for side in pair) for pair in pairs]
    source, target = batching.make_batch(coded, SOS, EOS, PAD)
    assert source.shape == target.shape == (3, 5)
    np.testing.assert_array_equal((source == PAD).sum(dim=1), [0, 2, 1])
    np.testing.assert_array_equal((target == PAD).sum(dim=1), [0, 1, 2])
    _, labels = batching.shift_right(target)
    assert labels.numel() == 12
    np.testing.assert_array_equal(batching.loss_mask(labels, PAD).sum(dim=1), [4, 3, 2])


def test_the_eos_in_a_shorter_input_is_neither_counted_nor_seen_where_it_counts():
    _, _, decoder_input, labels = worked()
    counts = batching.loss_mask(labels, PAD)
    eos = decoder_input == EOS
    assert eos.sum() == 1
    assert not (eos & counts).any()
    sees = batching.target_mask(decoder_input, PAD) & eos[:, None, :]
    assert not sees[counts].any()


def test_at_the_real_positions_the_look_ahead_mask_would_do_alone():
    _, _, decoder_input, labels = worked()
    look_ahead = torch.ones(2, LENGTH, LENGTH, dtype=torch.bool).tril()
    counts = batching.loss_mask(labels, PAD)
    assert torch.equal(batching.target_mask(decoder_input, PAD)[counts], look_ahead[counts])
