//! Faults that are planted after passes are found: pass, function, and the change.

use super::{Culprit, Progress, Search, Test};
use crate::cli::CommandLine;
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::pass::{DynamicPass, Hook, Pass, PassContext, Registration, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rstest::rstest;
use std::ffi::OsString;
use std::path::PathBuf;

/// `other` has the same statements as `f`, and nothing is to happen to it.
pub const PROGRAM: &str = "
int printf (const char *, ...);
int a[10];
__attribute__ ((noinline)) int other (int x, int *p)
{
  p[0] = x + 1; p[1] = x + 2; p[2] = x + 3; p[3] = x + 4;
  return p[x] - 5;
}
__attribute__ ((noinline)) int f (int x, int *p)
{
  p[4] = x + 10; p[5] = x + 20; p[6] = x + 30; p[7] = x + 40;
  for (int i = 0; i < x; i++)
    p[8] += p[i];
  return p[x] - 50;
}
int main (void)
{
  printf (\"%d %d\\n\", other (3, a), f (2, a));
  for (int i = 0; i < 10; i++)
    printf (\"%d\\n\", a[i]);
  return 0;
}
";

/// A pass that counts all additions of a constant, and makes that of one constant wrong.
struct Fault {
    counter: Option<Counter>,
    /// The constant, and what comes in its place.
    from: i128,
    to: i128,
}

impl DynamicPass for Fault {
    fn describe(&self) -> Pass {
        Pass::of_user("fault").requires(Prop::CFG)
    }

    fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
        if cx.unit.decl_name(f.decl) != Some("f") {
            return Todo::NONE;
        }
        for block in f.block_order() {
            let stmts: Vec<StmtId> = f.block_stmts(block).collect();
            for stmt in stmts {
                let StmtKind::Assign {
                    code: TreeCode::Plus,
                    rhs: [_, Operand::Const(constant), _],
                    ..
                } = f.stmts[stmt].kind
                else {
                    continue;
                };
                if self.counter.is_some_and(|counter| !cx.dbg_cnt(counter)) {
                    continue;
                }
                if cx.unit.as_int(Operand::Const(constant)) == Some(self.from) {
                    let ty = cx.unit.consts[constant].ty;
                    let wrong = cx.unit.int(ty, self.to);
                    if let StmtKind::Assign { rhs, .. } = &mut f.stmts[stmt].kind {
                        rhs[1] = wrong;
                    }
                    f.update_stmt(cx.unit, stmt);
                }
            }
        }
        Todo::NONE
    }
}

/// A fault beside a pass.
pub fn plant(
    reference: &str,
    instance: u32,
    hook: Hook,
    counter: Option<Counter>,
    from: i128,
) -> Vec<Registration> {
    let pass = Box::new(Fault { counter, from, to: from + 1 });
    vec![Registration { pass, reference: reference.to_string(), instance, hook }]
}

fn program() -> PathBuf {
    let path = std::env::temp_dir().join(format!(
        "gimlet-bisect-test-{}-{:?}.c",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&path, PROGRAM).expect("a file");
    path
}

fn search(passes: fn() -> Vec<Registration>) -> Result<Option<Culprit>, String> {
    let path = program();
    let words = ["-O2".into(), "-S".into(), path.clone().into_os_string()];
    let line = CommandLine::parse(Vec::<OsString>::from(words));
    let progress = Progress::default();
    let found = Search { line, test: Test::Interpreter, passes, progress }.culprit();
    std::fs::remove_file(path).expect("the file is there");
    found
}

#[rstest]
#[case::ccp1(|| plant("ccp", 1, Hook::After, Some(Counter::Ccp), 10))]
#[case::forwprop1(|| plant("forwprop", 1, Hook::After, Some(Counter::Forwprop), 20))]
#[case::fre1(|| plant("fre", 1, Hook::After, Some(Counter::Fre), 30))]
#[case::mergephi1(|| plant("mergephi", 1, Hook::After, Some(Counter::Mergephi), 40))]
#[case::dse1(|| plant("dse", 1, Hook::Before, Some(Counter::Dse), 30))]
#[case::cddce1(|| plant("cddce", 1, Hook::After, Some(Counter::Dce), 10))]
#[case::phiopt1(|| plant("phiopt", 1, Hook::After, Some(Counter::Phiopt), 40))]
#[case::copyprop1(|| plant("copyprop", 1, Hook::After, Some(Counter::Copyprop), 20))]
#[case::ch2(|| plant("ch", 2, Hook::Before, Some(Counter::Ch), 30))]
#[case::lim2(|| plant("lim", 2, Hook::After, Some(Counter::Lim), 40))]
#[case::pre(|| plant("pre", 0, Hook::After, Some(Counter::Fre), 20))]
#[case::sink1(|| plant("sink", 1, Hook::Before, Some(Counter::Sink), 30))]
#[case::dse3(|| plant("dse", 3, Hook::After, Some(Counter::Dse), 10))]
#[case::fre5(|| plant("fre", 5, Hook::After, Some(Counter::Fre), 20))]
fn a_planted_fault_is_found(#[case] passes: fn() -> Vec<Registration>) {
    let culprit = search(passes).expect("no trouble").expect("a culprit");
    assert_eq!((culprit.pass.as_str(), culprit.function.as_str()), ("fault", "f"));
    let change = culprit.change.as_ref().expect("a change was found");
    assert!((1..=change.made).contains(&change.within) && change.within <= change.number);
    let differ: Vec<(&str, &str)> =
        culprit.before.lines().zip(culprit.after.lines()).filter(|(x, y)| x != y).collect();
    assert_eq!(differ.len(), 1, "{}\n{}", culprit.before, culprit.after);
    // What is said ends with what the change makes of the function.
    let report = culprit.report();
    let lines: Vec<&str> = report.lines().filter(|line| line.starts_with(['-', '+'])).collect();
    let [was, is] = lines[..] else { panic!("{report}") };
    assert_eq!((&was[1..], &is[1..]), differ[0]);
}

#[test]
fn without_a_counter_pass_and_function_are_found() {
    let culprit = search(|| plant("widening_mul", 0, Hook::After, None, 20));
    let culprit = culprit.expect("no trouble").expect("a culprit");
    assert_eq!((culprit.pass.as_str(), culprit.function.as_str()), ("fault", "f"));
    assert_eq!(culprit.change, None);
    assert!(culprit.before.contains(" + 20;") && culprit.after.contains(" + 21;"));
}

#[test]
fn without_a_fault_nothing_is_found() {
    assert_eq!(search(Vec::new), Ok(None));
}
