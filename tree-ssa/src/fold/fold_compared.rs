//! Strings that are compared with little, and characters searched for in what is known (`gimple_fold_builtin_string_compare`,
//! `gimple_fold_builtin_memchr`).
//!
//! ```text
//!   _1 = strcmp (s_2(D), "");               _3 = MEM[(const unsigned char * {ref-all})s_2(D)];
//!                                     =>    _1 = (int) _3;
//!   _4 = memchr ("abc", 98, 3);             _4 = "abc" + 1;
//! ```

use crate::edit::Cursor;
use crate::edit::locals::new_local;
use crate::fold::fold_builtins::string_at;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{Quals, TypeId};
use gimple::unit::Unit;

/// Turns a call into statements, in the order in which they are returned; the call itself is the last of them.
pub(super) fn fold(
    unit: &mut Unit,
    f: &mut Function,
    builtin: Builtin,
    call: &Call,
    stmt: StmtId,
) -> Option<Vec<StmtId>> {
    if call.lhs.is_none() {
        return None;
    }
    let mut folding = Folding { unit, f, stmt, made: Vec::new() };
    match (builtin, &call.args[..]) {
        (Builtin::Strcmp | Builtin::Strcasecmp, &[a, b]) => folding.compare(call, [a, b], None)?,
        (Builtin::Strncmp, &[a, b, bound]) => {
            let bound = folding.unit.as_int(bound)?;
            folding.compare_start(call, [a, b], bound)?;
        }
        (Builtin::Strncasecmp, &[a, b, bound]) => {
            let bound = folding.unit.as_int(bound)?;
            folding.compare(call, [a, b], Some(bound))?;
        }
        (Builtin::Memchr, &[text, character, size]) => {
            folding.search(call, [text, character, size])?;
        }
        _ => return None,
    }
    folding.made.push(stmt);
    Some(folding.made)
}

struct Folding<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    /// The call.
    stmt: StmtId,
    made: Vec<StmtId>,
}

impl Folding<'_> {
    fn set(&mut self, lhs: Operand, code: TreeCode, rhs: [Operand; 2]) {
        self.f.stmts[self.stmt].kind = StmtKind::assign(lhs, code, rhs);
    }

    /// A comparison of which one side may be empty: its sign is that of the other's first character. With a bound that is
    /// zero, or strings that are the same up to it, nothing differs.
    fn compare(&mut self, call: &Call, [a, b]: [Operand; 2], bound: Option<i128>) -> Option<()> {
        let texts = [a, b].map(|op| string_at(self.unit, op));
        let start = |text: &Vec<u8>| {
            let length = bound.map_or(text.len(), |bound| text.len().min(bound.max(0) as usize));
            text[..length].to_vec()
        };
        let starts = texts.each_ref().map(|text| text.as_ref().map(start));
        let same =
            bound == Some(0) || bound.is_some() && starts[0].is_some() && starts[0] == starts[1];
        if same {
            let ty = self.unit.type_of(self.f, call.lhs);
            let zero = self.unit.int(ty, 0);
            self.set(call.lhs, TreeCode::Single, [zero, Operand::None]);
            return Some(());
        }
        if bound.is_some_and(|bound| !(1..i128::from(i64::MAX)).contains(&bound)) {
            return None;
        }
        let [a_empty, b_empty] = texts.map(|text| text.is_some_and(|text| text.is_empty()));
        if b_empty {
            let first = self.first_character(a);
            self.set(call.lhs, TreeCode::Nop, [first, Operand::None]);
        } else if a_empty {
            let first = self.first_character(b);
            let number = self.as_number(first);
            self.set(call.lhs, TreeCode::Negate, [number, Operand::None]);
        } else {
            return None;
        }
        Some(())
    }

    /// The same where case counts: a single character is compared, too, and a bound beyond the end of one string is none.
    fn compare_start(&mut self, call: &Call, [a, b]: [Operand; 2], bound: i128) -> Option<()> {
        if self.compare(call, [a, b], Some(bound)).is_some() {
            return Some(());
        }
        if bound == 1 {
            let first = [a, b].map(|op| self.first_character(op));
            let numbers = first.map(|op| self.as_number(op));
            self.set(call.lhs, TreeCode::Minus, numbers);
            return Some(());
        }
        let ends = |op| string_at(self.unit, op).is_some_and(|text| (text.len() as i128) < bound);
        // Of two that are known there is more to say.
        let both_known = [a, b].iter().all(|&op| self.unit.addressed(op).is_some());
        if bound <= 0 || both_known || !ends(a) && !ends(b) {
            return None;
        }
        let (int, string) = (self.unit.common.int, self.unit.common.const_char_ptr);
        let callee = self.unit.implicit_builtin(Builtin::Strcmp, int, &[string; 2], false);
        let fntype = self.unit.decls[callee].ty;
        if let StmtKind::Call(slot) = &mut self.f.stmts[self.stmt].kind {
            (slot.callee, slot.fntype) = (Callee::Decl(callee), fntype);
            slot.args.truncate(2);
        }
        Some(())
    }

    /// A character that is found at a place that is known.
    fn search(&mut self, call: &Call, [text, character, size]: [Operand; 3]) -> Option<()> {
        let [character, size] = [character, size].map(|op| self.unit.as_int(op));
        let mut bytes = string_at(self.unit, text)?;
        bytes.push(0);
        let (wanted, size) = (character? as u8, usize::try_from(size?).ok()?);
        let place = bytes.iter().take(size).position(|&byte| byte == wanted)?;
        let sizetype = self.unit.common.sizetype;
        let place = self.unit.int(sizetype, place as i128);
        self.set(call.lhs, TreeCode::PointerPlus, [text, place]);
        Some(())
    }

    /// Loads the first character of a string (`gimple_load_first_char`).
    fn first_character(&mut self, string: Operand) -> Operand {
        let character = self.unit.types.qualified(self.unit.common.uchar, Quals::CONST);
        let alias_ptr = self.unit.types.ref_all_pointer_to(character);
        let kind = TreeKind::MemRef { base: string, offset: 0, alias_ptr };
        let place = Operand::Tree(self.unit.trees.add(kind, character));
        let ty = self.unit.common.uchar;
        self.put(ty, TreeCode::Single, place)
    }

    fn as_number(&mut self, character: Operand) -> Operand {
        let int = self.unit.common.int;
        self.put(int, TreeCode::Nop, character)
    }

    /// A new variable, or name, for the value of an operation.
    fn put(&mut self, ty: TypeId, code: TreeCode, op: Operand) -> Operand {
        if !self.f.properties.intersects(Prop::SSA) {
            let lhs = Operand::Decl(new_local(self.unit, self.f, ty, None));
            let kind = StmtKind::assign(lhs, code, [op]);
            self.made.push(self.f.new_stmt_at(self.stmt, kind));
            return lhs;
        }
        let lhs = Operand::Ssa(self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        let vuse = self.f.stmts[self.stmt].vuse;
        let at = Cursor::nowhere().like(self.f, self.stmt);
        let mut at = if code == TreeCode::Single { at.reading(vuse) } else { at };
        let made = at.assign(self.unit, self.f, lhs, code, [op]);
        self.made.push(made);
        lhs
    }
}
