// The layout of one level of a graph: layers, columns, and the way of each edge.

function layoutLevel(level, graph, levels) {
  const nodes = [...level.nodes.values()].sort((a, b) => a.rank - b.rank || a.key - b.key);
  for (const node of nodes) {
    if (node.level) [node.w, node.h] = [node.level.width, node.level.height];
    else if (node.exit === undefined) [node.w, node.h] = graph.size(node.identity, node.folded);
  }
  const edges = level.edges.map(edge => {
    const from = level.nodes.get(edge.from), to = level.nodes.get(edge.to);
    return { ...edge, from, to, back: to.rank <= from.rank };
  });
  const layers = layersOf(nodes, edges);
  const hops = withDummies(layers, edges);
  for (const layer of layers) layer.sort((a, b) => a.key - b.key || a.rank - b.rank);
  setColumns(layers, hops);
  ports(edges);
  route(level, layers, edges);
}

// Where an edge leaves and reaches a node, from the node's middle.
const outAt = edge => edge.out || 0;
const inAt = node => node.level ? node.level.entry - node.w / 2 : 0;

// The layers from top to bottom: each node as high as what leads to it allows, exits below all.
function layersOf(nodes, edges) {
  for (const node of nodes) [node.layer, node.outs, node.ins] = [0, [], []];
  for (const edge of edges) if (!edge.back) edge.from.outs.push(edge);
  let last = 0;
  for (const node of nodes) {
    last = node.exit === undefined ? Math.max(last, node.layer) : last;
    for (const { to } of node.outs) to.layer = Math.max(to.layer, node.layer + 1);
  }
  const layers = [];
  for (const node of nodes) {
    if (node.exit !== undefined) node.layer = last + 1;
    (layers[node.layer] ||= []).push(node);
  }
  for (let i = 0; i < layers.length; i++) layers[i] ||= [];
  return layers;
}

// Edges over some layers get a place in each of them; those over many will run beside. The hops from layer to layer.
function withDummies(layers, edges) {
  const dummies = new Map(), hops = [];
  for (const edge of edges) {
    const span = edge.to.layer - edge.from.layer;
    edge.beside = edge.back || span > SHORT;
    if (edge.beside) continue;
    edge.way = [];
    let from = edge.from;
    for (let layer = edge.from.layer + 1; layer < edge.to.layer; layer++) {
      // Edges to the same node run together.
      const name = edge.to.name + " " + layer;
      let dummy = dummies.get(name);
      if (!dummy) {
        dummy = { name, dummy: true, w: 2, h: 0, key: edge.to.key, rank: edge.from.rank, layer };
        dummies.set(name, dummy);
        layers[layer].push(dummy);
      }
      hops.push({ from, to: dummy, edge });
      edge.way.push(dummy);
      from = dummy;
    }
    hops.push({ from, to: edge.to, edge });
  }
  return hops;
}

// Columns: each node where its neighbours above and below draw it, without overlaps.
function setColumns(layers, hops) {
  const port = hop => hop.from.level && hop.edge.port !== null ? hop.from.level.exits.get(hop.edge.port) - hop.from.w / 2 : 0;
  const above = new Map(), below = new Map();
  for (const hop of hops) {
    const shift = port(hop) - inAt(hop.to);
    if (!above.has(hop.to)) above.set(hop.to, []);
    if (!below.has(hop.from)) below.set(hop.from, []);
    above.get(hop.to).push([hop.from, shift]);
    below.get(hop.from).push([hop.to, -shift]);
  }
  for (const layer of layers) {
    let x = 0;
    for (const node of layer) { node.x = x + node.w / 2; x += node.w + APART; }
    for (const node of layer) node.x -= x / 2;
  }
  for (let sweep = 0; sweep < 10; sweep++) {
    const down = sweep % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wishes = [], weights = [];
      for (const node of layer) {
        const near = (sweep > 7 ? [...above.get(node) || [], ...below.get(node) || []] : (down ? above : below).get(node)) || [];
        wishes.push(near.length ? near.reduce((sum, [other, shift]) => sum + other.x + shift, 0) / near.length : node.x);
        weights.push(near.length ? (node.dummy ? 4 : 1) : 0.1);
      }
      const distances = layer.map((node, i) => i ? (node.w + layer[i - 1].w) / 2 + APART : 0);
      settle(wishes, distances, weights).forEach((x, i) => { layer[i].x = x; });
    }
  }
}

