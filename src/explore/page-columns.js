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

// A line as HTML.
function lineHtml(text, numberOf) {
  let out = "", at = 0;
  for (const found of text.matchAll(TOKEN)) {
    const token = found[0];
    out += html(text.slice(at, found.index));
    at = found.index + token.length;
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
    if (event.target.tagName === "I") this.rows.clicked(index, event.target.textContent);
    else if (event.target.tagName === "B" && event.target.textContent) setMark({ kind: "line", line: +event.target.textContent });
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

// The lines of a version as they are shown: those that are there, in a diff also those that were.
function shownLines(version, diff) {
  const what = [], lines = [];
  if (diff && version.changed && version.before.length) {
    for (const [kind, part] of follow(version.before, version.steps)) {
      part.forEach(number => { lines.push(number); what.push(kind); });
    }
  } else version.lines.forEach(number => { lines.push(number); what.push(" "); });
  return { lines, what };
}

// The rows of a version.
function versionRows(data, version, column) {
  const { lines, what } = shownLines(version, diff);
  const blocks = blocksOf(data, version), of = blockOfLines(data, lines);
  const number = mark.kind === "block" ? (blocks.byIdentity.get(mark.identity) || {}).number : undefined;
  const numberOf = identity => (blocks.byIdentity.get(identity) || {}).number;
  const wanted = element("search").value.toLowerCase();
  const styles = { " ": "", "+": "added ", "-": "removed " };
  return {
    count: lines.length, lines, what,
    place: i => data.places[lines[i]],
    html: i => lineHtml(data.texts[lines[i]], what[i] === "-" ? null : numberOf),
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
