//! What may hold of the variables of loops at cuts, beyond that both bodies have the same in them: bounds of those of the
//! first body, and the others of both as linear functions of one of them. All are candidates, which induction keeps
//! as long as they hold.
//!
//! ```text
//! # i_4 = PHI <0(2), i_9(3)>                # ivtmp_5 = PHI <100(2), ivtmp_6(3)>
//! ...                                       ...
//! i_9 = i_4 + 1;                            ivtmp_6 = ivtmp_5 - 1;
//! if (i_9 <= 99) ...                        if (ivtmp_6 != 0) ...
//!
//! i_4 >= 0, i_4 <= 99                       ivtmp_5 = 100 - (i_4 - 0)
//! ```

use crate::loops::{Dominators, Plan};
use crate::semantics::invariant::{Bound, Holds, Limit, Relation};
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;

/// Variables of a loop that are looked at.
const MOST_VARIABLES: usize = 8;
/// Bounds of one of them.
const MOST_BOUNDS: usize = 8;
/// Definitions that are followed from a value to the variable it is computed from.
const DEPTH: u32 = 4;

/// A body, and a header in it.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub plan: &'a Plan,
    pub dominators: &'a Dominators,
    pub header: BlockId,
}

/// A variable that grows by the same number whenever the loop is gone round.
struct Variable {
    name: SsaName,
    ty: TypeId,
    init: Operand,
    step: i128,
}

impl Variable {
    fn first(&self, at: At<'_>) -> Option<i128> {
        at.unit.as_int(self.init)
    }
}

impl At<'_> {
    fn inside(&self, block: BlockId) -> bool {
        self.dominators.dominates(self.header, block)
    }

    /// Whether an operand has its value whenever the header is reached.
    fn is_invariant(&self, op: Operand) -> bool {
        match op {
            Operand::Ssa(name) => match self.f.names[name].def.expand() {
                Some(def) => {
                    let home = self.f.stmts[def].block;
                    home != self.header && self.dominators.dominates(home, self.header)
                }
                None => true,
            },
            Operand::Tree(id) => {
                matches!(self.unit.trees.kind(id), TreeKind::Addr(Operand::Decl(_)))
            }
            op => op.constant().is_some(),
        }
    }

    fn variables(&self) -> Vec<Variable> {
        let mut all = Vec::new();
        for stmt in self.f.phis(self.header) {
            let phi = self.f.phi(stmt);
            let data = &self.f.names[phi.result];
            let types = &self.unit.types;
            let counts = types.is_integral(data.ty) || types.is_pointer(data.ty);
            if data.has(NameFlags::VIRTUAL) || !counts || all.len() == MOST_VARIABLES {
                continue;
            }
            let mut ends: [Option<Operand>; 2] = [None, None];
            let mut alike = true;
            for (arg, &edge) in phi.args.iter().zip(&self.f.blocks[self.header].preds) {
                let end = &mut ends[usize::from(self.inside(self.f.edges[edge].src))];
                alike &= end.is_none_or(|known| known == arg.value);
                *end = Some(arg.value);
            }
            let [Some(init), Some(Operand::Ssa(next))] = ends else { continue };
            if alike
                && self.is_invariant(init)
                && let Some((name, step)) = self.sum(next)
                && name == phi.result
                && step != 0
            {
                all.push(Variable { name, ty: data.ty, init, step });
            }
        }
        all
    }

    /// A name as another and a number.
    fn sum(&self, name: SsaName) -> Option<(SsaName, i128)> {
        let (mut name, mut sum) = (name, 0);
        for _ in 0..DEPTH {
            let Some(def) = self.f.names[name].def.expand() else { break };
            let StmtKind::Assign { code, rhs: [Operand::Ssa(of), by, _], .. } =
                self.f.stmts[def].kind
            else {
                break;
            };
            let Some(by) = self.unit.as_int(by) else { break };
            sum += match code {
                TreeCode::Plus => by,
                TreeCode::Minus => -by,
                // Offsets have no sign, and mean one.
                TreeCode::PointerPlus => i128::from(by as i64),
                _ => break,
            };
            name = of;
        }
        Some((name, sum))
    }

    /// What may bound the variables.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut all = Vec::new();
        for variable in self.variables() {
            let mut own: Vec<Holds> = Vec::new();
            let up = variable.step > 0;
            if let Some(first) = variable.first(*self) {
                let code = if up { TreeCode::Ge } else { TreeCode::Le };
                own.push(Holds::Compared(code, Limit::Number(first)));
                if variable.step.abs() > 1 {
                    own.push(Holds::Multiple { from: first, of: variable.step.abs() });
                }
            }
            self.bounds_by_tests(&variable, &mut own);
            own.truncate(MOST_BOUNDS);
            let unsigned = self.unit.types.is_unsigned(variable.ty);
            all.extend(own.into_iter().map(|holds| Bound { name: variable.name, unsigned, holds }));
        }
        all
    }

    /// The bounds that tests within the loop may keep a variable to.
    fn bounds_by_tests(&self, variable: &Variable, own: &mut Vec<Holds>) {
        let (step, up) = (variable.step, variable.step > 0);
        let (beyond, within) =
            if up { (TreeCode::Lt, TreeCode::Le) } else { (TreeCode::Gt, TreeCode::Ge) };
        for &block in self.plan.order() {
            let Some(StmtKind::Cond { lhs, rhs, .. }) =
                self.f.last_stmt(block).map(|stmt| &self.f.stmts[stmt].kind)
            else {
                continue;
            };
            if !self.inside(block) {
                continue;
            }
            for (one, limit) in [(*lhs, *rhs), (*rhs, *lhs)] {
                let Operand::Ssa(one) = one else { continue };
                let Some((name, by)) = self.sum(one) else { continue };
                if name != variable.name || self.f.names[one].ty != variable.ty {
                    continue;
                }
                let found = match (self.unit.as_int(limit), limit) {
                    (Some(number), _) => {
                        let last = number - by + step;
                        let nearer = if up { last - 1 } else { last + 1 };
                        [nearer, last].map(|last| Holds::Compared(within, Limit::Number(last)))
                    }
                    (None, Operand::Ssa(limit)) if self.is_invariant(Operand::Ssa(limit)) => {
                        [beyond, within].map(|code| Holds::Compared(code, Limit::Name(limit)))
                    }
                    _ => continue,
                };
                found.into_iter().for_each(|holds| {
                    if !own.contains(&holds) {
                        own.push(holds);
                    }
                });
            }
        }
    }

    /// The variables of this body as functions of those of the first at the same cut, other than themselves.
    pub fn relations(&self, first: At<'_>) -> Vec<Relation> {
        let mut known = first.variables();
        // All of one variable, as far as that goes: one that counts up, in small steps.
        known.sort_by_key(|variable| (variable.step.abs(), variable.step < 0));
        let own = std::ptr::eq(self.f, first.f);
        let related = |variable: Variable| {
            let fits = |known: &&Variable| variable.step % known.step == 0;
            let of = known.iter().filter(fits).find_map(|of| Some((of, of.first(first)?)));
            let (of, from) = of.filter(|(of, _)| !own || of.name != variable.name)?;
            Some(Relation {
                name: variable.name,
                base: variable.init,
                of: of.name,
                of_type: of.ty,
                from,
                down: of.step < 0,
                factor: variable.step / of.step.abs(),
            })
        };
        self.variables().into_iter().filter_map(related).collect()
    }
}
