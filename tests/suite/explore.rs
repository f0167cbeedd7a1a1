//! `gimlet explore`: the page as it is written, and as a browser shows it.

use crate::browser::Browser;
use crate::support::{ScratchDir, project_dir};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

fn explore(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    command.arg("explore").args(arguments).current_dir(dir).output().expect("gimlet can be run")
}

/// The page of the factorial.
fn factor(dir: &Path) -> PathBuf {
    fs::copy(project_dir("tests/reference/listing-2-4.c"), dir.join("factor.c")).expect("a copy");
    let output = explore(dir, &["-O2", "factor.c", "-o", "factor.html"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    dir.join("factor.html")
}

#[test]
fn the_page_is_small_and_needs_nothing_else() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let page = fs::read_to_string(factor(dir.path())).expect("a page");
    assert!(page.len() < 300_000, "{} bytes", page.len());
    for elsewhere in ["src=", "href=\"http", "@import", "url(", "fetch("] {
        assert!(!page.contains(elsewhere), "the page has {elsewhere}");
    }
    assert!(!page.contains("<!-- "), "a part is missing");
}

#[test]
fn what_cannot_be_explored_is_said() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), "int f (void) { return 1; }\n").expect("a file");
    fs::write(dir.path().join("bad.c"), "int f (void) { return }\n").expect("a file");
    for (arguments, status, text) in [
        (&["x.c", "y.c"][..], 2, "one file is explored, not 2"),
        (&["bad.c"], 1, "expected expression"),
        (&["nothing.c"], 1, "No such file"),
        (&["--function=g", "x.c"], 1, "no function of that name"),
        (&["-fnonsense", "x.c"], 1, "unrecognized command-line option"),
        (&["--with=details=file", "x.c"], 2, "‘details=file’ are no modifiers"),
        (&["--with=vops,graph", "x.c"], 2, "‘vops,graph’ are no modifiers"),
        (&["x.c", "-o", "x.c"], 1, "is the same as output file"),
    ] {
        let output = explore(dir.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert!(said.contains(text), "{arguments:?}: {said}");
    }
    assert!(explore(dir.path(), &["x.c"]).status.success());
    assert!(dir.path().join("x.html").exists());
}

/// How many rows of a pass have a style.
fn styled(browser: &Browser, pass: &str, style: &str) -> usize {
    let rows = format!("document.querySelectorAll('[data-pass=\"{pass}\"] .row.{style}').length");
    browser.eval(&rows).parse().expect("a number")
}

