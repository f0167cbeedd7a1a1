//! The allocation checker finds nothing wrong in what the allocator does, and finds what is made wrong on purpose.

use gimlet_rtl_backend::allocation::ira::Place;
use gimlet_rtl_backend::allocation::{check_allocation, ira, reload};
use gimlet_rtl_backend::asm::{AsmUnit, CodegenOptions};
use gimlet_rtl_backend::emit::{CallSpec, Emitter, ParamSpec};
use gimlet_rtl_backend::machine::target::abi::AbiType;
use gimlet_rtl_backend::passes::vregs;
use gimlet_rtl_backend::rtl::code::Code;
use gimlet_rtl_backend::rtl::function::RtlFunction;
use gimlet_rtl_backend::rtl::mode::Mode;
use gimlet_rtl_backend::rtl::rtx::symbol_flag;
use gimlet_rtl_backend::state::RtlContext;
use proptest::prelude::*;

const LONG: AbiType = AbiType::Int { size: 8, unsigned: false };

/// Straight-line code over `count` values with calls between, all of which are added up at the end.
fn build(count: usize, calls: usize, steps: &[(usize, usize)], unit: &mut AsmUnit) -> RtlFunction {
    let mut f = RtlFunction::new("f", 2);
    let mut em = Emitter::new(&mut f, unit);
    let arg = em.receive_params(
        &[ParamSpec { ty: &LONG, name: "n", home: None, parts: false }],
        false,
        &LONG,
    )[0];
    let mut values = vec![arg];
    for i in 1..count {
        let k = em.int(i as i64);
        values.push(em.binop(Code::Plus, Mode::DI, arg, k));
    }
    for (i, &(a, b)) in steps.iter().enumerate() {
        if i < calls {
            let callee = em.symbol("g", symbol_flag::FUNCTION, "function_decl", false);
            em.call(&CallSpec::new(callee, &[], 0, &AbiType::Void));
        }
        let sum = em.binop(Code::Mult, Mode::DI, values[a % count], values[b % count]);
        let to = em.new_reg(Mode::DI);
        em.emit_move(to, sum);
        values[b % count] = to;
    }
    let mut sum = values[0];
    for v in &values[1..] {
        sum = em.binop(Code::Xor, Mode::DI, sum, *v);
    }
    em.emit_return(&LONG, Some(sum));
    em.finish();
    f
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn allocations_are_right(
        count in 1usize..70,
        calls in 0usize..3,
        steps in prop::collection::vec((0usize..70, 0usize..70), 0..60),
    ) {
        let mut unit = AsmUnit::new(CodegenOptions::default());
        let mut f = build(count, calls, &steps, &mut unit);
        let mut cx = RtlContext::silent(&mut unit);
        vregs::run(&mut f, &mut cx);
        let allocation = ira::run(&mut f, &mut cx);
        prop_assert_eq!(reload::run(&mut f, &allocation, &mut cx).err(), None);
        prop_assert_eq!(check_allocation::check(&f), Ok(()));
    }
}

#[test]
fn a_wrong_allocation_is_found() {
    let mut unit = AsmUnit::new(CodegenOptions::default());
    let mut f = build(12, 1, &[(1, 2), (3, 4)], &mut unit);
    let mut cx = RtlContext::silent(&mut unit);
    vregs::run(&mut f, &mut cx);
    let mut allocation = ira::run(&mut f, &mut cx);
    // Two values that live together are put into one register.
    let together: Vec<usize> = (72..allocation.places.len())
        .filter(|&r| matches!(allocation.places[r], Place::Hard(8 | 9 | 18..=27)))
        .collect();
    assert!(together.len() > 3, "values live across the call are in callee-saved registers");
    allocation.places[together[1]] = allocation.places[together[0]];
    assert_eq!(reload::run(&mut f, &allocation, &mut cx).err(), None);
    let error = check_allocation::check(&f).expect_err("two values share a register");
    assert!(error.contains("does not hold register"), "{error}");
}
