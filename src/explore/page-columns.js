// Columns of lines, of which only what is in view exists.

const ROW = 17;
const TOKEN = /"(?:[^"\\]|\\.)*"|\/\*.*?(?:\*\/|$)|\/\/.*|;;.*|<bb \d+>|\[bb \d+\]|<[DL]\.?\d+>|[A-Za-z_$.][\w$]*(?:\.[\w$]+)*(?:\(D\))?|\d[\w.]*/g;
const KEYWORD = /^(?:if|else|goto|return|switch|case|default|PHI|for|while|do|int|long|short|char|unsigned|signed|void|double|float|_Bool|struct|union|enum|static|const|volatile|extern|break|continue|sizeof|typedef|set|reg|mem|insn|jump_insn|call_insn|code_label|note|barrier)$/;

const html = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

// `ret_5(D)` without what does not name it.
const nameOf = token => token.replace(/\(D\)$/, "").replace(/^<|>$/g, "");
// The variable of an SSA name.
const variable = name => name.replace(/_\d+$/, "");

// Whether a token is to light up: the very name, or in the source its variable.
function isMarked(token) {
  if (mark.kind !== "name") return false;
  const name = nameOf(token);
  return name === mark.name || (mark.whole && variable(name) === mark.name) || (name !== "" && name === mark.base);
}

