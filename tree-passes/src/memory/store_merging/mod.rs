//! Pass `store-merging`: stores to neighbouring members become stores of words.
//!
//! ```text
//!   p_1(D)->a = 1;                        MEM <unsigned int> [(char *)p_1(D)] = 67305985;
//!   p_1(D)->b = 2;
//!   p_1(D)->c = 3;                   =>
//!   p_1(D)->d = 4;
//!
//!   b.x = _2;   (3 bits)                  _4 = _3 << 3;   _5 = _4 | 1;
//!   b.y = 1;    (5 bits)             =>   MEM <unsigned char> [(struct B *)&b] = _5;
//! ```
//!
//! The stores of a block that are to one object (`place`) form a chain, until a statement comes that may see or change what
//! they write. Then those of a chain that lie side by side and store the same kind of thing (`value`: constants, what is
//! loaded from beside one another, also with bits changed, numbers put into bit-fields) make groups (`group`), and what a
//! group writes is split again into as few stores as its alignment allows (`split`). If there are fewer than before they are
//! written instead (`emit`), in the place of the last. Only bytes are written that were, or bit-fields beside bit-fields. After
//! GCC's `gimple-ssa-store-merging.cc`. Stores in chains are limited, so that the pass is linear.

mod emit;
mod group;
mod split;
mod value;

use dumps::putln;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::entity::EntityRef;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::dump_text;
use tree_ssa::fold::place::Address;
use tree_ssa::fold::place::Place;
use value::Value;

/// Stores of one chain (`--param max-stores-to-merge`).
const MAX_CHAIN: usize = 64;

/// Chains at a time, and stores of all of them (`--param max-store-chains-to-track`, `--param max-stores-to-track`).
const MAX_CHAINS: usize = 64;
const MAX_STORES: usize = 1024;

/// `store-merging` for the pass table.
pub const PASS: Pass = Pass::tree("store-merging", execute)
    .gate(|options, _| options.on(Flag::StoreMerging))
    .requires(Prop::CFG_SSA)
    .follows(&[("dse", "what is overwritten is not stored any more")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let blocks = blocks_with_stores(f);
    if blocks.is_empty() {
        return Todo::NONE;
    }
    let oracle = Oracle::new(cx.unit, cx.options);
    let mut pass = Merging { cx, f, oracle, chains: Vec::new(), made: 0 };
    for block in blocks {
        pass.look_at(block);
    }
    Todo::NONE
}

/// The blocks that change memory at least twice, which the names of its states tell, in the order of the layout.
fn blocks_with_stores(f: &Function) -> Vec<BlockId> {
    let mut counts = Vec::new();
    for data in f.names.values() {
        let changes =
            data.flags.intersection(NameFlags::VIRTUAL | NameFlags::RELEASED) == NameFlags::VIRTUAL;
        let Some(def) = data.def.expand().filter(|_| changes) else { continue };
        if !matches!(f.stmts[def].kind, StmtKind::Assign { .. }) {
            continue;
        }
        if counts.is_empty() {
            counts = vec![0u32; f.blocks.len()];
        }
        counts[f.stmts[def].block.index()] += 1;
    }
    if counts.iter().all(|&count| count < 2) {
        return Vec::new();
    }
    let mut blocks = f.block_order();
    blocks.retain(|block| counts[block.index()] >= 2);
    blocks
}

/// A store of a chain.
struct Store {
    stmt: StmtId,
    /// How many stores of the chain come before.
    order: usize,
    lhs: Operand,
    rhs: Operand,
    place: Place,
    value: Value,
}

/// Stores to one object, of which nothing in between sees or changes what they write.
struct Chain {
    /// Chains have numbers in the order in which they begin.
    number: u32,
    base: Address,
    stores: Vec<Store>,
}

struct Merging<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    f: &'a mut Function,
    oracle: Oracle,
    /// The chains there are, in the order in which they began.
    chains: Vec<Chain>,
    made: u32,
}

impl Merging<'_, '_> {
    fn look_at(&mut self, block: BlockId) {
        let mut stores = 0;
        for stmt in self.f.block_stmts(block) {
            stores += usize::from(is_store(self.cx.unit, self.f, stmt));
        }
        if stores < 2 {
            return;
        }
        self.say(format_args!("Processing basic block <{}>:\n", block.index()));
        let mut at = self.f.blocks[block].stmts.first;
        while at.is_some() {
            let next = self.f.stmts[at].next;
            self.statement(at);
            at = next;
        }
        self.end_all();
    }

    fn statement(&mut self, stmt: StmtId) {
        if is_store(self.cx.unit, self.f, stmt) {
            self.store(stmt);
        } else if self.f.stmts[stmt].has(StmtFlags::VOLATILE) {
            self.say(format_args!("Volatile access terminates all chains\n"));
            self.end_all();
        } else {
            self.end_disturbed(stmt, None);
        }
    }

