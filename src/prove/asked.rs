//! What the words of the command ask for.

use crate::cli::CommandLine;
use gimple::options::Flag;
use prove::Config;
use std::time::Duration;

pub const USAGE: &str = "\
Usage: gimlet prove [OPTION]... [COMPILER OPTION]... FILE.c...
Show that each function does after each tree pass what it did before, for every input, or find an input
for which it does not.

      --function=NAME      only this function; may be given several times
      --pass=NAME          only this pass; may be given several times
      --timeout=SECONDS    for the questions about one change (default: 10)
      --bound=N            how often loops are followed where that depends on the input (default: 4)
      --before=DUMP        hold the functions of two dumps against each other, GCC's or Gimlet's
      --after=DUMP
      --compiler=PROGRAM   prove the passes of another compiler, from its dumps
      --reduce             make the file smaller as long as the same is refuted, and print what is left
      --keep=DIR           keep what is refuted, each in a folder of its own in DIR: the file, both bodies,
                           the caller that shows it, and what was said
      --for=SECONDS        ask nothing more after so long
      --generate=COMMAND   after the files, prove what this shell command prints, anew each time, as long as
                           --for says
      --quick              do not compile and run what is refuted, and do not look for the change it is
      --emulator=PROGRAM   runs what is refuted, compiled (default: qemu-riscv64)
      --json               print all answers as JSON
  -h, --help               print this

Exit status: 0 if nothing was refuted, 1 if something was, 2 for trouble.
";

/// The options that take a value.
const WITH_VALUES: [&str; 11] = [
    "--function",
    "--pass",
    "--timeout",
    "--bound",
    "--before",
    "--after",
    "--compiler",
    "--keep",
    "--for",
    "--generate",
    "--emulator",
];

/// What is asked.
#[derive(Clone, Default)]
pub struct Asked {
    pub functions: Vec<String>,
    pub passes: Vec<String>,
    timeout: Option<f64>,
    bound: Option<u32>,
    pub before: Option<String>,
    pub after: Option<String>,
    pub compiler: Option<String>,
    pub reduces: bool,
    pub keep: Option<String>,
    /// How many seconds it may take.
    pub lasts: Option<f64>,
    pub generate: Option<String>,
    emulator: Option<String>,
    pub quick: bool,
    pub json: bool,
}

fn seconds(value: &str) -> Option<f64> {
    value.parse().ok().filter(|&seconds: &f64| seconds > 0.0 && seconds < 1e6)
}

impl Asked {
    /// Takes an option of the subcommand; anything else is the compiler's.
    pub fn take(
        &mut self,
        word: &str,
        rest: &mut dyn Iterator<Item = String>,
    ) -> Result<bool, String> {
        let (name, own) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word, None),
        };
        match name {
            "--json" => self.json = true,
            "--quick" => self.quick = true,
            "--reduce" => self.reduces = true,
            _ if WITH_VALUES.contains(&name) => {
                let value =
                    own.or_else(|| rest.next()).ok_or_else(|| format!("{name} takes a value"))?;
                self.set(name, value)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        let wrong = || format!("{name} does not take ‘{value}’");
        match name {
            "--function" => self.functions.push(value),
            "--pass" => self.passes.push(value),
            "--timeout" => self.timeout = Some(seconds(&value).ok_or_else(wrong)?),
            "--for" => self.lasts = Some(seconds(&value).ok_or_else(wrong)?),
            "--bound" => self.bound = Some(value.parse().map_err(|_| wrong())?),
            "--before" => self.before = Some(value),
            "--after" => self.after = Some(value),
            "--keep" => self.keep = Some(value),
            "--generate" => self.generate = Some(value),
            "--emulator" => self.emulator = Some(value),
            _ => self.compiler = Some(value),
        }
        Ok(())
    }

    /// What does not go together.
    pub fn contradiction(&self, files: usize) -> Option<&'static str> {
        let dumps = self.before.is_some() || self.after.is_some();
        let one_dump = self.before.is_some() != self.after.is_some();
        if one_dump || dumps && self.compiler.is_some() {
            return Some("--before and --after go together, without --compiler");
        }
        if dumps && (files != 1 || self.generate.is_some()) {
            return Some("--before and --after are about one file");
        }
        if dumps && self.reduces {
            return Some("--reduce needs the passes: two dumps stay what they are");
        }
        if self.generate.is_some() && self.lasts.is_none() {
            return Some("--generate goes on as long as --for says");
        }
        (files == 0 && self.generate.is_none()).then_some("there is no file to prove")
    }

    /// The program that runs what was compiled.
    pub fn emulator(&self) -> &str {
        self.emulator.as_deref().unwrap_or("qemu-riscv64")
    }

    pub fn config(&self, line: &CommandLine) -> Config {
        let mut config = Config::default();
        config.limits.wraps = line.options.on(Flag::Wrapv);
        config.limits.wraps_pointers = line.options.on(Flag::WrapvPointer);
        config.limits.null_is_an_address = !line.options.on(Flag::DeleteNullPointerChecks);
        config.limits.any_alias = !line.options.on(Flag::StrictAliasing);
        if let Some(seconds) = self.timeout {
            config.solver.timeout = Duration::from_secs_f64(seconds);
        }
        config.limits.bound = self.bound.unwrap_or(config.limits.bound);
        config
    }
}
