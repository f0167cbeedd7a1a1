// The page: what is shown, and how to go elsewhere. All of it is in the address.

let mark = { kind: "none" };
let at = { index: 0, pass: 0, row: -1 };
let diff = false, graphKind = "", declarations = false, data;
const tops = new Map(), expanded = new Set(), live = new Map();
const source = new Column(element("source"));
const columns = element("columns");
source.head.innerHTML = `${html(unit.file)} <small>${html(unit.options)}</small>`;
element("file").textContent = unit.file;
const theme = matchMedia("(prefers-color-scheme: dark)");

// Columns: a place for each pass that is shown, or for a run of passes that change nothing.

let places = [];

function arrange() {
  places = [];
  let x = 0;
  const width = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--column"));
  const wide = innerWidth <= 760 ? innerWidth * 0.88 : width;
  data.versions.forEach((version, i) => {
    const last = places[places.length - 1];
    const hidden = !version.changed && !expanded.has("all") && !expanded.has(i) && i !== at.pass;
    if (hidden && last && last.strip) last.passes.push(i);
    else {
      places.push({ strip: hidden, passes: [i], x, width: hidden ? 30 : wide });
      x += places[places.length - 1].width;
    }
  });
  columns.innerHTML = `<div style="width:${x}px;height:1px"></div>`;
  live.clear();
  inView();
}

// Makes the columns that are in view, and drops the others.
function inView() {
  const left = columns.scrollLeft - 100, right = columns.scrollLeft + columns.clientWidth + 100;
  for (const place of places) {
    const seen = place.x + place.width > left && place.x < right, made = live.get(place);
    if (seen && !made) live.set(place, place.strip ? strip(place) : column(place));
    if (!seen && made) { made.root.remove(); live.delete(place); }
  }
}

function strip(place) {
  const root = document.createElement("div");
  root.className = "strip";
  root.style.left = place.x + "px";
  const names = place.passes.map(i => data.versions[i].pass);
  root.title = names.join("\n");
  root.innerHTML = `<span>${names.length > 1 ? names.length + " unchanged: " + names[0] + " … " + names[names.length - 1] : names[0] + " unchanged"}</span>`;
  root.addEventListener("click", () => { place.passes.forEach(i => expanded.add(i)); arrange(); });
  columns.append(root);
  return { root };
}

function column(place) {
  const made = new Column(columns);
  made.root.style.left = place.x + "px";
  made.root.dataset.pass = data.versions[place.passes[0]].pass;
  made.head.addEventListener("click", event => { if (event.target.tagName !== "A") focus(place.passes[0]); });
  fill(made, place.passes[0]);
  return made;
}

function fill(made, index) {
  const version = data.versions[index];
  const rows = versionRows(data, version, index);
  const found = marked(version), hits = searched(version);
  const counted = version.changed && index ? countChanges(version) : index ? "unchanged" : "";
  const report = reportOf(at.index, version.pass);
  made.head.title = [version.about, report].filter(Boolean).join("\n");
  made.head.innerHTML = `${html(version.pass)} <small>${counted}</small>` +
    (found ? `<span class="count">${found}</span>` : "") + (hits ? `<span class="count of-search">${hits}</span>` : "") +
    `<a href="${html(address(index))}" title="link to this pass">#</a>` +
    `<div class="about">${[report, version.about].filter(Boolean).map(html).join(" · ") || "&nbsp;"}</div>`;
  made.root.classList.toggle("focus", index === at.pass);
  made.show(rows, tops.get(version.pass) || 0);
}

function countChanges(version) {
  const count = { "+": 0, "-": 0, "~": 0, " ": 0 };
  for (const kind of changes(data, version).what) count[kind]++;
  return `+${count["+"]} −${count["-"]}` + (count["~"] ? ` ~${count["~"]}` : "");
}

// How many lines of a version are lit up, and how many are found.
function marked(version) {
  if (mark.kind === "none" || mark.kind === "block") return 0;
  marked.known ||= new Map();
  const lit = number => {
    if (!marked.known.has(number)) marked.known.set(number, lights(data.texts[number], data.places[number]));
    return marked.known.get(number);
  };
  return version.lines.reduce((sum, number) => sum + lit(number), 0);
}

