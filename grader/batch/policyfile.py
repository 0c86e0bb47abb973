"""A policy from a file of its own, to see what it would change before it goes into course.yaml."""

from __future__ import annotations

from pathlib import Path

import msgspec
import msgspec.structs

from grader.course import Course, yamlfile
from grader.course.policy import PolicyFile
from grader.course.policycheck import Names, problems_of
from grader.course.textfile import read_text


class _Wrapped(msgspec.Struct, kw_only=True):
    """As it stands in course.yaml."""

    policy: PolicyFile


def with_policy(course: Course, path: Path) -> Course:
    """The course with the policy of a file: the keys of `policy`, with or without that word above them.

    ContentError if something is wrong with it.
    """
    remedy = "name a file with the keys of 'policy'"
    above: tuple[str, ...] = ()
    document: yamlfile.Document[_Wrapped] | yamlfile.Document[PolicyFile]
    if any(line.startswith("policy:") for line in read_text(path, remedy).splitlines()):
        document = yamlfile.read(path, _Wrapped, remedy)
        above, content = ("policy",), document.value.policy
    else:
        document = yamlfile.read(path, PolicyFile, remedy)
        content = document.value
    for problem, where in problems_of(content, Names(course)):
        raise document.error(problem, *above, *where)
    return msgspec.structs.replace(course, policy_file=content)
