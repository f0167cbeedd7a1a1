//! The type-generic `__sync_…` and `__atomic_…` builtins: each call becomes one of the function for the object's size.
//!
//! ```text
//! __atomic_fetch_add (&i, 1, 5)    →   (int) __atomic_fetch_add_4 (&i, 1, 5)
//! __atomic_load (p, &r, 5)         →   *&r = (T) __atomic_load_4 (p, 5)
//! ```

use super::Parser;
use crate::fold;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::atomic::has_sized;
use gimple::builtins::{Builtin, Family};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

impl Parser<'_> {
    /// A call of a generic atomic builtin.
    pub fn atomic_call(&mut self, builtin: Builtin, args: &[ExprId], loc: Location) -> ExprId {
        if !self.check_atomic_count(builtin, args, loc) {
            return self.cx.error_expr(loc);
        }
        let Some(&pointer) = args.first() else { return self.cx.error_expr(loc) };
        if args.iter().any(|&arg| self.cx.is_error(arg)) {
            return self.cx.error_expr(loc);
        }
        let Some((object, size)) = self.atomic_object(pointer) else {
            return self.wrong_object(builtin, pointer);
        };
        if !self.check_atomic_sizes(builtin, size, args, loc) {
            return self.cx.error_expr(loc);
        }
        let whole = has_sized(&self.cx, size);
        if !whole && Self::takes_references(builtin) {
            return self.library_atomic(builtin, size, args, loc);
        }
        if !whole {
            self.sorry(loc, format!("‘{}’ of an object of {size} bytes", builtin.name()));
            return self.cx.error_expr(loc);
        }
        match (builtin, args) {
            (Builtin::AtomicLoad, &[from, to, order]) => {
                let value = self.sized_call(Builtin::AtomicLoadN, size, &[from, order], loc);
                self.store_through(to, value, object, loc)
            }
            (Builtin::AtomicStore, &[to, from, order]) => {
                let value = self.load_through(from, size, loc);
                self.sized_call(Builtin::AtomicStoreN, size, &[to, value, order], loc)
            }
            (Builtin::AtomicExchange, &[at, from, to, order]) => {
                let value = self.load_through(from, size, loc);
                let old = self.sized_call(Builtin::AtomicExchangeN, size, &[at, value, order], loc);
                self.store_through(to, old, object, loc)
            }
            (Builtin::AtomicCompareExchange, &[at, expected, from, weak, success, failure]) => {
                let value = self.load_through(from, size, loc);
                let args = [at, expected, value, weak, success, failure];
                self.sized_call(Builtin::AtomicCompareExchangeN, size, &args, loc)
            }
            _ => self.value_call(builtin, object, size, args, loc),
        }
    }

    /// An object of any size is the library's: it is told the size, and given the addresses.
    fn library_atomic(
        &mut self,
        builtin: Builtin,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> ExprId {
        let common = self.cx.unit.common.clone();
        let symbol = self.cx.unit.symbols.intern(builtin.name());
        let Some(known) = self.builtin_decl(symbol) else { return self.cx.error_expr(loc) };
        // Whether a comparison may fail without cause is not asked there.
        let mut args = args.to_vec();
        if builtin == Builtin::AtomicCompareExchange {
            args.remove(3);
        }
        let pointers = if exchanges(builtin) { 3 } else { 2 };
        let mut params = vec![common.ulong];
        params.extend(
            (0..args.len()).map(|n| if n < pointers { common.void_ptr } else { common.int }),
        );
        for (arg, &param) in args.iter_mut().zip(&params[1..]) {
            // The addresses go as they are, whatever they point to.
            let plain = self.rvalue(*arg);
            *arg = fold::fold_convert(&mut self.cx, loc, param, plain);
        }
        args.insert(0, self.cx.int_expr(common.ulong, size.into(), loc));
        let plain = match self.unit.plain_functions.get(&known) {
            Some(&plain) => plain,
            None => {
                let compares = builtin == Builtin::AtomicCompareExchange;
                let result = if compares { common.bool_ } else { common.void };
                let mut decl = self.cx.unit.decls[known].clone();
                decl.ty = self.cx.unit.types.function_of(result, params, false, true);
                decl.builtin = None;
                decl.set(flag::NOTHROW, true);
                let decl = self.cx.new_decl(decl);
                self.unit.plain_functions.insert(known, decl);
                decl
            }
        };
        let callee = self.declared(plain, loc);
        self.call(callee, args, loc)
    }

    /// How many arguments a builtin takes; those of `__sync` may be more.
    fn atomic_count(builtin: Builtin) -> usize {
        match builtin {
            Builtin::SyncSynchronize => 0,
            Builtin::SyncLockRelease => 1,
            Builtin::SyncBoolCompareAndSwap | Builtin::SyncValCompareAndSwap => 3,
            Builtin::AtomicLoadN => 2,
            Builtin::AtomicExchange => 4,
            Builtin::AtomicCompareExchange | Builtin::AtomicCompareExchangeN => 6,
            _ if builtin.is_sync() => 2,
            _ => 3,
        }
    }

    fn check_atomic_count(&mut self, builtin: Builtin, args: &[ExprId], loc: Location) -> bool {
        let count = Self::atomic_count(builtin);
        let by_reference = !builtin.is_sync() && Self::takes_references(builtin);
        let (at, text) = if by_reference && args.len() != count {
            (loc, "incorrect number of arguments")
        } else if args.len() < count {
            // What is missing is noticed before the call is looked at.
            let at = if args.is_empty() { self.cx.input_location() } else { loc };
            (at, "too few arguments")
        } else if args.len() > count && !builtin.is_sync() {
            (loc, "too many arguments")
        } else {
            return true;
        };
        self.error(at, format!("{text} to function ‘{}’", builtin.name()));
        false
    }

    /// Whether a builtin takes and returns values through pointers.
    fn takes_references(builtin: Builtin) -> bool {
        matches!(
            builtin,
            Builtin::AtomicLoad
                | Builtin::AtomicStore
                | Builtin::AtomicExchange
                | Builtin::AtomicCompareExchange
        )
    }

    /// What else the forms with pointers point to is as large as the object.
    fn check_atomic_sizes(
        &mut self,
        builtin: Builtin,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> bool {
        if !Self::takes_references(builtin) {
            return true;
        }
        let pointers = if exchanges(builtin) { 3 } else { 2 };
        let name = builtin.name();
        for (index, &arg) in args.iter().enumerate().take(pointers).skip(1) {
            let number = index + 1;
            let text = match self.atomic_object(arg) {
                Some((_, other)) if other == size => continue,
                Some(_) => format!("size mismatch in argument {number} of ‘{name}’"),
                None => format!("argument {number} of ‘{name}’ must be a pointer type"),
            };
            self.error(loc, text);
            return false;
        }
        true
    }

    fn wrong_object(&mut self, builtin: Builtin, pointer: ExprId) -> ExprId {
        let have = self.quoted_type(self.cx.type_of(pointer));
        let at = self.cx.input_location();
        let name = builtin.name();
        let text = format!("operand type {have} is incompatible with argument 1 of ‘{name}’");
        self.error(at, text);
        self.cx.error_expr(at)
    }

    /// The type and size in bytes of what a pointer points to.
    fn atomic_object(&self, pointer: ExprId) -> Option<(TypeId, u64)> {
        let types = &self.cx.unit.types;
        let object = types.pointee(self.cx.type_of(pointer))?;
        Some((object, types.size(object)?))
            .filter(|_| !matches!(types.kind(object), TypeKind::Void))
    }

    /// The forms that take values: these are converted to the object's type, and so is the result.
    fn value_call(
        &mut self,
        builtin: Builtin,
        object: TypeId,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> ExprId {
        let types = &self.cx.unit.types;
        if !types.is_integral(object) && !types.is_pointer(object) {
            return self.wrong_object(builtin, args[0]);
        }
        let object = self.cx.unit.types.qualified(object, Quals::NONE);
        let mut args = args.to_vec();
        let values = match builtin {
            Builtin::AtomicLoadN | Builtin::SyncLockRelease => 1..1,
            Builtin::AtomicCompareExchangeN => 2..3,
            Builtin::SyncBoolCompareAndSwap | Builtin::SyncValCompareAndSwap => 1..3,
            _ => 1..2,
        };
        if builtin.is_sync() {
            // What follows names the variables to be protected, and means nothing.
            args.truncate(values.end);
        }
        for index in values {
            args[index] = self.convert(object, args[index], loc);
        }
        let result = self.sized_call(builtin, size, &args, loc);
        let keeps = matches!(
            builtin,
            Builtin::AtomicCompareExchangeN
                | Builtin::SyncBoolCompareAndSwap
                | Builtin::AtomicStoreN
                | Builtin::SyncLockRelease
        );
        if keeps { result } else { fold::fold_convert(&mut self.cx, loc, object, result) }
    }

    /// Calls the function for a size: integers go in and come out.
    fn sized_call(
        &mut self,
        builtin: Builtin,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> ExprId {
        let family = match builtin {
            Builtin::AtomicLoadN => Family::AtomicLoad,
            Builtin::AtomicStoreN => Family::AtomicStore,
            Builtin::AtomicExchangeN => Family::AtomicExchange,
            Builtin::AtomicCompareExchangeN => Family::AtomicCompareExchange,
            other => other.family(),
        };
        let sized = self.cx.unit.symbols.intern(&format!("{}_{size}", family.name()));
        let Some(decl) = self.builtin_decl(sized) else {
            self.sorry(loc, format!("‘{}’", builtin.name()));
            return self.cx.error_expr(loc);
        };
        let params = match self.cx.unit.types.kind(self.cx.unit.decls[decl].ty) {
            TypeKind::Function { params, .. } => params.clone(),
            _ => Vec::new(),
        };
        let mut args = args.to_vec();
        for (arg, &param) in args.iter_mut().zip(&params) {
            if !self.cx.unit.types.is_pointer(param) {
                *arg = self.convert(param, *arg, loc);
            }
        }
        let callee = self.declared(decl, loc);
        self.call(callee, args, loc)
    }

    /// `*pointer` as the unsigned integer of its size.
    fn load_through(&mut self, pointer: ExprId, size: u64, loc: Location) -> ExprId {
        let object = self.indirect(loc, pointer);
        let ty = self.integer_of_width(size as u32 * 8, true);
        let ty = if size == 16 { self.cx.unit.common.uint128 } else { ty };
        fold::fold_convert(&mut self.cx, loc, ty, object)
    }

    /// `*pointer = (type) value`.
    fn store_through(
        &mut self,
        pointer: ExprId,
        value: ExprId,
        object: TypeId,
        loc: Location,
    ) -> ExprId {
        let object = self.cx.unit.types.qualified(object, Quals::NONE);
        let flags = self.cx.exprs[value].flags;
        let value = self.cx.expr(ExprKind::Unary(TreeCode::ViewConvert, value), object, loc, flags);
        let target = self.indirect(loc, pointer);
        let e = self.assign(loc, target, TreeCode::Single, (value, loc));
        self.discarded(e, loc)
    }
}

/// Whether a builtin with pointers to values has one for the old value, too.
fn exchanges(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::AtomicExchange | Builtin::AtomicCompareExchange)
}
