# Grades a right, a wrong and a broken solution as a student would see them, then a class of 30.
cd "$(dirname "$0")" || exit 1

try() {
    printf '\n%s\n$ grader check softmax --submission examples/%s\n\n' "$1" "$2"
    grader check softmax --submission "$2"
    echo "(exit code $?)"
}

try '── A right solution ──' right.py
try '── A wrong one: the mistake is a known one, and is named ──' wrong.py
try '── A broken one ──' broken.py

out=$(mktemp -d "${TMPDIR:-/tmp}/graded-class.XXXXXX") || exit 1
printf '\n── A class as Canvas gives it: right, wrong, broken, hostile, notebooks, late ──\n'
printf 'What counts, when it was due, and for whom the rules differ: examples/class/assignments.yaml\n'
printf '$ cp examples/class/assignments.yaml %s\n' "$out"
printf '$ grader batch examples/class/submissions --roster examples/class/roster.csv --out %s\n\n' "$out"
cp class/assignments.yaml "$out" || exit
grader batch class/submissions --roster class/roster.csv --out "$out" || exit
printf '\n$ grader report %s\n\n' "$out"
grader report "$out" || exit
printf '\nNext, in a browser:\n'
printf '  the class        %s/report.html\n' "$out"
printf '  what one reads   %s/feedback/s1005.html\n' "$out"
printf 'Or: grader list · grader show softmax · README.md\n'
