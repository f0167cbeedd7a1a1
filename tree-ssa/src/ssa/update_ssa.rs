//! Bringing SSA form up to date after a pass changed it (`update_ssa`).
//!
//! A pass says what it did: this new name is another definition of that old one ([`register_new_name`]), this variable
//! became a register and stands naked in statements ([`mark_symbol`]), statements with virtual operands were added or
//! removed ([`mark_virtuals`]). The update inserts φs at the iterated frontier of the definitions concerned and renames,
//! within the part of the dominator tree below the nearest common dominator of what changed. Names that are not
//! concerned, and their versions, stay what they are.
//!
//! ```text
//!   before, i_7 registered as new definition of i_2:     after:
//!   <bb 3> : i_2 = 0;                                      i_2 = 0;
//!   <bb 4> : i_7 = 1;                                      i_7 = 1;
//!   <bb 5> : return i_2;                                   # i_8 = PHI <i_2(3), i_7(4)>
//!                                                          return i_8;
//! ```

use crate::edit::locals::duplicate_name;
use crate::effects::call_effects::is_clobber;
use crate::graph::analyses;
use crate::graph::dom_walk::{DomWalker, Reach, Step, walk};
use crate::graph::dominance::Dominators;
use crate::ssa::into_ssa::bind_phi;
use crate::ssa::into_ssa::bind_value;
use crate::ssa::into_ssa::for_each_register_use;
use crate::ssa::phi_placement::Placement;
use dumps::Dump;
use dumps::{put, putln};
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags};
use gimple::debug_stmts::DebugPlace;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What the next update has to do.
#[derive(Default)]
pub struct PendingUpdate {
    /// The names each new name replaces.
    pub(super) replaced: BTreeMap<SsaName, Vec<SsaName>>,
    symbols: FxHashSet<DeclId>,
    virtuals: bool,
    release: Vec<SsaName>,
}

impl PendingUpdate {
    fn is_empty(&self) -> bool {
        self.replaced.is_empty() && self.symbols.is_empty() && !self.virtuals
    }
}

/// Says that `new` is a further definition of what `old` stands for.
pub fn register_new_name(f: &mut Function, new: SsaName, old: SsaName) {
    for name in [new, old] {
        f.names[name].flags |= NameFlags::UPDATING;
    }
    let pending = analyses::of(f).kept.of::<PendingUpdate>();
    let mut all = vec![old];
    all.extend(pending.replaced.get(&old).into_iter().flatten());
    let set = pending.replaced.entry(new).or_default();
    for name in all {
        if !set.contains(&name) {
            set.push(name);
        }
    }
}

/// Says that a variable has become a register and is named in statements.
pub fn mark_symbol(f: &mut Function, var: DeclId) {
    analyses::of(f).kept.of::<PendingUpdate>().symbols.insert(var);
}

/// Says that virtual operands are to be renamed: statements that have them were added without, or removed.
pub fn mark_virtuals(f: &mut Function) {
    analyses::of(f).kept.of::<PendingUpdate>().virtuals = true;
}

/// Releases a name once the update is done (`release_ssa_name_after_update_ssa`).
pub fn release_after_update(f: &mut Function, name: SsaName) {
    analyses::of(f).kept.of::<PendingUpdate>().release.push(name);
}

/// Whether there is anything to update (`need_ssa_update_p`).
pub fn is_needed(f: &Function) -> bool {
    analyses::get(f)
        .and_then(|all| all.kept.get::<PendingUpdate>())
        .is_some_and(|pending| !pending.is_empty())
}

/// The update as the pass manager calls it.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function, _todo: Todo) {
    update(cx.unit, f, &mut cx.dump);
}

/// Updates SSA form for what has been registered.
pub fn update(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    update_with(unit, f, dump, true);
}

/// The same without inserting φs: new names replace old ones where they dominate (`TODO_update_ssa_no_phi`). For names only.
pub fn update_without_phis(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    update_with(unit, f, dump, false);
}

