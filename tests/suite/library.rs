//! The library, as a program outside the workspace uses it: `tests/library` is a pass with a `main` around it. What else
//! the library offers has an example each here, which the book's chapter about it shows (`docs/book/src/library.md`).

use crate::support::project_dir;
use std::process::Command;

#[test]
fn a_pass_outside_the_workspace_changes_and_dumps() {
    let project = project_dir("tests/library");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--locked", "--", "../plugin/masks.c"])
        // The same folder as the project's own, whose dependencies are built already.
        .env("CARGO_TARGET_DIR", project_dir("target"))
        .current_dir(&project)
        .output()
        .expect("cargo runs");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}");
    let body =
        "  low_4 = x_3(D) & 15;\n  other_6 = y_5(D) & 255;\n  _1 = low_4;\n  _2 = other_6 & 15;\n";
    assert!(out.contains("\n1 masks removed\n"), "{out}");
    assert!(out.contains(body), "{out}");
}

// ANCHOR: session
/// From C to assembly, with a look at a function on the way, and with what was said.
#[test]
fn a_session_compiles() -> Result<(), gimlet::session::Error> {
    let mut session = gimlet::Session::new(["-O2", "-Wall"])?;
    let mut unit = session.read("f.c", "int f (int a) { int b; return a * 8; }")?;
    let said: Vec<String> = unit.diagnostics().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["f.c:1:21: warning: unused variable ‘b’ [-Wunused-variable]"]);
    unit.run_to("ssa")?;
    assert!(unit.text("f").is_some_and(|text| text.contains("_2 = a_1(D) * 8;")));
    assert!(unit.assembly()?.contains("slliw"));
    Ok(())
}
// ANCHOR_END: session

// ANCHOR: diagnostics
/// Why something could not be compiled is a value: kind, place, text, notes.
#[test]
fn errors_say_why() {
    use gimlet::gimple::diagnostic::Kind;
    use gimlet::session::{Error, Session};
    let mut session = Session::new(["-O1"]).expect("the option exists");
    let source = "int g (int);\n\nint f (void) { return g (x) + g (); }\n";
    let Err(Error::Failed { status, diagnostics }) = session.read("f.c", source) else {
        panic!("there is no x, and g has a parameter")
    };
    let [unknown, few] = &diagnostics[..] else { panic!("two errors: {diagnostics:?}") };
    assert_eq!((status, unknown.kind, few.is_error()), (1, Kind::Error, true));
    assert_eq!(few.place.as_ref().map(|place| (place.line, place.column)), Some((3, 31)));
    assert_eq!((few.function.as_deref(), few.notes.len()), (Some("f"), 1));
    assert_eq!(few.notes[0].to_string(), "f.c:1:5: note: declared here");
    // The same session goes on, and remembers nothing.
    let unit = session.read("g.c", "int g (int x) { return x; }").expect("this is right");
    assert_eq!(unit.diagnostics(), []);
    let Err(Error::Options(texts)) = Session::new(["-fno-such-option"]) else {
        panic!("there is no such option")
    };
    assert_eq!(texts, ["unrecognized command-line option ‘-fno-such-option’"]);
    let wrong = "int f (int a)\n{\n  return b;\n}\n";
    let Err(Error::Failed { diagnostics, .. }) = session.read("f.gimple", wrong) else {
        panic!("that is no GIMPLE")
    };
    assert!(diagnostics[0].place.as_ref().is_some_and(|place| place.file == "f.gimple"));
}
// ANCHOR_END: diagnostics