// A line as HTML; words that were others in a line before, if one is given, are marked.
function lineHtml(text, numberOf, before) {
  let out = "", at = 0, count = 0;
  const were = before === undefined ? [] : [...before.matchAll(TOKEN)].map(found => found[0]);
  for (const found of text.matchAll(TOKEN)) {
    const token = found[0], was = were[count++];
    out += html(text.slice(at, found.index));
    at = found.index + token.length;
    if (was !== undefined && was !== token) {
      out += `<i class="new${isMarked(token) ? " on" : ""}" title="was ${html(was).replace(/"/g, "&quot;")}">${html(token)}</i>`;
      continue;
    }
    if (/^(?:"|\/\*|\/\/|;;)/.test(token)) out += `<span class="com">${html(token)}</span>`;
    else if (/^\d/.test(token)) out += `<span class="num">${html(token)}</span>`;
    else if (KEYWORD.test(token)) out += `<span class="key">${token}</span>`;
    else {
      const block = /bb (\d+)/.exec(token);
      const on = block ? mark.kind === "block" && numberOf && numberOf(mark.identity) === +block[1] : isMarked(token);
      out += `<i${on ? ' class="on"' : ""}>${html(token)}</i>`;
    }
  }
  return out + html(text.slice(at));
}

// A column: a heading and a body whose rows are made as they come into view.
class Column {
  constructor(place) {
    this.root = document.createElement("div");
    this.root.className = "column";
    this.root.innerHTML = '<h3></h3><div class="body" tabindex="-1"><div class="space"><div class="lines"></div></div></div>';
    [this.head, this.body] = this.root.children;
    this.space = this.body.firstChild;
    this.lines = this.space.firstChild;
    this.body.addEventListener("scroll", () => this.draw());
    this.body.addEventListener("click", event => this.clicked(event));
    place.append(this.root);
  }
  // rows: functions of what is shown, see `draw`.
  show(rows, top) {
    this.rows = rows;
    this.space.style.height = rows.count * ROW + 40 + "px";
    this.lines.textContent = "";
    this.body.scrollTop = top;
    this.draw();
  }
  draw() {
    const first = Math.max(0, Math.floor(this.body.scrollTop / ROW) - 10);
    const last = Math.min(this.rows.count, first + Math.ceil(this.body.clientHeight / ROW) + 20);
    let out = "";
    for (let i = first; i < last; i++) {
      const place = this.rows.place(i);
      out += `<div class="row ${this.rows.style(i)}" data-row="${i}"><b>${place || ""}</b>${this.rows.html(i)}</div>`;
    }
    this.lines.style.transform = `translateY(${first * ROW}px)`;
    this.lines.innerHTML = out;
    this.rows.scrolled(this.body.scrollTop);
  }
  // Brings a row into view.
  reveal(row) {
    const top = row * ROW, height = this.body.clientHeight;
    if (top < this.body.scrollTop + ROW || top > this.body.scrollTop + height - 3 * ROW) {
      this.body.scrollTop = Math.max(0, top - height / 3);
    }
    this.draw();
  }
  clicked(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const index = +row.dataset.row;
    if (this.rows.opened && this.rows.opened(index)) return;
    if (event.target.tagName === "I") this.rows.clicked(index, event.target.textContent);
    else if (event.target.tagName === "B" && event.target.textContent) setMark({ kind: "line", line: +event.target.textContent });
    else if (graphKind && this.rows.blockOf && getSelection().isCollapsed) this.rows.blockOf(index);
  }
}

// The rows of the source.
function sourceRows(lit) {
  const wanted = element("search").value.toLowerCase();
  return {
    count: unit.source.length,
    place: i => i + 1,
    html: i => lineHtml(unit.source[i]),
    style: i => (lit.has(i + 1) ? "of-line " : "") + (wanted && unit.source[i].toLowerCase().includes(wanted) ? "of-search" : ""),
    scrolled: () => {},
    clicked: (i, token) => setMark({ kind: "name", name: token, base: token, whole: true }),
  };
}

// What a line is but for the versions of its names and the numbers of its blocks.
const shape = text => text.replace(/_\d+(?:\(D\))?/g, "").replace(/bb \d+/g, "bb").replace(/(PHI <.*>)/, phi => phi.replace(/\(\d+\)/g, ""));

// The lines dropped and added in one place, in pairs as far as they differ in versions and numbers only: a longest common
// subsequence where that is cheap, otherwise each with the next that fits.
function paired(data, dropped, added) {
  const a = [...dropped].map(number => shape(data.texts[number])), b = [...added].map(number => shape(data.texts[number]));
  const pairs = [];
  if (a.length * b.length <= 250000) {
    const width = b.length + 1, best = new Uint32Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) {
      best[i * width + j] = a[i] === b[j] ? best[(i + 1) * width + j + 1] + 1
        : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
    }
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
      if (a[i] === b[j]) pairs.push([i++, j++]);
      else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) i++;
      else j++;
    }
    return pairs;
  }
  const spots = new Map();
  b.forEach((text, j) => { if (spots.has(text)) spots.get(text).push(j); else spots.set(text, [j]); });
  for (const list of spots.values()) list.reverse();
  let last = -1;
  a.forEach((text, i) => {
    const list = spots.get(text) || [];
    while (list.length && list[list.length - 1] <= last) list.pop();
    const next = list[list.length - 1];
    if (next === undefined || next - last > 200) return;
    pairs.push([i, last = list.pop()]);
  });
  return pairs;
}

// The steps from the version before to a version, line by line: kept " ", renamed "~" (with the line before), "-" and "+".
function changes(data, version) {
  if (version.changes) return version.changes;
  const what = [], lines = [], was = [];
  const put = (kind, number, before) => { what.push(kind); lines.push(number); was.push(before); };
  const parts = [...follow(version.before, version.steps)];
  for (let at = 0; at < parts.length; at++) {
    const [kind, part] = parts[at];
    const added = kind === "-" && parts[at + 1] && parts[at + 1][0] === "+" ? parts[++at][1] : null;
    if (!added) { part.forEach(number => put(kind, number)); continue; }
    let i = 0, j = 0;
    for (const [x, y] of [...paired(data, part, added), [part.length, added.length]]) {
      while (i < x) put("-", part[i++]);
      while (j < y) put("+", added[j++]);
      if (x < part.length) put("~", added[j++], part[i++]);
    }
  }
  return version.changes = { what, lines, was };
}

