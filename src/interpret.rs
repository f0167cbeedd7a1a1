//! `--interpret`: the program is run from what passes leave of it, instead of being written as assembly.
//!
//! `--interpret=PASS` stops after a pass. `--interpret=all` runs the program after every pass of every function that
//! has changed something, up to the end of the tree passes, and names the first after which it behaves otherwise than
//! as it was gimplified.
//!
//! With `-fchecking=2` the program is also run as each pass finds it, to see whether what the pass claims then holds
//! ([`gimple::claims`]).

use crate::cli::CommandLine;
use crate::compile::{Outcome, Translation};
use dumps::DumpFlags;
use dumps::complain;
use gimple::claims::{self, Claimed};
use gimple::decl::DeclId;
use gimple::function::Prop;
use gimple::interp::{self, ErrorKind, Limits};
use gimple::unit::Module;
use std::collections::HashMap;
use std::io::Write as _;

/// The last pass whose result is GIMPLE. It changes no statement, but how they are read.
const LAST_TREE_PASS: &str = "outofssa";

/// How much longer than as it was gimplified a program may take: a wrong one may not come to an end.
const PATIENCE: u64 = 200_000_000;

fn limits() -> Limits {
    Limits { uninitialized: false, ..Limits::default() }
}

/// Runs the program from the result of one pass, or of each.
pub fn interpret(translation: &mut Translation<'_>, pass: Option<&str>) -> Outcome {
    if pass == Some("all") {
        return interpret_all(translation);
    }
    if let Some(problem) = pass.and_then(|pass| not_gimple(translation, pass)) {
        complain!("gimlet: error: {problem}");
        return Outcome::Failed(1);
    }
    let args = arguments(translation.line);
    begin_claims(translation);
    if let Err(outcome) = translation.run_up_to(pass) {
        return outcome;
    }
    if let Err(outcome) = check_claims(&translation.module, &args) {
        return outcome;
    }
    let mut out = std::io::stdout().lock();
    status(interp::run(&translation.module, &args, &mut out, limits()))
}

/// What is said where a pass leaves RTL, which is not interpreted.
fn not_gimple(translation: &Translation<'_>, pass: &str) -> Option<String> {
    let manager = &translation.manager;
    let (asked, last) = (manager.find(pass)?, manager.find(LAST_TREE_PASS)?);
    (asked > last).then(|| {
        format!(
            "‘{pass}’ leaves RTL, which is not interpreted; the last pass whose result can be run is ‘optimized’"
        )
    })
}

/// Makes passes say what they claim, if that is to be checked (`-fchecking=2`).
fn begin_claims(translation: &mut Translation<'_>) {
    let Module { unit, functions } = &mut translation.module;
    if translation.line.options.checking > 1 {
        // What was written in SSA form; of others the pass `ssa` notes the first body.
        let written = functions.iter().filter(|f| f.properties.intersects(Prop::SSA));
        let bodies = written.map(|f| Claimed::new(unit, f, "no pass".to_string())).collect();
        unit.claims = Some(bodies);
    }
}

/// Runs the program with its functions as they were when something was claimed of them, and says what does not hold. Where
/// it cannot be run nothing is said.
fn check_claims(module: &Module, args: &[String]) -> Result<(), Outcome> {
    let limits = Limits { steps: PATIENCE, ..Limits::default() };
    for round in claims::rounds(module.unit.claims.as_deref().unwrap_or_default()) {
        let run = interp::run_checked(module, &round, args, &mut std::io::sink(), limits);
        if let Err(error) = run
            && matches!(error.kind, ErrorKind::FalseClaim(_))
        {
            complain!("gimlet: interpreter: {error}");
            return Err(Outcome::Failed(4));
        }
    }
    Ok(())
}

fn status(result: Result<interp::ExitCode, interp::InterpError>) -> Outcome {
    match result {
        Ok(status) => Outcome::Failed(status.0 as u8),
        Err(error) => {
            complain!("{}", error.report());
            Outcome::Failed(3)
        }
    }
}

/// A program's first argument is its own name.
fn arguments(line: &CommandLine) -> Vec<String> {
    let program = line.inputs.first().map(|input| input.name.clone());
    program.into_iter().chain(line.program_args.iter().cloned()).collect()
}

