//! Calls of library functions whose arguments say that something cheaper does the same.
//!
//! ```text
//! printf ("hello\n");     __builtin_puts (&"hello"[0]);
//! printf ("%c", c_1);     __builtin_putchar (c_1);
//! strcpy (d_2, "abc");    __builtin_memcpy (d_2, "abc", 4);
//! ```
//!
//! Only calls that are declared as the C library declares them are builtins, so that nothing the program defines itself is
//! touched. Statements come back rather than edits: the caller knows whether there are blocks yet.

use crate::effects::call_effects;
use crate::fold::fold_compared;
use crate::fold::fold_memory;
use crate::fold::fold_strings;
use gimple::builtins::Builtin;
use gimple::constant::{Const, ConstId, ConstValue};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::options::Options;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use gimple::unit::Unit;

/// What stands for a call after folding: the statement itself, where nothing better is known.
pub fn fold_call(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    stmt: StmtId,
) -> Vec<StmtId> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return vec![stmt] };
    let Some(builtin) = call_effects::callee_builtin(unit, call) else { return vec![stmt] };
    let call = (**call).clone();
    if fold_memory::copies_memory(builtin, &call)
        && !is_nothing(unit, &call)
        && let Some(list) = fold_memory::fold(unit, f, builtin, stmt)
    {
        return list;
    }
    if builtin == Builtin::Strcat
        && !options.optimize_size
        && f.stmts[stmt].vdef.is_none()
        && let Some(list) = fold_strings::split_strcat(unit, f, &call, stmt)
    {
        return list;
    }
    if let Some(list) = fold_compared::fold(unit, f, builtin, &call, stmt) {
        return list;
    }
    let unused = call.lhs.is_none();
    let printing = Printing::of(builtin, &call.args);
    let folded = match builtin {
        _ if printing.is_some() => printing.filter(|_| unused).and_then(|p| fold_printf(unit, &p)),
        Builtin::Fputs if unused && call.args.len() == 2 => {
            fold_fputs(unit, call.args[0], call.args[1])
        }
        Builtin::Strcpy if call.args.len() == 2 && string_at(unit, call.args[1]).is_some() => {
            fold_strcpy(unit, &call)
        }
        Builtin::Memmove
            if fold_memory::is_apart(unit, f, &call.args) && !is_nothing(unit, &call) =>
        {
            let (void_ptr, size_t) = (unit.common.void_ptr, unit.common.size_t);
            Some(Folded::Call { callee: memcpy(unit, void_ptr, size_t), args: call.args.clone() })
        }
        _ if builtin.unchecked() != builtin => fold_checked(unit, builtin, &call),
        _ => fold_strings::fold(unit, builtin, &call),
    };
    if let Some(folded) = folded {
        replace(unit, f, stmt, folded);
    }
    vec![stmt]
}

/// Lets a call be what it comes down to.
fn replace(unit: &mut Unit, f: &mut Function, stmt: StmtId, folded: Folded) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let call = (**call).clone();
    match folded {
        Folded::Nothing => f.stmts[stmt].kind = StmtKind::Nop,
        // Where memory is followed already, that of the call would have to be joined.
        Folded::Value(_) if f.stmts[stmt].vdef.is_some() => {}
        Folded::Value(_) if call.lhs.is_none() => f.stmts[stmt].kind = StmtKind::Nop,
        Folded::Value(value) => {
            let ty = unit.type_of(f, call.lhs);
            let value = match unit.as_int(value) {
                Some(number) => unit.int(ty, number),
                None => value,
            };
            f.stmts[stmt].kind = StmtKind::copy(call.lhs, value);
        }
        Folded::Call { callee, args } => {
            let fntype = unit.decls[callee].ty;
            if let StmtKind::Call(slot) = &mut f.stmts[stmt].kind {
                **slot = Call { callee: Callee::Decl(callee), fntype, args, ..call };
            }
        }
    }
}

/// Lets a call of `sprintf` or `snprintf` whose value nobody asks for, and whose output fits, copy the text that it prints
/// if its format is that text or `%s`. Warnings have been given by then.
pub fn fold_printed(unit: &mut Unit, f: &mut Function, options: &Options, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Some(builtin) = call_effects::callee_builtin(unit, call) else { return };
    let call = (**call).clone();
    let Some(folded) = fold_strings::fold_printed(unit, f, builtin, &call) else { return };
    replace(unit, f, stmt, folded);
    fold_call(unit, f, options, stmt);
    f.update_stmt(unit, stmt);
}

