//! Value numbering: which names have the same value, wherever that is known.
//!
//! The blocks are visited in reverse post-order, those of loops again and again until nothing changes (the RPO algorithm of
//! Simpson, "Value-driven redundancy elimination", 1996; `iteration` says when): names start out as "any value", φs ignore
//! edges that have not been found executable and arguments that have no value yet, so that values hold around loops. A
//! block that is visited again hashes operations on value numbers afresh; conditions that are constants keep edges from
//! becoming executable.
//!
//! A load is looked up by what it reads and the memory state it reads; states are followed back over stores that
//! do not alias. A store makes known what a load of the same place yields.

mod claims;
pub mod eliminate;
mod facts;
pub mod fre;
mod iteration;
mod memory;
mod near_table;
mod phis;
pub mod pre;
pub mod reference;
pub mod regions;
mod views;
mod widened;
pub(crate) mod word_table;

use dumps::Dump;
use dumps::putln;
use facts::Facts;
use gimple::builtins::Ecf;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use near_table::NearTable;
use reference::{RefKey, operand_words};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::edit::cfg_edit::taken_edge;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::Simplifier;
use tree_ssa::fold::gimple_fold::may_be_constant;
use tree_ssa::fold::gimple_fold::memory_constant;
use tree_ssa::fold::gimple_fold::simplify_stmt;
use tree_ssa::fold::known_call::value_of_call;
use tree_ssa::graph::dominance::Dominators;
use word_table::WordTable;

/// First words of keys; those of references are other ones.
const PHI_WORD: u64 = 100;
const CALL_WORD: u64 = 101;

/// What a value is computed by. These keys own nothing, so that a table of them is dropped without being looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Operation {
        code: TreeCode,
        ty: TypeId,
        ops: [Operand; 3],
    },
    /// A φ of two arguments.
    Phi(BlockId, [Operand; 2]),
    /// A φ of two arguments that a comparison decides between: what it is if that is true, and if not.
    Chosen(TreeCode, [Operand; 2], [Operand; 2]),
    /// A load of a place (by its number), with the state it reads.
    Load(u32, SsaName),
}

impl Key {
    /// The key of an operation on values.
    fn operation(unit: &mut Unit, expr: &Expr) -> Key {
        let ops = expr.ops.map(|op| reference::plain_constant(unit, op));
        Key::Operation { code: expr.code, ty: reference::canonical_type(unit, expr.ty), ops }
    }

    /// The name by which the key is found in [`NearTable`]: one it is computed from.
    fn home(&self) -> SsaName {
        match self {
            Key::Operation { ops, .. } => home(ops),
            Key::Phi(_, args) | Key::Chosen(_, _, args) => home(args),
            Key::Load(_, state) => *state,
        }
    }
}

/// What partial redundancy elimination asks the value of, besides operations and loads.
#[derive(Clone, Copy)]
enum Sought<'a> {
    /// An address, or part of a register.
    Computed(Operand),
    Call(Callee, &'a [Operand]),
}

/// The words by which a call's value is known.
fn call_words(callee: Operand, args: &[Operand], state: SsaName) -> RefKey {
    let mut words: RefKey = smallvec![CALL_WORD, operand_words(callee), u64::from(state.0)];
    words.extend(args.iter().map(|&op| operand_words(op)));
    words
}

/// The name that the fewest computations have in common with this one, as far as can be told: the latest.
fn home(ops: &[Operand]) -> SsaName {
    ops.iter().filter_map(|op| op.ssa()).max().unwrap_or(SsaName::NONE)
}

