// Drawings of the graph. Each block has its place once for all passes: the one in a drawing of all their graphs.

const WIDE = 66, HIGH = 26, GAP = 26, FALL = 62, MARGIN = 40;

// Layers and order of all blocks that any version has.
function layout(data) {
  if (data.layout) return data.layout;
  const succs = new Map();
  for (const version of data.versions) {
    if (version.graph === undefined || !version.graph.length) continue;
    for (const block of blocksOf(data, version).list) {
      if (!succs.has(block.identity)) succs.set(block.identity, new Set());
      for (const [to] of block.succs) succs.get(block.identity).add(to);
    }
  }
  const order = [], forward = new Map(), state = new Map();
  for (const root of succs.keys()) visit(root);
  function visit(root) {
    if (state.has(root)) return;
    const stack = [[root, [...succs.get(root)], 0]];
    state.set(root, "open");
    forward.set(root, []);
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[2] === top[1].length) { state.set(top[0], "done"); order.push(top[0]); stack.pop(); continue; }
      const to = top[1][top[2]++];
      if (state.get(to) !== "open" && to !== top[0]) forward.get(top[0]).push(to);
      if (!state.has(to)) {
        state.set(to, "open");
        forward.set(to, []);
        stack.push([to, [...succs.get(to)], 0]);
      }
    }
  }
  order.reverse();
  const layer = new Map(order.map(block => [block, 0]));
  for (const block of order) {
    for (const to of forward.get(block)) layer.set(to, Math.max(layer.get(to), layer.get(block) + 1));
  }
  const rows = [];
  for (const block of order) (rows[layer.get(block)] ||= []).push(block);
  return data.layout = place(rows, forward);
}

// Columns: each block near the middle of its neighbours, in a row without overlaps.
function place(rows, forward) {
  const back = new Map();
  for (const [from, list] of forward) for (const to of list) back.set(to, [...(back.get(to) || []), from]);
  const x = new Map();
  for (const row of rows) row.forEach((block, i) => x.set(block, i - row.length / 2));
  for (let sweep = 0; sweep < 8; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      const wish = new Map(row.map(block => {
        const near = ((down ? back : forward).get(block) || []).map(other => x.get(other));
        return [block, near.length ? near.reduce((a, b) => a + b) / near.length : x.get(block)];
      }));
      row.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
      let last = -Infinity;
      for (const block of row) { last = Math.max(wish.get(block), last + 1); x.set(block, last); }
      const shift = row.reduce((sum, block) => sum + x.get(block) - wish.get(block), 0) / row.length;
      for (const block of row) x.set(block, x.get(block) - shift);
    }
  }
  let left = Infinity, right = -Infinity;
  for (const value of x.values()) { left = Math.min(left, value); right = Math.max(right, value); }
  const spots = new Map();
  rows.forEach((row, i) => row.forEach(block => {
    spots.set(block, [MARGIN + (x.get(block) - left) * (WIDE + GAP) + WIDE / 2, 20 + i * FALL + HIGH / 2]);
  }));
  return { spots, width: 2 * MARGIN + (right - left + 1) * (WIDE + GAP), height: 40 + rows.length * FALL };
}

// Shapes of a drawing: boxes with text, and lines between them.
function shapes(data, version, kind) {
  const { list, byIdentity } = blocksOf(data, version), { spots } = layout(data);
  const box = block => ({ identity: block.identity, at: spots.get(block.identity), label: "bb " + block.number });
  if (kind === "loops") return loopShapes(data, version);
  const boxes = list.map(box), lines = [];
  if (kind === "dom") {
    for (const [block, above] of analyse(data, version).idom) {
      if (block !== above) lines.push({ from: spots.get(above), to: spots.get(block), how: "" });
    }
  } else {
    for (const block of list) {
      for (const [to, how] of block.succs) {
        if (byIdentity.has(to)) lines.push({ from: spots.get(block.identity), to: spots.get(to), how });
      }
    }
  }
  return { boxes, lines };
}

// The tree of loops; each loop has its row in the drawings of all versions.
function loopShapes(data, version) {
  data.loopRows ||= loopRows(data);
  const { byIdentity } = blocksOf(data, version);
  const boxes = [], lines = [], spot = new Map();
  for (const loop of analyse(data, version).loops) {
    const at = [70 + (loop.depth - 1) * 110, 40 + data.loopRows.get(loop.header) * 44];
    spot.set(loop.header, at);
    const members = [...loop.blocks].map(block => byIdentity.get(block).number).sort((a, b) => a - b);
    const note = "blocks " + (members.length > 24 ? members.slice(0, 24).join(" ") + " …" : members.join(" "));
    boxes.push({ identity: loop.header, at, label: "bb " + byIdentity.get(loop.header).number, note });
    if (loop.outer !== undefined) lines.push({ from: spot.get(loop.outer), to: at, how: "" });
  }
  return { boxes, lines };
}

