"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const READING = data.reading, NUMBER = new RegExp(`^(?:${READING.patterns[0]})$`, "s");
const GROUPS = new RegExp(`^(?:${READING.patterns[1]})$`);
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const sections = [...document.querySelectorAll("section.question")];
const earned = new Map();  // of the versions that have been answered: points, and whether the answer was right
const words = text => text.split(SPACE).filter(word => word);

// What was typed, read as the grader reads it. A problem is a sentence for the student.
class Problem extends Error {}

function plainNumber(text) {
  text = text.replace(/[ _]/g, "");
  if (text.includes(",") && GROUPS.test(text)) {
    if (text.split(",").length === 2 && !text.includes("."))
      throw new Problem(`“${text}” could be ${text.replace(",", "")} or ${text.replace(",", ".")}; write it without the comma`);
    text = text.replace(/,/g, "");
  }
  if (text.split(",").length > 2 || (text.includes(",") && text.includes(".")))
    throw new Problem(`“${text}” is not a number; write it without commas`);
  return Number(text.replace(",", "."));
}

function factorOf(unit, key) {
  if (!unit && key.unit_required) throw new Problem(`write the unit, too, like “4 ${key.unit}”`);
  if (!unit || Object.hasOwn(key.units, unit)) return unit ? key.units[unit] : 1;
  const names = Object.keys(key.units);
  const alike = new Set(names.filter(name => folded(name) === folded(unit)).map(name => key.units[name]));
  if (alike.size === 1) return [...alike][0];
  if (names.length) throw new Problem(`“${unit}” is not a unit here; write ${names.join(" or ")}`);
  throw new Problem(`write the number alone, without “${unit}”`);
}

function readNumber(typed, key) {
  const text = words(typed.replace(/−/g, "-")).join(" "), found = NUMBER.exec(text);
  if (!found) throw new Problem(`“${text}” is not a number; write digits, like 512 or 0.25`);
  const over = plainNumber(found.groups.over), under = plainNumber(found.groups.under || "1");
  const factor = factorOf(found.groups.unit || "", key);
  if (under === 0 || Math.abs(over) > 1e300) throw new Problem(`“${text}” is not a finite number`);
  return over / under * factor;
}

const folded = text => [...text].map(one => (READING.folds || {})[one] ?? one.toLowerCase()).join("");

function normalised(text, ignore) {
  if (ignore.includes("unicode")) text = text.normalize("NFKC");
  if (ignore.includes("accents")) text = text.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
  if (ignore.includes("punctuation")) text = text.replace(/\p{P}/gu, " ");
  if (ignore.includes("case")) text = folded(text);
  const all = words(text);
  if (ignore.includes("whitespace") || !all.length) return all.join(" ");
  return text.slice(text.indexOf(all[0]), text.lastIndexOf(all.at(-1)) + all.at(-1).length);
}

// Each kind: the answer in the page (a Problem if there is none yet), what it earns, and the remarks on it.
const remark = (right, html, why = "", missed = false) => ({right, html, why, missed});
const texts = (section, list) => Object.fromEntries(
  [...section.querySelectorAll(`${list} [data-id]`)].map(one => [one.dataset.id, one.querySelector(".text").innerHTML]));

const choice = {
  answer(section) {
    const chosen = [...section.querySelectorAll("input:checked")].map(input => input.value);
    if (!chosen.length) throw new Problem("choose an option first");
    return chosen;
  },
  share: (key, chosen) => key.shares[key.classes.map(ids => ids.filter(id => chosen.includes(id)).length).join()],
  remarks(section, key, chosen) {
    const all = texts(section, ".options");
    return [...section.querySelectorAll(".options [data-id]")].map(row => row.dataset.id)
      .filter(id => chosen.includes(id) || key.right.includes(id))
      .map(id => remark(key.right.includes(id), all[id], why(section, id), !chosen.includes(id)));
  },
};

const typed = read => ({
  answer(section) {
    const text = section.querySelector("input").value;
    if (!words(text).length) throw new Problem("write an answer first");
    return read.value(text, section.key);
  },
  share: (key, value) => read.mistake(key, value) === 0 ? 1 : -key.negative,
  remarks(section, key, value) {
    const at = read.mistake(key, value);
    return at > 0 ? [remark(false, "", why(section, `mistake${at}`))] : [];
  },
});

const KINDS = {
  single: choice,
  multiple: choice,
  numeric: typed({
    value: readNumber,
    mistake: (key, value) => key.spans.findIndex(([middle, far]) => Math.abs(value - middle) <= far),
  }),
  text: typed({
    value: (text, key) => normalised(text, key.ignore),
    mistake: (key, value) => key.accept.includes(value) ? 0 : key.mistakes.indexOf(value) + 1 || -1,
  }),
  ordering: {
    answer: section => [...section.querySelectorAll(".items [data-id]")].map(item => item.dataset.id),
    share(key, order) {
      const place = order.map(id => key.right.indexOf(id));
      if (key.counts === "places") return key.shares[place.filter((one, at) => one === at).length];
      return key.shares[place.reduce((sum, one, at) => sum + place.slice(at).filter(next => next < one).length, 0)];
    },
    remarks(section, key, order) {
      const all = texts(section, ".items");
      return order.map((id, at) => remark(id === key.right[at], all[id]));
    },
  },
  matching: {
    answer(section) {
      const pairs = [...section.querySelectorAll("select")].map(select => [select.dataset.left, select.value]);
      const open = pairs.flatMap(([, right], at) => right ? [] : [at + 1]);
      if (open.length) throw new Problem(`${open.join(", ")} ${open.length > 1 ? "have" : "has"} no partner yet`);
      return pairs;
    },
    share: (key, pairs) => key.shares[pairs.filter(([left, right]) => key.right[left] === right).length],
    remarks(section, key, pairs) {
      const lefts = texts(section, ".pairs"), rights = texts(section, ".rights");
      return pairs.map(([left, right]) => remark(key.right[left] === right, `${lefts[left]} → ${rights[right]}`));
    },
  },
};

