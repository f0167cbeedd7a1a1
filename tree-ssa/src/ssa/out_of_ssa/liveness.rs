//! Whether a name is live at a point, asked of SSA form directly.
//!
//! Most questions are answered from the name's uses alone: where the definition dominates the point, a use further down
//! the dominator tree means live, and no use further on in reverse post-order means dead unless the point is on a
//! cycle. Only what remains is searched, backwards from the uses, and remembered for the name. The search is bounded for
//! the whole function; past the bound a name counts as live, which costs a copy and never an error.

use crate::graph::dominance::Dominators;
use crate::graph::order::rpo_numbers;
use crate::sets::mark_set::MarkSet;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;

/// Position of φ results in their block, and of uses by φs in the blocks their edges come from.
pub const PHI_POSITION: u32 = 0;
const END_POSITION: u32 = u32::MAX;
/// Positions of the copies that happen at once after the φs, of those at the end of a block, and of the statement after
/// them that decides where to go.
pub const TOP_COPIES: u32 = 1;
pub const END_COPIES: u32 = u32::MAX - 2;
const CONTROL: u32 = u32::MAX - 1;
/// Blocks visited by searches, per block and name of the function, and at least.
const SEARCH_FACTOR: usize = 64;
const SEARCH_MINIMUM: usize = 1 << 20;

/// Where a name is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Definition {
    pub block: BlockId,
    pub position: u32,
    /// Numbers of the block and of the last one it dominates in the dominator tree, 0 for a block that is not in it.
    enter: u32,
    leave: u32,
}

/// Where a statement is; that of a φ is [`PHI_POSITION`].
#[derive(Clone, Copy)]
struct Place {
    block: BlockId,
    position: u32,
}

impl Place {
    const NOWHERE: Place = Place { block: BlockId::NONE, position: PHI_POSITION };
}

/// The uses of a name: for each block with one, in the order of the dominator tree, the last position.
#[derive(Clone, Copy)]
struct Uses {
    /// Where they stand in the list of all.
    start: u32,
    count: u32,
    /// The furthest use in reverse post-order; [`UNKNOWN`] where the uses have not been looked for.
    last_rpo: u32,
}

/// Of what is not known: the reverse post-order number of a block that has none, the place of what nobody has looked for.
const UNKNOWN: u32 = u32::MAX;

impl Uses {
    const NOT_NOTED: Uses = Uses { start: 0, count: 0, last_rpo: UNKNOWN };
}

/// A block in which a name is used: its number in the dominator tree and the last position there.
type UsePoint = (u32, u32);

/// Answers questions of liveness for one function. Its CFG must not change meanwhile; of statements that are inserted
/// and names whose uses change it must be told.
pub struct Liveness<'a> {
    dom: &'a Dominators,
    /// Where each name is defined: questions go from name to name, without the statements between them.
    definitions: Vec<Definition>,
    /// The blocks with statements that copy a name to another.
    copying: FixedBitSet,
    /// Where each statement is: with it here, a use is asked without loading the statement.
    places: Vec<Place>,
    rpo: Vec<u32>,
    /// For each block, the number before which a name's last use in reverse post-order must be for the name to be dead
    /// at the block's end, if it has no use below in the tree: the smallest on the block's cycles if it is on one, else
    /// the one after its own.
    dead_before: Vec<u32>,
    /// By name.
    uses: Vec<Uses>,
    use_points: Vec<UsePoint>,
    /// By name, where in `live_blocks` the blocks stand at whose ends it is live, in order; [`UNKNOWN`] where nobody has
    /// searched.
    live_out: Vec<(u32, u32)>,
    live_blocks: Vec<BlockId>,
    /// Blocks at whose beginnings a search has found its name live; empty between searches.
    work: Vec<BlockId>,
    /// The blocks at whose ends a search has found its name live, and at whose beginnings.
    seen_out: MarkSet,
    seen_in: MarkSet,
    budget: usize,
}

