//! Passes `evrp` and `vrp`: value range propagation.
//!
//! ```text
//!   if (a_2(D) > 10)                        if (a_2(D) > 10)
//!     return;                                 return;
//!   _1 = a_2(D) & 15;              =>       _1 = a_2(D);
//!   if (_1 <= 10)                           if (1)
//! ```
//!
//! In the order of the dominator tree, names that can have one value only where they are used become that value, and
//! statements that ranges make simpler are changed (`simplify`). Conditions that are known are decided; what they do not
//! lead to has no values from then on. The ranges come from [`tree_ssa::analyses::ranges::ranger`]. Loops are brought into
//! loop-closed form first, as GCC does: what leaves a loop gets a φ there.
//!
//! `vrp1` and `vrp2` are the same pass again once functions are inlined. What branches and dereferences say has names of
//! its own during `vrp1` (`assertions`). (GCC 12 still has its older analysis there: it knows of two names which is the
//! greater, and says so in its dump.)

mod assertions;
mod simplify;

use assertions::Inserted;
use assertions::table::{self, interval_text};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeId};
use gimple::claims::{Claim, Claims, computed_names};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, PassRun, Todo};
use gimple::print::{Flags, type_text};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use simplify::{Folder, simplify};
use std::collections::BTreeMap;
use std::fmt::Write;
use tree_ssa::analyses::ranges::counted::{CountedPhis, counted_phis};
use tree_ssa::analyses::ranges::noted::{self, as_interval};
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Kind, Range, View};
use tree_ssa::cleanup::closed_form::close_loops;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::fold::gimple_fold::fold_stmt_with_sources;
use tree_ssa::fold::substitute::Point;
use tree_ssa::fold::substitute::Values;
use tree_ssa::fold::substitute::substitute_and_fold_along;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;

/// `evrp` for the pass table.
pub const EARLY: Pass = Pass::tree("evrp", execute)
    .gate(|options, _| options.on(Flag::TreeVrp))
    .requires(Prop::CFG_SSA)
    .todo(Todo::CLEANUP_CFG.union(Todo::UPDATE_SSA));

/// `vrp1` for the pass table.
pub const WITH_ASSERTIONS: Pass =
    Pass { name: "vrp", run: PassRun::Function(execute_with_assertions), ..EARLY };

/// `vrp2` for the pass table.
pub const LATE: Pass = Pass { name: "vrp", run: PassRun::Function(execute_late), ..EARLY };

/// Runs the pass once ranges have been found before.
fn execute_late(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, true)
}

/// Runs the pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, false)
}

fn run(cx: &mut PassContext<'_>, f: &mut Function, again: bool) -> Todo {
    prepare(cx, f);
    let tree = analyses::analysis::<Dominators>(f);
    let counted = counted_phis(cx.unit, f, cx.options, &mut cx.dump, &tree);
    propagate(cx, f, counted, None, again)
}

/// Runs the pass on names for what branches and dereferences say.
fn execute_with_assertions(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    prepare(cx, f);
    let tree = analyses::analysis::<Dominators>(f);
    let counted = counted_phis(cx.unit, f, cx.options, &mut cx.dump, &tree);
    let inserted = assertions::insert(cx, f);
    if cx.dump.enabled() {
        table::dump(cx, f, &inserted, counted.clone());
    }
    let todo = propagate(cx, f, counted, Some(&inserted), true);
    assertions::remove(cx, f, &inserted);
    todo
}

/// Brings loops into the form that the pass expects.
fn prepare(cx: &mut PassContext<'_>, f: &mut Function) {
    simplify_loops(cx.unit, f, &mut cx.dump);
    close_loops(cx.unit, f, &mut cx.dump);
}

