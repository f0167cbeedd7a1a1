//! What is doubtful about `sizeof` and about lengths: `-Wsizeof-array-argument`, `-Wsizeof-pointer-div`,
//! `-Wsizeof-array-div`, `-Wsizeof-pointer-memaccess`, `-Wmemset-transposed-args`, `-Wmemset-elt-size`.
//!
//! ```text
//! void f (int *p, int a[3], int b[4])
//! {
//!   memset (p, 0, sizeof p);        argument to ‘sizeof’ in ‘memset’ call is the same expression as the destination
//!   memset (p, sizeof *p, 0);       ‘memset’ used with constant zero length parameter
//!   sizeof p / sizeof p[0];         division ‘sizeof (int *) / sizeof (int)’ does not compute the number of …
//!   sizeof a;                       ‘sizeof’ on array function parameter ‘a’ will return size of ‘int *’
//! }
//! ```

use super::Parser;
use super::written::{Written, WrittenOperand};
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use crate::typeck::types;
use gimple::builtins::Builtin;
use gimple::location::Location;
use gimple::types::{ArrayDomain, TypeId, TypeKind, TypeSize};

/// The arguments of calls that are looked at.
const LOOKED_AT: usize = 3;

/// What `sizeof` was applied to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SizeofOperand {
    pub ty: TypeId,
    /// `NONE` for a type.
    pub e: ExprId,
    pub loc: Location,
    /// The `sizeof` stood in parentheses.
    pub parenthesized: bool,
}

/// How the first arguments of the call parsed last were written.
#[derive(Clone, Default)]
pub(super) struct WrittenArguments {
    /// Those that are constants of enumerations.
    pub enumerators: Vec<(usize, Written)>,
    sizes: [Option<SizeofOperand>; LOOKED_AT],
    zeros: [bool; LOOKED_AT],
}

impl WrittenArguments {
    /// Notes how an argument was written.
    pub(super) fn note(&mut self, index: usize, written: Written, literal_zero: bool) {
        if let Written::Enumerator(_) = written {
            self.enumerators.push((index, written));
        }
        if index < LOOKED_AT {
            self.zeros[index] = literal_zero;
            self.sizes[index] = match written {
                Written::Sizeof(operand) => Some(operand),
                _ => None,
            };
        }
    }
}

/// What the arguments of a function that is given a length are.
struct Roles {
    dest: Option<usize>,
    src: Option<usize>,
    bound: usize,
    /// It works on strings.
    strings: bool,
    /// It compares: both are sources.
    compares: bool,
}

fn roles(builtin: Builtin) -> Option<Roles> {
    use Builtin::*;
    let of =
        |dest, src, bound, strings, compares| Some(Roles { dest, src, bound, strings, compares });
    match builtin.unchecked() {
        Strncmp | Strncasecmp => of(Some(0), Some(1), 2, true, true),
        Strncpy | Strncat | Stpncpy => of(Some(0), Some(1), 2, true, false),
        Memcpy | Memmove => of(Some(0), Some(1), 2, false, false),
        Bcopy => of(Some(1), Some(0), 2, false, false),
        Memcmp | Bcmp => of(Some(0), Some(1), 2, false, true),
        Memset => of(Some(0), None, 2, false, false),
        Bzero => of(Some(0), None, 1, false, false),
        Strndup => of(None, Some(0), 1, true, false),
        Memchr => of(None, Some(0), 2, false, false),
        Snprintf | Vsnprintf => of(Some(0), None, 1, true, false),
        _ => None,
    }
}

