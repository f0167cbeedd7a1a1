//! GCC's suites: which options each compiles its tests with, told by the path of the test.
//!
//! A folder of GCC's test suite has a script that lists options to compile every test with (the "torture" options go
//! through optimisation levels), options for tests without `dg-options`, and what to do with tests without `dg-do`.
//! The facts are here as a table. Test names are relative to the folder that holds the suites, with the options
//! after, spelled as DejaGnu does.

use crate::directives::{Action, Target};
use std::path::{Path, PathBuf};

/// One way of compiling a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The options, with the blanks that DejaGnu's test names have.
    pub flags: String,
}

impl Variation {
    /// The options as words.
    pub fn options(&self) -> Vec<String> {
        self.flags.split_ascii_whitespace().map(str::to_string).collect()
    }
}

/// What a test inherits from its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The folder that holds the suites; empty outside GCC's.
    pub source_dir: PathBuf,
    /// The test's path below it, or as it was given.
    pub name: String,
    /// The ways of compiling the test.
    pub variations: Vec<Variation>,
    /// Options for tests without `dg-options`.
    pub default_options: Vec<String>,
    /// What to do without `dg-do`.
    pub default_action: Action,
    /// Why the suite's script would not run the test.
    pub gate: Option<String>,
}

/// The options of a folder's script.
struct Row {
    folder: &'static str,
    flags: Flags,
    default_options: &'static str,
    action: Action,
    /// An effective target that the whole folder needs.
    needs: &'static str,
}

enum Flags {
    /// One way, with these options.
    Once(&'static str),
    /// Through the optimisation levels, and these ways.
    Torture(&'static [&'static str]),
    /// These ways.
    Ways(&'static [&'static str]),
}

const PEDANTIC: &str = "-ansi -pedantic-errors";
const TORTURE: [&str; 6] = [
    " -O0",
    " -O1",
    " -O2",
    " -O3 -fomit-frame-pointer -funroll-loops -fpeel-loops -ftracer -finline-functions",
    " -O3 -g",
    " -Os",
];
const TORTURE_LTO: [&str; 2] = [
    " -O2 -flto -fno-use-linker-plugin -flto-partition=none ",
    " -O2 -flto -fuse-linker-plugin -fno-fat-lto-objects ",
];
const SSO: &[&str] = &[
    " -Wno-scalar-storage-order -O0",
    " -Wno-scalar-storage-order -O1 -fno-inline",
    " -Wno-scalar-storage-order -O2",
    " -Wno-scalar-storage-order -O3 -finline-functions",
    " -Wno-scalar-storage-order -Os",
    " -Wno-scalar-storage-order -Og -g",
];

const fn row(
    folder: &'static str,
    flags: Flags,
    default_options: &'static str,
    action: Action,
    needs: &'static str,
) -> Row {
    Row { folder, flags, default_options, action, needs }
}

use Action::{Assemble, Compile, Run};
use Flags::{Once, Torture, Ways};