/// Value numbers of a function, and what they were found from.
pub struct Numbering {
    values: Vec<Operand>,
    /// The state in which what each name loads was first read or written, by name.
    origins: Vec<SsaName>,
    /// Stores that write what is there already.
    pub(crate) redundant_stores: Vec<StmtId>,
    table: NearTable<Key, Operand>,
    /// What is computed in ways that take any number of operands, with the values.
    long: WordTable,
    long_values: Vec<Operand>,
    /// Numbers of places.
    places: WordTable,
    /// The type each place is accessed as, `NONE` if there are several.
    place_types: Vec<TypeId>,
    /// Loads of what is known as another type: the conversion that computes the same.
    pub(crate) views: FxHashMap<SsaName, Expr>,
    /// What GCC has made names for while numbering, as often as it was found to be computed nowhere, and the names.
    taken: Vec<TypeId>,
    held: Vec<SsaName>,
    /// What is known of conditions, from a block down.
    facts: Facts,
    executable: Vec<bool>,
    /// On some visit of a block only one of the edges out of it could be taken.
    pub(crate) decided: bool,
    /// Where each block is in the order of visits.
    place: Vec<u32>,
    /// The blocks passed without having been reached.
    passed: Vec<bool>,
    /// Visits of blocks, and of each one.
    visits: usize,
    visits_of: Vec<u32>,
    /// What edges that close cycles bring is taken for unknown.
    pessimistic: bool,
    /// A region is numbered, not a function.
    regional: bool,
    /// Nobody asks for sizes of objects any more.
    after_sizes: bool,
}

/// How a function is numbered.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Unless loops are visited again, what edges that close cycles bring is taken for unknown.
    pub iterate: bool,
    /// Nobody asks for sizes of objects any more.
    pub after_sizes: bool,
}

/// What the numbering reads.
struct Reader<'a, 'd> {
    unit: &'a mut Unit,
    f: &'a Function,
    options: &'a Options,
    oracle: &'a Oracle,
    tree: &'a Dominators,
    dump: &'a mut Dump<'d>,
    details: bool,
}

impl Numbering {
    /// Nothing numbered yet.
    fn new(f: &Function, pessimistic: bool) -> Numbering {
        Numbering {
            values: vec![Operand::None; f.names.len()],
            origins: vec![SsaName::NONE; f.names.len()],
            redundant_stores: Vec::new(),
            table: NearTable::new(f.names.len()),
            long: WordTable::default(),
            long_values: Vec::new(),
            places: WordTable::default(),
            place_types: Vec::new(),
            views: FxHashMap::default(),
            taken: Vec::new(),
            held: Vec::new(),
            facts: Facts::new(f.names.len()),
            executable: vec![false; f.edges.len()],
            decided: false,
            place: vec![u32::MAX; f.blocks.len()],
            passed: vec![false; f.blocks.len()],
            visits: 0,
            visits_of: vec![0; f.blocks.len()],
            pessimistic,
            regional: false,
            after_sizes: true,
        }
    }

    /// Takes names for what is computed nowhere yet. They stand for it in nothing that is written, but those that come after
    /// have other numbers.
    fn hold_names(&mut self, f: &mut Function) {
        for ty in std::mem::take(&mut self.taken) {
            let name = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            self.held.push(name);
            self.values.resize(f.names.len(), Operand::Ssa(name));
            self.origins.resize(f.names.len(), SsaName::NONE);
        }
    }

    /// The names taken, which are to be given back.
    fn held_names(&mut self) -> Vec<SsaName> {
        std::mem::take(&mut self.held)
    }

    /// Whether a block is one of those that are numbered.
    pub(super) fn is_numbered(&self, block: BlockId) -> bool {
        self.place.get(block.0 as usize).is_some_and(|&place| place != u32::MAX)
    }

    /// The value of a name: a constant, an address, or the name that stands for it.
    pub fn value(&self, name: SsaName) -> Operand {
        match self.values.get(name.0 as usize) {
            Some(&value) if value.is_some() => value,
            _ => Operand::Ssa(name),
        }
    }

    /// The value of an operand.
    pub fn value_of(&self, op: Operand) -> Operand {
        match op {
            Operand::Ssa(name) => self.value(name),
            op => op,
        }
    }

    /// The value computed this way, if there is one.
    fn known(&self, key: &Key) -> Option<Operand> {
        self.table.get(key.home(), key).copied()
    }

    /// The value computed this way; the given one, if it is the first.
    fn known_or(&mut self, key: Key, value: Operand) -> Operand {
        self.table.get_or_insert(key.home(), key, value)
    }

    /// The same for keys of any length.
    fn long_known(&self, key: &[u64]) -> Option<Operand> {
        self.long.find(key).map(|number| self.long_values[number as usize])
    }

    /// The same for keys of any length.
    fn long_known_or(&mut self, key: &[u64], value: Operand) -> Operand {
        let number = self.long.number(key) as usize;
        if number == self.long_values.len() {
            self.long_values.push(value);
        }
        self.long_values[number]
    }

