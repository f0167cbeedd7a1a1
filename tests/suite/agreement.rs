//! What is GCC's stays GCC's, and what is not changes only on purpose.
//!
//! `tests/agreement/FOLDER` has a line for each program of `tests/run` (at `-O0` and `-O2`) and of a folder of
//! `tests/passes` (with its own options): the numbers of the passes whose dumps are GCC's, as ranges, and whether the
//! assembly is, a hash of them, and a hash of the dumps that are not. What counts is what `gimlet diff` takes for the same exactly.
//!
//! ```text
//! if-else.c -O2: 000..113 118 asm: 1f2e3d4c, others 5a6b7c8d
//! ```
//!
//! Where a hash is another one, the reference compiler is run and the test names what was GCC's and is not. A change of
//! output that is meant is recorded by `GIMLET_BLESS=1`, which runs the reference compiler for the lines that change.
//! `tests/compare-outputs` shows what two builds do differently.

use crate::support::{
    CROSS_GCC, ScratchDir, TIMEOUT, compiler, failures_of, project_dir, run_with_timeout,
    test_files, testing_gimlet,
};
use dumps::diff::{normal_functions, unified};
use dumps::directives::{Target, read_test};
use rstest::rstest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The dumps of one compilation: normalised text by number and pass, `034t.ccp1`, and last `asm`.
type Dumps = BTreeMap<String, String>;

/// Records are divided into this many tests,
const GROUPS: usize = 16;

/// which take turns after about so many programs.
const PROGRAMS_IN_A_ROW: usize = 64;

/// So many differences of a record are held against the reference compiler.
const EXPLAINED: usize = 5;

/// 64-bit FNV-1a, of which half is enough here. It must not change with a library.
fn hash<'a>(texts: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for (name, text) in texts {
        for byte in name.bytes().chain([0]).chain(text.bytes()).chain([0]) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{:08x}", (state >> 32) ^ (state & 0xffff_ffff))
}

/// A program and the options it is compiled with.
struct Job {
    source: PathBuf,
    options: Vec<String>,
}

impl Job {
    /// What a line of the record begins with.
    fn key(&self) -> String {
        let name = self.source.file_name().expect("a file").to_string_lossy();
        format!("{name} {}", self.options.join(" "))
    }

    /// Everything the compiler leaves, or nothing where it refuses the program.
    fn dumps(&self, compiler: &[String]) -> Result<Option<Dumps>, String> {
        let text = |e: std::io::Error| e.to_string();
        // Some 170 small files: in memory where that is offered.
        let memory = Path::new("/dev/shm");
        let scratch = if memory.is_dir() { ScratchDir::below(memory) } else { ScratchDir::new() };
        let scratch = scratch.map_err(text)?;
        let shown = scratch.path().display();
        let mut command = compiler.to_vec();
        command.extend(self.options.iter().cloned());
        let all = ["-w", "-S", "-fdump-tree-all", "-fdump-ipa-all", "-fdump-rtl-all"];
        command.extend(all.map(String::from));
        command.extend(["-dumpdir".into(), format!("{shown}/"), "-o".into()]);
        let name = self.source.file_name().expect("a file").to_string_lossy().into_owned();
        command.extend([format!("{shown}/{}.s", name.trim_end_matches(".c")), name.clone()]);
        let mut process = Command::new(&command[0]);
        process.args(&command[1..]).current_dir(self.source.parent().expect("a folder"));
        if !run_with_timeout(&mut process, TIMEOUT, scratch.path()).map_err(text)?.succeeded() {
            return Ok(None);
        }
        let mut dumps = Dumps::new();
        for entry in fs::read_dir(scratch.path()).map_err(text)? {
            let path = entry.map_err(text)?.path();
            let file = path.file_name().expect("a file").to_string_lossy().into_owned();
            let dump = match file.strip_prefix(&format!("{name}.")) {
                Some(dump) => dump,
                None if file.ends_with(".s") => "asm",
                None => continue,
            };
            let written = fs::read_to_string(&path).map_err(text)?;
            let mut normal = String::new();
            for body in normal_functions(&file, &written) {
                normal += &format!(";; {}\n{}\n", body.name, body.lines.join("\n"));
            }
            dumps.insert(dump.to_string(), normal);
        }
        Ok(Some(dumps))
    }
}

/// The number of `034t.ccp1`, which orders dumps; `asm` is its own.
fn number(dump: &str) -> &str {
    if dump == "asm" { dump } else { &dump[..dump.len().min(3)] }
}

/// What a program's line says of the dumps of a compilation, `agrees` telling which are GCC's.
fn line(dumps: &Dumps, agrees: impl Fn(&str) -> bool) -> String {
    let mut ranges: Vec<(&str, &str)> = Vec::new();
    let mut goes_on = false;
    for name in dumps.keys() {
        let same = agrees(name);
        let number = number(name);
        match ranges.last_mut() {
            Some(range) if same && goes_on && name != "asm" => range.1 = number,
            _ if same => ranges.push((number, number)),
            _ => {}
        }
        goes_on = same;
    }
    let ranges: Vec<String> = ranges
        .into_iter()
        .map(|(first, last)| if first == last { first.into() } else { format!("{first}..{last}") })
        .collect();
    let same = hash(dumps.iter().filter(|(name, _)| agrees(name)));
    let others = hash(dumps.iter().filter(|(name, _)| !agrees(name)));
    format!("{}: {same}, others {others}", ranges.join(" "))
}

