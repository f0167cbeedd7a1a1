//! The type-generic `__sync_…` and `__atomic_…` builtins: each call becomes one of the function for the object's size.
//!
//! ```text
//! __atomic_fetch_add (&i, 1, 5)    →   (int) __atomic_fetch_add_4 (&i, 1, 5)
//! __atomic_load (p, &r, 5)         →   *&r = (T) __atomic_load_4 (p, 5)
//! ```

use super::Parser;
use crate::fold;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

impl Parser<'_> {
    /// A call of a generic atomic builtin.
    pub fn atomic_call(&mut self, name: &str, args: &[ExprId], loc: Location) -> ExprId {
        let Some(&pointer) = args.first() else {
            self.error(loc, format!("too few arguments to function ‘{name}’"));
            return self.cx.error_expr(loc);
        };
        if args.iter().any(|&arg| self.cx.is_error(arg)) {
            return self.cx.error_expr(loc);
        }
        let Some((object, size)) = self.atomic_object(pointer) else {
            let have = self.quoted_type(self.cx.type_of(pointer));
            self.error(
                loc,
                format!("operand type {have} is incompatible with argument 1 of ‘{name}’"),
            );
            return self.cx.error_expr(loc);
        };
        if !matches!(size, 1 | 2 | 4 | 8 | 16) {
            self.sorry(loc, format!("‘{name}’ of an object of {size} bytes"));
            return self.cx.error_expr(loc);
        }
        match (name, args) {
            ("__atomic_load", &[from, to, order]) => {
                let value = self.sized_call("__atomic_load_n", size, &[from, order], loc);
                self.store_through(to, value, object, loc)
            }
            ("__atomic_store", &[to, from, order]) => {
                let value = self.load_through(from, size, loc);
                self.sized_call("__atomic_store_n", size, &[to, value, order], loc)
            }
            ("__atomic_exchange", &[at, from, to, order]) => {
                let value = self.load_through(from, size, loc);
                let old = self.sized_call("__atomic_exchange_n", size, &[at, value, order], loc);
                self.store_through(to, old, object, loc)
            }
            ("__atomic_compare_exchange", &[at, expected, from, weak, success, failure]) => {
                let value = self.load_through(from, size, loc);
                let args = [at, expected, value, weak, success, failure];
                self.sized_call("__atomic_compare_exchange_n", size, &args, loc)
            }
            _ => self.value_call(name, object, size, args, loc),
        }
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
        name: &str,
        object: TypeId,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> ExprId {
        let types = &self.cx.unit.types;
        if !types.is_integral(object) && !types.is_pointer(object) {
            let have = self.quoted_type(self.cx.type_of(args[0]));
            self.error(
                loc,
                format!("operand type {have} is incompatible with argument 1 of ‘{name}’"),
            );
            return self.cx.error_expr(loc);
        }
        let object = self.cx.unit.types.qualified(object, Quals::NONE);
        let mut args = args.to_vec();
        let values = match name {
            "__atomic_load_n" | "__sync_lock_release" => 1..1,
            "__atomic_compare_exchange_n" => 2..3,
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => 1..3,
            _ => 1..2,
        };
        if args.len() < values.end {
            self.error(loc, format!("too few arguments to function ‘{name}’"));
            return self.cx.error_expr(loc);
        }
        if name.starts_with("__sync") {
            // What follows names the variables to be protected, and means nothing.
            args.truncate(values.end);
        }
        for index in values {
            args[index] = self.convert(object, args[index], loc);
        }
        let result = self.sized_call(name, size, &args, loc);
        let keeps = name.contains("compare_exchange")
            || name.contains("bool_compare")
            || name.contains("store")
            || name == "__sync_lock_release";
        if keeps { result } else { fold::fold_convert(&mut self.cx, loc, object, result) }
    }

    /// Calls the function for a size: integers go in and come out.
    fn sized_call(&mut self, name: &str, size: u64, args: &[ExprId], loc: Location) -> ExprId {
        let stem = name.strip_suffix("_n").unwrap_or(name);
        let sized = self.cx.unit.symbols.intern(&format!("{stem}_{size}"));
        let Some(decl) = self.builtin_decl(sized) else {
            self.sorry(loc, format!("‘{name}’"));
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
        let e = self.assign(loc, target, TreeCode::Single, value);
        self.discarded(e, loc)
    }
}
