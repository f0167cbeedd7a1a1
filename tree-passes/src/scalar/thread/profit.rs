//! Which paths are worth copying.

use super::Flavour;
use super::search::Search;
use dumps::Dump;
use dumps::{put, putln};
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeId};
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::size::statement_size;
use tree_ssa::profile::is_hot;

/// Blocks on a path (`--param max-fsm-thread-length`).
const MAX_BLOCKS: usize = 10;
/// Instructions copied where speed counts (`--param max-fsm-thread-path-insns`).
const MAX_INSNS: i64 = 100;
/// Instructions copied, unless a switch in a loop is threaded (`--param max-jump-thread-duplication-stmts`), and their
/// weight against it and against blocks (`--param fsm-scale-path-stmts`, `--param fsm-scale-path-blocks`).
const MAX_DUPLICATED: i64 = 15;
const SCALE_STMTS: i64 = 2;
const SCALE_BLOCKS: i64 = 3;
/// What is known of the loop a path ends in.
pub struct PathLoop {
    pub latch: BlockId,
    pub latch_is_empty: bool,
    /// Whether the block the path leads to is in the loop and does not dominate its latch.
    pub side_entry: bool,
}

/// What the instructions on a path come to.
#[derive(Default)]
struct Contents {
    insns: i64,
    through_latch: bool,
    multiway_inside: bool,
    multiway_threaded: bool,
    hot: bool,
}

/// The statement that decides where control goes after a block (`get_gimple_control_stmt`).
pub fn control_stmt(f: &Function, block: BlockId) -> Option<StmtId> {
    f.last_stmt(block).filter(|&last| {
        matches!(
            f.stmts[last].kind,
            StmtKind::Cond { .. } | StmtKind::Switch(_) | StmtKind::Goto(_)
        )
    })
}

/// The instructions in each block, counted when they are asked for first: paths have many blocks in common.
pub struct BlockSizes(EntityVec<BlockId, Option<Option<i64>>>);

impl BlockSizes {
    /// Nothing is counted yet.
    pub fn new(f: &Function) -> BlockSizes {
        BlockSizes(EntityVec::filled(None, f.blocks.len()))
    }

    /// As [`insns_of`].
    fn of(&mut self, unit: &Unit, f: &Function, block: BlockId) -> Option<i64> {
        *self.0[block].get_or_insert_with(|| insns_of(unit, f, block))
    }
}

impl Search<'_, '_, '_> {
    /// Whether the path is worth threading (`profitable_path_p`); `taken` is the edge that the branch takes if that is known.
    pub(super) fn is_worth_threading(&mut self, taken: Option<EdgeId>, of: &PathLoop) -> bool {
        let Search { cx, f, sizes, flavour, path, name, .. } = self;
        let (f, flavour) = (*f, *flavour);
        let details = cx.dump.details();
        if path.len() <= 1 {
            return false;
        }
        if path.len() > MAX_BLOCKS {
            return fail(
                &mut cx.dump,
                "Jump-thread path not considered: the number of basic blocks on the path exceeds \
             PARAM_MAX_FSM_THREAD_LENGTH.",
            );
        }
        if details {
            put!(cx.dump, "Checking profitability of path (backwards): ");
        }
        let Some(mut contents) = contents_of(cx, (f, sizes), flavour, path, *name, of) else {
            return false;
        };
        let control = control_stmt(f, path[0]).map_or(0, |stmt| statement_size(cx.unit, f, stmt));
        contents.insns -= control;
        if details {
            put!(
                cx.dump,
                "\n  Control statement insns: {control}\n  Overall: {} insns\n",
                contents.insns
            );
        }
        if taken.is_some_and(|edge| {
            flavour.for_speed && is_hot(cx.unit, cx.options, f, f.edges[edge].dst)
        }) {
            contents.hot = true;
        }
        let latch_taken = taken.is_some_and(|edge| f.edges[edge].dst == of.latch);
        match complaint(&contents, flavour, path.len(), taken.is_some() && of.side_entry) {
            Some(text) => fail(&mut cx.dump, &text),
            None if (contents.through_latch || latch_taken) && of.latch_is_empty => fail(
                &mut cx.dump,
                "Thread through latch before loop opts would create non-empty latch",
            ),
            None => true,
        }
    }
}

