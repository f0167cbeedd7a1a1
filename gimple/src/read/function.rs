//! Functions: with all their tables, and in the plain form of dumps.

use super::body::unnamed;
use super::expr::fresh_name;
use super::lexer::Tok;
use super::{Reader, Result, Scope};
use crate::decl::{DeclId, DeclKind, flag};
use crate::function::{Function, Prop};
use crate::print::operand_text;
use crate::ssa::{NameFlags, SsaName};
use crate::symbol::Symbol;
use crate::types::{Quals, TypeId, TypeKind};
use crate::unit::{Frequency, SymtabNode};
use dumps::DumpFlags;
use std::mem;

impl<'t> Reader<'t> {
    pub(super) fn begin(&mut self, decl: DeclId, number: u32, plain: bool) {
        self.f = Function::new(decl, number);
        self.scope = Scope::new(plain);
    }

    pub(super) fn finish(&mut self) -> Result<()> {
        self.finish_graph()?;
        let f = mem::replace(&mut self.f, Function::new(DeclId::NONE, 0));
        self.functions.push(f);
        self.scope = Scope::new(false);
        Ok(())
    }

    /// `function 1495 no 0 properties 0x2b;` with its tables and body.
    pub(super) fn whole_function(&mut self) -> Result<()> {
        self.advance()?;
        let decl = self.decl_id()?;
        if !matches!(self.unit.types.kind(self.unit.decls[decl].ty), TypeKind::Function { .. }) {
            return self.error("body of what is no function");
        }
        self.expect_word("no")?;
        let number = self.index()?;
        self.begin(decl, number, false);
        while !self.eat(";")? {
            match self.ident()? {
                "properties" => self.f.properties = Prop::from_bits(self.small()?),
                "result" => self.f.result = self.decl_id()?,
                "vop" => self.f.vop = self.decl_id()?,
                "chain" => self.f.static_chain = self.decl_id()?,
                "setjmp" => self.f.calls_setjmp = true,
                "alloca" => self.f.calls_alloca = true,
                "nonlocal" => self.f.has_nonlocal_label = true,
                "forced" => self.f.has_forced_label = true,
                _ => return self.error("unknown property of a function"),
            }
        }
        loop {
            match self.ident()? {
                "params" => self.f.params = self.uid_list()?,
                "locals" => self.f.locals = self.uid_list()?,
                "labels" => {
                    for (number, label) in self.uid_list()?.into_iter().enumerate() {
                        self.f.labels.set_number(label, number as u32);
                    }
                }
                "names" => {
                    let count = self.index()?;
                    self.reserve_names(count);
                    self.expect(";")?;
                }
                "name" => self.name_row()?,
                "body" => break,
                _ => return self.error("unknown table of a function"),
            }
        }
        self.f.body = self.statements()?;
        self.expect_word("end")?;
        self.finish()
    }

    fn uid_list(&mut self) -> Result<Vec<DeclId>> {
        let mut list = Vec::new();
        while !self.eat(";")? {
            list.push(self.decl_id()?);
        }
        Ok(list)
    }

    /// `name 5 var 1493 : int flags 1;`
    fn name_row(&mut self) -> Result<()> {
        let version = self.index()?;
        if version == 0 {
            return self.error("there is no version 0");
        }
        let var = if self.eat_word("var")? { self.decl_id()? } else { DeclId::NONE };
        let mut ident = Symbol::NONE;
        if self.eat_word("ident")? {
            let name = self.ident()?;
            ident = self.unit.symbols.intern(name);
        }
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect_word("flags")?;
        let flags = NameFlags::from_bits(self.small()?);
        self.expect(";")?;
        self.reserve_names(version + 1);
        let name = SsaName(version);
        self.f.names[name] = fresh_name(var, ty, ident);
        self.f.names[name].flags = flags.without(NameFlags::RELEASED);
        if flags.intersects(NameFlags::DEFAULT_DEF) && var.is_some() {
            self.f.default_defs.insert(var, name);
        }
        Ok(())
    }

    // Plain dumps.

    /// `int fact (int n)` and its body.
    pub(super) fn dump_function(&mut self) -> Result<()> {
        if self.is_word("__attribute__") {
            return self.skip_line();
        }
        let result = self.ty()?;
        self.dump_function_of(result)
    }

