//! Lets references use what registers keep from earlier iterations (`execute_pred_commoning`).

use super::chains::{Chain, Kind, Link, Spot, Start, What, memory_at};
use crate::loops::lim::store_motion::register_name;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::scev::Evolutions;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::edit::locals::new_local;
use tree_ssa::edit::replace;
use tree_ssa::ssa::update_ssa;

/// Where a loop is entered, gone round and left.
#[derive(Clone, Copy)]
pub struct Ends {
    pub header: BlockId,
    pub entry: EdgeId,
    pub back: EdgeId,
    pub exit: Option<EdgeId>,
}

/// What chains are rewritten with.
pub struct Rewriting<'a, 'd> {
    pub cx: &'a mut PassContext<'d>,
    pub f: &'a mut Function,
    pub evolutions: &'a Evolutions,
    pub ends: Ends,
    /// The names that registers have at the head of the loop.
    pub carried: &'a mut Vec<SsaName>,
}

impl Rewriting<'_, '_> {
    /// Rewrites the chains of a loop.
    pub fn rewrite(&mut self, chains: &[Chain]) {
        let mut starts: Vec<Vec<Option<Operand>>> = Vec::new();
        let mut at = Cursor::before_end(self.cx.unit, self.f, self.f.edges[self.ends.entry].src);
        for chain in chains {
            let wanted: &[Start] = if chain.combined { &[] } else { &chain.starts };
            starts.push(wanted.iter().map(|start| self.start(&mut at, start)).collect());
        }
        for (chain, starts) in chains.iter().zip(&starts).filter(|(chain, _)| !chain.combined) {
            match chain.kind {
                Kind::Stores => self.rewrite_stores(chain, starts),
                _ => self.rewrite_loads(chain, starts),
            }
        }
        for chain in chains.iter().filter(|chain| chain.combined).rev() {
            self.remove_unused(chain);
        }
        update_ssa::mark_virtuals(self.f);
    }

    // Values before the loop.

    fn start(&mut self, at: &mut Cursor, start: &Start) -> Option<Operand> {
        match start {
            Start::None => None,
            Start::Value(value) => Some(*value),
            Start::Memory(spot) => {
                let place = self.place(at, spot);
                let ty = self.cx.unit.types.main_variant(spot.ty);
                let (unit, f) = (&mut *self.cx.unit, &mut *self.f);
                Some(at.temporary(unit, f, ty, TreeCode::Single, [place]))
            }
            Start::Operation { code, ty, of } => {
                let [a, b] = [&of[0], &of[1]].map(|part| self.start(at, part));
                let (unit, f) = (&mut *self.cx.unit, &mut *self.f);
                Some(at.temporary(unit, f, *ty, *code, [a?, b?]))
            }
        }
    }

    /// A reference to memory outside of the loop.
    fn place(&mut self, at: &mut Cursor, spot: &Spot) -> Operand {
        let base = self.computed(at, spot.base);
        memory_at(self.cx.unit, spot, base)
    }

    fn computed(&mut self, at: &mut Cursor, id: ExprId) -> Operand {
        let (unit, f, exprs) = (&mut *self.cx.unit, &mut *self.f, &self.evolutions.exprs);
        let found = emit::right_side_in_order(unit, f, exprs, id);
        let (mut stmts, code, mut rhs) = found.expect("what was looked at can be computed");
        if code == TreeCode::Single {
            return rhs[0];
        }
        emit::put_in_order(code, &mut rhs);
        let value = emit::assign(f, exprs.ty(id), code, rhs, &mut stmts);
        stmts.into_iter().for_each(|stmt| at.put(unit, f, stmt));
        value
    }

    // Chains that one reference provides for.

    /// Lets each reference of a chain take what the root had so many iterations before.
    fn rewrite_loads(&mut self, chain: &Chain, starts: &[Option<Operand>]) {
        let registers = self.registers(chain, chain.registers());
        let root = &chain.links[0];
        let mut kept: Vec<SsaName> = Vec::new();
        for &register in &registers[..chain.length] {
            kept.push(self.f.make_ssa_name(self.cx.unit, register, StmtId::NONE));
        }
        let newest = registers[chain.length % registers.len()];
        let newest = self.f.make_ssa_name(self.cx.unit, newest, StmtId::NONE);
        let mut at = Cursor::after(root.stmt).like(self.f, root.stmt);
        at.copy(self.cx.unit, self.f, Operand::Ssa(newest), root.value);
        kept.push(newest);
        for (index, start) in starts.iter().enumerate() {
            let before = start.expect("chains of loads begin with values");
            self.carry(kept[index], before, kept[index + 1]);
        }
        for link in &chain.links[1..] {
            let value = Operand::Ssa(kept[chain.length - link.distance]);
            self.take(link, value);
        }
    }

    /// Lets a reference take a value.
    fn take(&mut self, link: &Link, value: Operand) {
        if link.what == What::Carried {
            self.f.detach_stmt(link.stmt);
            let mut at = Cursor::start(self.ends.header);
            at.copy(self.cx.unit, self.f, link.value, value);
            return;
        }
        replace(self.cx.unit, self.f, link.stmt, StmtKind::copy(link.value, value));
    }