function searched(version) {
  const wanted = element("search").value.toLowerCase();
  if (!wanted) return 0;
  if (searched.wanted !== wanted || searched.data !== data) {
    Object.assign(searched, { wanted, data, known: data.texts.map(text => text.toLowerCase().includes(wanted)) });
  }
  return version.lines.reduce((sum, number) => sum + searched.known[number], 0);
}

// Shows everything anew, where it is.
function redraw() {
  marked.known = null;
  for (const [place, made] of live) if (!place.strip) fill(made, place.passes[0]);
  const lit = litSource();
  source.show(sourceRows(lit), source.body.scrollTop);
  for (const button of ["diff", "graph"]) element(button).classList.toggle("on", button === "diff" ? diff : graphKind !== "");
  element("same").classList.toggle("on", expanded.has("all"));
  drawBeside();
  drawPanel();
  replaceAddress();
}

// Lines of the source that light up: one that was clicked, or those of a block or a name.
function litSource() {
  const lit = new Set();
  if (mark.kind === "line") lit.add(mark.line);
  const version = data.versions[at.pass];
  if (mark.kind === "block" || mark.kind === "name" && !mark.whole) {
    const rows = versionRows(data, version, at.pass);
    for (let i = 0; i < rows.count; i++) if (rows.what[i] !== "-" && rows.litBy(i)) lit.add(rows.place(i));
  }
  lit.delete(0);
  return lit;
}

// The version whose graph is shown: that of the first pass after this one where this one has none.
function drawnVersion() {
  const own = data.versions[at.pass];
  return own.graph.length ? own : data.versions.slice(at.pass).find(version => version.graph.length) || own;
}

function drawPanel() {
  const panel = element("drawing");
  panel.hidden = !graphKind;
  if (!graphKind) return;
  panel.dataset.kind = graphKind;
  const version = drawnVersion(), own = data.versions[at.pass];
  element("drawn").textContent = !version.graph.length ? own.pass + " has no graph"
    : version === own ? own.pass : `${version.pass} (${own.pass} has no graph yet)`;
  for (const tab of panel.querySelectorAll("[data-graph]")) tab.classList.toggle("on", tab.dataset.graph === graphKind);
  element("statements").classList.toggle("on", showsStatements(version));
  element("fold").classList.toggle("on", drawnAs.folded.size > 0);
  drawGraph(data, version, graphKind);
}

// What is lit up. Every column goes where it first is.
function setMark(next) {
  const same = JSON.stringify(next) === JSON.stringify(mark);
  mark = same ? { kind: "none" } : next;
  redraw();
  if (mark.kind === "none") return;
  lookAtMark();
  for (const [place, made] of live) {
    if (place.strip || place.passes[0] === at.pass) continue;
    revealFirst(made, i => made.rows.litBy(i));
  }
  const lit = [...litSource()].sort((a, b) => a - b);
  const named = mark.kind === "name" ? unit.source.findIndex(text => lights(text, 0)) + 1 : 0;
  if (lit.length || named) source.reveal((lit[0] || named) - 1);
}

function revealFirst(made, lit) {
  for (let i = 0; i < made.rows.count; i++) if (lit(i)) return made.reveal(i);
}

// The pass that is looked at.
function focus(index, scroll) {
  at.pass = Math.max(0, Math.min(index, data.versions.length - 1));
  at.row = -1;
  if (places.some(place => place.strip && place.passes.includes(at.pass))) arrange();
  const place = places.find(place => place.passes.includes(at.pass));
  if (scroll || place.x < columns.scrollLeft || place.x + place.width > columns.scrollLeft + columns.clientWidth) {
    // What was there before stands beside it where there is room for both.
    const before = places[places.indexOf(place) - 1];
    const both = before && !before.strip && before.width + place.width <= columns.clientWidth;
    columns.scrollLeft = place.x - (both ? before.width : 34);
    inView();
  }
  redraw();
}

function step(by) {
  let next = at.pass + by;
  const shown = i => data.versions[i] && (data.versions[i].changed || expanded.has("all") || expanded.has(i));
  while (data.versions[next] && !shown(next)) next += by;
  if (data.versions[next]) focus(next);
}

