//! Builtin functions: their types, their declarations, and what happens when the program declares them itself.

use super::Parser;
use super::merge::{attribute_lists, shown_attributes};
use super::suggestion::{Meant, Sought};
use crate::generic::{ExprId, ExprKind};
use crate::scope::{Binding, Meaning};
use gimple::builtins::{self, Builtin, Ecf, Signature, SignaturePart};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::ledger::{Section, Support};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::symbol::Symbol;
use gimple::types::{Quals, TypeId, TypeKind};

const OPERATORS: Support = Support::Implemented("tests/run/builtin-operators.c");

/// Builtins that are keywords: what they are given is no list of values.
const KEYWORDS: &[(&str, Support)] = &[
    ("__builtin_assoc_barrier", OPERATORS),
    ("__builtin_call_with_static_chain", Support::Refused),
    ("__builtin_choose_expr", OPERATORS),
    ("__builtin_complex", OPERATORS),
    ("__builtin_convertvector", OPERATORS),
    ("__builtin_has_attribute", Support::Implemented("tests/run/has-attribute.c")),
    ("__builtin_offsetof", OPERATORS),
    ("__builtin_shuffle", OPERATORS),
    ("__builtin_shufflevector", OPERATORS),
    ("__builtin_tgmath", OPERATORS),
    ("__builtin_types_compatible_p", OPERATORS),
    ("__builtin_va_arg", OPERATORS),
];

/// The ledger's section.
pub fn ledger() -> Section {
    builtins::ledger::ledger(KEYWORDS)
}

