//! Function definitions.

use super::attributes::AttrSet;
use super::declaration::Place;
use super::declarator::{DeclContext, Declarator, Parameters, Part};
use super::declare::Declaration;
use super::jumps::Jumps;
use super::shadow::Hiding;
use super::specs::DeclSpecs;
use super::switch::SwitchCases;
use super::{Consume, Parser};
use crate::context::FunctionDef;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use crate::scope::{Binding, FrameKind, Meaning};
use gimple::constant::{Const, ConstValue};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::entity::EntityVec;
use gimple::function::Scope;
use gimple::location::Location;
use gimple::options::Flag;
use gimple::stmt::ScopeId;
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind, TypeSize};
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep functions may be nested in one another.
const MAX_NESTED_FUNCTIONS: u32 = 2_000;

/// What `break` and `continue` leave: labels are made when first jumped to.
#[derive(Clone, Copy, Debug, Default)]
pub struct JumpTargets {
    pub break_label: Option<DeclId>,
    pub continue_label: Option<DeclId>,
    pub is_switch: bool,
}

/// A label of the function.
#[derive(Clone, Copy, Debug)]
pub struct LabelInfo {
    pub decl: DeclId,
    pub defined: bool,
    pub used: bool,
    /// Declared by `__label__`: functions nested in the block see it.
    pub declared: bool,
    pub loc: Location,
}

/// What follows `start` in a list of statements: protected by `call`, of a variable with a `cleanup` attribute; or, where
/// that is `NONE`, a block of its own, so that a variable length array after a label goes when the label is jumped to.
#[derive(Clone, Copy, Debug)]
pub struct Cleanup {
    pub start: usize,
    pub call: ExprId,
}

/// A list of statements being built.
#[derive(Default, Debug)]
pub struct StatementList {
    pub stmts: Vec<ExprId>,
    /// Marks that wait for the next statement.
    pub marks: Vec<Location>,
    pub cleanups: Vec<Cleanup>,
    /// There is a label among the statements, after the last cleanup.
    pub has_label: bool,
    /// The list of a statement expression.
    pub is_value: bool,
}

/// The function being parsed.
pub struct FunctionState {
    pub decl: DeclId,
    pub params: Vec<DeclId>,
    /// `NONE` for `void` functions.
    pub result: DeclId,
    pub return_type: TypeId,
    pub lexical_scopes: EntityVec<ScopeId, Scope>,
    pub labels: FxHashMap<Symbol, LabelInfo>,
    /// Labels declared by `__label__`, to be restored at the end of their block.
    pub shadowed_labels: Vec<(Symbol, Option<LabelInfo>)>,
    /// Enclosing loops and switches.
    pub jumps: Vec<JumpTargets>,
    /// What jumps must not pass.
    pub scope_marks: Jumps,
    /// Enclosing switches.
    pub switches: Vec<SwitchCases>,
    /// Statement lists being built, innermost last.
    pub lists: Vec<StatementList>,
    /// Identifiers already reported as undeclared.
    pub undeclared: FxHashSet<Symbol>,
    /// `__func__` and its like, by spelling.
    pub names: FxHashMap<Symbol, DeclId>,
    /// The same in order of their first use.
    pub name_decls: Vec<DeclId>,
    /// Finished functions nested in this one.
    pub nested: Vec<FunctionDef>,
}

