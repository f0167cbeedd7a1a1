//! The size of a body for a call some of whose arguments are constants (`estimate_edge_size`).
//!
//! ```text
//!   int f (int n)                     f (0):   the test and the loop count nothing
//!   { if (n > 0) while (n--) g ();
//!     return 0; }
//! ```
//!
//! What is computed from constants alone takes nothing, nor does what no branch then leads to. Loads and what joins paths
//! count as unknown. Linear in the body.

use super::body::{Body, BodyStmt, TO_EXIT};
use gimple::cfg::edge_flag;
use gimple::code::TreeCode;
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// What is known of a name: nothing, that it does not depend on the run, or its value.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Nothing,
    Fixed,
    Int(i128),
}

/// The size of a body called with these arguments, in instructions.
pub fn size(unit: &Unit, body: &Body, args: &[Operand]) -> i64 {
    let fixed = |op: &Operand| op.constant().is_some() || unit.addressed(*op).is_some();
    if !args.iter().take(body.params.len()).any(fixed) {
        return body.size;
    }
    let mut names = vec![Known::Nothing; body.names.len()];
    for (index, data) in body.names.iter().enumerate() {
        let param = body.params.iter().position(|&param| param == data.var);
        if data.has(name_flag::DEFAULT_DEF)
            && let Some(&arg) = param.and_then(|param| args.get(param))
        {
            names[index] = known(unit, &names, arg);
        }
    }
    let mut reached = vec![false; body.blocks.len()];
    let mut work = vec![0];
    let mut size = 0;
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut reached[block], true) {
            continue;
        }
        let from = &body.blocks[block];
        let mut truth = None;
        for stmt in &from.stmts {
            match evaluate(unit, body, &mut names, stmt) {
                Known::Nothing => size += i64::from(stmt.size),
                Known::Fixed => {}
                Known::Int(value) => truth = Some(value != 0),
            }
        }
        for edge in &from.succs {
            let not_taken = match truth {
                Some(true) => edge_flag::FALSE_VALUE,
                Some(false) => edge_flag::TRUE_VALUE,
                None => 0,
            };
            if edge.dst != TO_EXIT && edge.flags & not_taken == 0 {
                work.push(edge.dst as usize);
            }
        }
    }
    size.min(body.size)
}

fn known(unit: &Unit, names: &[Known], op: Operand) -> Known {
    match op {
        Operand::Ssa(SsaName(name)) => names.get(name as usize).copied().unwrap_or(Known::Nothing),
        _ => match unit.as_int(op) {
            Some(value) => Known::Int(value),
            None if op.constant().is_some() || unit.addressed(op).is_some() => Known::Fixed,
            None => Known::Nothing,
        },
    }
}

/// What a statement computes, noted for the name it defines.
fn evaluate(unit: &Unit, body: &Body, names: &mut [Known], stmt: &BodyStmt) -> Known {
    match stmt.kind {
        StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } => {
            let ops =
                rhs.map(|op| if op.is_none() { Known::Fixed } else { known(unit, names, op) });
            let variable = |op: Operand| {
                let mut any = false;
                unit.for_each_ssa(op, &mut |name| any |= names[name.0 as usize] == Known::Nothing);
                any
            };
            let value = if ops.contains(&Known::Nothing) || variable(rhs[0]) {
                Known::Nothing
            } else {
                match result(code, ops[0], ops[1]) {
                    Some(value) => {
                        Known::Int(unit.types.wrap(body.names[name.0 as usize].ty, value))
                    }
                    None => Known::Fixed,
                }
            };
            names[name.0 as usize] = value;
            // A value that is computed is no condition.
            if value == Known::Nothing { Known::Nothing } else { Known::Fixed }
        }
        StmtKind::Cond { code, lhs, rhs, .. } => {
            let ops = (known(unit, names, lhs), known(unit, names, rhs));
            match (ops, result(code, ops.0, ops.1)) {
                (_, Some(truth)) => Known::Int(truth),
                ((Known::Nothing, _) | (_, Known::Nothing), None) => Known::Nothing,
                _ => Known::Fixed,
            }
        }
        _ => Known::Nothing,
    }
}

/// The number an operation makes of numbers, before it is wrapped to its type.
fn result(code: TreeCode, a: Known, b: Known) -> Option<i128> {
    use TreeCode::*;
    let Known::Int(a) = a else { return None };
    match (code, b) {
        (Single | Nop, _) => Some(a),
        (Negate, _) => a.checked_neg(),
        (BitNot, _) => Some(!a),
        (Plus, Known::Int(b)) => a.checked_add(b),
        (Minus, Known::Int(b)) => a.checked_sub(b),
        (Mult, Known::Int(b)) => a.checked_mul(b),
        (BitAnd, Known::Int(b)) => Some(a & b),
        (BitIor, Known::Int(b)) => Some(a | b),
        (BitXor, Known::Int(b)) => Some(a ^ b),
        (Eq, Known::Int(b)) => Some((a == b).into()),
        (Ne, Known::Int(b)) => Some((a != b).into()),
        (Lt, Known::Int(b)) => Some((a < b).into()),
        (Le, Known::Int(b)) => Some((a <= b).into()),
        (Gt, Known::Int(b)) => Some((a > b).into()),
        (Ge, Known::Int(b)) => Some((a >= b).into()),
        _ => None,
    }
}
