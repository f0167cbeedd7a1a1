//! Objects of `_Atomic` types: each access is a call of the builtin that does it at once.
//!
//! ```text
//! i            →   tmp = (int) __atomic_load_4 (&i, 5)
//! i = v        →   val = v, __atomic_store_4 (&i, (unsigned int) val, 5), val
//! i += v       →   (int) __atomic_add_fetch_4 (&i, (unsigned int) v, 5)
//! d *= v       →   old = d; loop: new = old * v;
//!                  if (!__atomic_compare_exchange_8 (&d, &old, new, 0, 5, 5)) goto loop;
//! ```
//!
//! What has no size that the machine may know goes through the functions of libatomic that are told the size. The
//! exceptions of floating-point operations that are tried again stay raised.

use super::assign::{Assigning, convert_for_assignment};
use super::{binary, refs, rvalue, types};
use crate::context::Context;
use crate::fold::{self, int_const, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::builtins::{Builtin, Signature, SignaturePart};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

/// `__ATOMIC_SEQ_CST`: the order of accesses that name none.
const SEQ_CST: i128 = 5;

/// Whether an expression is an object that is read and written at once. Outside of functions none is.
pub fn is_atomic(cx: &Context, e: ExprId) -> bool {
    cx.unit.types[cx.type_of(e)].quals.contains(Quals::ATOMIC)
        && cx.current_function.is_some()
        && rvalue::lvalue_p(cx, e)
}

/// The value of an atomic object.
pub fn load(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    let place = Place::of(cx, loc, e);
    let tmp = temporary(cx, place.ty);
    place.load_into(cx, loc, tmp)
}

/// `e = value`; the value is of the object's type without qualifiers.
pub fn store(cx: &mut Context, loc: Location, e: ExprId, value: ExprId) -> ExprId {
    let place = Place::of(cx, loc, e);
    let tmp = temporary(cx, place.ty);
    let set = target(cx, loc, tmp, value);
    let order = int_const(cx, loc, cx.unit.common.int, SEQ_CST);
    let stored = match place.sized {
        Some(bytes) => {
            let (first, bits) = place.bits(cx, loc, tmp, set);
            let function = sized_function(cx, "store", bytes);
            let call = call(cx, loc, function, vec![place.address, bits, order]);
            in_order(cx, loc, first, call)
        }
        None => {
            let from = address_of_temporary(cx, loc, tmp);
            let args = vec![place.size(cx, loc), place.address, from, order];
            let function = generic_function(cx, "store", false, 2);
            let call = call(cx, loc, function, args);
            in_order(cx, loc, Some(set), call)
        }
    };
    valued(cx, loc, stored, tmp)
}

/// `e code= value`; the answer is the old value if `old`, else the new one.
pub fn update(
    cx: &mut Context,
    loc: Location,
    e: ExprId,
    code: TreeCode,
    value: ExprId,
    old: bool,
) -> ExprId {
    let place = Place::of(cx, loc, e);
    match single_operation(cx, &place, code, value) {
        Some(operation) => {
            let name =
                if old { format!("fetch_{operation}") } else { format!("{operation}_fetch") };
            let bytes = place.sized.unwrap_or_default();
            let function = sized_function(cx, &name, bytes);
            let ty = cx.type_of(value);
            let val = temporary(cx, ty);
            let value = target(cx, loc, val, value);
            let bits = fold::fold_convert(cx, loc, integer(cx, bytes), value);
            let order = int_const(cx, loc, cx.unit.common.int, SEQ_CST);
            let call = call(cx, loc, function, vec![place.address, bits, order]);
            let result = fold::fold_convert(cx, loc, place.ty, call);
            let tmp = temporary(cx, place.ty);
            target(cx, loc, tmp, result)
        }
        None => place.retry(cx, loc, code, value, old),
    }
}

/// The operation that does it all: of integers, and not of truth values.
fn single_operation(
    cx: &Context,
    place: &Place,
    code: TreeCode,
    value: ExprId,
) -> Option<&'static str> {
    let whole = matches!(cx.unit.types.kind(place.ty), TypeKind::Integer { .. })
        && util::integral(cx, cx.type_of(value));
    let name = match code {
        TreeCode::Plus => "add",
        TreeCode::Minus => "sub",
        TreeCode::BitAnd => "and",
        TreeCode::BitIor => "or",
        TreeCode::BitXor => "xor",
        _ => return None,
    };
    (whole && place.sized.is_some()).then_some(name)
}

/// An atomic object.
struct Place {
    address: ExprId,
    /// Its type without qualifiers.
    ty: TypeId,
    bytes: u64,
    /// The size, where there are functions for it.
    sized: Option<u64>,
}

impl Place {
    fn of(cx: &mut Context, loc: Location, e: ExprId) -> Place {
        let ty = cx.unit.types.qualified(cx.type_of(e), Quals::NONE);
        let address = refs::build_address(cx, loc, e);
        let address = fold::save_expr(cx, address);
        let bytes = cx.unit.types.size(ty).unwrap_or(0);
        Place { address, ty, bytes, sized: Some(bytes).filter(|&bytes| has_sized(cx, bytes)) }
    }