// ANCHOR: interpret
/// A program runs as it is after any tree pass; where it cannot go on, the error has the calls that led there.
#[test]
fn a_program_runs() -> Result<(), gimlet::session::Error> {
    use gimlet::gimple::interp::ErrorKind;
    use gimlet::session::Error;
    let mut session = gimlet::Session::new(["-O2"])?;
    let source = "int printf (const char *, ...);\n\
                  int at (int *p) { return *p; }\n\
                  int main (int n, char **v) { printf (\"%s\\n\", v[1]); return n > 2 ? at (0) : 5; }\n";
    let mut unit = session.read("x.c", source)?;
    unit.run_to("ssa")?;
    let args = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(unit.interpret(&args(&["x", "one"]))?, (5, b"one\n".to_vec()));
    let Err(Error::Interpreter(error)) = unit.interpret(&args(&["x", "one", "two"])) else {
        panic!("it reads from no address")
    };
    assert!(matches!(error.kind, ErrorKind::Fault { address: 0, size: 4, write: false, .. }));
    let calls: Vec<_> = error.calls.iter().map(|call| call.function.as_str()).collect();
    assert_eq!(calls, ["at", "main"]);
    assert_eq!(error.calls[0].place.as_deref(), Some("x.c:2:26"));
    Ok(())
}
// ANCHOR_END: interpret

// ANCHOR: analyses
/// What is known of a function: dominators and loops, and the solution of a data-flow problem of one's own.
#[test]
fn functions_are_analysed() -> Result<(), gimlet::session::Error> {
    use gimlet::gimple::cfg::{BlockId, ENTRY};
    use gimlet::gimple::function::Function;
    use gimlet::gimple::options::DataflowOrder;
    use gimlet::tree_ssa::analyses::dataflow::{Direction, Problem, solve};
    use gimlet::tree_ssa::graph::analyses::analysis;
    use gimlet::tree_ssa::graph::dominance::Dominators;

    /// How many statements the shortest way to a block has.
    struct Shortest;
    impl Problem for Shortest {
        type Value = usize;
        fn direction(&self) -> Direction {
            Direction::Forward
        }
        fn boundary(&self) -> usize {
            0
        }
        fn top(&self) -> usize {
            usize::MAX
        }
        fn meet(&self, value: &mut usize, other: &usize) {
            *value = (*value).min(*other);
        }
        fn transfer(&mut self, f: &Function, block: BlockId, value: &usize) -> usize {
            value.saturating_add(f.block_stmts(block).count())
        }
    }

    let mut session = gimlet::Session::new(["-O1"])?;
    let source = "int f (int n) { int s = 0; while (n--) s += n; return s; }";
    let mut unit = session.read("f.c", source)?;
    unit.run_to("loopinit")?;
    let f = &mut unit.module().functions[0];
    let dominators = analysis::<Dominators>(f);
    let blocks = f.block_order();
    assert!(blocks.iter().all(|&block| dominators.dominated_by(block, ENTRY)));
    let loops = f.loops.as_ref().expect("the pass has found them");
    let [_, one] = loops.preorder()[..] else { panic!("the function itself, and a loop") };
    let (header, latch) = (loops[one].header, loops[one].latch);
    assert!(dominators.dominated_by(latch, header));
    let lengths = solve(f, &mut Shortest, DataflowOrder::default());
    assert!(lengths.result.iter().any(|&length| length > 0 && length < 20));
    Ok(())
}
// ANCHOR_END: analyses

