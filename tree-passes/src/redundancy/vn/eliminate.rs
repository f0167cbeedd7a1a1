//! Elimination: every use of a name becomes a use of the first name, or the constant, that has its value where the use
//! stands; statements whose results are not needed any more go (`eliminate_dom_walker`).

use super::Numbering;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::debug_stmts::DebugPlace;
use gimple::function::Function;
use gimple::options::Options;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::edit::set_value;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::gimple_fold::fold_stmt;
use tree_ssa::fold::gimple_fold::follow_all;
use tree_ssa::fold::known_call::is_settled_by;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{DomWalker, Reach, Step, walk_in_order};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::order::rpo_numbers;
use tree_ssa::ssa::binds;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// What elimination has done.
pub struct Elimination {
    /// Statements that became superfluous.
    pub eliminated: usize,
    /// Conversions that stand for loads.
    pub inserted: usize,
    /// A condition was decided, or a statement removed: the CFG may be simpler now.
    pub changed: bool,
}

/// Eliminates redundancies in the whole function; what is known of `inserted` names was made for that and does not count.
pub fn eliminate(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    numbering: &Numbering,
    inserted: &FxHashSet<SsaName>,
) -> Elimination {
    let tree = analyses::analysis::<Dominators>(f);
    let order = analyses::reverse_post_order(f);
    let order = rpo_numbers(f, &order);
    let names = (1..f.names.len() as u32).map(SsaName);
    let kept = kept_names(cx, f, numbering, names);
    let place = Place { tree: &tree, order: &order, head: ENTRY, only: false };
    let mut leaders = vec![SsaName::NONE; f.names.len()];
    eliminate_below(cx, f, numbering, (inserted, kept), &place, &mut leaders)
}

/// Eliminates redundancies in the blocks numbered, those of a loop, and nowhere else; what of these is used elsewhere goes on
/// being computed. `leaders` has a place for each name and is left as it was, empty.
pub(super) fn eliminate_in_region(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    numbering: &Numbering,
    names: &[SsaName],
    place: &Place<'_>,
    leaders: &mut Vec<SsaName>,
) {
    let kept = kept_names(cx, f, numbering, names.iter().copied());
    eliminate_below(cx, f, numbering, (&FxHashSet::default(), kept), place, leaders);
}

/// Where redundancies are eliminated.
pub(super) struct Place<'a> {
    pub tree: &'a Dominators,
    /// The numbers of blocks in reverse post-order.
    pub order: &'a [u32],
    /// The block that dominates the others.
    pub head: BlockId,
    /// The blocks numbered only.
    pub only: bool,
}

fn eliminate_below(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    numbering: &Numbering,
    (inserted, kept): (&FxHashSet<SsaName>, FxHashSet<SsaName>),
    place: &Place<'_>,
    leaders: &mut Vec<SsaName>,
) -> Elimination {
    let details = cx.dump.details();
    let mut walker = Eliminator {
        unit: cx.unit,
        options: cx.options,
        numbering,
        inserted,
        redundant: numbering.redundant_stores.iter().copied().collect(),
        kept,
        only: place.only,
        leaders,
        undo: Vec::new(),
        marks: Vec::new(),
        remove: Vec::new(),
        eliminated: 0,
        viewed: 0,
        decided: false,
        dump: cx.dump.reborrow(),
        details,
    };
    walk_in_order(f, place.tree, place.order, place.head, Reach::All, &mut walker);
    let result = Elimination {
        eliminated: walker.eliminated,
        inserted: walker.viewed,
        changed: walker.decided || !walker.remove.is_empty(),
    };
    walker.remove_dead(f);
    result
}

/// Counts the names that have another's value; those that are to be left alone.
fn kept_names(
    cx: &mut PassContext<'_>,
    f: &Function,
    numbering: &Numbering,
    names: impl Iterator<Item = SsaName>,
) -> FxHashSet<SsaName> {
    let replaced = names.filter(|&name| {
        numbering.value(name) != Operand::Ssa(name) && !f.names[name].has(NameFlags::VIRTUAL)
    });
    replaced.filter(|_| !cx.dbg_cnt(Counter::Fre)).collect()
}