impl Parser<'_> {
    /// Parses the body of a function whose declarator has been parsed, and hands the function over.
    pub fn function_definition(
        &mut self,
        specs: &DeclSpecs,
        declarator: Declarator,
        attrs: AttrSet,
        consume: &mut Consume<'_>,
    ) {
        let Some(definition) = self.defined_function(specs, declarator, attrs) else { return };
        consume(&mut self.cx, definition);
        self.cx.current_function = DeclId::NONE;
        if !self.cx.keep_bodies {
            self.cx.local_inits.clear();
            self.cx.forget_sizes();
        }
    }

    /// Parses the body of a function nested in another: it becomes a declaration of the block.
    pub fn nested_function(&mut self, specs: &DeclSpecs, declarator: Declarator, attrs: AttrSet) {
        let loc = declarator.loc;
        if self.enclosing.len() >= crate::limits::depth(MAX_NESTED_FUNCTIONS) as usize {
            self.sorry(loc, "functions nested this deeply");
            self.skip_function_body();
            return;
        }
        self.pedantic(specs.loc, "ISO C forbids nested functions");
        let Some(outer) = self.function.take() else { return };
        let outer_decl = outer.decl;
        self.enclosing.push(*outer);
        let unevaluated = std::mem::take(&mut self.cx.folding.inhibit_warnings);
        let in_static = std::mem::replace(&mut self.cx.folding.require_constant, false);
        let care = self.cx.unit.folding;
        self.cx.unit.folding = gimple::fold_const::Folding {
            rounding_math: self.cx.options.on(Flag::RoundingMath),
            signaling_nans: self.cx.options.on(Flag::SignalingNans),
            ..gimple::fold_const::Folding::default()
        };
        let definition = self.defined_function(specs, declarator, attrs);
        self.cx.folding.require_constant = in_static;
        self.cx.unit.folding = care;
        self.cx.folding.inhibit_warnings = unevaluated;
        self.function = self.enclosing.pop().map(Box::new);
        self.cx.current_function = outer_decl;
        let name = self.cx.unit.decl_name(outer_decl).map(str::to_string);
        self.cx.unit.diagnostics.set_function(name.as_deref());
        let Some(definition) = definition else { return };
        let stmt = self.statement_expr(ExprKind::DeclStmt(definition.decl), loc);
        self.add_stmt(stmt);
        if let Some(function) = self.function_state() {
            function.nested.push(definition);
        }
    }

    fn skip_function_body(&mut self) {
        while !matches!(self.peek().kind, TokenKind::LeftBrace | TokenKind::Eof) {
            self.next();
        }
        if self.accept(TokenKind::LeftBrace) {
            self.skip_block();
        }
    }

    fn defined_function(
        &mut self,
        specs: &DeclSpecs,
        declarator: Declarator,
        attrs: AttrSet,
    ) -> Option<FunctionDef> {
        let Some(Part::Function(params)) = declarator.parts.last().cloned() else { return None };
        let name = declarator.name?;
        let params = self.definition_parameters(*params);
        if !self.at(TokenKind::LeftBrace) {
            self.syntax_error("expected ‘{’");
            self.skip_to_end_of_statement();
            return None;
        }
        let (decl, prototype) = self.start_function(specs, name, &declarator, &attrs);
        self.cx.current_function = decl;
        let funcdef_no = self.cx.next_funcdef_no;
        self.cx.next_funcdef_no += 1;
        let text = self.text(name);
        self.cx.unit.diagnostics.set_function(Some(&text));
        let outer_options = self.cx.enter_options(decl);
        self.warn_of_old_style(decl, &params);
        let result = self.new_result(decl);
        if let Some(prototype) = prototype {
            self.check_old_style(decl, &params.decls, prototype);
        }
        self.check_handler(decl);
        self.enter_function(decl, result, &params);
        if let Some(gimple) = self.pending_gimple.take().or_else(|| specs.gimple.clone()) {
            return self.gimple_function(decl, funcdef_no, gimple);
        }
        let open = self.next().loc;
        self.block_items();
        let end = self.previous().loc;
        let body = self.leave_function(name, &params.sizes, open);
        if let Some(options) = outer_options {
            self.cx.options = options;
        }
        let state = self.function.take()?;
        self.check_labels(&state);
        self.warn_unused_in_function(&state);
        self.keep_as_asked(decl);
        // Numbered when finished, as what it refers to may have been before.
        self.add_to_symtab(decl, true);
        self.cx.unit.diagnostics.set_function(None);
        Some(FunctionDef {
            decl,
            params: state.params,
            result: state.result,
            body,
            scopes: state.lexical_scopes,
            funcdef_no,
            start: open,
            end,
            nested: state.nested,
            gimple: None,
        })
    }

    /// Functions that options keep although nobody may call them: inline ones, or static ones that are not inline. Nested
    /// ones go with their outer functions.
    fn keep_as_asked(&mut self, decl: DeclId) {
        let data = &self.cx.unit.decls[decl];
        let kept = match data.has(flag::INLINE) {
            true => {
                let inlined_only = data.flags & (flag::EXTERNAL | flag::ALWAYS_INLINE) != 0;
                self.cx.options.on(Flag::KeepInlineFunctions) && !inlined_only
            }
            false => {
                let seen = data.flags & (flag::PUBLIC | flag::NESTED) != 0;
                self.cx.options.on(Flag::KeepStaticFunctions) && !seen
            }
        };
        if kept {
            self.cx.unit.decls[decl].flags |= flag::PRESERVED;
        }
    }

    /// The rest of the definition of a function whose body is GIMPLE or RTL.
    fn gimple_function(
        &mut self,
        decl: DeclId,
        funcdef_no: u32,
        specs: super::gimple_body::GimpleSpecs,
    ) -> Option<FunctionDef> {
        let start = self.cx.unit.decls[decl].loc;
        let mut function = match specs.rtl {
            true => self.rtl_body(decl, funcdef_no, specs),
            false => self.gimple_body(decl, funcdef_no, specs),
        };
        let end = self.previous().loc;
        self.scopes.pop();
        let state = self.function.take()?;
        function.params.clone_from(&state.params);
        (function.result, function.start, function.end) = (state.result, start, end);
        function.scopes = state.lexical_scopes;
        self.add_to_symtab(decl, true);
        self.cx.unit.diagnostics.set_function(None);
        Some(FunctionDef {
            decl,
            params: state.params,
            result: state.result,
            body: ExprId::NONE,
            scopes: EntityVec::new(),
            funcdef_no,
            start,
            end,
            nested: Vec::new(),
            gimple: Some(Box::new(function)),
        })
    }

    /// The parameters of a definition: those of an old-style one are declared after its declarator.
    fn definition_parameters(&mut self, mut params: Parameters) -> Parameters {
        if params.names.is_empty() {
            return params;
        }
        let outer = std::mem::replace(
            &mut self.unit.old_parameters,
            params.names.iter().map(|n| n.0).collect(),
        );
        self.scopes.push(FrameKind::Prototype, ScopeId::NONE);
        loop {
            let count = self.extension_prefix();
            let token = self.peek();
            if !self.token_starts_declaration(token) {
                self.extension -= count;
                break;
            }
            self.declaration(Place::OldParameter);
            self.extension -= count;
        }
        let mut seen = FxHashSet::default();
        for (name, loc) in params.names.clone() {
            if !seen.insert(name) {
                let text = format!("multiple parameters named ‘{}’", self.text(name));
                self.error(loc, text);
                continue;
            }
            let declared = match self.scopes.lookup_current(name).map(|entry| entry.meaning) {
                Some(Meaning::Ordinary(Binding::Decl(decl))) => decl,
                _ => self.implicit_parameter(name, loc),
            };
            params.decls.push(declared);
        }
        // As in GCC nothing is evaluated for those of a function at file scope besides the types of pointers.
        let effects = std::mem::take(&mut self.pending_effects);
        if !self.enclosing.is_empty() {
            params.sizes.extend(effects);
        }
        params.entries = self.scopes.pop_keeping().1;
        self.unit.old_parameters = outer;
        params
    }

    /// Declares a function that is defined here; with it, where the prototype is that a definition in the old style follows.
    fn start_function(
        &mut self,
        specs: &DeclSpecs,
        name: Symbol,
        declarator: &Declarator,
        attrs: &AttrSet,
    ) -> (DeclId, Option<Location>) {
        self.warn_implicit_result(specs, declarator);
        if Self::is_typedef(specs) {
            let text = "function definition declared ‘typedef’";
            self.error(declarator.loc, text);
        }
        let ty = self.apply_declarator(specs, declarator, DeclContext::Definition);
        let mut all = specs.attrs.clone();
        all.merge(attrs.clone());
        let ty = self.apply_mode_attributes(ty, &all);
        let mut ty = self.check_result(ty, declarator.loc);
        // A declarator that names no parameters defines a function without any: calls are not checked, but it has none.
        let nested = !self.scopes.at_file_scope();
        let known = if nested {
            self.nested_declaration(name)
        } else {
            self.scopes.externals.get(&name).copied()
        };
        let before = self.known_before(name);
        let mut prototype = None;
        if let Some(old) = known
            && let Some(complete) = self.with_prototype(ty, old)
        {
            ty = complete;
            prototype = Some(self.cx.unit.decls[old].loc);
        }
        let previous = known.filter(|&old| {
            self.is_defined(old) && self.compatible_types(self.cx.unit.decls[old].ty, ty)
        });
        if let Some(old) = previous {
            self.define_again(old, name, declarator.loc);
        }
        self.unit.result_defaults_to_int = specs.default_int;
        if let Some(access) = declarator.parameters().and_then(|params| params.access_attribute()) {
            all.shown.push(access);
        }
        let function =
            Declaration { specs, name, ty, attrs: &all, asm_name: None, loc: declarator.loc };
        let decl = self.declare_function(function, true);
        self.unit.result_defaults_to_int = false;
        self.note_parameters(decl, declarator);
        if !matches!(self.cx.unit.types.kind(ty), TypeKind::Function { prototyped: true, .. }) {
            // The types of the parameters are noted with a copy of the type.
            self.cx.unit.types.skip_uid();
        }
        self.unit.defined.insert(decl);
        if known.is_none() {
            self.forget_builtin_of_old_style(decl, ty);
        }
        self.settle_inline(decl);
        self.cx.unit.decls[decl].loc = declarator.loc;
        self.warn_of_definition(decl, name, specs, before);
        self.warn_of_main(decl, name);
        if nested {
            self.cx.name_privately(decl);
        }
        (decl, prototype)
    }

    fn warn_implicit_result(&mut self, specs: &DeclSpecs, declarator: &Declarator) {
        if specs.default_int && !specs.erroneous && self.cx.options.standard.year >= 1999 {
            self.warning("implicit-int", declarator.loc, "return type defaults to ‘int’");
        }
    }

    /// A second definition is an error, but after GNU's `extern inline`: that one stays what the calls before refer to,
    /// and the name means the new function from here on.
    fn define_again(&mut self, old: DeclId, name: Symbol, loc: Location) {
        if self.is_replaceable_inline(old) {
            self.scopes.externals.remove(&name);
            self.scopes.rebind(name, Binding::Error);
            return;
        }
        let text = format!("redefinition of ‘{}’", self.text(name));
        self.error(loc, text);
        let old_loc = self.cx.unit.decls[old].loc;
        let have = self.quoted_type(self.cx.unit.decls[old].ty);
        let text = format!("previous definition of ‘{}’ with type {have}", self.text(name));
        self.note(old_loc, text);
    }

    /// GNU's `extern inline` definitions may be followed by the real one.
    pub fn is_replaceable_inline(&self, old: DeclId) -> bool {
        let decl = &self.cx.unit.decls[old];
        decl.has(flag::INLINE) && decl.has(flag::EXTERNAL) && self.is_gnu_inline(decl)
    }

    fn check_result(&mut self, ty: TypeId, loc: Location) -> TypeId {
        let TypeKind::Function { result, params, variadic, prototyped } =
            self.cx.unit.types.kind(ty).clone()
        else {
            return ty;
        };
        let types = &self.cx.unit.types;
        if types[result].size == TypeSize::Incomplete
            && !matches!(types.kind(result), TypeKind::Void)
        {
            self.error(loc, "return type is an incomplete type");
            let int = self.cx.unit.common.int;
            return self.cx.unit.types.function_of(int, params, variadic, prototyped);
        }
        ty
    }

    fn new_result(&mut self, decl: DeclId) -> DeclId {
        let ty = self.return_type(decl);
        if self.cx.unit.types.main_variant(ty) == self.cx.unit.common.void {
            return DeclId::NONE;
        }
        let loc = self.cx.unit.decls[decl].loc;
        let mut result = Decl::new(DeclKind::Result, None, ty, loc);
        result.flags = flag::ARTIFICIAL | flag::IGNORED;
        result.context = decl;
        // A result of more than two words is written where the caller says.
        let words = u64::from(self.cx.unit.target.word_bits / 4);
        let in_memory = self.cx.unit.types.size(ty).is_some_and(|size| size > words);
        result.set(flag::NOT_GIMPLE_REG, in_memory);
        self.cx.new_decl(result)
    }

    fn return_type(&self, decl: DeclId) -> TypeId {
        match *self.cx.unit.types.kind(self.cx.unit.decls[decl].ty) {
            TypeKind::Function { result, .. } => result,
            _ => self.cx.unit.common.int,
        }
    }

    /// Opens the scope of a function and binds its parameters, and what else its parameter list declared.
    fn enter_function(&mut self, decl: DeclId, result: DeclId, params: &Parameters) {
        let return_type = self.return_type(decl);
        let return_type = self.cx.unit.types.qualified(return_type, Quals::NONE);
        let mut lexical_scopes = EntityVec::new();
        let scope = lexical_scopes.push(Scope::within(ScopeId::NONE));
        self.scopes.push(FrameKind::Function, scope);
        let declared: FxHashSet<DeclId> = params.decls.iter().copied().collect();
        for entry in &params.entries {
            if let Meaning::Ordinary(Binding::Decl(parm)) = entry.meaning
                && !declared.contains(&parm)
            {
                continue;
            }
            if let Meaning::Ordinary(Binding::Decl(parm)) = entry.meaning {
                let ty = self.cx.unit.decls[parm].ty;
                self.warn_of_shadowing(Hiding { name: entry.symbol, loc: entry.loc, ty });
            }
            self.scopes.bind(entry.symbol, entry.meaning, entry.loc);
        }
        for &parm in &params.decls {
            self.cx.unit.decls[parm].context = decl;
            let (ty, loc) = (self.cx.unit.decls[parm].ty, self.cx.unit.decls[parm].loc);
            match self.cx.unit.decls[parm].name {
                None if self.cx.options.standard.year <= 2017 => {
                    self.pedantic(loc, "ISO C does not support omitting parameter names in function definitions before C2X");
                }
                Some(name) if self.is_incomplete(ty) => {
                    let text = format!("parameter ‘{}’ has incomplete type", self.text(name));
                    self.error(loc, text);
                }
                _ => {}
            }
        }
        self.function = Some(Box::new(FunctionState {
            decl,
            params: params.decls.clone(),
            result,
            return_type,
            lexical_scopes,
            labels: FxHashMap::default(),
            shadowed_labels: Vec::new(),
            jumps: Vec::new(),
            scope_marks: Jumps::default(),
            switches: Vec::new(),
            lists: vec![StatementList::default()],
            undeclared: FxHashSet::default(),
            names: FxHashMap::default(),
            name_decls: Vec::new(),
            nested: Vec::new(),
        }));
    }

    /// Closes the function's scope and returns its body; that of `main` returns 0.
    /// The bounds of parameters that are variable length arrays are evaluated first.
    fn leave_function(&mut self, name: Symbol, sizes: &[ExprId], open: Location) -> ExprId {
        self.declare_function_names(open);
        let body = self.pop_list(open);
        let frame = self.scopes.pop();
        self.warn_unused_in_block(&frame.vars);
        let mut bind = self.bind_expr(frame.vars, body, frame.scope, open);
        if let Some(sizes) = self.in_sequence(sizes, open) {
            bind = self.list_expr(vec![sizes, bind], open);
        }
        let returns_int =
            self.function_state().is_some_and(|function| function.return_type.is_some())
                && self.function.as_deref().is_some_and(|function| {
                    self.cx.unit.types.main_variant(function.return_type) == self.cx.unit.common.int
                });
        let hosted = self.cx.options.on(gimple::options::Flag::Hosted);
        if self.cx.unit.symbols.text(name) != "main"
            || !returns_int
            || !hosted
            || self.cx.options.standard.year < 1999
        {
            return bind;
        }
        self.push_list();
        self.add_stmt(bind);
        let int = self.cx.unit.common.int;
        // Nobody wrote it, so it is nowhere in the source.
        let zero = self.cx.int_expr(int, 0, Location::BUILTIN);
        self.add_return_value(zero, Location::BUILTIN);
        self.pop_list(open)
    }

    /// The variable `__func__`, `__FUNCTION__` or `__PRETTY_FUNCTION__` stands for, made on first use.
    pub fn function_name_decl(&mut self, spelling: Symbol, loc: Location) -> DeclId {
        let known =
            self.function.as_deref().and_then(|function| function.names.get(&spelling).copied());
        if let Some(decl) = known {
            return decl;
        }
        let function =
            self.function.as_deref().and_then(|function| self.cx.unit.decls[function.decl].name);
        let text = match function {
            Some(name) => self.text(name),
            None => {
                let text =
                    format!("‘{}’ is not defined outside of function scope", self.text(spelling));
                self.warning("", loc, text);
                if self.cx.unit.symbols.text(spelling) == "__PRETTY_FUNCTION__" {
                    "top level".to_string()
                } else {
                    String::new()
                }
            }
        };
        let set = self.cx.options.code.exec_charset;
        let mut bytes = match set.is_utf8() {
            true => text.into_bytes(),
            false => text.chars().map(|c| set.byte(c).unwrap_or(b'?')).collect(),
        };
        bytes.push(0);
        let char_ = self.cx.unit.common.char_;
        let element = self.cx.unit.types.qualified(char_, Quals::CONST);
        let ty = self.cx.unit.types.array_of(element, ArrayDomain::Count(bytes.len() as u64));
        let value = Const { ty, value: ConstValue::String(bytes.into()), overflow: false };
        let value = self.cx.unit.consts.intern(value);
        let mut decl = Decl::new(DeclKind::Var, Some(spelling), ty, loc);
        decl.flags = flag::STATIC | flag::READONLY | flag::ARTIFICIAL;
        decl.context = self.cx.current_function;
        let decl = self.cx.new_decl(decl);
        self.cx.unit.initializers.insert(decl, Operand::Const(value));
        self.unit.static_locals.push(decl);
        if let Some(frame) = self.scopes.function_frame() {
            frame.vars.push(decl);
        }
        if let Some(function) = self.function_state() {
            function.names.insert(spelling, decl);
            function.name_decls.push(decl);
        }
        decl
    }

    /// Puts the declarations of `__func__` and its like at the start of the body, the last one first.
    fn declare_function_names(&mut self, loc: Location) {
        let decls = self
            .function_state()
            .map(|function| std::mem::take(&mut function.name_decls))
            .unwrap_or_default();
        for decl in decls {
            let stmt = self.statement_expr(ExprKind::DeclStmt(decl), loc);
            if let Some(list) = self.function_state().and_then(|function| function.lists.last_mut())
            {
                list.stmts.insert(0, stmt);
                list.cleanups.iter_mut().for_each(|cleanup| cleanup.start += 1);
            }
        }
    }

    fn check_labels(&mut self, state: &FunctionState) {
        let mut undefined: Vec<(Symbol, LabelInfo)> = state
            .labels
            .iter()
            .filter(|(_, info)| info.used && !info.defined)
            .map(|(s, i)| (*s, *i))
            .collect();
        undefined.sort_by_key(|(_, info)| info.decl);
        for (symbol, info) in undefined {
            self.undefined_label(symbol, info.loc);
        }
    }
}
