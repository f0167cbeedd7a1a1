// The part of a drawing that is in view: zoom, pan, search, and what is clicked.

// The point of the drawing at the upper left corner, and how large it is drawn.
let view = { x: 0, y: 0, k: 1 };
let shows = "";

const canvas = element("canvas");

const fitting = () => Math.min(1.2, (canvas.clientWidth - 16) / drawing.width, (canvas.clientHeight - 16) / drawing.height);

// Shows the drawing of a version. What was in the middle stays where it was.
function drawGraph(data, version, kind) {
  const before = new Map(drawing.boxes.map(box => [box.identity, box])), was = `${data.name} ${kind}`;
  drawing = drawingOf(data, version, kind);
  const last = data.versions[data.versions.indexOf(version) - 1];
  const known = last && last.graph.length ? blocksOf(data, last).byIdentity : null;
  for (const box of drawing.boxes) box.fresh = known && !known.has(box.identity);
  if (shows !== was) enter(kind);
  else stay(before);
  shows = was;
  minimap.drawn = null;
  drawInView();
}

// Where a drawing that was not there before is entered: whole, or if it is too large for that at its first block.
function enter(kind) {
  if (kind !== "cfg" || fitting() > 0.55) return fitView();
  const first = drawing.boxes.find(box => mark.kind === "block" && box.identity === mark.identity) || drawing.boxes[0];
  if (first) look(first, 0.9, 0.15);
}

function fitView() {
  const k = Math.max(0.001, fitting());
  view = { k, x: (drawing.width - canvas.clientWidth / k) / 2, y: (drawing.height - canvas.clientHeight / k) / 2 };
}

// Keeps the block that is lit up, or the one nearest to the middle, in its place.
function stay(before) {
  const [x, y] = [view.x + canvas.clientWidth / 2 / view.k, view.y + canvas.clientHeight / 2 / view.k];
  const after = new Map(drawing.boxes.map(box => [box.identity, box]));
  let best = null, least = Infinity;
  for (const [identity, box] of before) {
    if (!after.has(identity)) continue;
    const far = mark.kind === "block" && mark.identity === identity ? -1 : Math.hypot(box.x + box.w / 2 - x, box.y - y);
    if (far < least) [best, least] = [identity, far];
  }
  if (best === null) return;
  const [old, now] = [before.get(best), after.get(best)];
  view.x += now.x + now.w / 2 - old.x - old.w / 2;
  view.y += now.y - old.y;
}

// Brings a box into view.
function look(box, k = view.k, height = 0.35) {
  view = { k, x: box.x + box.w / 2 - canvas.clientWidth / 2 / k, y: box.y - canvas.clientHeight * height / k };
}

// Brings the block that is lit up into view, unless it is there.
function lookAtMark() {
  const box = mark.kind === "block" && drawing.boxes.find(box => box.identity === mark.identity);
  if (!box || !graphKind) return;
  const [x, y] = [(box.x + box.w / 2 - view.x) * view.k, (box.y - view.y) * view.k];
  if (x < 20 || y < 20 || x > canvas.clientWidth - 20 || y > canvas.clientHeight - 40) look(box, Math.max(view.k, 0.5));
  drawInView();
}

function drawInView() {
  const { x, y, k } = view, right = x + canvas.clientWidth / k, bottom = y + canvas.clientHeight / k;
  const seen = (left, top, u, v) => u >= x && left <= right && v >= y && top <= bottom;
  const detail = k < 0.2 ? 0 : k < 0.33 ? 1 : 2;
  canvas.querySelector("svg").innerHTML = `<g class="${detail ? "" : "small"}" transform="scale(${k}) translate(${-x} ${-y})">${drawingHtml(seen, detail)}</g>`;
  minimap.draw();
}

// Draws larger or smaller round a point of the canvas; 0: as small as it must be to be seen whole.
function setZoom(next, at = [canvas.clientWidth / 2, canvas.clientHeight / 2]) {
  if (!next) fitView();
  else {
    const k = Math.min(4, Math.max(Math.min(0.02, fitting()), next));
    view = { k, x: view.x + at[0] / view.k - at[0] / k, y: view.y + at[1] / view.k - at[1] / k };
  }
  drawInView();
}

