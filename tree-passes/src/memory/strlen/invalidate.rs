//! What is not known of strings any more once a statement has written memory.
//!
//! ```text
//!   _4 = strlen (p_1);
//!   *q_2 = 0;               may be within p_1: nothing is known of it from here on
//! ```
//!
//! Where ways join, memory is followed from the φ back to the block that dominates it, and all that was written on the way
//! counts: around a loop, too, as what the loop writes reaches its head.

use super::Strlen;
use dumps::{put, putln};
use gimple::builtins::Builtin;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtId, StmtKind};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects::builtin_at;

/// Statements that are followed from a φ.
const MOST_DEFINITIONS: u32 = 100;

/// What a statement that writes was before it was changed.
pub struct Before {
    pub call: Call,
    pub text: String,
}

impl Strlen<'_, '_, '_> {
    /// Forgets what a statement may change (`maybe_invalidate`), which writes zeros only if that is said; whether anything
    /// was known.
    pub fn invalidate(
        &mut self,
        f: &Function,
        stmt: StmtId,
        zeros: bool,
        before: Option<&Before>,
    ) -> bool {
        if self.cx.dump.details() {
            let text = match before {
                Some(before) => before.text.clone(),
                None => dump_text::stmt(self.cx.unit, f, stmt),
            };
            putln!(self.cx.dump, "maybe_invalidate called for {text}");
        }
        let live = self.strings.live();
        for &(index, ref info) in live.iter() {
            if info.unharmed {
                if let Some(info) = self.strings.get_mut(index) {
                    info.unharmed = false;
                }
                continue;
            }
            let known = info.known();
            // The NUL at the end counts.
            let size = known.and_then(|chars| i64::try_from(chars).ok()?.checked_add(1));
            let access = Access::from_pointer(self.cx.unit, f, info.start, size);
            if self.clobbers(f, stmt, before, &access) {
                if self.cx.dump.details() {
                    let start = dump_text::operand(self.cx.unit, f, info.start);
                    put!(self.cx.dump, "  statement may clobber object {start}");
                    if let Some(chars) = known {
                        put!(self.cx.dump, " {chars} bytes in size");
                    }
                    putln!(self.cx.dump);
                }
                self.strings.remove(index);
                continue;
            }
            if size.is_some()
                && !zeros
                && info.stmt.is_some()
                && builtin_at(self.cx.unit, f, info.stmt) == Some(Builtin::Calloc)
            {
                let all = Access::from_pointer(self.cx.unit, f, info.start, None);
                if self.clobbers(f, stmt, before, &all) {
                    self.strings.forget_stmt(index);
                }
            }
        }
        let some_live = !live.is_empty();
        if self.cx.dump.details() {
            putln!(self.cx.dump, "maybe_invalidate returns {}", u8::from(some_live));
        }
        some_live
    }

    fn clobbers(
        &self,
        f: &Function,
        stmt: StmtId,
        before: Option<&Before>,
        access: &Access,
    ) -> bool {
        let unit = &*self.cx.unit;
        self.oracle.stmt_may_clobber(unit, f, stmt, access, true)
            || before.is_some_and(|before| {
                self.oracle.call_may_clobber(unit, f, (stmt, &before.call), access, true)
            })
    }

    /// Forgets what may have been changed between the end of a block and a φ of memory below it (`do_invalidate`).
    pub fn invalidate_since(&mut self, f: &Function, dominator: BlockId, phi: StmtId) {
        let mut visited: FxHashSet<BlockId> = FxHashSet::default();
        let mut left = MOST_DEFINITIONS;
        let mut open = arguments(f, phi);
        while let Some(state) = open.pop() {
            let Some(mut def) = f.names[state].def.expand() else { continue };
            let mut block = f.stmts[def].block;
            if !self.lies_between(&mut visited, block, dominator) {
                continue;
            }
            loop {
                left -= 1;
                if left == 0 {
                    self.strings.clear();
                    return;
                }
                if f.is_phi(def) {
                    open.extend(arguments(f, def));
                    break;
                }
                if !self.invalidate(f, def, false, None) {
                    return;
                }
                let Some(earlier) = f.stmts[def].vuse.expand() else { break };
                let Some(earlier) = f.names[earlier].def.expand() else { break };
                def = earlier;
                if f.stmts[def].block != block {
                    block = f.stmts[def].block;
                    if !self.lies_between(&mut visited, block, dominator) {
                        break;
                    }
                }
            }
        }
    }

    /// Whether a block is below another and has not been asked for yet.
    fn lies_between(
        &self,
        visited: &mut FxHashSet<BlockId>,
        block: BlockId,
        dominator: BlockId,
    ) -> bool {
        block.is_some()
            && block != dominator
            && visited.insert(block)
            && self.tree.dominated_by(block, dominator)
    }

    /// A call before it is changed, if that matters to what it writes.
    pub fn before(&self, f: &Function, stmt: StmtId) -> Option<Before> {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        let text = match self.cx.dump.details() {
            true => dump_text::stmt(self.cx.unit, f, stmt),
            false => String::new(),
        };
        Some(Before { call: (**call).clone(), text })
    }
}

/// The states of memory a φ joins, the first one last.
fn arguments(f: &Function, phi: StmtId) -> Vec<SsaName> {
    f.phi(phi).args.iter().rev().filter_map(|arg| arg.value.ssa()).collect()
}
