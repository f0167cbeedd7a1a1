//! What remains to be done once a declaration is complete: sizes, initialisers, the symbol table, the end of the unit.

use super::Parser;
use super::attributes::AttrSet;
use super::braced_strings::braced_lists_to_strings;
use super::function::Cleanup;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::scope::Binding;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, TypeKind, TypeSize};
use gimple::unit::{Frequency, SymtabNode};

impl Parser<'_> {
    /// Finishes a declaration: `init` is its initialiser, converted.
    pub fn finish_declaration(&mut self, decl: DeclId, init: Option<ExprId>, attrs: &AttrSet) {
        match self.cx.unit.decls[decl].kind {
            DeclKind::Var => {}
            DeclKind::Function => {
                let has_alias = attrs.alias.is_some();
                if has_alias {
                    self.unit.defined.insert(decl);
                    self.add_to_symtab(decl, true);
                }
                return;
            }
            _ => return,
        }
        let init = init.map(|init| braced_lists_to_strings(&mut self.cx, init));
        if let Some(init) = init {
            self.complete_array_from(decl, init);
        }
        self.check_complete(decl, init.is_some());
        let d = &self.cx.unit.decls[decl];
        let (is_static, is_external) = (d.has(flag::STATIC), d.has(flag::EXTERNAL));
        let at_file = d.context.is_none();
        if is_static {
            if let Some(init) = init {
                self.define_static(decl, init);
            }
            if at_file {
                self.add_to_symtab(decl, true);
            } else {
                self.unit.static_locals.push(decl);
            }
        }
        if self.function.is_none() || (is_external && at_file) {
            return;
        }
        let loc = self.cx.unit.decls[decl].loc;
        if !is_static && let Some(init) = init {
            self.cx.local_inits.insert(decl, init);
        }
        let variable = self.cx.unit.types[self.cx.unit.decls[decl].ty].size == TypeSize::Variable;
        if variable
            && let Some(list) = self.function_state().and_then(|function| function.lists.last_mut())
            && std::mem::take(&mut list.has_label)
        {
            let start = list.stmts.len();
            list.cleanups.push(Cleanup { start, call: ExprId::NONE });
        }
        let stmt = self.statement_expr(ExprKind::DeclStmt(decl), loc);
        self.add_stmt(stmt);
        if let Some((function, at)) = attrs.cleanup
            && !is_static
        {
            self.begin_cleanup(decl, function, at);
        }
    }

    /// Lets an array of unknown bound have as many elements as its initialiser.
    fn complete_array_from(&mut self, decl: DeclId, init: ExprId) {
        let (ty, init_type) = (self.cx.unit.decls[decl].ty, self.cx.type_of(init));
        if self.is_unbounded_array(ty)
            && let TypeKind::Array { domain: ArrayDomain::Count(_), .. } =
                self.cx.unit.types.kind(init_type)
        {
            self.cx.unit.decls[decl].ty = init_type;
        }
    }

    fn check_complete(&mut self, decl: DeclId, initialized: bool) {
        let d = &self.cx.unit.decls[decl];
        let (ty, loc, is_external, is_static) =
            (d.ty, d.loc, d.has(flag::EXTERNAL), d.has(flag::STATIC));
        let at_file = d.context.is_none();
        if self.cx.unit.types[ty].size == TypeSize::Variable && (is_external || is_static) {
            let name = self.cx.unit.decls[decl].name.map_or(String::new(), |name| self.text(name));
            self.error(loc, format!("storage size of ‘{name}’ isn’t constant"));
            self.cx.unit.decls[decl].ty = self.cx.unit.common.int;
            return;
        }
        if !self.is_incomplete(ty) || is_external {
            return;
        }
        // A tentative definition may be completed later.
        if at_file && is_static && !initialized {
            self.unit.tentative.push(decl);
            return;
        }
        let name = self.cx.unit.decls[decl].name.map_or(String::new(), |name| self.text(name));
        let text = if self.is_unbounded_array(ty) {
            format!("array size missing in ‘{name}’")
        } else {
            format!("storage size of ‘{name}’ isn’t known")
        };
        self.error(loc, text);
        self.cx.unit.decls[decl].ty = self.cx.unit.common.int;
    }

    /// Keeps the initialiser of a variable with static storage.
    fn define_static(&mut self, decl: DeclId, init: ExprId) {
        if self.is_defined(decl) {
            return;
        }
        self.unit.defined.insert(decl);
        let operand = self.static_initializer(init);
        self.cx.unit.initializers.insert(decl, operand);
    }

    /// The rest of the block is to be protected by a call of the cleanup function.
    fn begin_cleanup(&mut self, decl: DeclId, function: gimple::symbol::Symbol, at: Location) {
        let Some(Binding::Decl(callee)) = self.lookup(function) else {
            self.error(at, "cleanup argument not a function");
            return;
        };
        if self.cx.unit.decls[callee].kind != DeclKind::Function {
            self.error(at, "cleanup argument not a function");
            return;
        }
        let loc = self.cx.unit.decls[decl].loc;
        self.mention(decl);
        self.cx.unit.decls[decl].flags |= flag::READ;
        self.mention(callee);
        let variable = self.cx.decl_expr(decl, loc);
        let address = self.address_of(variable, loc);
        let callee = self.cx.decl_expr(callee, loc);
        let call = self.call(callee, vec![address], loc);
        let call = self.expression_as_statement(call, loc);
        if let Some(list) = self.function_state().and_then(|function| function.lists.last_mut()) {
            let start = list.stmts.len();
            list.cleanups.push(Cleanup { start, call });
        }
    }

    /// Gives a symbol its number in the symbol table, if it has none yet.
    pub fn add_to_symtab(&mut self, decl: DeclId, definition: bool) {
        if self.cx.unit.symtab_node(decl).is_some() {
            return;
        }
        let mut cgraph_uid = 0;
        if self.cx.unit.decls[decl].kind == DeclKind::Function {
            self.unit.functions_in_symtab += 1;
            cgraph_uid = self.unit.functions_in_symtab;
        }
        let order = self.unit.next_order;
        self.unit.next_order += 1;
        self.cx.unit.add_symtab_node(SymtabNode {
            decl,
            order,
            cgraph_uid,
            definition,
            frequency: Frequency::default(),
        });
        // The function a function is nested in gets its node no later.
        let data = &self.cx.unit.decls[decl];
        if data.has(flag::NESTED) {
            self.add_to_symtab(data.context, true);
        }
    }

    /// Puts a static variable of a function into the symbol table. It gets its number where the function refers to it.
    fn add_unnumbered(&mut self, decl: DeclId) {
        if self.cx.unit.symtab_node(decl).is_none() {
            self.cx.unit.add_symtab_node(SymtabNode {
                decl,
                order: SymtabNode::UNNUMBERED,
                cgraph_uid: 0,
                definition: true,
                frequency: Frequency::default(),
            });
        }
    }

    /// An expression evaluated for its effects only: converted to `void`.
    pub fn discarded(&mut self, e: ExprId, loc: Location) -> ExprId {
        let void = self.cx.unit.common.void;
        let flags = self.cx.exprs[e].flags & expr_flag::SIDE_EFFECTS;
        self.cx.expr(ExprKind::Unary(gimple::code::TreeCode::Nop, e), void, loc, flags)
    }

    /// Ends the unit: tentative definitions become definitions, `weak` pragmas take effect.
    pub fn finish_unit(&mut self) {
        for decl in std::mem::take(&mut self.unit.tentative) {
            self.finish_tentative(decl);
        }
        let static_locals = std::mem::take(&mut self.unit.static_locals);
        // The last one is analysed first, and named then.
        for &decl in static_locals.iter().rev() {
            self.cx.name_privately(decl);
        }
        for &decl in &static_locals {
            self.add_unnumbered(decl);
        }
        self.warn_unused_in_unit(&static_locals);
        for (name, alias) in std::mem::take(&mut self.unit.weak) {
            self.declare_weak_alias(name, alias);
        }
        let undefined: Vec<DeclId> = self
            .scopes
            .file_scope_decls()
            .filter(|&id| {
                let decl = &self.cx.unit.decls[id];
                decl.kind == DeclKind::Function
                    && !decl.has(flag::PUBLIC)
                    && decl.has(flag::USED)
                    && !self.is_defined(id)
                    && decl.has(flag::EXTERNAL)
                    && decl.extra.as_ref().is_none_or(|extra| extra.alias.is_none())
            })
            .collect();
        self.check_aliases();
        self.check_versions();
        for decl in undefined {
            let (loc, name) = (self.cx.unit.decls[decl].loc, self.cx.unit.decls[decl].name);
            let text = name.map_or(String::new(), |name| self.text(name));
            self.pedwarn("", loc, format!("‘{text}’ used but never defined"));
        }
        self.warn_of_always_inline();
    }

    /// Warns of functions that must be inlined and are not declared `inline`, the last first.
    fn warn_of_always_inline(&mut self) {
        let symtab = self.cx.unit.symtab().iter().rev();
        let found: Vec<DeclId> = symtab
            .map(|node| node.decl)
            .filter(|&decl| {
                let data = &self.cx.unit.decls[decl];
                data.has(flag::ALWAYS_INLINE) && !data.has(flag::INLINE)
            })
            .collect();
        for decl in found {
            let loc = self.cx.unit.decls[decl].loc;
            let text = "‘always_inline’ function might not be inlinable";
            self.warning("attributes", loc, text);
        }
    }

    /// `#pragma weak name = target` of a name that nothing declares: it is of the target's type.
    fn declare_weak_alias(&mut self, name: Symbol, alias: Option<Symbol>) {
        let Some(&target) = alias.and_then(|alias| self.scopes.externals.get(&alias)) else {
            return;
        };
        let Decl { kind, ty, loc, .. } = self.cx.unit.decls[target];
        let mut decl = Decl::new(kind, Some(name), ty, loc);
        decl.flags = flag::PUBLIC;
        let decl = self.cx.new_decl(decl);
        self.make_weak(decl, alias);
    }

    /// What is an alias must be one of something the unit defines.
    fn check_aliases(&mut self) {
        if self.cx.unit.diagnostics.error_count() > 0 {
            return;
        }
        let mut symbols: rustc_hash::FxHashSet<Symbol> = rustc_hash::FxHashSet::default();
        let mut aliases = Vec::new();
        for id in self.scopes.file_scope_decls() {
            let decl = &self.cx.unit.decls[id];
            let extra = decl.extra.as_ref();
            if let Some(target) = extra.and_then(|extra| extra.alias) {
                aliases.push((id, target));
            }
            let name = extra.and_then(|extra| extra.assembler_name).or(decl.name);
            symbols.extend(name.filter(|_| !decl.has(flag::EXTERNAL)));
        }
        for (id, target) in aliases {
            let decl = &self.cx.unit.decls[id];
            let (loc, weak) = (decl.loc, decl.has(flag::WEAK) && decl.has(flag::EXTERNAL));
            if weak || symbols.contains(&target) {
                continue;
            }
            let name = decl.name.map_or(String::new(), |name| self.text(name));
            let target = self.text(target);
            self.error(loc, format!("‘{name}’ aliased to undefined symbol ‘{target}’"));
        }
    }

    /// What has versions is defined, and seen by others.
    fn check_versions(&mut self) {
        let Some(symver) = self.cx.unit.symbols.get("symver") else { return };
        let has_version = |id: &DeclId| {
            let extra = self.cx.unit.decls[*id].extra.as_ref();
            extra.is_some_and(|extra| extra.written.iter().any(|said| said.name == symver))
        };
        let versioned: Vec<DeclId> = self.scopes.file_scope_decls().filter(has_version).collect();
        for id in versioned {
            let decl = &self.cx.unit.decls[id];
            let loc = decl.loc;
            if !decl.has(flag::PUBLIC) {
                self.error(loc, "versioned symbol must be public");
            } else if decl.has(flag::EXTERNAL) && !self.is_defined(id) {
                self.error(loc, "symbol needs to be defined to have a version");
            }
        }
    }

    fn finish_tentative(&mut self, decl: DeclId) {
        let d = &self.cx.unit.decls[decl];
        let (ty, loc) = (d.ty, d.loc);
        if self.cx.unit.types[ty].size != TypeSize::Incomplete || self.is_defined(decl) {
            return;
        }
        let name = d.name.map_or(String::new(), |name| self.text(name));
        if let TypeKind::Array { element, domain: ArrayDomain::Unknown } =
            *self.cx.unit.types.kind(ty)
        {
            self.warning("", loc, format!("array ‘{name}’ assumed to have one element"));
            let one = self.cx.unit.types.array_of(element, ArrayDomain::Count(1));
            self.cx.unit.decls[decl].ty = one;
        } else {
            self.error(loc, format!("storage size of ‘{name}’ isn’t known"));
        }
    }
}