impl<'a> Liveness<'a> {
    /// Numbers statements and blocks, given the blocks in reverse post-order and whether there are cycles. Linear.
    pub fn new(f: &Function, dom: &'a Dominators, order: &[BlockId], cyclic: bool) -> Liveness<'a> {
        let mut places = vec![Place::NOWHERE; f.stmts.len()];
        let mut copying = FixedBitSet::with_capacity(f.blocks.len());
        let mut definitions = vec![definition_in(dom, ENTRY, PHI_POSITION); f.names.len()];
        for block in f.block_iter() {
            let control = control_stmt(f, block);
            let at_top = definition_in(dom, block, PHI_POSITION);
            for phi in f.phis(block) {
                definitions[f.phi(phi).result.0 as usize] = at_top;
                places[phi.0 as usize] = Place { block, position: PHI_POSITION };
            }
            for (index, stmt) in f.block_stmts(block).enumerate() {
                let index = index as u32 + 1 + TOP_COPIES;
                let position = if control == Some(stmt) { CONTROL } else { index };
                places[stmt.0 as usize] = Place { block, position };
                if copied_names(f, stmt).is_some() {
                    copying.insert(block.0 as usize);
                }
                f.for_each_write(stmt, &mut |op| {
                    if let Operand::Ssa(name) = op {
                        definitions[name.0 as usize] = Definition { position: index, ..at_top };
                    }
                });
            }
        }
        let rpo = rpo_numbers(f, order);
        let back = if cyclic { retreating_edges(f, order, &rpo) } else { Vec::new() };
        let dead_before = dead_before(order, &rpo, back);
        let budget = SEARCH_MINIMUM + SEARCH_FACTOR * (f.blocks.len() + f.names.len());
        Liveness {
            dom,
            definitions,
            copying,
            places,
            rpo,
            dead_before,
            uses: vec![Uses::NOT_NOTED; f.names.len()],
            use_points: Vec::with_capacity(f.uses.len()),
            live_out: vec![(UNKNOWN, 0); f.names.len()],
            live_blocks: Vec::new(),
            work: Vec::new(),
            seen_out: MarkSet::with_bound(f.blocks.len()),
            seen_in: MarkSet::with_bound(f.blocks.len()),
            budget,
        }
    }

    /// Where a name is defined. Default definitions are defined at the entry.
    #[inline]
    pub fn definition(&self, name: SsaName) -> Definition {
        self.definitions[name.0 as usize]
    }

    /// Gives a copy that has been inserted its place.
    pub fn place(&mut self, f: &Function, stmt: StmtId, position: u32) {
        let index = stmt.0 as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, Place::NOWHERE);
        }
        let block = f.stmts[stmt].block;
        self.places[index] = Place { block, position };
        self.copying.insert(block.0 as usize);
    }

    /// Whether some statement of a block may copy a name to another.
    pub fn copies_in(&self, block: BlockId) -> bool {
        self.copying.contains(block.0 as usize)
    }

    /// Takes note of where a name is defined that is new or whose definition has moved, to a statement that has its
    /// position.
    pub fn define(&mut self, f: &Function, name: SsaName) {
        let index = name.0 as usize;
        if self.definitions.len() <= index {
            let entry = definition_in(self.dom, ENTRY, PHI_POSITION);
            self.definitions.resize(index + 1, entry);
            self.uses.resize(index + 1, Uses::NOT_NOTED);
            self.live_out.resize(index + 1, (UNKNOWN, 0));
        }
        let Place { block, position } = self.places[f.names[name].def.0 as usize];
        self.definitions[index] = definition_in(self.dom, block, position);
    }

    /// Forgets what is known of a name, whose uses have changed.
    pub fn forget(&mut self, name: SsaName) {
        self.uses[name.0 as usize].last_rpo = UNKNOWN;
        self.live_out[name.0 as usize] = (UNKNOWN, 0);
    }

    /// Whether every answer has been exact.
    pub fn is_exact(&self) -> bool {
        self.budget > 0
    }

    /// Order of definitions in the dominator tree: ancestors come first.
    pub fn order_key(&self, name: SsaName) -> (u64, u32) {
        let at = self.definition(name);
        (u64::from(at.enter) << 32 | u64::from(at.position), name.0)
    }

    /// Whether `a`'s definition dominates `b`'s (a name dominates itself; φs of one block dominate each other).
    pub fn dominates(&self, a: SsaName, b: SsaName) -> bool {
        let (a, b) = (self.definition(a), self.definition(b));
        if a.block == b.block {
            a.position <= b.position
        } else {
            a.enter != 0 && a.enter <= b.enter && b.enter <= a.leave
        }
    }

    /// Whether `name` is live just after the definition of `at`, which `name`'s definition dominates.
    pub fn live_at_definition(&mut self, f: &Function, name: SsaName, at: SsaName) -> bool {
        self.live_after(f, name, self.definition(at))
    }

    /// Whether `name` is live just after a position.
    pub fn live_at(&mut self, f: &Function, name: SsaName, block: BlockId, position: u32) -> bool {
        let home = self.definition(name);
        let reached = if home.block == block {
            home.position <= position
        } else {
            self.dom.contains(block) && self.dom.dominated_by(block, home.block)
        };
        reached && self.live_after(f, name, definition_in(self.dom, block, position))
    }

    /// Whether two names are live at once.
    pub fn interfere(&mut self, f: &Function, a: SsaName, b: SsaName) -> bool {
        if self.definition(a) == self.definition(b) {
            true
        } else if self.dominates(a, b) {
            self.live_at_definition(f, a, b)
        } else {
            self.dominates(b, a) && self.live_at_definition(f, b, a)
        }
    }

    /// As [`Self::live_at`], where `name`'s definition dominates the place.
    fn live_after(&mut self, f: &Function, name: SsaName, at: Definition) -> bool {
        let uses = self.note_uses(f, name);
        let points = &self.use_points[uses.start as usize..(uses.start + uses.count) as usize];
        let start = points.partition_point(|&(number, _)| number < at.enter);
        if let Some(&(number, last)) = points.get(start) {
            let below = if number == at.enter {
                last > at.position || points.get(start + 1).is_some_and(|next| next.0 <= at.leave)
            } else {
                number <= at.leave
            };
            if below {
                return true;
            }
        }
        uses.last_rpo >= self.dead_before[at.block.0 as usize] && self.live_out(f, name, at.block)
    }

    /// The uses of a name, which are looked for when first asked about.
    fn note_uses(&mut self, f: &Function, name: SsaName) -> Uses {
        let known = self.uses[name.0 as usize];
        if known.last_rpo != UNKNOWN {
            return known;
        }
        let start = self.use_points.len();
        let mut last_rpo = 0;
        for node in f.imm_uses(name) {
            let Place { block: home, position } = self.places[node.stmt.0 as usize];
            if home.is_none() {
                continue;
            }
            let (block, position) = if position == PHI_POSITION {
                let edge = f.blocks[home].preds[node.slot as usize];
                (f.edges[edge].src, END_POSITION)
            } else {
                (home, position)
            };
            if self.rpo[block.0 as usize] == UNKNOWN {
                continue;
            }
            self.use_points.push((self.dom.dfs_range(block).0, position));
            last_rpo = last_rpo.max(self.rpo[block.0 as usize]);
        }
        self.use_points[start..].sort_unstable();
        let count = keep_last_of_each(&mut self.use_points[start..]);
        self.use_points.truncate(start + count);
        let (start, count) = (start as u32, count as u32);
        self.uses[name.0 as usize] = Uses { start, count, last_rpo };
        self.uses[name.0 as usize]
    }

    /// Whether `name` is live at the end of `block`.
    fn live_out(&mut self, f: &Function, name: SsaName, block: BlockId) -> bool {
        let (mut start, mut end) = self.live_out[name.0 as usize];
        if start == UNKNOWN {
            start = self.live_blocks.len() as u32;
            if !self.search(f, name) {
                self.live_blocks.truncate(start as usize);
                return true;
            }
            end = self.live_blocks.len() as u32;
            self.live_blocks[start as usize..].sort_unstable();
            self.live_out[name.0 as usize] = (start, end);
        }
        self.live_blocks[start as usize..end as usize].binary_search(&block).is_ok()
    }

    /// Appends to `live_blocks` the blocks at whose ends a name is live; whether the budget was enough.
    fn search(&mut self, f: &Function, name: SsaName) -> bool {
        let home = self.definition(name).block;
        self.seen_out.clear();
        self.seen_in.clear();
        for node in f.imm_uses(name) {
            let Place { block: user, position } = self.places[node.stmt.0 as usize];
            if user.is_none() {
                continue;
            }
            if position == PHI_POSITION {
                let edge = f.blocks[user].preds[node.slot as usize];
                self.found_live(f.edges[edge].src, home);
            } else if user != home {
                self.work.push(user);
            }
        }
        while let Some(block) = self.work.pop() {
            if !self.seen_in.insert(block.0) {
                continue;
            }
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                self.work.clear();
                return false;
            }
            for &edge in &f.blocks[block].preds {
                self.found_live(f.edges[edge].src, home);
            }
        }
        true
    }

    /// The name searched for is live at the end of `block`; above `home`, where it is defined, it is not.
    fn found_live(&mut self, block: BlockId, home: BlockId) {
        if self.seen_out.insert(block.0) {
            self.live_blocks.push(block);
            if block != home {
                self.work.push(block);
            }
        }
    }
}