impl Parser<'_> {
    /// The function a `__builtin_`, `__sync_` or `__atomic_` name stands for, declared on first use.
    pub fn builtin_decl(&mut self, name: Symbol) -> Option<DeclId> {
        if let Some(&decl) = self.unit.builtins.get(&name) {
            return Some(decl);
        }
        let text = self.cx.unit.symbols.text(name);
        let builtin = match text.strip_prefix("__builtin_") {
            Some(plain) => Builtin::find(plain),
            None if text.starts_with("__sync_") || text.starts_with("__atomic_") => {
                Builtin::find(text)
            }
            None => None,
        }?;
        if builtin.is_refused() {
            let text = format!("‘{text}’");
            let loc = self.loc();
            self.sorry(loc, text);
        }
        let decl = self.new_builtin(name, builtin);
        if builtin.info().library {
            let plain = self.cx.unit.symbols.intern(builtin.name());
            self.cx.unit.decls[decl].extra_mut().assembler_name = Some(plain);
        }
        self.unit.builtins.insert(name, decl);
        Some(decl)
    }

    fn new_builtin(&mut self, name: Symbol, builtin: Builtin) -> DeclId {
        let ty = self.builtin_type(builtin);
        let mut decl = Decl::new(DeclKind::Function, Some(name), ty, Location::BUILTIN);
        decl.flags = flag::EXTERNAL | flag::PUBLIC | flag::ARTIFICIAL;
        self.make_builtin(&mut decl, builtin);
        self.cx.new_decl(decl)
    }

    /// Gives a declaration the properties of a builtin.
    fn make_builtin(&self, decl: &mut Decl, builtin: Builtin) {
        let flags = builtin.info().flags;
        decl.builtin = Some(builtin);
        for (from, to) in [
            (Ecf::NOTHROW, flag::NOTHROW),
            (Ecf::LEAF, flag::LEAF),
            (Ecf::CONST, flag::CONST),
            (Ecf::PURE, flag::PURE),
            (Ecf::NORETURN, flag::NORETURN),
            (Ecf::MALLOC, flag::MALLOC),
            (Ecf::COLD, flag::COLD),
            (Ecf::RETURNS_TWICE, flag::RETURNS_TWICE),
        ] {
            if flags.intersects(from) {
                decl.flags |= to;
            }
        }
        if flags.intersects(Ecf::MATH_ERRNO) && !self.cx.options.on(Flag::MathErrno) {
            decl.flags |= flag::CONST;
        }
    }

    /// The library builtin of a plain name, where plain names are builtins.
    fn library_builtin(&self, name: Symbol) -> Option<Builtin> {
        if !self.cx.options.on(Flag::Builtin) {
            return None;
        }
        let text = self.cx.unit.symbols.text(name);
        if self.cx.options.code.not_builtin.iter().any(|other| other == text) {
            return None;
        }
        let builtin = Builtin::find(text)?;
        builtin.info().library.then_some(builtin)
    }

    /// Lets the first declaration of a library function be the builtin of its name, if their types agree.
    pub fn match_builtin(&mut self, name: Symbol, decl: &mut Decl) {
        let Some(builtin) = self.library_builtin(name) else { return };
        if !decl.has(flag::PUBLIC) {
            return;
        }
        let ty = self.builtin_type(builtin);
        if builtin.info().signature == "?" || self.harmless_mismatch(ty, decl.ty) {
            if builtin.info().signature != "?" && !self.is_prototyped(decl.ty) {
                self.note_composite(builtin);
            }
            self.make_builtin(decl, builtin);
            if !self.is_prototyped(decl.ty) {
                return;
            }
            let symbols = &mut self.cx.unit.symbols;
            let declared = decl.extra.as_ref().and_then(|extra| extra.attributes);
            let declared = declared.map_or(String::new(), |text| symbols.text(text).to_owned());
            let shown = shown_with_builtin(&declared, builtin);
            let (_, written) = attribute_lists(&declared);
            self.note_prototype(builtin, ty, decl.ty, &written);
            let symbols = &mut self.cx.unit.symbols;
            if !shown.is_empty() {
                decl.extra_mut().attributes = Some(symbols.intern(&shown));
            }
            return;
        }
        let text = format!(
            "conflicting types for built-in function ‘{}’; expected {}",
            self.text(name),
            self.quoted_type(ty)
        );
        self.warning("builtin-declaration-mismatch", decl.loc, text);
    }

    /// The attributes of a builtin's type and what a declaration without parameters says make a type of its own.
    fn note_composite(&mut self, builtin: Builtin) {
        if builtin.info().flags.intersects(Ecf::TYPE_ATTRIBUTES) {
            self.cx.unit.types.skip_uid();
        }
    }

    /// The types GCC makes of a builtin's type and a declaration with parameters: one that has what is common to both
    /// (`composite_type`), and one with the attributes of both. `written` are the attributes of the type declared.
    fn note_prototype(
        &mut self,
        builtin: Builtin,
        known: TypeId,
        declared: TypeId,
        written: &[String],
    ) {
        let of_builtin = type_attributes(builtin);
        let merged = of_builtin.iter().chain(written).map(String::as_str);
        let merged: Vec<&str> = merged.collect();
        if builtin.info().signature == "?" {
            self.cx.unit.types.note_attributes(declared, &merged);
            return;
        }
        let common = self.common_type(known, declared);
        if common.is_none() || self.qualifiers_differ(known, declared) {
            // The declared type with the builtin's attributes is tried first.
            let names: Vec<&str> = of_builtin.iter().map(String::as_str).collect();
            self.cx.unit.types.note_attributes(declared, &names);
        }
        if common == Some(known) && written.iter().all(|name| of_builtin.contains(name)) {
            return;
        }
        self.cx.unit.types.note_attributes(common.unwrap_or(declared), &merged);
    }

    /// Whether parameters are declared with qualifiers the builtin's have not.
    fn qualifiers_differ(&self, known: TypeId, declared: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let (TypeKind::Function { params: a, .. }, TypeKind::Function { params: b, .. }) =
            (types.kind(known), types.kind(declared))
        else {
            return false;
        };
        a.iter().zip(b).any(|(&a, &b)| types[a].quals != types[b].quals)
    }

    /// What a builtin's type and a declared one have in common: pointers have the builtin's qualifiers, and what they point to
    /// those of the declaration. Nothing if one is not the other but for names and qualifiers.
    fn common_type(&mut self, known: TypeId, declared: TypeId) -> Option<TypeId> {
        let of = |ty| match self.cx.unit.types.kind(ty) {
            TypeKind::Function { result, params, variadic, .. } => {
                Some((*result, params.clone(), *variadic))
            }
            _ => None,
        };
        let ((known_result, known, _), (result, params, variadic)) = (of(known)?, of(declared)?);
        let mut pairs = known.iter().zip(&params).chain([(&known_result, &result)]);
        let plain = |ty| self.cx.unit.types.main_variant(ty);
        if !pairs.all(|(&a, &b)| self.compatible_types(plain(a), plain(b))) {
            return None;
        }
        let mut part = |known: TypeId, declared: TypeId| {
            let types = &self.cx.unit.types;
            match (types.pointee(known), types.pointee(declared)) {
                (Some(a), Some(b)) => {
                    let quals = types[known].quals;
                    let target = self.composite_type(b, a);
                    if target == a {
                        return known;
                    }
                    let pointer = self.cx.unit.types.pointer_to(target);
                    self.cx.unit.types.qualified(pointer, quals)
                }
                _ => declared,
            }
        };
        let result = part(known_result, result);
        let params = known.iter().zip(&params).map(|(&a, &b)| part(a, b)).collect();
        Some(self.cx.unit.types.function_of(result, params, variadic, true))
    }

    pub(super) fn is_prototyped(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Function { prototyped: true, .. })
    }

    /// Whether a declared type is a builtin's but for qualifiers, or names of types that look alike.
    fn harmless_mismatch(&self, builtin: TypeId, declared: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let TypeKind::Function { result: r, params: p, variadic: v, .. } = types.kind(builtin)
        else {
            return false;
        };
        let TypeKind::Function { result: s, params: q, variadic: w, prototyped } =
            types.kind(declared)
        else {
            return false;
        };
        if !self.alike(*r, *s) {
            return false;
        }
        !prototyped
            || (v == w
                && p.len() == q.len()
                && p.iter().zip(q).all(|(&a, &b)| self.alike(a, b) && self.may_point_alike(a, b)))
    }

    /// Whether a parameter that is a pointer may be declared as another: qualifiers may differ, and where a builtin
    /// takes any pointer, that to a structure (`FILE`) will do.
    fn may_point_alike(&self, builtin: TypeId, declared: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let (Some(a), Some(b)) = (types.pointee(builtin), types.pointee(declared)) else {
            return true;
        };
        let (a, b) = (types.main_variant(a), types.main_variant(b));
        let of_library = matches!(types.kind(a), TypeKind::Void)
            && matches!(types.kind(b), TypeKind::Record { .. } | TypeKind::Union { .. });
        of_library || self.compatible_types(a, b)
    }

    /// A definition in the old style says nothing of its parameters: it is not the builtin of its name.
    pub fn forget_builtin_of_old_style(&mut self, decl: DeclId, ty: TypeId) {
        if self.is_prototyped(ty) {
            return;
        }
        let decl = &mut self.cx.unit.decls[decl];
        if decl.builtin.take().is_some() {
            decl.flags &= !(flag::CONST | flag::PURE | flag::LEAF | flag::NOTHROW | flag::MALLOC);
        }
    }

    /// The function a call of a builtin declared without a prototype calls: what does not fit the builtin is a call of
    /// the library's function, about which nothing is known.
    pub fn fitting_callee(&mut self, callee: ExprId, args: &[ExprId], loc: Location) -> ExprId {
        let ExprKind::Decl(decl) = *self.cx.exprs.kind(callee) else { return callee };
        let Some(builtin) = self.cx.unit.decls[decl].builtin else { return callee };
        // There is no function `alloca` to call: its argument is made to fit.
        if builtin == Builtin::Alloca
            && args.len() == 1
            && !self.is_prototyped(self.cx.unit.decls[decl].ty)
        {
            let name = self.cx.unit.symbols.intern("__builtin_alloca");
            return match self.builtin_decl(name) {
                Some(known) => self.declared(known, self.cx.exprs[callee].loc),
                None => callee,
            };
        }
        if builtin.info().signature == "?"
            || self.is_prototyped(self.cx.unit.decls[decl].ty)
            || self.fits_builtin(decl, builtin, args, loc)
        {
            return callee;
        }
        let plain = match self.unit.plain_functions.get(&decl) {
            Some(&plain) => plain,
            None => {
                let mut plain = self.cx.unit.decls[decl].clone();
                plain.builtin = None;
                let plain = self.cx.new_decl(plain);
                self.unit.plain_functions.insert(decl, plain);
                plain
            }
        };
        self.declared(plain, self.cx.exprs[callee].loc)
    }

    /// Whether arguments, promoted, are passed as a builtin takes them; warns where they are not.
    fn fits_builtin(
        &mut self,
        decl: DeclId,
        builtin: Builtin,
        args: &[ExprId],
        loc: Location,
    ) -> bool {
        let ty = self.builtin_type(builtin);
        let TypeKind::Function { params, variadic, .. } = self.cx.unit.types.kind(ty).clone()
        else {
            return true;
        };
        let name = self.cx.unit.decl_name(decl).unwrap_or("").to_string();
        let declared = self.cx.unit.decls[decl].loc;
        if args.len() < params.len() {
            let count = params.len();
            let text = format!("too few arguments to built-in function ‘{name}’ expecting {count}");
            if self.warning("builtin-declaration-mismatch", loc, text) {
                self.note(declared, "declared here");
            }
            return false;
        }
        let mut fits = args.len() == params.len() || variadic;
        for (index, (&arg, &param)) in args.iter().zip(&params).enumerate() {
            let given = self.cx.type_of(arg);
            let types = &self.cx.unit.types;
            let decays =
                matches!(types.kind(given), TypeKind::Array { .. } | TypeKind::Function { .. });
            if self.cx.is_error(arg) || decays && types.is_pointer(param) {
                continue;
            }
            if self.alike(self.promoted(given), self.promoted(param)) {
                continue;
            }
            fits = false;
            let text = format!(
                "‘{name}’ argument {} type is {} where {} is expected in a call to built-in function \
                 declared without prototype",
                index + 1,
                self.quoted_type(given),
                self.quoted_type(param)
            );
            let at = self.cx.get(arg).loc;
            if self.warning("builtin-declaration-mismatch", at, text) {
                self.note(declared, format!("built-in ‘{name}’ declared here"));
            }
        }
        fits
    }

    /// Whether values of two types are passed alike.
    fn alike(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let class = |ty: TypeId| match types.kind(ty) {
            TypeKind::Void => 0,
            TypeKind::Pointer(_) => 1,
            TypeKind::Real(_) => 2,
            TypeKind::Complex(_) => 3,
            TypeKind::Bool => 5,
            _ if types.is_integral(ty) => 4,
            _ => 6,
        };
        class(a) == class(b)
            && types.size(a) == types.size(b)
            && (class(a) != 6 || types.same_main(a, b))
    }

    /// Declares a function by its being called. The name has no meaning so far.
    pub fn implicitly_declare(&mut self, name: Symbol, loc: Location) -> DeclId {
        let text = self.text(name);
        let int = self.cx.unit.common.int;
        let unprototyped = self.cx.unit.types.function_of(int, Vec::new(), false, false);
        if let Some(&decl) = self.scopes.externals.get(&name)
            && self.cx.unit.decls[decl].kind == DeclKind::Function
        {
            if self.unit.implicit.insert(decl) {
                self.warning(
                    "implicit-function-declaration",
                    loc,
                    format!("implicit declaration of function ‘{text}’"),
                );
            }
            if let Some(builtin) = self.cx.unit.decls[decl].builtin {
                let ty = self.builtin_type(builtin);
                self.check_implicit_builtin(ty, unprototyped, &text, loc);
            }
            self.bind_implicit(name, decl, loc);
            return decl;
        }
        let meant = match self.library_builtin(name) {
            Some(_) => Meant::default(),
            None => self.suggestion(name, Sought::Function),
        };
        let said = format!("implicit declaration of function ‘{text}’{meant}");
        if self.warning("implicit-function-declaration", meant.at(loc), said) {
            self.note_header(&text, loc);
        }
        let decl = match self.library_builtin(name) {
            Some(builtin) => {
                let ty = self.builtin_type(builtin);
                let compatible = self.check_implicit_builtin(ty, unprototyped, &text, loc);
                let decl = self.new_builtin(name, builtin);
                self.cx.unit.decls[decl].loc = loc;
                if compatible {
                    self.cx.unit.decls[decl].ty = unprototyped;
                }
                self.note_composite(builtin);
                decl
            }
            None => {
                if !self.scopes.at_file_scope() {
                    self.warn_of_nested_extern(name, loc);
                }
                let mut decl = Decl::new(DeclKind::Function, Some(name), unprototyped, loc);
                decl.flags = flag::EXTERNAL | flag::PUBLIC;
                self.cx.new_decl(decl)
            }
        };
        self.unit.implicit.insert(decl);
        self.scopes.externals.insert(name, decl);
        self.bind_implicit(name, decl, loc);
        decl
    }

    /// Whether a builtin is of the type that calling it without a declaration gives it; warns if not.
    fn check_implicit_builtin(
        &mut self,
        builtin: TypeId,
        implicit: TypeId,
        name: &str,
        loc: Location,
    ) -> bool {
        let compatible = self.compatible_types(builtin, implicit);
        if !compatible {
            let text = format!("incompatible implicit declaration of built-in function ‘{name}’");
            self.warning("builtin-declaration-mismatch", loc, text);
        }
        compatible
    }

    fn bind_implicit(&mut self, name: Symbol, decl: DeclId, loc: Location) {
        self.scopes.bind(name, Meaning::Ordinary(Binding::Decl(decl)), loc);
        if !self.scopes.at_file_scope() {
            self.list_block_extern(decl);
        }
    }

    /// The type of a builtin; an unprototyped function of `int` where it is generic.
    pub fn builtin_type(&mut self, builtin: Builtin) -> TypeId {
        let Some(signature) = Signature::read(builtin.info().signature) else {
            let int = self.cx.unit.common.int;
            return self.cx.unit.types.function_of(int, Vec::new(), false, false);
        };
        let result = self.signature_type(&signature.result);
        let params = signature.params.iter().map(|part| self.signature_type(part)).collect();
        self.cx.unit.types.function_of(result, params, signature.variadic, true)
    }

    /// The type a part of a signature stands for.
    fn signature_type(&mut self, part: &SignaturePart) -> TypeId {
        let mut ty = self.cx.unit.common.of_letter(part.letter, part.unsigned);
        if part.complex {
            ty = self.complex_type(ty);
        }
        ty = self.add_quals(ty, part.quals);
        for level in 0..part.pointers {
            if level > 0 && part.to_const_pointer {
                ty = self.add_quals(ty, Quals::CONST);
            }
            ty = self.cx.unit.types.pointer_to(ty);
        }
        ty
    }

    /// Binds the names the compiler itself defines as types.
    pub fn declare_builtin_types(&mut self) {
        let c = self.cx.unit.common.clone();
        let names = [
            ("__builtin_va_list", c.va_list),
            ("__int128_t", c.int128),
            ("__uint128_t", c.uint128),
        ];
        let count = if self.cx.unit.target.has_int128() { names.len() } else { 1 };
        for &(name, ty) in &names[..count] {
            let name = self.cx.unit.symbols.intern(name);
            let quals = Quals::NONE;
            let ty = if ty == c.va_list {
                ty
            } else {
                self.cx.unit.types.variant(ty, quals, Some(name))
            };
            self.scopes.bind(name, Meaning::Ordinary(Binding::Typedef(ty)), Location::BUILTIN);
        }
        if self.cx.options.on(Flag::Gimple) {
            let name = self.cx.unit.symbols.intern("__SIZETYPE__");
            let meaning = Meaning::Ordinary(Binding::Typedef(c.sizetype));
            self.scopes.bind(name, meaning, Location::BUILTIN);
        }
        if self.cx.options.dumping {
            self.cx.unit.types.number_types(&c);
        }
    }
}

