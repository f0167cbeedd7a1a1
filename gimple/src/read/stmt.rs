//! Statements.

use super::expr::Rhs;
use super::graph::Shown;
use super::lexer::Tok;
use super::{Reader, Result};
use crate::aside::Aside;
use crate::cfg::{BlockId, EdgeFlags, PROB_BASE, Probability};
use crate::code::TreeCode;
use crate::constant::ConstId;
use crate::debug_stmts::{DebugKind, DebugPlace};
use crate::decl::{DeclId, DeclKind, flag};
use crate::location::Location;
use crate::ssa::{NameFlags, SsaName, UseId};
use crate::stmt::{
    Asm, AsmOperand, Call, Callee, Case, InternalFn, Phi, PhiArg, PhiArgs, Predictor, ScopeId, Seq,
    StmtFlags, StmtId, StmtKind, Switch, TryKind,
};
use crate::symbol::Symbol;
use crate::tree::{Operand, TreeKind};
use crate::types::{TypeId, TypeKind};

const PREDICTORS: [Predictor; 6] = [
    Predictor::TreeEarlyReturn,
    Predictor::Goto,
    Predictor::ColdLabel,
    Predictor::HotLabel,
    Predictor::Continue,
    Predictor::NoReturn,
];

/// Virtual operands that stand above a statement.
#[derive(Default)]
struct Vops {
    vuse: Option<SsaName>,
    vdef: Option<SsaName>,
}