fn update_with(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>, insert_phis: bool) {
    let pending = std::mem::take(analyses::of(f).kept.of::<PendingUpdate>());
    if pending.is_empty() {
        return;
    }
    if dump.details() {
        putln!(dump, "\nUpdating SSA:");
    }
    f.settle_debug(unit);
    let tree = analyses::analysis::<Dominators>(f);
    let release = names_to_release(f, &pending);
    let mut work = Updater::new(f, pending, &release);
    work.prepare_names(f, &tree, &release);
    if !work.symbols.0.is_empty() {
        work.prepare_symbols(unit, f, &tree);
    }
    if insert_phis {
        work.insert_phis(unit, f, &tree, dump);
    }
    let start = work.start(&tree);
    let shown = dump.enabled().then(|| Shown {
        replaced: work.replaced.clone(),
        symbols: work.symbols.0.clone(),
        affected: work.blocks.clone(),
    });
    let details = dump.details();
    let binds = work.blocks_with_binds(unit, f);
    let start =
        common_dominator(&tree, binds.ones().map(|n| BlockId(n as u32)).chain(start.expand()));
    if start.is_some() {
        let mut renamer = Renamer {
            unit,
            work,
            binds,
            stack: Vec::new(),
            marks: Vec::new(),
            dump: dump.reborrow(),
            details,
        };
        walk(f, &tree, start, Reach::All, &mut renamer);
    }
    if dump.stats() {
        put!(dump, "{}", crate::ssa::dfa_stats::table(unit, f));
    }
    if let Some(shown) = shown {
        dump_summary(unit, f, dump, &shown, &release, start);
    }
    for name in release {
        f.release_ssa_name(name);
    }
}

/// The names that go when the update is done, in order. From here on names are released at once.
fn names_to_release(f: &mut Function, pending: &PendingUpdate) -> Vec<SsaName> {
    for (new, old) in &pending.replaced {
        for &name in std::iter::once(new).chain(old) {
            f.names[name].flags.remove(NameFlags::UPDATING);
        }
    }
    let mut release = std::mem::take(&mut f.release_later);
    release.extend(&pending.release);
    release.sort_unstable();
    release.dedup();
    release
}

/// What the summary in the dump shows: how things stood before names were changed.
pub(super) struct Shown {
    pub(super) replaced: BTreeMap<SsaName, Vec<SsaName>>,
    pub(super) symbols: Vec<DeclId>,
    pub(super) affected: FixedBitSet,
}

pub(super) fn dump_summary(
    unit: &Unit,
    f: &Function,
    dump: &mut Dump<'_>,
    Shown { replaced, symbols, affected }: &Shown,
    release: &[SsaName],
    start: BlockId,
) {
    if !replaced.is_empty() {
        putln!(
            dump,
            "\nSSA replacement table\nN_i -> {{ O_1 ... O_j }} means that N_i replaces O_1, ..., O_j\n"
        );
        for (&new, old) in replaced {
            let mut old = old.clone();
            old.sort_unstable();
            let names: Vec<String> =
                old.iter().map(|&name| crate::dump_text::name(unit, f, name)).collect();
            let new = crate::dump_text::name(unit, f, new);
            putln!(dump, "{new} -> {{ {} }}", names.join(" "));
        }
    }
    if !symbols.is_empty() {
        let names: Vec<String> = symbols.iter().map(|var| format!("D.{}", var.0)).collect();
        putln!(dump, "\nSymbols to be put in SSA form\n{{ {} }}", names.join(" "));
    }
    if !release.is_empty() {
        let names: Vec<String> =
            release.iter().map(|&name| crate::dump_text::name(unit, f, name)).collect();
        let names = names.join(" ");
        putln!(dump, "\nSSA names to release after updating the SSA web\n\n{names} ");
    }
    let (total, blocks) = (f.blocks.len(), affected.count_ones(..));
    putln!(dump, "Incremental SSA update started at block: {}", start.0);
    putln!(dump, "Number of blocks in CFG: {total}");
    let percent = blocks as f64 * 100.0 / total as f64;
    putln!(dump, "Number of blocks to update: {blocks} ({percent:3.0}%)");
    if dump.details() {
        put!(dump, "Affected blocks:");
        for block in affected.ones() {
            put!(dump, " {block}");
        }
        putln!(dump);
    }
    put!(dump, "\n\n");
}

/// What is being renamed: all versions of a symbol, or one old name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Name(SsaName),
    Symbol(DeclId),
}