/// The attributes dumps show of a function that is a builtin: those it was declared with, then the builtin's.
fn shown_with_builtin(declared: &str, builtin: Builtin) -> String {
    let names = [
        (Ecf::NOTHROW, "nothrow"),
        (Ecf::LEAF, "leaf"),
        (Ecf::CONST, "const"),
        (Ecf::PURE, "pure"),
        (Ecf::NORETURN, "noreturn"),
    ];
    let flags = builtin.info().flags;
    let known = names.iter().filter(|(flag, _)| flags.intersects(*flag)).map(|(_, name)| *name);
    let (mut own, mut of_type) = attribute_lists(declared);
    for name in known {
        if !own.iter().any(|written| written == name) {
            own.push(name.to_string());
        }
    }
    of_type.extend(format_attributes(builtin));
    if is_type_generic(builtin) {
        of_type.push("type generic".to_string());
    }
    shown_attributes(&own, &of_type)
}

/// The attributes of a builtin's type, in words that tell those of one builtin from those of another.
fn type_attributes(builtin: Builtin) -> Vec<String> {
    let flags = builtin.info().flags;
    if is_type_generic(builtin) {
        return vec!["type generic".to_string()];
    }
    let mut all = Vec::new();
    if flags.intersects(Ecf::TYPE_ATTRIBUTES) {
        let (plain, first) = (builtin.unchecked(), builtin.info().may_be_null);
        match first {
            0 => all.push("nonnull".to_string()),
            u8::MAX => {}
            first => all.push(format!("nonnull after {first}")),
        }
        let sizes = match plain {
            Builtin::Malloc | Builtin::Alloca => "1",
            Builtin::Calloc => "1, 2",
            Builtin::Realloc | Builtin::AlignedAlloc => "2",
            _ => "",
        };
        if !sizes.is_empty() {
            all = vec!["warn_unused_result".to_string(), format!("alloc_size ({sizes})")];
        }
        if matches!(plain, Builtin::Stpcpy | Builtin::Stpncpy | Builtin::Mempcpy) {
            all.push("returns_nonnull".to_string());
        }
        let formats = format_attributes(builtin).into_iter().skip(1);
        all.extend(formats);
        if builtin.unchecked().name().ends_with("scanf") {
            all.push(format!("format ({})", builtin.info().signature));
        }
    }
    all
}