// Searches `bb N`, or a statement; the next one after that which is lit up.
function findBlock(text) {
  const number = /^\s*(?:bb\s*)?(\d+)\s*$/.exec(text), wanted = text.trim().toLowerCase();
  const version = drawnVersion(), { list } = blocksOf(data, version), content = contentOf(data, version);
  const matches = block => number ? block.number === +number[1]
    : (content.get(block.number) || { rows: [] }).rows.some(row => row.text.toLowerCase().includes(wanted));
  const start = list.findIndex(block => mark.kind === "block" && block.identity === mark.identity) + 1;
  const found = wanted && [...list.slice(start), ...list.slice(0, start)].find(matches);
  element("in-graph").classList.toggle("none", Boolean(wanted) && !found);
  if (!found) return;
  unfold(found.identity);
  markBlock(found.identity);
}

// Lights up a block, in the graph and in the text.
function markBlock(identity) {
  if (mark.kind !== "block" || mark.identity !== identity) setMark({ kind: "block", identity });
  lookAtMark();
  const made = liveColumn();
  if (made) revealFirst(made, made.rows.litBy);
}

// Opens the loops that a block is in.
function unfold(identity) {
  const { loops, inner } = analyse(data, drawnVersion());
  for (let header = inner.get(identity); header !== undefined; header = loops.get(header).outer) drawnAs.folded.delete(header);
}

function toggle(set, value) {
  if (!set.delete(value)) set.add(value);
  redraw();
}

// All loops become one node each, the outermost; or all are opened.
function foldLoops() {
  const { loops } = analyse(data, drawnVersion());
  if (drawnAs.folded.size) drawnAs.folded.clear();
  else for (const loop of loops.values()) drawnAs.folded.add(loop.header);
  redraw();
}

function toggleStatements() {
  drawnAs.statements = !showsStatements(drawnVersion());
  drawnAs.other.clear();
  redraw();
}

function clickedGraph(target) {
  const button = target.closest("[data-fold],[data-open]"), block = target.closest("[data-block]");
  if (button && button.dataset.fold) return toggle(drawnAs.folded, +button.dataset.fold);
  if (button) return toggle(drawnAs.other, +button.dataset.open);
  if (!block) return;
  if (mark.kind === "block" && mark.identity === +block.dataset.block) setMark(mark);
  else markBlock(+block.dataset.block);
}

// Pointers: one drags, two zoom. A press that does not move is a click.
const pointers = new Map();
let dragged = 0;

canvas.addEventListener("pointerdown", event => {
  if (event.button) return;
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pointers.size === 1) dragged = 0;
});
addEventListener("pointermove", event => {
  const last = pointers.get(event.pointerId);
  if (!last) return;
  const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
  const now = [event.clientX, event.clientY];
  dragged += Math.hypot(now[0] - last[0], now[1] - last[1]);
  pointers.set(event.pointerId, now);
  if (others.length) {
    const far = place => Math.hypot(place[0] - others[0][0], place[1] - others[0][1]), box = canvas.getBoundingClientRect();
    setZoom(view.k * far(now) / Math.max(1, far(last)), [(now[0] + others[0][0]) / 2 - box.left, (now[1] + others[0][1]) / 2 - box.top]);
  } else if (dragged > 4) {
    view.x -= (now[0] - last[0]) / view.k;
    view.y -= (now[1] - last[1]) / view.k;
    canvas.classList.add("dragged");
    drawInView();
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, event => {
    pointers.delete(event.pointerId);
    canvas.classList.remove("dragged");
  });
}
canvas.addEventListener("click", event => {
  if (dragged <= 4 && !event.target.closest("#minimap")) clickedGraph(event.target);
  dragged = 0;
});
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  if (event.shiftKey) {
    view.x += (event.deltaX || event.deltaY) / view.k;
    return drawInView();
  }
  const box = canvas.getBoundingClientRect();
  setZoom(view.k * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300), [event.clientX - box.left, event.clientY - box.top]);
}, { passive: false });
new ResizeObserver(() => { if (graphKind && shows) drawInView(); }).observe(canvas);
element("in-graph").addEventListener("keydown", event => {
  if (event.key === "Enter") findBlock(event.target.value);
  if (event.key === "Escape") event.target.blur();
  event.stopPropagation();
});
element("in-graph").addEventListener("input", event => event.target.classList.remove("none"));
