// The address: function, pass, what is lit up, and how it is shown.

function address(pass) {
  const parts = { f: data.name, p: data.versions[pass].pass };
  if (mark.kind === "name") parts.name = (mark.whole ? "*" : "") + mark.name;
  if (mark.kind === "line") parts.line = mark.line;
  if (mark.kind === "block") parts.block = mark.identity;
  if (diff) parts.d = 1;
  if (expanded.has("all")) parts.u = 1;
  if (graphKind) parts.g = graphKind;
  if (unit.functions[at.index].variant) parts.v = unit.variants[unit.functions[at.index].variant];
  if (besideOf !== null) parts.b = unit.functions[besideOf].name + " " + unit.variants[unit.functions[besideOf].variant];
  if (element("search").value) parts.q = element("search").value;
  return "#" + new URLSearchParams(parts);
}

// Another function or pass is a step that can be gone back.
function replaceAddress() {
  const next = address(at.pass);
  if (location.hash === next) return;
  const place = hash => ["f", "p"].map(key => new URLSearchParams(hash.slice(1)).get(key)).join(" ");
  const goes = !arriving && location.hash && place(location.hash) !== place(next);
  if (goes) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
}

let arriving = false;

function goTo(hash) {
  arriving = true;
  arrive(hash);
  arriving = false;
}

function arrive(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  diff = parts.has("d");
  // Who comes without an address, and has room, sees a graph.
  const roomy = !hash && innerWidth >= 1000 && innerHeight >= 700;
  graphKind = parts.get("g") || (roomy ? "cfg" : "");
  // A graph that is opened after this is entered anew.
  if (!graphKind) shows = "";
  expanded.clear();
  if (parts.has("u")) expanded.add("all");
  element("search").value = parts.get("q") || "";
  mark = { kind: "none" };
  const name = parts.get("name");
  if (name) {
    const whole = name.startsWith("*"), plain = whole ? name.slice(1) : name;
    mark = { kind: "name", name: plain, base: whole ? plain : variable(plain), whole };
  }
  if (parts.has("line")) mark = { kind: "line", line: +parts.get("line") };
  if (parts.has("block")) mark = { kind: "block", identity: +parts.get("block") };
  const wanted = parts.get("f"), pass = parts.get("p") || undefined;
  const variant = Math.max(0, unit.variants.indexOf(parts.get("v") || ""));
  const index = inVariant.get(variant + " " + wanted) ?? firstOf.get(wanted) ?? -1;
  const [besides, ...way] = (parts.get("b") || "").split(" ");
  besideOf = inVariant.get(Math.max(0, unit.variants.indexOf(way.join(" "))) + " " + besides) ?? null;
  const first = inOrder.find(i => unit.functions[i].compiled) ?? inOrder[0] ?? 0;
  const known = openFunction(index < 0 ? first : index, pass);
  if (element("search").value) search();
  else element("found").textContent = index < 0 && wanted ? `there is no function ‘${wanted}’`
    : known ? "" : `‘${data.name}’ has no pass ‘${pass}’`;
}