#[test]
fn a_browser_shows_it() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let page = factor(dir.path());
    let browser = Browser::start();
    browser.open(&page, "");
    let text =
        |selector: &str| browser.eval(&format!("document.querySelector('{selector}').textContent"));
    assert_eq!(browser.eval("document.querySelectorAll('#functions li').length"), "2");
    assert!(text("#source .lines").contains("ret *= n;"));
    // It opens on the first pass that changes the first function, beside what there was before.
    assert_eq!(text(".column.focus h3").split(' ').next(), Some("010t.lower"));
    assert!(text(".column.focus h3").contains("flattens bind statements"));
    assert!(text("[data-pass=\"006t.gimple\"] .lines").contains("ret = ret * n;"));

    // A link to a pass.
    browser.open(&page, "#f=factor&p=021t.ssa");
    assert!(text("[data-pass=\"021t.ssa\"] .lines").contains("# ret_"));
    assert_eq!(text(".column.focus h3").split(' ').next(), Some("021t.ssa"));

    // A name lights up in its pass, in others, and in the source.
    browser.eval("[...document.querySelectorAll('[data-pass=\"021t.ssa\"] .row i')].find(i => /^ret_\\d+$/.test(i.textContent)).click()");
    assert_ne!(
        browser.eval("document.querySelectorAll('[data-pass=\"021t.ssa\"] i.on').length"),
        "0"
    );
    assert!(
        browser
            .eval("[...document.querySelectorAll('#source i.on')].map(i => i.textContent)")
            .starts_with("ret")
    );
    assert!(browser.eval("location.hash").contains("name=ret_"));
    browser.press("Escape");
    assert_eq!(browser.eval("document.querySelectorAll('i.on').length"), "0");

    // So does a line, and a block.
    browser.eval("document.querySelectorAll('#source .row b')[6].click()");
    assert_eq!(styled(&browser, "021t.ssa", "of-line"), 1);
    browser.press("g");
    assert_eq!(browser.eval("document.getElementById('drawing').hidden"), "false");
    browser.click("#canvas [data-block=\"3\"]");
    assert!(styled(&browser, "021t.ssa", "of-block") > 2);
    assert_ne!(browser.eval("document.querySelectorAll('#source .row.of-line').length"), "0");
    // The block that is lit up stays where it is, whatever happens round it.
    let spot = |browser: &Browser| {
        browser.eval("(box => Math.round(box.x + box.width / 2) + ' ' + Math.round(box.y))(document.querySelector('[data-block=\"3\"] rect').getBoundingClientRect())")
    };
    let before = spot(&browser);
    for graph in ["dom", "loops", "cfg"] {
        browser.click(&format!("[data-graph=\"{graph}\"]"));
        assert_ne!(
            browser.eval("document.querySelectorAll('#canvas rect').length"),
            "0",
            "{graph}"
        );
    }
    browser.press("ArrowRight");
    assert_eq!(before, spot(&browser), "a block has moved");
    browser.press("g");

    // Search, and step through what is found.
    browser.eval(
        "(search.value = 'PHI', search.dispatchEvent(new Event('input')))"
            .replace("search.", "element('search').")
            .as_str(),
    );
    assert!(text("#found").contains(" lines in "));
    browser.eval("element('search').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))");
    assert!(text(".column.focus .row.at").contains("PHI"));
    assert!(browser.eval("location.hash").contains("q=PHI"));

    // Another function, by list and by key.
    browser.eval("document.querySelectorAll('#functions li')[1].click()");
    assert!(text("[data-pass] .lines").contains("printf"));

    // A remark leads to its line.
    assert!(text("#remarks").contains("Inlining factor/0 into main/1."));
    browser.click("#remarks [data-line]");
    assert!(text("#source .row.of-line").contains("printf"));
    browser.press("k");
    assert!(browser.eval("location.hash").contains("f=factor"));
    browser.eval("(location.hash = '#f=main&p=253r.expand')");
    std::thread::sleep(Duration::from_millis(200));
    assert!(
        text(".column.focus .lines").contains("(jump_insn"),
        "{}",
        text(".column.focus .lines")
    );
    assert_eq!(browser.eval("document.querySelectorAll('.column').length < 12"), "true");
}

/// A diff, and its changes: what is a version only is marked in its line.
#[test]
fn a_diff_follows_names() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let page = factor(dir.path());
    let browser = Browser::start();
    browser.open(&page, "#f=factor&p=021t.ssa&d=1");
    assert!(
        styled(&browser, "021t.ssa", "added") > 0 && styled(&browser, "021t.ssa", "changed") > 0
    );
    let was = "[...document.querySelectorAll('[data-pass=\"021t.ssa\"] i.new')].map(i => i.title + ' ' + i.textContent)";
    assert!(browser.eval(was).contains("was ret ret_"), "{}", browser.eval(was));
    browser.press("d");
    assert_eq!(styled(&browser, "021t.ssa", "changed"), 0);
    browser.press("d");
    browser.press("n");
    assert_ne!(browser.eval("document.querySelectorAll('.row.at').length"), "0");
}

