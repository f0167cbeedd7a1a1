// Where blocks and edges of a graph are drawn.
//
// A loop is a box of its own: what is in it is laid out first, and then the box stands for it in what is around it. In
// each such level blocks stand in layers, each below all that lead to it but for back edges. Edges run down between
// layers, across in the gaps between them, and never over a block:
//
//   ┌────┐        A long edge goes down at the left, a back edge up at the right, both in lanes; edges to the same
//   │ 2  │──╮     block share one.
//   └────┘  │
//   ┌────┐  │     The order of blocks in a layer is that of a drawing of all passes at once (`stableOrder`), so blocks
//   │ 3  │  │     that stay keep it.
//   └────┘ ─╯

const TOP = "top";
const APART = 22, LANE = 12, TRACK = 7, SHORT = 12, PAD = 14, TITLE = 20;

// A key of order for each block that any version has: its place in a drawing of all of their graphs.
function stableOrder(data) {
  if (data.order) return data.order;
  const succs = new Map();
  let before = null;
  for (const version of data.versions) {
    if (version.graph === before) continue;
    before = version.graph;
    for (const block of blocksOf(data, version).list) {
      if (!succs.has(block.identity)) succs.set(block.identity, new Set());
      for (const [to] of block.succs) succs.get(block.identity).add(to);
    }
  }
  const list = [...succs].map(([identity, to]) => ({ identity, succs: [...to].filter(t => succs.has(t)).map(t => [t, ""]) }));
  const order = reversePostorder(list, new Map(list.map(block => [block.identity, block])));
  const rank = new Map(order.map((block, i) => [block, i])), layer = new Map(), above = new Map(order.map(block => [block, []]));
  for (const block of order) {
    if (!layer.has(block)) layer.set(block, 0);
    for (const to of succs.get(block)) {
      if (!rank.has(to) || rank.get(to) <= rank.get(block)) continue;
      layer.set(to, Math.max(layer.get(to) || 0, layer.get(block) + 1));
      above.get(to).push(block);
    }
  }
  const rows = [], x = new Map();
  for (const block of order) (rows[layer.get(block)] ||= []).push(block);
  rows.forEach(row => row.forEach((block, i) => x.set(block, i - row.length / 2)));
  const below = block => [...succs.get(block)].filter(to => rank.get(to) > rank.get(block));
  for (let sweep = 0; sweep < 6; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      const wish = new Map(row.map(block => {
        const near = down ? above.get(block) : below(block);
        return [block, near.length ? near.reduce((sum, other) => sum + x.get(other), 0) / near.length : x.get(block)];
      }));
      row.sort((a, b) => wish.get(a) - wish.get(b) || rank.get(a) - rank.get(b));
      settle(row.map(block => wish.get(block)), row.map(() => 1), row.map(() => 1)).forEach((at, i) => x.set(row[i], at));
    }
  }
  return data.order = x;
}

// The positions nearest to those wished for that keep the order and the distances: neighbours that would overlap are
// moved together, by the mean of what they wish.
function settle(wishes, distances, weights) {
  const groups = [];
  let offset = 0;
  wishes.forEach((wish, i) => {
    if (i) offset += distances[i];
    groups.push({ sum: (wish - offset) * weights[i], weight: weights[i], count: 1 });
    while (groups.length > 1) {
      const last = groups[groups.length - 1], before = groups[groups.length - 2];
      if (before.sum / before.weight <= last.sum / last.weight) break;
      groups.pop();
      groups[groups.length - 1] = { sum: before.sum + last.sum, weight: before.weight + last.weight, count: before.count + last.count };
    }
  });
  const found = [];
  offset = 0;
  for (const { sum, weight, count } of groups) {
    for (let i = 0; i < count; i++) {
      if (found.length) offset += distances[found.length];
      found.push(sum / weight + offset);
    }
  }
  return found;
}