/// Whether a line's ranges have the dump in them.
fn has(ranges: &str, dump: &str) -> bool {
    ranges.split(' ').any(|range| {
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        (first..=last).contains(&number(dump))
    })
}

/// What a program's line would be now, and what to say of it if that is not what is recorded. Unless `explain` the
/// reference compiler is not run, and the line is not the one to record.
fn judge(job: &Job, recorded: &str, explain: bool) -> Result<(String, String), String> {
    let nothing = |line: &str| Ok((line.to_string(), line.to_string()));
    let Some(dumps) = job.dumps(&compiler())? else { return nothing("refused") };
    let ranges = recorded.split_once(": ").map_or("", |it| it.0);
    if line(&dumps, |dump| has(ranges, dump)) == recorded {
        return nothing(recorded);
    }
    let mut said = "another output than recorded".to_string();
    if !explain {
        return Ok((String::new(), said));
    }
    let gcc = [CROSS_GCC.to_string()];
    let wanted = job.dumps(&gcc)?.unwrap_or_default();
    for (dump, got) in dumps.iter().filter(|(dump, _)| has(ranges, dump)) {
        if let Some(wanted) = wanted.get(dump).filter(|wanted| *wanted != got) {
            said = unified(&format!("{dump} was GCC's"), wanted, got);
            break;
        }
    }
    Ok((line(&dumps, |dump| wanted.get(dump) == dumps.get(dump)), said))
}

/// The programs of each record.
fn records() -> BTreeMap<String, Vec<Job>> {
    let mut records: BTreeMap<String, Vec<Job>> = BTreeMap::new();
    for source in test_files(&project_dir("tests/run"), &["c"]) {
        for level in ["-O0", "-O2"] {
            let job = Job { source: source.clone(), options: vec![level.to_string()] };
            records.entry("run".to_string()).or_default().push(job);
        }
    }
    let root = project_dir("tests/passes");
    for source in test_files(&root, &["c"]) {
        let text = fs::read(&source).expect("a readable test");
        let text = String::from_utf8_lossy(&text);
        // GCC starts no pass on RTL alone: its `startwith` breaks.
        if text.contains("__RTL") {
            continue;
        }
        let target = Target::lp64_linux("riscv64-unknown-linux-gnu");
        let mut options = read_test(&text, &target, &[]).options;
        // What is only said.
        let says = ["-fdump-", "-fopt-info", "-W", "-fsave-optimization-record", "-fchecking"];
        options.retain(|option| !says.iter().any(|prefix| option.starts_with(prefix)));
        let folder = source.strip_prefix(&root).expect("below").parent().expect("a folder");
        let record = folder.to_string_lossy().replace('/', "-");
        records.entry(record).or_default().push(Job { source, options });
    }
    records
}

/// Holds all programs of a record against it; what is wrong.
fn check_record(record: &str, jobs: &[Job]) -> Vec<String> {
    let bless = std::env::var_os("GIMLET_BLESS").is_some();
    let picked = std::env::var_os("GIMLET_TEST").is_some();
    let file = project_dir("tests/agreement").join(record);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let recorded: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line.split_once(": ")).collect();
    let lines = Mutex::new(BTreeMap::new());
    let differing = AtomicUsize::new(0);
    let mut failures = failures_of(jobs, |job| {
        let key = job.key();
        let before = recorded.get(key.as_str()).copied().unwrap_or_default();
        let explain = bless || differing.load(Ordering::Relaxed) < EXPLAINED;
        let (now, said) = judge(job, before, explain)?;
        let same = now == before;
        differing.fetch_add(usize::from(!same), Ordering::Relaxed);
        lines.lock().expect("no worker panics").insert(key, now);
        if same || bless { Ok(()) } else { Err(format!("{record}/{}: {said}", job.key())) }
    });
    let mut lines = lines.into_inner().expect("no worker panics");
    for (key, line) in recorded {
        if picked {
            lines.entry(key.to_string()).or_insert_with(|| line.to_string());
        } else if !bless && !lines.contains_key(key) {
            failures.push(format!("{record}/{key}: recorded, and there is no such test"));
        }
    }
    if bless {
        let text: String = lines.iter().map(|(key, line)| format!("{key}: {line}\n")).collect();
        fs::write(&file, text).expect("a writable record");
    }
    failures
}

#[rstest]
fn what_is_gccs_stays_gccs(
    #[values(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)] group: usize,
) {
    if !testing_gimlet() {
        return;
    }
    let mut before = 0;
    let mut failures = Vec::new();
    let records = records();
    let written = fs::read_dir(project_dir("tests/agreement")).expect("the records");
    for record in written.map(|entry| entry.expect("a readable folder").file_name()) {
        let there = records.contains_key(record.to_string_lossy().as_ref());
        if group == 0 && !there && std::env::var_os("GIMLET_TEST").is_none() {
            failures.push(format!("{}: a record of no folder", record.display()));
        }
    }
    for (record, jobs) in records {
        // Records in order of their names, about as many programs in each group.
        if (before / PROGRAMS_IN_A_ROW) % GROUPS == group {
            failures.extend(check_record(&record, &jobs));
        }
        before += jobs.len();
    }
    assert!(failures.is_empty(), "{}\n(GIMLET_BLESS=1 records it)", failures.join("\n"));
}