impl Parser<'_> {
    /// `sizeof` of a parameter that was declared as an array gives the size of a pointer.
    pub(super) fn warn_of_array_parameter(&mut self, e: ExprId, loc: Location) {
        let ExprKind::Decl(decl) = self.cx.exprs[e].kind else { return };
        if !self.unit.array_parameters.contains(&decl) {
            return;
        }
        let name = self.cx.unit.decl_name(decl).unwrap_or_default().to_string();
        let ty = self.quoted_type(self.cx.type_of(e));
        let text =
            format!("‘sizeof’ on array function parameter ‘{name}’ will return size of {ty}");
        if self.warning("sizeof-array-argument", loc, text) {
            let at = self.cx.unit.decls[decl].loc;
            self.note(at, "declared here");
        }
    }

    /// A quotient of sizes that is no number of elements.
    pub(super) fn warn_of_sizeof_division(
        &mut self,
        loc: Location,
        a: WrittenOperand,
        b: WrittenOperand,
    ) {
        let (Written::Sizeof(whole), Written::Sizeof(part)) = (a.written, b.written) else {
            return;
        };
        let first = match whole.e.expand().map(|e| &self.cx.exprs[e].kind) {
            Some(&ExprKind::Decl(decl)) => Some(decl),
            _ => None,
        };
        if let Some(target) = self.cx.unit.types.pointee(whole.ty) {
            // Of parameters declared as arrays it was said with the `sizeof`.
            let said = first.is_some_and(|decl| self.unit.array_parameters.contains(&decl))
                && self.cx.unit.diagnostics.warnings.enabled("sizeof-array-argument");
            if said || !self.compatible_types(target, part.ty) {
                return;
            }
            let (whole, part) = (self.type_text(whole.ty), self.type_text(part.ty));
            let text = format!(
                "division ‘sizeof ({whole}) / sizeof ({part})’ does not compute the number of array elements"
            );
            if self.warning("sizeof-pointer-div", loc, text)
                && let Some(decl) = first
            {
                let at = self.cx.unit.decls[decl].loc;
                self.note(at, "first ‘sizeof’ operand was declared here");
            }
            return;
        }
        let TypeKind::Array { element, .. } = *self.cx.unit.types.kind(whole.ty) else { return };
        let is_char = self.is_char(element);
        let nested = types::is_array(&self.cx, element);
        let same = self.cx.unit.types.size(element) == self.cx.unit.types.size(part.ty);
        if is_char || nested || same || part.parenthesized {
            return;
        }
        let (element, other) = (self.quoted_type(element), self.quoted_type(part.ty));
        let text = format!(
            "expression does not compute the number of elements in this array; element type is {element}, not {other}"
        );
        if self.warning("sizeof-array-div", loc, text) {
            self.note(loc, "add parentheses around the second ‘sizeof’ to silence this warning");
            if let Some(decl) = first {
                let (at, name) = (self.cx.unit.decls[decl].loc, self.cx.unit.decl_name(decl));
                let text = format!("array ‘{}’ declared here", name.unwrap_or_default());
                self.note(at, text);
            }
        }
    }

    fn is_char(&self, ty: TypeId) -> bool {
        let common = &self.cx.unit.common;
        let main = self.cx.unit.types.main_variant(ty);
        [common.char_, common.schar, common.uchar].contains(&main)
    }

    /// Whether the argument that comes next is the literal 0 and nothing else.
    pub(super) fn at_literal(&mut self) -> bool {
        use TokenKind as T;
        matches!(
            self.peek().kind,
            T::Number | T::Char | T::WideChar | T::Utf8Char | T::Char16 | T::Char32
        ) && matches!(self.peek2().kind, T::Comma | T::RightParen)
    }

    /// What is doubtful about the lengths that a builtin function is given.
    pub(super) fn warn_of_lengths(&mut self, callee: ExprId, args: &[ExprId], loc: Location) {
        let ExprKind::Decl(decl) = self.cx.exprs[callee].kind else { return };
        let Some(builtin) = self.cx.unit.decls[decl].builtin else { return };
        let WrittenArguments { sizes, zeros, .. } = self.written_arguments;
        if let Some(roles) = roles(builtin)
            && let Some(size) = sizes.get(roles.bound).copied().flatten()
            && args.len() > roles.bound
            && self.cx.unit.diagnostics.warnings.enabled("sizeof-pointer-memaccess")
        {
            let name = self.cx.unit.decl_name(decl).unwrap_or_default().to_string();
            if let Some(text) = self.doubtful_length(&name, &roles, size, args) {
                self.warning("sizeof-pointer-memaccess", size.loc, text);
            }
        }
        if builtin == Builtin::Memset && args.len() == 3 {
            self.warn_of_memset(args, zeros, loc);
        }
    }

    /// What is said of a length that is the `sizeof` of a pointer.
    fn doubtful_length(
        &mut self,
        name: &str,
        roles: &Roles,
        size: SizeofOperand,
        args: &[ExprId],
    ) -> Option<String> {
        let (dest, src) = (roles.dest.map(|index| args[index]), roles.src.map(|index| args[index]));
        if [dest, src, size.e.expand()].into_iter().flatten().any(|e| self.cx.is_error(e)) {
            return None;
        }
        let Some(target) = self.cx.unit.types.pointee(size.ty) else {
            let copies = roles.strings && !roles.compares;
            return match (dest, src) {
                (Some(dest), Some(src)) if copies => self.length_of_source(name, size, dest, src),
                _ => None,
            };
        };
        let points_to = |parser: &Self, e: ExprId| {
            let inner = util::strip_nops(&parser.cx, e);
            let to = parser.cx.unit.types.pointee(parser.cx.type_of(inner));
            to.is_some_and(|to| parser.compatible_types(to, size.ty))
        };
        if [dest, src].into_iter().flatten().any(|e| points_to(self, e)) {
            return None;
        }
        let names = match roles.compares {
            true => ["first source", "second source"],
            false => ["destination", "source"],
        };
        let call = format!("argument to ‘sizeof’ in ‘{name}’ call is the same");
        for (e, what) in [(dest, names[0]), (src, names[1])] {
            let Some(e) = e else { continue };
            let ty = self.cx.type_of(e);
            let same_type = self.compatible_types(ty, size.ty);
            if size.e.is_some() && same_type && util::operand_equal(&self.cx, e, size.e) {
                let address = matches!(self.cx.exprs[size.e].kind, ExprKind::Addr(_));
                let bytes = self.cx.unit.types.precision(target)
                    == self.cx.unit.types.precision(self.cx.unit.common.char_);
                let meant = if address && !roles.strings {
                    "remove the addressof"
                } else if bytes || roles.strings {
                    "provide an explicit length"
                } else {
                    "dereference it"
                };
                return Some(format!("{call} expression as the {what}; did you mean to {meant}?"));
            }
            if same_type && !roles.strings && !types::is_void(&self.cx, target) {
                let to = self.cx.unit.types.pointee(ty).unwrap_or(target);
                let (ty, to) = (self.quoted_type(ty), self.quoted_type(to));
                return Some(format!(
                    "{call} pointer type {ty} as the {what}; expected {to} or an explicit length"
                ));
            }
        }
        None
    }

    /// A string is copied to a destination of another size, but only as much as the source's size allows.
    fn length_of_source(
        &mut self,
        name: &str,
        size: SizeofOperand,
        dest: ExprId,
        src: ExprId,
    ) -> Option<String> {
        let object = |parser: &Self, e: ExprId| {
            let inner = util::strip_nops(&parser.cx, e);
            match parser.cx.exprs[inner].kind {
                ExprKind::Addr(object) => object,
                _ => inner,
            }
        };
        let (src, dest) = (object(self, src), object(self, dest));
        // Sizes that are not known here are most often the same.
        let size_of = |e: ExprId| self.cx.unit.types[self.cx.type_of(e)].size;
        let alike = size_of(dest) == size_of(src) && size_of(dest) != TypeSize::Incomplete;
        if alike || size.e.is_none() || !util::operand_equal(&self.cx, src, size.e) {
            return None;
        }
        Some(format!(
            "argument to ‘sizeof’ in ‘{name}’ call is the same expression as the source; did you mean to use the size of the destination?"
        ))
    }

    fn warn_of_memset(&mut self, args: &[ExprId], zeros: [bool; LOOKED_AT], loc: Location) {
        if zeros[2] && !zeros[1] {
            let text = "‘memset’ used with constant zero length parameter; this could be due to transposed parameters";
            self.warning("memset-transposed-args", loc, text);
        }
        if !self.cx.unit.diagnostics.warnings.enabled("memset-elt-size") {
            return;
        }
        let Some(length) = self.folded_int(args[2]) else { return };
        let mut object = util::strip_nops(&self.cx, args[0]);
        if let ExprKind::Addr(inner) = self.cx.exprs[object].kind {
            object = inner;
        }
        let ty = self.cx.type_of(object);
        if let TypeKind::Array { element, domain: ArrayDomain::Count(count) } =
            *self.cx.unit.types.kind(ty)
            && i128::from(count) == length
            && count > 0
            && self.cx.unit.types.size(element).is_some_and(|size| size != 1)
        {
            let text = "‘memset’ used with length equal to number of elements without multiplication by element size";
            self.warning("memset-elt-size", loc, text);
        }
    }
}

impl SizeofOperand {
    /// The same in parentheses.
    pub(super) fn in_parentheses(self) -> SizeofOperand {
        SizeofOperand { parenthesized: true, ..self }
    }

    /// The operand as how an expression was written.
    pub(super) fn of(ty: TypeId, e: Option<ExprId>, loc: Location) -> SizeofOperand {
        SizeofOperand { ty, e: e.unwrap_or(ExprId::NONE), loc, parenthesized: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_arguments_are_noted() {
        let operand = SizeofOperand::of(TypeId(0), None, Location::BUILTIN);
        let mut arguments = WrittenArguments::default();
        arguments.note(0, Written::Sizeof(operand), false);
        arguments.note(1, Written::Plain, true);
        arguments.note(7, Written::Sizeof(operand), true);
        assert!(arguments.sizes[0].is_some() && arguments.sizes[1].is_none());
        assert_eq!(arguments.zeros, [false, true, false]);
    }
}