/// Finds ranges and uses them; where assertions stand in the function, with what they say.
fn propagate(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    counted: CountedPhis,
    inserted: Option<&Inserted>,
    again: bool,
) -> Todo {
    let shows_table = cx.dump.enabled() && inserted.is_none();
    let (none, asserting) = (Inserted::default(), inserted.is_some());
    let inserted = inserted.unwrap_or(&none);
    let tree = analyses::analysis::<Dominators>(f);
    let late = again && !asserting;
    if let Some(claimed) = cx.begin_claims(f) {
        let claims = claims(cx, f, &tree, counted.clone(), late);
        cx.end_claims(Some(claimed), Claims::from(claims));
    }
    let ranger = Ranger::new(View { unit: cx.unit, f, options: cx.options }, &tree);
    let ranger = ranger.with_counted(counted).with_asserted(&inserted.ranges).with_noted(late);
    let ranger = if asserting { ranger.without_recomputing() } else { ranger };
    let mut ranges = Ranges { ranger, copies: &inserted.copies, cut: Vec::new(), again };
    substitute_and_fold_along(cx, f, &tree, &mut ranges, Counter::Vrp);
    for &edge in &ranges.cut {
        f.remove_edge(edge);
    }
    ranges.note_nonnull(f, asserting);
    ranges.note_ranges(f, asserting);
    if shows_table {
        ranges.dump(cx, f);
    }
    Todo::NONE
}

/// What the ranges of the function's names are claimed to be, and which branches are not taken.
fn claims(
    cx: &PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    counted: CountedPhis,
    late: bool,
) -> Vec<Claim> {
    let view = View { unit: cx.unit, f, options: cx.options };
    let mut ranger = Ranger::new(view, tree).with_counted(counted).with_noted(late);
    let mut claims = Vec::new();
    for name in computed_names(f) {
        let Some(kind) = view.kind_of(Operand::Ssa(name)) else { continue };
        let range = ranger.at_definition(view, name, kind);
        if !range.is_empty() && !range.is_full() {
            let (low, high) = range.bounds();
            claims.push(Claim::Within { name, low, high });
        }
    }
    claims
}

/// What is known of the values of names.
struct Ranges<'t> {
    ranger: Ranger<'t>,
    /// The assertions that stand in the function.
    copies: &'t BTreeMap<StmtId, SsaName>,
    /// Edges of switches that no value leads to.
    cut: Vec<EdgeId>,
    /// Whether the pass has run before.
    again: bool,
}

impl Ranges<'_> {
    /// Notes the pointers that are never null, for what comes later. Only with assertions does GCC look at those of which
    /// more is known than that.
    fn note_nonnull(&self, f: &mut Function, asserting: bool) {
        for number in 1..f.names.len() as u32 {
            let name = SsaName(number);
            let known = self.ranger.known(name);
            let is_nonnull = |it: &Range| match asserting {
                true => !it.is_empty() && !it.contains(0),
                false => *it == Range::nonzero(it.kind()),
            };
            if known.is_some_and(|it| it.kind().pointer && is_nonnull(it)) {
                f.names[name].flags |= NameFlags::NONNULL;
            }
        }
    }

    /// Notes the ranges of numbers. What was noted before holds as well; with assertions, that went into the range.
    fn note_ranges(&self, f: &mut Function, asserting: bool) {
        for number in 1..f.names.len() as u32 {
            let name = SsaName(number);
            let data = &f.names[name];
            let Some(range) = self.ranger.known(name) else { continue };
            let abnormal = !asserting && data.has(NameFlags::ABNORMAL);
            if range.kind().pointer || data.has(NameFlags::RELEASED) || abnormal {
                continue;
            }
            noted::note(f, name, range);
        }
    }

    fn dump(&self, cx: &mut PassContext<'_>, f: &Function) {
        let mut heading = "Exported global range table:\n============================\n";
        for number in 1..f.names.len() as u32 {
            let name = SsaName(number);
            let data = &f.names[name];
            let Some(range) = self.ranger.known(name) else { continue };
            let unknown = range.is_full()
                || range.is_empty()
                || range.kind().pointer && *range != Range::nonzero(range.kind())
                || data.flags.intersects(NameFlags::RELEASED | NameFlags::ABNORMAL);
            if unknown {
                continue;
            }
            let text = tree_ssa::dump_text::name(cx.unit, f, name);
            let ty = type_text(cx.unit, self.type_of_bound(cx.unit, f, name, DEPTH), Flags::NONE);
            // What is kept with a name is one interval, or all but one.
            let kept = as_interval(range);
            putln!(cx.dump, "{heading}{text}  : {ty} {}", interval_text(&kept));
            if kept != *range {
                putln!(cx.dump, "         irange : {ty} {}", range.text());
            }
            heading = "";
        }
    }
}

