//! Expressions: where they have been computed, and where they are going to be.
//!
//! ```text
//!                      on all paths            on some path
//!   computed before    available               partially available
//!   computed after    anticipated             partially anticipated
//! ```
//!
//! A fact is an operation on register variables and constants; it holds no longer once one of its variables is written. What
//! lies before is forward: a block generates what it computes and does not kill afterwards. What lies after is backward: it
//! generates what it computes before it kills. Code motion compares them (Morel and Renvoise 1979; Knoop, Rüthing and
//! Steffen, "Lazy code motion", 1992).

use super::Direction;
use super::bits::{GenKill, Meet};
use crate::ssa::into_ssa::for_each_register_def;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// What makes two computations the same.
type Key = (TreeCode, TypeId, [Operand; 3]);

/// The expressions of a function, in order of first appearance.
#[derive(Default)]
pub struct Expressions {
    /// A statement that computes each.
    pub stmts: Vec<StmtId>,
    numbers: FxHashMap<Key, usize>,
    /// The expressions that read a variable.
    of_var: FxHashMap<DeclId, Vec<usize>>,
}

impl Expressions {
    /// Finds the expressions.
    pub fn find(unit: &Unit, f: &Function) -> Expressions {
        let mut found = Expressions::default();
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                let Some(key) = key(unit, f, stmt) else { continue };
                let next = found.stmts.len();
                if *found.numbers.entry(key).or_insert(next) == next {
                    found.stmts.push(stmt);
                    for op in key.2 {
                        if let Operand::Decl(var) = op {
                            let list = found.of_var.entry(var).or_default();
                            if list.last() != Some(&next) {
                                list.push(next);
                            }
                        }
                    }
                }
            }
        }
        found
    }

    fn number(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Option<usize> {
        self.numbers.get(&key(unit, f, stmt)?).copied()
    }

    fn killed_by(&self, unit: &Unit, f: &Function, stmt: StmtId, kill: &mut dyn FnMut(usize)) {
        for_each_register_def(unit, f, stmt, &mut |var| {
            self.of_var.get(&var).into_iter().flatten().for_each(|&fact| kill(fact));
        });
    }

    /// Expressions computed before a point, and not killed since: on all paths, or on some.
    pub fn available(&self, unit: &Unit, f: &Function, meet: Meet) -> GenKill {
        let name = match meet {
            Meet::Intersection => "available-expressions",
            Meet::Union => "partially-available-expressions",
        };
        let mut problem = GenKill::new(name, f, self.stmts.len(), Direction::Forward, meet);
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                if let Some(fact) = self.number(unit, f, stmt) {
                    problem.generated.insert(block, fact);
                }
                self.killed_by(unit, f, stmt, &mut |fact| {
                    problem.generated.remove(block, fact);
                    problem.killed.insert(block, fact);
                });
            }
        }
        problem
    }

    /// Expressions computed after a point before they are killed: on all paths, or on some.
    pub fn anticipated(&self, unit: &Unit, f: &Function, meet: Meet) -> GenKill {
        let name = match meet {
            Meet::Intersection => "anticipated-expressions",
            Meet::Union => "partially-anticipated-expressions",
        };
        let mut problem = GenKill::new(name, f, self.stmts.len(), Direction::Backward, meet);
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                if let Some(fact) = self.number(unit, f, stmt)
                    && !problem.killed.contains(block, fact)
                {
                    problem.generated.insert(block, fact);
                }
                self.killed_by(unit, f, stmt, &mut |fact| problem.killed.insert(block, fact));
            }
        }
        problem
    }

    /// Whether a block computes an expression.
    pub fn computes(&self, unit: &Unit, f: &Function, block: BlockId, fact: usize) -> bool {
        f.block_stmts(block).any(|stmt| self.number(unit, f, stmt) == Some(fact))
    }
}

/// What a statement computes, if that is an operation on register variables and constants.
fn key(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Key> {
    let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return None };
    let plain = |op: Operand| match op {
        Operand::Decl(var) => unit.is_gimple_reg(var),
        // Temporaries that have names already are never written again.
        Operand::Ssa(_) | Operand::Const(_) | Operand::None => true,
        _ => false,
    };
    let reads = rhs.iter().any(|op| matches!(op, Operand::Decl(_)));
    let computes = code != TreeCode::Single && reads && rhs.iter().all(|&op| plain(op));
    computes.then(|| (code, unit.type_of(f, lhs), rhs))
}
