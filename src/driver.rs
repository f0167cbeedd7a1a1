//! Takes each input as far as asked: preprocessed text, assembly, object, program, or its run in the interpreter.
//!
//! Assembling and linking are left to the RISC-V GCC driver or binutils if installed. Outputs are written to a
//! temporary file beside them and renamed, so that they appear whole or not at all.

use crate::cli::{CommandLine, Language, Request, Stage};
use crate::compile::{self, Outcome};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// GCC drivers that assemble and link for the target, in order of preference.
const GCC_DRIVERS: &[&str] = &["riscv64-linux-gnu-gcc", "riscv64-unknown-linux-gnu-gcc"];
/// The version whose dumps Gimlet's are held against.
const GCC_VERSION: &str = "12.2.0";

/// Does what the command line asks; the answer is the exit status.
pub fn run(line: CommandLine) -> u8 {
    match line.request {
        Some(Request::Version) => {
            print!("{}", version_text());
            return 0;
        }
        Some(Request::Help) => {
            print!("{}", include_str!("help.txt"));
            return 0;
        }
        Some(Request::DumpMachine) => {
            println!("{}", rtl_backend::target().triplet);
            return 0;
        }
        Some(Request::Ledger) => {
            print!("{}", crate::ledger::text());
            return 0;
        }
        Some(Request::DumpVersion) => {
            println!("{}", GCC_VERSION.split('.').next().unwrap_or(GCC_VERSION));
            return 0;
        }
        None => {}
    }
    if line.verbose {
        eprint!("{}", version_text());
    }
    if !line.errors.is_empty() {
        for error in &line.errors {
            eprintln!("gimlet: error: {error}");
        }
        return 1;
    }
    if line.inputs.is_empty() {
        if line.verbose {
            return 0;
        }
        return fatal("no input files");
    }
    let several = line.inputs.len() > 1;
    if several && line.output.is_some() && line.stage != Stage::Link && !line.ends_at_pass() {
        return fatal("cannot specify ‘-o’ with ‘-c’, ‘-S’ or ‘-E’ with multiple files");
    }
    let mut job = Job { line, objects: Vec::new(), temporaries: Vec::new() };
    let status = job.all();
    for file in &job.temporaries {
        // A leftover temporary file is no reason to fail.
        let _ = std::fs::remove_file(file);
    }
    status
}

fn version_text() -> String {
    format!(
        "gimlet {} (as GCC {GCC_VERSION}, {})\n",
        env!("CARGO_PKG_VERSION"),
        rtl_backend::target().triplet
    )
}

fn fatal(text: &str) -> u8 {
    eprintln!("gimlet: fatal error: {text}\ncompilation terminated.");
    1
}

struct Job {
    line: CommandLine,
    /// What is to be linked, in order.
    objects: Vec<PathBuf>,
    temporaries: Vec<PathBuf>,
}

impl Job {
    fn all(&mut self) -> u8 {
        let mut worst = 0;
        for index in 0..self.line.inputs.len() {
            worst = worst.max(self.input(index));
        }
        if worst == 0 && self.line.stage == Stage::Link && !self.line.ends_at_pass() {
            worst = self.link();
        }
        worst
    }

    fn input(&mut self, index: usize) -> u8 {
        let input = self.line.inputs[index].clone();
        if input.language == Language::Other {
            if input.name == "-" {
                return fatal("-E or -x required when input is from standard input");
            }
            self.objects.push(PathBuf::from(&input.name));
            return 0;
        }
        match compile::compile(&self.line, &input) {
            Outcome::Failed(status) => status,
            Outcome::Done => 0,
            Outcome::Text(text) => {
                self.write_output(&self.output_name(&input.name), text.as_bytes())
            }
            Outcome::Assembly(text) => self.assembly(&input.name, &text),
        }
    }

    /// The output's name: `-o`, or the input's with another suffix, in the current directory.
    fn output_name(&self, input: &str) -> String {
        if let Some(output) = &self.line.output {
            return output.clone();
        }
        let suffix = match self.line.stage {
            Stage::Assembly => "s",
            Stage::Object | Stage::Link => "o",
            Stage::Preprocess | Stage::SyntaxOnly => return "-".to_string(),
        };
        let name = Path::new(input).file_stem().and_then(|s| s.to_str()).unwrap_or("-");
        format!("{name}.{suffix}")
    }

    fn write_output(&self, name: &str, bytes: &[u8]) -> u8 {
        match write_whole(name, bytes) {
            Ok(()) => 0,
            Err(error) => fatal(&format!("cannot write ‘{name}’: {error}")),
        }
    }

    fn assembly(&mut self, input: &str, text: &str) -> u8 {
        match self.line.stage {
            Stage::Object => {
                let output = self.output_name(input);
                self.assemble(text, Path::new(&output))
            }
            Stage::Link => {
                let object = self.temporary("o");
                self.objects.push(object.clone());
                self.assemble(text, &object)
            }
            _ => self.write_output(&self.output_name(input), text.as_bytes()),
        }
    }

    fn temporary(&mut self, suffix: &str) -> PathBuf {
        let number = self.temporaries.len();
        let name = format!("gimlet-{}-{number}.{suffix}", std::process::id());
        let path = std::env::temp_dir().join(name);
        self.temporaries.push(path.clone());
        path
    }

    fn assemble(&mut self, text: &str, object: &Path) -> u8 {
        let source = self.temporary("s");
        if let Err(error) = std::fs::write(&source, text) {
            return fatal(&format!("cannot write ‘{}’: {error}", source.display()));
        }
        let Some(driver) = gcc_driver() else { return no_tools("assemble") };
        let mut command = Command::new(driver);
        command.arg("-c").arg(&source).arg("-o").arg(object);
        self.execute(command)
    }

    fn link(&mut self) -> u8 {
        let Some(driver) = gcc_driver() else { return no_tools("link") };
        let output = self.line.output.clone().unwrap_or_else(|| "a.out".to_string());
        let mut command = Command::new(driver);
        command.args(&self.objects).arg("-o").arg(output).args(&self.line.link);
        self.execute(command)
    }

    fn execute(&self, mut command: Command) -> u8 {
        if self.line.verbose {
            eprintln!("{command:?}");
        }
        match command.status() {
            Ok(status) => status.code().map_or(1, |code| u8::from(code != 0)),
            Err(error) => fatal(&format!("cannot execute {:?}: {error}", command.get_program())),
        }
    }
}

fn no_tools(what: &str) -> u8 {
    fatal(&format!(
        "cannot {what}: neither of {GCC_DRIVERS:?} is installed (Debian: apt-get install \
         gcc-riscv64-linux-gnu); -S needs neither"
    ))
}

/// The first driver on the search path.
fn gcc_driver() -> Option<&'static str> {
    let path = std::env::var_os("PATH")?;
    GCC_DRIVERS
        .iter()
        .copied()
        .find(|name| std::env::split_paths(&path).any(|dir| dir.join(name).is_file()))
}

/// Writes a file as a whole; `-` is the standard output.
fn write_whole(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    if name == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return out.flush();
    }
    let target = Path::new(name);
    // Devices and the like are written in place.
    let ordinary = std::fs::metadata(target).map_or(true, |meta| meta.is_file());
    if !ordinary {
        return std::fs::write(target, bytes);
    }
    let mut temporary = target.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let result =
        std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, target));
    if result.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    result
}
