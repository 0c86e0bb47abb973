# Grades a right, a wrong and a broken solution, and shows what a student would see.
cd "$(dirname "$0")" || exit 1

try() {
    printf '\n%s\n$ grader check softmax --submission examples/%s\n\n' "$1" "$2"
    grader check softmax --submission "$2"
    echo "(exit code $?)"
}

try '── A right solution ──' right.py
try '── A wrong one: the mistake is a known one, and is named ──' wrong.py
try '── A broken one ──' broken.py
printf '\nNext: grader list · grader show softmax · README.md\n'