// The row of each block that is a loop's header somewhere, in the order in which blocks stand.
function loopRows(data) {
  const headers = new Map();
  for (const version of data.versions) {
    if (version.graph.length) for (const loop of analyse(data, version).loops) headers.set(loop.header, 0);
  }
  const { spots } = layout(data);
  [...headers.keys()].sort((a, b) => spots.get(a)[1] - spots.get(b)[1] || a - b).forEach((header, i) => headers.set(header, i));
  return headers;
}

function curve(from, to) {
  const [x, y] = from, [u, v] = to;
  if (v > y) {
    const bend = Math.min(FALL / 2, (v - y) / 2);
    return `M${x} ${y + HIGH / 2}C${x} ${y + HIGH / 2 + bend} ${u} ${v - HIGH / 2 - bend} ${u} ${v - HIGH / 2}`;
  }
  // Backwards: round the right side.
  const side = Math.max(x, u) + WIDE / 2 + 24;
  return `M${x + WIDE / 2} ${y}C${side + 16} ${y} ${side + 16} ${v} ${u + WIDE / 2} ${v}`;
}

let drawing = { boxes: [], lines: [] }, zoom = 1;

// Makes the drawing larger or smaller round the middle of what is in view; 0: as small as it must be to be seen whole.
function setZoom(next) {
  const canvas = element("canvas"), svg = canvas.firstChild;
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const fit = Math.min(1, canvas.clientWidth / width, canvas.clientHeight / height);
  const x = (canvas.scrollLeft + canvas.clientWidth / 2) / zoom, y = (canvas.scrollTop + canvas.clientHeight / 2) / zoom;
  zoom = Math.min(4, Math.max(0.02, next || fit));
  svg.setAttribute("width", width * zoom);
  svg.setAttribute("height", height * zoom);
  canvas.scrollTo(x * zoom - canvas.clientWidth / 2, y * zoom - canvas.clientHeight / 2);
  drawInView();
}

// The whole drawing as a file of its own, in the colours of the page.
function saveDrawing() {
  const canvas = element("canvas"), svg = canvas.firstChild;
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const style = [...document.styleSheets[0].cssRules].map(rule => rule.cssText).filter(text => text.startsWith("svg"));
  const colors = getComputedStyle(document.documentElement);
  const css = style.join("\n").replace(/var\((--[\w-]+)\)/g, (_, name) => colors.getPropertyValue(name).trim());
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${html(css)}</style>${drawingHtml(() => true)}</svg>`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = `${data.name}.${data.versions[at.pass].pass}.${graphKind}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Draws a version's graph, as far as it is in view.
function drawGraph(data, version, kind) {
  const canvas = element("canvas"), size = layout(data);
  drawing = shapes(data, version, kind);
  const before = data.versions[data.versions.indexOf(version) - 1];
  const known = before && before.graph.length ? blocksOf(data, before).byIdentity : null;
  for (const box of drawing.boxes) box.fresh = known && !known.has(box.identity);
  const height = kind === "loops" ? 80 + 44 * (data.loopRows || new Map()).size : size.height;
  const width = kind === "loops" ? 1600 : size.width;
  canvas.innerHTML = `<svg width="${width * zoom}" height="${height * zoom}" viewBox="0 0 ${width} ${height}"></svg>`;
  drawInView();
}

function drawInView() {
  const canvas = element("canvas"), svg = canvas.firstChild;
  if (!svg) return;
  const top = canvas.scrollTop / zoom - 200, bottom = (canvas.scrollTop + canvas.clientHeight) / zoom + 200;
  const left = canvas.scrollLeft / zoom - 200, right = (canvas.scrollLeft + canvas.clientWidth) / zoom + 200;
  svg.innerHTML = drawingHtml((x, y, u, v) => u >= left && x <= right && v >= top && y <= bottom);
}

// The shapes of the drawing whose extent is seen.
function drawingHtml(seen) {
  let out = "";
  for (const { from, to, how } of drawing.lines) {
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    if (!seen(x, y, Math.max(from[0], to[0]) + 60, Math.max(from[1], to[1]))) continue;
    const path = element("drawing").dataset.kind === "loops"
      ? `M${from[0]} ${from[1] + HIGH / 2}V${to[1]}H${to[0] - WIDE / 2}` : curve(from, to);
    out += `<path class="${how}${to[1] <= from[1] ? " back" : ""}" d="${path}"/>`;
  }
  for (const { identity, at: [x, y], label, note, fresh } of drawing.boxes) {
    if (!seen(x, y, x + (note ? 1600 : 0), y)) continue;
    const style = (mark.kind === "block" && mark.identity === identity ? "on " : "") + (fresh ? "fresh" : "");
    out += `<g class="${style}" data-block="${identity}"><rect x="${x - WIDE / 2}" y="${y - HIGH / 2}" width="${WIDE}" height="${HIGH}"/><text x="${x}" y="${y}">${label}</text></g>`;
    if (note) out += `<text class="note" x="${x + WIDE / 2 + 10}" y="${y}">${note}</text>`;
  }
  return out;
}
