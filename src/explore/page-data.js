// What was recorded, unpacked when it is first looked at.

const element = id => document.getElementById(id);

// What was packed: a tilde, how far back, how long; in digits of five bits, the last one of a number marked.
function unpacked(text, size) {
  const out = new Uint8Array(size), digits = new Uint8Array(128);
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].forEach((c, i) => { digits[c.charCodeAt(0)] = i; });
  let to = 0, from = 0;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 5) {
      const digit = digits[text.charCodeAt(from++)];
      value |= (digit & 31) << shift;
      if (digit >= 32) return value;
    }
  };
  while (from < text.length) {
    const c = text.charCodeAt(from++);
    if (c !== 126) out[to++] = c;
    else if (text.charCodeAt(from) === 126) { out[to++] = c; from++; }
    else {
      const back = number(), end = number() + to;
      for (; to < end; to++) out[to] = out[to - back];
    }
  }
  return new TextDecoder().decode(out);
}

function read(id) {
  const { textContent, dataset } = element(id);
  return JSON.parse(dataset.size ? unpacked(textContent, +dataset.size) : textContent);
}

// Steps with the numbers of lines that come, which are stored as what is added to the one before and one.
function absolute(steps) {
  const out = [];
  for (let at = 0, last = -1; at < (steps || []).length;) {
    const added = steps[at + 2];
    out.push(steps[at], steps[at + 1], added);
    for (const more of steps.slice(at + 3, at + 3 + added)) out.push(last += more + 1);
    at += 3 + added;
  }
  return out;
}

const unit = read("unit");

// A pool's lines are stored once; a version is the steps from the one before: kept, dropped, added and which, …
function* follow(current, steps) {
  let from = 0, at = 0;
  while (at < steps.length) {
    const [kept, dropped, added] = steps.slice(at, at + 3);
    if (kept) yield [" ", current.subarray(from, from + kept)];
    from += kept;
    if (dropped) yield ["-", current.subarray(from, from + dropped)];
    from += dropped;
    if (added) yield ["+", Uint32Array.from(steps.slice(at + 3, at + 3 + added))];
    at += 3 + added;
  }
  if (from < current.length) yield [" ", current.subarray(from)];
}

function advance(current, steps) {
  if (!steps || !steps.length) return current;
  const parts = [...follow(current, steps)].filter(([what]) => what !== "-").map(([, lines]) => lines);
  const next = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { next.set(part, at); at += part.length; }
  return next;
}

const functions = new Map();

// A function: its texts, the number of the source's line of each, and the versions that passes have left.
function functionData(index) {
  if (functions.has(index)) return functions.get(index);
  const packed = read("f" + index);
  const texts = [], places = new Uint32Array(packed.text.length);
  packed.text.forEach((line, i) => {
    const bar = line.indexOf("|");
    places[i] = Number(line.slice(0, bar));
    texts.push(line.slice(bar + 1));
  });
  let lines = new Uint32Array(0), graph = new Uint32Array(0);
  const versions = packed.versions.map(([pass, packedText, packedBlocks], i) => {
    const before = lines, text = absolute(packedText), blocks = absolute(packedBlocks);
    lines = advance(lines, text);
    graph = advance(graph, blocks);
    const changed = i === 0 || Boolean(text && text.length);
    return { pass: unit.passes[pass], about: unit.about[pass], lines, before, steps: text || [], graph, changed };
  });
  const data = { name: unit.functions[index].name, texts, places, versions, blocks: packed.blocks };
  functions.set(index, data);
  return data;
}

// The blocks of a version: identity, number, and the successors as identities with how they are reached.
function blocksOf(data, version) {
  if (version.parsed) return version.parsed;
  const list = [...version.graph].map(number => {
    const [identity, block, succs] = data.blocks[number].split(":");
    return { identity: +identity, number: +block, to: succs ? succs.split(",") : [] };
  });
  const byNumber = new Map(list.map(block => [block.number, block.identity]));
  const byIdentity = new Map();
  for (const block of list) {
    block.succs = block.to.map(word => [byNumber.get(parseInt(word, 10)), word.replace(/\d+/, "")])
      .filter(([to]) => to !== undefined);
    byIdentity.set(block.identity, block);
  }
  return version.parsed = { list, byNumber, byIdentity };
}

// The block that each line of a list belongs to, by number; 0 for none.
function blockOfLines(data, lines) {
  const found = new Uint32Array(lines.length);
  let current = 0;
  lines.forEach((number, i) => {
    const text = data.texts[number];
    const tree = /^  <bb (\d+)>/.exec(text);
    const insn = /^\([\w/]+ \d+ \d+ \d+ (\d+) /.exec(text);
    if (tree) current = +tree[1];
    else if (insn) current = +insn[1];
    else if (/^\(barrier|^}/.test(text)) current = 0;
    found[i] = current;
  });
  return found;
}

