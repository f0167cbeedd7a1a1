//! Tests of folding on expressions of one variable `x`.

use super::*;
use gimple::decl::{Decl, DeclKind};
use gimple::diagnostic::Diagnostics;
use gimple::options::Options;
use gimple::symbol::Interner;
use gimple::target::TargetDesc;
use gimple::unit::Unit;
use rstest::rstest;

fn context() -> Context {
    let unit = Unit::new(TargetDesc::lp64(), Interner::new(), Diagnostics::captured());
    Context::new(unit, Options::new(2, false, false))
}

fn variable(cx: &mut Context, ty: TypeId) -> ExprId {
    let loc = Location::default();
    let decl = cx.new_decl(Decl::new(DeclKind::Parm, None, ty, loc));
    cx.decl_expr(decl, loc)
}

/// An expression in prefix form: `(Plus x 1)`.
fn show(cx: &Context, e: ExprId) -> String {
    match cx.exprs[e].kind {
        ExprKind::Const(id) => cx.unit.consts.as_int(id).unwrap().to_string(),
        ExprKind::Decl(_) => "x".to_string(),
        ExprKind::Unary(TreeCode::Nop, a) => format!("(conv {})", show(cx, a)),
        ExprKind::Unary(code, a) => format!("({code:?} {})", show(cx, a)),
        ExprKind::Binary(code, a, b) => format!("({code:?} {} {})", show(cx, a), show(cx, b)),
        _ => "?".to_string(),
    }
}

#[rstest]
#[case(TreeCode::Minus, 1, "(Plus x -1)")]
#[case(TreeCode::Lt, 10, "(Le x 9)")]
#[case(TreeCode::Gt, -1, "(Ge x 0)")]
#[case(TreeCode::Ge, i32::MIN.into(), "1")]
#[case(TreeCode::Mult, 0, "0")]
#[case(TreeCode::Mult, -1, "(Negate x)")]
#[case(TreeCode::TruncMod, 1, "0")]
#[case(TreeCode::BitXor, -1, "(BitNot x)")]
#[case(TreeCode::Lshift, 40, "(Lshift x 40)")]
fn with_a_constant(#[case] code: TreeCode, #[case] value: i128, #[case] expected: &str) {
    let mut cx = context();
    let int = cx.unit.common.int;
    let x = variable(&mut cx, int);
    let c = int_const(&mut cx, Location::default(), int, value);
    let e = fold_binary(&mut cx, Location::default(), code, int, x, c);
    assert_eq!(show(&cx, e), expected);
}

#[test]
fn a_range_is_one_unsigned_comparison() {
    let mut cx = context();
    let (int, loc) = (cx.unit.common.int, Location::default());
    let x = variable(&mut cx, int);
    let (five, ten) = (int_const(&mut cx, loc, int, 5), int_const(&mut cx, loc, int, 10));
    let low = fold_binary(&mut cx, loc, TreeCode::Ge, int, x, five);
    let high = fold_binary(&mut cx, loc, TreeCode::Lt, int, x, ten);
    let e = fold_binary(&mut cx, loc, TreeCode::TruthAndIf, int, low, high);
    assert_eq!(show(&cx, e), "(Le (Plus (conv x) 4294967291) 4)");
}

#[test]
fn a_long_chain_is_folded_without_recursion() {
    let mut cx = context();
    let (int, loc) = (cx.unit.common.int, Location::default());
    let mut e = variable(&mut cx, int);
    for _ in 0..50_000 {
        let one = int_const(&mut cx, loc, int, 1);
        e = build2(&mut cx, loc, TreeCode::Plus, int, e, one);
    }
    let e = fully_fold(&mut cx, e, false);
    assert_eq!(show(&cx, e), "(Plus x 50000)");
}
