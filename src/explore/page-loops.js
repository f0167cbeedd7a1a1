// Dominators and loops of a version's graph. All of it is linear in blocks and edges, but for the rounds of dominators.

// The block before the first: what nothing leads to hangs from it.
const ROOT = -1;

// Blocks in reverse postorder and the rank of each; dominators; loops. Blocks are named by identity.
function analyse(data, version) {
  if (version.analysed) return version.analysed;
  const { list, byIdentity } = blocksOf(data, version);
  const order = reversePostorder(list, byIdentity);
  const rank = new Map(order.map((identity, i) => [identity, i]));
  const preds = new Map(order.map(identity => [identity, []]));
  for (const identity of order) {
    for (const [to] of byIdentity.get(identity).succs) preds.get(to).push(identity);
  }
  const idom = dominators(order, preds, rank);
  return version.analysed = { order, rank, idom, ...loopsOf(order, preds, idom, rank) };
}

function reversePostorder(list, byIdentity) {
  const order = [], seen = new Set();
  // What the first block does not lead to comes after all it does.
  const roots = list.map(block => block.identity);
  const parts = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    const part = [], stack = [[root, 0]];
    seen.add(root);
    while (stack.length) {
      const top = stack[stack.length - 1], succs = byIdentity.get(top[0]).succs;
      if (top[1] < succs.length) {
        const to = succs[top[1]++][0];
        if (!seen.has(to)) { seen.add(to); stack.push([to, 0]); }
      } else { part.push(top[0]); stack.pop(); }
    }
    parts.push(part.reverse());
  }
  for (const part of parts) for (const block of part) order.push(block);
  return order;
}

// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy.
function dominators(order, preds, rank) {
  const idom = new Map([[ROOT, ROOT]]), place = block => block === ROOT ? -1 : rank.get(block);
  const meet = (a, b) => {
    while (a !== b) {
      if (place(a) > place(b)) a = idom.get(a); else b = idom.get(b);
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const block of order) {
      const known = preds.get(block).filter(pred => idom.has(pred));
      const first = block === order[0] || !known.some(pred => rank.get(pred) < rank.get(block));
      const next = first ? ROOT : known.reduce(meet);
      if (idom.get(block) !== next) { idom.set(block, next); changed = true; }
    }
  }
  idom.delete(ROOT);
  return idom;
}

// Numbers of the dominator tree: a block dominates those whose number is in its range.
function ranges(order, idom) {
  const size = new Map(order.map(block => [block, 1])), begin = new Map([[ROOT, 0]]), next = new Map([[ROOT, 0]]);
  for (let i = order.length - 1; i >= 0; i--) {
    const above = idom.get(order[i]);
    if (above !== ROOT) size.set(above, size.get(above) + size.get(order[i]));
  }
  for (const block of order) {
    const above = idom.get(block), at = next.get(above);
    begin.set(block, at);
    next.set(above, at + size.get(block));
    next.set(block, at + 1);
  }
  return (a, b) => begin.get(b) >= begin.get(a) && begin.get(b) < begin.get(a) + size.get(a);
}

// Natural loops, outer ones first, each known by its header, and the innermost loop of each block.
function loopsOf(order, preds, idom, rank) {
  const dominates = ranges(order, idom);
  const inner = new Map(), loops = new Map(), up = new Map();
  // The outermost loop found so far that a block is in.
  const outermost = block => {
    let top = block;
    while (up.has(top)) top = up.get(top);
    while (up.has(block)) { const next = up.get(block); up.set(block, top); block = next === top ? top : next; if (block === top) break; }
    return top;
  };
  for (let i = order.length - 1; i >= 0; i--) {
    const header = order[i], latches = preds.get(header).filter(pred => dominates(header, pred));
    if (!latches.length) continue;
    loops.set(header, { header, outer: undefined, depth: 1, size: 1 });
    inner.set(header, header);
    const work = latches;
    while (work.length) {
      const block = outermost(work.pop());
      if (block === header) continue;
      if (loops.has(block)) loops.get(block).outer = header;
      else inner.set(block, header);
      up.set(block, header);
      work.push(...preds.get(block));
    }
  }
  const sorted = new Map([...loops].sort((a, b) => rank.get(a[0]) - rank.get(b[0])));
  for (const loop of sorted.values()) if (loop.outer !== undefined) loop.depth = sorted.get(loop.outer).depth + 1;
  for (const [block, header] of inner) if (block !== header) sorted.get(header).size++;
  for (const loop of [...sorted.values()].reverse()) if (loop.outer !== undefined) sorted.get(loop.outer).size += loop.size;
  return { loops: sorted, inner };
}
