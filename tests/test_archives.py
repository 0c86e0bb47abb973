"""Archives that students hand in: what is in them arrives, and what is wrong with them is told in a sentence."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import stat
import struct
import tarfile
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.submission.archive import MAX_PROBLEMS, MEGABYTE, ArchiveLimits, Collector, add_archive
from grader.submission.names import fold
from grader.submission.tree import SubmissionFiles
from tests.helpers import zipped

SMALL = ArchiveLimits(
    file=20_000, notebook=40_000, total=30_000, notebooks=50_000, archives=60_000, unpacked=200_000, directory=40_000
)


def tarred(files: list[tuple[str | tarfile.TarInfo, bytes]], **kwargs: int) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", **kwargs) as archive:
        for name, content in files:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return made.getvalue()


def open_archive(archive: bytes | Path, limits: ArchiveLimits | None = None, name: str = "") -> SubmissionFiles:
    name = name or (archive.name if isinstance(archive, Path) else "archive.zip")
    collector = Collector(limits or ArchiveLimits())
    add_archive(collector, name, lambda: archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive), "")
    return SubmissionFiles(collector.entries(), collector.problems())


def names(opened: SubmissionFiles) -> list[str]:
    return [name for name, _ in opened.entries]


def patched(data: bytes, offset: int, value: bytes, *, local: bool = True) -> bytes:
    """The first member's header fields, at their offset in the table of contents (and in the local header)."""
    made = bytearray(data)
    at = data.index(b"PK\x01\x02") + offset
    made[at : at + len(value)] = value
    if local:
        made[offset - 2 : offset - 2 + len(value)] = value
    return bytes(made)


def assert_safe(opened: SubmissionFiles) -> None:
    """Every name could be written below a folder of any file system, all of them together."""
    every = names(opened)
    for name in every:
        parts = name.split("/")
        assert not {"", ".", ".."} & set(parts)
        assert not any(char < " " or char == "\\" or "\ud800" <= char <= "\udfff" for char in name)
        assert name[1:2] != ":" or not name[0].isascii() or not name[0].isalpha()
        assert len(name.encode()) <= 1000
        assert max(len(part.encode()) for part in parts) <= 255
    folded = {fold(name) for name in every}
    assert len(folded) == len(every)
    assert not folded & {name[:at] for name in folded for at, char in enumerate(name) if char == "/"}


def test_a_zip_is_read_with_its_folders_and_without_what_systems_leave_behind() -> None:
    junk = {"__MACOSX/hw/._masking.py": b"x", "hw/.DS_Store": b"x", "hw/.ipynb_checkpoints/a-checkpoint.ipynb": b"x"}
    more = {"hw/__pycache__/masking.cpython-311.pyc": b"x", "hw/.git/HEAD": b"x", "hw/._softmax.py": b"x"}
    opened = open_archive(zipped({"hw/masking.py": b"a = 1", "hw/data/table.csv": b"1,2", **junk, **more}))
    assert opened == SubmissionFiles((("hw/data/table.csv", b"1,2"), ("hw/masking.py", b"a = 1")), ())


@pytest.mark.parametrize(
    ("name", "squeeze"),
    [
        ("a.tar", bytes),
        ("a.tar.gz", gzip.compress),
        ("a.tgz", gzip.compress),
        ("a.tar.bz2", bz2.compress),
        ("a.txz", lzma.compress),
    ],
)
def test_every_kind_of_tar_is_read(name: str, squeeze: type[bytes], tmp_path: Path) -> None:
    data = squeeze(tarred([("./hw/masking.py", b"a = 1"), ("hw/" + "long" * 50 + "/x.txt", b"x")]))
    expected = (("hw/" + "long" * 50 + "/x.txt", b"x"), ("hw/masking.py", b"a = 1"))
    assert open_archive(data, name=name) == SubmissionFiles(expected, ())
    (tmp_path / name).write_bytes(data)
    assert open_archive(tmp_path / name) == SubmissionFiles(expected, ())