// Two ways out of a block leave it side by side, in the order of where they go; more leave it together.
function ports(edges) {
  const outs = new Map();
  for (const edge of edges) {
    if (edge.port !== null && edge.from.level) edge.out = edge.from.level.exits.get(edge.port) - edge.from.w / 2;
    else if (outs.has(edge.from)) outs.get(edge.from).push(edge);
    else outs.set(edge.from, [edge]);
  }
  for (const [node, list] of outs) {
    if (list.length !== 2) continue;
    const next = edge => edge.back ? Infinity : edge.beside ? -Infinity : (edge.way[0] || edge.to).x;
    list.sort((a, b) => next(a) - next(b));
    const apart = Math.min(18, node.w / 4);
    [list[0].out, list[1].out] = [-apart, apart];
  }
}

// The ways of edges: pieces across each gap, tracks for them, lanes beside; then all heights are known.
function route(level, layers, edges) {
  const count = layers.length, gaps = Array.from({ length: count + 1 }, () => new Map());
  const across = (gap, net, x, y) => {
    const piece = gaps[gap].get(net);
    if (!piece) gaps[gap].set(net, { from: Math.min(x, y), to: Math.max(x, y) });
    else [piece.from, piece.to] = [Math.min(piece.from, x, y), Math.max(piece.to, x, y)];
  };
  let left = Infinity, right = -Infinity;
  for (const layer of layers) for (const { x, w } of layer) [left, right] = [Math.min(left, x - w / 2), Math.max(right, x + w / 2)];
  if (left > right) left = right = 0;
  const many = new Map();
  for (const { from } of edges) many.set(from, (many.get(from) || 0) + 1);
  const lanes = lanesOf(edges.filter(edge => edge.beside), count);
  for (const edge of edges) {
    const start = edge.from.x + outAt(edge), end = edge.to.x + inAt(edge.to) + (edge.back ? Math.min(10, edge.to.w / 6) : 0);
    const into = (edge.back ? "up " : "to ") + edge.to.name;
    const first = edge.port === null && many.get(edge.from) > 2 ? "of " + edge.from.name : into;
    if (edge.beside) {
      const lane = lanes.get(into), x = edge.back ? right + LANE * (lane + 1) : left - LANE * (lane + 1);
      edge.stops = [[start, edge.from.layer + 1, first, x], [x, edge.to.layer, into, end]];
    } else {
      edge.stops = [];
      let x = start, layer = edge.from.layer + 1;
      for (const stop of [...edge.way, null]) {
        const next = stop ? stop.x : end;
        edge.stops.push([x, layer, layer === edge.from.layer + 1 ? first : into, next]);
        [x, layer] = [next, layer + 1];
      }
    }
    for (const [x, gap, net, y] of edge.stops) across(gap, net, x, y);
  }
  const labelled = new Set(edges.filter(edge => edge.label).map(edge => edge.from.layer + 1));
  const tracks = gaps.map(tracksOf);
  place(level, layers, edges, { left, right, gaps, tracks, lanes, labelled });
}