impl Reader<'_> {
    /// The statements up to what ends them: `}` or `end`.
    pub(super) fn statements(&mut self) -> Result<Seq> {
        let mut seq = Seq::EMPTY;
        let mut vops = Vops::default();
        loop {
            match self.tok {
                Tok::Punct("}") | Tok::Eof => return Ok(seq),
                Tok::Ident("end") if !self.scope.plain => return Ok(seq),
                Tok::Punct("#") => {
                    self.advance()?;
                    if self.eat_word("DEBUG")? {
                        self.debug_line(&mut seq)?;
                        continue;
                    }
                    self.hash_line(&mut vops)?;
                }
                Tok::Punct(";;") => self.edge_line()?,
                Tok::Punct("<") if self.lexer.at_mark("bb ") => self.block_header()?,
                _ => {
                    if let Some(stmt) = self.statement()? {
                        self.place(stmt, &mut seq, &mut vops)?;
                    }
                }
            }
        }
    }

    /// Puts a statement where it belongs: the current block, or the sequence.
    fn place(&mut self, stmt: StmtId, seq: &mut Seq, vops: &mut Vops) -> Result<()> {
        let vops = std::mem::take(vops);
        if let Some(name) = vops.vuse {
            self.f.stmts[stmt].vuse = name;
        }
        if let Some(name) = vops.vdef {
            self.f.stmts[stmt].vdef = name;
        }
        let block = self.scope.block;
        if block.is_none() {
            self.f.seq_push(seq, stmt);
            return Ok(());
        }
        if let StmtKind::Label(label) = self.f.stmts[stmt].kind {
            self.f.labels.place(label, block);
        }
        self.f.append_to_block(block, stmt);
        Ok(())
    }

    fn new_stmt(&mut self, kind: StmtKind) -> StmtId {
        self.f.new_stmt(kind, Location::UNKNOWN)
    }

    /// A debug statement, the word `DEBUG` taken. Of a value that is more than an operand nothing is kept.
    fn debug_line(&mut self, seq: &mut Seq) -> Result<()> {
        let line = self.lexer.place().0;
        let info = (Location::UNKNOWN, ScopeId::NONE);
        let block = self.scope.block;
        if self.eat_word("BEGIN_STMT")? {
            if block.is_none() {
                let marker = self.new_stmt(StmtKind::BeginStmt);
                self.f.seq_push(seq, marker);
                return Ok(());
            }
            self.f.add_debug(&self.unit, DebugPlace::AtEnd(block), DebugKind::BeginStmt, info);
            return Ok(());
        }
        let kind = if self.eat_word("INLINE_ENTRY")? {
            match self.operand(None)? {
                Operand::Decl(function) => DebugKind::InlineEntry(function),
                _ => return self.error("no function is entered here"),
            }
        } else {
            let known = self.debug_operand(line)?;
            let source = self.eat_word("s")?;
            // `=>` is no token.
            let arrow = self.eat("=")? && self.eat(">")?;
            let value = match arrow && !self.eat_word("NULL")? {
                true => self.debug_operand(line)?,
                false => None,
            };
            let whole = self.lexer.place().0 != line || matches!(self.tok, Tok::Eof);
            while self.lexer.place().0 == line && !matches!(self.tok, Tok::Eof) {
                self.advance()?;
            }
            let Some(var) = known else { return Ok(()) };
            let value = value.filter(|_| whole).unwrap_or_default();
            match source {
                true => DebugKind::SourceBind { var, value },
                false => DebugKind::Bind { var, value },
            }
        };
        if block.is_none() {
            return self.error("debug statement outside a block");
        }
        self.f.add_debug(&self.unit, DebugPlace::AtEnd(block), kind, info);
        Ok(())
    }

    /// An operand of a debug statement, if that is one which is known.
    fn debug_operand(&mut self, line: u32) -> Result<Option<Operand>> {
        let (here, tok) = (self.lexer.here(), self.tok.clone());
        match self.operand(None) {
            Ok(operand) => Ok(Some(operand)),
            Err(_) => {
                self.lexer.go_to(here);
                self.tok = tok;
                let ends = |tok: &Tok<'_>| matches!(tok, Tok::Punct("=") | Tok::Eof);
                while self.lexer.place().0 == line && !ends(&self.tok) && !self.is_word("s") {
                    self.advance()?;
                }
                Ok(None)
            }
        }
    }

    /// φs and virtual operands.
    fn hash_line(&mut self, vops: &mut Vops) -> Result<()> {
        if self.eat_word("VUSE")? {
            self.expect("<")?;
            vops.vuse = Some(self.ssa_operand()?);
            return self.expect(">");
        }
        let name = self.ssa_operand()?;
        self.expect("=")?;
        if self.eat_word("VDEF")? {
            vops.vdef = Some(name);
            self.expect("<")?;
            if !self.is(">") {
                vops.vuse = Some(self.ssa_operand()?);
            }
            return self.expect(">");
        }
        self.expect_word("PHI")?;
        self.expect("<")?;
        let ty = self.f.names[name].ty;
        let (mut args, mut sources) = (PhiArgs::new(), Vec::new());
        while !self.is(">") {
            // The number of the block in parentheses is no list of arguments.
            self.scope.phi_argument = true;
            let value = self.operand(Some(ty));
            self.scope.phi_argument = false;
            let value = value?;
            self.expect("(")?;
            sources.push(BlockId(self.index()?));
            self.expect(")")?;
            args.push(PhiArg { value, loc: Location::UNKNOWN, use_node: UseId::NONE });
            if !self.eat(",")? {
                break;
            }
        }
        self.expect(">")?;
        let block = self.scope.block;
        if block.is_none() {
            return self.error("phi outside a block");
        }
        let stmt = self.new_stmt(StmtKind::Phi(Aside::new(Phi { result: name, args })));
        self.f.append_to_block(block, stmt);
        if !self.scope.preds.iter().any(|(known, _)| *known == block) {
            self.scope.preds.push((block, sources));
        }
        Ok(())
    }

    pub(super) fn ssa_operand(&mut self) -> Result<SsaName> {
        match self.operand(None)? {
            Operand::Ssa(name) => Ok(name),
            _ => self.error("expected an SSA name"),
        }
    }

    /// One statement; `None` for a jump that only shows an edge.
    fn statement(&mut self) -> Result<Option<StmtId>> {
        let kind = match self.tok {
            Tok::Punct("//") => self.predict()?,
            Tok::Punct("{") => return self.nested(|r| r.bind()).map(Some),
            Tok::Ident(word) => match word {
                "try" => return self.nested(|r| r.try_stmt()).map(Some),
                "GIMPLE_NOP" => {
                    self.advance()?;
                    StmtKind::Nop
                }
                "goto" => {
                    self.advance()?;
                    if self.is("<") && self.lexer.at_mark("bb ") {
                        self.shown_jump(EdgeFlags::FALLTHRU)?;
                        return Ok(None);
                    }
                    let target = self.jump_target()?;
                    self.expect(";")?;
                    StmtKind::Goto(target)
                }
                "return" => {
                    self.advance()?;
                    let hint = self.result_type();
                    let value = if self.is(";") { Operand::None } else { self.operand(hint)? };
                    self.expect(";")?;
                    StmtKind::Return(value)
                }
                "if" => self.condition()?,
                "switch" => self.switch()?,
                "__asm__" => self.asm()?,
                _ if self.lexer.at_mark(":") => {
                    self.advance()?;
                    self.advance()?;
                    self.label(word)?
                }
                _ => return self.assignment().map(Some),
            },
            Tok::Punct("<") if !self.lexer.at_mark("retval") => {
                self.advance()?;
                let name = self.ident()?;
                self.expect(">")?;
                self.expect(":")?;
                self.label(name)?
            }
            _ => return self.assignment().map(Some),
        };
        Ok(Some(self.new_stmt(kind)))
    }

    fn result_type(&self) -> Option<TypeId> {
        let function = self.unit.decls.get(self.f.decl)?;
        match *self.unit.types.kind(function.ty) {
            TypeKind::Function { result, .. } => Some(result),
            _ => None,
        }
    }

    fn predict(&mut self) -> Result<StmtKind> {
        let line = self.lexer.rest_of_line().trim();
        let parsed = line.strip_prefix("predicted ").and_then(|rest| {
            let (way, rest) = rest.split_once(" by ")?;
            let name = rest.strip_suffix(" predictor.")?;
            let predictor = PREDICTORS.into_iter().find(|p| p.name() == name)?;
            Some(StmtKind::Predict { predictor, taken: way == "likely" })
        });
        match parsed {
            Some(kind) => {
                self.advance()?;
                Ok(kind)
            }
            None => self.error("unknown prediction"),
        }
    }

    fn bind(&mut self) -> Result<StmtId> {
        self.expect("{")?;
        let mut vars = Vec::new();
        if self.eat_word("vars")? {
            while !self.eat(";")? {
                vars.push(self.decl_id()?);
            }
        } else if self.scope.plain {
            self.scope.binds += 1;
            let outside = self.scope.shadowed.len();
            self.local_declarations(&mut vars)?;
            let body = self.statements()?;
            self.leave_bind(outside);
            self.expect("}")?;
            let kind = StmtKind::Bind { vars: Aside::new(vars), body, scope: ScopeId::NONE };
            return Ok(self.new_stmt(kind));
        }
        let body = self.statements()?;
        self.expect("}")?;
        Ok(self.new_stmt(StmtKind::Bind { vars: Aside::new(vars), body, scope: ScopeId::NONE }))
    }

    fn try_stmt(&mut self) -> Result<StmtId> {
        self.advance()?;
        self.expect("{")?;
        let body = self.statements()?;
        self.expect("}")?;
        let mut kind = match self.ident()? {
            "finally" => TryKind::Finally,
            "catch" => TryKind::Catch,
            _ => return self.error("expected finally or catch"),
        };
        self.expect("{")?;
        let cleanup = self.statements()?;
        self.expect("}")?;
        if kind == TryKind::Finally && self.eat_word("else")? {
            self.expect("{")?;
            kind = TryKind::FinallyElse(self.statements()?);
            self.expect("}")?;
        }
        Ok(self.new_stmt(StmtKind::Try { body, cleanup, kind }))
    }

    fn jump_target(&mut self) -> Result<Operand> {
        match self.tok {
            Tok::Ident(name) if self.scope.plain && self.lexer.at_mark(";") => {
                let known = self.scope.locals.contains_key(name) || name.contains('_');
                if known && !self.scope.labels.contains_key(name) {
                    return self.operand(None);
                }
                self.advance()?;
                Ok(Operand::Decl(self.label_named(name)?))
            }
            _ => self.operand(None),
        }
    }

    fn label_ref(&mut self) -> Result<DeclId> {
        if self.eat("<")? {
            let name = self.ident()?;
            self.expect(">")?;
            return self.label_named(name);
        }
        let name = self.ident()?;
        self.label_named(name)
    }

    /// `goto <bb 5>; [50.00%]` after the `goto`.
    fn shown_jump(&mut self, flags: EdgeFlags) -> Result<()> {
        self.expect("<")?;
        self.expect_word("bb")?;
        let dst = BlockId(self.index()?);
        self.expect(">")?;
        let args = self.jump_arguments()?;
        self.expect(";")?;
        let probability = self.probability()?;
        let src = self.scope.block;
        if src.is_none() {
            return self.error("jump to a block outside a block");
        }
        self.scope.edges.push(Shown { src, dst, flags: None, kind: flags, probability, args });
        Ok(())
    }

    /// ` [50.00%]`, ` [INV]`, or nothing.
    fn probability(&mut self) -> Result<Probability> {
        if !self.is("[") {
            return Ok(Probability::UNKNOWN);
        }
        self.advance()?;
        let known = match self.tok {
            Tok::Ident("INV") => Probability::UNKNOWN,
            Tok::Num(text) => match text.parse::<f64>() {
                Ok(percent) if (0.0..=100.0).contains(&percent) => {
                    Probability((percent * f64::from(PROB_BASE) / 100.0).round() as u32)
                }
                _ => return self.unexpected("a probability"),
            },
            _ => return self.unexpected("a probability"),
        };
        self.advance()?;
        self.eat("%")?;
        self.expect("]")?;
        Ok(known)
    }

    fn condition(&mut self) -> Result<StmtKind> {
        self.advance()?;
        self.expect("(")?;
        let (code, lhs, rhs) = self.comparison()?;
        self.expect(")")?;
        self.expect_word("goto")?;
        let (mut true_label, mut false_label) = (DeclId::NONE, DeclId::NONE);
        if self.is("<") && self.lexer.at_mark("bb ") {
            self.shown_jump(EdgeFlags::TRUE_VALUE)?;
            self.expect_word("else")?;
            self.expect_word("goto")?;
            self.shown_jump(EdgeFlags::FALSE_VALUE)?;
        } else {
            true_label = self.label_ref()?;
            self.expect(";")?;
            self.expect_word("else")?;
            self.expect_word("goto")?;
            false_label = self.label_ref()?;
            self.expect(";")?;
        }
        Ok(StmtKind::Cond { code, lhs, rhs, true_label, false_label })
    }

    fn switch(&mut self) -> Result<StmtKind> {
        self.advance()?;
        self.expect("(")?;
        let index = self.operand(None)?;
        self.expect(")")?;
        self.expect("<")?;
        let ty = self.type_of(index);
        let mut cases = Vec::new();
        while !self.is(">") {
            let (mut low, mut high) = (ConstId::NONE, ConstId::NONE);
            if !self.eat_word("default")? {
                self.expect_word("case")?;
                low = self.constant(Some(ty))?;
                if self.eat("...")? {
                    high = self.constant(Some(ty))?;
                }
            }
            self.expect(":")?;
            let label = self.label_ref()?;
            let probability = self.probability()?;
            if probability.is_known() && self.scope.block.is_some() {
                self.scope.cases.push((self.scope.block, label, probability));
            }
            cases.push(Case { low, high, label });
            if !self.eat(",")? {
                break;
            }
        }
        self.expect(">")?;
        if cases.is_empty() {
            return self.error("switch without cases");
        }
        Ok(StmtKind::Switch(Aside::new(Switch { index, cases })))
    }

    fn asm(&mut self) -> Result<StmtKind> {
        self.advance()?;
        let volatile = self.eat_word("__volatile__")?;
        let inline = self.eat_word("__inline__")?;
        self.eat_word("goto")?;
        self.expect("(")?;
        let template = self.string()?;
        let mut asm = Asm {
            template: self.unit.symbols.intern(&template),
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            volatile,
            basic: false,
            inline,
        };
        let mut section = 0;
        while self.eat(":")? {
            match section {
                0 => asm.outputs = self.asm_operands()?,
                1 => asm.inputs = self.asm_operands()?,
                2 => {
                    while let Tok::Str(_) = self.tok {
                        let text = self.string()?;
                        asm.clobbers.push(self.unit.symbols.intern(&text));
                        self.eat(",")?;
                    }
                }
                3 => {
                    while !self.is(")") {
                        if let Tok::Str(_) = self.tok {
                            self.string()?;
                        }
                        let label = self.label_ref()?;
                        asm.labels.push(label);
                        if !self.eat(",")? {
                            break;
                        }
                    }
                }
                _ => return self.unexpected("')'"),
            }
            section += 1;
        }
        asm.basic = section == 0 && volatile;
        self.expect(")")?;
        self.expect(";")?;
        Ok(StmtKind::Asm(Aside::new(asm)))
    }

    fn asm_operands(&mut self) -> Result<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while let Tok::Str(_) = self.tok {
            let mut texts = vec![self.string()?];
            // A name, a constraint, and a value that may be a string's address itself.
            if let Tok::Str(_) = self.tok
                && !self.lexer.follows(',')
                && !self.lexer.follows(':')
                && !self.lexer.follows(')')
            {
                texts.push(self.string()?);
            }
            let value = self.operand(None)?;
            let mut symbols = texts.iter().map(|text| self.unit.symbols.intern(text));
            let first = symbols.next().unwrap_or(Symbol::NONE);
            let (name, constraint) = match symbols.next() {
                Some(constraint) => (Some(first), constraint),
                None => (None, first),
            };
            operands.push(AsmOperand { name, constraint, value });
            if !self.eat(",")? {
                break;
            }
        }
        Ok(operands)
    }

    // Assignments and calls.

    fn assignment(&mut self) -> Result<StmtId> {
        if let Tok::Ident(name) = self.tok
            && let Some(internal) = name.strip_prefix('.')
            && !name.starts_with(".MEM")
        {
            self.advance()?;
            return self.internal_call(Operand::None, internal);
        }
        self.declare_temporary()?;
        let lhs = self.operand(None)?;
        if self.is("(") {
            let callee = lhs;
            return self.call(Operand::None, callee, false);
        }
        self.expect("=")?;
        let volatile = self.eat("{v}")?;
        if let Tok::Ident(name) = self.tok
            && let Some(internal) = name.strip_prefix('.')
        {
            self.advance()?;
            return self.internal_call(lhs, internal);
        }
        let untyped = self.is_untyped(lhs);
        let ty = if untyped { self.type_of_first(lhs) } else { self.type_of(lhs) };
        let starts_operand = match self.tok {
            Tok::Ident(word) => !word.ends_with("_EXPR") || !self.lexer.follows('<'),
            Tok::Punct("<" | "*") => true,
            _ => false,
        };
        let mut first = None;
        if starts_operand {
            let op = self.operand(Some(ty))?;
            if self.is("(") {
                return self.call(lhs, op, volatile);
            }
            first = Some(op);
        }
        let (code, rhs) = self.rhs(ty, first)?;
        self.expect(";")?;
        if untyped {
            self.infer_type(lhs, &(code, rhs));
        }
        let rhs = self.typed_load(lhs, code, rhs);
        let lhs = if volatile { self.volatile(lhs) } else { lhs };
        let rhs = if volatile { [self.volatile(rhs[0]), rhs[1], rhs[2]] } else { rhs };
        let stmt = self.new_stmt(StmtKind::Assign { lhs, code, rhs });
        if volatile {
            self.f.stmts[stmt].flags |= StmtFlags::VOLATILE;
        }
        Ok(stmt)
    }

    /// The type of what does not say its own, a number or a part of bits: the temporary's, if the C file gave rise to one
    /// like it, else one that holds the number.
    fn type_of_first(&self, lhs: Operand) -> TypeId {
        let common = &self.unit.common;
        let like = self.temporary_type(lhs);
        let Tok::Num(text) = self.tok else { return like.unwrap_or(common.int) };
        if let Some(ty) = like
            && self.unit.types.is_integral(ty) != text.contains('.')
        {
            return ty;
        }
        match super::lexer::unsigned(text) {
            Some(value) if value > u64::MAX as u128 >> 1 => common.ulong,
            Some(value) if value > u32::MAX as u128 >> 1 => common.long,
            _ => common.int,
        }
    }

    /// The type of the temporary of the same number that the C file gave rise to.
    fn temporary_type(&self, lhs: Operand) -> Option<TypeId> {
        let Operand::Ssa(name) = lhs else { return None };
        let ty = self.scope.temporaries.get(name.0 as usize).copied()?;
        self.unit.types.is_register_type(ty).then_some(ty)
    }

    /// A name without a variable that a plain dump defines before it says its type.
    fn declare_temporary(&mut self) -> Result<()> {
        let Tok::Ident(name) = self.tok else { return Ok(()) };
        if !self.scope.plain || !self.lexer.follows('=') {
            return Ok(());
        }
        if self.scope.locals.contains_key(name) || self.global(name).is_some() {
            return Ok(());
        }
        let Some((stem, version)) = name.rsplit_once('_') else { return Ok(()) };
        let Ok(version) = version.parse::<u32>() else { return Ok(()) };
        let variable = self.scope.locals.contains_key(stem) || stem == ".MEM";
        if variable || version >= super::MAX_NUMBER || version == 0 {
            return Ok(());
        }
        self.reserve_names(version + 1);
        let data = &mut self.f.names[SsaName(version)];
        if data.has(NameFlags::RELEASED) {
            data.flags = NameFlags::NONE;
            data.ty = TypeId::NONE;
            if !stem.is_empty() {
                data.ident = self.unit.symbols.intern(stem);
            }
        }
        Ok(())
    }

    fn is_untyped(&self, op: Operand) -> bool {
        matches!(op, Operand::Ssa(name) if self.f.names[name].ty.is_none())
    }

    fn infer_type(&mut self, lhs: Operand, rhs: &Rhs) {
        let Operand::Ssa(name) = lhs else { return };
        let (code, args) = rhs;
        let ty = if code.is_comparison() {
            self.unit.common.bool_
        } else if *code == TreeCode::PointerDiff {
            self.unit.common.ptrdiff_t
        } else if matches!(code, TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc) {
            self.scope.cast
        } else if *code == TreeCode::Complex {
            let part = self.type_of(args[0]);
            self.unit.types.complex_of(part)
        } else {
            self.type_of(if *code == TreeCode::Cond { args[1] } else { args[0] })
        };
        self.f.names[name].ty = ty;
    }

    /// A load whose type its reference does not say has that of what it is loaded into.
    fn typed_load(&mut self, lhs: Operand, code: TreeCode, mut rhs: [Operand; 3]) -> [Operand; 3] {
        let types = &self.unit.types;
        let ty = self.type_of(lhs);
        if !self.scope.plain || code != TreeCode::Single || ty.is_none() {
            return rhs;
        }
        if let Operand::Tree(id) = rhs[0]
            && let TreeKind::MemRef { base, alias_ptr, .. } = *self.unit.trees.kind(id)
            && !self.is_plain_pointer(ty, base, alias_ptr)
            && types.size(ty) == types.size(self.unit.trees[id].ty)
            && types.is_register_type(ty)
        {
            let mut node = self.unit.trees[id].clone();
            node.ty = types.main_variant(ty);
            rhs[0] = Operand::Tree(self.unit.trees.add_node(node));
        }
        rhs
    }

    /// Whether `*p` is loaded whose type its text says, a pointer as what it is loaded into.
    fn is_plain_pointer(&self, ty: TypeId, base: Operand, alias_ptr: TypeId) -> bool {
        let types = &self.unit.types;
        let pointee = types.pointee(self.type_of(base));
        let star = pointee.is_some() && pointee == types.pointee(alias_ptr);
        star && types.is_pointer(ty) && pointee.is_some_and(|to| types.is_pointer(to))
    }

    fn volatile(&mut self, op: Operand) -> Operand {
        match op {
            Operand::Tree(id) if !matches!(self.unit.trees.kind(id), TreeKind::Addr(_)) => {
                let mut node = self.unit.trees[id].clone();
                node.volatile = true;
                Operand::Tree(self.unit.trees.add_node(node))
            }
            _ => op,
        }
    }

    fn internal_call(&mut self, lhs: Operand, name: &str) -> Result<StmtId> {
        let Some(function) = InternalFn::find(name) else {
            return self.error(format!("unknown internal function {name}"));
        };
        let mut args = self.args(&[])?;
        if self.is_untyped(lhs) {
            match (lhs, self.temporary_type(lhs)) {
                (Operand::Ssa(name), Some(ty)) => self.f.names[name].ty = ty,
                _ => return self.error("internal function whose type is not known"),
            }
        }
        if let (InternalFn::VaArg, true, [list, wanted, place]) =
            (function, self.scope.plain && lhs.is_some(), &mut args[..])
        {
            // What type is wanted, null pointers to it say, which a dump shows without their type.
            let pointer = self.unit.types.pointer_to(self.type_of(lhs));
            let list = self.type_of(*list);
            *wanted = Operand::Const(self.unit.consts.int(pointer, 0));
            *place = Operand::Const(self.unit.consts.int(list, 0));
        }
        self.expect(";")?;
        let flags = self.call_marks()?;
        let call = Call {
            lhs,
            callee: Callee::Internal(function),
            fntype: self.unit.common.void,
            args,
            chain: Operand::None,
        };
        let stmt = self.new_stmt(StmtKind::Call(Aside::new(call)));
        self.f.stmts[stmt].flags |= flags;
        Ok(stmt)
    }

    /// A label's statement, its colon taken: `[non-local]` may stand after it.
    fn label(&mut self, name: &str) -> Result<StmtKind> {
        let mut label = self.label_named(name)?;
        if self.scope.plain && self.f.labels.block(label).is_some() {
            // Two functions that were inlined here, or one twice, had a label of this name. Jumps name blocks.
            label = self.new_label(name);
        }
        if self.is("[") && self.lexer.at_mark("non-local") {
            self.lexer.take_until(']');
            self.advance()?;
            self.unit.decls[label].flags |= flag::NONLOCAL;
        }
        Ok(StmtKind::Label(label))
    }

    /// `[static-chain: &FRAME.0]` after a call.
    fn static_chain(&mut self) -> Result<Operand> {
        if !self.is("[") || !self.lexer.at_mark("static-chain") {
            return Ok(Operand::None);
        }
        self.expect("[")?;
        for word in ["static", "-", "chain", ":"] {
            if !self.eat(word)? {
                self.expect_word(word)?;
            }
        }
        let chain = self.operand(None)?;
        self.expect("]")?;
        Ok(chain)
    }

    /// What stands after a call: `[return slot optimization]`, `[tail call]`.
    fn call_marks(&mut self) -> Result<StmtFlags> {
        let mut flags = StmtFlags::NONE;
        while self.is("[") {
            if self.lexer.at_mark("return slot") {
                flags |= StmtFlags::RETURN_SLOT;
            } else if self.lexer.at_mark("tail call") {
                flags |= StmtFlags::TAIL_CALL;
            } else {
                break;
            }
            self.lexer.take_until(']');
            self.advance()?;
        }
        Ok(flags)
    }

    fn args(&mut self, hints: &[TypeId]) -> Result<Vec<Operand>> {
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.is(")") {
            if self.is_word("__builtin_va_arg_pack") {
                for _ in 0..3 {
                    self.advance()?;
                }
                let int = self.unit.common.int;
                args.push(Operand::Tree(self.unit.trees.add(TreeKind::VaArgPack, int)));
                break;
            }
            args.push(self.operand(hints.get(args.len()).copied())?);
            if !self.eat(",")? {
                break;
            }
        }
        self.expect(")")?;
        Ok(args)
    }

    fn call(&mut self, lhs: Operand, callee: Operand, volatile: bool) -> Result<StmtId> {
        let target = match callee {
            Operand::Decl(decl) if self.unit.decls[decl].kind == DeclKind::Function => {
                Callee::Decl(decl)
            }
            _ => Callee::Pointer(callee),
        };
        let types = &self.unit.types;
        let given = self.type_of(callee);
        let fntype = match target {
            Callee::Decl(_) => given,
            _ => types.pointee(given).unwrap_or(given),
        };
        let (result, params) = match types.kind(fntype) {
            TypeKind::Function { result, params, .. } => (*result, params.clone()),
            _ => return self.error("call of what is no function"),
        };
        let mut fntype = fntype;
        if let (Operand::Ssa(name), true) = (lhs, self.is_untyped(lhs)) {
            self.f.names[name].ty = result;
        } else if lhs.is_some() && params.is_empty() && self.is_undeclared(callee) {
            // What it is stored to knows better.
            let result = self.type_of(lhs);
            fntype = self.unit.types.function_of(result, Vec::new(), false, false);
        }
        let args = self.args(&params)?;
        self.expect(";")?;
        let chain = self.static_chain()?;
        let volatile_flag = if volatile { StmtFlags::VOLATILE } else { StmtFlags::NONE };
        let flags = volatile_flag | self.call_marks()?;
        let lhs = if volatile { self.volatile(lhs) } else { lhs };
        let call = Call { lhs, callee: target, fntype, args, chain };
        let stmt = self.new_stmt(StmtKind::Call(Aside::new(call)));
        self.f.stmts[stmt].flags |= flags;
        Ok(stmt)
    }

    /// Whether a function is one that a plain dump calls without a declaration.
    fn is_undeclared(&self, callee: Operand) -> bool {
        let Operand::Decl(decl) = callee else { return false };
        let kind = self.unit.types.kind(self.unit.decls[decl].ty);
        self.scope.plain && matches!(kind, TypeKind::Function { prototyped: false, .. })
    }

    /// The function of a name that a plain dump calls without a declaration.
    pub(super) fn implicit_function(&mut self, name: &str) -> DeclId {
        let int = self.unit.common.int;
        let ty = self.unit.types.function_of(int, Vec::new(), false, false);
        let decl = self.add_decl(DeclKind::Function, Some(name), ty);
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let d = &mut self.unit.decls[decl];
        d.set(flag::EXTERNAL | flag::PUBLIC, true);
        d.builtin = crate::builtins::Builtin::find(plain);
        let never = matches!(plain, "abort" | "exit" | "longjmp" | "trap" | "unreachable");
        d.set(flag::NORETURN, never);
        self.globals.insert(name.to_string(), decl);
        decl
    }
}
