//! The page of `gimlet explore` as it looks: light and dark, on a desk and on a telephone.

use crate::browser::Browser;
use crate::support::{ScratchDir, project_dir};
use rstest::rstest;
use std::process::Command;

/// What is to be seen at once: it is in view, and nothing of it lies over another.
const APART: &str = "(() => {
  const shown = [...document.querySelectorAll('header > *, header .buttons > *, .tabs > *')]
    .filter(e => e.offsetWidth && !e.classList.contains('buttons'));
  const wrong = [];
  const boxes = shown.map(e => e.getBoundingClientRect());
  boxes.forEach((a, i) => {
    const name = shown[i].id || shown[i].textContent;
    if (a.left < 0 || a.right > innerWidth + 1 || a.bottom > innerHeight) wrong.push(name + ' is out of view');
    boxes.slice(i + 1).forEach((b, j) => {
      const over = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      if (over) wrong.push(name + ' lies over ' + shown[i + 1 + j].id);
    });
  });
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is wider than the window');
  return wrong.join(', ');
})()";

/// Text stands out from its background: 4.5 to 1, as the Web's guidelines ask, and 3 to 1 for what is only a hint.
const CONTRAST: &str = "(() => {
  const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = colour => {
    const [r, g, b] = numbers(colour).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = e => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const wrong = new Set();
  for (const e of document.querySelectorAll('header *, #side *, .column *, .tabs *')) {
    if (!e.offsetWidth || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const hint = e.closest('small, .about, .com, summary, h2, b');
    if (ratio < (hint ? 3 : 4.5)) wrong.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
  }
  return [...wrong].join(', ');
})()";

/// What the first view has of the user's: the function's text at a pass, and statements in its graph.
const FIRST_VIEW: &str = "(() => {
  const inView = e => (r => r.width > 0 && r.right > 0 && r.left < innerWidth && r.bottom > 0 && r.top < innerHeight)(e.getBoundingClientRect());
  const text = [...document.querySelectorAll('.column .row')].some(inView);
  const graph = [...document.querySelectorAll('#canvas svg text')].filter(inView).some(t => t.textContent.includes(' = '));
  return text + ' ' + graph;
})()";

#[rstest]
#[case(1500, 900, false)]
#[case(1500, 900, true)]
#[case(390, 844, false)]
#[case(390, 844, true)]
fn a_page_can_be_read(#[case] width: u32, #[case] height: u32, #[case] dark: bool) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let page = dir.path().join("x.html");
    let status = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["explore", "-O2", "-o"])
        .arg(&page)
        .arg(project_dir("tests/reference/listing-2-4.c"))
        .status()
        .expect("gimlet runs");
    assert!(status.success());
    let browser = Browser::start();
    browser.resize(width, height);
    browser.open(&page, "");
    let is_dark = browser.eval("document.documentElement.classList.contains('dark')") == "true";
    if is_dark != dark {
        browser.press("t");
    }
    assert_eq!(browser.eval("innerWidth"), width.to_string());
    assert_eq!(browser.eval(&APART.replace('\n', " ")), "");
    assert_eq!(browser.eval(&CONTRAST.replace('\n', " ")), "");
    if width < 1000 {
        // The graph does not stand beside the text, but where that was.
        browser.press("g");
    }
    assert_eq!(browser.eval(&FIRST_VIEW.replace('\n', " ")), "true true");
}
