//! The calling convention: callers and callees over generated signatures, compiled by Gimlet and by the reference GCC.
//!
//! A program is two files that share their types: one calls every function with known values and looks at the results,
//! the other looks at the arguments and returns known values. Each file is compiled by both compilers, and both mixes are
//! linked and run: whoever disagrees about where a value is sees another one. What is generated depends on a seed only.
//!
//! An ordinary run makes 200 functions; `ABI_FUNCTIONS=2400 cargo test --test suite abi` does the thorough job.

mod types;

use crate::random::Random;
use crate::support::{
    CROSS_GCC, EMULATOR, ScratchDir, compiler, require_tools, run, run_ok, testing_gimlet, words,
};
use std::fmt::Write;
use types::Types;

/// The seed of the first program: it and the next have most of the types GCC passes in ways of its own.
const FIRST_SEED: u64 = 41;
/// Functions in one program.
const FUNCTIONS: usize = 100;
/// Structs and unions in one program.
const AGGREGATES: usize = 40;

/// What both files begin with.
const PREFIX: &str = "\
typedef __builtin_va_list va_list;
int dprintf (int, const char *, ...);
extern int failures;
enum colour { RED, GREEN = 70000, BLUE };
typedef int v2si __attribute__ ((vector_size (8)));
typedef int v4si __attribute__ ((vector_size (16)));
typedef int v8si __attribute__ ((vector_size (32)));
typedef double v2df __attribute__ ((vector_size (16)));
static unsigned long
mix (unsigned long s, unsigned long i)
{
  unsigned long z = s * 0x9e3779b97f4a7c15 + i * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  return z ^ z >> 27;
}
static void
bad (int function, int argument)
{
  dprintf (1, \"function %d: argument %d differs (0: the result)\\n\", function, argument);
  failures++;
}
";

/// The signature of a function: types by number.
struct Signature {
    result: Option<usize>,
    named: Vec<usize>,
    /// Arguments behind `...`, if it has one.
    variadic: Option<Vec<usize>>,
}

impl Signature {
    fn generate(random: &mut Random, types: &Types) -> Signature {
        let any = |random: &mut Random| match random.one_in(2) {
            true => random.below(types::SCALARS.len()),
            false => random.below(types.all.len()),
        };
        let result = (!random.one_in(8)).then(|| any(random));
        let is_variadic = random.one_in(4);
        let count = random.below(11) + usize::from(is_variadic);
        let named = (0..count).map(|_| any(random)).collect();
        let variadic = is_variadic.then(|| {
            let count = random.below(9);
            let passed = |random: &mut Random| {
                std::iter::repeat_with(|| any(random)).find(|&ty| types.all[ty].variadic)
            };
            (0..count).filter_map(|_| passed(random)).collect()
        });
        Signature { result, named, variadic }
    }

    fn prototype(&self, types: &Types, number: usize) -> String {
        let name = |ty: usize| types.all[ty].name.as_str();
        let result = self.result.map_or("void", name);
        let mut params: Vec<String> = self
            .named
            .iter()
            .enumerate()
            .map(|(i, &ty)| format!("{} a{}", name(ty), i + 1))
            .collect();
        if self.variadic.is_some() {
            params.push("...".into());
        } else if params.is_empty() {
            params.push("void".into());
        }
        format!("{result} f{number} ({})", params.join(", "))
    }

    fn callee(&self, types: &Types, number: usize) -> String {
        let mut out = format!("{}\n{{\n", self.prototype(types, number));
        if let Some(result) = self.result {
            let _ = writeln!(out, "  {} r;", types.all[result].name);
        }
        let check = |out: &mut String, at: usize, ty: usize| {
            let _ = writeln!(
                out,
                "  if (!same_{ty} (&a{at}, {}))\n    bad ({number}, {at});",
                seed(number, at)
            );
        };
        for (index, &ty) in self.named.iter().enumerate() {
            check(&mut out, index + 1, ty);
        }
        if let Some(extra) = &self.variadic {
            let _ = writeln!(
                out,
                "  va_list list;\n  __builtin_va_start (list, a{});",
                self.named.len()
            );
            for (index, &ty) in extra.iter().enumerate() {
                let (at, name) = (self.named.len() + index + 1, &types.all[ty].name);
                let _ = writeln!(out, "  {name} a{at} = __builtin_va_arg (list, {name});");
                check(&mut out, at, ty);
            }
            let _ = writeln!(out, "  __builtin_va_end (list);");
        }
        if let Some(result) = self.result {
            let _ = writeln!(out, "  fill_{result} (&r, {});\n  return r;", seed(number, 0));
        }
        out + "}\n"
    }

    fn caller(&self, types: &Types, number: usize) -> String {
        let mut out = format!("static void c{number} (void)\n{{\n");
        let extra = self.variadic.as_deref().unwrap_or(&[]);
        let mut args = Vec::new();
        for (index, &ty) in self.named.iter().chain(extra).enumerate() {
            let at = index + 1;
            let _ = writeln!(
                out,
                "  {} a{at};\n  fill_{ty} (&a{at}, {});",
                types.all[ty].name,
                seed(number, at)
            );
            args.push(format!("a{at}"));
        }
        let call = format!("f{number} ({})", args.join(", "));
        let _ = match self.result {
            Some(ty) => writeln!(
                out,
                "  {} r = {call};\n  if (!same_{ty} (&r, {}))\n    bad ({number}, 0);",
                types.all[ty].name,
                seed(number, 0)
            ),
            None => writeln!(out, "  {call};"),
        };
        out + "}\n"
    }
}

fn seed(function: usize, argument: usize) -> usize {
    function * 64 + argument + 1
}

/// The files of a program: callers, callees.
fn generate(program_seed: u64, functions: usize) -> [String; 2] {
    let mut random = Random::new(program_seed);
    let types = Types::generate(&mut random, AGGREGATES);
    let signatures: Vec<Signature> =
        (0..functions).map(|_| Signature::generate(&mut random, &types)).collect();
    let prefix = format!("{PREFIX}{}", types.text());
    let (mut callers, mut callees) = (prefix.clone(), prefix);
    for (number, signature) in signatures.iter().enumerate() {
        callees += &signature.callee(&types, number);
        let _ = writeln!(callers, "extern {};", signature.prototype(&types, number));
        callers += &signature.caller(&types, number);
    }
    callers += "int failures;\nint\nmain (void)\n{\n";
    for number in 0..functions {
        let _ = writeln!(callers, "  c{number} ();");
    }
    callers += "  return failures != 0;\n}\n";
    [callers, callees]
}

/// Compiles both files with both compilers and runs both mixes.
fn check_program(program_seed: u64, functions: usize, level: &str) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    for (name, text) in ["callers", "callees"].iter().zip(generate(program_seed, functions)) {
        let file = format!("{name}.c");
        std::fs::write(dir.path().join(&file), text).map_err(|e| e.to_string())?;
        for (who, command) in [("tested", compiler()), ("reference", words(&[CROSS_GCC]))] {
            let mut compile = command;
            compile.extend(words(&["-w", level, "-S", &file, "-o", &format!("{name}-{who}.s")]));
            run_ok(&compile, dir.path())?;
        }
    }
    for (callers, callees) in
        [("tested", "reference"), ("reference", "tested"), ("tested", "tested")]
    {
        let files = [format!("callers-{callers}.s"), format!("callees-{callees}.s")];
        run_ok(&words(&[CROSS_GCC, "-static", &files[0], &files[1], "-o", "x"]), dir.path())?;
        let finished = run(&words(&[EMULATOR, "./x"]), dir.path())?;
        if !finished.succeeded() {
            let how = format!("seed {program_seed} {level}, callers {callers}, callees {callees}");
            return Err(format!("{how}: {}\n{}", finished.describe(), finished.output));
        }
    }
    Ok(())
}

/// Runs programs with this many functions in all, a different level for each.
fn check_functions(total: usize) {
    require_tools();
    let programs = total.div_ceil(FUNCTIONS);
    let failures: Vec<String> = (0..programs)
        .filter_map(|index| {
            let functions = FUNCTIONS.min(total - index * FUNCTIONS);
            let level = ["-O0", "-O2", "-O1"][index % 3];
            check_program(FIRST_SEED + index as u64, functions, level).err()
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {programs} programs:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn callers_and_callees_of_two_compilers_agree() {
    if !testing_gimlet() {
        return;
    }
    let asked = std::env::var("ABI_FUNCTIONS").ok().and_then(|n| n.parse().ok());
    check_functions(asked.unwrap_or(200));
}