    /// Makes known what is computed this way, whatever was known of it.
    fn make_known(&mut self, key: Key, value: Operand) {
        self.table.set(key.home(), key, value);
    }

    fn state(&self, name: SsaName) -> SsaName {
        self.value(name).ssa().unwrap_or(name)
    }

    fn is_unknown(&self, op: Operand) -> bool {
        op.ssa().is_some_and(|name| {
            self.values.get(name.0 as usize).is_some_and(|value| value.is_none())
        })
    }

    fn set(&mut self, r: &mut Reader<'_, '_>, name: SsaName, value: Operand) {
        let before = std::mem::replace(&mut self.values[name.0 as usize], value);
        if r.details {
            let text = tree_ssa::dump_text::operand(r.unit, r.f, value);
            let name = tree_ssa::dump_text::name(r.unit, r.f, name);
            let note = if before != value { " (changed)" } else { "" };
            putln!(r.dump, "Setting value number of {name} to {text}{note}");
        }
    }

    fn visit_block(&mut self, r: &mut Reader<'_, '_>, block: BlockId) {
        self.learn_from_entry(r, block);
        let mut phi = r.f.blocks[block].phis.first;
        while phi.is_some() {
            self.announce(r, phi);
            self.visit_phi(r, block, phi);
            phi = r.f.stmts[phi].next;
        }
        let mut stmt = r.f.blocks[block].stmts.first;
        while stmt.is_some() {
            if !matches!(r.f.stmts[stmt].kind, StmtKind::Label(_) | StmtKind::Nop) {
                self.announce(r, stmt);
                self.visit_stmt(r, block, stmt);
            }
            stmt = r.f.stmts[stmt].next;
        }
        let taken = self.decided_edge(r, block);
        if r.details && taken.is_none() {
            self.say_recorded(r, block);
        }
        self.decided |= taken.is_some();
        for &edge in &r.f.blocks[block].succs {
            if taken.is_none_or(|taken| taken == edge) {
                self.reach(r, edge, if taken.is_some() { "known " } else { "" });
            }
        }
    }

    fn announce(&self, r: &mut Reader<'_, '_>, stmt: StmtId) {
        if r.details {
            let text = tree_ssa::dump_text::stmt(r.unit, r.f, stmt);
            putln!(r.dump, "Value numbering stmt = {text}");
        }
    }