/// A set of blocks that keeps the order of insertion.
#[derive(Default)]
struct BlockSet {
    list: Vec<BlockId>,
    set: FxHashSet<BlockId>,
}

impl BlockSet {
    fn insert(&mut self, block: BlockId) {
        if self.list.last() != Some(&block) && self.set.insert(block) {
            self.list.push(block);
        }
    }

    fn contains(&self, block: BlockId) -> bool {
        self.set.contains(&block)
    }
}

struct Item {
    key: Key,
    defs: BlockSet,
    phis: FxHashSet<BlockId>,
    livein: BlockSet,
    current: SsaName,
}

impl Item {
    /// Leaves only blocks strictly below what dominates all definitions of a name.
    fn keep_below_definitions(&self, tree: &Dominators, blocks: &mut Vec<BlockId>) {
        if let Key::Name(_) = self.key
            && !blocks.is_empty()
        {
            let entry = common_dominator(tree, self.defs.list.iter().copied());
            if entry != ENTRY {
                blocks.retain(|&block| block != entry && tree.dominated_by(block, entry));
            }
        }
    }
}

/// The state of an update.
struct Updater {
    replaced: BTreeMap<SsaName, Vec<SsaName>>,
    /// Names, by version.
    old: FixedBitSet,
    symbols: Symbols,
    index: FxHashMap<Key, u32>,
    items: Vec<Item>,
    /// Blocks, by number.
    blocks: FixedBitSet,
    /// φs whose arguments are to be renamed, by number.
    phis: FixedBitSet,
}

/// The variables that are put into SSA form, in order: that is one mostly, what stands for memory.
struct Symbols(Vec<DeclId>);

impl Symbols {
    fn contains(&self, var: DeclId) -> bool {
        self.0.binary_search(&var).is_ok()
    }

    fn has_others_than(&self, var: DeclId) -> bool {
        self.0.iter().any(|&other| other != var)
    }
}

/// Marks on statements: reads, or defines, something concerned.
const READS: StmtFlags = StmtFlags::PLF_1;
const DEFINES: StmtFlags = StmtFlags::PLF_2;

impl Updater {
    fn new(f: &Function, pending: PendingUpdate, release: &[SsaName]) -> Updater {
        let mut symbols = pending.symbols;
        if pending.virtuals && f.vop.is_some() {
            symbols.insert(f.vop);
        }
        let released = |name: SsaName| {
            f.names[name].has(NameFlags::RELEASED) || release.binary_search(&name).is_ok()
        };
        let replaced: BTreeMap<SsaName, Vec<SsaName>> =
            pending.replaced.into_iter().filter(|(new, _)| !released(*new)).collect();
        let old = replaced.values().flatten().map(|name| name.0 as usize).collect();
        let mut symbols: Vec<DeclId> = symbols.into_iter().collect();
        symbols.sort_unstable();
        Updater {
            replaced,
            old,
            symbols: Symbols(symbols),
            index: FxHashMap::default(),
            items: Vec::new(),
            blocks: FixedBitSet::with_capacity(f.blocks.len()),
            phis: FixedBitSet::new(),
        }
    }

    fn item(&mut self, key: Key) -> &mut Item {
        let index = self.item_index(key);
        &mut self.items[index as usize]
    }

    fn item_index(&mut self, key: Key) -> u32 {
        let next = self.items.len() as u32;
        let index = *self.index.entry(key).or_insert(next);
        if index == next {
            self.items.push(Item {
                key,
                defs: BlockSet::default(),
                phis: FxHashSet::default(),
                livein: BlockSet::default(),
                current: SsaName::NONE,
            });
        }
        index
    }

    /// What a name is renamed as, if it is concerned.
    fn key_of(&self, f: &Function, name: SsaName) -> Option<Key> {
        let var = f.names[name].var;
        if var.is_some() && self.symbols.contains(var) {
            Some(Key::Symbol(var))
        } else if self.old.contains(name.0 as usize) {
            Some(Key::Name(name))
        } else {
            None
        }
    }

    fn add_def(&mut self, f: &mut Function, key: Key, stmt: StmtId, block: BlockId) {
        self.blocks.insert(block.0 as usize);
        f.stmts[stmt].flags |= DEFINES;
        let phi = f.is_phi(stmt);
        let item = self.item(key);
        item.defs.insert(block);
        if phi {
            item.phis.insert(block);
        }
    }