fn fail(dump: &mut Dump<'_>, text: &str) -> bool {
    if dump.details() {
        putln!(dump, "  FAIL: {text}");
    }
    false
}

/// What speaks against a path of this many blocks.
fn complaint(
    contents: &Contents,
    flavour: Flavour,
    blocks: usize,
    side_entry: bool,
) -> Option<String> {
    let insns = contents.insns;
    if flavour.for_speed && contents.hot {
        if insns >= MAX_INSNS {
            return Some(
                "Jump-thread path not considered: the number of instructions on the path exceeds \
                 PARAM_MAX_FSM_THREAD_PATH_INSNS."
                    .to_string(),
            );
        }
    } else if !flavour.for_speed && insns > 1 {
        return Some(format!(
            "Jump-thread path not considered: duplication of {insns} insns is needed and \
             optimizing for size."
        ));
    }
    let irreducible = contents.through_latch && side_entry;
    if !contents.multiway_threaded
        && irreducible
        && insns * SCALE_STMTS > blocks as i64 * SCALE_BLOCKS
    {
        return Some(
            "Would create irreducible loop without threading multiway branch.".to_string(),
        );
    }
    if !(contents.through_latch && contents.multiway_threaded)
        && insns * SCALE_STMTS >= MAX_DUPLICATED
    {
        return Some("Did not thread around loop and would copy too many statements.".to_string());
    }
    (!contents.multiway_threaded && contents.multiway_inside)
        .then(|| "Thread through multiway branch without threading a multiway branch.".to_string())
}

/// Counts what is on a path; `None` if something there must not be copied. The block whose edge will be redirected, the
/// last of the list, is not copied.
fn contents_of(
    cx: &mut PassContext<'_>,
    (f, sizes): (&Function, &mut BlockSizes),
    flavour: Flavour,
    path: &[BlockId],
    name: Option<SsaName>,
    of: &PathLoop,
) -> Option<Contents> {
    let details = cx.dump.details();
    let mut all = Contents::default();
    for (position, &block) in path.iter().enumerate() {
        if details {
            put!(cx.dump, " bb:{}", block.0);
        }
        if position + 1 < path.len() {
            let before = all.insns;
            all.insns += phis_of_others(f, block, name);
            all.hot |= flavour.for_speed && is_hot(cx.unit, cx.options, f, block);
            all.insns += sizes.of(cx.unit, f, block)?;
            if details {
                put!(cx.dump, " ({} insns)", all.insns - before);
            }
            let multiway = f.last_stmt(block).is_some_and(|last| {
                matches!(f.stmts[last].kind, StmtKind::Switch(_) | StmtKind::Goto(_))
            });
            if position == 0 {
                all.multiway_threaded |= multiway;
            } else {
                all.multiway_inside |= multiway;
            }
        }
        if block == of.latch {
            all.through_latch = true;
            if details {
                put!(cx.dump, " (latch)");
            }
        }
    }
    Some(all)
}

/// φs of a block that branches which are not of the variable tested: they will need arguments where the path ends.
fn phis_of_others(f: &Function, block: BlockId, name: Option<SsaName>) -> i64 {
    let Some(name) = name else { return 0 };
    if f.blocks[block].succs.len() <= 1 || f.blocks[block].preds.len() <= 1 {
        return 0;
    }
    let var = f.names[name].var;
    let other = |result: SsaName| {
        result != name
            && (f.names[result].var != var || var.is_none())
            && !f.names[result].has(NameFlags::VIRTUAL)
    };
    f.phis(block).filter(|&phi| other(f.phi(phi).result)).count() as i64
}

/// The instructions in a block; `None` if there is something that must not be copied.
fn insns_of(unit: &Unit, f: &Function, block: BlockId) -> Option<i64> {
    let mut insns = 0;
    let mut stmt = f.first_after_labels(block).unwrap_or(StmtId::NONE);
    while stmt.is_some() {
        // What is constant on two paths would be no constant where they meet.
        if call_effects::builtin_at(unit, f, stmt) == Some(Builtin::ConstantP) {
            return None;
        }
        insns += statement_size(unit, f, stmt);
        stmt = f.stmts[stmt].next;
    }
    Some(insns)
}