    /// The only edge out of a block that can be taken, where its condition is known.
    fn decided_edge(&mut self, r: &mut Reader<'_, '_>, block: BlockId) -> Option<EdgeId> {
        let last = r.f.last_stmt(block)?;
        let value = match &r.f.stmts[last].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let ty = r.unit.common.bool_;
                let expr = Expr { code: *code, ty, ops: [*lhs, *rhs, Operand::None] };
                self.condition_value(r, block, &expr)?
            }
            StmtKind::Switch(switch) => self.value_of(switch.index),
            _ => return None,
        };
        taken_edge(r.unit, r.f, block, value)
    }

    // Conditions.

    /// The only edge into a block that does not come from what it dominates: whatever holds on it holds in the block, and
    /// goes on holding in a loop that the block heads, as no name changes there that is known before.
    fn way_in(&self, r: &Reader<'_, '_>, block: BlockId) -> Option<EdgeId> {
        let mut ways = r.f.blocks[block].preds.iter().copied();
        let enters = |edge: &EdgeId| {
            !self.closes(r.f, *edge) || !r.tree.dominated_by(r.f.edges[*edge].src, block)
        };
        let first = ways.find(enters)?;
        ways.all(|edge| !enters(&edge)).then_some(first)
    }

    /// What the edge into a block says of the condition it leaves.
    fn learn_from_entry(&mut self, r: &mut Reader<'_, '_>, block: BlockId) {
        let Some(edge) = self.way_in(r, block) else { return };
        let src = r.f.edges[edge].src;
        if !self.is_numbered(src) {
            return;
        }
        let Some(last) = r.f.last_stmt(src) else { return };
        let StmtKind::Cond { code, lhs, rhs, .. } = r.f.stmts[last].kind else { return };
        let truth = r.f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
        if r.f.blocks[src].succs.len() != 2 {
            return;
        }
        let (a, b) = (self.value_of(lhs), self.value_of(rhs));
        if a.constant().is_some() && b.constant().is_some() {
            return;
        }
        let nans = r.unit.types.is_real(r.unit.type_of(r.f, a)) && r.options.honor_nans();
        let ops = [a, b].map(|op| reference::plain_constant(r.unit, op));
        self.facts.record(block, code, ops, truth, nans);
    }

    /// Names what follows from the edges out of a block, one comparison a line.
    fn say_recorded(&self, r: &mut Reader<'_, '_>, block: BlockId) {
        use TreeCode::*;
        let Some(last) = r.f.last_stmt(block) else { return };
        let StmtKind::Cond { code, lhs, rhs, .. } = r.f.stmts[last].kind else { return };
        let Some((yes, no)) = r.f.true_false_edges(block) else { return };
        let ops = [self.value_of(lhs), self.value_of(rhs)];
        let ty = r.unit.type_of(r.f, ops[0]);
        let nans = r.unit.types.is_real(ty) && r.options.honor_nans();
        let inverse = code.invert_comparison(nans);
        let mut list = vec![(yes, code, true), (no, code, false)];
        if let Some(inverse) = inverse {
            list.extend([(yes, inverse, false), (no, inverse, true)]);
        }
        if r.unit.types.is_integral(ty) {
            for (edge, code) in [(yes, Some(code)), (no, inverse)] {
                let implied: &[(TreeCode, bool)] = match code {
                    Some(Lt) => &[(Ne, true), (Le, true), (Gt, false), (Eq, false)],
                    Some(Gt) => &[(Ne, true), (Ge, true), (Lt, false), (Eq, false)],
                    Some(Eq) => &[(Lt, false), (Gt, false)],
                    _ => &[],
                };
                list.extend(implied.iter().map(|&(code, truth)| (edge, code, truth)));
            }
        }
        let [a, b] = ops.map(|op| tree_ssa::dump_text::operand(r.unit, r.f, op));
        for (id, code, truth) in list {
            let edge = &r.f.edges[id];
            if self.way_in(r, edge.dst) == Some(id) {
                let (src, dst, name) = (edge.src.0, edge.dst.0, code.name());
                putln!(r.dump, "Recording on edge {src}->{dst} {a} {name} {b} == {truth}");
            }
        }
    }

    fn condition_value(
        &mut self,
        r: &mut Reader<'_, '_>,
        block: BlockId,
        expr: &Expr,
    ) -> Option<Operand> {
        let simpler = self.simplify(r, expr);
        let expr = simpler.as_ref().unwrap_or(expr);
        if let Some(value) = expr.as_value() {
            return value.constant().map(|_| value);
        }
        let ops = [expr.ops[0], expr.ops[1]];
        let ops = ops.map(|op| reference::plain_constant(r.unit, self.value_of(op)));
        let truth = self.facts.truth(r.tree, block, expr.code, ops)?;
        Some(r.unit.int(expr.ty, truth.into()))
    }

    fn simplify(&self, r: &mut Reader<'_, '_>, expr: &Expr) -> Option<Expr> {
        let valueize = |name: SsaName| Some(self.value(name));
        let mut simplifier = Simplifier::new(r.unit, r.f, r.options, &valueize);
        simplifier.simplify(expr.code, expr.ty, expr.ops)
    }

    // Statements.

    fn visit_stmt(&mut self, r: &mut Reader<'_, '_>, block: BlockId, stmt: StmtId) {
        let data = &r.f.stmts[stmt];
        let (vuse, vdef) = (data.vuse, data.vdef);
        match &data.kind {
            StmtKind::Assign { lhs: Operand::Ssa(name), .. } => {
                let value =
                    if data.has(StmtFlags::VOLATILE) || r.f.names[*name].has(NameFlags::ABNORMAL) {
                        Operand::Ssa(*name)
                    } else {
                        self.assigned_value(r, block, stmt, *name)
                    };
                self.set(r, *name, value);
            }
            StmtKind::Assign { lhs, rhs, .. } if vdef.is_some() => {
                let (lhs, rhs) = (*lhs, rhs[0]);
                self.visit_store(r, stmt, lhs, rhs);
                return;
            }
            StmtKind::Call(call) => {
                if let Operand::Ssa(name) = call.lhs {
                    let value = self.call_value(r, stmt, name);
                    self.set(r, name, value);
                }
            }
            StmtKind::Asm(asm) => {
                for name in asm.outputs.iter().filter_map(|operand| operand.value.ssa()) {
                    self.set(r, name, Operand::Ssa(name));
                }
            }
            _ => {}
        }
        if vdef.is_some() {
            let state = if self.calls_without_effects(r, stmt) {
                self.value(vuse)
            } else {
                Operand::Ssa(vdef)
            };
            self.set(r, vdef, state);
        }
    }

    fn assigned_value(
        &mut self,
        r: &mut Reader<'_, '_>,
        block: BlockId,
        stmt: StmtId,
        name: SsaName,
    ) -> Operand {
        let own = Operand::Ssa(name);
        let StmtKind::Assign { code, rhs, .. } = r.f.stmts[stmt].kind else { return own };
        let ty = r.f.names[name].ty;
        if code == TreeCode::Single {
            return match rhs[0] {
                Operand::Ssa(_) | Operand::Const(_) => self.value_of(rhs[0]),
                op if r.unit.addressed(op).is_some() => self.address_value(r, op, own),
                op if r.unit.is_memory_operand(op) => self.load_value(r, stmt, op, own),
                Operand::Decl(_) => rhs[0],
                _ => self.part_value(r, stmt, rhs[0], own),
            };
        }
        let mut ops = rhs;
        for op in &mut ops {
            *op = match *op {
                Operand::Ssa(name) => self.value(name),
                Operand::Tree(_) if r.unit.addressed(*op).is_some() => {
                    self.address_value(r, *op, *op)
                }
                op => op,
            };
        }
        let mut expr = Expr { code, ty, ops };
        self.look_through_view(r.unit, &mut expr);
        if let Some(simpler) = self.simplify(r, &expr) {
            expr = simpler;
        }
        if let Some(value) = expr.as_value() {
            return self.value_of(value);
        }
        if expr.ops.iter().any(|&op| self.is_unknown(op)) {
            return own;
        }
        if expr.code.is_comparison() {
            let ops = [expr.ops[0], expr.ops[1]].map(|op| reference::plain_constant(r.unit, op));
            if let Some(truth) = self.facts.truth(r.tree, block, expr.code, ops) {
                return r.unit.int(ty, truth.into());
            }
        }
        if let Some(value) = self.widened(r, (block, name), &expr) {
            return value;
        }
        if let Some(value) = self.masked(r, code, rhs) {
            return value;
        }
        self.known_or(Key::operation(r.unit, &expr), own)
    }

    /// An address: a constant where nothing in it is variable.
    fn address_value(&mut self, r: &mut Reader<'_, '_>, op: Operand, own: Operand) -> Operand {
        let mut variable = false;
        r.unit.for_each_ssa(op, &mut |_| variable = true);
        if !variable {
            // Equal addresses are equal values, whatever tree they are written as.
            let key = reference::structural(self, r.unit, op);
            return self.long_known_or(&key, op);
        }
        let known = r.unit.replace_ssa(op, &mut |name| {
            let value = self.value(name);
            (value != Operand::Ssa(name)).then_some(value)
        });
        let mut variable = false;
        r.unit.for_each_ssa(known, &mut |_| variable = true);
        let key = reference::structural(self, r.unit, known);
        self.long_known_or(&key, if variable { own } else { known })
    }

    /// A part or view of a register.
    fn part_value(
        &mut self,
        r: &mut Reader<'_, '_>,
        stmt: StmtId,
        op: Operand,
        own: Operand,
    ) -> Operand {
        let valueize = |name: SsaName| Some(self.value(name));
        if let Some(expr) = simplify_stmt(r.unit, r.f, r.options, &valueize, stmt)
            && let Some(value) = expr.as_value()
        {
            return self.value_of(value);
        }
        let key = reference::structural(self, r.unit, op);
        self.long_known_or(&key, own)
    }

    fn load_value(
        &mut self,
        r: &mut Reader<'_, '_>,
        stmt: StmtId,
        op: Operand,
        own: Operand,
    ) -> Operand {
        let pointer = self.pointer_to_string(r.unit, op);
        if pointer.is_some() || may_be_constant(r.unit, op) {
            let known = r.unit.replace_ssa(op, &mut |name| {
                let value = self.value(name);
                (value.constant().is_some() || pointer == Some(name)).then_some(value)
            });
            if let Some(value) = memory_constant(r.unit, r.f, known) {
                return value;
            }
        }
        self.forget_view(own);
        let vuse = r.f.stmts[stmt].vuse;
        if vuse.is_none() {
            return own;
        }
        let access = reference::access(self, r.oracle, r.unit, r.f, op);
        let ty = r.unit.type_of(r.f, op);
        let place = self.place(r.unit, ty, op, &access);
        let state = self.state(vuse);
        let (mut found, mut reached) = self.lookup(r, place, &access, ty, vuse);
        if found.is_none()
            && let Some((value, state)) = self.viewed(r, &access, ty, vuse, own)
        {
            (found, reached) = (Some(value), state);
        }
        let value = found.unwrap_or(own);
        if found.is_none() && reached.is_some() && self.state(reached) != state {
            // Whoever reads the place after the store that the search ended at reads the same.
            self.make_known(Key::Load(place, self.state(reached)), value);
        }
        if let Operand::Ssa(name) = own {
            self.origins[name.0 as usize] = match found {
                Some(_) => self.state(reached),
                None => state,
            };
        }
        self.make_known(Key::Load(place, state), value);
        value
    }

    /// The name a reference goes through, if its value is the address of a string.
    fn pointer_to_string(&self, unit: &Unit, op: Operand) -> Option<SsaName> {
        let id = unit.trees.base_address(op).tree()?;
        let TreeKind::MemRef { base: Operand::Ssa(name), .. } = *unit.trees.kind(id) else {
            return None;
        };
        let object = unit.addressed(self.value(name))?;
        unit.trees.base_address(object).constant().map(|_| name)
    }

    /// The number of the place a reference of this type is to, which makes this access.
    fn place(&mut self, unit: &Unit, ty: TypeId, op: Operand, access: &Access) -> u32 {
        let key = reference::key(self, unit, ty, op, access);
        self.place_of_key(unit, ty, &key)
    }

    fn place_of_key(&mut self, unit: &Unit, ty: TypeId, key: &[u64]) -> u32 {
        let place = self.places.number(key);
        let ty = unit.types.main_variant(ty);
        match self.place_types.get_mut(place as usize) {
            Some(known) if *known != ty => *known = TypeId::NONE,
            Some(_) => {}
            None => self.place_types.push(ty),
        }
        place
    }

    fn visit_store(&mut self, r: &mut Reader<'_, '_>, stmt: StmtId, lhs: Operand, rhs: Operand) {
        let (vuse, vdef) = (r.f.stmts[stmt].vuse, r.f.stmts[stmt].vdef);
        let own = Operand::Ssa(vdef);
        let ty = r.unit.type_of(r.f, lhs);
        let register = r.unit.types.is_register_type(ty);
        let simple =
            matches!(rhs, Operand::Ssa(_) | Operand::Const(_)) || r.unit.addressed(rhs).is_some();
        let fits =
            gimple::types_compatible::useless_type_conversion(r.unit, ty, r.unit.type_of(r.f, rhs));
        if !register
            || !simple
            || !fits
            || r.f.stmts[stmt].has(StmtFlags::VOLATILE)
            || vuse.is_none()
        {
            return self.set(r, vdef, own);
        }
        let value = match rhs {
            op if r.unit.addressed(op).is_some() => self.address_value(r, op, op),
            op => self.value_of(op),
        };
        let access = reference::access(self, r.oracle, r.unit, r.f, lhs);
        let place = self.place(r.unit, ty, lhs, &access);
        // A store of what is there already may still change the type of the object that is there: the value must have
        // got there as this type.
        let found = self.lookup_stored(r, place, &access, ty, vuse);
        let found = found.map(|found| reference::plain_constant(r.unit, found));
        let same = found == Some(reference::plain_constant(r.unit, value));
        if same && self.place_types[place as usize].is_some() {
            self.redundant_stores.push(stmt);
            let state = self.value(vuse);
            if r.details {
                putln!(
                    r.dump,
                    "Store matched earlier value, value numbering store vdefs to matching vuses."
                );
            }
            return self.set(r, vdef, state);
        }
        if r.details {
            let (target, text) = (
                tree_ssa::dump_text::operand(r.unit, r.f, lhs),
                tree_ssa::dump_text::operand(r.unit, r.f, value),
            );
            putln!(r.dump, "No store match\nValue numbering store {target} to {text}");
        }
        self.set(r, vdef, own);
        self.make_known(Key::Load(place, vdef), value);
    }

    // What partial redundancy elimination asks and adds.

    /// The state in which what a name loads was first read or written.
    fn origin(&self, name: SsaName) -> Option<SsaName> {
        self.origins.get(name.0 as usize).copied().and_then(SsaName::expand)
    }

    /// The value of an operation, if it is computed anywhere.
    fn value_of_key(
        &self,
        unit: &mut Unit,
        f: &Function,
        options: &Options,
        expr: &Expr,
    ) -> Option<Operand> {
        let valueize = |name: SsaName| Some(self.value(name));
        let mut simplifier = Simplifier::new(unit, f, options, &valueize);
        let mut expr = Expr { ops: expr.ops.map(|op| self.value_of(op)), ..*expr };
        if let Some(simpler) = simplifier.simplify(expr.code, expr.ty, expr.ops) {
            expr = simpler;
        }
        if expr.as_value().is_some() {
            return None;
        }
        self.known(&Key::operation(simplifier.unit, &expr))
    }

    /// What is known to be read of a place in a state.
    fn loaded(&self, place: u32, state: SsaName) -> Option<Operand> {
        self.known(&Key::Load(place, state))
    }

    /// The value of an address, of a part of a register, or of a call.
    fn value_of_reference(
        &self,
        unit: &mut Unit,
        sought: Sought<'_>,
        state: SsaName,
    ) -> Option<Operand> {
        let key = match sought {
            Sought::Computed(op) => reference::structural(self, unit, op),
            Sought::Call(callee, args) => {
                let callee = match callee {
                    Callee::Decl(decl) => Operand::Decl(decl),
                    Callee::Pointer(op) => self.value_of(op),
                    // What such a function is depends on its result's type, which is not said here.
                    Callee::Internal(_) => return None,
                };
                if args.iter().any(|&op| op.tree().is_some()) {
                    return None;
                }
                let args: SmallVec<[Operand; 4]> =
                    args.iter().map(|&op| self.value_of(op)).collect();
                let state = if state.is_some() { self.state(state) } else { state };
                call_words(callee, &args, state)
            }
        };
        self.long_known(&key)
    }

    /// Gives a new name a value.
    pub(crate) fn set_value(&mut self, name: SsaName, value: Operand) {
        if self.values.len() <= name.0 as usize {
            self.values.resize(name.0 as usize + 1, Operand::None);
        }
        self.values[name.0 as usize] = value;
    }

    fn call_value(&mut self, r: &mut Reader<'_, '_>, stmt: StmtId, name: SsaName) -> Operand {
        let own = Operand::Ssa(name);
        let known = |name: SsaName| Some(self.value(name));
        if !r.f.names[name].has(NameFlags::ABNORMAL)
            && let Some(value) = value_of_call(r.unit, r.f, r.options, &known, stmt)
        {
            return value;
        }
        let StmtKind::Call(call) = &r.f.stmts[stmt].kind else { return own };
        let flags = call_effects::flags_of(r.unit, call);
        let state = if flags.intersects(Ecf::CONST) {
            SsaName::NONE
        } else if flags.intersects(Ecf::PURE) && r.f.stmts[stmt].vuse.is_some() {
            self.state(r.f.stmts[stmt].vuse)
        } else {
            return own;
        };
        let memory = |op: &Operand| r.unit.is_memory_operand(*op);
        if r.f.names[name].has(NameFlags::ABNORMAL) || call.args.iter().any(memory) {
            return own;
        }
        let callee = match call.callee {
            Callee::Decl(decl) => Operand::Decl(decl),
            Callee::Pointer(op) => self.value_of(op),
            // No call through a pointer is to a constant: the function's number cannot be taken for one. Overflow is that
            // of the result's type.
            Callee::Internal(function) => {
                let ty = reference::canonical_type(r.unit, r.f.names[name].ty);
                r.unit.int(r.unit.int64(false), i128::from(ty.0) << 16 | function as i128)
            }
        };
        let mut args: SmallVec<[Operand; 4]> = SmallVec::from_slice(&call.args);
        for arg in &mut args {
            *arg = match *arg {
                op if r.unit.addressed(op).is_some() => self.address_value(r, op, op),
                op => self.value_of(op),
            };
        }
        self.long_known_or(&call_words(callee, &args, state), own)
    }
}
