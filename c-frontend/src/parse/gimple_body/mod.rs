//! Functions whose bodies are GIMPLE (`-fgimple`): `int __GIMPLE (ssa,startwith("fre1")) f (int a) { … }`.
//!
//! ```text
//! int __GIMPLE (ssa) f (int a)             a function with a CFG, in SSA form:
//! {                                        <bb 2>:
//!   int _1;                                if (a_2(D) > 3)
//!   __BB(2):                                 goto <bb 3>;
//!   if (a_2(D) > 3)                        else
//!     goto __BB3;                            goto <bb 4>;
//!   else                                   <bb 3>:
//!     goto __BB4;                          <bb 4>:
//!   __BB(3):                               # _1 = PHI <0(2), 1(3)>
//!   goto __BB4;                            return _1;
//!   __BB(4):
//!   _1 = __PHI (__BB2: 0, __BB3: 1);
//!   return _1;
//! }
//! ```
//!
//! Without `cfg` or `ssa` the body is structured GIMPLE with labels, as the gimplifier makes it. Names such as `a_2` and
//! `_1` are versions of a variable, or of a type alone. The syntax is what `-fdump-tree-…-gimple` prints, described in
//! GCC's internals manual. `stmt` reads statements, `expr` operands and right-hand sides; `graph` makes edges and
//! links names when the body is complete.

mod expr;
mod graph;
mod stmt;