/// As [`fold_call`], for a call in a block of a function in SSA form, as far as it goes on writing memory; whether it has
/// become something else.
pub fn fold_call_in_block(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let Some(builtin) = call_effects::callee_builtin(unit, call) else { return false };
    if fold_memory::copies_memory(builtin, call) {
        return !is_nothing(unit, call) && fold_memory::fold_in_block(unit, f, builtin, stmt);
    }
    let plain = (**call).clone();
    if let Some(list) = fold_compared::fold(unit, f, builtin, &plain, stmt) {
        fold_memory::put_in_block(unit, f, stmt, &list);
        return true;
    }
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    if fold_strings::is_end_searched(unit, builtin, call) {
        fold_strings::search_end(unit, f, stmt);
        return true;
    }
    if builtin != Builtin::Strcpy || call.args.len() != 2 || call.args[0] == call.args[1] {
        return false;
    }
    let call = (**call).clone();
    let Some(Folded::Call { callee, args }) = fold_strcpy(unit, &call) else { return false };
    let fntype = unit.decls[callee].ty;
    if let StmtKind::Call(slot) = &mut f.stmts[stmt].kind {
        **slot = Call { callee: Callee::Decl(callee), fntype, args, ..call };
    }
    f.update_stmt(unit, stmt);
    true
}

/// Whether a call copies nothing, or something to where it is.
fn is_nothing(unit: &Unit, call: &Call) -> bool {
    matches!(call.args[..], [to, from, size] if operand_equal(unit, to, from) || unit.is_zero(size))
}

/// What a call becomes.
pub(super) enum Folded {
    Nothing,
    /// Its result, which is known; nothing else is done.
    Value(Operand),
    Call {
        callee: DeclId,
        args: Vec<Operand>,
    },
}