/// Whether a builtin takes values of any type.
fn is_type_generic(builtin: Builtin) -> bool {
    builtin.info().signature == "?"
        && (builtin == Builtin::Signbit || builtin.name().starts_with("is"))
}

/// What the types of functions that print by a format say of their parameters.
fn format_attributes(builtin: Builtin) -> Vec<String> {
    use Builtin::*;
    let plain = builtin.unchecked();
    let takes_list = matches!(plain, Vprintf | Vfprintf | Vsprintf | Vsnprintf);
    if !takes_list && !matches!(plain, Printf | Fprintf | Sprintf | Snprintf) {
        return Vec::new();
    }
    let Some(Signature { params, .. }) = Signature::read(builtin.info().signature) else {
        return Vec::new();
    };
    let Some(format) = params.iter().rposition(|part| part.pointers > 0) else { return Vec::new() };
    // Where the size of what is written is given, nothing may be.
    let may_be_null = |index: usize| matches!(plain, Snprintf | Vsnprintf) && index != format;
    let nonnull: Vec<String> = params
        .iter()
        .enumerate()
        .filter(|&(index, part)| part.pointers > 0 && !may_be_null(index))
        .map(|(index, _)| (index + 1).to_string())
        .collect();
    let first = if takes_list { 0 } else { params.len() + 1 };
    vec![
        format!("nonnull ({})", nonnull.join(", ")),
        format!("format (printf, {}, {first})", format + 1),
    ]
}