    /// `block` is where the value must be available: for a φ the predecessor.
    fn add_use(&mut self, f: &mut Function, key: Key, stmt: StmtId, block: BlockId) {
        self.blocks.insert(block.0 as usize);
        if f.is_phi(stmt) {
            self.blocks.insert(f.stmts[stmt].block.0 as usize);
            self.phis.grow_and_insert(stmt.0 as usize);
        } else {
            f.stmts[stmt].flags |= READS;
        }
        let item = self.item(key);
        if !item.defs.contains(block) {
            item.livein.insert(block);
        }
    }

    fn prepare_names(&mut self, f: &mut Function, tree: &Dominators, release: &[SsaName]) {
        // Names of a symbol that is renamed as a whole are renamed with it.
        let alone = |name: &SsaName| {
            let var = f.names[*name].var;
            var.is_none() || !self.symbols.contains(var)
        };
        let news: Vec<SsaName> = self.replaced.keys().copied().filter(alone).collect();
        let olds = self.old.ones().map(|version| SsaName(version as u32));
        let olds: Vec<SsaName> = olds.filter(alone).collect();
        for new in news {
            let def = f.names[new].def;
            let Some(block) = placed(f, tree, def) else { continue };
            self.blocks.insert(block.0 as usize);
            f.stmts[def].flags |= DEFINES;
            for old in self.replaced[&new].clone() {
                self.add_def(f, Key::Name(old), def, block);
            }
        }
        for old in olds {
            let def = f.names[old].def;
            if let Some(block) = placed(f, tree, def)
                && release.binary_search(&old).is_err()
            {
                self.add_def(f, Key::Name(old), def, block);
            }
            let uses: Vec<(StmtId, u32)> =
                f.imm_uses(old).map(|node| (node.stmt, node.slot)).collect();
            for (stmt, slot) in uses {
                let Some(mut block) = placed(f, tree, stmt) else { continue };
                if f.is_phi(stmt) {
                    block = f.edges[f.blocks[block].preds[slot as usize]].src;
                }
                self.add_use(f, Key::Name(old), stmt, block);
            }
        }
    }

    /// Finds the symbols in all statements, in the order of a dominator walk.
    fn prepare_symbols(&mut self, unit: &Unit, f: &mut Function, tree: &Dominators) {
        let mut scan = SymbolScan { unit, work: self };
        walk(f, tree, ENTRY, Reach::All, &mut scan);
    }

    fn scan_block(&mut self, unit: &Unit, f: &mut Function, block: BlockId) {
        self.blocks.insert(block.0 as usize);
        let mut next = f.blocks[block].phis.first;
        while let Some(phi) = next.expand() {
            next = f.stmts[phi].next;
            let var = f.names[f.phi(phi).result].var;
            if !self.symbols.contains(var) {
                continue;
            }
            self.add_def(f, Key::Symbol(var), phi, block);
            for position in 0..f.blocks[block].preds.len() {
                let src = f.edges[f.blocks[block].preds[position]].src;
                self.add_use(f, Key::Symbol(var), phi, src);
            }
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            self.scan_stmt(unit, f, block, stmt);
            stmt = f.stmts[stmt].next;
        }
    }

    fn scan_stmt(&mut self, unit: &Unit, f: &mut Function, block: BlockId, stmt: StmtId) {
        if f.stmts[stmt].has(StmtFlags::MODIFIED) {
            f.update_stmt(unit, stmt);
        }
        let mut reads: SmallVec<[DeclId; 4]> = SmallVec::new();
        let mut writes: SmallVec<[DeclId; 2]> = SmallVec::new();
        let flags = f.stmts[stmt].flags;
        let memory = self.symbols.contains(f.vop);
        if memory {
            if flags.intersects(StmtFlags::VUSE) {
                reads.push(f.vop);
            }
            if flags.intersects(StmtFlags::VDEF) {
                writes.push(f.vop);
            }
        }
        if self.symbols.0.len() > usize::from(memory) {
            let symbols = &self.symbols;
            for_each_register_use(unit, f, stmt, &mut |var| {
                if symbols.contains(var) {
                    reads.push(var);
                }
            });
            let mut id = f.stmts[stmt].uses;
            while id.is_some() {
                let var = f.names[f.uses[id].name].var;
                if var.is_some() && var != f.vop && symbols.contains(var) {
                    reads.push(var);
                }
                id = f.uses[id].next_in_stmt;
            }
            f.for_each_write(stmt, &mut |op| {
                let var = match op {
                    Operand::Decl(var) => var,
                    Operand::Ssa(name) => f.names[name].var,
                    _ => return,
                };
                if var.is_some() && symbols.contains(var) {
                    writes.push(var);
                }
            });
        }
        for var in reads {
            self.add_use(f, Key::Symbol(var), stmt, block);
        }
        for var in writes {
            self.add_def(f, Key::Symbol(var), stmt, block);
        }
    }