    /// A plain function whose result type has been read.
    pub(super) fn dump_function_of(&mut self, result: TypeId) -> Result<()> {
        let name = self.ident()?;
        let params = self.parameters()?;
        let types: Vec<TypeId> = params.iter().map(|(ty, _)| *ty).collect();
        let fntype = self.unit.types.function_of(result, types, false, true);
        let decl = match self.globals.get(name).copied() {
            Some(decl) if self.unit.decls[decl].kind == DeclKind::Function => decl,
            _ => self.add_decl(DeclKind::Function, Some(name), fntype),
        };
        self.globals.insert(name.to_string(), decl);
        let order = self.unit.symtab().len() as u32;
        let d = &mut self.unit.decls[decl];
        if d.has(flag::EXTERNAL) {
            d.set(flag::EXTERNAL | flag::NORETURN, false);
            d.ty = fntype;
        }
        d.set(flag::PUBLIC | flag::STATIC, true);
        if self.unit.symtab_node(decl).is_none() {
            let frequency = Frequency::default();
            let cgraph_uid = order + 1;
            let node = SymtabNode { decl, order, cgraph_uid, definition: true, frequency };
            self.unit.add_symtab_node(node);
        }
        self.begin(decl, self.functions.len() as u32, true);
        for (ty, name) in params {
            let param = self.local(DeclKind::Parm, name, ty);
            self.f.params.push(param);
        }
        if result != self.unit.common.void {
            let decl = self.add_decl(DeclKind::Result, None, result);
            self.f.result = decl;
        }
        self.plain_body()
    }