struct Eliminator<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    numbering: &'a Numbering,
    inserted: &'a FxHashSet<SsaName>,
    redundant: FxHashSet<StmtId>,
    /// Names that stay as they are: debug counters say so.
    kept: FxHashSet<SsaName>,
    /// Blocks that are not numbered stay as they are.
    only: bool,
    /// The name that has each value here, by the name that stands for the value.
    leaders: &'a mut Vec<SsaName>,
    undo: Vec<(SsaName, SsaName)>,
    marks: Vec<usize>,
    /// Statements that nothing needs any more, with what stands for their results.
    remove: Vec<(StmtId, Operand)>,
    eliminated: usize,
    viewed: usize,
    decided: bool,
    dump: Dump<'a>,
    details: bool,
}

impl Eliminator<'_> {
    /// What has the value of a name here (`eliminate_avail`).
    fn available(&self, f: &Function, name: SsaName) -> Option<Operand> {
        if f.names[name].has(NameFlags::VIRTUAL) {
            return None;
        }
        if self.only && self.is_from_elsewhere(f, name) {
            return Some(Operand::Ssa(name));
        }
        let value = self.numbering.value(name);
        match value {
            Operand::Ssa(representative) => {
                // Of a value from elsewhere the first copy in the region stays, as in GCC.
                if f.names[representative].has(NameFlags::DEFAULT_DEF) {
                    return Some(value);
                }
                self.leaders.get(representative.0 as usize)?.expand().map(Operand::Ssa)
            }
            _ => Some(value),
        }
    }

    /// Whether a name is computed outside the blocks that are numbered: above them, or it would not be a value in them.
    fn is_from_elsewhere(&self, f: &Function, name: SsaName) -> bool {
        let def = f.names[name].def.expand();
        def.is_some_and(|def| !self.numbering.is_numbered(f.stmts[def].block))
    }

    fn replacement(&self, f: &Function, name: SsaName) -> Option<Operand> {
        // Mostly a name is the first with its value, and still there: that needs no look at the name itself.
        if self.numbering.value(name) == Operand::Ssa(name)
            && self.leaders.get(name.0 as usize) == Some(&name)
        {
            return None;
        }
        if self.kept.contains(&name) {
            return None;
        }
        let value = self.available(f, name)?;
        let own = Operand::Ssa(name);
        (value != own && may_propagate_copy(self.unit, f, own, value)).then_some(value)
    }

    fn make_available(&mut self, name: SsaName) {
        if let Operand::Ssa(representative) = self.numbering.value(name) {
            let slot = &mut self.leaders[representative.0 as usize];
            self.undo.push((representative, *slot));
            *slot = name;
        }
    }

    fn visit_phi(&mut self, f: &mut Function, phi: StmtId) {
        let result = f.phi(phi).result;
        if f.names[result].has(NameFlags::VIRTUAL) {
            return;
        }
        match self.replacement(f, result) {
            Some(value) => {
                if self.details {
                    let name = tree_ssa::dump_text::name(self.unit, f, result);
                    let text = tree_ssa::dump_text::operand(self.unit, f, value);
                    putln!(self.dump, "Replaced redundant PHI node defining {name} with {text}");
                }
                self.remove.push((phi, value));
                self.eliminated += usize::from(!self.inserted.contains(&result));
            }
            None => self.make_available(result),
        }
    }

    fn visit_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        if let Some(name) = result_name(f, stmt) {
            self.insert_view(f, stmt, name);
            let effects = has_side_effects(self.unit, f, stmt);
            match self.replacement(f, name) {
                Some(value) if !effects || is_settled_by(self.unit, f, stmt, value) => {
                    if !is_copy_of(f, stmt, value) {
                        self.say_replaced(f, stmt, value);
                        self.eliminated += 1;
                    }
                    self.remove.push((stmt, value));
                    return;
                }
                _ => {}
            }
        } else if self.redundant.contains(&stmt) && !f.stmts[stmt].has(StmtFlags::VOLATILE) {
            if self.details {
                let text = tree_ssa::dump_text::stmt(self.unit, f, stmt);
                putln!(self.dump, "Deleted redundant store {text}");
            }
            self.remove.push((stmt, Operand::None));
            return;
        }
        self.replace_operands(f, stmt);
        self.settle_condition(f, stmt);
        if let Some(name) = result_name(f, stmt) {
            self.make_available(name);
        }
        if let StmtKind::Asm(asm) = &f.stmts[stmt].kind {
            let names: Vec<SsaName> =
                asm.outputs.iter().filter_map(|operand| operand.value.ssa()).collect();
            names.into_iter().for_each(|name| self.make_available(name));
        }
    }

    /// Computes before a load what it reads, where that is known as another type, and before a conversion the bits of what is
    /// known that it has (`eliminate_dom_walker::insert`).
    fn insert_view(&mut self, f: &mut Function, stmt: StmtId, name: SsaName) {
        let Some(view) = self.numbering.views.get(&name) else { return };
        let own = Operand::Ssa(name);
        let value = match view.ops[0] {
            Operand::Ssa(source) => self.available(f, source),
            _ => None,
        };
        let (Some(value), true, true) =
            (value, self.numbering.value(name) == own, self.leaders[name.0 as usize].is_none())
        else {
            return;
        };
        let new = f.make_temp_ssa_name(view.ty, Symbol::NONE, StmtId::NONE);
        let (code, rhs) = match view.code {
            TreeCode::Nop => (TreeCode::Nop, [value, Operand::None]),
            TreeCode::BitAnd => (TreeCode::BitAnd, [value, view.ops[1]]),
            _ => {
                let tree = self.unit.trees.add(TreeKind::ViewConvert(value), view.ty);
                (TreeCode::Single, [Operand::Tree(tree), Operand::None])
            }
        };
        let mut at = Cursor::before(stmt).like(f, stmt);
        let statement = at.assign(self.unit, f, Operand::Ssa(new), code, rhs);
        if self.details {
            let text = tree_ssa::dump_text::stmt(self.unit, f, statement);
            putln!(self.dump, "Inserted {text}");
        }
        self.viewed += 1;
        self.undo.push((name, SsaName::NONE));
        self.leaders[name.0 as usize] = new;
    }

    fn say_replaced(&mut self, f: &Function, stmt: StmtId, value: Operand) {
        if !self.details {
            return;
        }
        let text = tree_ssa::dump_text::stmt(self.unit, f, stmt);
        let right = text.split_once(" = ").map_or("", |parts| parts.1).trim_end_matches(';');
        let value = tree_ssa::dump_text::operand(self.unit, f, value);
        putln!(self.dump, "Replaced {right} with {value} in all uses of {text}");
    }

    fn replace_operands(&mut self, f: &mut Function, stmt: StmtId) {
        let mut map: SmallVec<[(SsaName, Operand); 4]> = SmallVec::new();
        f.for_each_used_name(self.unit, stmt, &mut |name| {
            if !map.iter().any(|entry| entry.0 == name)
                && let Some(value) = self.replacement(f, name)
            {
                map.push((name, value));
            }
        });
        if map.is_empty() {
            return;
        }
        f.replace_in_stmt(self.unit, stmt, &mut |name| {
            map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
        });
        fold_stmt(self.unit, f, self.options, &follow_all, stmt);
    }

    /// Puts what has their values here in place of names in debug binds.
    fn replace_in_binds(&mut self, f: &mut Function, place: DebugPlace) {
        let mut found: Vec<(SsaName, Operand)> = Vec::new();
        for id in f.debug_at(place) {
            let bound = f.bound_value(id);
            self.unit.for_each_ssa(bound, &mut |name| {
                found.extend(self.replacement(f, name).map(|value| (name, value)));
            });
        }
        if !found.is_empty() {
            binds::replace_at(self.unit, f, place, &mut |_, _, name| {
                found.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            });
        }
    }

    /// Puts the truth in place of a condition only one of whose edges was found executable.
    fn settle_condition(&mut self, f: &mut Function, stmt: StmtId) {
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { return };
        let block = f.stmts[stmt].block;
        let Some((yes, no)) = f.true_false_edges(block) else { return };
        let reached = |edge| f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE);
        let truth = match (reached(yes), reached(no)) {
            (true, false) => 1,
            (false, true) => 0,
            _ => return,
        };
        let bool_ = self.unit.common.bool_;
        let decided = (TreeCode::Ne, self.unit.int(bool_, truth), self.unit.int(bool_, 0));
        self.decided = true;
        if (code, lhs, rhs) == decided {
            return;
        }
        if self.details {
            let text = tree_ssa::dump_text::stmt(self.unit, f, stmt);
            let which = if truth == 1 { "true" } else { "false" };
            putln!(self.dump, "Removing unexecutable edge from {text} ({which})");
        }
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
            (*code, *lhs, *rhs) = decided;
        }
        f.update_stmt(self.unit, stmt);
    }

    fn replace_phi_arguments(&mut self, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            if f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
                continue;
            }
            let mut phi = f.blocks[f.edges[edge].dst].phis.first;
            while phi.is_some() {
                if let Operand::Ssa(name) = f.phi_arg(phi, edge)
                    && let Some(value) = self.replacement(f, name)
                {
                    let index = f.edges[edge].dst_idx as usize;
                    f.set_phi_arg(phi, index, value);
                }
                phi = f.stmts[phi].next;
            }
        }
    }

    /// Lets a statement whose result is used outside the blocks numbered be a copy of what stands for it; a φ's place is taken
    /// by one.
    fn keep_as_copy(&mut self, f: &mut Function, stmt: StmtId, value: Operand) {
        if self.details {
            putln!(self.dump, "Keeping eliminated stmt live as copy because of out-of-region uses");
        }
        if !f.is_phi(stmt) {
            unlink_stmt_vdef(self.unit, f, stmt);
            return set_value(self.unit, f, stmt, value);
        }
        if self.details {
            let text = tree_ssa::dump_text::stmt(self.unit, f, stmt);
            putln!(self.dump, "Removing dead stmt {text}");
        }
        let (block, result) = (f.stmts[stmt].block, f.phi(stmt).result);
        f.detach_stmt(stmt);
        Cursor::start(block).copy(self.unit, f, Operand::Ssa(result), value);
    }

    fn remove_dead(mut self, f: &mut Function) {
        while let Some((stmt, value)) = self.remove.pop() {
            if result_name(f, stmt).is_some_and(|name| !f.has_zero_uses(name)) {
                if self.only {
                    self.keep_as_copy(f, stmt, value);
                }
                continue;
            }
            if self.details {
                let text = tree_ssa::dump_text::stmt(self.unit, f, stmt);
                putln!(self.dump, "Removing dead stmt {text}");
            }
            if !f.is_phi(stmt) {
                unlink_stmt_vdef(self.unit, f, stmt);
            }
            f.remove_stmt(stmt);
        }
    }
}

/// Whether a statement copies a name, or the value it is replaced by: propagating that is no elimination.
fn is_copy_of(f: &Function, stmt: StmtId, value: Operand) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Assign { code: TreeCode::Single, rhs: [op, ..], .. }
        if op.ssa().is_some() || op == value)
}

impl DomWalker for Eliminator<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        self.marks.push(self.undo.len());
        if self.only && !self.numbering.is_numbered(block) {
            return Step::Stop;
        }
        let phis: SmallVec<[StmtId; 8]> = f.phis(block).collect();
        phis.into_iter().for_each(|phi| self.visit_phi(f, phi));
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                self.replace_in_binds(f, DebugPlace::Before(stmt));
            }
            self.visit_stmt(f, stmt);
            stmt = next;
        }
        if !f.debug.is_empty() {
            self.replace_in_binds(f, DebugPlace::AtEnd(block));
        }
        self.replace_phi_arguments(f, block);
        Step::Continue
    }

    fn after_dom_children(&mut self, _f: &mut Function, _block: BlockId) {
        let floor = self.marks.pop().unwrap_or(0);
        for (value, old) in self.undo.drain(floor..).rev() {
            self.leaders[value.0 as usize] = old;
        }
    }
}
