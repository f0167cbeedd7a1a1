//! Stores of characters.
//!
//! ```text
//!   *p_1 = 0;                p_1: no characters
//!   *p_1 = 97;               p_1: at least one
//!   MEM[p_1 + 1] = 0;        p_1: one, and there it ends; that NUL need not be stored twice
//! ```

use super::content::Content;
use super::info::{Index, Info};
use super::length::Length;
use super::lookup::{dereference, is_abnormal};
use super::{After, Last, Strlen};
use gimple::claims::Claim;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::cmp::Ordering;

/// A store, and the string it is made to.
struct Store {
    stmt: StmtId,
    lhs: Operand,
    /// The pointer it goes right to.
    pointer: Operand,
    /// The first byte stored, from the string's beginning.
    offset: u64,
    content: Option<Content>,
}

impl Store {
    fn all_zeros(&self) -> bool {
        self.content.is_some_and(|content| content.all_zeros)
    }

    /// The first byte may be something else than NUL.
    fn nonzero(&self) -> bool {
        self.content.is_some_and(|content| content.most > 0)
    }

    /// The first byte is NUL.
    fn ends_there(&self) -> bool {
        self.content.is_some_and(|content| content.full && content.most == 0)
    }
}

impl Strlen<'_, '_, '_> {
    /// A store of characters (`handle_store`).
    pub(super) fn store(&mut self, f: &mut Function, stmt: StmtId) -> After {
        let lhs = f.stmts[stmt].kind.lhs();
        let content = match f.stmts[stmt].kind {
            StmtKind::Assign { code: TreeCode::Single, rhs, .. } => self.content(f, rhs[0], stmt),
            _ => None,
        };
        let mut store = Store { stmt, lhs, pointer: Operand::None, offset: 0, content };
        let writes = After::Invalidate { zeros: store.all_zeros() };
        let mut index = None;
        if let Some((name, offset)) = dereference(self.cx.unit, lhs) {
            let Ok(offset) = u64::try_from(offset) else { return After::WRITES };
            match self.index_of(f, Operand::Ssa(name)) {
                Some(Index::Literal(_)) => return After::WRITES,
                Some(Index::String(found)) => index = Some(found),
                None => {}
            }
            store.offset = offset;
            if offset == 0 {
                store.pointer = Operand::Ssa(name);
            } else {
                let within =
                    index.is_some_and(|index| self.compare(f, index, offset, stmt).is_ge());
                if !within {
                    return After::WRITES;
                }
            }
        } else if let Some((found, offset)) = self.index_within(f, lhs, stmt) {
            (index, store.offset) = (Some(found), offset);
        }
        let known = index.filter(|&index| self.strings.get(index).is_some());
        match (index, known) {
            (_, Some(index)) => {
                if let Some(after) = self.store_into(f, index, &store) {
                    return after;
                }
            }
            (None, None) => self.begin_string(f, &store),
            (Some(_), None) => {}
        }
        writes
    }

    /// A store to a string of which something is known; what there is to do after it, if that is not the usual.
    fn store_into(&mut self, f: &mut Function, index: u32, store: &Store) -> Option<After> {
        let &Store { stmt, offset, content, .. } = store;
        let size = content.map_or(1, |content| content.size);
        let first = self.compare(f, index, offset, stmt);
        let last = match size {
            1 => first,
            _ => self.compare(f, index, offset + size - 1, stmt),
        };
        let full = self.strings.get(index)?.full;
        if store.all_zeros() && full && first.is_eq() && last.is_eq() {
            if self.strings.get(index)?.writable && !self.may_throw(f, stmt) {
                self.claims.push(Claim::Redundant(stmt));
                self.remove_store(f, stmt);
            } else if let Some(info) = self.strings.get_mut(index) {
                info.writable = true;
            }
            return Some(After::Nothing);
        }
        if last.is_gt() && content.is_some_and(|content| content.is_nonzero()) {
            // All strings keep their lengths.
            return Some(After::Nothing);
        }
        let changes = store.nonzero()
            || store.all_zeros()
            || store.ends_there()
            || offset != 0 && last.is_gt();
        if changes {
            self.change(f, index, store, last);
        }
        if store.pointer.is_some() && store.all_zeros() && size == 1 {
            self.last = Last { stmt, length: Some(Length::known(1)), index };
        }
        None
    }

    /// A store changes how many characters a string begins with.
    fn change(&mut self, f: &mut Function, index: u32, store: &Store, last: Ordering) {
        let &Store { stmt, offset, content, .. } = store;
        let chars = match content {
            Some(content) if store.nonzero() => offset + content.least,
            _ => offset,
        };
        if last.is_eq() && self.strings.get(index).is_some_and(|info| info.full) {
            self.adjust_last(f, index, stmt, false);
        }
        let abnormal = is_abnormal(f, store.pointer);
        let Some(info) = self.strings.get_mut(index) else { return };
        let chars = Length::known(chars);
        let old = info.nonzero.replace(chars.clone());
        info.full = content.is_some_and(|content| content.full && content.least == content.most);
        info.end = match store.all_zeros() && !abnormal && offset == 0 {
            true => store.pointer,
            false => Operand::None,
        };
        info.next = 0;
        info.stmt = StmtId::NONE;
        (info.writable, info.unharmed) = (true, true);
        match old.and_then(|old| chars.minus(&old)) {
            Some(by) => self.strings.adjust_related(index, &by),
            None => info.prev = 0,
        }
    }

    /// A store to where nothing is known of a string.
    fn begin_string(&mut self, f: &Function, store: &Store) {
        let Some(content) = store.content else { return };
        let pointer = if store.pointer.is_some() {
            store.pointer
        } else {
            let ty = self.cx.unit.type_of(f, store.lhs);
            self.cx.unit.address_of(store.lhs, ty)
        };
        let Some(index) = self.new_index(f, pointer) else { return };
        let full = content.full && content.least == content.most;
        let mut info = Info::new(pointer, Some(Length::known(content.least)), full);
        if content.all_zeros && store.pointer.is_some() {
            info.end = store.pointer;
        }
        (info.writable, info.unharmed) = (true, true);
        self.strings.set(index, info);
        if store.pointer.is_some() && content.all_zeros && content.size == 1 {
            let length = Some(Length::known(1));
            self.last = Last { stmt: store.stmt, length, index };
        }
    }
}
