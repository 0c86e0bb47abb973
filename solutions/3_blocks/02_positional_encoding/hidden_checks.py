from grader.checks import check


@check("a sentence of 50 words with 128 dimensions, and one of odd width", axes="position feature; position feature")
def words_of_a_picture(impl, rng):
    return impl.positional_encoding(50, 128), impl.positional_encoding(29, 2 * rng.randint(5, 9) + 1)


@check("tables of width 1 and 2, and of length 1")
def narrow_tables(impl, rng):
    return {
        "one column": impl.positional_encoding(9, 1),
        "one pair": impl.positional_encoding(9, 2),
        "one word": impl.positional_encoding(1, 5),
    }


@check("the shift matrix moves back too, and stands still for k = 0", axes="row column; row column; row column")
def shift_back(impl, rng):
    k = int(rng.randint(2, 7))
    return impl.shift_matrix(-k, 10), impl.shift_matrix(0, 4), impl.shift_matrix(40 * k, 9)


@check("binary codes with other numbers of bits start again at 0", axes="position bit; position bit; position bit")
def other_bits(impl, rng):
    return impl.binary_code(11, 3), impl.binary_code(5 + int(rng.randint(30)), 6), impl.binary_code(261, 10)
