"""binary_code keeps the highest digits of a number that is too long, so it does not start again at 0.

With 3 bits, 8 = 1000 must become 000: keep the last bits digits, which is pos % 2^bits.
"""


def binary_code(length, bits):
    return [[int(digit) for digit in format(pos, f"0{bits}b")[:bits]] for pos in range(length)]