    /// A register with one value before the loop, and another one from each iteration to the next.
    fn carry(&mut self, name: SsaName, before: Operand, next: SsaName) {
        self.carried.push(name);
        let phi = self.f.create_phi(name, self.ends.header);
        self.f.add_phi_arg(phi, self.ends.entry, before, Location::UNKNOWN);
        self.f.add_phi_arg(phi, self.ends.back, Operand::Ssa(next), Location::UNKNOWN);
    }

    /// Registers that stand for the places of a chain.
    fn registers(&mut self, chain: &Chain, count: usize) -> Vec<DeclId> {
        let base = match chain.links[0].what {
            What::Place(place) => register_name(self.cx.unit, self.f, place),
            _ => "D_lsm".to_owned(),
        };
        let ty = self.cx.unit.types.main_variant(chain.ty);
        let name = |index: usize| format!("{base}{index}");
        (0..count).map(|index| new_local(self.cx.unit, self.f, ty, Some(&name(index)))).collect()
    }

    // Chains of stores.

    /// Leaves stores to the last one of a chain; what that has not come to when the loop ends is stored then.
    fn rewrite_stores(&mut self, chain: &Chain, starts: &[Option<Operand>]) {
        let length = chain.length;
        let registers = self.registers(chain, length);
        // What was stored at each distance, the newest first: in this iteration, or in earlier ones.
        let mut stored: Vec<Option<SsaName>> = vec![None; length];
        let mut last: Option<Operand> = None;
        for link in &chain.links {
            let kept = (link.distance < length).then_some(link.distance);
            match (link.writes, kept) {
                (true, Some(distance)) => {
                    let register = registers[length - 1 - distance];
                    let name = self.f.make_ssa_name(self.cx.unit, register, StmtId::NONE);
                    self.f.stmts[link.stmt].kind = StmtKind::copy(Operand::Ssa(name), link.value);
                    update_ssa::update_stmt_without_vdef(self.cx.unit, self.f, link.stmt);
                    stored[distance] = Some(name);
                }
                (true, None) => last = Some(link.value),
                (false, kept) => {
                    let own = kept.and_then(|distance| stored[distance]).map(Operand::Ssa);
                    if let Some(value) = own.or(last) {
                        self.take(link, value);
                    }
                }
            }
        }
        let mut values: Vec<SsaName> = Vec::new();
        for (distance, stored) in stored.into_iter().enumerate() {
            let value = stored.unwrap_or_else(|| {
                let register = registers[length - 1 - distance];
                let name = self.f.make_ssa_name(self.cx.unit, register, StmtId::NONE);
                let before = starts[length - 1 - distance].expect("what is not stored was there");
                self.carry(name, before, values[distance - 1]);
                name
            });
            values.push(value);
        }
        self.store_rest(chain, &values);
    }

    /// Stores what is left after the loop.
    fn store_rest(&mut self, chain: &Chain, values: &[SsaName]) {
        let Some(exit) = self.ends.exit else { return };
        let mut all: Vec<StmtId> = Vec::new();
        for (spot, &value) in chain.ends.iter().zip(values).rev() {
            let (unit, f, exprs) = (&mut *self.cx.unit, &mut *self.f, &self.evolutions.exprs);
            let found = emit::right_side_in_order(unit, f, exprs, spot.base);
            let (mut stmts, code, mut rhs) = found.expect("what was looked at can be computed");
            let mut base = rhs[0];
            if code != TreeCode::Single {
                emit::put_in_order(code, &mut rhs);
                base = emit::assign(f, exprs.ty(spot.base), code, rhs, &mut stmts);
            }
            let place = memory_at(unit, spot, base);
            let kind = StmtKind::copy(place, Operand::Ssa(value));
            stmts.push(f.new_stmt(kind, Location::UNKNOWN));
            all.extend(stmts);
        }
        insert_on_edge(self.cx.unit, self.f, exit, &all, &mut SwitchCases::default());
        for stmt in all {
            self.f.update_stmt(self.cx.unit, stmt);
        }
    }

    /// Removes what a part of a combination loads for nothing now.
    fn remove_unused(&mut self, chain: &Chain) {
        for link in &chain.links[1..] {
            let unused = |name: SsaName| self.f.imm_uses(name).next().is_none();
            if link.value.ssa().is_some_and(unused) {
                self.f.remove_stmt(link.stmt);
            }
        }
    }
}

/// Lets what a register gets in an unrolled loop be of the same variable, now that it has come round to itself
/// (`base_names_in_chain_on`).
pub fn name_by_registers(f: &mut Function, latch: BlockId, carried: &[SsaName]) {
    for &name in carried {
        let phi = f.names[name].def;
        let Some(back) = f.find_edge(latch, f.stmts[phi].block) else { continue };
        let Some(next) = f.phi_arg(phi, back).ssa() else { continue };
        if f.names[next].def.expand().is_some_and(|def| !f.is_phi(def)) {
            f.names[next].var = f.names[name].var;
        }
    }
}