use super::Parser;
use super::attributes::AttrSet;
use super::declaration::Place;
use super::declarator::{DeclContext, DeclaratorKind};
use super::keyword::Keyword;
use crate::lex::TokenKind;
use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeFlags, Probability};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{CountQuality, Function, Prop, StartWith};
use gimple::location::Location;
use gimple::ssa::{NameFlags, SsaData, SsaName, UseId};
use gimple::stmt::{ScopeId, Seq, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;

/// The greatest version or block number.
const MAX_NUMBER: u32 = 1 << 20;

/// What stands in the parentheses of `__GIMPLE (…)`.
#[derive(Clone, Debug, Default)]
pub struct GimpleSpecs {
    /// The body is RTL: it is `__RTL (…)`.
    pub rtl: bool,
    /// The body has blocks.
    pub cfg: bool,
    /// It is in SSA form.
    pub ssa: bool,
    /// The first pass to run.
    pub start_with: Option<String>,
    /// How often the function is entered.
    pub count: Option<(u64, CountQuality)>,
}

/// An edge to be made when all blocks are known.
struct Jump {
    src: BlockId,
    dst: u32,
    flags: EdgeFlags,
    probability: Probability,
    loc: Location,
}

/// A label of the body.
struct Label {
    decl: DeclId,
    defined: bool,
    loc: Location,
}

/// A φ whose edges are not there yet.
struct PendingPhi {
    phi: StmtId,
    /// Its arguments by the numbers of their source blocks.
    args: Vec<(u32, Operand)>,
    loc: Location,
}

/// The body being read.
struct Body {
    f: Function,
    specs: GimpleSpecs,
    /// The statements of the sequence at hand, while there are no blocks.
    seq: Seq,
    block: BlockId,
    jumps: Vec<Jump>,
    phis: Vec<PendingPhi>,
    labels: FxHashMap<Symbol, Label>,
    label_order: Vec<Symbol>,
    /// Names without a variable that were declared, by version.
    anonymous: FxHashMap<u32, TypeId>,
    scope: ScopeId,
    loc: Location,
}

impl Body {
    fn has_blocks(&self) -> bool {
        self.specs.cfg || self.specs.ssa
    }

    /// Adds a statement where the body is.
    fn emit(&mut self, kind: StmtKind) -> StmtId {
        let stmt = self.f.new_stmt(kind, self.loc);
        self.f.stmt_info[stmt].scope = self.scope;
        if self.block.is_some() {
            self.f.append_to_block(self.block, stmt);
        } else {
            self.f.seq_push(&mut self.seq, stmt);
        }
        stmt
    }

    /// Lets a name be defined by a statement.
    fn define(&mut self, lhs: Operand, stmt: StmtId) {
        if let Operand::Ssa(name) = lhs {
            self.f.names[name].def = stmt;
        }
    }

    /// Makes room in the table of names.
    fn reserve(&mut self, version: u32, void: TypeId) {
        while self.f.names.len() <= version as usize {
            self.f.names.push(SsaData {
                var: DeclId::NONE,
                ty: void,
                def: StmtId::NONE,
                uses: UseId::NONE,
                ident: Symbol::NONE,
                flags: NameFlags::RELEASED,
            });
        }
    }
}

impl Parser<'_> {
    /// Parses `__GIMPLE` or `__RTL` and what is in parentheses after it.
    pub(super) fn gimple_specs(&mut self) -> GimpleSpecs {
        let rtl = self.keyword() == Some(Keyword::Rtl);
        let mut specs = GimpleSpecs { rtl, ..GimpleSpecs::default() };
        self.next();
        if !self.at(TokenKind::LeftParen) {
            return specs;
        }
        self.next();
        while !matches!(self.peek().kind, TokenKind::RightParen | TokenKind::Eof) {
            let token = self.next();
            let word = self.spelling(token);
            match word.as_str() {
                "ssa" | "cfg" if rtl => self.error(token.loc, "invalid operation"),
                "ssa" => (specs.ssa, specs.cfg) = (true, true),
                "cfg" => specs.cfg = true,
                "startwith" => specs.start_with = self.pass_name(),
                _ => match self.count_of(&word) {
                    Some(count) => specs.count = Some(count),
                    None => {
                        self.error(token.loc, "invalid operation");
                        self.skip_until(TokenKind::RightParen);
                        return specs;
                    }
                },
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
        specs
    }

    /// `("fre1")`.
    fn pass_name(&mut self) -> Option<String> {
        if !self.expect(TokenKind::LeftParen) {
            return None;
        }
        let mut name = None;
        if self.at(TokenKind::String) {
            let token = self.next();
            name = Some(self.spelling(token).trim_matches('"').to_string());
        } else {
            self.syntax_error("expected pass name");
        }
        self.expect(TokenKind::RightParen);
        name
    }

    /// `guessed_local(12)` after its first word.
    fn count_of(&mut self, word: &str) -> Option<(u64, CountQuality)> {
        let quality = match word {
            "guessed_local" => CountQuality::Local,
            "precise" | "adjusted" | "afdo" | "guessed" | "guessed_global0" => {
                CountQuality::Precise
            }
            _ => return None,
        };
        if !self.expect(TokenKind::LeftParen) {
            return None;
        }
        let e = self.constant_expression();
        let value = self.folded_int(e);
        self.expect(TokenKind::RightParen);
        value.and_then(|value| u64::try_from(value).ok()).map(|value| (value, quality))
    }

    /// Parses a body of GIMPLE, its `{` next. The function's scope is open; it stays so.
    pub(super) fn gimple_body(
        &mut self,
        decl: DeclId,
        funcdef_no: u32,
        specs: GimpleSpecs,
    ) -> Function {
        let scope = self.scopes.lexical_scope();
        let mut body = Body {
            f: Function::new(decl, funcdef_no),
            specs,
            seq: Seq::EMPTY,
            block: BlockId::NONE,
            jumps: Vec::new(),
            phis: Vec::new(),
            labels: FxHashMap::default(),
            label_order: Vec::new(),
            anonymous: FxHashMap::default(),
            scope,
            loc: self.loc(),
        };
        if body.has_blocks() {
            body.f.init_cfg();
        }
        self.gimple_block(&mut body);
        self.finish_gimple_body(body)
    }

    /// `{ statements }`.
    fn gimple_block(&mut self, body: &mut Body) {
        if !self.expect(TokenKind::LeftBrace) {
            return;
        }
        if !self.enter() {
            return;
        }
        while !matches!(self.peek().kind, TokenKind::RightBrace | TokenKind::Eof) {
            let mark = self.taken;
            body.loc = self.loc();
            if self.starts_declaration() {
                self.gimple_declaration(body);
            } else {
                self.gimple_statement(body);
            }
            if self.is_in_error() {
                self.skip_to_end_of_statement();
            }
            self.ensure_progress(mark);
        }
        self.expect(TokenKind::RightBrace);
        self.leave();
    }

    /// Declarations of variables, and of names without one: `int a, _1;`.
    fn gimple_declaration(&mut self, body: &mut Body) {
        let specs = self.declaration_specifiers(false);
        if self.accept(TokenKind::Semicolon) {
            return;
        }
        loop {
            let Some(declarator) = self.declarator(DeclaratorKind::Named, true) else { return };
            let version = declarator.name.and_then(|name| {
                let text = self.cx.unit.symbols.text(name);
                split_version(text).filter(|(stem, _)| stem.is_empty())
            });
            match version {
                Some((_, version)) => {
                    let ty = self.apply_declarator(&specs, &declarator, DeclContext::Normal);
                    body.anonymous.insert(version, ty);
                    self.name_without_variable(body, version, ty);
                }
                None => {
                    let attrs: AttrSet = declarator.attrs.clone();
                    let place = Place::Block;
                    self.declare(&specs, &declarator, &attrs, None, false, place);
                }
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon);
    }

    fn name_without_variable(&mut self, body: &mut Body, version: u32, ty: TypeId) {
        body.reserve(version, self.cx.unit.common.void);
        let data = &mut body.f.names[SsaName(version)];
        data.ty = ty;
        data.flags.remove(NameFlags::RELEASED);
    }

    /// The version of a variable, or of a type alone, that an identifier names.
    fn gimple_name(&mut self, body: &mut Body, symbol: Symbol, loc: Location) -> Option<SsaName> {
        let text = self.text(symbol);
        let (stem, version) = split_version(&text)?;
        let default = self.default_mark();
        if stem.is_empty() {
            if !body.anonymous.contains_key(&version) {
                return None;
            }
            return Some(SsaName(version));
        }
        let stem = self.cx.unit.symbols.intern(stem);
        let Some(crate::scope::Binding::Decl(var)) = self.lookup(stem) else { return None };
        let kind = self.cx.unit.decls[var].kind;
        let is_local = self.cx.unit.decls[var].context == body.f.decl || kind == DeclKind::Parm;
        if !matches!(kind, DeclKind::Var | DeclKind::Parm) || !is_local {
            self.error(loc, format!("invalid base ‘{}’ for SSA name", self.text(stem)));
            return None;
        }
        body.reserve(version, self.cx.unit.common.void);
        let ty = self.cx.unit.decls[var].ty;
        let data = &mut body.f.names[SsaName(version)];
        if data.has(NameFlags::RELEASED) {
            (data.var, data.ty, data.flags) = (var, ty, NameFlags::NONE);
        }
        if default {
            data.flags |= NameFlags::DEFAULT_DEF;
            body.f.default_defs.insert(var, SsaName(version));
        }
        Some(SsaName(version))
    }

    /// `(D)` after a name.
    fn default_mark(&mut self) -> bool {
        if !self.at(TokenKind::LeftParen) || self.peek_nth(2).kind != TokenKind::RightParen {
            return false;
        }
        let token = self.peek2();
        if token.kind != TokenKind::Identifier || self.spelling(token) != "D" {
            return false;
        }
        for _ in 0..3 {
            self.next();
        }
        true
    }

    /// Completes the function when its body has been read.
    fn finish_gimple_body(&mut self, mut body: Body) -> Function {
        for symbol in std::mem::take(&mut body.label_order) {
            let label = &body.labels[&symbol];
            if !label.defined {
                let text = self.text(symbol);
                self.error(label.loc, format!("label ‘{text}’ used but not defined"));
            }
        }
        let vars = self.scopes.current().vars.clone();
        body.f.properties |= Prop::GIMPLE_ANY;
        if body.has_blocks() {
            body.f.properties |= Prop::GIMPLE_LCF | Prop::GIMPLE_LEH | Prop::CFG | Prop::LOOPS;
            body.f.locals = vars.into_iter().rev().collect();
            self.finish_gimple_graph(&mut body);
        } else {
            let kind = StmtKind::Bind { vars: Aside::new(vars), body: body.seq, scope: body.scope };
            let bind = body.f.new_stmt(kind, Location::default());
            body.f.body = Seq { first: bind, last: bind };
        }
        body.f.start_with = match body.specs.start_with.take() {
            Some(pass) => StartWith::Pass(pass),
            None => StartWith::WhatIsMissing,
        };
        if let Some((_, quality)) = body.specs.count {
            body.f.count_quality = quality;
        }
        for name in body.f.names.values().filter(|data| !data.has(NameFlags::RELEASED)) {
            if let Some(var) = name.var.expand() {
                self.cx.unit.decls[var].flags |= flag::USED;
            }
        }
        body.f
    }
}

/// An identifier as the name of a variable and a version: `a_2`, `_1`.
fn split_version(text: &str) -> Option<(&str, u32)> {
    let (stem, digits) = text.rsplit_once('_')?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let version: u32 = digits.parse().ok()?;
    (plain && version > 0 && version < MAX_NUMBER).then_some((stem, version))
}