/// A folder that is not here is compiled as the one above it that is.
const ROWS: &[Row] = &[
    row("gcc.dg", Once(""), PEDANTIC, Compile, ""),
    row("gcc.dg/analyzer", Once(""), ANALYZER, Compile, "analyzer"),
    row("gcc.dg/analyzer/torture", Torture(&[]), ANALYZER, Compile, "analyzer"),
    row("gcc.dg/asan", Torture(&[]), "", Compile, "fsanitize_address"),
    row("gcc.dg/atomic", Torture(&[]), "", Compile, "libatomic_available"),
    row("gcc.dg/charset", Once(""), "-fexec-charset=IBM1047", Compile, ""),
    row("gcc.dg/cpp/trad", Once(""), "-traditional-cpp", Compile, ""),
    row("gcc.dg/debug", Once("-g"), PEDANTIC, Compile, ""),
    row("gcc.dg/debug/dwarf2", Once(""), "-ansi -pedantic-errors -gdwarf", Compile, ""),
    row("gcc.dg/dfp", Once(""), "-std=gnu99", Compile, "dfp"),
    row("gcc.dg/fixed-point", Once(""), "-std=gnu99", Compile, "fixed_point"),
    row("gcc.dg/format", Ways(&["", " -DWIDE"]), "", Compile, ""),
    row("gcc.dg/goacc", Once(""), "-fopenacc", Compile, "fopenacc"),
    row("gcc.dg/goacc-gomp", Once(""), "-fopenacc -fopenmp", Compile, "fopenacc"),
    row("gcc.dg/gomp", Once(""), "-fopenmp", Compile, "fopenmp"),
    row("gcc.dg/graphite", Once(""), PEDANTIC, Compile, "fgraphite"),
    row("gcc.dg/hwasan", Torture(&[]), "", Compile, "fsanitize_hwaddress"),
    row("gcc.dg/noncompile", Torture(&[]), "", Compile, ""),
    row("gcc.dg/sso", Ways(SSO), "", Compile, "int32"),
    row("gcc.dg/tm", Once(""), "-fgnu-tm", Compile, "fgnu_tm"),
    row("gcc.dg/torture", Torture(&[]), "", Compile, ""),
    row("gcc.dg/torture/stackalign", Torture(&[]), "", Compile, ""),
    row("gcc.dg/torture/tls", Torture(&[]), PEDANTIC, Compile, "tls"),
    row("gcc.dg/tsan", Torture(&[]), "", Compile, "fsanitize_thread"),
    row("gcc.dg/ubsan", Torture(&[]), "", Compile, "fsanitize_undefined"),
    row("gcc.dg/vect", Once(""), VECT, Compile, "vect_int"),
    row("c-c++-common", Once(" -Wc++-compat "), "", Compile, ""),
    row("c-c++-common/asan", Torture(&[]), "", Compile, "fsanitize_address"),
    row("c-c++-common/dfp", Once(""), "-std=gnu99", Compile, "dfp"),
    row("c-c++-common/dwarf2", Once(""), "-ansi -pedantic-errors -gdwarf", Compile, ""),
    row("c-c++-common/goacc", Once(""), "-fopenacc", Compile, "fopenacc"),
    row("c-c++-common/gomp", Once(""), "-fopenmp", Compile, "fopenmp"),
    row("c-c++-common/hwasan", Torture(&[]), "", Compile, "fsanitize_hwaddress"),
    row("c-c++-common/tm", Once(""), "-fgnu-tm", Compile, "fgnu_tm"),
    row("c-c++-common/torture", Torture(&[]), "", Compile, ""),
    row("c-c++-common/tsan", Torture(&[]), "", Compile, "fsanitize_thread"),
    row("c-c++-common/ubsan", Torture(&[]), "", Compile, "fsanitize_undefined"),
    row("gcc.target", Torture(&[" -Og -g", " -Oz"]), PEDANTIC, Compile, ""),
    row("gcc.c-torture", Torture(&[]), "-w", Compile, ""),
    row("gcc.c-torture/compile", Torture(&[]), "-w", Assemble, ""),
    row("gcc.c-torture/execute", Torture(&[]), "-w", Run, ""),
    row("gcc.c-torture/execute/ieee", Torture(&[" -Og -g"]), "-w -fno-inline", Run, ""),
];

const ANALYZER: &str = "-fanalyzer -Wanalyzer-too-complex -fanalyzer-call-summaries";
const VECT: &str = "-ftree-vectorize -fno-tree-loop-distribute-patterns -fno-vect-cost-model \
                    -fno-common -O2 -fdump-tree-vect-details";

