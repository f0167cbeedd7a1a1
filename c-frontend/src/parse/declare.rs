//! What a declarator declares: typedefs, variables, parameters and functions, bound in their scopes.

use super::Parser;
use super::attributes::AttrSet;
use super::declaration::Place;
use super::declarator::{DeclContext, Declarator, Part};
use super::shadow::Hiding;
use super::specs::{DeclSpecs, Storage};
use crate::generic::ExprKind;
use crate::scope::{Binding, FrameKind, Meaning};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::declared_types::DeclaredTypes;
use gimple::location::Location;
use gimple::sanitize::Sanitize;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind, TypeSize};

/// So many attributes of a function's type are counted as types.
const MAX_TYPE_ATTRIBUTES: usize = 32;

/// What a declarator declares, and what is said of it.
#[derive(Clone, Copy)]
pub struct Declaration<'d> {
    pub specs: &'d DeclSpecs,
    pub name: Symbol,
    pub ty: TypeId,
    pub attrs: &'d AttrSet,
    pub asm_name: Option<Symbol>,
    pub loc: Location,
}

impl Parser<'_> {
    /// Declares what a declarator declares. `None` for typedefs and after errors.
    pub fn declare(
        &mut self,
        specs: &DeclSpecs,
        declarator: &Declarator,
        attrs: &AttrSet,
        asm_name: Option<Symbol>,
        initialized: bool,
        place: Place,
    ) -> Option<DeclId> {
        self.warn_implicit_int(specs, declarator);
        self.check_atomic(specs, declarator.loc);
        let ty = {
            let context = match place {
                Place::OldParameter => DeclContext::Parameter,
                _ => DeclContext::Normal,
            };
            self.apply_declarator(specs, declarator, context)
        };
        let name = declarator.name?;
        if place == Place::ForInit {
            self.check_for_declaration(specs, name, declarator.loc);
        }
        if Self::is_typedef(specs) {
            if initialized {
                let text = format!(
                    "typedef ‘{}’ is initialized (use ‘__typeof__’ instead)",
                    self.text(name)
                );
                let at = self.cx.input_location();
                self.error(at, text);
            }
            if specs.align > 0 {
                let text = format!("alignment specified for typedef ‘{}’", self.text(name));
                self.error(declarator.loc, text);
            }
            self.declare_typedef(name, ty, attrs, declarator.loc, specs.explicitly_signed);
            return None;
        }
        let ty = self.apply_mode_attributes(ty, attrs);
        if place == Place::OldParameter {
            return self.declare_old_parameter(name, ty, specs, declarator.loc);
        }
        self.evaluate_effects(declarator.loc);
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Function { .. }) {
            if initialized {
                let text = format!("function ‘{}’ is initialized like a variable", self.text(name));
                let at = self.cx.input_location();
                self.error(at, text);
                return None;
            }
            let mut attrs = attrs.clone();
            if let Some(access) =
                declarator.parameters().and_then(|params| params.access_attribute())
            {
                attrs.shown.push(access);
            }
            let loc = declarator.loc;
            let function = Declaration { specs, name, ty, attrs: &attrs, asm_name, loc };
            let decl = self.declare_function(function, false);
            self.note_parameters(decl, declarator);
            return Some(decl);
        }
        let variable = Declaration { specs, name, ty, attrs, asm_name, loc: declarator.loc };
        self.declare_variable(variable, initialized)
    }

    /// A `for` statement declares automatic variables only.
    fn check_for_declaration(&mut self, specs: &DeclSpecs, name: Symbol, loc: Location) {
        let text = self.text(name);
        let (at, what) = match specs.storage {
            Some(Storage::Static) => (loc, "static variable"),
            Some(Storage::Extern) => (loc, "‘extern’ variable"),
            Some(Storage::Typedef) => (self.unit.for_statement, "non-variable"),
            _ => return,
        };
        self.error(at, format!("declaration of {what} ‘{text}’ in ‘for’ loop initial declaration"));
    }

    /// Neither arrays nor functions are atomic, nor is what they are named by.
    fn check_atomic(&mut self, specs: &DeclSpecs, loc: Location) {
        if !specs.is_atomic() {
            return;
        }
        let what = match self.cx.unit.types.kind(specs.ty) {
            TypeKind::Array { .. } => "array",
            TypeKind::Function { .. } => "function",
            _ => return,
        };
        self.error(loc, format!("‘_Atomic’-qualified {what} type"));
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> String {
        self.cx.unit.symbols.text(symbol).to_string()
    }

    fn warn_implicit_int(&mut self, specs: &DeclSpecs, declarator: &Declarator) {
        if !specs.default_int || specs.erroneous {
            return;
        }
        if matches!(declarator.parts.first(), Some(Part::Function(_)))
            && declarator.parts.len() == 1
        {
            self.warning("implicit-int", declarator.loc, "return type defaults to ‘int’");
            return;
        }
        let name = self.declarator_name(declarator);
        if specs.any {
            let text = format!("type defaults to ‘int’ in declaration of {name}");
            self.warning("implicit-int", declarator.loc, text);
        } else {
            self.pedwarn("", declarator.loc, "data definition has no type or storage class");
            let text = format!("type defaults to ‘int’ in declaration of {name}");
            self.warning("implicit-int", declarator.loc, text);
        }
    }

    fn declare_typedef(
        &mut self,
        name: Symbol,
        ty: TypeId,
        attrs: &AttrSet,
        loc: Location,
        explicitly_signed: bool,
    ) {
        let ty = self.apply_type_attributes(ty, attrs, loc);
        let quals = self.cx.unit.types[ty].quals;
        let named = self.cx.unit.types.variant(ty, quals, Some(name));
        if !attrs.written.is_empty() {
            self.unit.type_attributes.entry(named).or_default().extend_from_slice(&attrs.written);
        }
        if let Some(notices) = &attrs.notices {
            self.unit.type_notices.insert(named, notices.clone());
        }
        if explicitly_signed {
            self.unit.explicitly_signed.insert(named);
        }
        if named != ty
            && let Some(&count) = self.cx.variable_sizes.get(&ty)
        {
            self.cx.variable_sizes.insert(named, count);
        }
        if let Some(old) = self.scopes.lookup_current(name) {
            match old.meaning {
                Meaning::Ordinary(Binding::Typedef(previous)) => {
                    if !self.compatible_types(previous, named) {
                        let have = self.quoted_type(ty);
                        let text =
                            format!("conflicting types for ‘{}’; have {have}", self.text(name));
                        self.error(loc, text);
                        self.previous_declaration_note(name, old.loc, false);
                    } else if self.is_variably_modified(named) {
                        let name_text = self.text(name);
                        let text = format!(
                            "redefinition of typedef ‘{name_text}’ with variably modified type"
                        );
                        self.error(loc, text);
                        self.previous_declaration_note(name, old.loc, false);
                    }
                    self.pending_effects.clear();
                    return;
                }
                Meaning::Ordinary(Binding::Error) => {}
                _ => {
                    let text =
                        format!("‘{}’ redeclared as different kind of symbol", self.text(name));
                    self.error(loc, text);
                    self.previous_declaration_note(name, old.loc, false);
                }
            }
        }
        self.warn_of_shadowing(Hiding { name, loc, ty: named });
        self.scopes.bind(name, Meaning::Ordinary(Binding::Typedef(named)), loc);
        if self.cx.options.code.debug.level > 1 {
            let main = self.cx.unit.types.main_variant(named);
            let declared: &mut DeclaredTypes = self.cx.unit.pass_state.of();
            declared.add_typedef((named, name), (ty, main), loc);
        }
        self.evaluate_effects(loc);
        self.local_type_decl(Some(name), named, loc);
        if matches!(self.scopes.kind(), FrameKind::Block | FrameKind::Function)
            && let Some(&decl) = self.scopes.current().vars.last()
        {
            self.mark_declaration(decl, false);
        }
        if self.is_variable(named) {
            self.type_takes_effect(loc);
        }
    }

    /// Whether a type has a size known at run time only, or is made of one that has. As in GCC an array of pointers
    /// is not, whatever they point to.
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        let mut inner = ty;
        loop {
            if self.is_variable(inner) {
                return true;
            }
            inner = match *self.cx.unit.types.kind(inner) {
                TypeKind::Pointer(to) => to,
                TypeKind::Function { result, .. } => result,
                TypeKind::Record { .. } | TypeKind::Union { .. } => {
                    return self.modified_records.contains(&self.cx.unit.types.main_variant(inner));
                }
                _ => return false,
            }
        }
    }

    fn is_variable(&self, ty: TypeId) -> bool {
        self.cx.unit.types[ty].size == TypeSize::Variable
    }

    /// The type just listed among the block's declarations is evaluated here.
    pub fn type_takes_effect(&mut self, loc: Location) {
        if self.function.is_some()
            && let Some(&decl) = self.scopes.current().vars.last()
        {
            let stmt = self.statement_expr(ExprKind::DeclStmt(decl), loc);
            self.add_stmt(stmt);
        }
    }

    /// The type a parameter of a type has: arrays and functions are pointers.
    fn adjusted_parameter_type(&mut self, ty: TypeId, declarator_quals: Quals) -> TypeId {
        let types = &mut self.cx.unit.types;
        match *types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let pointer = types.pointer_to(element);
                types.qualified(pointer, declarator_quals)
            }
            TypeKind::Function { .. } => types.pointer_to(ty),
            _ => ty,
        }
    }

    /// Declares a parameter of a prototype.
    pub fn declare_parameter(&mut self, specs: &mut DeclSpecs, declarator: Declarator) -> DeclId {
        let loc = declarator.loc;
        if specs.default_int && !specs.erroneous {
            let name = self.declarator_name(&declarator);
            let text = format!("type defaults to ‘int’ in declaration of {name}");
            self.warning("implicit-int", loc, text);
        }
        if specs.storage.is_some_and(|storage| storage != Storage::Register) || specs.thread {
            let name = match declarator.name {
                Some(name) => format!("for parameter ‘{}’", self.text(name)),
                None => "for unnamed parameter".to_string(),
            };
            self.error(loc, format!("storage class specified {name}"));
        }
        let mut attrs = specs.attrs.clone();
        attrs.merge(declarator.attrs.clone());
        let ty = self.apply_declarator(specs, &declarator, DeclContext::Parameter);
        let ty = self.apply_mode_attributes(ty, &attrs);
        let quals = match declarator.parts.last() {
            Some(Part::Array(array)) => array.quals,
            _ => Quals::NONE,
        };
        let is_array = matches!(self.cx.unit.types.kind(ty), TypeKind::Array { .. });
        let mut ty = self.adjusted_parameter_type(ty, quals);
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Void) {
            let text = match declarator.name {
                Some(name) => format!("parameter ‘{}’ has void type", self.text(name)),
                None => "parameter has void type".to_string(),
            };
            self.error(loc, text);
            ty = self.cx.unit.common.int;
        }
        let register = specs.storage == Some(Storage::Register);
        let decl = self.new_parameter(declarator.name, ty, register, &attrs, loc);
        if is_array {
            self.unit.array_parameters.insert(decl);
        }
        decl
    }

    fn new_parameter(
        &mut self,
        name: Option<Symbol>,
        ty: TypeId,
        register: bool,
        attrs: &AttrSet,
        loc: Location,
    ) -> DeclId {
        if let Some(name) = name
            && let Some(old) = self.scopes.lookup_current(name)
            && let Meaning::Ordinary(Binding::Decl(decl)) = old.meaning
        {
            if let Some(index) = self.forward_params.iter().position(|&forward| forward == decl) {
                self.forward_params.swap_remove(index);
                return decl;
            }
            let text = format!("redefinition of parameter ‘{}’", self.text(name));
            self.error(loc, text);
            let note = format!(
                "previous definition of ‘{}’ with type {}",
                self.text(name),
                self.quoted_type(ty)
            );
            self.note(old.loc, note);
        }
        let mut decl = Decl::new(DeclKind::Parm, name, ty, loc);
        decl.set(flag::REGISTER, register);
        decl.flags |= attrs.decl_flags & flag::UNUSED;
        self.set_qualifier_flags(&mut decl);
        let decl = self.cx.new_decl(decl);
        if let Some(name) = name {
            self.scopes.bind(name, Meaning::Ordinary(Binding::Decl(decl)), loc);
        }
        decl
    }

    /// A parameter of an old-style definition without a declaration of its own: an `int`.
    pub fn implicit_parameter(&mut self, name: Symbol, loc: Location) -> DeclId {
        let int = self.cx.unit.common.int;
        self.unit.implicit_parameters.push(name);
        self.new_parameter(Some(name), int, false, &AttrSet::default(), loc)
    }

    fn declare_old_parameter(
        &mut self,
        name: Symbol,
        ty: TypeId,
        specs: &DeclSpecs,
        loc: Location,
    ) -> Option<DeclId> {
        if !self.unit.old_parameters.contains(&name) {
            let text =
                format!("declaration for parameter ‘{}’ but no such parameter", self.text(name));
            self.error(loc, text);
            return None;
        }
        let is_array = matches!(self.cx.unit.types.kind(ty), TypeKind::Array { .. });
        let ty = self.adjusted_parameter_type(ty, Quals::NONE);
        let register = specs.storage == Some(Storage::Register);
        let decl = self.new_parameter(Some(name), ty, register, &specs.attrs, loc);
        if is_array {
            self.unit.array_parameters.insert(decl);
        }
        Some(decl)
    }

    /// Lets a declaration be read-only and volatile as its type is.
    pub fn set_qualifier_flags(&self, decl: &mut Decl) {
        let mut ty = decl.ty;
        let types = &self.cx.unit.types;
        while let TypeKind::Array { element, .. } = *types.kind(ty) {
            ty = element;
        }
        decl.set(flag::READONLY, types[ty].quals.contains(Quals::CONST));
        decl.set(flag::VOLATILE, types[ty].quals.contains(Quals::VOLATILE));
    }

    fn declare_variable(&mut self, variable: Declaration, initialized: bool) -> Option<DeclId> {
        let Declaration { specs, name, mut ty, attrs, asm_name, loc } = variable;
        let at_file = self.scopes.at_file_scope();
        let is_extern_void = specs.storage == Some(Storage::Extern) && !initialized;
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Void) && !is_extern_void {
            let text = format!("variable or field ‘{}’ declared void", self.text(name));
            self.error(loc, text);
            ty = self.cx.unit.common.int;
        }
        let mut decl = Decl::new(DeclKind::Var, Some(name), ty, loc);
        decl.context = if at_file { DeclId::NONE } else { self.cx.current_function };
        self.set_qualifier_flags(&mut decl);
        self.check_variable_storage(specs, name, initialized, asm_name.is_some(), loc);
        if specs.storage == Some(Storage::Extern) && self.is_variably_modified(ty) {
            self.error(loc, "object with variably modified type must have no linkage");
        }
        match specs.storage {
            Some(Storage::Extern) if initialized => decl.flags |= flag::STATIC | flag::PUBLIC,
            Some(Storage::Extern) => decl.flags |= flag::EXTERNAL | flag::PUBLIC,
            Some(Storage::Static) => decl.flags |= flag::STATIC,
            _ if at_file => decl.flags |= flag::STATIC | flag::PUBLIC,
            Some(Storage::Register) => decl.flags |= flag::REGISTER,
            _ => {}
        }
        if at_file && asm_name.is_some() && specs.storage == Some(Storage::Register) {
            // It is there for all functions, and none defines it.
            decl.flags |= flag::STATIC | flag::PUBLIC | flag::HARD_REGISTER;
            decl.extra_mut().hard_register = asm_name;
            if initialized {
                self.error(loc, "global register variable has initial value");
            }
        }
        decl.set(flag::THREAD_LOCAL, specs.thread);
        self.apply_decl_attributes(&mut decl, specs, attrs);
        self.warn_of_variable_main(&decl, name);
        let hard = decl.has(flag::HARD_REGISTER);
        if !hard {
            self.set_asm_name(&mut decl, asm_name, specs.storage == Some(Storage::Register));
        }
        let linkage = decl.has(flag::PUBLIC) || (at_file && decl.has(flag::STATIC));
        if linkage {
            if initialized {
                self.check_defined_once(name, loc);
            }
            return Some(self.declare_with_linkage(name, decl, initialized));
        }
        let decl = self.declare_local(name, decl);
        self.mark_declaration(decl, initialized);
        Some(decl)
    }

    /// Binds a declaration without linkage in the innermost scope, where nothing else may have its name.
    fn declare_local(&mut self, name: Symbol, decl: Decl) -> DeclId {
        let loc = decl.loc;
        if let Some(old) = self.scopes.lookup_current(name)
            && !matches!(old.meaning, Meaning::Ordinary(Binding::Error))
        {
            self.complain_of_redeclaration(name, &decl, old.meaning, old.loc);
        }
        if self.scopes.lookup_current(name).is_none() {
            self.warn_of_shadowing(Hiding { name, loc, ty: decl.ty });
        }
        let decl = self.cx.new_decl(decl);
        self.scopes.bind(name, Meaning::Ordinary(Binding::Decl(decl)), loc);
        self.scopes.current().vars.push(decl);
        decl
    }

    /// Complains of a second definition of a variable with linkage.
    fn check_defined_once(&mut self, name: Symbol, loc: Location) {
        let Some(&old) = self.scopes.externals.get(&name) else { return };
        if !self.is_defined(old) {
            return;
        }
        let text = self.text(name);
        self.error(loc, format!("redefinition of ‘{text}’"));
        let d = &self.cx.unit.decls[old];
        let (at, ty) = (d.loc, d.ty);
        let note = format!("previous definition of ‘{text}’ with type {}", self.quoted_type(ty));
        self.note(at, note);
    }

    fn check_variable_storage(
        &mut self,
        specs: &DeclSpecs,
        name: Symbol,
        initialized: bool,
        named: bool,
        loc: Location,
    ) {
        let at_file = self.scopes.at_file_scope();
        let text = self.text(name);
        match specs.storage {
            Some(Storage::Extern) if initialized && at_file => {
                self.warning("", loc, format!("‘{text}’ initialized and declared ‘extern’"));
            }
            Some(Storage::Extern) if initialized => {
                self.error(loc, format!("‘{text}’ has both ‘extern’ and initializer"));
            }
            Some(Storage::Register) if at_file && !named => {
                self.error(loc, format!("register name not specified for ‘{text}’"));
            }
            Some(Storage::Auto) if at_file => {
                self.error(loc, format!("file-scope declaration of ‘{text}’ specifies ‘auto’"));
            }
            _ => {}
        }
        if specs.thread
            && !at_file
            && !matches!(specs.storage, Some(Storage::Extern | Storage::Static))
        {
            let keyword = if specs.thread_gnu { "__thread" } else { "_Thread_local" };
            let text = format!("function-scope ‘{text}’ implicitly auto and declared ‘{keyword}’");
            self.error(loc, text);
        }
        if specs.inline {
            self.warning("", loc, format!("variable ‘{text}’ declared ‘inline’"));
        }
    }

    fn set_asm_name(&mut self, decl: &mut Decl, asm_name: Option<Symbol>, register: bool) {
        let is_local = !decl.is_global();
        match asm_name {
            Some(text) if register && is_local => {
                decl.flags |= flag::HARD_REGISTER;
                decl.extra_mut().hard_register = Some(text);
            }
            Some(text) if !is_local => {
                let extra = decl.extra_mut();
                extra.assembler_name = Some(text);
                extra.assembler_name_given = true;
            }
            _ => {
                if let Some(name) = decl.name
                    && decl.has(flag::PUBLIC)
                    && let Some(&new) = self.unit.renamed.get(&name)
                {
                    let extra = decl.extra_mut();
                    extra.assembler_name = Some(new);
                    extra.assembler_name_given = true;
                }
            }
        }
    }

    /// Applies attributes to a declaration.
    pub fn apply_decl_attributes(&mut self, decl: &mut Decl, specs: &DeclSpecs, attrs: &AttrSet) {
        decl.flags |= attrs.decl_flags;
        if decl.kind == DeclKind::Function
            && let Some(text) = attrs.shown_text()
        {
            decl.extra_mut().attributes = Some(self.cx.unit.symbols.intern(&text));
        }
        if decl.kind != DeclKind::Function {
            let function_only = flag::NORETURN
                | flag::CONST
                | flag::PURE
                | flag::MALLOC
                | flag::NOINLINE
                | flag::ALWAYS_INLINE
                | flag::CONSTRUCTOR
                | flag::DESTRUCTOR
                | flag::NOTHROW
                | flag::LEAF
                | flag::RETURNS_TWICE
                | flag::COLD
                | flag::HOT;
            decl.flags &= !function_only;
        }
        let natural = self.cx.unit.types.align(decl.ty);
        if let Some(align) = attrs.align {
            decl.align = if decl.kind == DeclKind::Function {
                align
            } else {
                align.max(if attrs.packed { 1 } else { 0 })
            };
        }
        if specs.align > 0 {
            if specs.align < natural && decl.kind == DeclKind::Var {
                let text = format!(
                    "‘_Alignas’ specifiers cannot reduce alignment of ‘{}’",
                    decl.name.map_or(String::new(), |name| self.text(name))
                );
                self.error(decl.loc, text);
            }
            decl.align = decl.align.max(specs.align);
        }
        let automatic = decl.kind == DeclKind::Var
            && decl.context.is_some()
            && !decl.has(flag::STATIC)
            && !decl.has(flag::EXTERNAL);
        if attrs.section.is_some() && automatic {
            self.error(decl.loc, "section attribute cannot be specified for local variables");
        }
        if decl.has(flag::WEAK) && !decl.has(flag::PUBLIC) && !automatic {
            let name = decl.name.map_or(String::new(), |name| self.text(name));
            self.error(decl.loc, format!("weak declaration of ‘{name}’ must be public"));
        }
        self.refuse_storage_order(attrs, decl.loc);
        if decl.kind == DeclKind::Function && !attrs.written.is_empty() {
            self.check_positions(decl.ty, attrs);
        }
        keep_rare_attributes(decl, attrs);
        self.apply_pragmas(decl);
        if let Some((_, at)) = attrs.tls_model
            && !decl.has(flag::THREAD_LOCAL)
        {
            let name = decl.name.map_or(String::new(), |name| self.text(name));
            let text = format!(
                "‘tls_model’ attribute ignored because ‘{name}’ does not have thread storage duration"
            );
            self.warning("attributes", at, text);
        }
        if attrs.alias.is_some() {
            decl.flags &= !flag::EXTERNAL;
            if decl.kind == DeclKind::Var {
                decl.flags |= flag::STATIC;
            }
        }
        if attrs.weakref {
            decl.flags |= flag::WEAK | flag::EXTERNAL;
        }
    }

    /// Remembers where the parameters of a function are declared.
    pub(super) fn note_parameters(&mut self, function: DeclId, declarator: &Declarator) {
        let Some(params) = declarator.parameters().filter(|params| !params.decls.is_empty()) else {
            return;
        };
        let places = params.decls.iter().map(|&param| self.cx.unit.decls[param].loc).collect();
        self.cx.parameter_locations.insert(function, places);
    }

    /// Declares a function; `definition` where its body follows.
    pub fn declare_function(&mut self, function: Declaration, definition: bool) -> DeclId {
        let Declaration { specs, name, ty, attrs, asm_name, loc } = function;
        let at_file = self.scopes.at_file_scope();
        let mut decl = Decl::new(DeclKind::Function, Some(name), ty, loc);
        decl.flags = flag::EXTERNAL | flag::PUBLIC;
        match specs.storage {
            Some(Storage::Static) => {
                if !at_file {
                    let text = format!("invalid storage class for function ‘{}’", self.text(name));
                    self.error(loc, text);
                }
                decl.flags &= !flag::PUBLIC;
            }
            // The forward declaration of a nested function, or its definition.
            Some(Storage::Auto) if !at_file => {
                decl.flags &= !(flag::PUBLIC | flag::EXTERNAL);
            }
            Some(Storage::Auto | Storage::Register) => {
                let text = format!("invalid storage class for function ‘{}’", self.text(name));
                self.error(loc, text);
            }
            _ => {}
        }
        self.check_main_specifiers(name, loc, specs);
        decl.set(flag::INLINE, specs.inline);
        decl.set(flag::NORETURN, specs.noreturn);
        self.apply_decl_attributes(&mut decl, specs, attrs);
        // One after the other: each makes a type that has those before, too.
        let of_type = attrs.shown.iter().filter(|shown| shown.of_type);
        let of_type: Vec<&str> = of_type.map(|shown| shown.text.as_str()).collect();
        for count in 1..=of_type.len().min(MAX_TYPE_ATTRIBUTES) {
            self.cx.unit.types.note_attributes(ty, &of_type[..count]);
        }
        if !definition || asm_name.is_some() {
            self.set_asm_name(&mut decl, asm_name, false);
        }
        let extern_given = specs.storage == Some(Storage::Extern);
        let gnu_inline = self.is_gnu_inline(&decl);
        // Whether this declaration alone asks for a definition other units can call.
        let emits = !specs.inline || if gnu_inline { !extern_given } else { extern_given };
        decl.set(flag::ALWAYS_EMIT, emits && decl.has(flag::PUBLIC));
        if definition && (emits || !decl.has(flag::PUBLIC)) {
            decl.flags &= !flag::EXTERNAL;
        }
        if !at_file && (definition || specs.storage == Some(Storage::Auto)) {
            return self.declare_nested(name, decl);
        }
        self.declare_with_linkage(name, decl, definition)
    }

    /// The nested function a name stands for in the innermost block, if it was declared there.
    pub fn nested_declaration(&self, name: Symbol) -> Option<DeclId> {
        match self.scopes.lookup_current(name)?.meaning {
            Meaning::Ordinary(Binding::Decl(decl)) => {
                self.cx.unit.decls[decl].has(flag::NESTED).then_some(decl)
            }
            _ => None,
        }
    }

    /// Binds a function nested in the one at hand, in the innermost block.
    fn declare_nested(&mut self, name: Symbol, mut decl: Decl) -> DeclId {
        decl.flags &= !(flag::PUBLIC | flag::EXTERNAL | flag::ALWAYS_EMIT);
        decl.flags |= flag::NESTED;
        decl.context = self.cx.current_function;
        match self.nested_declaration(name) {
            Some(old) => self.merge_decls(old, decl, true),
            None => self.declare_local(name, decl),
        }
    }

    /// Whether `inline` has the meaning it had in GNU C89.
    pub fn is_gnu_inline(&self, decl: &Decl) -> bool {
        decl.has(flag::GNU_INLINE)
            || self.cx.options.standard.year < 1999
            || self.cx.options.on(gimple::options::Flag::GnuInline)
    }

    /// Binds a declaration with linkage, merged with earlier ones of its name; `defines`: a body or an initialiser
    /// belongs to it.
    fn declare_with_linkage(&mut self, name: Symbol, decl: Decl, defines: bool) -> DeclId {
        let loc = decl.loc;
        let at_file = self.scopes.at_file_scope();
        let current = self.scopes.lookup_current(name);
        if let Some(old) = current {
            match old.meaning {
                Meaning::Ordinary(Binding::Decl(old_decl)) => {
                    if self.has_linkage(old_decl) {
                        let merged = self.merge_decls(old_decl, decl, defines);
                        self.scopes.rebind(name, Binding::Decl(merged));
                        return merged;
                    }
                    self.complain_of_redeclaration(name, &decl, old.meaning, old.loc);
                }
                Meaning::Ordinary(Binding::Error) => {}
                meaning => self.complain_of_redeclaration(name, &decl, meaning, old.loc),
            }
        }
        if !at_file {
            self.warn_of_nested_extern(name, loc);
        }
        let hiding = Hiding { name, loc, ty: decl.ty };
        // `extern` in a block refers to what is visible, or was declared anywhere with linkage.
        let mut decl = decl;
        if !at_file
            && let Some(Binding::Decl(visible)) = self.lookup(name)
            && self.has_linkage(visible)
            && !self.cx.unit.decls[visible].has(flag::PUBLIC)
        {
            decl.flags &= !flag::PUBLIC;
        }
        let known = self.scopes.externals.get(&name).copied();
        let id = match known {
            Some(old) => self.merge_decls(old, decl, defines),
            None => {
                decl.context = DeclId::NONE;
                let id = self.new_external(name, decl);
                self.scopes.externals.insert(name, id);
                id
            }
        };
        self.scopes.externals.insert(name, id);
        self.apply_pending_weak(name, id);
        if known.is_none() {
            self.warn_of_shadowing(hiding);
        }
        self.scopes.bind(name, Meaning::Ordinary(Binding::Decl(id)), loc);
        if !at_file {
            self.list_block_extern(id);
        }
        id
    }

    /// Adds a function or variable with linkage to the unit; a builtin of its name becomes it.
    fn new_external(&mut self, name: Symbol, mut decl: Decl) -> DeclId {
        if decl.kind == DeclKind::Function {
            self.match_builtin(name, &mut decl);
        }
        self.cx.new_decl(decl)
    }

    /// Lists what a block declares `extern` among the block's declarations.
    pub fn list_block_extern(&mut self, id: DeclId) {
        if self.scopes.kind() == FrameKind::Prototype {
            return;
        }
        let mut copy = self.cx.unit.decls[id].clone();
        copy.flags = (copy.flags & !flag::STATIC) | flag::EXTERNAL | flag::PUBLIC;
        copy.extra = None;
        copy.builtin = None;
        let copy = self.cx.new_decl(copy);
        self.scopes.current().vars.push(copy);
    }

    fn has_linkage(&self, decl: DeclId) -> bool {
        let decl = &self.cx.unit.decls[decl];
        match decl.kind {
            DeclKind::Function => true,
            DeclKind::Var => decl.has(flag::PUBLIC) || decl.context.is_none(),
            _ => false,
        }
    }

    fn complain_of_redeclaration(
        &mut self,
        name: Symbol,
        new: &Decl,
        old: Meaning,
        old_loc: Location,
    ) {
        let text = self.text(name);
        let message = match old {
            Meaning::Ordinary(Binding::Decl(old)) => {
                let old = &self.cx.unit.decls[old];
                if old.kind != new.kind || old.kind == DeclKind::Parm {
                    format!("‘{text}’ redeclared as different kind of symbol")
                } else if new.has(flag::EXTERNAL) {
                    format!("extern declaration of ‘{text}’ follows declaration with no linkage")
                } else if old.has(flag::EXTERNAL) {
                    format!("declaration of ‘{text}’ with no linkage follows extern declaration")
                } else if old.ty != new.ty {
                    let have = self.quoted_type(new.ty);
                    format!("conflicting types for ‘{text}’; have {have}")
                } else {
                    format!("redeclaration of ‘{text}’ with no linkage")
                }
            }
            _ => format!("‘{text}’ redeclared as different kind of symbol"),
        };
        self.error(new.loc, message);
        let definition = matches!(old, Meaning::Ordinary(Binding::Decl(id)) if self.cx.unit.decls[id].kind == DeclKind::Parm);
        self.previous_declaration_note(name, old_loc, definition);
    }

    /// Notes where a name was declared before.
    pub fn previous_declaration_note(&mut self, name: Symbol, loc: Location, definition: bool) {
        let what = if definition { "definition" } else { "declaration" };
        let text = match self.lookup(name) {
            Some(Binding::Decl(decl)) => {
                let ty = self.cx.unit.decls[decl].ty;
                format!(
                    "previous {what} of ‘{}’ with type {}",
                    self.text(name),
                    self.quoted_type(ty)
                )
            }
            Some(Binding::Typedef(ty)) => {
                format!(
                    "previous {what} of ‘{}’ with type {}",
                    self.text(name),
                    self.quoted_type(ty)
                )
            }
            _ => format!("previous {what} of ‘{}’", self.text(name)),
        };
        self.note(loc, text);
    }

    /// Whether a type is an array of unknown bound.
    pub fn is_unbounded_array(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Array { domain: ArrayDomain::Unknown, .. })
    }

    /// Whether nothing is known of a type's size.
    pub fn is_incomplete(&self, ty: TypeId) -> bool {
        self.cx.unit.types[ty].size == TypeSize::Incomplete
    }
}

