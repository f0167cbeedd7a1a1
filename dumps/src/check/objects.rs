//! Checks of what objects and programs are made of: sizes, sections of symbols, files being there.

use super::Status;
use super::run::TestRun;
use super::scan::{output_of, printable};
use crate::directives::FinalCheck;
use crate::directives::tcl::Word;
use crate::tcl_regex::Regex;
use std::collections::BTreeMap;
use std::path::Path;

/// Evaluates a check. False if it is none of this kind.
pub(super) fn evaluate(
    run: &mut TestRun<'_>,
    check: &FinalCheck,
    output_file: &Path,
) -> Result<bool, String> {
    let [command, args @ ..] = check.words.as_slice() else { return Ok(true) };
    match command.text.as_str() {
        "output-exists" => exists(run, check, args, output_file, true)?,
        "output-exists-not" => exists(run, check, args, output_file, false)?,
        "object-size" => size(run, check, args)?,
        "scan-assembler-symbol-section" => {
            let stem = run.path.file_stem().unwrap_or_default().to_string_lossy();
            let file = format!("{stem}.s");
            sections(run, check, &file, args)?;
        }
        "scan-symbol-section" => {
            let file = args.first().map_or(String::new(), |w| w.text.clone());
            sections(run, check, &file, args.get(1..).unwrap_or_default())?;
        }
        "pass" | "fail" => {
            let message = args.first().map_or(String::new(), |w| w.text.clone());
            run.judge_at(check.line, command.text == "pass", false, message, String::new);
        }
        // Debuggers are not run here, and tests of several compilations neither.
        "gdb-test" | "simulate-thread" | "dg-check-dot" => {
            let what: Vec<&str> = check.words.iter().map(|w| w.text.as_str()).collect();
            let name = format!("{}{}", run.spaced_name(), what.join(" "));
            run.record(Status::Unsupported, name, String::new);
        }
        name if name.starts_with("scan-wpa-")
            || name.starts_with("scan-ltrans-")
            || name.starts_with("scan-lto-")
            || name.starts_with("scan-offload-")
            || name.starts_with("scan-ada-spec") =>
        {
            let name = format!("{}{name}", run.spaced_name());
            run.record(Status::Unsupported, name, String::new);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn exists(
    run: &mut TestRun<'_>,
    check: &FinalCheck,
    args: &[Word],
    output: &Path,
    wanted: bool,
) -> Result<(), String> {
    let Some(xfail) = run.selected(args.first())? else { return Ok(()) };
    let file = output.file_name().unwrap_or_default().to_string_lossy();
    let file = if output.extension().is_some_and(|e| e == "exe") {
        format!("./{file}")
    } else {
        file.into_owned()
    };
    let name = format!("{}{} {file}", run.spaced_name(), check.words[0].text);
    run.judge_at(check.line, output.exists() == wanted, xfail, name, String::new);
    Ok(())
}

/// `object-size text <= 54`
fn size(run: &mut TestRun<'_>, check: &FinalCheck, args: &[Word]) -> Result<(), String> {
    if args.len() < 3 {
        return Err("object-size: too few arguments".into());
    }
    if args.len() > 4 {
        return Err("object-size: too many arguments".into());
    }
    let Some(xfail) = run.selected(args.get(3))? else { return Ok(()) };
    let [what, relation, with] = [0, 1, 2].map(|i| args[i].text.as_str());
    let illegal = |what: &str| format!("object-size: illegal argument: {what}");
    let column = ["text", "data", "bss", "total"].iter().position(|w| *w == what);
    let column = column.ok_or_else(|| illegal(what))?;
    let limit: i64 = with.parse().map_err(|_| illegal(with))?;
    if !["<", ">", "<=", ">=", "==", "!="].contains(&relation) {
        return Err(illegal(relation));
    }
    let name = format!("{}object-size {what} {relation} {with}", run.spaced_name());
    let stem = run.path.file_stem().unwrap_or_default().to_string_lossy();
    let object = run.scratch.path().join(format!("{stem}.o"));
    let measured = output_of("size", &object, run.config.target.triplet())
        .ok()
        .and_then(|text| text.lines().nth(1)?.split_whitespace().nth(column)?.parse::<i64>().ok());
    let Some(actual) = measured else {
        let place = run.place(check.line);
        run.record(Status::Unresolved, name, || format!("{place}\n{stem}.o has no size"));
        return Ok(());
    };
    let good = match relation {
        "<" => actual < limit,
        ">" => actual > limit,
        "<=" => actual <= limit,
        ">=" => actual >= limit,
        "==" => actual == limit,
        _ => actual != limit,
    };
    run.judge_at(check.line, good, xfail, name, || format!("{what} size is {actual}"));
    Ok(())
}

/// The section each label of an assembly file is in.
fn section_by_symbol(assembly: &str) -> BTreeMap<&str, String> {
    let mut found = BTreeMap::new();
    let (mut current, mut before) = (String::new(), String::new());
    for line in assembly.lines() {
        let text = line.trim();
        if let Some(label) = line.strip_suffix(':')
            && !label.is_empty()
            && !label.contains(char::is_whitespace)
        {
            found.insert(label, current.clone());
        } else if matches!(text, ".data" | ".text" | ".const") {
            before = std::mem::replace(&mut current, text.to_string());
        } else if let Some(arguments) = text.strip_prefix(".section") {
            let name = arguments.split(',').next().unwrap_or_default();
            let name = name.trim().trim_matches('"').to_string();
            before = std::mem::replace(&mut current, name);
        } else if text == ".previous" {
            std::mem::swap(&mut current, &mut before);
        }
    }
    found
}

fn sections(
    run: &mut TestRun<'_>,
    check: &FinalCheck,
    file: &str,
    args: &[Word],
) -> Result<(), String> {
    let command = check.words[0].text.as_str();
    if args.len() < 2 {
        return Err(format!("{command}: too few arguments"));
    }
    let Some(xfail) = run.selected(args.get(2))? else { return Ok(()) };
    let (symbol, section) = (args[0].text.as_str(), args[1].text.as_str());
    let (shown_symbol, shown_section) = (printable(symbol), printable(section));
    let compile = |text: &str| Regex::new(text).map_err(|e| e.to_string());
    let (symbols, expected) = (compile(symbol)?, compile(section)?);
    let begin = format!("{}{command} symbol {shown_symbol}", run.spaced_name());
    let Ok(assembly) = std::fs::read_to_string(run.scratch.path().join(file)) else {
        let name = format!("{begin} has section {shown_section}");
        let place = run.place(check.line);
        run.record(Status::Unresolved, name, || format!("{place}\n{file} does not exist"));
        return Ok(());
    };
    let mut any = false;
    for (name, actual) in section_by_symbol(&assembly) {
        if symbols.is_match(name) != Ok(true) {
            continue;
        }
        // As in DejaGnu an expected failure is one of the first symbol.
        let xfail = xfail && !any;
        any = true;
        let text = format!("{begin} (found {name}) has section {shown_section}");
        if actual.is_empty() {
            let text = format!("{text} (no section detected)");
            run.judge_at(check.line, false, xfail, text, String::new);
        } else {
            let good = expected.is_match(&actual) == Ok(true);
            let text = format!("{text} (found {actual})");
            run.judge_at(check.line, good, xfail, text, String::new);
        }
    }
    if !any {
        let text = format!("{begin} (symbol not found) has section {shown_section}");
        run.judge_at(check.line, false, xfail, text, String::new);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_in_sections() {
        let assembly = "\t.text\nf:\n\tret\n\t.section\t.rodata.x,\"a\"\nc:\n\t.previous\ng:\n";
        let found = section_by_symbol(assembly);
        let all: Vec<_> = found.iter().map(|(k, v)| format!("{k} {v}")).collect();
        assert_eq!(all, ["c .rodata.x", "f .text", "g .text"]);
    }
}