// ANCHOR: make
/// A pass that makes statements, says what it did, and counts it: `x * 3` becomes `x + x + x`.
#[test]
fn a_pass_makes_statements() -> Result<(), gimlet::session::Error> {
    use gimlet::gimple::code::TreeCode;
    use gimlet::gimple::function::{Function, Prop};
    use gimlet::gimple::pass::{DynamicPass, Hook, Pass, PassContext, Todo};
    use gimlet::gimple::remark::RemarkKind;
    use gimlet::gimple::stmt::StmtKind;
    use gimlet::tree_ssa::edit::{Cursor, set_rhs};

    struct Thrice;
    impl DynamicPass for Thrice {
        fn describe(&self) -> Pass {
            Pass::of_user("thrice").requires(Prop::CFG_SSA)
        }
        fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
            for block in f.block_order() {
                for stmt in f.block_stmts(block).collect::<Vec<_>>() {
                    let StmtKind::Assign { lhs, code: TreeCode::Mult, rhs: [x, y, _] } =
                        f.stmts[stmt].kind
                    else {
                        continue;
                    };
                    if cx.unit.as_int(y) != Some(3) {
                        continue;
                    }
                    let ty = cx.unit.type_of(f, lhs);
                    let mut at = Cursor::before(stmt).like(f, stmt);
                    let twice = at.temporary(cx.unit, f, ty, TreeCode::Plus, [x, x]);
                    set_rhs(cx.unit, f, stmt, TreeCode::Plus, [twice, x]);
                    let place = (f.decl, f.stmt_info[stmt].loc);
                    let text = "product became a sum".to_string();
                    cx.remark(RemarkKind::Optimized, "loop", place, text);
                    cx.statistics.count("Products", 1);
                }
            }
            Todo::NONE
        }
    }

    let mut session = gimlet::Session::new(["-O1"])?;
    session.register("ccp", 1, Hook::Before, Thrice);
    let mut unit = session.read("f.c", "unsigned f (unsigned x) { return x * 3; }")?;
    unit.module().unit.wants_remarks = true;
    unit.run_to("thrice")?;
    let text = unit.text("f").expect("the function");
    assert!(text.contains("  _4 = x_1(D) + x_1(D);\n  _2 = _4 + x_1(D);\n"), "{text}");
    let module = unit.module();
    let remarks: Vec<_> = module.unit.remarks.iter().map(|one| one.line(&module.unit)).collect();
    assert_eq!(remarks, ["f.c:1:36: optimized: product became a sum\n"]);
    Ok(())
}
// ANCHOR_END: make

// ANCHOR: text
/// GIMPLE is text that is read, verified and printed; two dumps are held against each other function by function.
#[test]
fn gimple_is_text() {
    let text = "int f (int a)\n{\n  int b;\n\n  b = a + 1;\n  return b;\n}\n";
    let target = gimlet::rtl_backend::target();
    let module = gimlet::gimple::read::read_module(text, target).expect("this is GIMPLE");
    let [f] = &module.functions[..] else { panic!("one function") };
    gimlet::gimple::verify::verify_function(&module.unit, f).expect("it holds");
    let printed = gimlet::gimple::print::print_module(&module);
    assert!(printed.contains("  bD.3 = aD.1 + _Literal (int) 1;\n"), "{printed}");
    let other = printed.replace("(int) 1;", "(int) 2;");
    let difference = gimlet::dumps::diff::unified("f", &printed, &other);
    let lines: Vec<&str> = difference.lines().filter(|line| line.starts_with(['-', '+'])).collect();
    assert_eq!(lines[lines.len() - 2], "-  bD.3 = aD.1 + _Literal (int) 1;");
    assert_eq!(lines[lines.len() - 1], "+  bD.3 = aD.1 + _Literal (int) 2;");
}
// ANCHOR_END: text

// ANCHOR: listen
/// What runs is heard of as it happens, and can be stopped.
#[test]
fn events_are_heard() -> Result<(), gimlet::session::Error> {
    use gimlet::gimple::pass::{Event, Listener};
    use gimlet::session::Error;

    /// Does not let a pass run.
    struct Forbids(&'static str);
    impl Listener for Forbids {
        fn event(&mut self, event: Event<'_>) -> Result<(), String> {
            match event {
                Event::PassBegins(pass, ..) if pass.to_string() == self.0 => {
                    Err(format!("{pass} is not wanted"))
                }
                _ => Ok(()),
            }
        }
    }
    let mut session = gimlet::Session::new(["-O1"])?;
    let mut unit = session.read("f.c", "int f (void) { return 1; }")?;
    unit.listen(Forbids("dse1"));
    unit.run_to("fre1")?;
    let Err(Error::Failed { status: 4, diagnostics }) = unit.run_to("optimized") else {
        panic!("the pass is forbidden")
    };
    assert!(diagnostics[0].text.contains("dse1 is not wanted"), "{}", diagnostics[0]);
    Ok(())
}
// ANCHOR_END: listen