/// Where a page opens: on what is the user's. Functions of headers stand after those, and what only headers have and
/// nobody uses is not there. Passes of one name are told apart, declarations folded.
#[test]
fn a_page_opens_on_what_is_the_users() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let header = "static inline int twice (int a) { return a * 2; }\nstatic inline int unused (int a) { return a; }\n";
    fs::write(dir.path().join("y.h"), header).expect("a file");
    let source = "#include \"y.h\"\nint mine (int a)\n{\n  int b = twice (a), c = b * a, d = c - b, e = d * c;\n  return e + d;\n}\n";
    fs::write(dir.path().join("x.c"), source).expect("a file");
    assert!(explore(dir.path(), &["-O2", "-fno-early-inlining", "x.c"]).status.success());
    let browser = Browser::start();
    let page = dir.path().join("x.html");
    browser.open(&page, "");
    let names = "[...document.querySelectorAll('#functions [data-index]')].map(i => i.firstChild.textContent.trim())";
    assert_eq!(browser.eval(names), "mine,twice");
    assert_eq!(browser.eval("document.querySelector('#functions summary').textContent"), "y.h (1)");
    assert!(browser.eval("location.hash").contains("f=mine&p=010t.lower"));
    // A graph is there from the beginning, of the first pass that has one.
    assert_eq!(
        browser.eval("element('drawn').textContent"),
        "015t.cfg (010t.lower has no graph yet)"
    );
    let statement = "[...document.querySelectorAll('#canvas svg text')].some(t => t.textContent.includes('twice (a'))";
    assert_eq!(browser.eval(statement), "true");
    assert_eq!(
        browser.eval("document.querySelector('#source small').textContent"),
        "-O2 -fno-early-inlining"
    );
    let labels = browser.eval("data.versions.map(v => v.pass).filter(p => /[.]sra$/.test(p))");
    assert_eq!(labels, "082i.sra,128t.sra");

    let fold = "document.querySelector('.column.focus .fold').textContent";
    browser.open(&page, "#f=mine&p=021t.ssa");
    assert!(browser.eval(fold).contains("declarations"));
    browser.click(".column.focus .fold");
    assert_eq!(browser.eval("document.querySelectorAll('.column.focus .fold').length"), "0");

    // A pass may be called by its name alone.
    browser.open(&page, "#f=mine&p=optimized");
    assert_eq!(browser.eval("data.versions[at.pass].pass"), "252t.optimized");

    // Links to what is not there say so; what was visited is found again.
    browser.open(&page, "#f=mine&p=999t.none");
    assert!(browser.eval("element('found').textContent").contains("has no pass ‘999t.none’"));
    browser.open(&page, "#f=other");
    assert!(browser.eval("element('found').textContent").contains("no function ‘other’"));
    browser.press("j");
    assert!(browser.eval("location.hash").contains("f=twice"));
    browser.eval("history.back()");
    std::thread::sleep(Duration::from_millis(300));
    assert!(browser.eval("location.hash").contains("f=mine"));

    // A graph is made smaller until it is seen whole.
    browser.press("g");
    browser.eval("setZoom(4)");
    browser.click("#fit");
    let whole = "view.x <= 0 && view.y <= 0 && drawing.height * view.k <= canvas.clientHeight";
    assert_eq!(browser.eval(whole), "true");
    assert_eq!(browser.eval("element('minimap').hidden"), "true");
    assert!(!browser.console().contains("SEVERE"), "{}", browser.console());
}

/// A preprocessed file shows the lines of the file that its markers name, which need not be there.
#[test]
fn preprocessed_text_is_shown_as_its_source() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let text = "# 1 \"gone.c\"\n# 7 \"gone.c\"\nint f (int a)\n{\n  return a * 3;\n}\n";
    fs::write(dir.path().join("x.i"), text).expect("a file");
    assert!(explore(dir.path(), &["-O1", "x.i"]).status.success());
    let browser = Browser::start();
    browser.open(&dir.path().join("x.html"), "#f=f&p=021t.ssa");
    assert_eq!(browser.eval("unit.source[8]"), "  return a * 3;");
    browser.eval("setMark({ kind: 'line', line: 9 })");
    assert!(styled(&browser, "021t.ssa", "of-line") > 0);
}

/// The first block of a switch of many cases stands in their middle, far from the left.
#[test]
fn a_graph_is_entered_at_its_first_block() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let mut text = String::from("int f (int a, int *p)\n{\n  switch (a)\n  {\n");
    for n in 0..400 {
        let _ = writeln!(text, "  case {n}: p[{n}] += a; break;");
    }
    fs::write(dir.path().join("wide.c"), text + "  }\n  return *p;\n}\n").expect("a file");
    let output = explore(dir.path(), &["-O2", "wide.c"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let browser = Browser::start();
    browser.open(&dir.path().join("wide.html"), "#f=f&p=015t.cfg&g=cfg");
    assert_eq!(browser.eval("view.x > 1000"), "true");
    assert_eq!(browser.eval(WHAT_CROSSES), "");
    let first =
        "[...document.querySelectorAll('#canvas g text')].some(t => t.textContent == 'bb 2')";
    assert_eq!(browser.eval(first), "true");
}

/// Blocks of the drawing that overlap, and blocks that an edge runs over which is not theirs.
const WHAT_CROSSES: &str = "(() => {
  const found = [], boxes = [...drawing.boxes].sort((a, b) => a.y - b.y);
  const tall = Math.max(...boxes.map(box => box.h));
  const near = y => { let low = 0, high = boxes.length; while (low < high) { const m = (low + high) >> 1; if (boxes[m].y < y) low = m + 1; else high = m; } return low; };
  const over = (name, x, y, u, v) => {
    for (let i = near(y - tall); i < boxes.length && boxes[i].y < v - 0.5; i++) {
      const box = boxes[i];
      if (box !== name && box.x < u - 0.5 && box.x + box.w > x + 0.5 && box.y + box.h > y + 0.5) found.push((name.label || 'edge') + ' over ' + box.label);
    }
  };
  for (const box of boxes) over(box, box.x, box.y, box.x + box.w, box.y + box.h);
  for (const { points } of drawing.edges) points.slice(1).forEach(([x, y], i) => {
    const [u, v] = points[i];
    over({}, Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v));
  });
  return found.slice(0, 9).join(', ');
})()";