    /// Adds a store to the chain of what it stores to, or lets it begin one (`process_store`).
    fn store(&mut self, stmt: StmtId) {
        let StmtKind::Assign { lhs, rhs: [rhs, ..], .. } = self.f.stmts[stmt].kind else { return };
        let place = Place::of(self.cx.unit, self.f, lhs);
        let stored = place.and_then(|place| {
            let value = value::stored(self.cx.unit, self.f, &place, rhs)?;
            Some((place, value))
        });
        let Some((place, value)) = stored else { return self.end_disturbed(stmt, None) };
        let mut store = Store { stmt, order: 0, lhs, rhs, place, value };
        let unit = &*self.cx.unit;
        if let Some(chain) =
            self.chains.iter_mut().find(|chain| chain.base.same(unit, &store.place.base))
        {
            store.order = chain.stores.len();
            chain.stores.push(store);
            let number = chain.number;
            self.say_stmt("Recording immediate store from stmt:", stmt);
            self.end_disturbed(stmt, Some(number));
            let full = |chain: &Chain| chain.number == number && chain.stores.len() == MAX_CHAIN;
            if let Some(index) = self.chains.iter().position(full) {
                self.say(format_args!("Reached maximum number of statements to merge:\n"));
                self.end(index);
            }
        } else {
            self.end_disturbed(stmt, None);
            self.begin(store);
        }
        while self.chains.len() > MAX_CHAINS
            || self.chains.iter().map(|chain| chain.stores.len()).sum::<usize>() > MAX_STORES
        {
            self.end(0);
        }
    }

    fn begin(&mut self, store: Store) {
        let number = self.made;
        self.made += 1;
        if self.cx.dump.details() {
            let text = store.place.base.text(self.cx.unit, self.f);
            let active = self.chains.len() + 1;
            self.say(format_args!("Starting active chain number {active} with statement:\n"));
            self.say_stmt("", store.stmt);
            self.say(format_args!("The base object is:\n{text}\n"));
        }
        self.chains.push(Chain { number, base: store.place.base.clone(), stores: vec![store] });
    }

    /// Ends the chains but one that a statement may see or change something of (`terminate_all_aliasing_chains`).
    fn end_disturbed(&mut self, stmt: StmtId, spared: Option<u32>) {
        if self.f.stmts[stmt].vuse.is_none() {
            return;
        }
        for index in (0..self.chains.len()).rev() {
            if Some(self.chains[index].number) != spared && self.is_disturbed(stmt, index) {
                self.say_stmt("stmt causes chain termination:", stmt);
                self.end(index);
            }
        }
    }

    fn is_disturbed(&self, stmt: StmtId, index: usize) -> bool {
        let (unit, f, oracle) = (&*self.cx.unit, &*self.f, &self.oracle);
        let written = match f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } if f.stmts[stmt].vdef.is_some() => {
                Some(oracle.access(unit, f, lhs))
            }
            _ => None,
        };
        self.chains[index].stores.iter().any(|store| {
            let access = oracle.access(unit, f, store.lhs);
            oracle.stmt_may_use(unit, f, stmt, &access)
                || oracle.stmt_may_clobber(unit, f, stmt, &access, true)
                || written.is_some_and(|own| oracle.may_alias(unit, f, &own, &access, false))
        })
    }

    fn end_all(&mut self) {
        while !self.chains.is_empty() {
            self.end(self.chains.len() - 1);
        }
    }

    /// Ends a chain: what there is to merge is merged (`terminate_and_process_chain`).
    fn end(&mut self, index: usize) {
        let mut chain = self.chains.remove(index);
        self.say(format_args!("Terminating chain with {} stores\n", chain.stores.len()));
        if chain.stores.len() < 2 {
            return;
        }
        chain.stores.sort_by_key(|store| (store.place.pos, store.order));
        let mut merged = false;
        for group in self.coalesce(&mut chain) {
            merged |= self.cx.dbg_cnt(Counter::StoreMerging) && self.write(&chain, &group);
        }
        if merged && self.cx.dump.enabled() {
            putln!(self.cx.dump, "Merging successful!");
        }
    }

    /// Writes what is asked for with details.
    fn say(&mut self, text: std::fmt::Arguments<'_>) {
        if self.cx.dump.details() {
            let _ = self.cx.dump.write_fmt(text);
        }
    }

    fn say_stmt(&mut self, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = dump_text::stmt(self.cx.unit, self.f, stmt);
            let newline = if what.is_empty() { "" } else { "\n" };
            putln!(self.cx.dump, "{what}{newline}{text}");
        }
    }
}

/// Whether a statement stores something to a place of a kind that is looked at (`store_valid_for_store_merging_p`).
fn is_store(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
        return false;
    };
    let place = match lhs {
        Operand::Decl(_) => true,
        Operand::Tree(id) => matches!(
            unit.trees.kind(id),
            TreeKind::ComponentRef { .. }
                | TreeKind::ArrayRef { .. }
                | TreeKind::BitFieldRef { .. }
                | TreeKind::ViewConvert(_)
                | TreeKind::MemRef { .. }
        ),
        _ => false,
    };
    let clobber =
        matches!(rhs[0], Operand::Tree(id) if matches!(unit.trees.kind(id), TreeKind::Clobber(_)));
    place && f.stmts[stmt].vdef.is_some() && (!f.stmts[stmt].has(StmtFlags::VOLATILE) || clobber)
}