fn interpret_all(translation: &mut Translation<'_>) -> Outcome {
    let args = arguments(translation.line);
    let program_args = args.clone();
    let mut expected = Vec::new();
    let result = interp::run(&translation.module, &args, &mut expected, limits());
    if result.is_ok() {
        let (expected, result) = (expected.clone(), result.clone());
        let mut seen: HashMap<DeclId, String> = HashMap::new();
        let limits = Limits { steps: PATIENCE, ..Limits::default() };
        begin_claims(translation);
        translation.manager.observer = Some(Box::new(move |module, position, pass| {
            if !changed(module, position, &mut seen) && pass != LAST_TREE_PASS {
                return Ok(());
            }
            let mut output = Vec::new();
            let now = interp::run(module, &args, &mut output, limits);
            compare((&expected, &result), (&output, &now))
        }));
        translation.manager.stop_after = translation.manager.find(LAST_TREE_PASS);
        translation.run_passes();
        translation.manager.observer = None;
        if let Err(outcome) = check_claims(&translation.module, &program_args) {
            return outcome;
        }
        if let Some(failure) = translation.manager.failure.take() {
            complain!(
                "gimlet: interpreter: wrong after {} of {}: {}",
                failure.pass,
                failure.function,
                failure.what
            );
            return Outcome::Failed(4);
        }
    }
    if let Err(error) = std::io::stdout().write_all(&expected) {
        complain!("gimlet: error: cannot write to standard output: {error}");
        return Outcome::Failed(1);
    }
    status(result)
}

/// Whether a function, or any, reads otherwise than when it was last looked at.
fn changed(module: &Module, position: Option<usize>, seen: &mut HashMap<DeclId, String>) -> bool {
    let functions = match position {
        Some(position) => &module.functions[position..=position],
        None => &module.functions,
    };
    let mut changed = false;
    for function in functions {
        let mut text = String::new();
        gimple::print::dump_function(&mut text, &module.unit, function, DumpFlags::NONE);
        changed |= seen.insert(function.decl, text.clone()).is_none_or(|before| before != text);
    }
    changed
}

type Run<'a> = (&'a [u8], &'a Result<interp::ExitCode, interp::InterpError>);

/// Says where two runs differ.
fn compare(expected: Run<'_>, now: Run<'_>) -> Result<(), String> {
    if let Err(error) = now.1 {
        return Err(error.to_string());
    }
    let mut lines = [expected.0, now.0].map(|output| String::from_utf8_lossy(output).into_owned());
    if lines[0] != lines[1] {
        let [right, wrong] = lines.each_mut().map(|text| text.lines());
        let both = right.chain(std::iter::once("")).zip(wrong.chain(std::iter::once("")));
        let first = both.enumerate().find(|(_, (right, wrong))| right != wrong);
        let (number, (right, wrong)) = first.unwrap_or_default();
        return Err(format!("line {} is ‘{wrong}’ instead of ‘{right}’", number + 1));
    }
    match (expected.1, now.1) {
        (Ok(right), Ok(wrong)) if right != wrong => {
            Err(format!("the status is {} instead of {}", wrong.0, right.0))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Input, Language};
    use gimple::claims::{Claim, computed_names};
    use gimple::function::Function;
    use gimple::pass::{DynamicPass, Hook, Pass, PassContext, Registration, Todo};
    use rstest::rstest;

    /// Claims that everything is 42.
    struct Liar;

    impl DynamicPass for Liar {
        fn describe(&self) -> Pass {
            Pass::of_user("liar").requires(Prop::CFG_SSA)
        }

        fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
            let int = cx.unit.common.int;
            let answer = cx.unit.int(int, 42);
            cx.claim(f, |_, f| -> Vec<Claim> {
                computed_names(f).map(|name| Claim::Value(name, answer)).collect()
            });
            Todo::NONE
        }
    }

    fn status(words: &str, program: &str) -> u8 {
        let line = CommandLine::parse(words.split(' ').map(std::ffi::OsString::from));
        let text = Some(program.to_string());
        let input = Input { name: "liar.c".into(), language: Language::C, text };
        let passes = vec![Registration {
            pass: Box::new(Liar),
            reference: "ccp".into(),
            instance: 1,
            hook: Hook::After,
        }];
        let Ok(mut translation) = Translation::parse(&line, &input, passes) else {
            panic!("the program is right")
        };
        match interpret(&mut translation, line.interpret.as_ref().and_then(Option::as_deref)) {
            Outcome::Failed(status) => status,
            _ => panic!("the program has run"),
        }
    }

    #[rstest]
    #[case("-O1 --interpret=all", 41, 41)]
    #[case("-O1 -fchecking=1 --interpret=all", 41, 41)]
    #[case("-O1 -fchecking=2 --interpret=all", 41, 4)]
    #[case("-O1 -fchecking=2 --interpret=fre1", 41, 4)]
    #[case("-O1 -fchecking=2 --interpret=ccp1", 41, 41)]
    #[case("-O1 -fchecking=2 -fno-checking --interpret=fre1", 41, 41)]
    #[case("-O1 -fchecking=2 --interpret=all", 42, 42)]
    fn a_false_claim_ends_the_run(#[case] words: &str, #[case] value: u8, #[case] expected: u8) {
        let program = format!("int main (int argc, char **argv) {{ return argc + {value}; }}");
        assert_eq!(self::status(words, &program), expected);
    }
}