function liveColumn() {
  for (const [place, made] of live) if (!place.strip && place.passes[0] === at.pass) return made;
}

// The next row of the pass that is as wanted, in the direction given; rows that follow one another count as one.
function stepRow(by, wanted) {
  const made = liveColumn();
  if (!made) return false;
  let i = at.row < 0 ? (by > 0 ? 0 : made.rows.count - 1) : at.row + by;
  while (at.row >= 0 && i >= 0 && i < made.rows.count && wanted.block && wanted(made.rows, i)) i += by;
  for (; i >= 0 && i < made.rows.count; i += by) {
    if (wanted(made.rows, i)) { at.row = i; made.reveal(i); return true; }
  }
  return false;
}

const isChange = (rows, i) => rows.what[i] !== " ";
isChange.block = true;

function stepChange(by) {
  if (!diff) { diff = true; redraw(); }
  stepRow(by, isChange);
}

function stepFound(by) {
  const wanted = element("search").value.toLowerCase();
  if (!wanted) return;
  const matches = (rows, i) => rows.what[i] !== "-" && data.texts[rows.lines[i]].toLowerCase().includes(wanted);
  if (stepRow(by, matches)) return;
  for (let next = at.pass + by; data.versions[next]; next += by) {
    if (data.versions[next].changed && searched(data.versions[next])) {
      focus(next);
      stepRow(by, matches);
      return;
    }
  }
}

function search() {
  at.row = -1;
  const wanted = element("search").value;
  const hits = data.versions.map(version => searched(version));
  const passes = hits.filter(Boolean).length;
  element("found").textContent = wanted ? `${hits.reduce((a, b) => a + b, 0)} lines in ${passes} passes` : "";
  redraw();
}

// Functions and remarks. The file's own functions come first, then those of headers that were compiled.

const listed = [...firstOf.values()].filter(i => unit.functions[i].compiled || !unit.functions[i].file);
const byHeader = new Map();
for (const i of listed) {
  const { file } = unit.functions[i];
  byHeader.set(file, [...(byHeader.get(file) || []), i]);
}
const inOrder = [...(byHeader.get("") || []), ...listed.filter(i => unit.functions[i].file)];

function listFunctions() {
  const option = i => `<option value="${i}">${html(unit.functions[i].name)}</option>`;
  const item = i => `<li data-index="${i}">${html(unit.functions[i].name)} <small>${unit.functions[i].line || ""}</small></li>`;
  const name = file => html(file.split("/").pop());
  const groups = [...byHeader].filter(([file]) => file), own = byHeader.get("") || [];
  element("function").innerHTML = own.map(option).join("") +
    groups.map(([file, list]) => `<optgroup label="${name(file)}">${list.map(option).join("")}</optgroup>`).join("");
  element("functions").innerHTML = own.map(item).join("") + groups.map(([file, list]) =>
    `<li class="group"><details><summary title="${html(file)}">${name(file)} (${list.length})</summary><ul>${list.map(item).join("")}</ul></details></li>`).join("");
}

// The first pass that changes a function after it was put into GIMPLE.
function firstChange(data) {
  const start = data.versions.findIndex(version => /\.gimple$/.test(version.pass));
  return Math.max(0, data.versions.findIndex((version, i) => i > start && version.changed && start >= 0));
}

function openFunction(index, pass) {
  at.index = index;
  const { name, variant } = unit.functions[index], base = firstOf.get(name);
  data = functionData(index);
  tops.clear();
  marked.known = null;
  at.row = -1;
  // A pass may be called by its name alone.
  const called = name => data.versions.findIndex(version => name(version.pass));
  let found = called(name => name === pass);
  if (found < 0 && pass) found = called(name => name.split(".").at(-1) === pass);
  at.pass = found < 0 ? firstChange(data) : found;
  element("function").value = base;
  element("variant").value = variant;
  listBeside();
  for (const item of element("functions").querySelectorAll("[data-index]")) {
    item.classList.toggle("on", +item.dataset.index === base);
    if (+item.dataset.index === base && item.closest("details")) item.closest("details").open = true;
  }
  listRemarks();
  arrange();
  focus(at.pass, true);
  const { file, line } = unit.functions[index];
  if (mark.kind !== "line" && !file) source.reveal(Math.max(0, line - 1));
  return found >= 0 || pass === undefined;
}