/// Keeps of the points in one block, which stand together in order, the last; the number of blocks.
fn keep_last_of_each(points: &mut [UsePoint]) -> usize {
    let mut kept = 0;
    for index in 0..points.len() {
        if points.get(index + 1).is_none_or(|next| next.0 != points[index].0) {
            points[kept] = points[index];
            kept += 1;
        }
    }
    kept
}

/// What is defined at a position of a block.
fn definition_in(dom: &Dominators, block: BlockId, position: u32) -> Definition {
    let (enter, leave) = dom.dfs_range(block);
    Definition { block, position, enter, leave }
}

/// The statement at the end of a block that decides where to go, and defines nothing.
pub fn control_stmt(f: &Function, block: BlockId) -> Option<StmtId> {
    f.last_stmt(block).filter(|&stmt| f.is_control(stmt))
}

/// The name a statement copies another to, and the other.
pub fn copied_names(f: &Function, stmt: StmtId) -> Option<(SsaName, SsaName)> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => Some((lhs.ssa()?, rhs[0].ssa()?)),
        _ => None,
    }
}

/// The stretches of the reverse post-order that an edge leads back over: where it leads, and from where.
fn retreating_edges(f: &Function, order: &[BlockId], rpo: &[u32]) -> Vec<(u32, u32)> {
    let mut stretches: Vec<(u32, u32)> = Vec::new();
    for &block in order {
        for &edge in &f.blocks[block].succs {
            let (from, to) = (rpo[block.0 as usize], rpo[f.edges[edge].dst.0 as usize]);
            if to <= from {
                stretches.push((to, from));
            }
        }
    }
    stretches
}

/// See [`Liveness::dead_before`].
///
/// A block in a stretch of the reverse post-order that a retreating edge spans may be on a cycle, whose blocks are all in the
/// stretch; a block outside is on none.
fn dead_before(order: &[BlockId], rpo: &[u32], mut stretches: Vec<(u32, u32)>) -> Vec<u32> {
    stretches.sort_unstable();
    let mut stretches = stretches.into_iter().peekable();
    let mut dead_before: Vec<u32> = rpo.iter().map(|number| number.saturating_add(1)).collect();
    // Stretches that overlap are one: where it begins and ends that has begun last.
    let (mut start, mut end) = (0, 0);
    for &block in order {
        let number = rpo[block.0 as usize];
        while let Some((low, high)) = stretches.next_if(|&(low, _)| low <= number) {
            if low > end {
                start = low;
            }
            end = end.max(high);
        }
        if number <= end {
            dead_before[block.0 as usize] = start;
        }
    }
    dead_before
}
