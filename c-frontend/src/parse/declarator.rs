//! Declarators, and the types they make.
//!
//! A declarator is read into its [`Part`]s in the order in which they apply to the type of the specifiers: for
//! `*(*x[3]) (int)` pointer, function, pointer, array. Parentheses are kept on a stack of the parser's own, so that a
//! declarator may nest as deep as it likes; only parameter lists recurse.

use super::Parser;
use super::attributes::AttrSet;
use super::keyword::Keyword;
use super::qualifier_checks::WrittenQualifiers;
use super::specs::DeclSpecs;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::lex::TokenKind;
use crate::scope::{Binding, Entry, FrameKind};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, WrittenAttribute};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::stmt::ScopeId;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind, TypeSize};

/// Which declarators are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclaratorKind {
    /// With a name.
    Named,
    /// Without one.
    Abstract,
    /// Either: a parameter's.
    Parameter,
}

/// What a declarator is part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclContext {
    /// A declaration.
    Normal,
    /// The definition of a function.
    Definition,
    /// One of a member.
    Field,
    /// One of a parameter.
    Parameter,
    /// A type name.
    TypeName,
}

/// A type name.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub ty: TypeId,
    /// What has to be evaluated where the type is used.
    pub effects: Vec<ExprId>,
    /// The attributes written in it.
    pub written: Vec<WrittenAttribute>,
}

impl TypeName {
    /// A type for which nothing has to be evaluated.
    pub fn plain(ty: TypeId) -> TypeName {
        TypeName { ty, effects: Vec::new(), written: Vec::new() }
    }
}

/// The parameters of a function declarator.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    pub decls: Vec<DeclId>,
    pub types: Vec<TypeId>,
    pub variadic: bool,
    pub prototyped: bool,
    /// Nothing at all stands between the parentheses.
    pub bare: bool,
    /// The names of an old-style definition.
    pub names: Vec<(Symbol, Location)>,
    /// What was bound in the parameter list, for the body of a definition.
    pub entries: Vec<Entry>,
    /// Bounds of variable length arrays, to be evaluated at the start of the body.
    pub sizes: Vec<ExprId>,
    /// What the `access` attribute says of the parameters that are declared as arrays.
    pub access: String,
    /// How many of them have bounds that vary.
    pub varying_arrays: usize,
}

/// An array declarator.
#[derive(Clone, Copy, Debug)]
pub struct ArrayPart {
    pub size: ExprId,
    pub star: bool,
    pub is_static: bool,
    pub quals: Quals,
    pub loc: Location,
}

/// One step of a declarator.
#[derive(Clone, Debug)]
pub enum Part {
    Pointer(Quals),
    Array(ArrayPart),
    Function(Box<Parameters>),
}

/// A declarator.
#[derive(Clone, Debug)]
pub struct Declarator {
    pub name: Option<Symbol>,
    pub loc: Location,
    /// In the order in which they apply to the specifiers' type.
    pub parts: Vec<Part>,
    pub attrs: AttrSet,
}

impl Declarator {
    /// The parameters, if this declares a function.
    pub fn parameters(&self) -> Option<&Parameters> {
        match self.parts.last() {
            Some(Part::Function(params)) => Some(params),
            _ => None,
        }
    }
}

/// One level of parentheses.
#[derive(Default)]
struct Level {
    pointers: Vec<Part>,
    suffixes: Vec<Part>,
}

