// Drawings: the graph of a version, its dominators, its loops, as shapes and as SVG.

const HEAD = 20, LINE = 14, LETTER = 6.65;
// With more blocks than these a graph is first shown without statements.
const SMALL = 150;

// What is shown of graphs of this function: statements or only `bb N`, blocks where it is otherwise, folded loops.
let drawnAs = { of: null, statements: null, other: new Set(), folded: new Set() };

let drawing = { boxes: [], loops: [], edges: [], width: 0, height: 0 };

const showsStatements = version => drawnAs.statements ?? version.graph.length <= SMALL;

// The drawing of a version. It is kept for the next time.
function drawingOf(data, version, kind) {
  if (drawnAs.of !== data) drawnAs = { of: data, statements: null, other: new Set(), folded: new Set() };
  const name = [kind, showsStatements(version), [...drawnAs.other], [...drawnAs.folded]].join(" ");
  if (!version.drawn || version.drawn.name !== name) {
    const made = kind === "cfg" ? flowShapes(data, version) : kind === "dom" ? dominatorShapes(data, version) : loopShapes(data, version);
    version.drawn = { name, made };
  }
  return version.drawn.made;
}

// A block as a box: its rows, its count, and how hot it is between 0 and 1.
function boxOf(data, version, identity, withRows) {
  const { number } = blocksOf(data, version).byIdentity.get(identity), content = contentOf(data, version).get(number);
  const all = content && withRows ? content.rows : [];
  const rows = all.slice(0, MOST_ROWS).map(row => ({ ...row, text: cutText(row.text) }));
  if (all.length > MOST_ROWS) rows.push({ text: `… ${all.length - MOST_ROWS} more`, place: 0 });
  return { label: "bb " + number, rows, count: content && content.count, more: Boolean(content && content.rows.length) };
}

function sizeOf(box) {
  const head = box.label.length + (box.count === undefined ? 0 : shortCount(box.count).length + 2) + 3;
  const wide = box.rows.reduce((most, row) => Math.max(most, row.text.length), 0);
  return [Math.max(64, 12 + LETTER * Math.max(head, wide + 1)), HEAD + (box.rows.length ? 6 + LINE * box.rows.length : 4)];
}

// Control flow: blocks with their statements, loops as boxes.
function flowShapes(data, version) {
  const { list, byIdentity } = blocksOf(data, version), { order, rank, loops, inner } = analyse(data, version);
  const content = contentOf(data, version), whole = showsStatements(version), boxes = new Map();
  for (const { identity } of list) boxes.set(identity, boxOf(data, version, identity, whole !== drawnAs.other.has(identity)));
  const label = (block, to, i) => {
    const likely = (content.get(block.number) || { likely: new Map() }).likely, taken = likely.get("taken");
    if (taken !== undefined && block.succs.length === 2) return (i === 0 ? taken : (100 - taken).toFixed(2)) + "%";
    const known = likely.get(byIdentity.get(to).number);
    return known === undefined || block.succs.length < 2 ? "" : known.replace(/\.00$/, "") + "%";
  };
  const made = layoutGraph({
    blocks: order, rank, loops, inner, folded: drawnAs.folded, order: stableOrder(data),
    succs: identity => byIdentity.get(identity).succs.map(([to, how], i) => [to, how, label(byIdentity.get(identity), to, i)]),
    size: (identity, folded) => folded ? [110, 38] : sizeOf(boxes.get(identity)),
  });
  const hottest = Math.max(1, ...[...boxes.values()].map(box => box.count || 0));
  for (const box of made.boxes) {
    Object.assign(box, boxes.get(box.identity));
    if (box.count) box.heat = Math.log(1 + box.count) / Math.log(1 + hottest);
    if (box.folded) Object.assign(box, { rows: [], label: "loop " + box.label, loop: loops.get(box.identity) });
  }
  for (const loop of made.loops) Object.assign(loop, { size: loops.get(loop.header).size, label: "loop " + boxes.get(loop.header).label });
  return made;
}