/// What attributes say of a declaration that few of them say.
fn keep_rare_attributes(decl: &mut Decl, attrs: &AttrSet) {
    if attrs.section.is_some()
        || attrs.alias.is_some()
        || attrs.visibility.is_some()
        || attrs.tls_model.is_some()
        || attrs.priority.is_some()
        || !attrs.nonnull.is_empty()
        || !attrs.alloc_size.is_empty()
        || !attrs.optimize.is_empty()
        || attrs.common.is_some()
        || attrs.stack_protector.is_some()
        || attrs.patchable.is_some()
        || attrs.zeroed.is_some()
        || attrs.no_sanitize != Sanitize::NONE
        || attrs.notices.is_some()
        || !attrs.written.is_empty()
    {
        let extra = decl.extra_mut();
        extra.section = attrs.section.or(extra.section);
        extra.alias = attrs.alias.or(extra.alias);
        extra.visibility = attrs.visibility.unwrap_or(extra.visibility);
        extra.tls_model = attrs.tls_model.map(|said| said.0).or(extra.tls_model);
        extra.visibility_given |= attrs.visibility.is_some();
        extra.priority = attrs.priority.or(extra.priority);
        extra.nonnull.extend(&attrs.nonnull);
        extra.alloc_size.extend(&attrs.alloc_size);
        extra.optimize.extend(&attrs.optimize);
        extra.written.extend(attrs.written.iter().cloned());
        extra.common = attrs.common.or(extra.common);
        extra.stack_protector = attrs.stack_protector.or(extra.stack_protector);
        extra.patchable = attrs.patchable.or(extra.patchable);
        extra.zeroed = attrs.zeroed.or(extra.zeroed);
        extra.no_sanitize |= attrs.no_sanitize;
        if let Some(notices) = &attrs.notices {
            extra.notices.get_or_insert_default().merge(notices);
        }
    }
}