    fn insert_phis(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        tree: &Dominators,
        dump: &mut Dump<'_>,
    ) {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_unstable_by_key(|&index| self.items[index].key);
        let mut placement: Option<Placement> = None;
        for index in order {
            if self.items[index].defs.list.is_empty() {
                continue;
            }
            let placement = placement.get_or_insert_with(|| Placement::new(f, tree));
            self.insert_phis_for(unit, f, tree, index, placement, dump);
        }
    }

    fn insert_phis_for(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        tree: &Dominators,
        index: usize,
        placement: &mut Placement,
        dump: &mut Dump<'_>,
    ) {
        if dump.enabled() {
            self.note_frontier(f, tree, index, placement);
        }
        let item = &self.items[index];
        let key = item.key;
        let mut wanted = placement.phi_blocks(tree, &item.defs.list, &item.livein.list);
        wanted.retain(|block| !item.phis.contains(block));
        item.keep_below_definitions(tree, &mut wanted);
        for block in wanted {
            if dump.details() {
                let name = match key {
                    Key::Name(name) => crate::dump_text::name(unit, f, name),
                    Key::Symbol(var) => crate::dump_text::decl(unit, f, var),
                };
                putln!(dump, "creating PHI node in block #{} for {name}", block.0);
            }
            self.create_phi(unit, f, key, block);
        }
    }

    /// Counts where φs might have gone as affected, too, as the dump's summary does; that may be most of the function for each name.
    fn note_frontier(
        &mut self,
        f: &Function,
        tree: &Dominators,
        index: usize,
        placement: &mut Placement,
    ) {
        let item = &self.items[index];
        let mut frontier = placement.iterated_frontier(tree, &item.defs.list);
        item.keep_below_definitions(tree, &mut frontier);
        for &block in &frontier {
            self.blocks.insert(block.0 as usize);
            let preds = f.blocks[block].preds.iter();
            self.blocks.extend(preds.map(|&edge| f.edges[edge].src.0 as usize));
        }
    }

    fn create_phi(&mut self, unit: &Unit, f: &mut Function, key: Key, block: BlockId) {
        let phi = match key {
            Key::Symbol(var) => {
                let result = f.make_ssa_name(unit, var, StmtId::NONE);
                let phi = f.create_phi(result, block);
                bind_phi(unit, f, phi);
                phi
            }
            Key::Name(old) => {
                let result = duplicate_name(unit, f, old);
                let phi = f.create_phi(result, block);
                for index in 0..f.blocks[block].preds.len() {
                    f.set_phi_arg(phi, index, Operand::Ssa(old));
                }
                let mut all = vec![old];
                all.extend(self.replaced.get(&old).into_iter().flatten());
                self.replaced.insert(result, all);
                phi
            }
        };
        self.blocks.insert(block.0 as usize);
        let preds = f.blocks[block].preds.iter();
        self.blocks.extend(preds.map(|&edge| f.edges[edge].src.0 as usize));
        f.stmts[phi].flags |= DEFINES;
        self.phis.grow_and_insert(phi.0 as usize);
    }

    /// The blocks in which binds name what is concerned.
    fn blocks_with_binds(&self, unit: &Unit, f: &Function) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(f.blocks.len());
        if f.debug.is_empty() {
            return found;
        }
        for block in f.block_iter() {
            let mut concerned = false;
            for id in f.debug_places(block).into_iter().flat_map(|place| f.debug_at(place)) {
                unit.for_each_ssa(f.bound_value(id), &mut |name| {
                    concerned |= self.key_of(f, name).is_some();
                });
            }
            found.set(block.0 as usize, concerned);
        }
        found
    }

    /// Where renaming starts.
    fn start(&self, tree: &Dominators) -> BlockId {
        if !self.symbols.0.is_empty() {
            return ENTRY;
        }
        common_dominator(tree, self.blocks.ones().map(|number| BlockId(number as u32)))
    }
}