/// The bytes of the string an operand points to, without the terminator; `None` if it is not one, or not terminated.
pub fn string_at(unit: &Unit, op: Operand) -> Option<Vec<u8>> {
    let (id, offset) = string_constant(unit, op)?;
    let ConstValue::String(bytes) = &unit.consts[id].value else { return None };
    let rest = bytes.get(offset..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    Some(rest[..end].to_vec())
}

/// The string constant an address points into, and where.
pub fn string_constant(unit: &Unit, op: Operand) -> Option<(ConstId, usize)> {
    let (id, offset) = match unit.addressed(op)? {
        Operand::Const(id) => (id, 0),
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::ArrayRef { base: Operand::Const(string), index } => {
                (string, usize::try_from(unit.as_int(index)?).ok()?)
            }
            TreeKind::MemRef { base, offset, .. } => match unit.addressed(base)? {
                Operand::Const(string) => (string, usize::try_from(offset).ok()?),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    // Of wide characters these are no strings.
    let element = unit.types.element(unit.consts[id].ty)?;
    (unit.types.size(element) == Some(1)).then_some((id, offset))
}

/// `&"text"[0]`.
fn string_literal(unit: &mut Unit, text: &[u8]) -> Operand {
    let mut bytes = text.to_vec();
    bytes.push(0);
    let char_ = unit.common.char_;
    let element = unit.types.qualified(char_, gimple::types::Quals::CONST);
    let ty = unit.types.array_of(element, ArrayDomain::Count(bytes.len() as u64));
    let value = ConstValue::String(bytes.into());
    let base = Operand::Const(unit.consts.intern(Const { ty, value, overflow: false }));
    let sizetype = unit.common.sizetype;
    let index = unit.int(sizetype, 0);
    let first = unit.trees.add(TreeKind::ArrayRef { base, index }, element);
    let pointer = unit.types.pointer_to(element);
    Operand::Tree(unit.trees.add(TreeKind::Addr(Operand::Tree(first)), pointer))
}

/// A call of `printf` or one of its kind.
struct Printing {
    /// Where it prints to, if that is said.
    stream: Option<Operand>,
    format: Operand,
    rest: Vec<Operand>,
    /// The arguments are in a `va_list`.
    va_list: bool,
}

impl Printing {
    /// The parts of a call; what checks (`__printf_chk`) has a flag before the format.
    fn of(builtin: Builtin, args: &[Operand]) -> Option<Printing> {
        let checks = builtin.unchecked() != builtin;
        let (to_stream, va_list) = match builtin.unchecked() {
            Builtin::Printf => (false, false),
            Builtin::Fprintf => (true, false),
            Builtin::Vprintf => (false, true),
            Builtin::Vfprintf => (true, true),
            _ => return None,
        };
        let stream = if to_stream { Some(*args.first()?) } else { None };
        let at = usize::from(to_stream) + usize::from(checks);
        let (&format, rest) = args.get(at..)?.split_first()?;
        Some(Printing { stream, format, rest: rest.to_vec(), va_list })
    }
}

fn fold_printf(unit: &mut Unit, call: &Printing) -> Option<Folded> {
    if unit.folding.foreign_strings {
        return None;
    }
    let (stream, va_list) = (call.stream, call.va_list);
    let rest: &[Operand] = if va_list { &[] } else { &call.rest };
    let format = string_at(unit, call.format)?;
    let text = match &format[..] {
        b"%c" if rest.len() == 1 => return put_char(unit, rest[0], stream),
        b"%s\n" if rest.len() == 1 && stream.is_none() => return put_line(unit, rest[0]),
        b"%s" if rest.len() == 1 => match (stream, string_at(unit, rest[0])) {
            (Some(stream), _) => return fold_fputs_or_call(unit, rest[0], stream),
            (None, text) => text?,
        },
        plain if !plain.contains(&b'%') && rest.is_empty() => plain.to_vec(),
        _ => return None,
    };
    if let Some(stream) = stream {
        return if text.is_empty() {
            Some(Folded::Nothing)
        } else {
            fold_fputs(unit, call.format, stream)
        };
    }
    match &text[..] {
        [] => Some(Folded::Nothing),
        &[byte] => {
            let int = unit.common.int;
            let byte = unit.int(int, byte.into());
            put_char(unit, byte, None)
        }
        [line @ .., b'\n'] => {
            let line = string_literal(unit, line);
            put_line(unit, line)
        }
        _ => None,
    }
}

fn put_line(unit: &mut Unit, text: Operand) -> Option<Folded> {
    let (int, string) = (unit.common.int, unit.common.const_char_ptr);
    let callee = unit.implicit_builtin(Builtin::Puts, int, &[string], false);
    Some(Folded::Call { callee, args: vec![text] })
}

fn put_char(unit: &mut Unit, byte: Operand, stream: Option<Operand>) -> Option<Folded> {
    let (int, pointer) = (unit.common.int, unit.common.void_ptr);
    Some(match stream {
        None => {
            let callee = unit.implicit_builtin(Builtin::Putchar, int, &[int], false);
            Folded::Call { callee, args: vec![byte] }
        }
        Some(stream) => {
            let callee = unit.implicit_builtin(Builtin::Fputc, int, &[int, pointer], false);
            Folded::Call { callee, args: vec![byte, stream] }
        }
    })
}

fn fold_fputs_or_call(unit: &mut Unit, text: Operand, stream: Operand) -> Option<Folded> {
    if let Some(folded) = fold_fputs(unit, text, stream) {
        return Some(folded);
    }
    let common = &unit.common;
    let (int, string, pointer) = (common.int, common.const_char_ptr, common.void_ptr);
    let callee = unit.implicit_builtin(Builtin::Fputs, int, &[string, pointer], false);
    Some(Folded::Call { callee, args: vec![text, stream] })
}

/// `fputs` of a known string: by its length.
fn fold_fputs(unit: &mut Unit, text: Operand, stream: Operand) -> Option<Folded> {
    let bytes = string_at(unit, text)?;
    let common = &unit.common;
    let (int, size_t, pointer) = (common.int, common.size_t, common.void_ptr);
    match bytes[..] {
        [] => Some(Folded::Nothing),
        [byte] => {
            let byte = unit.int(int, byte.into());
            put_char(unit, byte, Some(stream))
        }
        _ => {
            let params = [unit.common.const_void_ptr, size_t, size_t, pointer];
            let callee = unit.implicit_builtin(Builtin::Fwrite, size_t, &params, false);
            let (one, length) = (unit.int(size_t, 1), unit.int(size_t, bytes.len() as i128));
            Some(Folded::Call { callee, args: vec![text, one, length, stream] })
        }
    }
}

/// A call that checks for overflow is one that does not where there is nothing to check, or nothing that can go wrong.
/// Which arguments tell: that with the size, that with the bytes written, that with the flag of a format.
fn fold_checked(unit: &mut Unit, builtin: Builtin, call: &Call) -> Option<Folded> {
    let (size, bytes, flag) = match builtin.unchecked() {
        Builtin::Memcpy => (3, Some(2), None),
        Builtin::Memmove => (3, Some(2), None),
        Builtin::Mempcpy => (3, Some(2), None),
        Builtin::Memset => (3, Some(2), None),
        Builtin::Strncpy => (3, Some(2), None),
        Builtin::Stpncpy => (3, Some(2), None),
        Builtin::Strcpy => (2, None, None),
        Builtin::Stpcpy => (2, None, None),
        Builtin::Strcat => (2, None, None),
        Builtin::Strncat => (3, None, None),
        Builtin::Sprintf => (2, None, Some(1)),
        Builtin::Snprintf => (3, Some(1), Some(2)),
        Builtin::Vsprintf => (2, None, Some(1)),
        Builtin::Vsnprintf => (3, Some(1), Some(2)),
        _ => return None,
    };
    let size_t = unit.common.size_t;
    let Some(limit) = unit.as_int(*call.args.get(size)?) else {
        return if builtin == Builtin::StrcpyChk { checked_copy(unit, call) } else { None };
    };
    let unlimited = unit.types.wrap(size_t, -1) == unit.types.wrap(size_t, limit);
    let written = match (bytes, builtin) {
        (Some(index), _) => unit.as_int(call.args[index]),
        (None, Builtin::StrcpyChk | Builtin::StpcpyChk) => {
            string_at(unit, call.args[1]).map(|text| text.len() as i128 + 1)
        }
        _ => None,
    };
    if !unlimited && written.is_none_or(|written| written < 0 || written > limit) {
        return None;
    }
    // The library looks at formats more closely if it is told to, unless they ask for nothing.
    if let Some(flag) = flag
        && !unit.is_zero(call.args[flag])
        && (unit.folding.foreign_strings
            || string_at(unit, *call.args.get(size + 1)?).is_none_or(|text| text.contains(&b'%')))
    {
        return None;
    }
    let gone = |index: usize| index == size || Some(index) == flag;
    let args: Vec<Operand> =
        (0..call.args.len()).filter(|&index| !gone(index)).map(|index| call.args[index]).collect();
    let TypeKind::Function { result, params, variadic, .. } = unit.types.kind(call.fntype).clone()
    else {
        return None;
    };
    let kept = |(index, _): &(usize, &TypeId)| !gone(*index);
    let params: Vec<TypeId> = params.iter().enumerate().filter(kept).map(|(_, &ty)| ty).collect();
    let callee = unit.implicit_builtin(builtin.unchecked(), result, &params, variadic);
    Some(Folded::Call { callee, args })
}

/// A checked `strcpy` of a known string copies a known number of bytes, wherever the end of the destination is.
fn checked_copy(unit: &mut Unit, call: &Call) -> Option<Folded> {
    let &[to, from, size] = &call.args[..] else { return None };
    let length = string_at(unit, from)?.len();
    let common = &unit.common;
    let (void_ptr, source, size_t) = (common.void_ptr, common.const_void_ptr, common.size_t);
    let params = [void_ptr, source, size_t, size_t];
    let callee = unit.implicit_builtin(Builtin::MemcpyChk, void_ptr, &params, false);
    let length = unit.int(size_t, length as i128 + 1);
    Some(Folded::Call { callee, args: vec![to, from, length, size] })
}

/// `strcpy` of a known string copies a known number of bytes.
fn fold_strcpy(unit: &mut Unit, call: &Call) -> Option<Folded> {
    let (to, from) = (call.args[0], call.args[1]);
    let length = string_at(unit, from)?.len();
    let (void_ptr, size_t) = (unit.common.void_ptr, unit.common.size_t);
    let callee = memcpy(unit, void_ptr, size_t);
    let length = unit.int(size_t, length as i128 + 1);
    Some(Folded::Call { callee, args: vec![to, from, length] })
}

fn memcpy(unit: &mut Unit, void_ptr: TypeId, size_t: TypeId) -> DeclId {
    let source = unit.common.const_void_ptr;
    unit.implicit_builtin(Builtin::Memcpy, void_ptr, &[void_ptr, source, size_t], false)
}