// The tree of dominators, from the top down: leaves side by side, the others in the middle of theirs.
function dominatorShapes(data, version) {
  const { order, idom } = analyse(data, version), keys = stableOrder(data);
  const below = new Map(order.map(block => [block, []])), depth = new Map([[ROOT, -1]]), at = new Map();
  for (const block of order) {
    depth.set(block, depth.get(idom.get(block)) + 1);
    if (idom.get(block) !== ROOT) below.get(idom.get(block)).push(block);
  }
  for (const list of below.values()) list.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  let right = 0;
  const work = order.filter(block => idom.get(block) === ROOT).reverse();
  const open = new Set();
  while (work.length) {
    const block = work[work.length - 1], list = below.get(block);
    if (list.length && !open.has(block)) { open.add(block); work.push(...[...list].reverse()); continue; }
    work.pop();
    at.set(block, list.length ? (at.get(list[0]) + at.get(list[list.length - 1])) / 2 : right++);
  }
  const boxes = order.map(identity => {
    const box = { identity, ...boxOf(data, version, identity, false), w: 64, h: 24 };
    return { ...box, count: undefined, x: PAD + at.get(identity) * 82, y: PAD + depth.get(identity) * 60 };
  });
  const known = new Map(boxes.map(box => [box.identity, box]));
  const edges = boxes.filter(box => idom.get(box.identity) !== ROOT).map(box => {
    const from = known.get(idom.get(box.identity)), x = from.x + 32, u = box.x + 32, middle = from.y + from.h + 16;
    return { points: [[x, from.y + from.h], [x, middle], [u, middle], [u, box.y]], how: "", target: box.identity };
  });
  const deepest = boxes.reduce((most, box) => Math.max(most, box.y), 0);
  return { boxes, loops: [], edges, width: right * 82 + 2 * PAD - 18, height: deepest + 24 + PAD };
}

// The tree of loops, a row for each, with the blocks that are in it and in no loop inside.
function loopShapes(data, version) {
  const { byIdentity } = blocksOf(data, version), { loops, inner } = analyse(data, version);
  const members = new Map([...loops.keys()].map(header => [header, []]));
  for (const [block, header] of inner) members.get(header).push(byIdentity.get(block).number);
  // A loop stands under the one around it.
  const below = new Map(), rows = [];
  for (const loop of loops.values()) below.set(loop.outer, [...(below.get(loop.outer) || []), loop.header]);
  const work = [...(below.get(undefined) || [])].reverse();
  while (work.length) {
    const header = work.pop();
    rows.push(header);
    work.push(...[...(below.get(header) || [])].reverse());
  }
  const known = new Map();
  const boxes = rows.map((header, i) => {
    const numbers = members.get(header).sort((a, b) => a - b), { size, depth } = loops.get(header);
    const some = "bb " + numbers.slice(0, 16).join(" ") + (numbers.length > 16 ? " …" : "");
    const box = { identity: header, ...boxOf(data, version, header, false), x: PAD + (depth - 1) * 40, y: PAD + i * 36, w: 64, h: 24 };
    known.set(header, Object.assign(box, { count: undefined, note: `${size} block${size > 1 ? "s" : ""}: ${some}` }));
    return box;
  });
  const edges = rows.filter(header => loops.get(header).outer !== undefined).map(header => {
    const from = known.get(loops.get(header).outer), box = known.get(header);
    return { points: [[from.x + 16, from.y + from.h], [from.x + 16, box.y + 12], [box.x, box.y + 12]], how: "", target: header };
  });
  const width = boxes.reduce((most, box) => Math.max(most, box.x + box.w + 20 + LETTER * box.note.length), 0);
  return { boxes, loops: [], edges, width: width + PAD, height: 2 * PAD + 36 * boxes.length };
}

// SVG.

// A line with rounded corners.
function roundedPath(points) {
  const at = ([x, y]) => x.toFixed(1) + " " + y.toFixed(1);
  const bends = points.filter(([x, y], i) => i === 0 || Math.abs(x - points[i - 1][0]) + Math.abs(y - points[i - 1][1]) > 0.1);
  let out = "M" + at(bends[0]);
  for (let i = 1; i < bends.length - 1; i++) {
    const [a, b, c] = [bends[i - 1], bends[i], bends[i + 1]];
    const toward = (from, to) => {
      const far = Math.hypot(to[0] - from[0], to[1] - from[1]), r = Math.min(6, far / 2);
      return [from[0] + (to[0] - from[0]) / far * r, from[1] + (to[1] - from[1]) / far * r];
    };
    out += "L" + at(toward(b, a)) + "Q" + at(b) + " " + at(toward(b, c));
  }
  return out + "L" + at(bends[bends.length - 1]);
}

