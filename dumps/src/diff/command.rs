//! The subcommand `gimlet diff [OPTION…] A B`.

use super::given::Given;
use super::reference::{Comparison, Count, comparable, compare, table};
use super::render::Style;
use super::script::{Step, steps};
use super::sets::{Dump, Key, Set, align, load};
use super::{Body, Kind, cut, exact, html, rename};
use crate::directives::tcl::shell_words;
use crate::usage::misused;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;

const USAGE: &str = "\
Usage: gimlet diff [OPTION]... A B
       gimlet diff --reference=COMMAND [OPTION]... FILE... [-- COMPILER OPTION...]
Compare two dumps, or two sets of dumps, function by function. A and B are dump files or assembly,
folders, or what the names of dumps begin with (out/x.c). Functions are the same if their names,
blocks, labels and registers correspond one to one. Differences are shown in the names of A; a name
that only B has gets a stroke (_7') where A has that for something else.

      --exact            only numbers without meaning (D.1234, uids of insns) may differ
      --passes=LIST      only these passes: ccp1,rtl:expand,ipa:inline,asm
      --function=NAME    only this function
  -U, --context=N        lines of context (default 3)
  -y, --side-by-side     in two columns; --width=N columns of the terminal (default 130)
      --color[=WHEN]     always, never, or auto (default: on a terminal)
      --html             a page instead of text: gimlet diff --html a/ b/ > diff.html
      --stat             a table instead of the differences
  -q, --brief            only the names of what differs
  -h, --help             print this

With --reference, COMMAND and gimlet (or --compiler=COMMAND) compile each FILE with the compiler
options after --, and a table says in how many functions they agree, pass by pass: exactly, up to
renaming, and for RTL and assembly the share of lines both have. -j N compiles N files at once.
With --given=LIST as well, the next pass that both have after each of LIST (lim2,rtl:cse1,all,rtl:all)
runs on COMMAND's own dump of what comes before it, and what it makes of that is held against COMMAND's;
differences are shown, too, without --stat.

Exit status: 0 if there is no difference, 1 if there is, 2 for trouble.
";

/// The passes held against a reference if none are named.
const REFERENCE_PASSES: &str = "gimple,cfg,ssa,optimized,rtl:expand,rtl:final,asm";

/// What `gimlet diff` takes from its surroundings.
#[derive(Debug, Clone)]
pub struct DiffConfig {
    /// The compiler that is held against a reference.
    pub compiler: Vec<String>,
    /// The passes there are, as `--passes` names them.
    pub passes: Vec<String>,
}

struct Arguments {
    exact: bool,
    stat: bool,
    brief: bool,
    style: Style,
    passes: Option<Vec<String>>,
    /// The passes there are.
    known: Vec<String>,
    function: Option<String>,
    reference: Option<Vec<String>>,
    given: Option<Vec<String>>,
    compiler: Vec<String>,
    jobs: usize,
    paths: Vec<PathBuf>,
    options: Vec<String>,
}

/// Runs `gimlet diff` with `args`, what follows `diff`. The result is the exit status.
pub fn diff_command(args: &[String], config: DiffConfig, out: &mut dyn Write) -> io::Result<i32> {
    let arguments = match parse(args, config) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            out.write_all(USAGE.as_bytes())?;
            return Ok(0);
        }
        Err(message) => {
            eprintln!("{}", misused("diff", &message, USAGE));
            return Ok(2);
        }
    };
    let result = match &arguments.reference {
        Some(_) if arguments.style.html => {
            Err(io::Error::other("--html and --reference exclude each other"))
        }
        Some(reference) => against_reference(reference.clone(), &arguments, out),
        None => between_sets(&arguments, out),
    };
    match result {
        Ok(differ) => Ok(i32::from(differ)),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error),
        Err(error) => {
            eprintln!("gimlet diff: {error}");
            Ok(2)
        }
    }
}

