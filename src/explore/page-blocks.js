// What stands in the blocks of a version: statements, counts, probabilities of edges.

// As much of a block as is drawn.
const WIDEST = 64, MOST_ROWS = 40;

// By number of block: rows of text, how often it is executed, how likely its successors are.
function contentOf(data, version) {
  if (version.content) return version.content;
  const content = new Map();
  let block = null, insn = null;
  const open = number => content.set(number, block = { rows: [], count: undefined, likely: new Map() });
  for (const number of version.lines) {
    const text = data.texts[number], place = data.places[number];
    const head = /^  <bb (\d+)>(?: \[(?:local |global )?count: (\d+))?/.exec(text);
    const first = /^\((\w+)(?:\/\w)* (\d+) \d+ \d+(?: (\d+))? ?(.*)/.exec(text);
    if (head) {
      open(+head[1]);
      if (head[2]) block.count = +head[2];
    } else if (first) {
      insn = null;
      const start = /\[bb (\d+)\] NOTE_INSN_BASIC_BLOCK/.exec(text);
      if (start) open(+start[1]);
      else if (/insn/.test(first[1]) && block && first[3]) block.rows.push(insn = { text: first[2] + " " + first[4], place });
      else if (first[1] === "barrier") block = null;
    } else if (insn) insn.text += " " + text.trim();
    else if (text === "}" || /^;; Function/.test(text)) block = null;
    else if (block && text.trim()) statement(block, text, place);
  }
  for (const { rows, likely } of content.values()) for (const row of rows) tidyInsn(row, likely);
  return version.content = content;
}

// A line of a tree dump. Where jumps go the edges say.
function statement(block, text, place) {
  const jump = /^\s*goto <bb (\d+)>;(?: \[([\d.]+)%)?/.exec(text);
  if (jump && jump[2]) block.likely.set(+jump[1], jump[2]);
  if (!jump && text.trim() !== "else") block.rows.push({ text: text.replace(/^  /, ""), place });
}

// An insn without what is said of it; the probability of a jump is in a note of it.
function tidyInsn(row, likely) {
  const known = /REG_BR_PROB (\d+)/.exec(row.text);
  // Eight times the probability, of 2^27, and how good it is.
  if (known) likely.set("taken", (Math.floor(known[1] / 8) / 2 ** 27 * 100).toFixed(2));
  row.text = row.text.replace(/ (?:\d+|-1) \{[^}]*\}.*| -1(?: \(nil\)| \(expr_list.*| \(int_list.*).*/, "");
}

// A text cut to what is drawn.
const cutText = text => text.length > WIDEST ? text.slice(0, WIDEST - 1) + "…" : text;

// `955630225` as `956M`.
function shortCount(count) {
  for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (count >= unit) return (count / unit).toPrecision(3) + letter;
  }
  return String(count);
}