def test_archives_in_archives_are_opened_under_their_own_names() -> None:
    inner = zipped({"masking.py": b"inner"})
    tar = gzip.compress(tarred([("deep/hw.zip", inner), ("softmax.py", b"s")]))
    opened = open_archive(zipped({"hw.zip": inner, "more.tar.gz": tar, "hw/masking.py": b"loose"}))
    assert opened.entries == (
        ("hw.zip/masking.py", b"inner"),
        ("hw/masking.py", b"loose"),
        ("more.tar.gz/deep/hw.zip/masking.py", b"inner"),
        ("more.tar.gz/softmax.py", b"s"),
    )
    assert not opened.problems


def test_archives_are_opened_three_deep_and_no_deeper() -> None:
    data = zipped({"end.py": b"x"})
    for level in range(5):
        data = zipped({f"level{level}.zip": data, f"file{level}.py": b"x"})
    opened = open_archive(data)
    assert names(opened)[0] == "file4.py"
    assert max(name.count("/") for name in names(opened)) == 3
    assert opened.problems == (
        "'level4.zip/level3.zip/level2.zip/level1.zip' is an archive within 3 others; it was not opened",
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../masking.py", "leads out of the submission"),
        ("hw/../../masking.py", "leads out of the submission"),
        ("..\\..\\masking.py", "leads out of the submission"),
        ("/etc/passwd", "has an absolute name"),
        ("\\\\server\\share\\x.py", "has an absolute name"),
        ("C:\\temp\\x.py", "has an absolute name"),
        ("c:x.py", "has an absolute name"),
        ("a\nb.py", "has control characters in its name"),
        ("a\x1b[2Jb.py", "has control characters in its name"),
        ("a\u202eyp.b", "has control characters in its name"),
        ("x" * 5000, "has a name of 5,000 characters"),
        ("x/" * 600 + "y.py", "has a name of 1,204 characters"),
        ("é" * 200 + ".py", "has a name of 203 characters"),
    ],
)
def test_a_name_that_cannot_be_trusted_is_left_out_and_told(name: str, why: str) -> None:
    for data, kind in (
        (zipped({name: b"x", "good.py": b"y"}), "zip"),
        (tarred([(name, b"x"), ("good.py", b"y")]), "tar"),
    ):
        if kind == "tar" and name.startswith("/"):
            continue  # tarfile strips it when it writes
        opened = open_archive(data, name=f"hw.{kind}")
        assert names(opened) == ["good.py"]
        assert len(opened.problems) == 1
        assert why in opened.problems[0]
        assert opened.problems[0].endswith(f"in 'hw.{kind}' {why}; it was left out")
        assert opened.problems[0].isprintable()
        assert len(opened.problems[0]) < 200


def test_a_name_with_a_nul_is_left_out_not_cut() -> None:
    data = zipped({"masking.pyQ.txt": b"x"}).replace(b"masking.pyQ.txt", b"masking.py\0.txt")
    opened = open_archive(data)
    assert not opened.entries
    assert "control characters" in opened.problems[0]


def test_backslashes_are_folders_and_odd_slashes_go() -> None:
    opened = open_archive(zipped({"hw\\masking.py": b"a", "./hw//softmax.py": b"b", "hw\\empty\\": b""}))
    assert opened == SubmissionFiles((("hw/masking.py", b"a"), ("hw/softmax.py", b"b")), ())


