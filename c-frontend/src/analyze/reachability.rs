//! Which statements of a gimplified function control can come to: a function that is called, or named, nowhere else is not
//! needed, as in GCC, which looks at calls and references once the CFG is there.
//!
//! ```text
//!   if (0 != 0) goto <D.1>; else goto <D.2>;       never comes to the call: a static `config_error` may stay out
//!   <D.1>: config_error ();
//!   <D.2>: return;
//! ```
//!
//! Conditions on constants go one way; nothing follows a jump, a return, or a call that does not return. What is run on
//! the way out of a `try` is taken to be reached with it. Linear in the statements, and in the labels of computed jumps.

use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// The statements that control can come to, in order.
pub fn reachable_stmts(unit: &Unit, f: &Function) -> Vec<StmtId> {
    let flat = Flat::of(f);
    let mut reached = vec![false; flat.stmts.len()];
    let mut waiting = vec![0];
    // A jump from elsewhere may come to these whatever the function itself does.
    waiting.extend(flat.labels.iter().filter_map(|(&label, &at)| {
        let from_elsewhere = unit.decls[label].flags & flag::NONLOCAL != 0;
        from_elsewhere.then_some(at)
    }));
    let mut targets = Vec::new();
    while let Some(at) = waiting.pop() {
        if at >= reached.len() || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        if flat.successors(unit, f, at, &mut targets) {
            waiting.push(at + 1);
        }
        waiting.append(&mut targets);
    }
    let stmts = flat.stmts.into_iter().zip(reached);
    stmts.filter(|&(_, reached)| reached).map(|(stmt, _)| stmt).collect()
}

/// The statements of a body one after the other.
struct Flat {
    stmts: Vec<StmtId>,
    labels: FxHashMap<DeclId, usize>,
    /// Where what is run on the way out of a `try` begins, by the place of the `try`.
    cleanups: FxHashMap<usize, [usize; 2]>,
}

/// What is left to be laid out.
enum Rest {
    /// A statement and those after it.
    From(StmtId),
    /// Here the first or second cleanup of a `try` begins.
    Cleanup(usize, usize),
}

impl Flat {
    fn of(f: &Function) -> Flat {
        let mut flat = Flat {
            stmts: Vec::new(),
            labels: FxHashMap::default(),
            cleanups: FxHashMap::default(),
        };
        let mut rest = vec![Rest::From(f.body.first)];
        while let Some(next) = rest.pop() {
            let here = flat.stmts.len();
            match next {
                Rest::Cleanup(owner, which) => {
                    flat.cleanups.entry(owner).or_default()[which] = here
                }
                Rest::From(stmt) if stmt.is_none() => {}
                Rest::From(stmt) => {
                    flat.stmts.push(stmt);
                    rest.push(Rest::From(f.stmts[stmt].next));
                    match &f.stmts[stmt].kind {
                        StmtKind::Label(label) => {
                            flat.labels.insert(*label, here);
                        }
                        StmtKind::Bind { body, .. } => rest.push(Rest::From(body.first)),
                        StmtKind::Try { body, cleanup, kind } => rest.extend([
                            Rest::From(kind.otherwise().first),
                            Rest::Cleanup(here, 1),
                            Rest::From(cleanup.first),
                            Rest::Cleanup(here, 0),
                            Rest::From(body.first),
                        ]),
                        _ => {}
                    }
                }
            }
        }
        flat
    }

    /// Adds where a statement may jump to; whether it goes on with the next one as well.
    fn successors(&self, unit: &Unit, f: &Function, at: usize, targets: &mut Vec<usize>) -> bool {
        let mut to = |label: DeclId| targets.extend(self.labels.get(&label));
        match &f.stmts[self.stmts[at]].kind {
            StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
                let holds = constant_condition(unit, *code, *lhs, *rhs);
                if holds != Some(false) {
                    to(*true_label);
                }
                if holds != Some(true) {
                    to(*false_label);
                }
                false
            }
            StmtKind::Switch(switch) => {
                switch.cases.iter().for_each(|case| to(case.label));
                false
            }
            StmtKind::Goto(Operand::Decl(label)) if self.labels.contains_key(label) => {
                to(*label);
                false
            }
            StmtKind::Goto(_) => {
                targets.extend(self.labels.values());
                false
            }
            StmtKind::Asm(asm) => {
                asm.labels.iter().for_each(|&label| to(label));
                true
            }
            StmtKind::Return(_) => false,
            StmtKind::Call(call) => !matches!(call.callee, Callee::Decl(decl)
                if unit.decls[decl].flags & flag::NORETURN != 0),
            StmtKind::Try { .. } => {
                targets.extend(self.cleanups.get(&at).into_iter().flatten());
                true
            }
            _ => true,
        }
    }
}

/// Whether a comparison of numbers holds, if both are known.
fn constant_condition(unit: &Unit, code: TreeCode, lhs: Operand, rhs: Operand) -> Option<bool> {
    let (a, b) = (unit.as_int(lhs)?, unit.as_int(rhs)?);
    match code {
        TreeCode::Eq => Some(a == b),
        TreeCode::Ne => Some(a != b),
        TreeCode::Lt => Some(a < b),
        TreeCode::Le => Some(a <= b),
        TreeCode::Gt => Some(a > b),
        TreeCode::Ge => Some(a >= b),
        _ => None,
    }
}