// The number of a text that stands for lines that are folded away.
function foldedText(data, text) {
  data.folded ||= new Map();
  if (!data.folded.has(text)) { data.folded.set(text, data.texts.length); data.texts.push(text); }
  return data.folded.get(text);
}

// Declarations at the head of a body are folded away, as one row.
function foldDeclarations(data, shown) {
  const { what, lines, was } = shown;
  const start = lines.findIndex(number => data.texts[number] === "{") + 1;
  let end = start;
  while (start && end < lines.length && /^  [^ ].*;$/.test(data.texts[lines[end]])) end++;
  if (!start || end - start < 4 || data.texts[lines[end]] !== "") return { ...shown, fold: -1 };
  const count = end - start, touched = what.slice(start, end).filter(kind => kind !== " ").length;
  const text = `  … ${count} declarations` + (touched ? `, ${touched} changed` : "");
  const fold = (list, one) => [...list.slice(0, start), one, ...list.slice(end)];
  return { what: fold(what, " "), lines: fold(lines, foldedText(data, text)), was: fold(was, undefined), fold: start };
}

// The lines of a version as they are shown: those that are there, in a diff also those that were.
function shownLines(data, version, diff) {
  let shown;
  if (diff && version.changed && version.before.length) shown = changes(data, version);
  else {
    const lines = [...version.lines];
    shown = { lines, what: lines.map(() => " "), was: [] };
  }
  return declarations ? { ...shown, fold: -1 } : foldDeclarations(data, shown);
}

// The rows of a version.
function versionRows(data, version, column) {
  const { lines, what, was, fold } = shownLines(data, version, diff);
  const blocks = blocksOf(data, version), of = blockOfLines(data, lines);
  const number = mark.kind === "block" ? (blocks.byIdentity.get(mark.identity) || {}).number : undefined;
  const numberOf = identity => (blocks.byIdentity.get(identity) || {}).number;
  const wanted = element("search").value.toLowerCase();
  const styles = { " ": "", "~": "changed ", "+": "added ", "-": "removed " };
  return {
    count: lines.length, lines, what,
    place: i => data.places[lines[i]],
    html: i => i === fold ? `<span class="com fold">${data.texts[lines[i]]}</span>`
      : lineHtml(data.texts[lines[i]], what[i] === "-" ? null : numberOf, what[i] === "~" ? data.texts[was[i]] : undefined),
    opened: i => i === fold && (actions.v(), true),
    style: i => styles[what[i]] +
      (number !== undefined && of[i] === number && what[i] !== "-" ? "of-block " : "") +
      (mark.kind === "line" && data.places[lines[i]] === mark.line ? "of-line " : "") +
      (wanted && data.texts[lines[i]].toLowerCase().includes(wanted) ? "of-search " : "") +
      (at.row === i && at.pass === column ? "at" : ""),
    scrolled: top => { tops.set(version.pass, top); },
    clicked: (i, token) => {
      focus(column);
      const block = /bb (\d+)/.exec(token);
      if (block) setMark({ kind: "block", identity: blocks.byNumber.get(+block[1]) });
      else setMark({ kind: "name", name: nameOf(token), base: variable(nameOf(token)), whole: false });
    },
    // With a graph open the rest of a line stands for its block.
    blockOf: i => {
      const identity = blocks.byNumber.get(of[i]);
      if (identity === undefined) return;
      focus(column);
      markBlock(identity);
    },
    litBy: i => (number !== undefined ? of[i] === number : lights(data.texts[lines[i]], data.places[lines[i]])),
  };
}

// Whether a line has something that is lit up.
function lights(text, place) {
  if (mark.kind === "line") return place === mark.line;
  if (mark.kind !== "name" || !text.includes(mark.base || mark.name)) return false;
  for (const found of text.matchAll(TOKEN)) if (isMarked(found[0])) return true;
  return false;
}