    fn size(&self, cx: &mut Context, loc: Location) -> ExprId {
        int_const(cx, loc, cx.unit.common.size_t, self.bytes.into())
    }

    /// `tmp` set to what the object holds, as a value.
    fn load_into(&self, cx: &mut Context, loc: Location, tmp: DeclId) -> ExprId {
        let order = int_const(cx, loc, cx.unit.common.int, SEQ_CST);
        let init = match self.sized {
            Some(bytes) => {
                let function = sized_function(cx, "load", bytes);
                let call = call(cx, loc, function, vec![self.address, order]);
                self.value_of_bits(cx, loc, call)
            }
            None => {
                let to = address_of_temporary(cx, loc, tmp);
                let args = vec![self.size(cx, loc), self.address, to, order];
                let function = generic_function(cx, "load", false, 2);
                call(cx, loc, function, args)
            }
        };
        target(cx, loc, tmp, init)
    }

    fn is_scalar(&self, cx: &Context) -> bool {
        util::integral(cx, self.ty) || cx.unit.types.is_pointer(self.ty)
    }

    fn value_of_bits(&self, cx: &mut Context, loc: Location, bits: ExprId) -> ExprId {
        if self.is_scalar(cx) {
            return fold::fold_convert(cx, loc, self.ty, bits);
        }
        cx.expr(ExprKind::Unary(TreeCode::ViewConvert, bits), self.ty, loc, expr_flag::SIDE_EFFECTS)
    }

    /// What `set` sets `tmp` to as an integer, and what is to be done before: aggregates are read where they lie.
    fn bits(
        &self,
        cx: &mut Context,
        loc: Location,
        tmp: DeclId,
        set: ExprId,
    ) -> (Option<ExprId>, ExprId) {
        let integer = integer(cx, self.bytes);
        if self.is_scalar(cx) {
            return (None, fold::fold_convert(cx, loc, integer, set));
        }
        let value = cx.decl_expr(tmp, loc);
        let bits = cx.expr(ExprKind::Unary(TreeCode::ViewConvert, value), integer, loc, 0);
        (Some(set), bits)
    }

    /// A loop that computes the new value from the old one until nobody has come between.
    fn retry(
        &self,
        cx: &mut Context,
        loc: Location,
        code: TreeCode,
        value: ExprId,
        gives_old: bool,
    ) -> ExprId {
        let [val, old, new] = [cx.type_of(value), self.ty, self.ty].map(|ty| temporary(cx, ty));
        let set_val = target(cx, loc, val, value);
        let set_old = self.load_into(cx, loc, old);
        let (again, done) = (cx.artificial_label(loc), cx.artificial_label(loc));
        let operands = [old, val].map(|decl| cx.decl_expr(decl, loc));
        let computed = binary::build_binary(cx, loc, code, operands[0], operands[1]);
        let computed = fold::fully_fold(cx, computed, false);
        let computed = convert_for_assignment(cx, loc, self.ty, computed, &Assigning::Assign(loc));
        if cx.is_error(computed) {
            return computed;
        }
        let set_new = target(cx, loc, new, computed);
        let (first, exchanged) = self.compare_exchange(cx, loc, old, new, set_new);
        let void = cx.unit.common.void;
        let [to_done, to_again] = [done, again]
            .map(ExprKind::Goto)
            .map(|kind| cx.expr(kind, void, loc, expr_flag::SIDE_EFFECTS));
        let mut stmts = vec![set_val, set_old, label(cx, loc, again)];
        stmts.extend(first);
        let kind = ExprKind::Cond(exchanged, to_done, to_again);
        stmts.push(cx.expr(kind, void, loc, expr_flag::SIDE_EFFECTS));
        stmts.push(label(cx, loc, done));
        let flags = expr_flag::SIDE_EFFECTS | expr_flag::HAS_LABEL;
        let all = cx.expr(ExprKind::List(stmts), void, loc, flags);
        valued(cx, loc, all, if gives_old { old } else { new })
    }

    /// Puts the new value in the old one's place, if that is still there: what is to be done first, and whether it was.
    fn compare_exchange(
        &self,
        cx: &mut Context,
        loc: Location,
        old: DeclId,
        new: DeclId,
        set_new: ExprId,
    ) -> (Option<ExprId>, ExprId) {
        let expected = address_of_temporary(cx, loc, old);
        let int = cx.unit.common.int;
        let [order, failure] = [SEQ_CST; 2].map(|order| int_const(cx, loc, int, order));
        match self.sized {
            Some(bytes) => {
                let (first, bits) = self.bits(cx, loc, new, set_new);
                let function = sized_function(cx, "compare_exchange", bytes);
                let strong = int_const(cx, loc, cx.unit.common.bool_, 0);
                let args = vec![self.address, expected, bits, strong, order, failure];
                (first, call(cx, loc, function, args))
            }
            None => {
                let desired = address_of_temporary(cx, loc, new);
                let function = generic_function(cx, "compare_exchange", true, 3);
                let size = self.size(cx, loc);
                let args = vec![size, self.address, expected, desired, order, failure];
                (Some(set_new), call(cx, loc, function, args))
            }
        }
    }
}

