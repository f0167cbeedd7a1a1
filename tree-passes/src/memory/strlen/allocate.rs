//! Memory that is allocated and then cleared is allocated clear.
//!
//! ```text
//!   p_1 = malloc (n_2);               p_1 = __builtin_calloc (n_2, 1);
//!   memset (p_1, 0, n_2);      =>
//! ```

use super::info::{Index, Info};
use super::length::Length;
use super::{After, Strlen, is_named};
use gimple::builtins::Builtin;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::edit;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

impl Strlen<'_, '_, '_> {
    /// A call that allocates memory (`handle_alloc_call`).
    pub fn allocated(&mut self, f: &Function, stmt: StmtId, builtin: Builtin, call: &Call) {
        let lhs = call.lhs;
        if lhs.ssa().is_none_or(|name| self.strings.of_name(name).is_some()) {
            return;
        }
        let Some(index) = self.new_index(f, lhs) else { return };
        let clear = builtin == Builtin::Calloc;
        let mut info = Info::new(lhs, clear.then(|| Length::known(0)), clear);
        if clear {
            info.end = lhs;
        }
        if matches!(builtin, Builtin::Calloc | Builtin::Malloc) {
            info.stmt = stmt;
        }
        info.alloc = stmt;
        (info.writable, info.unharmed) = (true, true);
        self.strings.set(index, info);
    }

    /// `memset` of memory that has just been allocated (`handle_builtin_memset`).
    pub(super) fn memset(&mut self, f: &mut Function, stmt: StmtId, call: &Call) -> After {
        let &[pointer, value, size] = &call.args[..] else { return After::WRITES };
        let Some(Index::String(index)) = self.index_of(f, pointer) else { return After::WRITES };
        let Some(info) = self.strings.get(index) else { return After::WRITES };
        if info.stmt.is_none() || info.alloc != info.stmt || !self.cx.unit.is_zero(value) {
            return After::WRITES;
        }
        let alloc = info.alloc;
        let StmtKind::Call(allocation) = &f.stmts[alloc].kind else { return After::WRITES };
        let allocated = allocation.args[0];
        match builtin_at(self.cx.unit, f, alloc) {
            Some(Builtin::Calloc) => {}
            Some(Builtin::Malloc)
                if operand_equal(self.cx.unit, size, allocated)
                    && !is_named(self.cx.unit, f, Builtin::Calloc.name()) =>
            {
                let (pointer, size_t) = (self.cx.unit.common.void_ptr, self.cx.unit.common.size_t);
                let calloc = self.library(Builtin::Calloc, pointer, &[size_t, size_t]);
                let one = self.cx.unit.int(size_t, 1);
                self.call_instead(f, alloc, calloc, vec![allocated, one]);
                if let Some(info) = self.strings.get_mut(index) {
                    info.nonzero = Some(Length::known(0));
                    info.full = true;
                }
            }
            _ => return After::Invalidate { zeros: true },
        }
        unlink_stmt_vdef(self.cx.unit, f, stmt);
        if let Operand::Ssa(_) = call.lhs {
            let state = f.stmts[stmt].vdef;
            f.set_vuse(stmt, SsaName::NONE);
            f.stmts[stmt].vdef = SsaName::NONE;
            edit::replace(self.cx.unit, f, stmt, StmtKind::copy(call.lhs, pointer));
            if state.is_some() {
                f.release_ssa_name(state);
            }
        } else {
            f.remove_stmt(stmt);
        }
        After::Nothing
    }
}
