//! RTL as text: what `-compact` prints of functions after a pass, put in place of their bodies (`__RTL`), goes through the
//! passes that are left to the same code.

use crate::support::{ScratchDir, compiler, project_dir, run_ok, testing_gimlet, words};
use rstest::rstest;
use std::fs;
use std::path::Path;

fn assembly(source: &str, options: &[&str], dir: &Path) -> Result<Vec<String>, String> {
    let mut command = compiler();
    command.extend(words(&["-w", "-S", source, "-o", "x.s"]));
    command.extend(words(options));
    run_ok(&command, dir)?;
    let text = fs::read_to_string(dir.join("x.s")).map_err(|e| e.to_string())?;
    Ok(text.lines().filter(|line| !line.contains(".file")).map(str::to_string).collect())
}

/// The function of a name in a dump.
fn function_of<'a>(dump: &'a str, name: &str) -> Option<&'a str> {
    let start = dump.find(&format!("(function \"{name}\""))?;
    let end_mark = format!(";; function \"{name}\"\n");
    let end = start + dump[start..].find(&end_mark)? + end_mark.len();
    Some(&dump[start..end])
}

/// The program with the functions' bodies replaced by RTL that begins with a pass.
fn with_bodies(program: &str, dump: &str, pass: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = program;
    while let Some(body) = rest.find("\n{\n") {
        let end = body + rest[body..].find("\n}\n").ok_or("a body has no end")? + 3;
        let head = rest[..body].rfind('\n').map_or(0, |at| at + 1);
        let (before, declaration) = (&rest[..head], &rest[head..body]);
        let (parameters, _) = declaration.split_once(" (").ok_or("no parameters")?;
        let (ty, name) = parameters.rsplit_once(' ').ok_or("no type")?;
        let function = function_of(dump, name).ok_or(format!("no RTL of {name}"))?;
        let parameters = &declaration[ty.len()..];
        text.push_str(before);
        text.push_str(&format!(
            "{ty} __RTL (startwith (\"{pass}\")){parameters}\n{{\n{function}}}\n"
        ));
        rest = &rest[end..];
    }
    text.push_str(rest);
    Ok(text)
}

/// The code of each function: RTL is compiled before all else, so that functions may stand elsewhere.
fn functions(assembly: &[String]) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in assembly {
        let name = line.strip_suffix(':').filter(|name| !name.starts_with('.'));
        let is_function = |name: &str| assembly.contains(&format!("\t.type\t{name}, @function"));
        if name.is_some_and(is_function) {
            found.push((line.clone(), Vec::new()));
        } else if let Some((_, code)) = found.last_mut() {
            code.push(line.clone());
        }
    }
    for (_, code) in &mut found {
        let end = code.iter().position(|line| line.starts_with("\t.size")).unwrap_or(code.len());
        code.truncate(end);
        renumber(code);
    }
    found.sort();
    found
}

/// Numbers labels as they appear: which numbers are free goes by the order in which functions are compiled.
fn renumber(code: &mut [String]) {
    let mut numbers: Vec<String> = Vec::new();
    for line in code {
        let mut parts = line.split(".L");
        let mut now = parts.next().unwrap_or("").to_string();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, rest) = part.split_at(digits);
            let index = numbers.iter().position(|known| known == number).unwrap_or_else(|| {
                numbers.push(number.to_string());
                numbers.len() - 1
            });
            now.push_str(&format!(".L{index}{rest}"));
        }
        *line = now;
    }
}

#[rstest]
fn rtl_is_read_as_it_was_printed(
    #[values("-O0", "-O1", "-O2")] level: &str,
    #[values(
        ("vregs", "jump"),
        ("jump", "subreg1"),
        ("cse1", "loop2_invariant"),
        ("combine", "ira"),
        ("outof_cfglayout", "ira"),
        ("reload", "pro_and_epilogue"),
        ("pro_and_epilogue", "bbro"),
        ("bbro", "sched2"),
        ("sched2", "shorten"),
        ("shorten", "final"),
    )]
    (printed, next): (&str, &str),
) {
    // Before the blocks are put in order at -O0, edges have places in the source that no text shows.
    let plain = matches!(printed, "outof_cfglayout" | "reload" | "pro_and_epilogue" | "shorten");
    let optimized = printed != "outof_cfglayout" && (printed != "sched2" || level == "-O2");
    if !testing_gimlet() || !(if level == "-O0" { plain } else { optimized }) {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch folder");
    let source = project_dir("tests/rtl-text/functions.c");
    let dump = format!("-fdump-rtl-{printed}-compact=dump");
    let judge = || -> Result<(), String> {
        let text = |e: std::io::Error| e.to_string();
        let named = "-fno-section-anchors";
        let first = assembly(&source.display().to_string(), &[level, named, &dump], dir.path())?;
        let program = fs::read_to_string(&source).map_err(text)?;
        let dump = fs::read_to_string(dir.path().join("dump")).map_err(text)?;
        let again = with_bodies(&program, &dump, next)?;
        fs::write(dir.path().join("again.c"), again).map_err(text)?;
        let second = assembly("again.c", &[level, named], dir.path())?;
        let (first, second) = (functions(&first), functions(&second));
        for ((name, one), (_, two)) in first.iter().zip(&second) {
            if one != two {
                let diff = dumps::compare::unified_diff(one, two);
                return Err(format!("{name} is not the same code\n{diff}"));
            }
        }
        (first.len() == second.len() && first.len() == 8)
            .then_some(())
            .ok_or_else(|| format!("{} functions became {}", first.len(), second.len()))
    };
    if let Err(what) = judge() {
        panic!("{level}, {printed}: {what}");
    }
}