    /// `(int n, struct s * p)`.
    pub(super) fn parameters(&mut self) -> Result<Vec<(TypeId, &'t str)>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.is(")") {
            let ty = self.ty()?;
            params.push((ty, self.ident()?));
            if !self.eat(",")? {
                break;
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    /// `{ declarations statements }`, with which a plain function ends.
    pub(super) fn plain_body(&mut self) -> Result<()> {
        self.expect("{")?;
        let mut locals = Vec::new();
        self.local_declarations(&mut locals)?;
        locals.reverse();
        self.f.locals = locals;
        self.f.properties = Prop::GIMPLE_ANY;
        self.f.body = self.statements()?;
        self.expect("}")?;
        self.finish()
    }

    pub(super) fn local(&mut self, kind: DeclKind, name: &str, ty: TypeId) -> DeclId {
        let decl = match unnamed(name) {
            Some(number) => self.add_unnamed(kind, number, ty),
            None => self.add_decl(kind, Some(name), ty),
        };
        let volatile = self.unit.types[ty].quals.contains(Quals::VOLATILE);
        let d = &mut self.unit.decls[decl];
        d.context = self.f.decl;
        d.set(flag::VOLATILE, volatile);
        self.enter_local(name, decl);
        decl
    }

    /// The declarations at the head of a block of a plain dump.
    pub(super) fn local_declarations(&mut self, locals: &mut Vec<DeclId>) -> Result<()> {
        loop {
            if self.is_word("typedef") {
                // The C file says what type it is.
                self.skip_line()?;
                continue;
            }
            let mut flags = 0;
            for (word, bit) in [
                ("static", flag::STATIC),
                ("register", flag::REGISTER),
                ("extern", flag::EXTERNAL | flag::PUBLIC),
            ] {
                if self.eat_word(word)? {
                    flags |= bit;
                }
            }
            if flags == 0 && !self.at_declaration() {
                return Ok(());
            }
            let base = self.ty()?;
            let name = self.ident()?;
            let elsewhere = |r: &Self| r.is("[") && r.lexer.at_mark("value-expr");
            let ty = if elsewhere(self) { base } else { self.dimensions(base)? };
            if flags & flag::STATIC != 0 && self.known_statics(name, ty, locals)? {
                continue;
            }
            if let Some(decl) = self.old_local(name, ty, flags) {
                self.enter_local(name, decl);
                locals.push(decl);
                // Its value at the beginning, if it says one, is of a literal that statements build.
                self.skip_line()?;
                continue;
            }
            if self.is_word("__asm__") {
                return self.error("variable bound to a register");
            }
            if elsewhere(self) {
                let decl = self.local(DeclKind::Var, name, ty);
                locals.push(decl);
                self.skip_line()?;
                continue;
            }
            if self.is("=") && flags & flag::STATIC == 0 && !self.lexer.follows('<') {
                let decl = self.local(DeclKind::Var, name, ty);
                locals.push(decl);
                self.skip_line()?;
                continue;
            }
            if self.eat("=")? {
                if self.is("<<") {
                    // `void lab = <<< error >>>;`
                    self.skip_line()?;
                    let label = self.label_named(name)?;
                    locals.push(label);
                    continue;
                }
                let decl = self.local(DeclKind::Var, name, ty);
                self.unit.decls[decl].flags |= flags;
                let value = self.operand(Some(ty))?;
                self.unit.initializers.insert(decl, value);
                locals.push(decl);
            } else if let Some(version) = self.anonymous_version(name) {
                self.reserve_names(version + 1);
                let stem = name.rsplit_once('_').map_or("", |(stem, _)| stem);
                let ident =
                    if stem.is_empty() { Symbol::NONE } else { self.unit.symbols.intern(stem) };
                self.f.names[SsaName(version)] = fresh_name(DeclId::NONE, ty, ident);
                self.f.names[SsaName(version)].def = crate::stmt::StmtId(0);
                if self.is("(") && self.lexer.at_mark("D)") {
                    for _ in 0..3 {
                        self.advance()?;
                    }
                }
            } else {
                let decl = self.local(DeclKind::Var, name, ty);
                self.unit.decls[decl].flags |= flags;
                locals.push(decl);
            }
            self.expect(";")?;
        }
    }

    /// Enters the static variable of the C file that a line declares, the function's own or one of a function that was
    /// inlined; the C file says what it holds. Where several could be meant, all are. Whether there is any.
    fn known_statics(&mut self, name: &str, ty: TypeId, locals: &mut Vec<DeclId>) -> Result<bool> {
        let line = self.lexer.clone().rest_of_line();
        let initial = line.trim_start().trim_end_matches(';');
        let initial = if self.is("=") { initial } else { "" };
        let is = |id: &&DeclId| {
            let decl = &self.unit.decls[**id];
            let value = self.unit.initializers.get(*id);
            let shown = value.map_or(String::new(), |value| {
                operand_text(&self.unit, &self.f, *value, DumpFlags::NONE)
            });
            self.same_shape(decl.ty, ty) && (shown == initial || decl.context == self.scope.origin)
        };
        let all = self.statics.get(name).map_or(&[][..], |all| all);
        let mut meant: Vec<DeclId> = all.iter().filter(is).copied().collect();
        let own = |id: &DeclId| self.unit.decls[*id].context == self.scope.origin;
        if meant.iter().any(own) && !meant.iter().any(|id| locals.contains(id)) {
            meant.retain(own);
        }
        let Some(&first) = meant.first() else { return Ok(false) };
        for decl in meant {
            self.enter_local(name, decl);
        }
        locals.push(first);
        self.skip_line()?;
        Ok(true)
    }

    fn at_declaration(&self) -> bool {
        let variable = match self.tok {
            Tok::Ident(word) => self.scope.locals.contains_key(word),
            _ => false,
        };
        !variable && self.at_type()
    }

    /// The version, for `_12` and `iftmp.0_12`.
    fn anonymous_version(&self, name: &str) -> Option<u32> {
        let (stem, version) = name.rsplit_once('_')?;
        let version = version.parse().ok().filter(|&v| v > 0 && v < super::MAX_NUMBER)?;
        let known = self.like_versions.as_ref().is_some_and(|names| !names.contains(name));
        let made = known || stem.is_empty() || stem.contains('.') || stem.ends_with("tmp");
        made.then_some(version)
    }

    /// The variable of virtual operands.
    pub(super) fn virtual_variable(&mut self) -> DeclId {
        if self.f.vop.is_none() {
            let void = self.unit.common.void;
            self.f.vop = self.add_decl(DeclKind::Var, Some(".MEM"), void);
            let context = self.f.decl;
            let d = &mut self.unit.decls[self.f.vop];
            d.context = context;
            d.set(flag::VIRTUAL | flag::ARTIFICIAL, true);
        }
        self.f.vop
    }
}
