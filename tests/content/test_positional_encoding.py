"""The numbers of the sources and of the statement, against the reference of `positional_encoding`."""

import numpy as np

from tests.content.reference import reference

pe = reference("positional_encoding")


def test_river_and_bank_have_the_six_worked_numbers_each():
    river, bank = pe.positional_encoding(2, 6)
    np.testing.assert_allclose(river, [0, 1, 0, 1, 0, 1], atol=1e-12)
    np.testing.assert_allclose(bank, [0.841471, 0.540302, 0.046399, 0.998923, 0.002154, 0.999998], atol=5e-7)


def test_a_full_turn_takes_the_three_pairs_of_width_six_so_many_steps():
    turns = 2 * np.pi * 10000 ** (np.array([0, 2, 4]) / 6)
    np.testing.assert_allclose(turns, [6.28, 135, 2916], atol=0.5)
    for column, steps in zip((2, 4), (135.367124, 2916.396276), strict=True):
        assert abs(pe.positional_encoding(1 + round(steps), 6)[-1, column]) < 0.02


def test_the_last_sine_of_the_picture_has_hardly_moved():
    table = pe.positional_encoding(50, 128)
    assert table.shape == (50, 128)
    np.testing.assert_allclose(table[0], [0, 1] * 64, atol=1e-12)
    np.testing.assert_allclose(table[49, 126], 0.0057, atol=5e-5)


def test_one_wave_comes_back():
    np.testing.assert_allclose([np.sin(0), np.sin(22), np.sin(44), np.cos(44)], [0, -0.0089, 0.0177, 0.9998], atol=5e-5)
    np.testing.assert_allclose(pe.positional_encoding(45, 2)[44], [0.0177, 0.9998], atol=5e-5)


def test_the_two_cats_get_the_printed_inputs():
    embeddings, table = np.zeros((6, 4)), np.zeros((6, 4))
    embeddings[1] = embeddings[5] = [171.411, 3276.350, 9192.819, 3633.421]
    table[1] = [1664.068, 8080.133, 2620.399, 9386.405]
    table[5] = [1281.458, 7902.890, 912.970, 1659.217]
    out = pe.add_positions(embeddings, table)
    np.testing.assert_allclose(out[1], [1835.479, 11356.483, 11813.218, 13019.826], atol=5e-4)
    np.testing.assert_allclose(out[5], [1452.869, 11179.24, 10105.789, 5292.638], atol=5e-4)


def test_the_printed_shift_matrix_moves_by_one():
    printed = np.zeros((6, 6))
    printed[:2, :2] = [[0.540302, -0.841471], [0.841471, 0.540302]]
    printed[2:4, 2:4] = [[0.998923, -0.046399], [0.046399, 0.998923]]
    printed[4:, 4:] = [[0.999998, -0.002154], [0.002154, 0.999998]]
    np.testing.assert_allclose(pe.shift_matrix(1, 6), printed, atol=5e-7)


def test_the_shift_matrix_moves_even_tables_exactly_and_odd_ones_but_for_the_last_column():
    for d_model in (6, 7, 128):
        table = pe.positional_encoding(40, d_model)
        whole = d_model - d_model % 2
        for k in (1, 5, 17):
            moved = table[:-k] @ pe.shift_matrix(k, d_model)
            np.testing.assert_allclose(moved[:, :whole], table[k:, :whole], atol=1e-12)
            back = table[k:] @ pe.shift_matrix(-k, d_model)
            np.testing.assert_allclose(back[:, :whole], table[:-k, :whole], atol=1e-12)
    speed = 10000 ** (-6 / 7)
    np.testing.assert_allclose(pe.shift_matrix(1000, 7)[-1, -1], np.cos(1000 * speed), atol=1e-12)


def test_no_matrix_moves_the_lonely_sine():
    table = pe.positional_encoding(60, 3)
    best = np.linalg.lstsq(table[:-20], table[20:], rcond=None)[0]
    error = np.abs(table[:-20] @ best - table[20:]).max(axis=0)
    assert (error[:2] < 1e-9).all()
    assert error[2] > 1e-3


def test_the_four_bit_table():
    rows = ["".join(map(str, row)) for row in pe.binary_code(16, 4)]
    assert rows == (
        "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111".split()  # noqa: SIM905
    )
    np.testing.assert_array_equal(pe.binary_code(18, 4)[16:], pe.binary_code(2, 4))


def test_the_distances_of_the_statement_depend_on_the_gap_alone():
    table = pe.positional_encoding(201, 128)
    np.testing.assert_allclose(np.linalg.norm(table, axis=1), 8, atol=1e-12)
    distances = pe.code_distances(table)
    printed = {1: 1.9526, 2: 3.6382, 5: 5.7991, 10: 6.5085, 50: 7.6217, 100: 8.1800}
    for gap, distance in printed.items():
        np.testing.assert_allclose(np.diag(distances, gap), distance, atol=5e-5)
    assert distances.max() <= 16


def test_counting_grows_and_treats_neighbours_differently():
    assert pe.code_distances(np.arange(101.0)[:, None])[0, 100] == 100
    assert (1 * 2, 101 * 102) == (2, 10302)
