//! Lexer, preprocessor, parser (of GIMPLE as well) and gimplifier on programs with mistakes made at random.
//!
//! The test programs of this project are cut into tokens and spoiled: tokens and lines taken out, doubled, exchanged,
//! replaced by others, bytes changed, programs spliced. What becomes of each must be GIMPLE or diagnostics: no panic, no
//! overflow of the stack, no more than [`LONGEST`] of time. The mistakes follow from a number alone; one second of them
//! is part of the tests, `GIMLET_FUZZ_SECONDS=600 cargo test --test suite fuzz` goes on for longer, and
//! `GIMLET_FUZZ_SEED=N` starts elsewhere. The program at hand is in the folder of temporary files, `fuzz.c`, so that it
//! is there if the process ends.

use crate::support::{project_dir, test_files, testing_gimlet};
use c_frontend::analyze::{Gimplified, analyze_functions};
use c_frontend::context::Context;
use c_frontend::gimplify::GimplifiedNest;
use c_frontend::parse::Parser;
use c_frontend::pp::PpOptions;
use c_frontend::source::{Placeholders, PpSource};
use gimple::diagnostic::Diagnostics;
use gimple::function::{Function, StartWith};
use gimple::options::{Flag, Options};
use gimple::symbol::Interner;
use gimple::unit::Unit;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, panic, thread};

/// The most time one program may take, in milliseconds.
const LONGEST: u64 = 20_000;
/// The stack the compiler runs with.
const STACK_SIZE: usize = 1 << 30;
/// Programs longer than this are left out: short ones are spoiled more often.
const LONGEST_PROGRAM: usize = 20_000;

/// Numbers that look random and are the same every time (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Tokens that programs rarely have where they hurt.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "=",
    "==",
    "...",
    "->",
    ".",
    "*",
    "&",
    "&&",
    "##",
    "#",
    "\n#if 1\n",
    "\n#endif\n",
    "\n#define f(x, ...) x #x __VA_ARGS__\n",
    "\n#include <stddef.h>\n",
    "f (",
    "0",
    "1u",
    "0x7fffffffffffffff",
    "1.5e30",
    "'a'",
    "\"b\"",
    "L\"c\"",
    "sizeof",
    "typeof",
    "_Generic (",
    "struct",
    "union",
    "enum",
    "static",
    "extern",
    "typedef",
    "int",
    "char",
    "void",
    "_Bool",
    "float",
    "_Complex",
    "__int128",
    "const",
    "volatile",
    "restrict",
    "_Atomic",
    "inline",
    "_Thread_local",
    "goto",
    "if (",
    "else",
    "for (",
    "while (",
    "do",
    "switch (",
    "case",
    "default:",
    "break;",
    "continue;",
    "return",
    "({",
    "})",
    "&&l",
    "__label__ l;",
    "asm (",
    "__attribute__ ((",
    "aligned (8)",
    "vector_size (16)",
    "packed",
    "__builtin_va_arg (",
    "__builtin_offsetof (",
    "__builtin_choose_expr (",
    "__builtin_shuffle (",
    "__builtin_add_overflow (",
    "__atomic_load_n (",
    "__real__",
    "__imag__",
    "__extension__",
    "__auto_type",
    "_Static_assert (",
    "_Alignas (",
    "_Alignof (",
    "__func__",
    "x[n]",
    "int a[n];",
    "(int [n]) {",
    ".m =",
    "[2] =",
    "[1 ... 3] =",
    "-1",
    "<<",
    "%",
    "/ 0",
    "!",
    "~",
    "++",
    "--",
    "+=",
    "\0",
    "\\",
    "@",
    "$",
    "\"",
];

/// Cuts a text into words, numbers, white space and single characters.
fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    let class = |c: u8| match c {
        b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => 1,
        b' ' | b'\t' => 2,
        _ => 0,
    };
    let mut found: Vec<Vec<u8>> = Vec::new();
    for &byte in text {
        match found.last_mut() {
            Some(last) if class(byte) != 0 && class(last[0]) == class(byte) => last.push(byte),
            _ => found.push(vec![byte]),
        }
    }
    found
}

/// The programs to begin with.
fn corpus() -> Vec<Vec<u8>> {
    let mut files = test_files(&project_dir("tests"), &["c"]);
    files.extend(test_files(&project_dir("tests/diagnostics"), &["txt"]));
    let mut programs = Vec::new();
    for file in files {
        let text = fs::read(&file).expect("a readable test");
        if file.extension().is_some_and(|extension| extension == "txt") {
            let text = String::from_utf8_lossy(&text).into_owned();
            for case in text.split("\n=== ") {
                let source = case.split("\n---\n").next().unwrap_or_default();
                let body = source.split_once('\n').map_or("", |(_, body)| body);
                programs.push(body.as_bytes().to_vec());
            }
        } else if text.len() <= LONGEST_PROGRAM {
            programs.push(text);
        }
    }
    programs
}

