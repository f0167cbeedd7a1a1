//! String and memory functions that come down to another function, or to an argument.
//!
//! ```text
//!   bcopy (a_1, b_2, n_3);            __builtin_memmove (b_2, a_1, n_3);
//!   d_1 = strcat (d_2, "");     =>    d_1 = d_2;
//!   p_1 = strstr (s_2, "x");          p_1 = __builtin_strchr (s_2, 120);
//!   strcat (d_2, "ab");               n_3 = __builtin_strlen (d_2);  e_4 = d_2 + n_3;  __builtin_memcpy (e_4, "ab", 3);
//! ```

use crate::edit::Cursor;
use crate::edit::locals::new_local;
use crate::fold::fold_builtins::Folded;
use crate::fold::fold_builtins::string_at;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// What a call comes to.
pub(super) fn fold(unit: &mut Unit, builtin: Builtin, call: &Call) -> Option<Folded> {
    let unused = call.lhs.is_none();
    match (builtin, call.args.as_slice()) {
        (Builtin::Bcmp, &[a, b, n]) => Some(to_memory(unit, Builtin::Memcmp, [a, b, n])),
        (Builtin::Bcopy, &[from, to, n]) => Some(to_memory(unit, Builtin::Memmove, [to, from, n])),
        (Builtin::Bzero, &[to, n]) => {
            let int = unit.common.int;
            let zero = unit.int(int, 0);
            Some(to_memory(unit, Builtin::Memset, [to, zero, n]))
        }
        (Builtin::Memcpy | Builtin::Memmove, &[to, from, _]) if operand_equal(unit, to, from) => {
            Some(Folded::Value(to))
        }
        (
            Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Strncpy
            | Builtin::Stpncpy
            | Builtin::Strncat,
            &[to, _, n],
        ) if unit.is_zero(n) => Some(Folded::Value(to)),
        (Builtin::Mempcpy, &[to, _, n]) if unit.is_zero(n) => Some(Folded::Value(to)),
        (Builtin::Strncmp | Builtin::Strncasecmp | Builtin::Memcmp, &[a, b, _]) if a == b => {
            number(unit, 0)
        }
        (Builtin::Strcmp | Builtin::Strcasecmp, &[a, b]) if a == b => number(unit, 0),
        (Builtin::Strcpy, &[to, from]) if to == from => Some(Folded::Value(to)),
        (Builtin::Strcat, &[to, from]) if is_text(unit, from, b"") => Some(Folded::Value(to)),
        (Builtin::Stpcpy, &[to, from]) if unused => {
            Some(to_strings(unit, Builtin::Strcpy, [to, from]))
        }
        (Builtin::Strncpy, &[to, from, n]) => {
            // Beyond the string's end it fills up with zeros.
            let length = string_at(unit, from)?.len() as i128 + 1;
            let copied = unit.as_int(n).is_some_and(|n| n <= length);
            copied.then(|| to_memory(unit, Builtin::Memcpy, [to, from, n]))
        }
        (Builtin::Strstr | Builtin::Strpbrk, _)
        | (Builtin::Strspn | Builtin::Strcspn, _)
        | (Builtin::Memchr, _) => fold_search(unit, builtin, call),
        (Builtin::Fwrite, &[_, size, count, _]) if unused => {
            (unit.is_zero(size) || unit.is_zero(count)).then_some(Folded::Nothing)
        }
        _ => None,
    }
}

/// What `sprintf` and `snprintf` of a text or of `%s` come down to if their value is not asked for
/// (`gimple_fold_builtin_sprintf`).
pub(super) fn fold_printed(
    unit: &mut Unit,
    f: &Function,
    builtin: Builtin,
    call: &Call,
) -> Option<Folded> {
    if call.lhs.is_some() || unit.folding.foreign_strings {
        return None;
    }
    match (builtin, call.args.as_slice()) {
        (Builtin::Sprintf, &[to, format]) => {
            let text = string_at(unit, format)?;
            (!text.contains(&b'%')).then(|| copied_text(unit, to, format, text.len()))
        }
        (Builtin::Sprintf, &[to, format, text]) => {
            let is_string = unit.types.is_pointer(unit.type_of(f, text));
            (is_string && is_text(unit, format, b"%s"))
                .then(|| to_strings(unit, Builtin::Strcpy, [to, text]))
        }
        (Builtin::Snprintf, &[to, limit, format]) => {
            let text = string_at(unit, format)?;
            let fits = unit.as_int(limit).is_some_and(|limit| (text.len() as i128) < limit);
            (fits && !text.contains(&b'%')).then(|| copied_text(unit, to, format, text.len()))
        }
        (Builtin::Snprintf, &[to, limit, format, text]) => {
            let length = string_at(unit, text)?.len();
            let fits = unit.as_int(limit).is_some_and(|limit| (length as i128) < limit);
            (fits && is_text(unit, format, b"%s")).then(|| copied_text(unit, to, text, length))
        }
        _ => None,
    }
}

/// A text of known length that is put after another one is copied to where that ends (`gimple_fold_builtin_strcat`): the
/// statements for that, where memory is not followed yet.
pub(super) fn split_strcat(
    unit: &mut Unit,
    f: &mut Function,
    call: &Call,
    stmt: StmtId,
) -> Option<Vec<StmtId>> {
    let &[to, text] = call.args.as_slice() else { return None };
    let length = string_at(unit, text)?.len();
    if length == 0 {
        return None;
    }
    let loc = f.stmt_info[stmt].loc;
    let (size_t, string) = (unit.common.size_t, unit.common.const_char_ptr);
    let strlen = unit.implicit_builtin(Builtin::Strlen, size_t, &[string], false);
    let offset = Operand::Decl(new_local(unit, f, size_t, None));
    let measured = StmtKind::call(unit, offset, strlen, vec![to]);
    let pointer = unit.type_of(f, to);
    let end = Operand::Decl(new_local(unit, f, pointer, None));
    let Folded::Call { callee, args } = copied_text(unit, end, text, length) else { return None };
    let copied = StmtKind::call(unit, Operand::None, callee, args);
    let moved = StmtKind::assign(end, TreeCode::PointerPlus, [to, offset]);
    let mut kinds = vec![measured, moved, copied];
    if call.lhs.is_some() {
        kinds.push(StmtKind::copy(call.lhs, to));
    }
    Some(kinds.into_iter().map(|kind| f.new_stmt(kind, loc)).collect())
}