/// What is said of an option that is not one of `gimlet diff`, but may be one of the compiler.
fn unknown(arg: &str) -> String {
    let compilers = !arg.starts_with("--");
    let hint = if compilers { "; options of the compiler stand after ‘--’" } else { "" };
    format!("unknown option ‘{arg}’{hint}")
}

fn parse(args: &[String], config: DiffConfig) -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments {
        exact: false,
        stat: false,
        brief: false,
        style: Style { context: 3, colour: io::stdout().is_terminal(), ..Style::default() },
        known: config.passes,
        passes: None,
        function: None,
        reference: None,
        given: None,
        compiler: config.compiler,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        paths: Vec::new(),
        options: Vec::new(),
    };
    let (mut columns, mut width) = (false, 130);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let (name, given) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (arg.as_str(), None),
        };
        let mut value = || match given {
            Some(value) => Ok(value.to_string()),
            None => args.next().cloned().ok_or_else(|| format!("‘{name}’ needs a value")),
        };
        match name {
            "-h" | "--help" => return Ok(None),
            "--exact" => parsed.exact = true,
            "--html" => parsed.style.html = true,
            "--stat" => parsed.stat = true,
            "-q" | "--brief" => parsed.brief = true,
            "-y" | "--side-by-side" => columns = true,
            "--width" => width = number(&value()?)?,
            "-U" | "--context" => parsed.style.context = number(&value()?)?,
            "--color" => match given.unwrap_or("always") {
                "always" => parsed.style.colour = true,
                "never" => parsed.style.colour = false,
                "auto" => parsed.style.colour = io::stdout().is_terminal(),
                other => return Err(format!("‘{other}’ is not always, never or auto")),
            },
            "--passes" => {
                parsed.passes = Some(value()?.split(',').map(str::to_string).collect());
            }
            "--function" => parsed.function = Some(value()?),
            "--given" => {
                parsed.given = Some(value()?.split(',').map(str::to_string).collect());
            }
            "--reference" => parsed.reference = Some(shell_words(&value()?)),
            "--compiler" => parsed.compiler = shell_words(&value()?),
            "-j" => parsed.jobs = number(&value()?)?.max(1),
            "--" => parsed.options.extend(args.by_ref().cloned()),
            _ if name.starts_with("-U") => parsed.style.context = number(&name[2..])?,
            _ if name.starts_with("-j") => parsed.jobs = number(&name[2..])?.max(1),
            _ if name.starts_with('-') && name != "-" => {
                return Err(unknown(arg));
            }
            _ => parsed.paths.push(arg.into()),
        }
    }
    parsed.style.side_by_side = columns.then_some(width);
    match (&parsed.reference, parsed.paths.len()) {
        (Some(_), 0) => Err("no files to compile".into()),
        (None, _) if parsed.given.is_some() => Err("--given is for --reference".into()),
        (None, _) if !parsed.options.is_empty() => {
            Err("compiler options are for --reference".into())
        }
        (None, n) if n != 2 => Err(format!("two dumps or sets of dumps are compared, not {n}")),
        _ => Ok(Some(parsed)),
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse::<u32>().map(|n| n as usize).map_err(|_| format!("‘{text}’ is not a number"))
}

