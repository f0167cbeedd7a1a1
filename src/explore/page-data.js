// What was recorded, unpacked when it is first looked at.

const element = id => document.getElementById(id);
const read = id => JSON.parse(element(id).textContent);
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
  const versions = packed.versions.map(([pass, text, blocks], i) => {
    const before = lines;
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

// Immediate dominators and loops of a version, by identity.
function analyse(data, version) {
  if (version.analysed) return version.analysed;
  const { list, byIdentity } = blocksOf(data, version);
  const order = [], state = new Map();
  if (list.length) {
    const stack = [[list[0].identity, 0]];
    state.set(list[0].identity, 1);
    while (stack.length) {
      const top = stack[stack.length - 1], succs = byIdentity.get(top[0]).succs;
      if (top[1] < succs.length) {
        const to = succs[top[1]++][0];
        if (!state.has(to)) { state.set(to, 1); stack.push([to, 0]); }
      } else { order.push(top[0]); stack.pop(); }
    }
  }
  order.reverse();
  const rank = new Map(order.map((identity, i) => [identity, i]));
  const preds = new Map(order.map(identity => [identity, []]));
  for (const identity of order) {
    for (const [to] of byIdentity.get(identity).succs) preds.get(to).push(identity);
  }
  const idom = new Map(order.length ? [[order[0], order[0]]] : []);
  const meet = (a, b) => {
    while (a !== b) {
      if (rank.get(a) > rank.get(b)) a = idom.get(a); else b = idom.get(b);
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const block of order.slice(1)) {
      const known = preds.get(block).filter(pred => idom.has(pred));
      const next = known.reduce(meet);
      if (idom.get(block) !== next) { idom.set(block, next); changed = true; }
    }
  }
  return version.analysed = { idom, loops: loopsOf(order, preds, idom, rank) };
}

// Natural loops, outer ones first: header, blocks, the header of the loop around.
function loopsOf(order, preds, idom, rank) {
  const dominates = (a, b) => {
    while (rank.get(b) > rank.get(a)) b = idom.get(b);
    return a === b;
  };
  const loops = [];
  for (const header of order) {
    const latches = preds.get(header).filter(pred => dominates(header, pred));
    if (!latches.length) continue;
    const blocks = new Set([header]), work = [...latches];
    while (work.length) {
      const block = work.pop();
      if (!blocks.has(block)) { blocks.add(block); work.push(...preds.get(block)); }
    }
    const outer = loops.filter(loop => loop.blocks.has(header)).pop();
    loops.push({ header, blocks, outer: outer && outer.header, depth: outer ? outer.depth + 1 : 1 });
  }
  return loops;
}