struct SymbolScan<'a> {
    unit: &'a Unit,
    work: &'a mut Updater,
}

impl DomWalker for SymbolScan<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        self.work.scan_block(self.unit, f, block);
        Step::Continue
    }
}

/// The block of a statement, if control can reach it.
fn placed(f: &Function, tree: &Dominators, stmt: StmtId) -> Option<BlockId> {
    let block = f.stmts[stmt.expand()?].block.expand()?;
    tree.contains(block).then_some(block)
}

fn common_dominator(tree: &Dominators, blocks: impl Iterator<Item = BlockId>) -> BlockId {
    let mut common = BlockId::NONE;
    for block in blocks.filter(|&block| tree.contains(block)) {
        common = if common.is_none() { block } else { tree.common_dominator(common, block) };
        if common == ENTRY {
            break;
        }
    }
    common
}

/// Renames below the start of the update.
struct Renamer<'a> {
    unit: &'a mut Unit,
    work: Updater,
    /// Blocks with binds that name what is concerned, by number.
    binds: FixedBitSet,
    stack: Vec<(u32, SsaName)>,
    marks: Vec<u32>,
    dump: Dump<'a>,
    details: bool,
}

impl Renamer<'_> {
    fn reaching_def(&mut self, f: &mut Function, key: Key) -> SsaName {
        if let Some(name) = self.work.item(key).current.expand() {
            return name;
        }
        let var = match key {
            Key::Symbol(var) => var,
            Key::Name(name) if f.names[name].var.is_some() => f.names[name].var,
            // A temporary without a value on this path: any value does, and its own is one.
            Key::Name(name) => return name,
        };
        f.default_def(self.unit, var)
    }

    fn register(&mut self, key: Key, name: SsaName) {
        let index = self.work.item_index(key);
        let old = std::mem::replace(&mut self.work.items[index as usize].current, name);
        self.stack.push((index, old));
    }

    /// Registers a definition by an existing name for all it defines.
    fn register_name(&mut self, f: &Function, name: SsaName) {
        let var = f.names[name].var;
        if var.is_some() && self.work.symbols.contains(var) {
            self.register(Key::Symbol(var), name);
            return;
        }
        for old in self.work.replaced.get(&name).cloned().unwrap_or_default() {
            self.register(Key::Name(old), name);
        }
        if self.work.old.contains(name.0 as usize) {
            self.register(Key::Name(name), name);
        }
    }

    fn rewrite_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        let flags = f.stmts[stmt].flags;
        if !flags.intersects(READS | DEFINES) {
            return;
        }
        f.stmts[stmt].flags.remove(READS | DEFINES);
        if self.details {
            let text = crate::dump_text::stmt(self.unit, f, stmt);
            putln!(self.dump, "Updating SSA information for statement {text}");
        }
        let changed = flags.intersects(READS) && self.rewrite_uses(f, stmt);
        let defines = flags.intersects(DEFINES) && self.rewrite_defs(f, stmt);
        if changed || defines {
            f.update_stmt(self.unit, stmt);
        }
    }

    /// Renames what a statement reads; says whether operands other than the virtual one are still to be linked.
    fn rewrite_uses(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let vop = f.vop;
        if f.stmts[stmt].has(StmtFlags::VUSE) {
            let old = f.stmts[stmt].vuse;
            let key = if self.work.symbols.contains(vop) {
                Some(Key::Symbol(vop))
            } else {
                old.expand().and_then(|name| self.work.key_of(f, name))
            };
            if let Some(key) = key {
                let name = self.reaching_def(f, key);
                f.set_vuse(stmt, name);
            }
        }
        let changed = self.work.symbols.has_others_than(vop) && self.rewrite_variables(f, stmt);
        let mut names: Vec<(SsaName, SsaName)> = Vec::new();
        let mut id = f.stmts[stmt].uses;
        while id.is_some() {
            let (name, next) = (f.uses[id].name, f.uses[id].next_in_stmt);
            if f.names[name].var != vop
                && let Some(key) = self.work.key_of(f, name)
            {
                let new = self.reaching_def(f, key);
                if new != name {
                    names.push((name, new));
                }
            }
            id = next;
        }
        let linked = !names.is_empty()
            && f.replace_in_stmt(self.unit, stmt, &mut |name| {
                names.iter().find(|entry| entry.0 == name).map(|entry| Operand::Ssa(entry.1))
            });
        changed && !linked
    }

    /// Puts names for the variables a statement reads that become registers; says whether there are any.
    fn rewrite_variables(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let mut vars: SmallVec<[DeclId; 4]> = SmallVec::new();
        for_each_register_use(self.unit, f, stmt, &mut |var| vars.push(var));
        let mut map: Vec<(DeclId, SsaName)> = Vec::new();
        for var in vars {
            if self.work.symbols.contains(var) && !map.iter().any(|entry| entry.0 == var) {
                map.push((var, self.reaching_def(f, Key::Symbol(var))));
            }
        }
        if !map.is_empty() {
            crate::ssa::into_ssa::map_register_uses(self.unit, f, stmt, &map);
        }
        !map.is_empty()
    }

    /// Renames what binds name; those that name what has no definition here are reset
    /// (`maybe_replace_use_in_debug_stmt`).
    fn rewrite_binds(&mut self, f: &mut Function, place: DebugPlace) {
        for id in f.debug_at(place) {
            let old = f.bound_value(id);
            let mut names: Vec<SsaName> = Vec::new();
            self.unit.for_each_ssa(old, &mut |name| names.push(name));
            let mut map: Vec<(SsaName, SsaName)> = Vec::new();
            let mut lost = false;
            for name in names {
                let Some(key) = self.work.key_of(f, name) else { continue };
                match self.work.item(key).current.expand() {
                    Some(new) => map.push((name, new)),
                    None => lost |= !f.names[name].has(NameFlags::DEFAULT_DEF),
                }
            }
            let new = match lost {
                true => Operand::None,
                false => self.unit.replace_ssa(old, &mut |name| {
                    map.iter().find(|entry| entry.0 == name).map(|entry| Operand::Ssa(entry.1))
                }),
            };
            if new != old {
                f.set_bound_value(self.unit, id, new);
            }
        }
    }

    /// Registers what a statement defines; says whether an operand other than the virtual one is new.
    fn rewrite_defs(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        if f.stmts[stmt].has(StmtFlags::VDEF) {
            let vop = f.vop;
            if f.stmts[stmt].vdef.is_none() {
                let name = f.make_ssa_name(self.unit, vop, stmt);
                f.stmts[stmt].vdef = name;
            }
            let name = f.stmts[stmt].vdef;
            self.register_name(f, name);
        }
        let mut writes: SmallVec<[Operand; 2]> = SmallVec::new();
        f.for_each_write(stmt, &mut |op| writes.push(op));
        let clobber = is_clobber(self.unit, f, stmt);
        let mut new: Vec<(DeclId, SsaName)> = Vec::new();
        for op in writes {
            match op {
                Operand::Ssa(name) => self.register_name(f, name),
                Operand::Decl(var) if self.work.symbols.contains(var) && clobber => {
                    f.stmts[stmt].kind = StmtKind::Nop;
                    let name = f.default_def(self.unit, var);
                    self.register(Key::Symbol(var), name);
                    bind_value(self.unit, f, stmt, var, Operand::None);
                    return true;
                }
                Operand::Decl(var)
                    if self.work.symbols.contains(var) && self.unit.is_gimple_reg(var) =>
                {
                    let name = f.make_ssa_name(self.unit, var, stmt);
                    self.register(Key::Symbol(var), name);
                    new.push((var, name));
                    bind_value(self.unit, f, stmt, var, Operand::Ssa(name));
                }
                _ => {}
            }
        }
        if !new.is_empty() {
            f.map_operands(stmt, &mut |op, written| match op {
                Operand::Decl(var) if written => new
                    .iter()
                    .find(|entry| entry.0 == var)
                    .map_or(op, |entry| Operand::Ssa(entry.1)),
                _ => op,
            });
        }
        !new.is_empty()
    }

    fn rewrite_phi_arguments(&mut self, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let mut phi = f.blocks[f.edges[edge].dst].phis.first;
            while phi.is_some() {
                if self.work.phis.contains(phi.0 as usize) {
                    self.rewrite_phi_argument(f, phi, edge);
                }
                phi = f.stmts[phi].next;
            }
        }
    }

    fn rewrite_phi_argument(&mut self, f: &mut Function, phi: StmtId, edge: gimple::cfg::EdgeId) {
        let old = f.phi_arg(phi, edge);
        let key = match old {
            Operand::None => Some(Key::Symbol(f.names[f.phi(phi).result].var)),
            Operand::Ssa(name) => self.work.key_of(f, name),
            Operand::Decl(var) if self.work.symbols.contains(var) => Some(Key::Symbol(var)),
            _ => None,
        };
        let Some(key) = key else { return };
        let name = self.reaching_def(f, key);
        let loc = crate::ssa::into_ssa::phi_argument_location(f, name);
        if old != Operand::Ssa(name) {
            f.add_phi_arg(phi, edge, Operand::Ssa(name), loc);
        } else if let StmtKind::Phi(data) = &mut f.stmts[phi].kind {
            data.args[f.edges[edge].dst_idx as usize].loc = loc;
        }
        if f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
            f.names[name].flags |= NameFlags::ABNORMAL;
        }
    }
}