@pytest.mark.parametrize(
    ("mode", "why"),
    [(stat.S_IFLNK, "a link"), (stat.S_IFIFO, "not a regular file"), (stat.S_IFBLK, "not a regular file")],
)
def test_links_and_devices_in_a_zip_are_left_out(mode: int, why: str) -> None:
    info = zipfile.ZipInfo("masking.py")
    info.external_attr = (mode | 0o777) << 16
    opened = open_archive(zipped([(info, b"/etc/passwd"), ("softmax.py", b"s")]), name="hw.zip")
    assert opened == SubmissionFiles((("softmax.py", b"s"),), (f"'masking.py' in 'hw.zip' is {why}; it was left out",))


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (tarfile.SYMTYPE, "a link"),
        (tarfile.LNKTYPE, "a link"),
        (tarfile.FIFOTYPE, "not a regular file"),
        (tarfile.CHRTYPE, "not a regular file"),
    ],
)
def test_links_and_devices_in_a_tar_are_left_out(kind: bytes, why: str) -> None:
    info = tarfile.TarInfo("masking.py")
    info.type, info.linkname = kind, "/etc/passwd"
    opened = open_archive(tarred([(info, b""), ("softmax.py", b"s")]), name="hw.tar")
    assert opened == SubmissionFiles((("softmax.py", b"s"),), (f"'masking.py' in 'hw.tar' is {why}; it was left out",))


def test_of_equal_names_the_last_one_counts_and_it_is_told() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped([("a.py", b"1"), ("a.py", b"2"), ("b.py", b"3")])
    assert open_archive(data, name="hw.zip") == SubmissionFiles(
        (("a.py", b"2"), ("b.py", b"3")), ("'a.py' in 'hw.zip' appears twice; the last one counts",)
    )
    opened = open_archive(tarred([("a.py", b"1"), ("a.py", b"2")]), name="hw.tar")
    assert opened == SubmissionFiles((("a.py", b"2"),), ("'a.py' appears twice; the last one counts",))


def test_names_that_differ_only_in_case_or_in_how_accents_are_written_are_one() -> None:
    for first, second in (("Model.py", "model.py"), ("café.py", "cafe\u0301.py"), ("STRASSE.py", "straße.py")):
        opened = open_archive(zipped({first: b"1", second: b"2"}))
        assert [content for _, content in opened.entries] == [b"2"]
        assert len(opened.problems) == 1


def test_a_file_that_is_also_a_folder_is_left_out() -> None:
    opened = open_archive(zipped({"hw": b"file", "hw/masking.py": b"m"}))
    assert opened == SubmissionFiles(
        (("hw/masking.py", b"m"),), ("'hw' is both a file and a folder; the file was left out",)
    )


def test_an_encrypted_zip_is_told_once() -> None:
    data = bytearray(zipped({f"f{n}.py": b"secret" for n in range(50)}))
    for magic, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = data.find(magic)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(magic, at + 1)
    opened = open_archive(bytes(data), name="solutions.zip")
    assert opened == SubmissionFiles((), ("'solutions.zip' is encrypted; ask for it without a password",))


@pytest.mark.parametrize(("magic", "kind"), [(b"Rar!\x1a\x07\x01\x00", "RAR"), (b"7z\xbc\xaf\x27\x1c\x00\x04", "7z")])
def test_other_archives_are_told_also_when_they_are_called_zip(magic: bytes, kind: str) -> None:
    for name in ("hw.zip", f"hw.{kind.lower()}"):
        opened = open_archive(magic + bytes(100), name=name)
        assert opened == SubmissionFiles((), (f"'{name}' is a {kind} archive, which is not opened; ask for a zip",))
    inside = open_archive(zipped({"old.rar": b"Rar!\x1a\x07\x01\x00", "masking.py": b"m"}))
    assert names(inside) == ["masking.py"]
    assert "'old.rar' is a RAR archive" in inside.problems[0]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packed_in_an_unusual_way_is_told(method: int) -> None:
    opened = open_archive(zipped({"masking.py": b"m"}, method))
    assert not opened.entries
    assert "unusual compression" in opened.problems[0]


def test_a_zip_cut_short_at_any_byte_is_told() -> None:
    data = zipped({"masking.py": b"print(1)\n" * 50, "softmax.py": b"s"})
    for end in range(len(data)):
        opened = open_archive(data[:end])
        assert opened.problems
        assert not opened.entries


