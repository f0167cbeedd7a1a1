//! A right function broken in one place; the verifier must say so.

use super::{verify_cfg, verify_gimple, verify_ssa};
use crate::cfg::BlockId;
use crate::read::tests::{FACT_SSA, module};
use crate::ssa::SsaName;
use crate::stmt::StmtKind;
use crate::tree::Operand;
use crate::unit::Module;

fn texts(verdict: super::Verdict) -> Vec<String> {
    verdict.err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

fn fact() -> Module {
    module(FACT_SSA)
}

#[test]
fn a_right_function_passes() {
    let m = fact();
    assert_eq!(super::verify_function(&m.unit, &m.functions[0]), Ok(()));
}

#[test]
fn a_use_before_its_definition_is_found() {
    let mut m = fact();
    let f = &mut m.functions[0];
    let first = f.blocks[BlockId(4)].stmts.first;
    let last = f.blocks[BlockId(4)].stmts.last;
    f.unlink_stmt(first);
    f.insert_after(last, first);
    let found = texts(verify_ssa(&m.unit, f));
    assert_eq!(found, ["definition of _1 in <bb 4> does not dominate use: _2 = fact (_1);"]);
}

#[test]
fn a_stale_use_list_is_found() {
    let mut m = fact();
    let f = &mut m.functions[0];
    let stmt = f.blocks[BlockId(4)].stmts.last;
    if let StmtKind::Assign { rhs, .. } = &mut f.stmts[stmt].kind {
        rhs[1] = Operand::Ssa(SsaName(1));
    }
    let found = texts(verify_ssa(&m.unit, f));
    assert_eq!(
        found,
        [
            "_1: has 1 immediate uses and is used 2 times",
            "_2: has 1 immediate uses and is used 0 times"
        ]
        .map(|text| {
            let (name, what) = text.split_once(": ").unwrap_or_default();
            format!("{what}: {name}")
        })
    );
}

#[test]
fn a_second_definition_is_found() {
    let mut m = fact();
    let f = &mut m.functions[0];
    let stmt = f.blocks[BlockId(3)].stmts.first;
    if let StmtKind::Assign { lhs, .. } = &mut f.stmts[stmt].kind {
        *lhs = Operand::Ssa(SsaName(8));
    }
    let found = texts(verify_ssa(&m.unit, f));
    assert!(
        found.contains(&"second definition of a name: _8 = n_5(D) * _2;".to_string()),
        "{found:?}"
    );
}

#[test]
fn a_condition_needs_two_edges() {
    let mut m = fact();
    let f = &mut m.functions[0];
    let edge = f.blocks[BlockId(2)].succs[1];
    f.remove_edge(edge);
    let found = texts(verify_cfg(&m.unit, f));
    assert_eq!(found, ["wrong outgoing edges after a condition: <bb 2>"]);
}

#[test]
fn operands_must_fit_the_operation() {
    let mut m = fact();
    let pointer = m.unit.common.char_ptr;
    m.functions[0].names[SsaName(2)].ty = pointer;
    let found = texts(verify_gimple(&m.unit, &m.functions[0]));
    assert_eq!(
        found,
        [
            "invalid conversion in gimple call: _2 = fact (_1);",
            "type mismatch in mult_expr: _8 = n_5(D) * _2;"
        ]
    );
}
