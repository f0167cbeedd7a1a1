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
    let spot = |browser: &Browser| {
        browser.eval("document.querySelector('[data-block=\"3\"] rect').outerHTML")
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
    let labels = browser.eval("data.versions.map(v => v.pass).filter(p => /[.]sra$/.test(p))");
    assert_eq!(labels, "082i.sra,128t.sra");

    let fold = "document.querySelector('.column.focus .fold').textContent";
    browser.open(&page, "#f=mine&p=021t.ssa");
    assert!(browser.eval(fold).contains("declarations"));
    browser.click(".column.focus .fold");
    assert_eq!(browser.eval("document.querySelectorAll('.column.focus .fold').length"), "0");

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
    browser.eval("setZoom(2)");
    let width = "+document.querySelector('#canvas svg').getAttribute('width')";
    let large: f64 = browser.eval(width).parse().expect("a number");
    browser.click("#fit");
    let small: f64 = browser.eval(width).parse().expect("a number");
    assert!(small < large);
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
    assert_eq!(browser.eval("element('canvas').scrollLeft > 1000"), "true");
    let first =
        "[...document.querySelectorAll('#canvas g text')].some(t => t.textContent == 'bb 2')";
    assert_eq!(browser.eval(first), "true");
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
}