function listRemarks() {
  const remarks = (unit.remarks || []).filter(remark => remark.function === data.name && remark.variant === unit.functions[at.index].variant);
  element("remarks").innerHTML = remarks.length ? remarks.map(remark =>
    `<li data-line="${remark.line}"><small>${remark.line ? remark.line + " · " : ""}${html(remark.pass)} · ${html(remark.kind)}</small><br>${html(remark.text)}</li>`).join("") : "<li><small>none</small></li>";
}

// Buttons and keys.

function toggleGraph(kind) {
  const close = kind ? kind === graphKind : graphKind;
  graphKind = close ? "" : kind || "cfg";
  redraw();
  inView();
}

function toggleSame() {
  const all = expanded.has("all");
  expanded.clear();
  if (!all) expanded.add("all");
  arrange();
  focus(at.pass);
}

// Another function, compiled as the one before if it was.
function choose(index) {
  openFunction(inVariant.get(unit.functions[at.index].variant + " " + unit.functions[index].name) ?? index);
}

function nextFunction(by) {
  const next = inOrder[inOrder.indexOf(firstOf.get(data.name)) + by];
  if (next !== undefined) choose(next);
}

const actions = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  n: () => stepChange(1), p: () => stepChange(-1),
  j: () => nextFunction(1), k: () => nextFunction(-1),
  d: () => { diff = !diff; at.row = -1; redraw(); },
  u: toggleSame,
  g: () => toggleGraph(""), c: () => toggleGraph("cfg"), m: () => toggleGraph("dom"), l: () => toggleGraph("loops"),
  "+": () => setZoom(view.k * 1.25), "-": () => setZoom(view.k / 1.25), 0: () => setZoom(0),
  b: toggleStatements, f: foldLoops,
  v: () => { declarations = !declarations; at.row = -1; redraw(); },
  s: () => { element("side").hidden = !element("side").hidden; inView(); },
  t: () => document.documentElement.classList.toggle("dark"),
  "/": () => element("search").focus(),
  "?": () => element("keys").showModal(),
  Escape: () => { mark = { kind: "none" }; redraw(); },
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || element("keys").open) return;
  if (event.target.id === "search") {
    if (event.key === "Enter") stepFound(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") { element("search").value = ""; element("search").blur(); search(); }
    return;
  }
  const action = actions[event.key];
  if (action && event.target.tagName !== "SELECT") { event.preventDefault(); action(); }
});
element("search").addEventListener("input", search);
element("function").addEventListener("change", event => choose(+event.target.value));
element("functions").addEventListener("click", event => {
  const item = event.target.closest("[data-index]");
  if (item) choose(+item.dataset.index);
});
element("remarks").addEventListener("click", event => {
  const item = event.target.closest("[data-line]");
  if (item && +item.dataset.line) setMark({ kind: "line", line: +item.dataset.line });
});
element("drawing").addEventListener("click", event => {
  const tab = event.target.closest("[data-graph]");
  if (tab && tab.dataset.graph !== graphKind) toggleGraph(tab.dataset.graph);
});
for (const [id, key] of [["menu", "s"], ["diff", "d"], ["same", "u"], ["graph", "g"], ["theme", "t"], ["help", "?"], ["close", "g"],
  ["larger", "+"], ["smaller", "-"], ["fit", "0"], ["statements", "b"], ["fold", "f"]]) {
  element(id).addEventListener("click", actions[key]);
}
element("save").addEventListener("click", saveDrawing);
columns.addEventListener("scroll", inView);
new ResizeObserver(inView).observe(columns);
addEventListener("resize", () => { arrange(); redraw(); });
addEventListener("popstate", () => { if (location.hash !== address(at.pass)) goTo(location.hash); });
addEventListener("hashchange", () => { if (location.hash !== address(at.pass)) goTo(location.hash); });
theme.addEventListener("change", () => document.documentElement.classList.toggle("dark", theme.matches));

document.documentElement.classList.toggle("dark", theme.matches);
listFunctions();
listVariants();
element("side").hidden = innerWidth < 1100;
goTo(location.hash);
