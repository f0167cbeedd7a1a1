//! What is made of the number of bytes that a call prints.
//!
//! ```text
//!   n_3 = sprintf (&buf, "hello");        __builtin_memcpy (&buf, "hello", 6);  n_3 = 5;
//! ```

use super::super::Strlen;
use super::count::INT_MAX;
use super::{Afterwards, Printing};
use dumps::{put, putln};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::fold::fold_builtins::fold_printed;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

impl Printing {
    /// The least and the greatest value that may be returned, and whether they can be relied on (`is_call_safe`).
    fn returned(&self, bounded: bool) -> (bool, u64, u64) {
        if !self.reliable {
            return (false, 0, 0);
        }
        // The null character at the end is not counted.
        let without_end =
            |count: u64| if count <= INT_MAX + 1 { count.wrapping_sub(1) } else { count };
        let low = without_end(self.total.min);
        let high = without_end(self.total.max.max(self.total.unlikely));
        let exact = low == high && (bounded || low < self.size) && low <= INT_MAX;
        let within = (bounded || high < self.size) && low < INT_MAX && high < INT_MAX;
        (exact || within, low, high)
    }

    /// Whether the least that may be printed fits.
    fn fits_at_least(&self, bounded: bool) -> bool {
        bounded || self.total.min <= self.size
    }
}

impl Strlen<'_, '_, '_> {
    /// Makes use of what a call prints (`try_substitute_return_value`, `try_simplify_call`).
    pub(super) fn use_count(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        call: &Call,
        bounded: bool,
        printing: &Printing,
    ) {
        let (safe, low, high) = printing.returned(bounded);
        let lhs = call.lhs.ssa();
        if safe && low == high && !self.may_throw(f, stmt) {
            self.substitute(f, stmt, call, printing, low);
        } else if let Some(lhs) = lhs
            && self.cx.unit.types.main_variant(f.names[lhs].ty) == self.cx.unit.common.int
        {
            if safe {
                f.value_ranges.entry(lhs).or_insert_with(|| vec![(low.into(), high.into())]);
            }
            if self.cx.dump.enabled() {
                let what = if safe { "Setting" } else { "Discarding" };
                let within = match (low < printing.size, high < printing.size) {
                    (true, true) => "in",
                    (true, false) => "potentially out-of",
                    _ => "out-of",
                };
                let values = match low == high {
                    true => format!(" {low}"),
                    false => format!(" range [{low}, {high}]"),
                };
                putln!(self.cx.dump, "  {what} {within}-bounds return value{values}.");
            }
        }
        if self.cx.dump.enabled() {
            putln!(self.cx.dump);
        }
        if lhs.is_none() && (safe || printing.fits_at_least(bounded)) {
            self.fold_later(stmt);
        }
    }

    /// A call that writes what it prints may copy it.
    fn fold_later(&mut self, stmt: StmtId) {
        if self.afterwards.last().is_none_or(|(last, _)| *last != stmt) {
            self.afterwards.push((stmt, Afterwards::Fold));
        }
    }

    /// Puts the number in the place of the value that is returned, or of the call if it writes nothing.
    fn substitute(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        call: &Call,
        printing: &Printing,
        value: u64,
    ) {
        if printing.nothing && call.lhs.is_none() {
            if self.cx.dump.enabled() {
                put!(self.cx.dump, "  Removing call statement.");
            }
            self.afterwards.push((stmt, Afterwards::Remove));
            return;
        }
        let number = self.cx.unit.int(self.cx.unit.common.int, value.into());
        let replaced = printing.nothing && call.lhs.is_some();
        let what = if replaced { "statement" } else { "return value" };
        if self.cx.dump.enabled() {
            putln!(self.cx.dump, "  Substituting {value} for {what}.");
        }
        let Operand::Ssa(lhs) = call.lhs else { return };
        if replaced {
            self.afterwards.push((stmt, Afterwards::Replace(number)));
            return;
        }
        if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
            call.lhs = Operand::None;
        }
        f.update_stmt(self.cx.unit, stmt);
        Cursor::after(stmt).like(f, stmt).copy(self.cx.unit, f, Operand::Ssa(lhs), number);
        self.fold_later(stmt);
    }

    /// What was left until the walk had seen the calls as they are.
    pub fn finish_printed(&mut self, f: &mut Function) {
        for (stmt, what) in std::mem::take(&mut self.afterwards) {
            match what {
                Afterwards::Fold => fold_printed(self.cx.unit, f, self.cx.options, stmt),
                Afterwards::Remove => self.remove_store(f, stmt),
                Afterwards::Replace(number) => {
                    let lhs = f.stmts[stmt].kind.lhs();
                    let defined = f.stmts[stmt].vdef;
                    unlink_stmt_vdef(self.cx.unit, f, stmt);
                    f.set_vuse(stmt, SsaName::NONE);
                    f.stmts[stmt].vdef = SsaName::NONE;
                    edit::replace(self.cx.unit, f, stmt, StmtKind::copy(lhs, number));
                    if defined.is_some() {
                        f.release_ssa_name(defined);
                    }
                }
            }
        }
    }
}
