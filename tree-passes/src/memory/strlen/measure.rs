//! What asks for the length or the end of a string: `strlen`, `strchr` of NUL, a pointer moved on by a length, a character
//! loaded.
//!
//! ```text
//!   strcpy (d_1, s_2);                _5 = __builtin_stpcpy (d_1, s_2);
//!   _3 = strlen (d_1);                _6 = (size_t) _5;
//!   e_4 = d_1 + _3;            =>     _7 = (size_t) d_1;
//!                                     _3 = _6 - _7;
//!                                     e_4 = _5;
//! ```

use super::Strlen;
use super::info::{Index, Info};
use super::length::Length;
use super::lookup::{dereference, is_abnormal};
use gimple::builtins::Builtin;
use gimple::claims::Claim;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types_compatible::useless_type_conversion;
use tree_ssa::analyses::ranges::{Kind, Range, View};
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

impl Strlen<'_, '_, '_> {
    /// The length of a string, if it is known or can be had (`get_string_length`).
    pub fn string_length(&mut self, f: &mut Function, index: u32) -> Option<Length> {
        let info = self.strings.get(index)?;
        if info.nonzero.is_some() {
            return info.length().cloned();
        }
        let stmt = info.stmt.expand()?;
        let builtin = builtin_at(self.cx.unit, f, stmt)?;
        match builtin {
            Builtin::Strcat | Builtin::StrcatChk => self.append_at_end(f, stmt),
            Builtin::Strcpy | Builtin::StrcpyChk => {}
            _ => return None,
        }
        let end = self.copy_telling_end(f, stmt)?;
        self.set_end_and_length(index, end);
        for related in self.strings.related(index) {
            if self.strings.get(related).is_some_and(|info| info.nonzero.is_none()) {
                self.set_end_and_length(related, end);
            }
        }
        self.strings.get(index)?.length().cloned()
    }

    /// The length of what an index stands for.
    pub fn length_of(&mut self, f: &mut Function, index: Option<Index>) -> Option<Length> {
        match index? {
            Index::Literal(length) => Some(Length::known(length)),
            Index::String(index) => self.string_length(f, index),
        }
    }

    /// `strcat (d, s)`: what it appends to is where `strlen (d)` says; it becomes a copy to there.
    fn append_at_end(&mut self, f: &mut Function, stmt: StmtId) {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
        let target = call.args[0];
        let state = f.stmts[stmt].vuse;
        let (size_t, string) = (self.cx.unit.common.size_t, self.cx.unit.common.const_char_ptr);
        let strlen = self.library(Builtin::Strlen, size_t, &[string]);
        let length = Operand::Ssa(f.make_temp_ssa_name(size_t, Symbol::NONE, StmtId::NONE));
        let mut at = Cursor::before(stmt).like(f, stmt).reading(state);
        at.call(self.cx.unit, f, length, strlen, vec![target]);
        let ty = self.cx.unit.type_of(f, target);
        let ty = self.cx.unit.types.main_variant(ty);
        let end = at.temporary(self.cx.unit, f, ty, TreeCode::PointerPlus, [target, length]);
        if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
            call.args[0] = end;
        }
    }

    /// Makes a copy of a string tell where it ends.
    fn copy_telling_end(&mut self, f: &mut Function, stmt: StmtId) -> Option<Operand> {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        let args = call.args.clone();
        if call.lhs.is_some() {
            return None;
        }
        self.optimizing(f, stmt);
        let common = &self.cx.unit.common;
        let (char_ptr, string, size_t) = (common.char_ptr, common.const_char_ptr, common.size_t);
        let callee = match args.len() {
            2 => self.library(Builtin::Stpcpy, char_ptr, &[char_ptr, string]),
            _ => self.library(Builtin::StpcpyChk, char_ptr, &[char_ptr, string, size_t]),
        };
        let end = Operand::Ssa(f.make_temp_ssa_name(char_ptr, Symbol::NONE, StmtId::NONE));
        let kind = StmtKind::call(self.cx.unit, end, callee, args);
        f.stmts[stmt].flags.remove(StmtFlags::TAIL_CALL);
        edit::replace(self.cx.unit, f, stmt, kind);
        self.into(f, stmt);
        Some(end)
    }

    fn set_end_and_length(&mut self, index: u32, end: Operand) {
        let Some(info) = self.strings.get_mut(index) else { return };
        info.end = end;
        info.stmt = StmtId::NONE;
        info.nonzero = Some(Length::distance(info.start, end));
        info.full = true;
    }

    /// `strlen`, and `strnlen` where `bound` is its second argument (`handle_builtin_strlen`).
    pub fn strlen(&mut self, f: &mut Function, stmt: StmtId, call: &Call, bound: Option<Operand>) {
        let (Operand::Ssa(lhs), source) = (call.lhs, call.args[0]) else { return };
        let most = bound.and_then(|bound| self.cx.unit.as_int(bound)).map(|bound| bound as u64);
        let index = self.index_of(f, source);
        let mut length = self.length_of(f, index);
        if length.is_none()
            && let Some(most) = most
        {
            let sure = match index {
                Some(Index::String(index)) => self.compare_known(index, most).is_ge(),
                _ => false,
            };
            length = (sure || most == 0).then(|| Length::known(most));
        }
        if let Some(length) = length
            && self.is_size(f, lhs)
        {
            self.replace_by_length(f, stmt, lhs, &length, bound);
            let computed = length.as_known().is_none() && length.as_name().is_none();
            if let Some(Index::String(index)) = index
                && bound.is_none()
                && computed
                && !is_abnormal(f, call.lhs)
                && let Some(info) = self.strings.get_mut(index)
            {
                info.nonzero = Some(Length::name(lhs));
            }
            return;
        }
        if is_abnormal(f, call.lhs) || bound.is_some() || !self.is_size(f, lhs) {
            return;
        }
        match index {
            Some(Index::Literal(_)) => {}
            Some(Index::String(index)) if self.strings.get(index).is_some() => {
                self.measured(index, lhs);
            }
            _ => {
                let known = match index {
                    Some(Index::String(index)) => Some(index),
                    _ => self.new_index(f, source),
                };
                let Some(index) = known else { return };
                self.strings.set(index, Info::new(source, Some(Length::name(lhs)), true));
                self.find_equal_pointers(f, source, index);
                self.constant_by_range(f, stmt, lhs);
            }
        }
    }

    /// Whether a name can hold a size.
    fn is_size(&self, f: &Function, name: SsaName) -> bool {
        let types = &self.cx.unit.types;
        useless_type_conversion(self.cx.unit, f.names[name].ty, self.cx.unit.common.size_t)
            && types.is_unsigned(f.names[name].ty)
    }

    /// Of a string that only a least length was known of the length is in a name now.
    fn measured(&mut self, index: u32, length: SsaName) {
        let Some(info) = self.strings.get_mut(index) else { return };
        if info.full || info.stmt.is_some() {
            return;
        }
        let least = info.known();
        info.nonzero = Some(Length::name(length));
        info.full = true;
        match least.and_then(|least| Length::name(length).minus(&Length::known(least))) {
            Some(by) => {
                self.strings.adjust_related(index, &by);
                for related in self.strings.related(index) {
                    if let Some(info) = self.strings.get_mut(related) {
                        info.unharmed = false;
                    }
                }
            }
            None => (info.first, info.prev, info.next) = (0, 0, 0),
        }
    }

    /// Puts a constant in the place of a length that can have one value only.
    fn constant_by_range(&mut self, f: &mut Function, stmt: StmtId, lhs: SsaName) {
        let Some(kind) = Kind::of(self.cx.unit, f.names[lhs].ty) else { return };
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        if let Some(value) = self.ranger.at_definition(view, lhs, kind).singleton() {
            self.replace_by_length(f, stmt, lhs, &Length::known(value as u64), None);
        }
    }

    /// Puts a length in the place of a call that computes it.
    fn replace_by_length(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        lhs: SsaName,
        length: &Length,
        bound: Option<Operand>,
    ) {
        self.optimizing(f, stmt);
        let unit = &mut *self.cx.unit;
        let mut at = Cursor::before(stmt).like(f, stmt);
        let (mut code, mut operands) = length.expression(unit, f, &mut at);
        if let Some(bound) = bound {
            let most = unit.as_int(bound).map(|most| most as u64);
            (code, operands) = match (length.as_known(), most) {
                (Some(length), Some(most)) => {
                    let least = unit.int(unit.common.size_t, length.min(most).into());
                    (TreeCode::Single, [least, Operand::None])
                }
                _ => {
                    let value = length.compute(unit, f, &mut at);
                    (TreeCode::Min, [value, bound])
                }
            };
        }
        if code == TreeCode::Single {
            if let Some(number) = unit.as_int(operands[0]) {
                let ty = f.names[lhs].ty;
                operands[0] = unit.int(ty, number);
                self.claims.push(Claim::Value(lhs, operands[0]));
            }
            self.set_value(f, stmt, operands[0]);
        } else {
            forget_memory(f, stmt);
            edit::set_rhs(self.cx.unit, f, stmt, code, operands);
        }
        self.into(f, stmt);
    }

    /// Lets a statement that reads memory be a copy of a value.
    pub fn set_value(&mut self, f: &mut Function, stmt: StmtId, value: Operand) {
        forget_memory(f, stmt);
        edit::set_value(self.cx.unit, f, stmt, value);
    }

    /// `strchr` of NUL (`handle_builtin_strchr`).
    pub fn strchr(&mut self, f: &mut Function, stmt: StmtId, call: &Call) {
        let (Operand::Ssa(lhs), source) = (call.lhs, call.args[0]) else { return };
        if !self.cx.unit.is_zero(call.args[1]) || is_abnormal(f, call.lhs) {
            return;
        }
        let index = self.index_of(f, source);
        let of = match index {
            Some(Index::String(index)) => Some(index),
            _ => None,
        };
        if let Some(length) = self.length_of(f, index) {
            self.optimizing(f, stmt);
            let end = of.and_then(|of| self.strings.get(of)).map_or(Operand::None, |it| it.end);
            if end.is_some() {
                self.set_pointer(f, stmt, end);
            } else {
                let unit = &mut *self.cx.unit;
                let mut at = Cursor::before(stmt).like(f, stmt);
                let length = length.compute(unit, f, &mut at);
                let length = match unit.as_int(length) {
                    Some(number) => unit.int(unit.common.sizetype, number),
                    None => length,
                };
                forget_memory(f, stmt);
                edit::set_rhs(self.cx.unit, f, stmt, TreeCode::PointerPlus, [source, length]);
            }
            self.into(f, stmt);
            if let Some(info) = of.and_then(|of| self.strings.get_mut(of))
                && info.end.is_none()
            {
                info.end = call.lhs;
            }
            let of = of.filter(|&of| self.strings.get(of).is_some_and(|info| info.full));
            self.empty_string(f, lhs, of);
            return;
        }
        if of.is_some_and(|of| self.strings.get(of).is_some()) {
            self.empty_string(f, lhs, None);
            return;
        }
        if let Some(index) = of.or_else(|| self.new_index(f, source)) {
            let mut info = Info::new(source, Some(Length::distance(source, call.lhs)), true);
            info.end = call.lhs;
            self.strings.set(index, info);
            self.find_equal_pointers(f, source, index);
            self.empty_string(f, lhs, Some(index));
        }
    }

    /// Lets a statement be a copy of a pointer, converted where that is needed.
    fn set_pointer(&mut self, f: &mut Function, stmt: StmtId, pointer: Operand) {
        let lhs = f.stmts[stmt].kind.lhs();
        let unit = &*self.cx.unit;
        let (to, from) = (unit.type_of(f, lhs), unit.type_of(f, pointer));
        let code = match useless_type_conversion(unit, to, from) {
            true => TreeCode::Single,
            false => TreeCode::Nop,
        };
        forget_memory(f, stmt);
        edit::set_rhs(self.cx.unit, f, stmt, code, [pointer]);
    }

    /// `p + n`: the rest of a string, or its end (`handle_pointer_plus`).
    pub fn pointer_plus(&mut self, f: &mut Function, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), rhs, .. } = f.stmts[stmt].kind else {
            return;
        };
        let by = rhs[1];
        let index = match self.index_of(f, rhs[0]) {
            None => return,
            Some(Index::Literal(length)) => {
                let by = self.cx.unit.as_int(by).and_then(|by| u64::try_from(by).ok());
                if let Some(left) = by.and_then(|by| length.checked_sub(by)) {
                    self.strings.set_name(lhs, Index::Literal(left));
                }
                return;
            }
            Some(Index::String(index)) => index,
        };
        let Some(length) = self.strings.get(index).and_then(Info::length).cloned() else { return };
        if self.strings.of_name(lhs).is_some() || !self.is_length(f, &length, by) {
            return;
        }
        if self.empty_string(f, lhs, Some(index)).is_none() {
            return;
        }
        let end = self.strings.get(index).map_or(Operand::None, |info| info.end);
        if end.ssa().is_some_and(|end| end != lhs) {
            self.set_pointer(f, stmt, end);
        }
    }

    /// Whether an operand, or what it is a copy of, holds a length.
    fn is_length(&self, f: &Function, length: &Length, op: Operand) -> bool {
        if length.is(self.cx.unit, op) {
            return true;
        }
        let Some(def) = op.ssa().and_then(|name| f.names[name].def.expand()) else { return false };
        match f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Single, rhs, .. } => length.is(self.cx.unit, rhs[0]),
            _ => false,
        }
    }

    /// A character loaded from where a string ends (`handle_integral_assign`).
    pub fn character(&mut self, f: &mut Function, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), code: TreeCode::Single, rhs } =
            f.stmts[stmt].kind
        else {
            return;
        };
        let unit = &*self.cx.unit;
        let ty = f.names[lhs].ty;
        let volatile = f.stmts[stmt].has(StmtFlags::VOLATILE);
        if !unit.is_memory_operand(rhs[0])
            || volatile
            || unit.types.precision(ty) != Some(8)
            || self.may_throw(f, stmt)
        {
            return;
        }
        let found = match dereference(unit, rhs[0]) {
            Some((name, offset)) => match self.index_of(f, Operand::Ssa(name)) {
                Some(Index::String(index)) => {
                    u64::try_from(offset).ok().map(|offset| (index, offset))
                }
                _ => None,
            },
            None => self.index_at(f, rhs[0], None),
        };
        let Some((index, offset)) = found else { return };
        let Some(info) = self.strings.get(index) else { return };
        match info.known() {
            Some(chars) if chars == offset && info.full => {
                self.optimizing(f, stmt);
                let zero = self.cx.unit.int(ty, 0);
                self.claims.push(Claim::Value(lhs, zero));
                self.set_value(f, stmt, zero);
                self.into(f, stmt);
            }
            Some(chars) if chars > offset => self.note_nonzero(f, lhs),
            _ => {}
        }
    }

    /// Notes that a name never holds 0.
    pub fn note_nonzero(&mut self, f: &mut Function, name: SsaName) {
        if let Some(kind) = Kind::of(self.cx.unit, f.names[name].ty) {
            f.value_ranges.insert(name, Range::nonzero(kind).parts().to_vec());
        }
    }

    /// Removes a store.
    pub fn remove_store(&mut self, f: &mut Function, stmt: StmtId) {
        unlink_stmt_vdef(self.cx.unit, f, stmt);
        f.remove_stmt(stmt);
    }
}

/// Takes a statement's virtual operands away, which it does not need any more.
fn forget_memory(f: &mut Function, stmt: StmtId) {
    debug_assert!(f.stmts[stmt].vdef.is_none(), "what writes is not just a value");
    f.set_vuse(stmt, SsaName::NONE);
}