// Points to two decimals, and ties to the even digit, as the grader prints them.
function pointsOf(value) {
  const tie = Number.isInteger(value * 8) && !Number.isInteger(value * 4), low = Math.floor(value * 100);
  return String((tie ? (low + Math.abs(low % 2)) / 100 : Number(value.toFixed(2))) + 0);
}
const counted = value => `${pointsOf(value)} ${value === 1 ? "point" : "points"}`;

const why = (section, name) => section.querySelector(`.why [data-for="${name}"]`)?.innerHTML ?? "";

function node(parent, tag, name, html = "") {
  const made = parent.appendChild(document.createElement(tag));
  made.className = name;
  made.innerHTML = html;  // texts of the quiz only, escaped when this page was made; what was typed is never HTML
  return made;
}

function explain(section, answer) {
  section.querySelector(".problem").textContent = "";
  const key = section.key, kind = KINDS[section.dataset.kind], blank = answer === null;
  const share = blank ? 0 : kind.share(key, answer), right = share === 1;
  earned.set(section, {points: share * key.points, right});
  const reply = section.querySelector(".reply");
  reply.replaceChildren();
  const said = blank ? "– No answer." : right ? "✓ Right." : share > 0 ? "~ Partly right." : "✗ Not right.";
  const verdict = node(reply, "p", `verdict ${right ? "good" : share > 0 ? "warn" : "bad"}`);
  verdict.textContent = `${said} ${pointsOf(share * key.points)} of ${counted(key.points)}.`;
  const shown = blank && kind === choice ? key.right : answer;
  const remarks = shown === null ? [] : kind.remarks(section, key, shown);
  const list = remarks.length ? node(reply, "ul", "remarks") : null;
  for (const one of remarks) {
    const item = node(list, "li", one.right ? "good" : "bad");
    if (one.html) {
      const missed = one.missed ? " <span class=dim>(not chosen)</span>" : "";
      node(item, "span", "sign", one.right ? "✓ <span class=hear>right: </span>" : "✗ <span class=hear>wrong: </span>");
      node(item, "span", "said", one.html + (blank ? "" : missed));
    }
    if (one.why) node(item, "div", "reason", one.why);
  }
  for (const name of right ? ["explanation"] : ["answer", "explanation", "practise"])
    if (why(section, name)) node(reply, "div", name, why(section, name));
  lock(section, true);
  section.querySelector(".check").focus();
  total();
}

// The button stays, or the focus would be lost with it.
function lock(section, done) {
  section.querySelector("fieldset").disabled = done;
  section.querySelector(".check").setAttribute("aria-disabled", done);
  section.querySelector(".reveal").hidden = done;
}

function check(section) {
  if (earned.has(section)) return;
  const problem = section.querySelector(".problem");
  problem.textContent = "";
  try {
    explain(section, KINDS[section.dataset.kind].answer(section));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem.textContent = `Not an answer yet: ${error.message}.`;
    (section.querySelector("select:invalid, input") ?? section.querySelector("button")).focus();
  }
}

function total() {
  const shown = sections.filter(section => !section.hidden), done = shown.filter(section => earned.has(section));
  const most = shown.reduce((sum, section) => sum + section.key.points, 0);
  const sum = Math.max(0, done.reduce((all, section) => all + earned.get(section).points, 0));
  const ended = done.length === shown.length;
  document.getElementById("score").textContent =
    `${pointsOf(sum)} of ${counted(most)}, ${done.length} of ${shown.length} answered.`;
  const end = document.getElementById("end"), missed = done.filter(section => !earned.get(section).right);
  end.hidden = !ended;
  if (!ended) return;
  const list = end.querySelector("ol");
  list.replaceChildren();
  end.querySelector(".missed").hidden = !missed.length;
  for (const section of missed) {
    const link = node(node(list, "li", ""), "a", "", section.querySelector("legend").dataset.name);
    link.href = `#${section.id}`;
    link.parentElement.append(" ", section.dataset.short);
  }
  document.getElementById("score").append(" All questions are answered: the result is below.");
}

function reset(section) {
  earned.delete(section);
  section.querySelector("form").reset();
  section.querySelectorAll(".reply, .problem").forEach(one => one.replaceChildren());
  lock(section, false);
  total();
}

function another(section) {
  const same = sections.filter(one => one.dataset.question === section.dataset.question);
  const next = same[(same.indexOf(section) + 1) % same.length];
  section.hidden = true;
  next.hidden = false;
  reset(section);
  reset(next);
  next.querySelector("input, select, .items button").focus();
}

function move(button) {
  const item = button.closest("li"), up = button.classList.contains("up"), list = item.parentElement;
  const beside = up ? item.previousElementSibling : item.nextElementSibling;
  if (beside) up ? beside.before(item) : beside.after(item);
  button.focus();
  item.closest("section").querySelector(".problem").textContent =
    `Now item ${[...list.children].indexOf(item) + 1} of ${list.children.length}.`;
}

sections.forEach((section, at) => {
  section.key = data.keys[at];
  section.addEventListener("submit", event => { event.preventDefault(); check(section); });
  section.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button?.matches(".reveal")) explain(section, null);
    if (button?.matches(".another")) another(section);
    if (button?.matches(".items button")) move(button);
  });
});
document.getElementById("again").addEventListener("click", () => {
  sections.forEach(reset);
  sections[0].scrollIntoView();
  sections[0].querySelector("input, select, .items button").focus();
});
document.getElementById("page").hidden = false;
total();