fn label(cx: &mut Context, loc: Location, label: DeclId) -> ExprId {
    let flags = expr_flag::SIDE_EFFECTS | expr_flag::HAS_LABEL;
    cx.expr(ExprKind::Label(label), cx.unit.common.void, loc, flags)
}

/// The temporary, once it has been set.
fn target(cx: &mut Context, loc: Location, tmp: DeclId, init: ExprId) -> ExprId {
    let ty = cx.unit.decls[tmp].ty;
    cx.expr(ExprKind::Target(tmp, init), ty, loc, expr_flag::SIDE_EFFECTS)
}

/// A temporary that lies in memory, as all of them do in GCC.
fn temporary(cx: &mut Context, ty: TypeId) -> DeclId {
    let tmp = cx.temporary(ty);
    cx.unit.decls[tmp].flags |= flag::ADDRESSABLE;
    tmp
}

fn address_of_temporary(cx: &mut Context, loc: Location, tmp: DeclId) -> ExprId {
    let (object, pointer) = (cx.decl_expr(tmp, loc), cx.unit.decls[tmp].ty);
    let pointer = cx.unit.types.pointer_to(pointer);
    fold::build_addr(cx, loc, pointer, object)
}

fn in_order(cx: &mut Context, loc: Location, first: Option<ExprId>, then: ExprId) -> ExprId {
    let ty = cx.type_of(then);
    match first {
        Some(first) => fold::build_compound(cx, loc, ty, first, then),
        None => then,
    }
}

/// The value of a temporary after what sets it; nobody need look at it.
fn valued(cx: &mut Context, loc: Location, first: ExprId, tmp: DeclId) -> ExprId {
    let value = cx.decl_expr(tmp, loc);
    let ty = cx.type_of(value);
    let flags = expr_flag::SIDE_EFFECTS | expr_flag::NO_WARNING;
    cx.expr(ExprKind::Compound(first, value), ty, loc, flags)
}

/// Whether there are functions for objects of a size: there is an integer of as many bytes.
pub fn has_sized(cx: &Context, bytes: u64) -> bool {
    matches!(bytes, 1 | 2 | 4 | 8) || bytes == 16 && cx.unit.target.pointer_size == 8
}

/// The unsigned integer of so many bytes.
fn integer(cx: &Context, bytes: u64) -> TypeId {
    let letter = match bytes {
        1 => b'c',
        2 => b's',
        4 => b'i',
        8 => b'o',
        _ => b'n',
    };
    cx.unit.common.of_letter(letter, true)
}

/// The builtin for objects of a size.
fn sized_function(cx: &mut Context, operation: &str, bytes: u64) -> DeclId {
    let name = format!("__atomic_{operation}_{bytes}");
    let builtin = Builtin::find(&name);
    let signature = builtin.and_then(|builtin| Signature::read(builtin.info().signature));
    let Some(signature) = signature else { return DeclId::NONE };
    let mut ty = |part: &SignaturePart| {
        let mut ty = cx.unit.common.of_letter(part.letter, part.unsigned);
        ty = types::with_quals(cx, ty, part.quals);
        for _ in 0..part.pointers {
            ty = cx.unit.types.pointer_to(ty);
        }
        ty
    };
    let result = ty(&signature.result);
    let params: Vec<TypeId> = signature.params.iter().map(ty).collect();
    let decl = cx.unit.implicit_function(&name, result, &params);
    cx.unit.decls[decl].builtin = builtin;
    cx.unit.decls[decl].flags |= flag::NOTHROW | flag::LEAF;
    decl
}

/// The function of libatomic that is told the size: it takes so many addresses.
fn generic_function(cx: &mut Context, operation: &str, asks: bool, addresses: usize) -> DeclId {
    let common = &cx.unit.common;
    let result = if asks { common.bool_ } else { common.void };
    let mut params = vec![common.size_t];
    params.extend(std::iter::repeat_n(common.void_ptr, addresses));
    params.extend(std::iter::repeat_n(common.int, if asks { 2 } else { 1 }));
    let decl = cx.unit.implicit_function(&format!("__atomic_{operation}"), result, &params);
    cx.unit.decls[decl].flags |= flag::NOTHROW | flag::LEAF;
    decl
}

fn call(cx: &mut Context, loc: Location, function: DeclId, mut args: Vec<ExprId>) -> ExprId {
    let fntype = cx.unit.decls[function].ty;
    let TypeKind::Function { result, params, .. } = cx.unit.types.kind(fntype).clone() else {
        return cx.error_expr(loc);
    };
    for (arg, param) in args.iter_mut().zip(params) {
        *arg = fold::fold_convert(cx, loc, param, *arg);
    }
    let object = cx.decl_expr(function, loc);
    let pointer = cx.unit.types.pointer_to(fntype);
    let callee = fold::build_addr(cx, loc, pointer, object);
    let kind = ExprKind::Call { callee, args: args.into_boxed_slice() };
    cx.expr(kind, result, loc, expr_flag::SIDE_EFFECTS)
}