function edgeHtml({ points, how, back, label, arrow, target, source, left }, detail) {
  // Those of the block that is lit up stand out.
  const own = mark.kind === "block" && (mark.identity === target || mark.identity === source);
  const kind = (how || "") + (back ? " back" : "") + (own ? " own" : ""), [x, y] = points[points.length - 1];
  if (!detail) return `<path class="${kind}" d="M${points.map(point => point.map(Math.round).join(" ")).join("L")}"/>`;
  let out = `<path class="${kind}" data-to="${target}" d="${roundedPath(points)}"/>`;
  if (arrow) out += `<path class="tip ${kind}" d="M${x - 3.5} ${y - 7}L${x} ${y - 0.5}L${x + 3.5} ${y - 7}Z"/>`;
  if (!label) return out;
  const [u, v] = points[0];
  return out + `<text class="label" x="${u + (left ? -4 : 4)}" y="${v + 9}"${left ? ' text-anchor="end"' : ""}>${label}</text>`;
}

function boxHtml(box, detail) {
  const { identity, x, y, w, h, label, rows, count, heat, note, fresh, folded, more } = box;
  const on = mark.kind === "block" && mark.identity === identity;
  const style = ["block", on ? "on" : "", fresh ? "fresh" : "", folded ? "folded" : ""].join(" ").trim();
  let out = `<g class="${style}" data-block="${identity}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/>`;
  if (!detail) return out + "</g>";
  if (heat) out += `<rect class="heat" x="${x}" y="${y}" width="${w}" height="${h}" fill-opacity="${(heat ** 3 * 0.5).toFixed(2)}"/>`;
  const middle = rows.length ? y + 11 : folded ? y + 13 : y + h / 2;
  if (rows.length || count !== undefined || folded) out += `<text class="name" x="${x + 8}" y="${middle}">${label}</text>`;
  else out += `<text class="name" x="${x + w / 2}" y="${middle}" text-anchor="middle">${label}</text>`;
  if (count !== undefined && !folded) out += `<text class="label" x="${x + w - 8 - (more ? 10 : 0)}" y="${middle}" text-anchor="end"><title>executed ${count} times</title>${shortCount(count)}</text>`;
  if (folded) out += `<text class="label" x="${x + 8}" y="${y + 28}">${box.loop.size} blocks</text><text class="button" data-fold="${identity}" x="${x + w - 18}" y="${y + 13}">+</text>`;
  else if (more && count !== undefined) out += `<text class="button" data-open="${identity}" x="${x + w - 13}" y="${middle}">${rows.length ? "−" : "+"}</text>`;
  if (detail > 1) rows.forEach((row, i) => { out += `<text class="code" x="${x + 8}" y="${y + HEAD + 9 + i * LINE}">${html(row.text)}</text>`; });
  if (note) out += `<text class="label" x="${x + w + 10}" y="${y + h / 2}">${html(note)}</text>`;
  return out + "</g>";
}

// The shapes whose extent is seen. Detail: 2 with statements, 1 without, 0 without any text.
function drawingHtml(seen, detail) {
  let out = "";
  for (const { header, x, y, w, h, depth, label, size } of drawing.loops) {
    if (!seen(x, y, x + w, y + h)) continue;
    out += `<g class="loop${depth % 2 ? " odd" : ""}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/>`;
    if (detail) out += `<text class="label" x="${x + 8}" y="${y + 10}">${label} · ${size} block${size > 1 ? "s" : ""}</text>` +
      `<text class="button" data-fold="${header}" x="${x + w - 14}" y="${y + 10}"><title>fold this loop</title>−</text>`;
    out += "</g>";
  }
  for (const edge of drawing.edges) {
    edge.extent ||= extentOf(edge.points);
    if (seen(...edge.extent)) out += edgeHtml(edge, detail);
  }
  for (const box of drawing.boxes) {
    if (seen(box.x, box.y, box.x + box.w + (box.note ? 900 : 0), box.y + box.h)) out += boxHtml(box, detail);
  }
  return out;
}

function extentOf(points) {
  const xs = points.map(point => point[0]), ys = points.map(point => point[1]);
  return [Math.min(...xs) - 40, Math.min(...ys), Math.max(...xs) + 40, Math.max(...ys)];
}

// The whole drawing as a file of its own, in the colours of the page.
function drawingFile() {
  const { width, height } = drawing;
  const style = [...document.styleSheets[0].cssRules].map(rule => rule.cssText).filter(text => text.startsWith("svg"));
  const colors = getComputedStyle(document.documentElement);
  const css = style.join("\n").replace(/var\((--[\w-]+)\)/g, (_, name) => colors.getPropertyValue(name).trim());
  const ground = colors.getPropertyValue("--ground").trim();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${html(css)}</style>` +
    `<rect width="100%" height="100%" style="fill:${ground};stroke:none"/>${drawingHtml(() => true, 2)}</svg>`;
}

function saveDrawing() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([drawingFile()], { type: "image/svg+xml" }));
  link.download = `${data.name}.${drawnVersion().pass}.${graphKind}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
