//! Assertions: what branches and dereferences say of a name, as a name of its own (`ASSERT_EXPR`).
//!
//! ```text
//!   if (a_2(D) > 10)                     if (a_2(D) > 10)
//!     return a_2(D);            =>         a_5 = a_2(D);            a_5 > 10
//!                                          return a_5;
//! ```
//!
//! For as long as `vrp1` runs an assertion is a copy, and what holds of its result stands beside the function
//! ([`Inserted`]). [`locations`] finds where something is known of a name that is still used there, [`conditions`] what
//! a branch says of its operands and of what these are computed from. The new names replace the old ones in the
//! statements they dominate; no φ joins them. When ranges have been used the copies go again, and their names can be
//! had by later passes.

mod conditions;
mod liveness;
mod locations;
pub mod table;

use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location as SourceLocation;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use locations::{Location, Place};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tree_ssa::analyses::ranges::ops::{self, Overflow};
use tree_ssa::analyses::ranges::{Range, View};
use tree_ssa::edit::cfg_edit::commit_edge_insertions;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::edit::locals;
use tree_ssa::ssa::update_ssa;

/// What something is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Value {
    Number(i128),
    Other(Operand),
}

/// That a relation holds between a name, as it is or converted and with a number added, and a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Assertion {
    name: SsaName,
    /// The name is compared as a value without sign, where its type has one.
    unsigned: bool,
    /// What is added, as a value of the type compared in.
    plus: i128,
    code: TreeCode,
    value: Value,
}

impl Assertion {
    /// What the name can be, if that can be said in numbers.
    fn range(&self, view: View<'_>) -> Option<Range> {
        let kind = view.kind_of(Operand::Ssa(self.name))?;
        let compared = if self.unsigned { kind.unsigned() } else { kind };
        let Value::Number(value) = self.value else { return None };
        let (min, max) = (compared.min(), compared.max());
        let range = match self.code {
            TreeCode::Lt => Range::between(compared, min, value - 1),
            TreeCode::Le => Range::between(compared, min, value),
            TreeCode::Gt => Range::between(compared, value + 1, max),
            TreeCode::Ge => Range::between(compared, value, max),
            TreeCode::Eq => Range::constant(compared, value),
            TreeCode::Ne => Range::constant(compared, value).complement(),
            _ => return None,
        };
        let less = Range::constant(compared, self.plus);
        let range = match self.plus {
            0 => range,
            _ => ops::binary(TreeCode::Minus, &range, &less, Overflow::Wraps),
        };
        Some(ops::convert(kind, &range)).filter(|range| !range.is_empty())
    }

    /// What orders assertions that agree in all else: GCC's hash of the number and the name. Of sums it is not known here.
    fn hash(&self) -> u32 {
        match self.value {
            Value::Number(number) if self.plus == 0 && !self.unsigned => {
                hash_of(self.name.0.into(), hash_of(number, 0))
            }
            _ => 0,
        }
    }

    /// Where the relation comes in the order of codes.
    fn rank(&self) -> u32 {
        match self.code {
            TreeCode::Lt => 0,
            TreeCode::Le => 1,
            TreeCode::Gt => 2,
            TreeCode::Ge => 3,
            TreeCode::Eq => 4,
            _ => 5,
        }
    }
}

/// A number of 64 bits mixed into a hash, as Bob Jenkins' `lookup2` does.
fn hash_of(number: i128, seed: u32) -> u32 {
    const SHIFTS: [(u32, u32, u32); 3] = [(13, 8, 13), (12, 16, 5), (3, 10, 15)];
    let (mut a, mut b, mut c) = (number as u32, (number >> 32) as u32, seed);
    for (first, second, third) in SHIFTS {
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> first);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << second);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> third);
    }
    c
}

/// The assertions that stand in a function.
#[derive(Default)]
pub struct Inserted {
    /// What is asserted of the new names, as far as numbers say it.
    pub ranges: FxHashMap<SsaName, Range>,
    /// What is asserted of each of them.
    asserted: FxHashMap<SsaName, Assertion>,
    /// The copies that make them, with their results.
    pub copies: BTreeMap<StmtId, SsaName>,
}

/// Inserts assertions, and renames what they hold for.
pub fn insert(cx: &mut PassContext<'_>, f: &mut Function) -> Inserted {
    let found = locations::find(cx.unit, f, cx.options);
    let mut inserted = Inserted::default();
    let mut pending: FxHashMap<EdgeId, Vec<StmtId>> = FxHashMap::default();
    for (_, locations) in found {
        for location in in_order(f, locations) {
            let view = View { unit: cx.unit, f, options: cx.options };
            let range = location.assertion.range(view);
            let (new, stmt) = copy_of(cx.unit, f, location.assertion.name);
            inserted.copies.insert(stmt, new);
            inserted.ranges.extend(range.map(|range| (new, range)));
            inserted.asserted.insert(new, location.assertion);
            put(cx.unit, f, &location, stmt, &mut pending);
        }
    }
    if inserted.copies.is_empty() {
        return inserted;
    }
    commit_edge_insertions(cx.unit, f, pending);
    update_ssa::update_without_phis(cx.unit, f, &mut cx.dump);
    inserted
}

