//! Tests of constant folding.

use super::*;
use crate::diagnostic::Diagnostics;
use crate::symbol::Interner;
use crate::target::TargetDesc;
use TreeCode::*;
use rstest::rstest;

fn unit() -> Unit {
    Unit::new(TargetDesc::lp64(), Interner::new(), Diagnostics::captured())
}

#[rstest]
#[case(Plus, i32::MAX.into(), 1, Some((i32::MIN.into(), true)))]
#[case(Mult, 1 << 20, 1 << 11, Some((i32::MIN.into(), true)))]
#[case(TruncDiv, 1, 0, None)]
#[case(TruncMod, 7, 0, None)]
#[case(TruncDiv, i32::MIN.into(), -1, Some((i32::MIN.into(), true)))]
#[case(TruncMod, i32::MIN.into(), -1, Some((0, true)))]
#[case(TruncMod, -7, 3, Some((-1, false)))]
#[case(Lshift, 1, 40, Some((0, false)))]
#[case(Lshift, 1, 31, Some((i32::MIN.into(), false)))]
#[case(Lshift, 1, -1, None)]
#[case(Rshift, -5, 40, Some((-1, false)))]
#[case(Lrotate, 0x4000_0001, 1, Some((0x8000_0002u32 as i32 as i128, false)))]
#[case(Lt, -1, 1, Some((1, false)))]
fn int_arithmetic(
    #[case] code: TreeCode,
    #[case] a: i128,
    #[case] b: i128,
    #[case] expected: Option<(i128, bool)>,
) {
    let mut unit = unit();
    let int = unit.common.int;
    let (a, b) = (unit.int_id(int, a), unit.int_id(int, b));
    let result = const_binop(&mut unit, code, int, a, b);
    let got = result.map(|id| (unit.consts.as_int(id).unwrap(), unit.consts[id].overflow));
    assert_eq!(got, expected);
}

#[test]
fn unsigned_wraps_and_compares_unsigned() {
    let mut unit = unit();
    let (uint, int) = (unit.common.uint, unit.common.int);
    let (zero, one) = (unit.int_id(uint, 0), unit.int_id(uint, 1));
    let max = const_binop(&mut unit, Minus, uint, zero, one).unwrap();
    assert_eq!(unit.consts.as_int(max), Some(u32::MAX.into()));
    assert!(!unit.consts[max].overflow);
    assert_eq!(compare(&unit, Gt, max, one), Some(true));
    let wide = unit.common.uint128;
    let (big, small) = (unit.int_id(wide, -1), unit.int_id(wide, 2));
    let half = const_binop(&mut unit, TruncDiv, wide, big, small).unwrap();
    assert_eq!(unit.consts.as_int(half), Some(i128::MAX));
    let narrow = const_convert(&mut unit, Nop, int, max).unwrap();
    assert_eq!(unit.consts.as_int(narrow), Some(-1));
    assert!(unit.consts[narrow].overflow);
    let clean = drop_overflow(&mut unit, narrow);
    assert!(!unit.consts[clean].overflow);
}

#[rstest]
#[case(Plus, 1e308, 1e308, None)]
#[case(Rdiv, 1.0, 0.0, None)]
#[case(Minus, f64::INFINITY, f64::INFINITY, None)]
#[case(Plus, f64::INFINITY, 1.0, Some(f64::INFINITY))]
#[case(Rdiv, 1.0, 3.0, Some(1.0 / 3.0))]
#[case(Mult, 5e-324, 0.5, Some(5e-324 * 0.5))]
fn real_arithmetic(
    #[case] code: TreeCode,
    #[case] a: f64,
    #[case] b: f64,
    #[case] expected: Option<f64>,
) {
    let mut unit = unit();
    let double = unit.common.double;
    let a = unit.consts.real(double, RealBits::from_f64(a));
    let b = unit.consts.real(double, RealBits::from_f64(b));
    let result = const_binop(&mut unit, code, double, a, b);
    assert_eq!(result.map(|id| unit.consts.as_real(id).unwrap().to_f64()), expected);
    let folded = const_binop_in(&mut unit, Folding::INITIALIZER, code, double, a, b);
    assert!(folded.is_some());
}

#[rstest]
#[case(1e30, i32::MAX.into(), true)]
#[case(-1.5, -1, false)]
#[case(f64::NAN, 0, true)]
fn real_to_int(#[case] from: f64, #[case] value: i128, #[case] overflow: bool) {
    let mut unit = unit();
    let (double, int) = (unit.common.double, unit.common.int);
    let from = unit.consts.real(double, RealBits::from_f64(from));
    let id = const_convert(&mut unit, FixTrunc, int, from).unwrap();
    assert_eq!((unit.consts.as_int(id), unit.consts[id].overflow), (Some(value), overflow));
}

#[test]
fn complex_quotient() {
    let mut unit = unit();
    let (double, ty) = (unit.common.double, unit.common.complex_double);
    let mut number = |re, im| {
        let re = unit.consts.real(double, RealBits::from_f64(re));
        let im = unit.consts.real(double, RealBits::from_f64(im));
        complex(&mut unit, ty, re, im)
    };
    let (a, b, half) = (number(1.0, 2.0), number(3.0, 1.0), number(0.5, 0.5));
    assert_eq!(const_binop(&mut unit, Rdiv, ty, a, b), Some(half));
}
