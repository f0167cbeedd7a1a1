//! The SSA verifier.

use super::dominance::Dominance;
use super::types::compatible;
use super::{Entity, Report, Verdict};
use crate::cfg::{BlockId, ENTRY};
use crate::decl::flag;
use crate::function::Function;
use crate::ssa::{NameFlags, SsaName, UseId, UseNode};
use crate::stmt::{StmtFlags, StmtId, StmtKind};
use crate::tree::Operand;
use crate::unit::Unit;

/// Checks names, definitions, uses, φs and virtual operands.
pub fn verify_ssa(unit: &Unit, f: &Function) -> Verdict {
    let mut v = Verifier {
        r: Report::new(unit, f),
        unit,
        f,
        place: vec![0; f.stmts.len()],
        uses: vec![0; f.names.len()],
        listed: vec![0; f.stmts.len()],
    };
    v.definitions();
    v.use_lists();
    if v.r.errors.is_empty() {
        let dominance = Dominance::new(f);
        for &block in &dominance.order {
            if v.r.is_full() {
                break;
            }
            v.block_uses(block, &dominance);
        }
        v.unreachable_uses(&dominance);
        v.use_counts();
        v.memory_states(&dominance);
        for id in f.lost_binds(unit) {
            let text = format!("debug statement {} names what has no value there", id.0);
            v.r.add(Entity::Function, text);
        }
    }
    v.r.finish()
}

struct Verifier<'a> {
    r: Report<'a>,
    unit: &'a Unit,
    f: &'a Function,
    /// Position of each statement in its block, from 1; φs have 0; 0 for what is in no block, too.
    place: Vec<u32>,
    /// Uses of each name found by scanning.
    uses: Vec<u32>,
    /// Uses of each statement found in the lists of names.
    listed: Vec<u32>,
}

