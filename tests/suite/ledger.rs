//! The ledger: `docs/LEDGER.md` is what `gimlet --ledger` prints, and the tests it names are there.

use crate::support::project_dir;
use expect_test::expect_file;
use std::process::Command;

fn ledger() -> String {
    let gimlet = env!("CARGO_BIN_EXE_gimlet");
    let output = Command::new(gimlet).arg("--ledger").output().expect("gimlet runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("the ledger is text")
}

/// `UPDATE_EXPECT=1` writes the page anew.
#[test]
fn page_is_what_the_tables_say() {
    expect_file![project_dir("docs/LEDGER.md")].assert_eq(&ledger());
}

#[test]
fn named_tests_exist_and_name_what_they_test() {
    let mut wrong = Vec::new();
    for line in ledger().lines() {
        let Some((name, test)) =
            line.strip_prefix("| `").and_then(|rest| rest.split_once("` | implemented: `"))
        else {
            continue;
        };
        let test = test.split('`').next().unwrap_or(test);
        let word = name.trim_start_matches('-').trim_end_matches('=');
        // Tests of many builtins paste their names together.
        let word = word.strip_prefix("__builtin_").unwrap_or(word);
        // Options may be tested by what their absence does, and named without their first letter.
        let (letter, rest) = word.split_at(word.len().min(1));
        let option = name.starts_with('-') && rest.len() > 4;
        let mentions = |text: &str| {
            text.contains(word)
                || text.contains(&format!("{letter}no-{rest}"))
                || option && text.contains(&format!("\"{rest}\""))
        };
        match std::fs::read_to_string(project_dir(test)) {
            Ok(text) if mentions(&text) => {}
            Ok(_) => wrong.push(format!("{test} does not mention {word}")),
            Err(_) => wrong.push(format!("{name}: no test {test}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