impl DomWalker for Renamer<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        if self.details {
            putln!(self.dump, "Registering new PHI nodes in block #{}", block.0);
        }
        self.marks.push(self.stack.len() as u32);
        let binds = self.binds.contains(block.0 as usize);
        if !self.work.blocks.contains(block.0 as usize) && !binds {
            return Step::Continue;
        }
        let abnormal =
            f.blocks[block].preds.iter().any(|&e| f.edges[e].flags.intersects(EdgeFlags::ABNORMAL));
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            if f.stmts[phi].has(DEFINES) {
                f.stmts[phi].flags.remove(DEFINES);
                let result = f.phi(phi).result;
                self.register_name(f, result);
                if abnormal {
                    f.names[result].flags |= NameFlags::ABNORMAL;
                }
            }
            phi = f.stmts[phi].next;
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            let nothing = matches!(f.stmts[stmt].kind, StmtKind::Nop);
            if binds && f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                self.rewrite_binds(f, DebugPlace::Before(stmt));
            }
            self.rewrite_stmt(f, stmt);
            if !nothing && matches!(f.stmts[stmt].kind, StmtKind::Nop) {
                // It ended the life of a variable that is a register now.
                f.remove_stmt(stmt);
            }
            stmt = next;
        }
        if binds {
            self.rewrite_binds(f, DebugPlace::AtEnd(block));
        }
        self.rewrite_phi_arguments(f, block);
        Step::Continue
    }

    fn after_dom_children(&mut self, _f: &mut Function, _block: BlockId) {
        let floor = self.marks.pop().unwrap_or(0) as usize;
        for (index, old) in self.stack.drain(floor..).rev() {
            self.work.items[index as usize].current = old;
        }
    }
}

/// Updates a statement that may have come to write nothing, as a call does whose function turns out to be `const`: what
/// used its virtual definition uses the one before.
pub fn update_stmt_without_vdef(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    let (vdef, vuse) = (f.stmts[stmt].vdef, f.stmts[stmt].vuse);
    f.update_stmt(unit, stmt);
    if vdef.is_none() || f.stmts[stmt].vdef.is_some() {
        return;
    }
    if vuse.is_some() {
        f.replace_uses_by(unit, vdef, Operand::Ssa(vuse));
    }
    f.release_ssa_name(vdef);
}

/// Makes the uses of a statement's virtual definition uses of what it itself uses, so that the statement can go
/// (`unlink_stmt_vdef`).
pub fn unlink_stmt_vdef(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    let (vdef, vuse) = (f.stmts[stmt].vdef, f.stmts[stmt].vuse);
    if vdef.is_none() || vuse.is_none() {
        return;
    }
    if f.names[vdef].has(NameFlags::ABNORMAL) {
        f.names[vuse].flags |= NameFlags::ABNORMAL;
    }
    f.replace_uses_by(unit, vdef, Operand::Ssa(vuse));
}
