//! Whether what binds name is defined where they stand. A pass that moves a definition down, or puts a statement before
//! one, does not look after debug statements: a bind that is out of reach afterwards is reset.

use crate::cfg::BlockId;
use crate::debug_stmts::{DebugId, DebugPlace};
use crate::entity::EntityVec;
use crate::function::{Function, Prop};
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::StmtId;
use crate::tree::Operand;
use crate::unit::Unit;
use crate::verify::dominance::Dominance;

/// The order of what defines names.
struct Reach<'a> {
    f: &'a Function,
    dominance: Dominance,
    /// The position of each statement in its block, from 1; φs have 0.
    position: EntityVec<StmtId, u32>,
}

impl Reach<'_> {
    /// Whether a name has a value at a position of a block.
    fn reaches(&self, name: SsaName, block: BlockId, position: u32) -> bool {
        let Some(data) = self.f.names.get(name) else { return false };
        if data.has(NameFlags::RELEASED) {
            return false;
        }
        let Some(def) = data.def.expand() else { return data.has(NameFlags::DEFAULT_DEF) };
        let home = self.f.stmts[def].block;
        if home == block {
            return self.position[def] < position;
        }
        home.is_some() && self.dominance.reachable(home) && self.dominance.dominates(home, block)
    }
}

impl Function {
    /// The binds that name what has no value where they stand.
    pub(crate) fn lost_binds(&self, unit: &Unit) -> Vec<DebugId> {
        if self.debug.is_empty() || !self.has_cfg() || !self.properties.intersects(Prop::SSA) {
            return Vec::new();
        }
        let mut position = EntityVec::filled(0, self.stmts.len());
        for block in self.block_iter() {
            for (number, stmt) in self.block_stmts(block).enumerate() {
                position[stmt] = number as u32 + 1;
            }
        }
        let reach = Reach { f: self, dominance: Dominance::new(self), position };
        let mut lost = Vec::new();
        for block in self.block_iter().filter(|&block| reach.dominance.reachable(block)) {
            for place in self.debug_places(block) {
                let at = match place {
                    DebugPlace::Before(stmt) => reach.position[stmt],
                    DebugPlace::AtEnd(_) => u32::MAX,
                };
                lost.extend(self.debug_at(place).into_iter().filter(|&id| {
                    let mut reached = true;
                    unit.for_each_ssa(self.bound_value(id), &mut |name| {
                        reached &= reach.reaches(name, block, at);
                    });
                    !reached
                }));
            }
        }
        lost
    }

    /// Resets the binds that name what has no value where they stand, where a pass may have made some.
    pub fn reset_lost_binds(&mut self, unit: &Unit) {
        if !self.debug.is_empty() && self.debug.may_be_lost(self.cfg_version) {
            for id in self.lost_binds(unit) {
                self.set_bound_value(unit, id, Operand::None);
            }
        }
    }
}
