//! `strcat`: a string that is appended to has a length that may be known.
//!
//! ```text
//!   l_1 = strlen (d_2);               _4 = d_2 + l_1;
//!   strcat (d_2, s_3);         =>     __builtin_strcpy (_4, s_3);
//! ```

use super::info::{Index, Info};
use super::{Last, Strlen};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::stmt::{Call, StmtId};
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;

impl Strlen<'_, '_, '_> {
    /// `strcat` and what checks it (`handle_builtin_strcat`).
    pub fn strcat(&mut self, f: &mut Function, stmt: StmtId, builtin: Builtin, call: &Call) {
        let (target, source) = (call.args[0], call.args[1]);
        if operand_equal(self.cx.unit, target, source) {
            return;
        }
        let to = match self.index_of(f, target) {
            Some(Index::Literal(_)) => return,
            Some(Index::String(index)) => Some(index),
            None => None,
        };
        let from = self.index_of(f, source);
        let appended = self.length_of(f, from);
        let length = to.and_then(|to| self.string_length(f, to));
        let (Some(to), Some(length)) = (to, length) else {
            return self.append_somewhere(f, stmt, call, to);
        };
        let Some(info) = self.strings.get_mut(to) else { return };
        let end = std::mem::replace(&mut info.end, Operand::None);
        info.stmt = StmtId::NONE;
        info.writable = true;
        let sum = appended.as_ref().and_then(|appended| length.plus(appended));
        info.full = sum.is_some();
        info.nonzero.clone_from(&sum);
        match (&sum, &appended) {
            (Some(_), Some(appended)) => {
                info.unharmed = true;
                self.strings.adjust_related(to, appended);
            }
            _ => info.unharmed = call.lhs.is_none() && self.stpcpy && appended.is_none(),
        }
        if let Some(Index::String(from)) = from
            && let Some(info) = self.strings.get_mut(from)
        {
            info.unharmed = true;
        }
        if call.lhs.is_some() {
            return;
        }
        let mut at = Cursor::before(stmt).like(f, stmt);
        let unit = &mut *self.cx.unit;
        let size =
            appended.as_ref().map(|appended| appended.plus_constant(1).compute(unit, f, &mut at));
        let by = length.compute(unit, f, &mut at);
        let at_end = if end.is_some() {
            end
        } else {
            let ty = unit.types.main_variant(unit.type_of(f, target));
            let by = match unit.as_int(by) {
                Some(number) => unit.int(unit.common.sizetype, number),
                None => by,
            };
            at.temporary(unit, f, ty, TreeCode::PointerPlus, [target, by])
        };
        let room = (builtin == Builtin::StrcatChk).then(|| {
            let size_t = unit.common.size_t;
            at.fold((unit, self.cx.options), f, size_t, TreeCode::Minus, [call.args[2], by])
        });
        self.optimizing(f, stmt);
        match size {
            Some(size) => self.copy_memory(f, stmt, [at_end, source, size], room),
            None => self.copy_string(f, stmt, [at_end, source], room),
        }
        self.into(f, stmt);
        let unharmed = self.strings.get(to).is_some_and(|info| info.unharmed);
        if appended.is_none()
            && unharmed
            && let Some(info) = self.strings.get_mut(to)
        {
            info.stmt = stmt;
        }
        self.adjust_last(f, to, stmt, true);
        if appended.is_some() {
            self.last = Last { stmt, length: appended, index: to };
        }
    }

    /// The length of what is appended to is not known: it is found where that of the whole is asked for.
    fn append_somewhere(&mut self, f: &Function, stmt: StmtId, call: &Call, to: Option<u32>) {
        if !self.stpcpy || call.lhs.is_some() {
            return;
        }
        let target = call.args[0];
        let Some(index) = to.or_else(|| self.new_index(f, target)) else { return };
        if self.strings.get(index).is_none() {
            self.strings.set(index, Info::new(target, None, false));
            self.find_equal_pointers(f, target, index);
        }
        let Some(info) = self.strings.get_mut(index) else { return };
        info.nonzero = None;
        info.full = false;
        info.next = 0;
        info.end = Operand::None;
        info.writable = true;
        info.stmt = stmt;
        info.unharmed = true;
    }
}