/// A copy of a name, by a new name that replaces it.
fn copy_of(unit: &Unit, f: &mut Function, name: SsaName) -> (SsaName, StmtId) {
    let new = locals::duplicate_name(unit, f, name);
    let source = Operand::Ssa(name);
    let copy = StmtKind::assign(Operand::Ssa(new), TreeCode::Single, [source]);
    let stmt = f.new_stmt(copy, SourceLocation::UNKNOWN);
    // What occurs in φs of abnormal edges cannot be told from the name it stands for.
    let abnormal = f.names[name].flags.intersection(NameFlags::ABNORMAL);
    f.names[new].flags |= abnormal;
    f.names[new].def = stmt;
    f.update_stmt(unit, stmt);
    update_ssa::register_new_name(f, new, name);
    (new, stmt)
}

/// Puts a statement where it is to stand. What goes onto edges waits there, since it may make blocks.
fn put(
    unit: &Unit,
    f: &mut Function,
    location: &Location,
    stmt: StmtId,
    pending: &mut FxHashMap<EdgeId, Vec<StmtId>>,
) {
    match location.place {
        Place::Edge(edge) => pending.entry(edge).or_default().push(stmt),
        Place::Start => f.insert_after_labels(location.block, stmt),
        Place::After(at) if !ends_block(unit, f, at) => f.insert_after(at, stmt),
        Place::After(_) => {
            let plain = |&edge: &EdgeId| !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL);
            if let Some(edge) = f.blocks[location.block].succs.iter().copied().find(plain) {
                pending.entry(edge).or_default().push(stmt);
            }
        }
    }
}

/// The assertions on one name in the order they are inserted in. One that holds on all edges to a block is moved into it.
fn in_order(f: &Function, mut locations: Vec<Location>) -> Vec<Location> {
    let mut groups: FxHashMap<Assertion, usize> = FxHashMap::default();
    for location in &locations {
        let next = groups.len();
        groups.entry(location.assertion).or_insert(next);
    }
    let group = |it: &Location| (it.assertion.hash(), groups[&it.assertion]);
    locations.sort_by_key(|it| (it.key(f), group(it), it.source(f)));
    let mut kept: Vec<Location> = Vec::new();
    let mut from = 0;
    while from < locations.len() {
        let first = &locations[from];
        let same =
            |it: &&Location| it.assertion == first.assertion && it.target(f) == first.target(f);
        let run = match first.target(f) {
            Some(_) => locations[from..].iter().take_while(same).count(),
            None => 1,
        };
        kept.extend(of_one_block(f, &locations[from..from + run]));
        from += run;
    }
    kept.sort_by_key(|it| (it.key(f), it.source(f)));
    kept
}

/// Of the places one assertion has on edges to one block each edge once; or the block, if these are all.
fn of_one_block(f: &Function, places: &[Location]) -> Vec<Location> {
    let mut each: Vec<Location> = Vec::new();
    for place in places {
        if each.last().is_none_or(|last| last.place != place.place) {
            each.push(*place);
        }
    }
    if let Some(block) = each[0].target(f)
        && each.len() > 1
        && each.len() == f.blocks[block].preds.len()
    {
        return vec![Location { place: Place::Start, block, ..each[0] }];
    }
    each
}

impl Location {
    /// The block an assertion on an edge leads to.
    fn target(&self, f: &Function) -> Option<BlockId> {
        match self.place {
            Place::Edge(edge) => Some(f.edges[edge].dst),
            Place::After(_) | Place::Start => None,
        }
    }

    /// Edges come before blocks, and are in the order of where they lead.
    fn key(&self, f: &Function) -> (bool, u32, u32) {
        let target = self.target(f);
        (target.is_none(), target.map_or(0, |block| block.0), self.assertion.rank())
    }

    /// The number of the block it comes from, or stands in.
    fn source(&self, f: &Function) -> u32 {
        match self.place {
            Place::Edge(edge) => f.edges[edge].src.0,
            Place::After(_) | Place::Start => self.block.0,
        }
    }
}

/// Takes the assertions out again: what used them uses the names they are of.
pub fn remove(cx: &mut PassContext<'_>, f: &mut Function, inserted: &Inserted) {
    if inserted.copies.is_empty() {
        return;
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            let Some(&new) = inserted.copies.get(&stmt) else { continue };
            if let StmtKind::Assign { rhs, .. } = f.stmts[stmt].kind {
                f.replace_uses_by(cx.unit, new, rhs[0]);
                f.remove_stmt(stmt);
            }
        }
    }
}