fn against_reference(
    reference: Vec<String>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> io::Result<bool> {
    // A misspelt name would count as nothing that differs.
    for file in &arguments.paths {
        if let Err(error) = std::fs::File::open(file) {
            let reason = error.to_string();
            let reason = reason.split(" (os error").next().unwrap_or(&reason);
            return Err(io::Error::other(format!("{}: {reason}", file.display())));
        }
    }
    let known = |pass: &&String| *pass == "asm" || arguments.known.contains(pass);
    let given = |pass: &&String| {
        matches!(pass.as_str(), "all" | "rtl:all") || arguments.known.contains(pass)
    };
    let unknown = arguments.passes.iter().flatten().find(|pass| !known(pass));
    let unknown = unknown.or_else(|| arguments.given.iter().flatten().find(|pass| !given(pass)));
    if let Some(pass) = unknown {
        return Err(io::Error::other(format!("there is no pass ‘{pass}’")));
    }
    let usual = || REFERENCE_PASSES.split(',').map(str::to_string).collect();
    let comparison = Comparison {
        reference,
        other: arguments.compiler.clone(),
        passes: arguments.passes.clone().unwrap_or_else(usual),
        options: arguments.options.clone(),
        files: arguments.paths.clone(),
        jobs: arguments.jobs,
    };
    let counts = match &arguments.given {
        Some(passes) => one_at_a_time(comparison, passes, arguments, out)?,
        None => compare(&comparison).map_err(io::Error::other)?,
    };
    if counts.iter().all(|(_, count)| count.functions == 0) {
        let what = "the reference has made no dump to compare with";
        return Err(io::Error::other(what));
    }
    out.write_all(table(&counts).as_bytes())?;
    Ok(counts.iter().any(|(_, count)| count.identical < count.functions))
}

/// Runs each pass on the reference's dump of the one before it, and shows what differs.
fn one_at_a_time(
    comparison: Comparison,
    passes: &[String],
    arguments: &Arguments,
    out: &mut dyn Write,
) -> io::Result<Vec<(String, Count)>> {
    let given = Given {
        comparison,
        passes,
        known: &arguments.known,
        style: &arguments.style,
        function: arguments.function.as_deref(),
        shown: !arguments.stat && !arguments.brief,
    };
    let (counts, shown) = given.compare()?;
    out.write_all(shown.as_bytes())?;
    Ok(counts)
}

/// What is different in the dumps of one pass.
#[derive(Default)]
struct Stat {
    same: usize,
    differ: usize,
    only_a: usize,
    only_b: usize,
    removed: usize,
    added: usize,
}

fn between_sets(arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    let (mut a, mut b) = (load(&arguments.paths[0])?, load(&arguments.paths[1])?);
    align(&mut a, &mut b);
    let wanted = |key: &Key| arguments.passes.as_ref().is_none_or(|list| list.contains(&key.pass));
    let asked = arguments.passes.iter().flatten();
    for pass in asked {
        if !a.keys().chain(b.keys()).any(|key| key.pass == *pass) {
            let known = arguments.known.contains(pass) || pass == "asm";
            let what = if known { "in neither is a dump of pass" } else { "there is no pass" };
            return Err(io::Error::other(format!("{what} ‘{pass}’")));
        }
    }
    if let Some(name) = &arguments.function {
        let mut dumps = a.values().chain(b.values());
        if dumps.all(|dump| functions(dump, arguments).is_empty()) {
            return Err(io::Error::other(format!("in neither is a function ‘{name}’")));
        }
    }
    let keys: BTreeSet<Key> = a.keys().chain(b.keys()).filter(|key| wanted(key)).cloned().collect();
    let mut stats: Vec<(String, Stat)> = Vec::new();
    let mut differ = false;
    let mut shown = Vec::new();
    for key in keys {
        let mut stat = Stat::default();
        // A page is written when it is whole, text as it comes.
        let out = if arguments.style.html { &mut shown as &mut dyn Write } else { &mut *out };
        differ |= one_pass(&key, &a, &b, arguments, &mut stat, out)?;
        let name = if key.pass.is_empty() { "dump" } else { key.pass.as_str() };
        let name =
            if key.base.is_empty() { name.to_string() } else { format!("{} {name}", key.base) };
        stats.push((name, stat));
    }
    if arguments.style.html {
        let table = if arguments.stat { html::table(&stat_table(&stats)) } else { String::new() };
        let shown = String::from_utf8_lossy(&shown).into_owned() + &table;
        out.write_all(html::page(&shown).as_bytes())?;
    } else if arguments.stat {
        out.write_all(stat_table(&stats).as_bytes())?;
    }
    Ok(differ)
}

/// Compares the dumps of a pass; true if they differ.
fn one_pass(
    key: &Key,
    a: &Set,
    b: &Set,
    arguments: &Arguments,
    stat: &mut Stat,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let quiet = arguments.stat;
    let (left, right) = match (a.get(key), b.get(key)) {
        (Some(left), Some(right)) => (left, right),
        (only_a, only_b) => {
            let (side, dump) = if only_a.is_some() { ("A", only_a) } else { ("B", only_b) };
            let Some(dump) = dump else { return Ok(false) };
            let n = functions(dump, arguments).len();
            *(if side == "A" { &mut stat.only_a } else { &mut stat.only_b }) += n;
            if !quiet {
                let text = format!("Only in {side}: {}", dump.path.display());
                out.write_all(arguments.style.note(&text).as_bytes())?;
            }
            return Ok(true);
        }
    };
    let (ours, theirs) = (functions(left, arguments), functions(right, arguments));
    let by_name: BTreeMap<&str, &Body> = theirs.iter().map(|f| (f.name.as_str(), f)).collect();
    let known: BTreeSet<&str> = ours.iter().map(|f| f.name.as_str()).collect();
    let note = |text: String| arguments.style.note(&text);
    let mut shown = String::new();
    for body in &ours {
        let Some(other) = by_name.get(body.name.as_str()) else {
            stat.only_a += 1;
            shown.push_str(&note(format!("Only in A: {}", described(&body.name))));
            continue;
        };
        let (x, y, way) = compare_bodies(body, other, left.kind, arguments.exact);
        let removed = way.iter().filter(|s| matches!(s, Step::OnlyA(_))).count();
        let added = way.iter().filter(|s| matches!(s, Step::OnlyB(_))).count();
        if removed + added == 0 {
            stat.same += 1;
            continue;
        }
        stat.differ += 1;
        stat.removed += removed;
        stat.added += added;
        if arguments.brief {
            shown.push_str(&note(format!("{} differs", described(&body.name))));
        } else if !quiet {
            shown.push_str(&arguments.style.show(&described(&body.name), &x, &y, &way));
        }
    }
    for extra in theirs.iter().filter(|f| !known.contains(f.name.as_str())) {
        stat.only_b += 1;
        shown.push_str(&note(format!("Only in B: {}", described(&extra.name))));
    }
    let differ = stat.differ + stat.only_a + stat.only_b > 0;
    if differ && !quiet {
        let style = &arguments.style;
        writeln!(out, "{}", style.heading(&format!("--- {}", left.path.display())))?;
        writeln!(out, "{}", style.heading(&format!("+++ {}", right.path.display())))?;
        out.write_all(shown.as_bytes())?;
    }
    Ok(differ)
}

fn described(name: &str) -> String {
    if name.is_empty() { "in front of all functions".into() } else { format!("function {name}") }
}

fn functions(dump: &Dump, arguments: &Arguments) -> Vec<Body> {
    let mut all = cut::functions(&dump.text, dump.kind);
    if let Some(name) = &arguments.function {
        all.retain(|body| body.name == *name);
    }
    all
}

/// The lines of both functions, and the steps from one to the other.
fn compare_bodies(
    a: &Body,
    b: &Body,
    kind: Kind,
    exactly: bool,
) -> (Vec<String>, Vec<String>, Vec<Step>) {
    if exactly {
        let (x, y) = (exact::normal(a, kind), exact::normal(b, kind));
        let way = steps(&x, &y);
        return (x, y, way);
    }
    let (x, y) = (comparable(a, kind), comparable(b, kind));
    let (way, y) = rename::renamed(&x, &y, kind);
    (x, y, way)
}

fn stat_table(stats: &[(String, Stat)]) -> String {
    let widest = stats.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("pass".len());
    let mut out = format!(
        "{:widest$}  {:>6}  {:>6}  {:>6}  {:>6}  {:>7}  {:>7}\n",
        "pass", "same", "differ", "only A", "only B", "lines -", "lines +"
    );
    for (name, s) in stats {
        out.push_str(&format!(
            "{name:widest$}  {:>6}  {:>6}  {:>6}  {:>6}  {:>7}  {:>7}\n",
            s.same, s.differ, s.only_a, s.only_b, s.removed, s.added
        ));
    }
    out
}