impl Verifier<'_> {
    /// Every definition knows its statement and is the only one.
    fn definitions(&mut self) {
        let f = self.f;
        let mut defined = vec![StmtId::NONE; f.names.len()];
        for block in f.block_order() {
            for phi in f.phis(block) {
                self.defines(phi, &mut defined);
            }
            for (position, stmt) in f.block_stmts(block).enumerate() {
                self.place[stmt.0 as usize] = position as u32 + 1;
                self.defines(stmt, &mut defined);
            }
        }
        for (name, data) in f.names.iter().skip(1) {
            let index = name.0 as usize;
            if data.has(NameFlags::RELEASED) {
                continue;
            }
            if data.has(NameFlags::DEFAULT_DEF) {
                if data.var.is_none() || f.default_defs.get(&data.var) != Some(&name) {
                    self.r.add(Entity::Name(name), "default definition is not registered");
                }
                if data.def.is_some() || defined[index].is_some() {
                    self.r.add(Entity::Name(name), "default definition has a defining statement");
                }
            } else if data.uses.is_some() && defined[index].is_none() {
                self.r
                    .add(Entity::Name(name), "name is used and nothing in the function defines it");
            }
            if let Some(var) = data.var.expand()
                && !data.has(NameFlags::VIRTUAL)
                && !compatible(&self.unit.types, self.unit.decls[var].ty, data.ty)
            {
                self.r.add(Entity::Name(name), "type differs from its variable's");
            }
        }
    }

    fn defines(&mut self, stmt: StmtId, defined: &mut [StmtId]) {
        let f = self.f;
        let mut defs: Vec<SsaName> = Vec::new();
        f.for_each_write(stmt, &mut |op| defs.extend(op.ssa()));
        defs.extend(f.stmts[stmt].vdef.expand());
        for name in defs {
            let Some(data) = f.names.get(name) else {
                self.r.stmt(stmt, format!("defines {name:?}, which does not exist"));
                continue;
            };
            if data.has(NameFlags::RELEASED) {
                self.r.stmt(stmt, "defines a released name");
            } else if data.def != stmt {
                self.r.stmt(stmt, "defined name has another defining statement");
            }
            if defined[name.0 as usize].is_some() {
                self.r.stmt(stmt, "second definition of a name");
            }
            defined[name.0 as usize] = stmt;
        }
    }

    /// The lists of immediate uses are well linked.
    fn use_lists(&mut self) {
        let f = self.f;
        let mut steps = 0;
        for (name, data) in f.names.iter() {
            let (mut prev, mut id) = (UseId::NONE, data.uses);
            while id.is_some() {
                steps += 1;
                let Some(node) = f.uses.get(id).filter(|_| steps <= f.uses.len()) else {
                    self.r.add(Entity::Name(name), "immediate uses do not end");
                    return;
                };
                if node.name != name || node.prev != prev {
                    self.r.add(Entity::Name(name), "immediate use is linked into the wrong list");
                    return;
                }
                if data.has(NameFlags::RELEASED) {
                    self.r.stmt(node.stmt, "released name in use");
                }
                if let Some(count) = self.listed.get_mut(node.stmt.0 as usize) {
                    *count += 1;
                }
                (prev, id) = (id, node.next);
            }
        }
    }

    fn block_uses(&mut self, block: BlockId, dominance: &Dominance) {
        let f = self.f;
        for phi in f.phis(block) {
            self.phi(phi, block, dominance);
        }
        for stmt in f.block_stmts(block) {
            for name in self.scan(stmt) {
                self.dominated(stmt, name, block, self.place[stmt.0 as usize], dominance);
            }
            self.virtual_operands(stmt);
        }
    }

    /// The names a statement uses, its virtual use too; counts them.
    fn scan(&mut self, stmt: StmtId) -> Vec<SsaName> {
        let (f, unit) = (self.f, self.unit);
        let mut names = Vec::new();
        f.for_each_read(stmt, &mut |op| unit.for_each_ssa(op, &mut |name| names.push(name)));
        f.for_each_write(stmt, &mut |op| {
            if !matches!(op, Operand::Ssa(_)) {
                unit.for_each_ssa(op, &mut |name| names.push(name));
            }
        });
        names.extend(f.stmts[stmt].vuse.expand());
        self.count(stmt, &names);
        names
    }

    fn count(&mut self, stmt: StmtId, names: &[SsaName]) {
        for name in names {
            match self.uses.get_mut(name.0 as usize) {
                Some(count) => *count += 1,
                None => self.r.stmt(stmt, format!("uses {name:?}, which does not exist")),
            }
        }
        if self.listed[stmt.0 as usize] != names.len() as u32 {
            self.r.stmt(stmt, "immediate uses of the statement are not its uses");
        }
    }

    /// A name used at a place of a block is defined before.
    fn dominated(
        &mut self,
        stmt: StmtId,
        name: SsaName,
        block: BlockId,
        place: u32,
        dominance: &Dominance,
    ) {
        let f = self.f;
        let Some(data) = f.names.get(name) else { return };
        if data.has(NameFlags::DEFAULT_DEF) || data.has(NameFlags::RELEASED) {
            return;
        }
        let Some(def) = f.stmts.get(data.def) else {
            return self.r.stmt(stmt, "uses a name without a definition");
        };
        let home = def.block;
        if home.is_none() {
            return self.r.stmt(stmt, "uses a name whose definition is in no block");
        }
        let before = if home == block {
            self.place[data.def.0 as usize] < place
        } else {
            dominance.reachable(home) && dominance.dominates(home, block)
        };
        if !before {
            let shown = crate::print::ssa_name_text(self.unit, f, name);
            self.r.stmt(
                stmt,
                format!("definition of {shown} in <bb {}> does not dominate use", home.0),
            );
        }
    }

    fn phi(&mut self, stmt: StmtId, block: BlockId, dominance: &Dominance) {
        let (f, unit) = (self.f, self.unit);
        let StmtKind::Phi(phi) = &f.stmts[stmt].kind else { return };
        let preds = &f.blocks[block].preds;
        if phi.args.len() != preds.len() {
            let (args, preds) = (phi.args.len(), preds.len());
            return self
                .r
                .stmt(stmt, format!("phi has {args} arguments, its block {preds} predecessors"));
        }
        let virtual_ = f.names[phi.result].has(NameFlags::VIRTUAL);
        let mut names = Vec::new();
        for (index, (arg, &edge)) in phi.args.iter().zip(preds).enumerate() {
            match arg.value {
                Operand::None => {
                    self.r.stmt(stmt, format!("phi argument {index} is missing"));
                    continue;
                }
                Operand::Ssa(name) => {
                    names.push(name);
                    let linked = f.uses.get(arg.use_node).is_some_and(|node| {
                        node.stmt == stmt && node.name == name && node.slot as usize == index
                    });
                    if !linked {
                        self.r.stmt(stmt, format!("phi argument {index} is not linked as a use"));
                    }
                    let src = f.edges[edge].src;
                    if dominance.reachable(src) {
                        self.dominated(stmt, name, src, u32::MAX, dominance);
                    }
                    if f.names.get(name).is_some_and(|data| data.has(NameFlags::VIRTUAL))
                        != virtual_
                    {
                        self.r.stmt(stmt, "virtual and real names in one phi");
                    }
                }
                _ if unit.is_memory_operand(arg.value) => {
                    self.r.stmt(stmt, format!("phi argument {index} is no value"));
                }
                _ => {}
            }
            let (result, given) = (f.names[phi.result].ty, unit.type_of(f, arg.value));
            if !virtual_ && given.is_some() && !compatible(&unit.types, result, given) {
                self.r.stmt(stmt, format!("incompatible types in phi argument {index}"));
            }
        }
        self.count(stmt, &names);
    }

    fn virtual_operands(&mut self, stmt: StmtId) {
        let f = self.f;
        let s = &f.stmts[stmt];
        let is_virtual =
            |name: SsaName| f.names.get(name).is_some_and(|n| n.has(NameFlags::VIRTUAL));
        if s.has(StmtFlags::MODIFIED) {
            self.r.stmt(stmt, "statement was changed and not updated");
        }
        for name in [s.vuse, s.vdef].into_iter().filter(|name| name.is_some()) {
            if !is_virtual(name) {
                self.r.stmt(stmt, "virtual operand is no virtual name");
            }
        }
        // A function read from a plain dump has no virtual operands at all.
        if f.vop.is_none() && s.vdef.is_none() && s.vuse.is_none() {
            return;
        }
        if s.vdef.is_some() != s.has(StmtFlags::VDEF) {
            self.r.stmt(stmt, "statement has a VDEF and should not, or the other way round");
        }
        if s.vuse.is_some() != s.has(StmtFlags::VUSE) {
            self.r.stmt(stmt, "statement has a VUSE and should not, or the other way round");
        }
        let linked = {
            let mut found = false;
            let mut id = s.uses;
            for _ in 0..=f.uses.len() {
                let Some(node) = f.uses.get(id).filter(|_| id.is_some()) else { break };
                found |= node.slot == UseNode::VIRTUAL && node.name == s.vuse;
                id = node.next_in_stmt;
            }
            found
        };
        if s.vuse.is_some() && !linked {
            self.r.stmt(stmt, "VUSE is not linked as a use");
        }
    }

    /// Uses in unreachable blocks count, too.
    fn unreachable_uses(&mut self, dominance: &Dominance) {
        let f = self.f;
        for block in f.block_order().into_iter().filter(|&block| !dominance.reachable(block)) {
            for stmt in f.block_stmts(block) {
                self.scan(stmt);
            }
            for stmt in f.phis(block) {
                let StmtKind::Phi(phi) = &f.stmts[stmt].kind else { continue };
                let names: Vec<SsaName> =
                    phi.args.iter().filter_map(|arg| arg.value.ssa()).collect();
                self.count(stmt, &names);
            }
        }
    }

    fn use_counts(&mut self) {
        let f = self.f;
        for (name, _) in f.names.iter() {
            let listed = f.imm_uses(name).count() as u32;
            let found = self.uses[name.0 as usize];
            if listed != found {
                self.r.add(
                    Entity::Name(name),
                    format!("has {listed} immediate uses and is used {found} times"),
                );
            }
        }
    }

    /// The memory state that reaches each statement is the one it names.
    fn memory_states(&mut self, dominance: &Dominance) {
        let f = self.f;
        let Some(vop) = f.vop.expand() else { return };
        if !self.unit.decls.get(vop).is_some_and(|data| data.has(flag::VIRTUAL)) {
            return self.r.add(Entity::Function, "the memory's variable is none");
        }
        let entry = f.default_defs.get(&vop).copied().unwrap_or(SsaName::NONE);
        let mut leaving = vec![SsaName::NONE; f.blocks.len()];
        let mut entering = leaving.clone();
        leaving[ENTRY.0 as usize] = entry;
        for &block in dominance.order.iter().skip(1) {
            let mut state = match dominance.idom[block.0 as usize].expand() {
                Some(dominator) => leaving[dominator.0 as usize],
                None => entry,
            };
            if let Some(phi) = self.virtual_phi(block) {
                state = phi;
            }
            entering[block.0 as usize] = state;
            for stmt in f.block_stmts(block) {
                let s = &f.stmts[stmt];
                if s.vuse.is_some() && s.vuse != state {
                    self.wrong_state(stmt, state);
                }
                if s.vdef.is_some() {
                    state = s.vdef;
                }
            }
            leaving[block.0 as usize] = state;
        }
        self.memory_edges(dominance, &entering, &leaving);
    }

    fn wrong_state(&mut self, stmt: StmtId, state: SsaName) {
        let shown = match state.expand() {
            Some(name) => crate::print::ssa_name_text(self.unit, self.f, name),
            None => "the state on entry".to_string(),
        };
        self.r.stmt(stmt, format!("VUSE is not {shown}, which reaches it"));
    }

    fn virtual_phi(&self, block: BlockId) -> Option<SsaName> {
        let f = self.f;
        f.phis(block).find_map(|stmt| match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) if f.names[phi.result].has(NameFlags::VIRTUAL) => Some(phi.result),
            _ => None,
        })
    }

    fn memory_edges(&mut self, dominance: &Dominance, entering: &[SsaName], leaving: &[SsaName]) {
        let f = self.f;
        for &block in &dominance.order {
            let phi = f.phis(block).find(|&stmt| match &f.stmts[stmt].kind {
                StmtKind::Phi(phi) => f.names[phi.result].has(NameFlags::VIRTUAL),
                _ => false,
            });
            let wanted = entering[block.0 as usize];
            for (index, &edge) in f.blocks[block].preds.iter().enumerate() {
                let src = f.edges[edge].src;
                if !dominance.reachable(src) {
                    continue;
                }
                let state = leaving[src.0 as usize];
                match phi {
                    Some(stmt) => {
                        if let StmtKind::Phi(phi) = &f.stmts[stmt].kind
                            && phi.args[index].value.ssa() != state.expand()
                            && state.is_some()
                        {
                            self.r.stmt(
                                stmt,
                                format!("argument {index} is not the state at the edge"),
                            );
                        }
                    }
                    None if state != wanted
                        && block != crate::cfg::EXIT
                        && !self.unused(block, wanted) =>
                    {
                        self.r.add(Entity::Edge(edge), "memory states meet without a phi");
                    }
                    None => {}
                }
            }
        }
    }

    /// Whether nothing in the block looks at the memory state it begins with. Where memory is only written after a
    /// point (or the function does not return), no φ is needed.
    fn unused(&self, block: BlockId, state: SsaName) -> bool {
        self.f.block_stmts(block).all(|stmt| self.f.stmts[stmt].vuse != state)
    }
}
