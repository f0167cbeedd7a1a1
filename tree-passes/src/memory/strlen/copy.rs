//! Copies of strings: `strcpy`, `stpcpy`, `memcpy` and their like.
//!
//! ```text
//!   l_1 = strlen (s_2);               _4 = l_1 + 1;
//!   strcpy (d_3, s_2);         =>     __builtin_memcpy (d_3, s_2, _4);
//! ```
//!
//! Of the copy, what is known of its source is known. Where the NUL at its end is overwritten by the next statement that touches
//! memory, it is not copied ([`Strlen::adjust_last`]).

use super::info::{Index, Info};
use super::length::Length;
use super::{Last, Strlen};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::object_size;

impl Strlen<'_, '_, '_> {
    /// A statement overwrites the NUL of a string, which the one before may have stored in vain (`adjust_last_stmt`).
    pub fn adjust_last(&mut self, f: &mut Function, index: u32, stmt: StmtId, appends: bool) {
        let last = std::mem::replace(&mut self.last, Last::NONE);
        let state = f.stmts[stmt].vuse;
        if last.stmt.is_none()
            || state.is_none()
            || f.names[state].def != last.stmt
            || !f.has_single_use(state)
            || !self.strings.is_or_follows(index, last.index)
            || !appends && !self.strings.get(index).is_some_and(Info::is_empty)
        {
            return;
        }
        match &f.stmts[last.stmt].kind {
            StmtKind::Assign { rhs, .. }
                if self.cx.unit.is_zero(rhs[0]) && !self.may_throw(f, last.stmt) =>
            {
                self.remove_store(f, last.stmt);
            }
            StmtKind::Call(_) => self.copy_without_end(f, &last),
            _ => {}
        }
    }

    /// Makes a copy leave out the NUL at its end.
    fn copy_without_end(&mut self, f: &mut Function, last: &Last) {
        let StmtKind::Call(call) = &f.stmts[last.stmt].kind else { return };
        let builtin = builtin_at(self.cx.unit, f, last.stmt);
        let Some(length) = &last.length else { return };
        if !matches!(builtin, Some(Builtin::Memcpy | Builtin::MemcpyChk)) {
            return;
        }
        let shorter = match call.args[2] {
            Operand::Ssa(name) => {
                let def = f.names[name].def.expand().map(|def| &f.stmts[def].kind);
                match (def, length.as_name()) {
                    (Some(&StmtKind::Assign { code: TreeCode::Plus, rhs, .. }), Some(without))
                        if rhs[0] == Operand::Ssa(without)
                            && self.cx.unit.as_int(rhs[1]) == Some(1) =>
                    {
                        Operand::Ssa(without)
                    }
                    _ => return,
                }
            }
            size => {
                let (Some(bytes), Some(length)) = (self.cx.unit.as_int(size), length.as_known())
                else {
                    return;
                };
                // The NUL comes for nothing where words are copied.
                let fits = object_size::size_of(self.cx.unit, f, call.args[0], 1)
                    .is_none_or(|room| bytes <= i128::from(room));
                if bytes != i128::from(length) + 1 || bytes % 4 == 0 || !fits {
                    return;
                }
                let size_t = self.cx.unit.type_of(f, size);
                self.cx.unit.int(size_t, length.into())
            }
        };
        if let StmtKind::Call(call) = &mut f.stmts[last.stmt].kind {
            call.args[2] = shorter;
        }
        f.update_stmt(self.cx.unit, last.stmt);
    }

    /// The string a statement is about to overwrite begins with `length` characters from now on; what that means to those
    /// related to it.
    fn overwritten(
        &mut self,
        f: &Function,
        (target, known): (Operand, Option<Index>),
        length: Option<Length>,
        full: bool,
    ) -> Option<u32> {
        let index = match known {
            Some(Index::String(index)) => index,
            Some(Index::Literal(_)) => return None,
            None => self.new_index(f, target)?,
        };
        let Some(info) = self.strings.get_mut(index) else {
            let mut info = Info::new(target, length, full);
            (info.writable, info.unharmed) = (true, true);
            self.strings.set(index, info);
            self.find_equal_pointers(f, target, index);
            return Some(index);
        };
        let old = std::mem::replace(&mut info.nonzero, length.clone());
        info.full = full;
        info.next = 0;
        info.stmt = StmtId::NONE;
        info.end = Operand::None;
        (info.writable, info.unharmed) = (true, true);
        if let Some(length) = length {
            let by = old.and_then(|old| {
                let either = old.as_known().is_some() || length.as_known().is_some();
                if either { length.minus(&old) } else { None }
            });
            match by {
                Some(by) => self.strings.adjust_related(index, &by),
                None => info.prev = 0,
            }
        }
        Some(index)
    }

    /// `strcpy`, `stpcpy` and what checks them (`handle_builtin_strcpy`).
    pub fn strcpy(&mut self, f: &mut Function, stmt: StmtId, builtin: Builtin, call: &Call) {
        let (target, source) = (call.args[0], call.args[1]);
        let from = self.index_of(f, source);
        let mut length = self.length_of(f, from);
        let to = self.index_of(f, target);
        if let Some(Index::String(index)) = to
            && self.strings.get(index).is_some()
        {
            self.adjust_last(f, index, stmt, false);
        }
        let tells_end = builtin.unchecked() == Builtin::Stpcpy;
        if length.is_none() {
            if tells_end && call.lhs.is_some() {
                length = Some(Length::distance(target, call.lhs));
            } else if tells_end || call.lhs.is_some() || !self.stpcpy {
                return;
            }
        }
        let full = length.is_some();
        let Some(index) = self.overwritten(f, (target, to), length.clone(), full) else { return };
        let Some(length) = length else { return self.length_later(index, stmt) };
        if let Some(Index::String(from)) = from
            && let Some(info) = self.strings.get_mut(from)
        {
            // What is copied does not overlap the copy.
            info.unharmed = true;
        }
        if tells_end {
            if let Operand::Ssa(end) = call.lhs
                && let Some(info) = self.strings.get_mut(index)
            {
                info.end = call.lhs;
                let at_end = self.empty_string(f, end, Some(index));
                if let Some(info) = at_end.and_then(|at| self.strings.get_mut(at)) {
                    info.unharmed = true;
                }
            }
            return;
        }
        if let Operand::Ssa(lhs) = call.lhs {
            self.strings.set_name(lhs, Index::String(index));
        }
        self.optimizing(f, stmt);
        let mut at = Cursor::before(stmt).like(f, stmt);
        let size = length.plus_constant(1).compute(self.cx.unit, f, &mut at);
        self.copy_memory(f, stmt, [target, source, size], call.args.get(2).copied());
        self.into(f, stmt);
        self.last = Last { stmt, length: Some(length), index };
    }

    /// Lets a statement copy memory, within an object of a size if that is checked.
    pub fn copy_memory(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        args: [Operand; 3],
        room: Option<Operand>,
    ) {
        let common = &self.cx.unit.common;
        let params = [common.void_ptr, common.const_void_ptr, common.size_t];
        self.copy(f, stmt, [Builtin::Memcpy, Builtin::MemcpyChk], (&params, &args), room);
    }

    /// Lets a statement copy a string, within an object of a size if that is checked.
    pub fn copy_string(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        args: [Operand; 2],
        room: Option<Operand>,
    ) {
        let common = &self.cx.unit.common;
        let params = [common.char_ptr, common.const_char_ptr];
        self.copy(f, stmt, [Builtin::Strcpy, Builtin::StrcpyChk], (&params, &args), room);
    }

    /// Lets a statement be a call of what copies, or where there is a size to check, of what does that as well. Both return
    /// what they copy to.
    fn copy(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        [plain, checked]: [Builtin; 2],
        (params, args): (&[TypeId], &[Operand]),
        room: Option<Operand>,
    ) {
        let builtin = if room.is_some() { checked } else { plain };
        let size_t = room.map(|_| self.cx.unit.common.size_t);
        let params: Vec<TypeId> = params.iter().copied().chain(size_t).collect();
        let callee = self.library(builtin, params[0], &params);
        self.call_instead(f, stmt, callee, args.iter().copied().chain(room).collect());
    }

    /// The length of a copy is found when it is asked for, and with it those of the strings it is the end of.
    fn length_later(&mut self, index: u32, stmt: StmtId) {
        let linked = self.strings.get(index).is_some_and(|info| info.prev != 0);
        let related = if linked { self.strings.related(index) } else { Vec::new() };
        for related in related.into_iter().chain([index]) {
            if let Some(info) = self.strings.get_mut(related) {
                info.stmt = stmt;
                info.nonzero = None;
                info.full = false;
                info.end = Operand::None;
                info.unharmed = true;
            }
        }
    }

    /// `memcpy`, `mempcpy` and what checks them (`handle_builtin_memcpy`).
    pub fn memcpy(&mut self, f: &mut Function, stmt: StmtId, builtin: Builtin, call: &Call) {
        let &[target, source, size, ..] = &call.args[..] else { return };
        let to = self.index_of(f, target);
        let old = match to {
            Some(Index::Literal(_)) => return,
            Some(Index::String(index)) => Some(index).filter(|&it| self.strings.get(it).is_some()),
            None => None,
        };
        if let Some(old) = old
            && self.cx.unit.as_int(size).is_none_or(|size| size != 0)
        {
            self.adjust_last(f, old, stmt, false);
        }
        let Some(from) = self.index_of(f, source) else { return };
        let Some((mut length, mut full)) = self.copied(f, from, size) else { return };
        if !full
            && let Some(info) = old.and_then(|old| self.strings.get(old))
            && let (Some(longer), Some(copied)) = (info.known(), length.as_known())
            && copied < longer
        {
            // The copy ends within the string that was there.
            (length, full) = (Length::known(longer), info.full);
        }
        let copied = Some(length.clone());
        let Some(index) = self.overwritten(f, (target, to), copied, full) else { return };
        if let Index::String(from) = from
            && let Some(info) = self.strings.get_mut(from)
        {
            info.unharmed = true;
        }
        if full && builtin.unchecked() == Builtin::Memcpy {
            self.last = Last { stmt, length: Some(length), index };
            if let Operand::Ssa(lhs) = call.lhs {
                self.strings.set_name(lhs, Index::String(index));
            }
        }
    }

    /// With how many characters a copy of so many bytes of a string begins, and whether a NUL follows.
    fn copied(&mut self, f: &Function, from: Index, size: Operand) -> Option<(Length, bool)> {
        let bytes = self.cx.unit.as_int(size).and_then(|bytes| u64::try_from(bytes).ok());
        let info = match from {
            Index::Literal(length) => {
                let bytes = bytes?;
                return Some((Length::known(length.min(bytes)), bytes > length));
            }
            Index::String(index) => self.strings.get(index)?,
        };
        let nonzero = info.nonzero.clone()?;
        if let (Some(bytes), Some(chars)) = (bytes, nonzero.as_known()) {
            let within = bytes <= chars;
            return Some((Length::known(chars.min(bytes)), !within && info.full));
        }
        let def = size.ssa().and_then(|name| f.names[name].def.expand())?;
        let StmtKind::Assign { code: TreeCode::Plus, rhs, .. } = f.stmts[def].kind else {
            return None;
        };
        let whole = rhs[0].ssa().is_some()
            && nonzero.as_name() == rhs[0].ssa()
            && self.cx.unit.as_int(rhs[1]) == Some(1);
        (info.full && whole).then_some((nonzero, true))
    }
}