/// Whether a call looks for a string's terminator.
pub(super) fn is_end_searched(unit: &Unit, builtin: Builtin, call: &Call) -> bool {
    use Builtin::{Index, Rindex, Strchr, Strrchr};
    matches!(builtin, Strchr | Index | Strrchr | Rindex)
        && call.lhs.ssa().is_some()
        && matches!(call.args[..], [_, c] if unit.is_zero(c))
}

/// The terminator of a string is where its length ends (`gimple_fold_builtin_strchr`), in a function in SSA form.
pub(super) fn search_end(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let (lhs, text) = (call.lhs, call.args[0]);
    let (size_t, string) = (unit.common.size_t, unit.common.const_char_ptr);
    let strlen = unit.implicit_builtin(Builtin::Strlen, size_t, &[string], false);
    let length = Operand::Ssa(f.make_temp_ssa_name(size_t, Symbol::NONE, StmtId::NONE));
    let mut at = Cursor::before(stmt).like(f, stmt).reading(f.stmts[stmt].vuse);
    at.call(unit, f, length, strlen, vec![text]);
    f.stmts[stmt].kind = StmtKind::assign(lhs, TreeCode::PointerPlus, [text, length]);
    f.stmts[stmt].flags.remove(StmtFlags::TAIL_CALL);
    f.update_stmt(unit, stmt);
}

/// Functions that look for something in a string.
fn fold_search(unit: &mut Unit, builtin: Builtin, call: &Call) -> Option<Folded> {
    match (builtin, call.args.as_slice()) {
        (Builtin::Strstr, &[text, part]) if is_text(unit, part, b"") => Some(Folded::Value(text)),
        (Builtin::Strpbrk, &[_, set]) if is_text(unit, set, b"") => null(unit),
        (Builtin::Strstr | Builtin::Strpbrk, &[text, part]) => match string_at(unit, part)?[..] {
            [byte] => {
                let common = &unit.common;
                let (char_ptr, string, int) = (common.char_ptr, common.const_char_ptr, common.int);
                let callee =
                    unit.implicit_builtin(Builtin::Strchr, char_ptr, &[string, int], false);
                // The byte as a character.
                let byte = unit.int(int, i128::from(byte));
                Some(Folded::Call { callee, args: vec![text, byte] })
            }
            _ => None,
        },
        (Builtin::Strspn, &[text, set]) if is_text(unit, text, b"") || is_text(unit, set, b"") => {
            size(unit, 0)
        }
        (Builtin::Strcspn, &[text, _]) if is_text(unit, text, b"") => size(unit, 0),
        (Builtin::Strcspn, &[text, set]) if is_text(unit, set, b"") => {
            let (size_t, string) = (unit.common.size_t, unit.common.const_char_ptr);
            let callee = unit.implicit_builtin(Builtin::Strlen, size_t, &[string], false);
            Some(Folded::Call { callee, args: vec![text] })
        }
        (Builtin::Memchr, &[_, _, n]) if unit.is_zero(n) => null(unit),
        _ => None,
    }
}

fn is_text(unit: &Unit, op: Operand, text: &[u8]) -> bool {
    string_at(unit, op).is_some_and(|found| found == text)
}

fn number(unit: &mut Unit, value: i128) -> Option<Folded> {
    let int = unit.common.int;
    Some(Folded::Value(unit.int(int, value)))
}

fn size(unit: &mut Unit, value: i128) -> Option<Folded> {
    let size_t = unit.common.size_t;
    Some(Folded::Value(unit.int(size_t, value)))
}

fn null(unit: &mut Unit) -> Option<Folded> {
    let pointer = unit.common.void_ptr;
    Some(Folded::Value(unit.int(pointer, 0)))
}

/// A call of a memory function.
fn to_memory(unit: &mut Unit, builtin: Builtin, args: [Operand; 3]) -> Folded {
    let common = &unit.common;
    let (pointer, source) = (common.void_ptr, common.const_void_ptr);
    let (int, size_t) = (common.int, common.size_t);
    let (result, params): (TypeId, [TypeId; 3]) = match builtin {
        Builtin::Memcmp => (int, [source, source, size_t]),
        Builtin::Memset => (pointer, [pointer, int, size_t]),
        _ => (pointer, [pointer, source, size_t]),
    };
    let callee = unit.implicit_builtin(builtin, result, &params, false);
    Folded::Call { callee, args: args.to_vec() }
}

/// A call of a function that copies a string.
fn to_strings(unit: &mut Unit, builtin: Builtin, args: [Operand; 2]) -> Folded {
    let (char_ptr, string) = (unit.common.char_ptr, unit.common.const_char_ptr);
    let callee = unit.implicit_builtin(builtin, char_ptr, &[char_ptr, string], false);
    Folded::Call { callee, args: args.to_vec() }
}

/// Copies a text of a known length and its terminator.
fn copied_text(unit: &mut Unit, to: Operand, text: Operand, length: usize) -> Folded {
    let size_t = unit.common.size_t;
    let length = unit.int(size_t, length as i128 + 1);
    to_memory(unit, Builtin::Memcpy, [to, text, length])
}