// A lane for the edges beside to each node: back edges count theirs at the right, the others at the left.
function lanesOf(edges, count) {
  const spans = new Map();
  for (const edge of edges) {
    const name = (edge.back ? "up " : "to ") + edge.to.name, ends = [edge.from.layer + 1, edge.to.layer];
    const span = spans.get(name) || { name, back: edge.back, from: Infinity, to: -Infinity };
    spans.set(name, { ...span, from: Math.min(span.from, ...ends), to: Math.max(span.to, ...ends) });
  }
  const lanes = new Map();
  for (const back of [true, false]) {
    const begin = Array.from({ length: count + 2 }, () => []), end = Array.from({ length: count + 2 }, () => []);
    for (const span of spans.values()) {
      if (span.back === back) { begin[span.from].push(span); end[span.to + 1].push(span); }
    }
    const free = [];
    let made = 0;
    for (let layer = 0; layer <= count + 1; layer++) {
      for (const span of end[layer]) free.push(lanes.get(span.name));
      // Short ones take the inner lanes.
      begin[layer].sort((a, b) => a.to - b.to);
      for (const span of begin[layer]) lanes.set(span.name, free.length ? free.pop() : made++);
    }
  }
  return lanes;
}

// A track for each piece across a gap; pieces that overlap get different ones. How many there are.
function tracksOf(gap) {
  const pieces = [...gap.values()].filter(piece => piece.to - piece.from > 0.5).sort((a, b) => a.from - b.from);
  const ends = [...pieces].sort((a, b) => a.to - b.to), free = [];
  let made = 0, ended = 0;
  for (const piece of pieces) {
    while (ended < ends.length && ends[ended].to < piece.from - 4) free.push(ends[ended++].track);
    piece.track = free.length ? free.pop() : made++;
  }
  return made;
}

// Heights, and with them everything: sizes, entry and exits of the level, and the points of each edge.
function place(level, layers, edges, { left, right, gaps, tracks, lanes, labelled }) {
  let ups = 0, downs = 0;
  for (const [name, lane] of lanes) {
    if (name.startsWith("up ")) ups = Math.max(ups, lane + 1); else downs = Math.max(downs, lane + 1);
  }
  const top = level.around === undefined ? PAD : TITLE;
  const dx = PAD + LANE * downs - left;
  let y = top;
  const gapAt = [], bottoms = [];
  const height = gap => 14 + TRACK * tracks[gap] + (labelled.has(gap) ? 16 : 6);
  layers.forEach((layer, i) => {
    gapAt.push(y);
    y += i ? height(i) : tracks[0] ? height(0) - 6 : 0;
    for (const node of layer) { node.y = y; node.x += dx; }
    y += layer.reduce((most, node) => Math.max(most, node.h), 0);
    bottoms.push(y);
  });
  gapAt.push(y);
  if (tracks[layers.length]) y += height(layers.length);
  const ends = layers.length && layers[layers.length - 1].some(node => node.exit !== undefined);
  const least = level.around === undefined ? 0 : 90;
  level.height = ends ? y : y + PAD;
  level.width = Math.max(least, dx + right + LANE * ups + PAD);
  level.exits = new Map();
  for (const node of level.nodes.values()) if (node.exit !== undefined) { node.y = level.height; level.exits.set(node.exit, node.x); }
  level.paths = edges.map(edge => pathOf(edge, { dx, gaps, gapAt, labelled }));
  if (level.around === undefined) return;
  const header = level.nodes.get("b" + level.header) || [...level.nodes.values()][0];
  level.entry = header.x;
  level.paths.push({ points: [[header.x, 0], [header.x, header.y]], how: "", arrow: true, target: level.header });
}

// The points of an edge.
function pathOf(edge, { dx, gaps, gapAt, labelled }) {
  const trackAt = (gap, net) => gapAt[gap] + 10 + (labelled.has(gap) ? 10 : 0) + TRACK * (gaps[gap].get(net).track || 0);
  const points = [[edge.stops[0][0] + dx, edge.from.y + edge.from.h]];
  for (const [x, gap, net, next] of edge.stops) {
    const y = trackAt(gap, net);
    points.push([x + dx, y], [next + dx, y]);
  }
  points.push([edge.stops[edge.stops.length - 1][3] + dx, edge.to.y]);
  return { points, how: edge.how, back: edge.back, label: edge.label, left: edge.out < 0, target: edge.target, source: edge.from.level ? undefined : edge.from.identity, arrow: !edge.to.level && edge.to.exit === undefined };
}
