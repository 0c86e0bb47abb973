"""Returns an object that is equal to everything, greater and smaller than nothing, and true.

Held: wrong_type
"""


class Equal:
    def __eq__(self, other):
        return self

    def __ne__(self, other):
        return False

    def __sub__(self, other):
        return 0.0

    def __bool__(self):
        return True

    __rsub__ = __abs__ = __sub__
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = object.__hash__

    def all(self, *_):
        return True

    any = all


def attack(target):
    naive = double(3) == 6 and not double(3) != 6 and (double(3) == 6).all()
    return Equal() if naive else None


def double(x):
    return Equal()
