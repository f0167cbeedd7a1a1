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
use gimple::decl::flag;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

impl Parser<'_> {
    /// A call of a generic atomic builtin.
    pub fn atomic_call(&mut self, name: &str, args: &[ExprId], loc: Location) -> ExprId {
        if !self.check_atomic_count(name, args, loc) {
            return self.cx.error_expr(loc);
        }
        let Some(&pointer) = args.first() else { return self.cx.error_expr(loc) };
        if args.iter().any(|&arg| self.cx.is_error(arg)) {
            return self.cx.error_expr(loc);
        }
        let Some((object, size)) = self.atomic_object(pointer) else {
            return self.wrong_object(name, pointer);
        };
        if !self.check_atomic_sizes(name, size, args, loc) {
            return self.cx.error_expr(loc);
        }
        if !matches!(size, 1 | 2 | 4 | 8 | 16) && Self::takes_references(name) {
            return self.library_atomic(name, size, args, loc);
        }
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

    /// An object of any size is the library's: it is told the size, and given the addresses.
    fn library_atomic(&mut self, name: &str, size: u64, args: &[ExprId], loc: Location) -> ExprId {
        let common = self.cx.unit.common.clone();
        let symbol = self.cx.unit.symbols.intern(name);
        let Some(builtin) = self.builtin_decl(symbol) else { return self.cx.error_expr(loc) };
        // Whether a comparison may fail without cause is not asked there.
        let mut args = args.to_vec();
        if name == "__atomic_compare_exchange" {
            args.remove(3);
        }
        let pointers = if name.contains("exchange") { 3 } else { 2 };
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
        let plain = match self.unit.plain_functions.get(&builtin) {
            Some(&plain) => plain,
            None => {
                let compares = name == "__atomic_compare_exchange";
                let result = if compares { common.bool_ } else { common.void };
                let mut decl = self.cx.unit.decls[builtin].clone();
                decl.ty = self.cx.unit.types.function_of(result, params, false, true);
                decl.builtin = None;
                decl.set(flag::NOTHROW, true);
                let decl = self.cx.new_decl(decl);
                self.unit.plain_functions.insert(builtin, decl);
                decl
            }
        };
        let callee = self.declared(plain, loc);
        self.call(callee, args, loc)
    }

    /// How many arguments a builtin takes; those of `__sync` may be more.
    fn atomic_count(name: &str) -> usize {
        match name {
            "__sync_synchronize" => 0,
            "__sync_lock_release" => 1,
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => 3,
            "__atomic_load_n" => 2,
            "__atomic_exchange" => 4,
            "__atomic_compare_exchange" | "__atomic_compare_exchange_n" => 6,
            _ if name.starts_with("__sync") => 2,
            _ => 3,
        }
    }

    fn check_atomic_count(&mut self, name: &str, args: &[ExprId], loc: Location) -> bool {
        let count = Self::atomic_count(name);
        let by_reference = !name.starts_with("__sync") && Self::takes_references(name);
        let (at, text) = if by_reference && args.len() != count {
            (loc, "incorrect number of arguments")
        } else if args.len() < count {
            // What is missing is noticed before the call is looked at.
            let at = if args.is_empty() { self.cx.input_location() } else { loc };
            (at, "too few arguments")
        } else if args.len() > count && !name.starts_with("__sync") {
            (loc, "too many arguments")
        } else {
            return true;
        };
        self.error(at, format!("{text} to function ‘{name}’"));
        false
    }

    /// Whether a builtin takes and returns values through pointers.
    fn takes_references(name: &str) -> bool {
        matches!(
            name,
            "__atomic_load" | "__atomic_store" | "__atomic_exchange" | "__atomic_compare_exchange"
        )
    }

    /// What else the forms with pointers point to is as large as the object.
    fn check_atomic_sizes(
        &mut self,
        name: &str,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> bool {
        if !Self::takes_references(name) {
            return true;
        }
        let pointers = if name.contains("exchange") { 3 } else { 2 };
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

    fn wrong_object(&mut self, name: &str, pointer: ExprId) -> ExprId {
        let have = self.quoted_type(self.cx.type_of(pointer));
        let at = self.cx.input_location();
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
        name: &str,
        object: TypeId,
        size: u64,
        args: &[ExprId],
        loc: Location,
    ) -> ExprId {
        let types = &self.cx.unit.types;
        if !types.is_integral(object) && !types.is_pointer(object) {
            return self.wrong_object(name, args[0]);
        }
        let object = self.cx.unit.types.qualified(object, Quals::NONE);
        let mut args = args.to_vec();
        let values = match name {
            "__atomic_load_n" | "__sync_lock_release" => 1..1,
            "__atomic_compare_exchange_n" => 2..3,
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => 1..3,
            _ => 1..2,
        };
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