// The drawing of a graph.
//   blocks: identities in reverse postorder; succs: of each, with how each is reached and a label
//   loops, inner: as `loopsOf` finds them; folded: headers of loops that are drawn as one node
//   size: of a block, or of a folded loop (asked with its header and true); order: keys of order
function layoutGraph(graph) {
  const levels = levelsOf(graph);
  const inward = [...levels.values()].sort((a, b) => b.depth - a.depth);
  for (const level of inward) layoutLevel(level, graph, levels);
  const out = { boxes: [], loops: [], edges: [], width: levels.get(TOP).width, height: levels.get(TOP).height };
  levels.get(TOP).at = [0, 0];
  for (const level of inward.reverse()) {
    const [dx, dy] = level.at;
    for (const node of level.nodes.values()) {
      const x = dx + node.x - node.w / 2, y = dy + node.y;
      if (node.level) {
        node.level.at = [x, y];
        out.loops.push({ header: node.identity, x, y, w: node.w, h: node.h, depth: node.level.depth });
      } else if (node.identity !== undefined) {
        out.boxes.push({ identity: node.identity, folded: node.folded, x, y, w: node.w, h: node.h });
      }
    }
    for (const edge of level.paths) out.edges.push({ ...edge, points: edge.points.map(([x, y]) => [x + dx, y + dy]) });
  }
  return out;
}

// The levels: the whole, and each loop that is not folded; in each its nodes, and edges between them.
function levelsOf({ blocks, succs, loops, inner, folded, order, rank }) {
  const levels = new Map([[TOP, { depth: 0, nodes: new Map(), edges: [], known: new Set() }]]);
  const hidden = new Map();
  const key = block => order.get(block) ?? 0;
  const add = (container, name, node) => levels.get(container).nodes.set(name, { ...node, container, name });
  const nodes = new Map();
  for (const loop of loops.values()) {
    const around = loop.outer === undefined ? TOP : loop.outer;
    const by = hidden.get(loop.outer) ?? (folded.has(loop.header) ? loop.header : undefined);
    if (by !== undefined) hidden.set(loop.header, by);
    if (by !== undefined && by !== loop.header) continue;
    const name = "loop" + loop.header;
    if (by === undefined) levels.set(loop.header, { depth: loop.depth, nodes: new Map(), edges: [], known: new Set(), name, around, header: loop.header });
    add(around, name, { identity: loop.header, rank: rank.get(loop.header), key: key(loop.header), folded: by !== undefined, level: by === undefined && levels.get(loop.header) });
  }
  for (const block of blocks) {
    const loop = inner.get(block), by = loop === undefined ? undefined : hidden.get(loop);
    if (by !== undefined) { nodes.set(block, [loops.get(by).outer ?? TOP, "loop" + by]); continue; }
    const container = loop ?? TOP;
    add(container, "b" + block, { identity: block, rank: rank.get(block), key: key(block) });
    nodes.set(block, [container, "b" + block]);
  }
  for (const from of blocks) for (const [to, how, label] of succs(from)) {
    if (nodes.has(to)) connect(levels, nodes.get(from), nodes.get(to), { to, how, label, key: key(to) });
  }
  return levels;
}

// Adds an edge to the levels it runs through: out of the loops it leaves, then across.
function connect(levels, [level, from], [target, to], edge) {
  if (level === target && from === to && from.startsWith("loop")) return;
  const chain = new Map([[target, to]]);
  for (let at = target; at !== TOP;) {
    const { around, name } = levels.get(at);
    chain.set(at = around, name);
  }
  let port = null;
  while (!chain.has(level)) {
    const { edges, nodes, known, around, name } = levels.get(level), exit = "exit" + edge.to;
    if (!nodes.has(exit)) nodes.set(exit, { name: exit, exit: edge.to, rank: Infinity, key: edge.key, w: 0, h: 0 });
    const word = `${from} ${exit}`;
    if (!known.has(word)) edges.push({ ...edge, from, to: exit, port, target: edge.to });
    known.add(word);
    // Of several edges out of a loop to one block only one goes on.
    [from, level, port, edge] = [name, around, edge.to, { ...edge, label: "", how: "" }];
  }
  const { edges, known } = levels.get(level), at = chain.get(level), word = `${from} ${port} ${at}`;
  if (known.has(word)) return;
  known.add(word);
  edges.push({ ...edge, from, to: at, port, target: edge.to });
}