@pytest.mark.parametrize("squeeze", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_tar_cut_short_at_any_byte_never_raises(squeeze: type[bytes]) -> None:
    data = squeeze(tarred([("masking.py", random.Random(1).randbytes(3000)), ("softmax.py", b"s")]))
    whole = dict(open_archive(data, name="a.tar").entries)
    for end in range(0, len(data), 7):
        opened = open_archive(data[:end], name="a.tar")
        assert set(opened.entries) <= set(whole.items())


def test_a_damaged_member_is_told_and_the_others_are_read() -> None:
    data = bytearray(zipped({"masking.py": b"print(1)\n" * 50, "softmax.py": b"s" * 40}, zipfile.ZIP_STORED))
    at = data.index(b"print(1)")
    data[at] ^= 0xFF
    opened = open_archive(bytes(data))
    assert opened == SubmissionFiles((("softmax.py", b"s" * 40),), ("'masking.py' is damaged; ask for it again",))


@given(st.integers(0, 10_000), st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_any_changed_byte_gives_the_same_files_or_a_sentence(at: int, value: int) -> None:
    data = bytearray(
        zipped({"hw/masking.py": b"print(1)\n" * 50, "softmax.py": b"s" * 40, "in.zip": zipped({"x.py": b"x"})})
    )
    right = dict(open_archive(bytes(data)).entries)
    data[at % len(data)] = value
    opened = open_archive(bytes(data))
    assert_safe(opened)
    assert opened.problems or all(content in right.values() for _, content in opened.entries)


def test_an_empty_file_and_a_web_page_are_no_archives() -> None:
    assert open_archive(b"", name="hw.zip").problems == ("'hw.zip' is empty; ask for it again",)
    page = open_archive(b"<html>", name="hw.zip")
    assert page.problems == ("'hw.zip' is damaged or not an archive; ask for it again",)
    assert open_archive(zipped({})) == SubmissionFiles((), ())


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    opened = open_archive(tmp_path / "gone.zip")
    assert opened == SubmissionFiles((), ("'gone.zip' cannot be read: no such file or directory; ask for it again",))


def test_names_without_the_mark_of_utf8_are_read_as_utf8_where_they_are() -> None:
    data = zipped({"Übung/lösung.py": b"x"})
    unmarked = bytearray(data)
    unmarked[6:8] = b"\0\0"
    at = data.index(b"PK\x01\x02")
    unmarked[at + 8 : at + 10] = b"\0\0"
    assert names(open_archive(bytes(unmarked))) == ["Übung/lösung.py"]


@pytest.mark.parametrize("encoding", ["shift_jis", "gbk", "cp437", "latin-1", "koi8-r"])
def test_names_in_other_encodings_never_crash_and_stay_apart(encoding: str) -> None:
    words = {"shift_jis": ("課題", "解答"), "gbk": ("作业", "答案"), "koi8-r": ("задача", "ответ")}.get(
        encoding, ("äöü", "éàè")
    )
    raw = [word.encode(encoding) for word in words]
    data = zipped({f"{'x' * len(one)}{at}.py": b"%d" % at for at, one in enumerate(raw)})
    for at, one in enumerate(raw):
        data = data.replace(b"x" * len(one) + b"%d.py" % at, one + b"%d.py" % at)
    opened = open_archive(data)
    assert sorted(content for _, content in opened.entries) == [b"0", b"1"]
    assert_safe(opened)


def test_a_name_that_claims_to_be_utf8_and_is_not_is_told() -> None:
    data = zipped({"lösung.py": b"x"}).replace("lösung".encode(), b"l\xff\xfesung")
    assert open_archive(data).problems == ("'archive.zip' is damaged; ask for it again",)


def test_a_bomb_costs_no_more_than_the_limits() -> None:
    bomb = zipped({"zeros.bin": bytes(100 * MEGABYTE), "masking.py": b"m"})
    assert len(bomb) < MEGABYTE
    tracemalloc.start()
    opened = open_archive(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert opened == SubmissionFiles((("masking.py", b"m"),), ("'zeros.bin' has more than 16 MB; it was left out",))
    assert peak < 40 * MEGABYTE


def test_many_files_stop_at_the_total_and_programs_come_first() -> None:
    data = zipped({**{f"data{n:03}.bin": bytes(10_000) for n in range(100)}, "z/masking.py": b"m"})
    opened = open_archive(data, SMALL)
    assert "z/masking.py" in names(opened)
    assert sum(len(content) for _, content in opened.entries) <= SMALL.total + 20_000
    assert len(opened.problems) == MAX_PROBLEMS + 1
    assert opened.problems[-1].startswith("and ")


def test_notebooks_may_be_larger_than_other_files() -> None:
    opened = open_archive(zipped({"a.ipynb": bytes(35_000), "b.bin": bytes(35_000), "c.ipynb": bytes(45_000)}), SMALL)
    assert names(opened) == ["a.ipynb"]


def overlapping(count: int, size: int) -> bytes:
    """After Fifield: every entry of the table of contents points to the same bytes."""
    kernel = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = kernel.compress(bytes(size)) + kernel.flush()
    crc = zlib.crc32(bytes(size))
    fields = (0, zipfile.ZIP_DEFLATED, 0, 0, crc, len(data), size)
    local = struct.pack("<4sHHHHHLLLHH", b"PK\x03\x04", 20, *fields, 5, 0) + b"A.bin" + data
    entries = b"".join(
        struct.pack("<4sHHHHHHLLLHHHHHLL", b"PK\x01\x02", 20, 20, *fields, 5, 0, 0, 0, 0, 0, 0)
        + b"A.bin".replace(b"A", b"%c" % (65 + n))
        for n in range(count)
    )
    end = struct.pack("<4sHHHHLLH", b"PK\x05\x06", 0, 0, count, count, len(entries), len(local), 0)
    return local + entries + end


def test_entries_that_overlap_are_counted_by_what_is_read() -> None:
    opened = open_archive(overlapping(26, 15_000), SMALL)
    assert sum(len(content) for _, content in opened.entries) <= SMALL.total
    assert opened.problems


@pytest.mark.parametrize("offset", [20, 24])
@pytest.mark.parametrize("size", [0, 1, 5, 0xFFFFFFFE, 0xFFFFFFFF])
def test_sizes_that_lie_are_not_believed(offset: int, size: int) -> None:
    source = b"print(1)\n" * 500
    data = patched(zipped({"masking.py": source}), offset, struct.pack("<L", size))
    tracemalloc.start()
    opened = open_archive(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * MEGABYTE
    assert opened.entries == (() if opened.problems else (("masking.py", source),))
    assert opened.problems or size > len(source)


def test_a_table_of_contents_that_is_too_long_is_refused_before_it_is_read() -> None:
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(3000):
            archive.writestr(f"file{number}", b"")
    assert open_archive(many.getvalue(), SMALL) == SubmissionFiles(
        (), ("'archive.zip' has too many files; the rest was left out",)
    )


def test_only_so_many_files_are_read() -> None:
    opened = open_archive(zipped({f"file{number}": b"" for number in range(2100)}))
    assert len(opened.entries) == 2000
    assert opened.problems == ("there are more than 2,000 files; 100 were left out",)


def test_a_bomb_in_a_tar_stops_when_enough_is_unpacked() -> None:
    data = gzip.compress(tarred([("a.py", b"a"), ("zeros.bin", bytes(MEGABYTE)), ("masking.py", b"m")]))
    opened = open_archive(data, SMALL, "hw.tar.gz")
    assert names(opened) == ["a.py"]
    assert opened.problems[-1] == "'hw.tar.gz' unpacks to too much; the rest was left out"


def test_a_tar_that_declares_a_huge_member_or_header_is_told() -> None:
    for kind in (tarfile.REGTYPE, tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME):
        info = tarfile.TarInfo("masking.py")
        info.type, info.size = kind, 8 << 30
        opened = open_archive(info.tobuf(tarfile.GNU_FORMAT) + bytes(2048), name="hw.tar")
        assert not opened.entries
        assert len(opened.problems) in (1, 2)


def test_what_a_tar_says_of_all_its_members_does_not_add_up() -> None:
    """Each member would remember all headers before it."""
    parts = []
    for number in range(200):
        facts = b"".join(b"16 k%03d%06d=v\n" % (number, key) for key in range(900))
        info = tarfile.TarInfo("all")
        info.type, info.size = tarfile.XGLTYPE, len(facts)
        parts += [info.tobuf(), facts, bytes(-len(facts) % 512), tarfile.TarInfo(f"{number}.py").tobuf()]
    data = b"".join(parts)
    tracemalloc.start()
    opened = open_archive(data, name="hw.tar")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(opened.entries) == 200
    assert peak < 3 * MEGABYTE


def test_a_header_that_is_too_large_ends_a_tar() -> None:
    info = tarfile.TarInfo("all")
    info.type, info.size = tarfile.XHDTYPE, 1 << 20
    data = tarred([("a.py", b"a")])[:1024] + info.tobuf() + b"9 k=vvvv\n" * (1 << 17)
    assert open_archive(data, name="hw.tar") == SubmissionFiles(
        (("a.py", b"a"),), ("'hw.tar' has headers that are too large; the rest was left out",)
    )


def test_a_tar_that_leads_back_to_itself_ends() -> None:
    """A negative size made older tarfile read the same headers for ever."""
    header = bytearray(tarfile.TarInfo("masking.py").tobuf())
    header[124:136] = (2**96 - 1024).to_bytes(12, "big")
    header[148:156] = b"%06o\0 " % sum([*header[:148], *b" " * 8, *header[156:512]])
    opened = open_archive(
        tarfile.TarInfo("a.py").tobuf() + tarfile.TarInfo("b.py").tobuf() + bytes(header), name="hw.tar"
    )
    assert opened == SubmissionFiles((("a.py", b""), ("b.py", b"")), ("'hw.tar' is damaged; ask for it again",))


def test_headers_that_lead_to_headers_end() -> None:
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, 2
    one = info.tobuf(tarfile.GNU_FORMAT) + b"x\0".ljust(512, b"\0")
    opened = open_archive(one * 3000, name="hw.tar")
    assert opened == SubmissionFiles((), ("'hw.tar' is damaged; ask for it again",))


def _can_be_written(name: str) -> bool:
    return name.encode("utf-8", "replace").decode() == name


@given(st.dictionaries(st.text(min_size=1, max_size=40), st.binary(max_size=50), max_size=8))
@example(
    {"../x": b"", "a": b"", "a/b": b"", "A": b"", "con:x": b"", " ": b"", "x.zip": b"PK", "x.tar": b"", "\ud800": b""}
)
@settings(max_examples=200, deadline=None)
def test_whatever_names_are_in_a_zip_or_tar_they_come_out_safe(files: dict[str, bytes]) -> None:
    pairs = [(name, content) for name, content in files.items() if name[0] != "\0" and _can_be_written(name)]
    for opened in (open_archive(zipped(list(pairs))), open_archive(tarred(list(pairs)), name="a.tar")):
        assert_safe(opened)
        assert all(problem.isprintable() for problem in opened.problems)


@given(
    st.binary(max_size=2000),
    st.sampled_from([b"", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08", b"BZh9", b"\xfd7zXZ\0", b"Rar!\x1a\x07"]),
)
@settings(max_examples=200, deadline=None)
def test_whatever_bytes_are_handed_in_nothing_is_raised(data: bytes, magic: bytes) -> None:
    for name in ("a.zip", "a.tar.gz"):
        assert_safe(open_archive(magic + data, name=name))
