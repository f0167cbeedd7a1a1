// Compilations and what stands beside: another function, or the same one compiled in another way, at the same pass.

// The first function of each name, and that of a name in a compilation.
const firstOf = new Map(), inVariant = new Map();
unit.functions.forEach(({ name, variant }, i) => {
  if (!firstOf.has(name)) firstOf.set(name, i);
  inVariant.set(variant + " " + name, i);
});
unit.variants ||= [""];

// What a compilation is called: the options or modifiers it was made with.
const variantName = variant => unit.variants[variant] || (unit.variants.length > 1 ? "as given" : "");

// What a pass reports of a function: what it counted, how many remarks it made.
const reports = new Map();
for (const { variant, function: name, pass, text } of unit.reports || []) reports.set([variant, name, pass].join(" "), text);

function reportOf(index, pass) {
  const { name, variant } = unit.functions[index], counted = reports.get([variant, name, pass].join(" "));
  const made = (unit.remarks || []).filter(remark => remark.function === name && remark.variant === variant && pass.split(".")[1] === remark.pass).length;
  return [counted, made ? `${made} remark${made > 1 ? "s" : ""}` : ""].filter(Boolean).join(" · ");
}

let besideOf = null;
const beside = new Column(element("beside"));

function listVariants() {
  element("variant").hidden = unit.variants.length < 2;
  element("variant").innerHTML = unit.variants.map((_, i) => `<option value="${i}">${html(variantName(i))}</option>`).join("");
}

// What can stand beside a function: it itself in other compilations, then others.
function listBeside() {
  const { name, variant } = unit.functions[at.index];
  const option = (i, text) => `<option value="${i}">${html(text)}</option>`;
  const ways = unit.variants.map((_, v) => [v, inVariant.get(v + " " + name)]).filter(([v, i]) => v !== variant && i !== undefined);
  const others = inOrder.map(i => inVariant.get(variant + " " + unit.functions[i].name) ?? i).filter(i => unit.functions[i].name !== name);
  element("versus").innerHTML = `<option value="">beside: none</option>` + ways.map(([v, i]) => option(i, `${name} ${variantName(v)}`)).join("") +
    (others.length ? `<optgroup label="other functions">${others.map(i => option(i, unit.functions[i].name)).join("")}</optgroup>` : "");
  if (besideOf === at.index) besideOf = null;
  element("versus").value = besideOf ?? "";
  // One that is no choice any more is none.
  if (element("versus").value === "") besideOf = null;
}

// The version of another function at the pass that is looked at, or at the last before.
function besideVersion(other) {
  const { pass } = data.versions[at.pass], order = new Map(unit.passes.map((name, i) => [name, i]));
  const same = other.versions.find(version => version.pass === pass);
  const before = other.versions.filter(version => order.get(version.pass) <= order.get(pass));
  return same || before[before.length - 1] || other.versions[0];
}

// The steps from the lines of one function to those of the other.
function besideSteps(other, version) {
  const both = { texts: data.texts.concat(other.texts) }, shift = data.texts.length;
  const mine = [...data.versions[at.pass].lines], theirs = [...version.lines].map(number => number + shift);
  const steps = [];
  let i = 0, j = 0;
  for (const [x, y] of [...paired(both, mine, theirs), [mine.length, theirs.length]]) {
    while (i < x) steps.push(["-", both.texts[mine[i]], data.places[mine[i++]]]);
    while (j < y) { steps.push(["+", both.texts[theirs[j]], other.places[theirs[j] - shift]]); j++; }
    if (x === mine.length) break;
    const [text, was] = [both.texts[theirs[j]], both.texts[mine[i++]]];
    steps.push([text === was ? " " : "~", text, other.places[theirs[j++] - shift], was]);
  }
  return steps;
}

function besideRows(other, version) {
  const steps = diff ? besideSteps(other, version)
    : shownLines(other, version, false).lines.map(number => [" ", other.texts[number], other.places[number]]);
  const styles = { " ": "", "~": "changed ", "+": "added ", "-": "removed " };
  return {
    count: steps.length,
    place: i => steps[i][2],
    html: i => lineHtml(steps[i][1], null, steps[i][0] === "~" ? steps[i][3] : undefined),
    style: i => styles[steps[i][0]] + (mark.kind === "line" && steps[i][2] === mark.line ? "of-line" : ""),
    scrolled: () => {},
    clicked: (i, token) => setMark({ kind: "name", name: nameOf(token), base: variable(nameOf(token)), whole: false }),
    litBy: i => lights(steps[i][1], steps[i][2]),
  };
}

function drawBeside() {
  element("beside").hidden = besideOf === null;
  if (besideOf === null) return;
  const other = functionData(besideOf), version = besideVersion(other), { name, variant } = unit.functions[besideOf];
  const report = reportOf(besideOf, version.pass);
  beside.head.innerHTML = `${html(name)} ${html(variantName(variant))} <small>${html(version.pass)}</small><div class="about">${html(report) || (diff ? "against the pass that is looked at" : "&nbsp;")}</div>`;
  beside.show(besideRows(other, version), beside.body.scrollTop);
}

element("versus").addEventListener("change", event => {
  besideOf = event.target.value === "" ? null : +event.target.value;
  redraw();
  inView();
});
element("variant").addEventListener("change", event => {
  const index = inVariant.get(event.target.value + " " + data.name);
  if (index !== undefined) openFunction(index, data.versions[at.pass].pass);
  else event.target.value = unit.functions[at.index].variant;
});