/// The options that names of tests in `gcc.dg/vect` ask for, by the name's beginning.
const VECT_NAMES: &[(&str, &str)] = &[
    ("no-vfa-", "--param vect-max-version-for-alias-checks=0"),
    ("fast-math-", "-ffast-math"),
    ("no-fast-math-", "-fno-fast-math"),
    ("no-math-errno-", "-fno-math-errno"),
    ("wrapv-", "-fwrapv"),
    ("trapv-", "-ftrapv"),
    ("no-tree-dce-", "-fno-tree-dce"),
    ("section-anchors-", "-fsection-anchors"),
    ("no-section-anchors-", "-fno-section-anchors"),
    ("unswitch-loops-", "-funswitch-loops"),
    ("no-trapping-math-", "-fno-trapping-math"),
    ("no-scevccp-noreassoc-", "-fno-tree-scev-cprop -fno-tree-reassoc"),
    ("no-scevccp-", "-fno-tree-scev-cprop"),
    ("no-tree-dom-", "-fno-tree-dominator-opts"),
    ("no-tree-pre-", "-fno-tree-pre"),
    ("no-tree-reassoc-bb-slp-", "-fno-tree-reassoc"),
    ("no-tree-fre-", "-fno-tree-fre"),
    ("no-fre-pre", "-fno-tree-fre -fno-tree-pre"),
    ("no-tree-sra-bb-slp-", "-fno-tree-sra"),
    ("Os-vect-", "-Os"),
    ("ggc-", "--param ggc-min-expand=0 --param ggc-min-heapsize=0"),
    ("O3-", "-O3 -fno-ipa-cp-clone"),
    ("O1-", "-O1"),
    ("O-", "-O"),
];

/// Folders whose tests are made of several steps or need a debugger: their scripts do more than compile.
const SCRIPTED: &[&str] = &[
    "gcc.dg/compat",
    "gcc.dg/guality",
    "gcc.dg/lto",
    "gcc.dg/params",
    "gcc.dg/pch",
    "gcc.dg/plugin",
    "gcc.dg/simulate-thread",
    "gcc.dg/special",
    "gcc.dg/tree-prof",
    "gcc.dg/vmx",
    "gcc.dg/vxworks",
    "gcc.misc-tests",
    "gcc.c-torture/execute/builtins",
    "gcc.c-torture/unsorted",
    "c-c++-common/guality",
    "c-c++-common/simulate-thread",
    "gcc.dg/rtl/aarch64",
    "gcc.dg/rtl/x86_64",
];

/// What the test at `path` inherits. Outside GCC's suites that is nothing.
pub fn suite_of(path: &Path, target: &Target) -> Suite {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let parts: Vec<String> =
        absolute.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let roots = ["gcc.dg", "c-c++-common", "gcc.target", "gcc.c-torture", "gcc.misc-tests"];
    let root = parts.iter().rposition(|part| roots.contains(&part.as_str()));
    let Some(root) = root.filter(|&at| at + 1 < parts.len()) else {
        return Suite {
            source_dir: PathBuf::new(),
            name: path.display().to_string(),
            variations: vec![Variation { flags: String::new() }],
            default_options: Vec::new(),
            default_action: Compile,
            gate: None,
        };
    };
    let name = parts[root..].join("/");
    let within = |folder: &str| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let row = ROWS.iter().filter(|row| within(row.folder)).max_by_key(|row| row.folder.len());
    let mut gate = None;
    if let Some(folder) = SCRIPTED.iter().find(|folder| within(folder)) {
        gate = Some(format!("{folder} has a script of its own"));
    }
    let needs = row.map_or("", |row| row.needs);
    if !needs.is_empty() && !target.has(needs) {
        gate = Some(format!("requires {needs}"));
    }
    // The folder below `gcc.target` is the machine's name, without what tells its sizes apart.
    let machine = name.strip_prefix("gcc.target/").and_then(|rest| rest.split('/').next());
    let other = machine.is_some_and(|machine| !target.triplet().starts_with(machine));
    if row.is_none() || other {
        gate.get_or_insert_with(|| "not a suite for this target".into());
    }
    let mut default_options = words(row.map_or("", |row| row.default_options));
    if within("gcc.dg/vect") {
        let file = name.rsplit('/').next().unwrap_or_default();
        let more = VECT_NAMES.iter().find(|(prefix, _)| file.starts_with(prefix));
        default_options.extend(words(more.map_or("", |(_, options)| options)));
        if file.contains("bb-slp") {
            default_options.retain(|o| o != "-fdump-tree-vect-details");
            default_options.push("-fdump-tree-slp-details".into());
        }
    }
    if within("gcc.dg/cpp/trad")
        && let Some(folder) = absolute.parent()
    {
        default_options.push(format!("-I{}/", folder.display()));
    }
    Suite {
        source_dir: parts[..root].iter().collect(),
        variations: variations(row, &absolute, target),
        name,
        default_options,
        default_action: row.map_or(Compile, |row| row.action),
        gate,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_string).collect()
}