/// A program with mistakes.
fn spoiled(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut words = tokens(&corpus[random.below(corpus.len())]);
    for _ in 0..1 + random.below(8) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        let end = (at + 1 + random.below(6)).min(words.len());
        match random.below(9) {
            0 => drop(words.drain(at..end)),
            1 => {
                let copy = words[at..end].to_vec();
                let to = random.below(words.len());
                drop(words.splice(to..to, copy));
            }
            2 => {
                let other = random.below(words.len());
                words.swap(at, other);
            }
            3 | 4 => words[at] = TOKENS[random.below(TOKENS.len())].as_bytes().to_vec(),
            5 => {
                let token = format!(" {} ", TOKENS[random.below(TOKENS.len())]);
                words.insert(at, token.into_bytes());
            }
            6 => {
                let byte = random.below(words[at].len());
                words[at][byte] = random.next() as u8;
            }
            7 => {
                let other = tokens(&corpus[random.below(corpus.len())]);
                let from = random.below(other.len());
                let to = (from + 1 + random.below(60)).min(other.len());
                drop(words.splice(at..at, other[from.min(to)..to].to_vec()));
            }
            _ => words.truncate(at.max(1)),
        }
    }
    words.concat()
}

/// What the compiler does with gimplified functions, without its dumps.
struct Unnest;

impl Gimplified for Unnest {
    fn function(&mut self, _cx: &mut Context, _function: &Function) {}

    fn unnest(&mut self, cx: &mut Context, nest: GimplifiedNest) -> Vec<Function> {
        if nest.function.start_with != StartWith::All {
            return vec![nest.function];
        }
        tree_passes::lowering::nested::lower(&mut cx.unit, nest.flatten(), true)
    }
}

/// The front end on one file.
fn front_end(path: &Path) {
    let target = rtl_backend::target();
    let options = PpOptions { target_macros: target.predefined_macros, ..PpOptions::default() };
    let mut unit = Unit::new(target, Interner::new(), Diagnostics::captured());
    let mut placeholders = Placeholders::new();
    let name = path.to_string_lossy();
    let mut source = PpSource::open(&mut unit, &mut placeholders, options, &name);
    let mut options = Options::default();
    options.set(Flag::Gimple, true);
    let mut parser = Parser::new(&mut source, Context::new(unit, options));
    let mut definitions = Vec::new();
    parser.translation_unit(&mut |_, definition| definitions.push(definition));
    let mut cx = parser.cx;
    if cx.unit.diagnostics.error_count() == 0 {
        analyze_functions(&mut cx, definitions, &mut Unnest);
    }
}

/// Ends the process when a program takes too long: `started` is when it began, in milliseconds, or 0.
fn watch(started: &'static AtomicU64, clock: Instant) {
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(500));
            let begun = started.load(Ordering::Relaxed);
            let now = clock.elapsed().as_millis() as u64;
            if begun != 0 && now.saturating_sub(begun) > LONGEST {
                eprintln!("a program takes more than {LONGEST} ms");
                std::process::abort();
            }
        }
    });
}

static STARTED: AtomicU64 = AtomicU64::new(0);

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Spoils programs until the time is over; the first one that the front end does not survive.
fn run(seconds: u64, seed: u64, path: &Path) -> Result<u64, String> {
    let corpus = corpus();
    let clock = Instant::now();
    watch(&STARTED, clock);
    let mut count = 0;
    while clock.elapsed() < Duration::from_secs(seconds) {
        let mut random = Random((seed + count + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let program = spoiled(&corpus, &mut random);
        fs::write(path, &program).map_err(|error| error.to_string())?;
        STARTED.store(clock.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
        let outcome = panic::catch_unwind(|| front_end(path));
        STARTED.store(0, Ordering::Relaxed);
        if outcome.is_err() {
            return Err(format!(
                "panic with seed {}:\n{}",
                seed + count,
                String::from_utf8_lossy(&program)
            ));
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn no_mistake_is_fatal_to_the_front_end() {
    if !testing_gimlet() {
        return;
    }
    let seconds = number_from("GIMLET_FUZZ_SECONDS", 1);
    let seed = number_from("GIMLET_FUZZ_SEED", 0);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz.c");
    let work = move || run(seconds, seed, &path);
    let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn(work).expect("a thread");
    match thread.join().expect("panics are caught") {
        Ok(count) => println!("{count} programs"),
        Err(message) => panic!("{message}"),
    }
}