impl Parser<'_> {
    /// Parses a declarator; `None` at a syntax error.
    pub fn declarator(&mut self, kind: DeclaratorKind, type_seen: bool) -> Option<Declarator> {
        let mut result = Declarator {
            name: None,
            loc: self.loc(),
            parts: Vec::new(),
            attrs: AttrSet::default(),
        };
        let mut levels: Vec<Level> = Vec::new();
        loop {
            levels.push(Level { pointers: self.pointers(&mut result.attrs), suffixes: Vec::new() });
            let token = self.peek();
            if kind != DeclaratorKind::Abstract
                && let Some(symbol) = self.identifier_of(token)
            {
                let is_type = matches!(self.lookup(symbol), Some(Binding::Typedef(_)));
                if type_seen || !is_type {
                    self.next();
                    (result.name, result.loc) = (Some(symbol), token.loc);
                    break;
                }
            }
            if token.kind == TokenKind::LeftParen {
                if kind != DeclaratorKind::Named && self.parameters_follow() {
                    break;
                }
                self.next();
                let attrs = self.attributes();
                result.attrs.merge(attrs);
                continue;
            }
            if kind == DeclaratorKind::Named {
                self.syntax_error("expected identifier or ‘(’");
                return None;
            }
            result.loc = token.loc;
            break;
        }
        for (depth, index) in (0..levels.len()).rev().enumerate() {
            if depth > 0 && !self.expect_or_skip(TokenKind::RightParen) {
                return None;
            }
            let mut suffixes = self.suffixes(kind, &mut result.attrs)?;
            // What a function that is defined returns a pointer to is only declared.
            let inner = &levels[index + 1..];
            let own = inner.iter().all(|l| l.suffixes.is_empty() && l.pointers.is_empty());
            for (position, part) in suffixes.iter_mut().enumerate() {
                if let Part::Function(params) = part
                    && params.bare
                    && !(own && position == 0)
                {
                    params.prototyped = false;
                }
            }
            levels[index].suffixes = suffixes;
        }
        for level in levels {
            result.parts.extend(level.pointers);
            result.parts.extend(level.suffixes.into_iter().rev());
        }
        Some(result)
    }

    /// Parses `* qualifiers` any number of times.
    fn pointers(&mut self, attrs: &mut AttrSet) -> Vec<Part> {
        let mut parts = Vec::new();
        while self.accept(TokenKind::Star) {
            let mut quals = Quals::NONE;
            let mut written = WrittenQualifiers::default();
            loop {
                let more = match self.keyword() {
                    Some(Keyword::Const) => Quals::CONST,
                    Some(Keyword::Volatile) => Quals::VOLATILE,
                    Some(Keyword::Restrict) => Quals::RESTRICT,
                    Some(Keyword::Atomic) => Quals::ATOMIC,
                    Some(Keyword::Attribute) => {
                        let set = self.gnu_attributes_only();
                        attrs.merge(set);
                        continue;
                    }
                    Some(Keyword::Gimple | Keyword::Rtl) => {
                        self.pending_gimple = Some(self.gimple_specs());
                        continue;
                    }
                    _ if self.at_standard_attributes() => {
                        let set = self.attributes();
                        attrs.merge(set);
                        continue;
                    }
                    _ => break,
                };
                quals = quals.union(more);
                let token = self.next();
                self.note_qualifier(&mut written, more, token);
            }
            parts.push(Part::Pointer(quals));
        }
        parts
    }

    /// Whether the `(` ahead begins a parameter list rather than a parenthesised declarator.
    fn parameters_follow(&mut self) -> bool {
        let token = self.peek2();
        token.kind == TokenKind::RightParen
            || token.kind == TokenKind::Ellipsis
            || (self.keyword_of(token) != Some(Keyword::Attribute)
                && self.token_starts_declaration(token))
    }

    /// Parses array and function declarators after a direct declarator.
    fn suffixes(&mut self, kind: DeclaratorKind, attrs: &mut AttrSet) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            match self.peek().kind {
                TokenKind::LeftBracket if self.at_standard_attributes() => {
                    let set = self.attributes();
                    attrs.merge(set);
                }
                TokenKind::LeftBracket => parts.push(Part::Array(self.array_declarator()?)),
                TokenKind::LeftParen => {
                    self.next();
                    let params = self.parameter_list(kind == DeclaratorKind::Named)?;
                    parts.push(Part::Function(Box::new(params)));
                }
                _ => return Some(parts),
            }
        }
    }

    fn array_declarator(&mut self) -> Option<ArrayPart> {
        let loc = self.next().loc;
        let mut part = ArrayPart {
            size: ExprId::NONE,
            star: false,
            is_static: false,
            quals: Quals::NONE,
            loc,
        };
        loop {
            match self.keyword() {
                Some(Keyword::Static) => part.is_static = true,
                Some(Keyword::Const) => part.quals = part.quals.union(Quals::CONST),
                Some(Keyword::Volatile) => part.quals = part.quals.union(Quals::VOLATILE),
                Some(Keyword::Restrict) => part.quals = part.quals.union(Quals::RESTRICT),
                Some(Keyword::Atomic) => part.quals = part.quals.union(Quals::ATOMIC),
                Some(Keyword::Attribute) => {
                    self.gnu_attributes_only();
                    continue;
                }
                _ => break,
            }
            self.next();
        }
        if self.at(TokenKind::Star) && self.peek2().kind == TokenKind::RightBracket {
            self.next();
            part.star = true;
        } else if !self.at(TokenKind::RightBracket) {
            part.size = self.assignment_expression();
        }
        if !self.expect(TokenKind::RightBracket) {
            self.skip_until(TokenKind::RightBracket);
            return None;
        }
        Some(part)
    }

    /// Parses a parameter list after its `(`, the `)` included; `None` if a parameter is none.
    fn parameter_list(&mut self, names_allowed: bool) -> Option<Parameters> {
        if !self.enter() {
            return None;
        }
        let mut good = true;
        self.scopes.push(FrameKind::Prototype, self.scopes.lexical_scope());
        let outer_sizes = std::mem::take(&mut self.pending_effects);
        let mut params = Parameters::default();
        let attrs = self.attributes();
        let token = self.peek();
        if token.kind == TokenKind::RightParen {
            self.next();
            params.bare = true;
            // Since C2X the `()` of a definition says that there are no parameters; that of a declaration says nothing.
            params.prototyped =
                self.cx.options.standard.year > 2017 && self.at(TokenKind::LeftBrace);
        } else if names_allowed && !attrs.any && self.at_identifier_list() {
            self.identifier_list(&mut params);
        } else {
            params.prototyped = true;
            good = self.parameter_declarations(&mut params, attrs);
        }
        params.sizes = std::mem::replace(&mut self.pending_effects, outer_sizes);
        params.entries = self.scopes.pop_keeping().1;
        self.leave();
        good.then_some(params)
    }

    fn at_identifier_list(&mut self) -> bool {
        let token = self.peek();
        let Some(symbol) = self.identifier_of(token) else { return false };
        if matches!(self.lookup(symbol), Some(Binding::Typedef(_))) {
            return false;
        }
        matches!(self.peek2().kind, TokenKind::Comma | TokenKind::RightParen)
    }

    fn identifier_list(&mut self, params: &mut Parameters) {
        loop {
            let token = self.peek();
            match self.identifier_of(token) {
                Some(symbol) => {
                    self.next();
                    params.names.push((symbol, token.loc));
                }
                None => break,
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
    }

    /// Parses the declarations of parameters; `attrs` stand before the first. `false` where one is none.
    fn parameter_declarations(&mut self, params: &mut Parameters, attrs: AttrSet) -> bool {
        let mut attrs = attrs;
        let mut good = true;
        let mut only_void = None;
        loop {
            if self.accept(TokenKind::Ellipsis) {
                params.variadic = true;
                let allowed = self.cx.options.standard.year > 2017
                    || self.cx.options.on(Flag::ParameterlessVariadic);
                if params.types.is_empty() && !allowed {
                    let at = self.previous().loc;
                    self.error(at, "ISO C requires a named argument before ‘...’");
                }
                self.expect_or_skip(TokenKind::RightParen);
                break;
            }
            good &= self.parameter(params, std::mem::take(&mut attrs), &mut only_void);
            if !good && self.at(TokenKind::Eof) {
                break;
            }
            if self.accept(TokenKind::Comma) {
                continue;
            }
            if self.at(TokenKind::Semicolon) && !params.types.is_empty() {
                // Forward declarations of parameters: their bindings stay, the list begins anew.
                self.next();
                let forward = std::mem::take(&mut params.decls);
                self.forward_params.extend(forward);
                params.types.clear();
                continue;
            }
            if !self.accept(TokenKind::RightParen) {
                self.syntax_error("expected ‘;’, ‘,’ or ‘)’");
                self.skip_until(TokenKind::RightParen);
            }
            break;
        }
        if let Some(at) = only_void {
            if params.types.len() > 1 || params.variadic {
                self.error(at, "‘void’ must be the only parameter");
            }
            params.types.clear();
            params.decls.clear();
        }
        self.forward_params.clear();
        good
    }

    /// Parses one parameter declaration; `false` where there is none.
    fn parameter(
        &mut self,
        params: &mut Parameters,
        attrs: AttrSet,
        only_void: &mut Option<Location>,
    ) -> bool {
        if !self.starts_declaration() && !self.at_standard_attributes() {
            match self.identifier() {
                Some(symbol) => {
                    let at = self.loc();
                    self.unknown_type_name(symbol, at);
                }
                None => self.syntax_error("expected declaration specifiers or ‘...’"),
            }
            self.skip_to_comma();
            return false;
        }
        let mut specs = self.declaration_specifiers(false);
        specs.attrs.merge(attrs);
        let Some(mut declarator) = self.declarator(DeclaratorKind::Parameter, !specs.default_int)
        else {
            self.skip_to_comma();
            return false;
        };
        let attrs = self.attributes();
        declarator.attrs.merge(attrs);
        let is_void = self.cx.unit.types.main_variant(specs.ty) == self.cx.unit.common.void;
        if is_void && declarator.parts.is_empty() && declarator.name.is_none() {
            only_void.get_or_insert(specs.loc);
            params.types.push(specs.ty);
            return true;
        }
        self.note_array_parameter(params, &declarator, specs.ty);
        let decl = self.declare_parameter(&mut specs, declarator);
        params.types.push(self.cx.unit.decls[decl].ty);
        params.decls.push(decl);
        !specs.erroneous
    }

    /// Applies the parts of a declarator to the specifiers' type. The name is for messages.
    ///
    /// What has to be evaluated for the type is appended to the pending effects: what the specifiers ask for first, then
    /// the bounds, inner ones first.
    pub fn apply_declarator(
        &mut self,
        specs: &DeclSpecs,
        declarator: &Declarator,
        context: DeclContext,
    ) -> TypeId {
        let parameter = context == DeclContext::Parameter;
        let mut ty = specs.ty;
        self.pending_effects.extend_from_slice(&specs.effects);
        let last = declarator.parts.len().wrapping_sub(1);
        for (index, part) in declarator.parts.iter().enumerate() {
            ty = match part {
                Part::Pointer(quals) => {
                    self.evaluate_pointee(ty, context, declarator.loc);
                    let pointer = self.cx.unit.types.pointer_to(ty);
                    self.cx.unit.types.qualified(pointer, *quals)
                }
                Part::Array(array) => {
                    let outermost = parameter && index == last;
                    self.array_type(ty, array, declarator, (context, outermost))
                }
                Part::Function(params) => {
                    let defined = context == DeclContext::Definition && index == last;
                    if params.bare && !defined {
                        self.warn_of_no_prototype();
                    }
                    self.warn_of_qualified_result(ty, specs, declarator.loc, defined);
                    self.function_type(ty, params, declarator)
                }
            };
        }
        ty
    }

    /// The sizes of a type that is pointed to are evaluated where the pointer is declared or named: the type gets a
    /// declaration of its own for that, unless it has a name.
    fn evaluate_pointee(&mut self, ty: TypeId, context: DeclContext, loc: Location) {
        let in_prototype = self.scopes.kind() == FrameKind::Prototype;
        if self.function.is_none()
            || !self.is_variably_modified(ty)
            || self.is_named(ty)
            || in_prototype && context != DeclContext::Field
            || !self.sized_types.insert(ty)
        {
            return;
        }
        if context == DeclContext::TypeName {
            let effect = self.type_effect(ty, loc);
            self.pending_effects.push(effect);
        } else if in_prototype {
            let effect = self.type_effect(ty, loc);
            self.add_stmt(effect);
        } else {
            self.local_type_decl(None, ty, loc);
            if let Some(&decl) = self.scopes.current().vars.last() {
                self.mark_declaration(decl, false);
            }
            self.type_takes_effect(loc);
        }
    }

    /// Whether a type has a tag or a typedef name.
    fn is_named(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let tag = match types.kind(ty) {
            TypeKind::Record { tag, .. } | TypeKind::Union { tag, .. } => tag.is_some(),
            _ => false,
        };
        tag || types[ty].name.is_some()
    }

    /// `{ typedef int <anon>[n]; }`: evaluates a type within an expression.
    pub fn type_effect(&mut self, ty: TypeId, loc: Location) -> ExprId {
        let mut decl = Decl::new(DeclKind::Type, None, ty, loc);
        decl.context = self.cx.current_function;
        let decl = self.cx.new_decl(decl);
        let body = self.statement_expr(ExprKind::DeclStmt(decl), loc);
        self.bind_expr(vec![decl], body, ScopeId::NONE, loc)
    }

    /// The name a declarator declares, for messages.
    pub fn declarator_name(&self, declarator: &Declarator) -> String {
        match declarator.name {
            Some(name) => format!("‘{}’", self.cx.unit.symbols.text(name)),
            None => "type name".to_string(),
        }
    }

    fn function_type(
        &mut self,
        result: TypeId,
        params: &Parameters,
        declarator: &Declarator,
    ) -> TypeId {
        let mut result = result;
        let bad = match self.cx.unit.types.kind(result) {
            TypeKind::Function { .. } => Some("a function"),
            TypeKind::Array { .. } => Some("an array"),
            _ => None,
        };
        if let Some(what) = bad {
            let name = self.declarator_name(declarator);
            self.error(declarator.loc, format!("{name} declared as function returning {what}"));
            result = self.cx.unit.common.int;
        }
        let types = &mut self.cx.unit.types;
        // Qualifiers of a function's value mean nothing, but for those of `void` and atomic ones.
        if types.main_variant(result) != self.cx.unit.common.void {
            result = types.qualified(result, Quals::NONE);
        }
        types.function_of(result, params.types.clone(), params.variadic, params.prototyped)
    }

    fn array_type(
        &mut self,
        element: TypeId,
        part: &ArrayPart,
        declarator: &Declarator,
        place: (DeclContext, bool),
    ) -> TypeId {
        let mut element = element;
        let name = self.declarator_name(declarator);
        let types = &self.cx.unit.types;
        let bad = match types.kind(element) {
            TypeKind::Function { .. } => {
                Some(format!("declaration of {name} as array of functions"))
            }
            TypeKind::Void => Some(format!("declaration of {name} as array of voids")),
            TypeKind::Record { .. }
            | TypeKind::Union { .. }
            | TypeKind::Enum { .. }
            | TypeKind::Array { .. }
                if types[element].size == TypeSize::Incomplete =>
            {
                let text = self.type_text(element);
                Some(format!("array type has incomplete element type ‘{text}’"))
            }
            _ => None,
        };
        if let Some(text) = bad {
            let zero_length = matches!(
                self.cx.unit.types.kind(element),
                TypeKind::Array { domain: ArrayDomain::Count(_), .. }
            );
            if !zero_length {
                self.error(declarator.loc, text);
                element = self.cx.unit.common.int;
            }
        }
        let domain = self.array_domain(part, &name, declarator.loc, place);
        let ty = self.cx.unit.types.array_of(element, domain.0);
        if domain.1.is_some() {
            self.cx.variable_sizes.insert(ty, domain.1);
        }
        if matches!(domain.0, ArrayDomain::Count(n) if n > 0)
            && self.cx.unit.types[ty].size == TypeSize::Incomplete
            && self.cx.unit.types[element].size != TypeSize::Incomplete
            || self.cx.unit.types.size(ty).is_some_and(|size| size > i64::MAX as u64)
        {
            let text = format!("size of array {name} exceeds maximum object size ‘{}’", i64::MAX);
            self.error(declarator.loc, text);
            return self.cx.unit.types.array_of(element, ArrayDomain::Count(1));
        }
        ty
    }

    fn warn_of_variable_array(&mut self, name: &str) {
        let at = self.cx.input_location();
        let text = match name {
            "type name" => "ISO C90 forbids variable length array".to_string(),
            name => format!("ISO C90 forbids variable length array {name}"),
        };
        self.pedwarn_c90("vla", at, text);
    }

    /// The index range an array declarator gives, with its element count where that is known at run time only.
    fn array_domain(
        &mut self,
        part: &ArrayPart,
        name: &str,
        loc: Location,
        (context, outermost_parameter): (DeclContext, bool),
    ) -> (ArrayDomain, ExprId) {
        if part.size.is_none() {
            if part.star && self.scopes.kind() != FrameKind::Prototype {
                let text = "‘[*]’ not allowed in other than function prototype scope";
                self.error(part.loc, text);
                return (ArrayDomain::Count(1), ExprId::NONE);
            }
            if part.star && !outermost_parameter {
                let one = self.cx.int_expr(self.cx.unit.common.sizetype, 1, part.loc);
                return (self.cx.unit.types.fresh_variable_domain(), one);
            }
            return (ArrayDomain::Unknown, ExprId::NONE);
        }
        let e = part.size;
        if self.cx.is_error(e) {
            return (ArrayDomain::Count(1), ExprId::NONE);
        }
        if !self.cx.unit.types.is_integral(self.cx.type_of(e)) {
            self.error(loc, format!("size of array {name} has non-integer type"));
            return (ArrayDomain::Count(1), ExprId::NONE);
        }
        match self.folded_int(e) {
            Some(value) if value < 0 => {
                self.error(loc, format!("size of array {name} is negative"));
                (ArrayDomain::Count(1), ExprId::NONE)
            }
            Some(value) if value > i128::from(i64::MAX) => {
                self.error(loc, format!("size of array {name} is too large"));
                (ArrayDomain::Count(1), ExprId::NONE)
            }
            Some(value) => {
                if value == 0 {
                    self.pedantic(loc, format!("ISO C forbids zero-size array {name}"));
                }
                (ArrayDomain::Count(value as u64), ExprId::NONE)
            }
            None if outermost_parameter => {
                self.warn_of_variable_array(name);
                let saved = self.saved_bound(e);
                self.pending_effects.push(saved);
                (ArrayDomain::Unknown, ExprId::NONE)
            }
            None if self.function.is_none()
                && context != DeclContext::TypeName
                && self.cx.folding.inhibit_warnings == 0
                && self.scopes.kind() != FrameKind::Prototype =>
            {
                self.error(loc, format!("variably modified {name} at file scope"));
                (ArrayDomain::Count(1), ExprId::NONE)
            }
            None => {
                self.warn_of_variable_array(name);
                let saved = self.saved_bound(e);
                self.pending_effects.push(saved);
                let sizetype = self.cx.unit.common.sizetype;
                let flags = self.cx.exprs[saved].flags & expr_flag::SIDE_EFFECTS;
                // It is where the size is asked for.
                let kind = ExprKind::Unary(TreeCode::Nop, saved);
                let count = self.cx.expr(kind, sizetype, Location::UNKNOWN, flags);
                (self.cx.unit.types.fresh_variable_domain(), count)
            }
        }
    }

    /// The bound of a variable length array, evaluated where the array is declared.
    fn saved_bound(&mut self, e: ExprId) -> ExprId {
        let value = self.rvalue(e);
        let value = self.fully_fold(value);
        let loc = self.cx.get(value).loc;
        let value = crate::typeck::sanitize::array_bound(&mut self.cx, loc, value);
        self.save_expr(value)
    }

    /// Parses a type name: specifiers and an abstract declarator. Nothing is evaluated for it.
    pub fn type_name(&mut self) -> TypeId {
        self.full_type_name().ty
    }

    /// Parses a type name, with what has to be evaluated for it and the attributes written in it.
    pub fn full_type_name(&mut self) -> TypeName {
        let specs = self.declaration_specifiers(true);
        if !specs.any {
            self.syntax_error("expected specifier-qualifier-list");
            return TypeName::plain(self.cx.unit.common.int);
        }
        let outer = std::mem::take(&mut self.pending_effects);
        let mut name = TypeName::plain(self.cx.unit.common.int);
        if let Some(declarator) = self.declarator(DeclaratorKind::Abstract, true) {
            let ty = self.apply_declarator(&specs, &declarator, DeclContext::TypeName);
            let mut attrs = specs.attrs.clone();
            attrs.merge(declarator.attrs);
            name.ty = self.apply_type_attributes(ty, &attrs, specs.loc);
            name.written.clone_from(&attrs.written);
        }
        name.effects = std::mem::replace(&mut self.pending_effects, outer);
        name
    }

    /// `e` after what has to be evaluated for a type. In a constant nothing is evaluated, if it may stand in one.
    pub fn after_effects(&mut self, effects: &[ExprId], e: ExprId, loc: Location) -> ExprId {
        let constant = self.cx.folding.require_constant || self.function.is_none();
        if self.cx.is_error(e)
            || constant && effects.iter().all(|&effect| self.may_be_dropped(effect))
        {
            return e;
        }
        let Some(first) = self.in_sequence(effects, loc) else { return e };
        let ty = self.cx.type_of(e);
        let mut flags = expr_flag::SIDE_EFFECTS;
        let e = match self.cx.exprs[e].kind {
            ExprKind::CompoundLiteral(..) => {
                flags |= expr_flag::ARTIFICIAL;
                e
            }
            _ => self.fully_fold(e),
        };
        self.cx.expr(ExprKind::Compound(first, e), ty, loc, flags)
    }

    /// Whether the evaluation of a size changes nothing.
    fn may_be_dropped(&self, effect: ExprId) -> bool {
        match self.cx.exprs[effect].kind {
            ExprKind::Save(size) => !self.cx.has_side_effects(size),
            ExprKind::Bind { .. } => true,
            _ => !self.cx.has_side_effects(effect),
        }
    }

    /// `a, b, …`, if there are any.
    pub fn in_sequence(&mut self, exprs: &[ExprId], loc: Location) -> Option<ExprId> {
        exprs.iter().copied().reduce(|a, b| {
            let ty = self.cx.type_of(b);
            self.cx.expr(ExprKind::Compound(a, b), ty, loc, expr_flag::SIDE_EFFECTS)
        })
    }
}