/// The type of the least value of a type: no typedef and no enumeration.
fn type_of_least(unit: &Unit, ty: TypeId) -> TypeId {
    let types = &unit.types;
    let main = types.main_variant(ty);
    match (types.kind(main), types.precision(main), types.is_unsigned(main)) {
        (TypeKind::Enum { .. }, Some(32), true) => unit.common.uint,
        (TypeKind::Enum { .. }, Some(32), false) => unit.common.int,
        (TypeKind::Enum { .. }, ..) => ty,
        _ if types.is_integral(main) || !types[ty].quals.is_empty() => main,
        _ => ty,
    }
}

/// φs that are gone through for the type a range is shown in.
const DEPTH: u32 = 8;

impl Ranges<'_> {
    /// The type a name's range is shown in: that of its least value, which of a conversion is no typedef and no
    /// enumeration, and of a φ that of the argument with the least value, where that is a name.
    fn type_of_bound(&self, unit: &Unit, f: &Function, name: SsaName, depth: u32) -> TypeId {
        let types = &unit.types;
        let own = f.names[name].ty;
        let main = types.main_variant(own);
        let own = if types[own].quals.is_empty() { own } else { main };
        let Some(def) = f.names[name].def.expand().filter(|_| depth > 0) else { return own };
        let is_integer = |op: Operand| !op.is_none() && types.is_integral(unit.type_of(f, op));
        match &f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Nop, rhs, .. } if is_integer(rhs[0]) => {
                type_of_least(unit, own)
            }
            StmtKind::Phi(phi) => {
                let least = |op: Operand| match op {
                    Operand::Ssa(name) => {
                        let range = self.ranger.known(name).filter(|range| !range.is_empty())?;
                        Some(range.bounds().0)
                    }
                    // An address is not null.
                    op if unit.addressed(op).is_some() => Some(1),
                    op => unit.as_int(op),
                };
                let args = phi.args.iter().map(|arg| arg.value);
                let first = args.filter_map(|op| Some((least(op)?, op))).min_by_key(|it| it.0);
                match first {
                    Some((_, Operand::Ssa(from))) if from != name => {
                        self.type_of_bound(unit, f, from, depth - 1)
                    }
                    // A constant has the type of what it is assigned to.
                    Some((_, op)) if op.ssa().is_none() => f.names[name].ty,
                    _ => own,
                }
            }
            // What lies around a hole begins with the type's least value.
            _ => match self.ranger.known(name) {
                Some(range) if range.bounds() == (range.kind().min(), range.kind().max()) => {
                    type_of_least(unit, own)
                }
                _ => own,
            },
        }
    }
}

/// Whether a statement is an operation or a test, which may be folded with what its operands have become.
fn computes(f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { code, .. } => code != TreeCode::Single,
        StmtKind::Cond { .. } => true,
        _ => false,
    }
}

impl Values for Ranges<'_> {
    fn value_at(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        name: SsaName,
        point: Point,
    ) -> Option<Operand> {
        let data = &f.names[name];
        if data.flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL) {
            return None;
        }
        let kind = Kind::of(cx.unit, data.ty)?;
        let view = View { unit: cx.unit, f, options: cx.options };
        let value = match point {
            Point::Definition => self.ranger.defined_value(view, name, kind),
            Point::Use(stmt) => self.ranger.value_at(view, name, kind, stmt),
            Point::Edge(edge) => self.ranger.value_on_edge(view, edge, name, kind),
        };
        Some(cx.unit.int(data.ty, value?))
    }

    fn fold(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        changed: bool,
    ) -> bool {
        let again = self.again;
        let mut folder = Folder { cx, ranger: &mut self.ranger, cut: &mut self.cut, again };
        if simplify(&mut folder, f, stmt) {
            return true;
        }
        if changed || !computes(f, stmt) {
            return false;
        }
        let folded = fold_stmt_with_sources(cx.unit, f, cx.options, stmt);
        gimple::simplify::say_rules(cx.unit, &mut cx.dump);
        folded
    }

    fn leaves(&self, _: &Function, stmt: StmtId) -> bool {
        self.copies.contains_key(&stmt)
    }

    fn skips(&mut self, cx: &PassContext<'_>, f: &Function, block: BlockId) -> bool {
        let view = View { unit: cx.unit, f, options: cx.options };
        self.ranger.is_unreachable(view, block)
    }
}
