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
use rstest::rstest;
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
    /// Arguments after `...`, if it has one.
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

/// What a machine without registers for floating-point numbers calls to compute with them, done here by one that has them.
const SOFT: &str = "\
typedef float sf; typedef double df; typedef int si; typedef long di; typedef unsigned usi; typedef unsigned long udi;
#define ARITHMETIC(m) m __add##m##3 (m a, m b) { return a + b; } m __sub##m##3 (m a, m b) { return a - b; } \\
  m __mul##m##3 (m a, m b) { return a * b; } m __div##m##3 (m a, m b) { return a / b; } \\
  int __eq##m##2 (m a, m b) { return a != b; } int __ne##m##2 (m a, m b) { return a != b; } \\
  int __lt##m##2 (m a, m b) { return a < b ? -1 : 0; } int __le##m##2 (m a, m b) { return a <= b ? 0 : 1; } \\
  int __gt##m##2 (m a, m b) { return a > b ? 1 : 0; } int __ge##m##2 (m a, m b) { return a >= b ? 0 : -1; } \\
  int __unord##m##2 (m a, m b) { return __builtin_isunordered (a, b); } \\
  m __floatsi##m (si a) { return a; } m __floatdi##m (di a) { return a; } \\
  m __floatunsi##m (usi a) { return a; } m __floatundi##m (udi a) { return a; } \\
  si __fix##m##si (m a) { return a; } di __fix##m##di (m a) { return a; } \\
  usi __fixuns##m##si (m a) { return a; } udi __fixuns##m##di (m a) { return a; }
ARITHMETIC (sf) ARITHMETIC (df)
df __extendsfdf2 (sf a) { return a; }
sf __truncdfsf2 (df a) { return a; }
";

/// Compiles both files with both compilers for a machine and an ABI, and runs both mixes.
fn check_program(
    program_seed: u64,
    functions: usize,
    level: &str,
    machine: &str,
) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let mut objects = Vec::new();
    if let Some((_, abi)) = machine.split_once("-mabi=") {
        // The library is of another ABI: what is called of it takes no floating-point numbers.
        std::fs::write(dir.path().join("soft.c"), SOFT).map_err(|e| e.to_string())?;
        let abi = format!("-mabi={abi}");
        run_ok(&words(&[CROSS_GCC, "-O1", &abi, "-c", "soft.c"]), dir.path())?;
        objects = words(&["-Wl,--no-warn-mismatch", "soft.o"]);
    }
    for (name, text) in ["callers", "callees"].iter().zip(generate(program_seed, functions)) {
        let file = format!("{name}.c");
        std::fs::write(dir.path().join(&file), text).map_err(|e| e.to_string())?;
        for (who, command) in [("tested", compiler()), ("reference", words(&[CROSS_GCC]))] {
            let mut compile = command;
            let object = format!("{name}-{who}.o");
            compile.extend(machine.split_whitespace().map(str::to_string));
            compile.extend(words(&["-w", level, "-c", &file, "-o", &object]));
            run_ok(&compile, dir.path())?;
        }
    }
    for (callers, callees) in
        [("tested", "reference"), ("reference", "tested"), ("tested", "tested")]
    {
        let files = [format!("callers-{callers}.o"), format!("callees-{callees}.o")];
        let mut link = words(&[CROSS_GCC, "-static", &files[0], &files[1], "-o", "x"]);
        link.extend(objects.iter().cloned());
        run_ok(&link, dir.path())?;
        let finished = run(&words(&[EMULATOR, "./x"]), dir.path())?;
        if !finished.succeeded() {
            let how = format!(
                "seed {program_seed} {level} {machine}, callers {callers}, callees {callees}"
            );
            return Err(format!("{how}: {}\n{}", finished.describe(), finished.output));
        }
    }
    Ok(())
}