/// Two loops, one in the other, left in three places.
const NESTED: &str = "int sum (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0)
        continue;
      for (int j = 0; j < i; j++)
        {
          if (a[j] == 7)
            break;
          s += a[j] * i;
        }
      if (s > 1000)
        return s;
    }
  return s;
}
";

/// Blocks have their statements, edges their probabilities, loops their boxes, and what is executed often is shaded.
#[test]
fn a_graph_shows_what_the_function_does() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("nested.c"), NESTED).expect("a file");
    assert!(explore(dir.path(), &["-O2", "nested.c"]).status.success());
    let browser = Browser::start();
    browser.open(&dir.path().join("nested.html"), "#f=sum&p=252t.optimized&g=cfg");
    let count = |selector: &str| -> u32 {
        let found = format!("document.querySelectorAll('#canvas {selector}').length");
        browser.eval(&found).parse().expect("a number")
    };
    browser.click("#fit");
    assert_eq!((count(".loop"), count("path.back:not(.tip)")), (2, 2));
    assert!(count(".heat") > 5 && count("text.code") > 15);
    let labels =
        "[...document.querySelectorAll('#canvas text.label')].map(text => text.textContent).join()";
    assert!(browser.eval(labels).contains("94.50%"), "{}", browser.eval(labels));
    assert_eq!(browser.eval(WHAT_CROSSES), "");
    // What is in a loop is in its box.
    let inside = "drawing.loops.every(loop => { const { inner, loops } = analyse(data, data.versions[at.pass]);
      return drawing.boxes.every(box => { let at = inner.get(box.identity);
        while (at !== undefined && at !== loop.header) at = loops.get(at).outer;
        const within = box.x >= loop.x && box.y >= loop.y && box.x + box.w <= loop.x + loop.w && box.y + box.h <= loop.y + loop.h;
        return within === (at === loop.header); }); })";
    assert_eq!(browser.eval(inside), "true");

    // Statements of one block, of all; loops as one node each, and opened by what is searched in them.
    let rows = count("text.code");
    browser.click("#canvas [data-open]");
    let fewer = count("text.code");
    assert!(fewer < rows && fewer > 0);
    browser.press("b");
    assert_eq!(count("text.code"), 0);
    browser.press("b");
    browser.press("f");
    assert_eq!((count(".loop"), count(".folded")), (0, 1));
    assert_eq!(browser.eval(WHAT_CROSSES), "");
    browser.eval("findBlock('== 7')");
    assert_eq!(count(".loop"), 2);
    assert!(styled(&browser, "252t.optimized", "of-block") > 0);

    // A click on a block in the text brings it into view.
    browser.eval("setMark({ kind: 'none' })");
    browser.eval("setZoom(4)");
    assert_eq!(browser.eval("element('minimap').hidden"), "false");
    browser.eval("[...document.querySelectorAll('.column.focus .row i')].find(i => /bb/.test(i.textContent)).click()");
    assert_eq!(count(".block.on"), 1);

    // The file has all of it, in its own colours, and is well-formed.
    let file = browser.eval("drawingFile()");
    assert!(file.contains("if (") && file.contains("94.50%") && !file.contains("var("), "{file}");
    let parsed = "new DOMParser().parseFromString(drawingFile(), 'image/svg+xml').querySelectorAll('parsererror').length";
    assert_eq!(browser.eval(parsed), "0");
    assert!(!browser.console().contains("SEVERE"), "{}", browser.console());
}