fn variations(row: Option<&Row>, path: &Path, target: &Target) -> Vec<Variation> {
    let once = |flags: &str| Variation { flags: flags.to_string() };
    // The loop over options leaves a blank on either side.
    let way = |flags: &&str| Variation { flags: format!(" {flags} ") };
    match row.map(|row| &row.flags) {
        None => vec![once("")],
        Some(Once(flags)) => vec![once(flags)],
        Some(Ways(ways)) => ways.iter().map(way).collect(),
        Some(Torture(more)) => {
            // Options for loops are for tests that have one.
            let loops = std::fs::read(path).is_ok_and(|bytes| has_loop(&bytes));
            let fits = |flags: &&&str| loops || !flags.contains("loop");
            let mut ways: Vec<Variation> =
                TORTURE.iter().chain(*more).filter(fits).map(way).collect();
            if target.has("lto") {
                ways.extend(
                    TORTURE_LTO.iter().map(|flags| Variation { flags: format!(" {flags}") }),
                );
            }
            ways
        }
    }
}

/// Is there `for…(` or `while…(` on some line?
fn has_loop(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let loops = |line: &str, word: &str| {
        line.find(word).is_some_and(|at| line[at + word.len()..].contains('('))
    };
    text.lines().any(|line| loops(line, "for") || loops(line, "while"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("/s/gcc.dg/a.c", "gcc.dg/a.c", "", "-ansi -pedantic-errors")]
    #[case("/s/gcc.dg/tree-ssa/a.c", "gcc.dg/tree-ssa/a.c", "", "-ansi -pedantic-errors")]
    #[case("/s/c-c++-common/a.c", "c-c++-common/a.c", " -Wc++-compat ", "")]
    #[case("/s/gcc.dg/torture/a.c", "gcc.dg/torture/a.c", "  -O0 ", "")]
    #[case("/s/gcc.dg/format/a.c", "gcc.dg/format/a.c", "  ", "")]
    #[case("/s/gcc.c-torture/execute/a.c", "gcc.c-torture/execute/a.c", "  -O0 ", "-w")]
    #[case("x/a.c", "x/a.c", "", "")]
    fn places(#[case] path: &str, #[case] name: &str, #[case] first: &str, #[case] defaults: &str) {
        let suite = suite_of(Path::new(path), &Target::lp64_linux("mmix-knuth-linux-gnu"));
        assert_eq!(suite.name, name);
        assert_eq!(suite.variations[0].flags, first);
        assert_eq!(suite.default_options.join(" "), defaults);
        assert_eq!(suite.gate, None);
    }

    #[test]
    fn suites_of_other_machines_are_closed() {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        let gate = |path: &str| suite_of(Path::new(path), &target).gate;
        assert!(gate("/s/gcc.target/i386/a.c").is_some());
        assert!(gate("/s/gcc.target/mmix/a.c").is_none());
        assert!(gate("/s/gcc.dg/vect/a.c").is_some());
        assert!(gate("/s/gcc.dg/lto/a_0.c").is_some());
    }
}