/// Runs programs with this many functions in all, a different level for each.
fn check_functions(total: usize, machine: &str) {
    require_tools();
    let programs = total.div_ceil(FUNCTIONS);
    let failures: Vec<String> = (0..programs)
        .filter_map(|index| {
            let functions = FUNCTIONS.min(total - index * FUNCTIONS);
            let level = ["-O0", "-O2", "-O1"][(index + machine.len()) % 3];
            check_program(FIRST_SEED + index as u64, functions, level, machine).err()
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {programs} programs:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[rstest]
#[case::with_float_registers("")]
#[case::without("-march=rv64imac -mabi=lp64")]
#[case::single("-march=rv64imafc -mabi=lp64f")]
#[case::unused("-march=rv64gc -mabi=lp64")]
#[case::half_used("-march=rv64gc -mabi=lp64f")]
fn callers_and_callees_of_two_compilers_agree(#[case] machine: &str) {
    if !testing_gimlet() {
        return;
    }
    let asked = std::env::var("ABI_FUNCTIONS").ok().and_then(|n| n.parse().ok());
    let usual = if machine.is_empty() { 200 } else { 100 };
    check_functions(asked.unwrap_or(usual), machine);
}

/// Prints what becomes of numbers, among them those with no order, as their bits.
const NUMBERS: &str = "\
int dprintf (int, const char *, ...);
static void show (double d) { union { double d; long l; } u = { d }; dprintf (1, \" %lx\", u.l); }
#define CONTENT(name, T, F) \
__attribute__ ((noinline)) static void name##_two (T a, T b) { \
  show (a + b); show (a - b); show (a * b); if (b != 0 || a != a) show (a / b); \
  show (-a); show (__builtin_fabs##F (a)); show (__builtin_copysign##F (a, b)); show (a < b ? a : b); \
  dprintf (1, \" %d%d%d%d%d%d%d%d%d%d%d\", a < b, a <= b, a > b, a >= b, a == b, a != b, __builtin_isless (a, b), \
           __builtin_isgreaterequal (a, b), __builtin_islessgreater (a, b), !__builtin_islessequal (a, b), \
           __builtin_isunordered (a, b)); \
  if (!(a < b)) dprintf (1, \" not less\"); if (a >= b) dprintf (1, \" not below\"); \
  dprintf (1, \" %d\", __builtin_signbit##F (a) != 0); } \
__attribute__ ((noinline)) static void name##_one (T a) { \
  dprintf (1, \" %d %ld %u %lu %d\", (int) a, (long) a, (unsigned) a, (unsigned long) a, (signed char) a); \
  show ((float) a); show (a * (T) 0.1 + 1); } \
__attribute__ ((noinline)) static T name##_of (int i, unsigned u, long l, unsigned long m, short s) { \
  T v[2]; v[i & 1] = i; v[!(i & 1)] = u; return v[0] + v[1] * (T) l - (T) m + s; } \
static T name##_values[] = { 0, -0.0, 1.5, -2.25, 3e9, 1e-9, -7e18, __builtin_inf##F (), -__builtin_inf##F (), __builtin_nan##F (\"\") }; \
static void name##_all (void) { \
  int n = sizeof name##_values / sizeof *name##_values; \
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { name##_two (name##_values[i], name##_values[j]); dprintf (1, \"\\n\"); } \
  for (int i = 0; i < 4; i++) name##_one (i == 3 ? 77 : name##_values[i] * (i == 3 ? 0 : 1) + 3); \
  show (name##_of (-3, 4000000000u, 5, 1ul << 40, -7)); dprintf (1, \"\\n\"); }
CONTENT (f, float, f)
CONTENT (d, double, )
int main (void) { f_all (); d_all (); return 0; }
";

/// Numbers that the library computes with come out as those of the machine do, which are GCC's.
#[rstest]
#[case("-O0")]
#[case("-O2")]
fn numbers_without_registers_for_them_are_the_same(#[case] level: &str) {
    if !testing_gimlet() {
        return;
    }
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    let run_ok = |words: &[String]| run_ok(words, dir.path()).expect("it runs");
    for (name, text) in [("soft.c", SOFT), ("x.c", NUMBERS)] {
        std::fs::write(dir.path().join(name), text).expect(name);
    }
    let outcome = || run(&words(&[EMULATOR, "./x"]), dir.path()).expect("the program runs").output;
    let contraction = "-ffp-contract=off";
    run_ok(&words(&[CROSS_GCC, level, contraction, "-static", "x.c", "-o", "x"]));
    let expected = outcome();
    for (machine, abi) in [("-march=rv64imac", "-mabi=lp64"), ("-march=rv64imafc", "-mabi=lp64f")] {
        run_ok(&words(&[CROSS_GCC, "-O1", abi, "-c", "soft.c"]));
        let mut compile = compiler();
        compile.extend(words(&[level, machine, abi, "-c", "x.c"]));
        run_ok(&compile);
        let mismatch = "-Wl,--no-warn-mismatch";
        run_ok(&words(&[CROSS_GCC, "-static", mismatch, "x.o", "soft.o", "-o", "x"]));
        assert!(expected.len() > 1000);
        assert_eq!(outcome(), expected, "{level} {machine}");
    }
}