/// A function in two compilations, and with what passes say of it; each is in the address.
#[test]
fn compilations_stand_side_by_side() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("nested.c"), NESTED.to_string() + "int one (void) { return 1; }\n")
        .expect("a file");
    let output = explore(dir.path(), &["-O2", "--versus=-O0", "--with=details,vops", "nested.c"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let browser = Browser::start();
    let page = dir.path().join("nested.html");
    browser.open(&page, "#f=sum&p=034t.ccp1");
    let text =
        |selector: &str| browser.eval(&format!("document.querySelector('{selector}').textContent"));
    // What the pass is for, and what it has counted.
    assert!(
        text(".column.focus .about").contains("Constants propagated: 3"),
        "{}",
        text(".column.focus .about")
    );
    assert_eq!(text("#variant"), "as given-O0-details-vops");
    assert_eq!(browser.eval("element('beside').hidden"), "true");
    let choose = |id: &str, option: &str| {
        browser.eval(&format!("(element('{id}').value = [...element('{id}').options].find(o => o.textContent === '{option}').value, element('{id}').dispatchEvent(new Event('change')))"));
    };
    choose("versus", "sum -O0");
    assert!(text("#beside h3").contains("-O0") && text("#beside .lines").contains("int sum"));
    // At -O0 there is no ccp1: what stands beside is what the last pass before it left.
    assert!(!text("#beside h3").contains("ccp1"));
    browser.press("d");
    assert_ne!(browser.eval("document.querySelectorAll('#beside .row.added').length"), "0");
    browser.press("d");
    choose("versus", "one");
    assert!(text("#beside .lines").contains("int one"));
    assert!(browser.eval("location.hash").contains("b=one"));

    choose("variant", "-details-vops");
    assert!(text(".column.focus h3").contains("034t.ccp1"));
    browser.open(&page, "#f=sum&p=034t.ccp1&v=-details-vops");
    let all = browser.eval("[...data.versions[at.pass].lines].map(n => data.texts[n])");
    assert!(
        all.contains("Visiting statement:") && all.contains("# VUSE"),
        "{} characters",
        all.len()
    );
    assert!(!browser.console().contains("SEVERE"), "{}", browser.console());
}

/// Blocks that stay beside one another from one pass to the next keep their order.
#[test]
fn a_layout_is_stable() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("nested.c"), NESTED).expect("a file");
    assert!(explore(dir.path(), &["-O2", "nested.c"]).status.success());
    let browser = Browser::start();
    browser.open(&dir.path().join("nested.html"), "#f=sum&p=021t.ssa&g=cfg");
    let swapped = "(() => { const found = []; let before = null;
      for (const version of data.versions) {
        if (!version.graph.length) continue;
        const boxes = new Map(drawingOf(data, version, 'cfg').boxes.map(box => [box.identity, box]));
        for (const [a, at] of before || []) for (const [b, bt] of before) {
          const x = boxes.get(a), y = boxes.get(b);
          if (x && y && at.y === bt.y && at.x < bt.x && x.y === y.y && x.x > y.x) found.push(version.pass + ' ' + at.label + ' ' + bt.label);
        }
        before = boxes;
      }
      return found.join(); })()";
    assert_eq!(browser.eval(swapped), "");
}

/// A function of two thousand blocks.
fn large() -> String {
    let mut text = String::from("int f (int a, int *p)\n{\n");
    for n in 0..700 {
        let _ =
            writeln!(text, "  if (p[{n}] > a)\n    a += p[{}];\n  else\n    p[{n}] = a;", n + 1);
    }
    text + "  return a;\n}\n"
}

#[test]
fn two_thousand_blocks_are_shown_at_once() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("large.c"), large()).expect("a file");
    let output = explore(dir.path(), &["-O2", "large.c"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let browser = Browser::start();
    browser.open(&dir.path().join("large.html"), "#f=f&p=015t.cfg&g=cfg");
    let blocks = browser.eval("blocksOf(data, data.versions[at.pass]).list.length");
    assert!(blocks.parse::<u32>().expect("a number") > 2000, "{blocks} blocks");
    // Only what is in view exists.
    assert_eq!(browser.eval("document.querySelectorAll('.row').length < 1200"), "true");
    assert_eq!(browser.eval("document.querySelectorAll('#canvas g').length < 400"), "true");
    assert_eq!(browser.eval(WHAT_CROSSES), "");

    // A block is found by its number; the whole is seen as dots.
    browser.eval("findBlock('bb 1500')");
    let on = "document.querySelector('#canvas .on .name').textContent";
    assert_eq!(browser.eval(on), "bb 1500");
    assert!(styled(&browser, "015t.cfg", "of-block") > 0);
    browser.press("0");
    assert_eq!(browser.eval("document.querySelectorAll('#canvas .block').length > 2000"), "true");
    for graph in ["dom", "loops"] {
        browser.click(&format!("[data-graph=\"{graph}\"]"));
        assert_eq!(browser.eval("drawing.width * view.k <= canvas.clientWidth"), "true", "{graph}");
    }
    assert!(!browser.console().contains("SEVERE"), "{}", browser.console());
}
