//! Statements, and expressions evaluated for their effects.

use super::{Gimplifier, Rhs, SwitchFrame};
use crate::generic::{ExprId, ExprKind, Marks};
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::stmt::{Case, Predictor, ScopeId, Seq, StmtId, StmtKind, Switch, TryKind};
use gimple::tree::{Clobber, Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;

/// What is left of statements that end in others: an `else` in an `else` in an `else` is no deeper than the first.
pub(super) enum Rest {
    Stmt(ExprId, Location),
    /// The label after an `if`, where something jumps to it.
    EndOfCond(DeclId, Location),
    /// Statements of the source begin.
    Marks(Vec<Location>),
}

impl Gimplifier<'_> {
    /// Appends the GIMPLE of a statement.
    pub(super) fn stmt(&mut self, e: ExprId, seq: &mut Seq) {
        if e.is_none() || !self.enter() {
            return;
        }
        let (loc, stmt_loc) = (self.loc, self.stmt_loc);
        let mut rest = Vec::new();
        self.one_stmt(e, seq, &mut rest);
        while let Some(next) = rest.pop() {
            match next {
                Rest::Stmt(e, loc) => {
                    self.loc = loc;
                    self.one_stmt(e, seq, &mut rest);
                }
                Rest::Marks(places) => self.markers(&places, seq),
                Rest::EndOfCond(label, loc) => {
                    self.loc = loc;
                    if label.is_some() {
                        self.emit_label(seq, label);
                    }
                    self.conditions -= 1;
                }
            }
        }
        (self.loc, self.stmt_loc) = (loc, stmt_loc);
        self.leave();
    }

    /// A statement but for what stands last in it, which is left to do in `rest`.
    fn one_stmt(&mut self, e: ExprId, seq: &mut Seq, rest: &mut Vec<Rest>) {
        if e.is_none() {
            return;
        }
        if let Some(Marks { before, after }) = self.cx.exprs.marks(e).cloned() {
            self.markers(&before, seq);
            rest.push(Rest::Marks(after));
        }
        if !self.cx.exprs[e].loc.is_unknown() {
            self.loc = self.cx.exprs[e].loc;
        }
        self.stmt_loc = self.loc;
        match self.kind(e) {
            ExprKind::List(stmts) => {
                rest.extend(stmts.iter().rev().map(|&stmt| Rest::Stmt(stmt, self.loc)));
            }
            ExprKind::Cond(..) if self.is_void(self.ty(e)) => self.cond_stmt(e, seq, rest),
            _ => self.stmt_inner(e, seq),
        }
    }

    /// Marks where statements of the source begin.
    fn markers(&mut self, places: &[Location], seq: &mut Seq) {
        for &place in places {
            let marker = self.emit(seq, StmtKind::BeginStmt);
            self.f.stmt_info[marker].loc = place;
        }
    }

    fn stmt_inner(&mut self, e: ExprId, seq: &mut Seq) {
        match *self.kind(e) {
            ExprKind::Empty | ExprKind::Void | ExprKind::Error | ExprKind::Const(_) => {}
            ExprKind::Bind { .. } => self.bind(e, seq),
            ExprKind::DeclStmt(decl) => self.declaration(decl, seq),
            ExprKind::Label(label) => self.label(label, seq),
            ExprKind::Goto(label) => self.emit_goto(seq, label),
            ExprKind::ComputedGoto(target) => {
                let target = self.val(target, seq);
                self.emit(seq, StmtKind::Goto(target));
            }
            ExprKind::Switch { cond, own_type, body } => self.switch(cond, own_type, body, seq),
            ExprKind::Case { low, high, label } => self.case(low, high, label, seq),
            ExprKind::Return(value) => self.return_stmt(value, seq),
            ExprKind::Asm(_) => self.asm(e, seq),
            ExprKind::Predict(predictor, taken) => {
                self.emit(seq, StmtKind::Predict { predictor, taken });
            }
            ExprKind::TryFinally(body, cleanup) => self.try_finally(body, cleanup, seq),
            _ => self.effects(e, seq),
        }
    }

    /// An expression whose value nobody wants.
    fn effects(&mut self, e: ExprId, seq: &mut Seq) {
        let ty = self.ty(e);
        match *self.kind(e) {
            ExprKind::Modify(to, from) | ExprKind::Init(to, from) => {
                let is_init = matches!(self.kind(e), ExprKind::Init(..));
                self.modify(to, from, is_init, false, seq);
            }
            ExprKind::Incr(..) => drop(self.self_modify(e, false, seq)),
            ExprKind::Compound(..) => {
                let last = self.compound(e, seq);
                self.stmt(last, seq);
            }
            ExprKind::Call { .. } | ExprKind::VaArg(_) | ExprKind::Internal(..) => {
                let rhs = self.rhs(e, seq);
                if self.is_variable(ty) && matches!(self.kind(e), ExprKind::Call { .. }) {
                    // Its place is the caller's to provide.
                    self.variable_length_temp(rhs, seq);
                } else {
                    self.emit_discarded(rhs, seq);
                }
            }
            ExprKind::Target(slot, init) => self.target(slot, init, seq),
            ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) => {
                self.stmt(inner, seq);
            }
            ExprKind::Unary(code, inner) if !is_part(code) => {
                self.val(inner, seq);
            }
            ExprKind::Binary(TreeCode::TruthAndIf | TreeCode::TruthOrIf, ..) => {
                self.rhs(e, seq);
            }
            ExprKind::Binary(_, a, b) => {
                self.val(a, seq);
                self.val(b, seq);
            }
            ExprKind::Constructor(_) => {
                if let ExprKind::Constructor(elements) = self.kind(e).clone() {
                    for &(_, value) in elements.iter() {
                        if self.cx.has_side_effects(value) {
                            self.stmt(value, seq);
                        }
                    }
                }
            }
            ExprKind::Decl(_)
            | ExprKind::Indirect(_)
            | ExprKind::MemRef(..)
            | ExprKind::Component(..)
            | ExprKind::ArrayRef(..)
            | ExprKind::BitFieldRef(..)
            | ExprKind::Unary(..) => {
                // That its bytes are in another order does not matter to a value that nobody wants.
                let place = self.reference(e, seq);
                self.bare_reference(place, ty, seq);
            }
            _ => {
                self.rhs(e, seq);
            }
        }
    }

    /// Naming a volatile object alone reads it, unless its type says nothing of what is there.
    fn bare_reference(&mut self, place: Operand, ty: TypeId, seq: &mut Seq) {
        let is_void = matches!(self.cx.unit.types.kind(ty), gimple::types::TypeKind::Void);
        if is_void || !self.cx.unit.is_volatile_operand(place) || !self.has_mode(ty) {
            return;
        }
        let main = self.cx.unit.types.main_variant(ty);
        let temp = self.named_variable(main, "vol");
        self.assign(Operand::Decl(temp), Rhs::single(place, ty), seq);
    }

    /// Whether an object of the type may be held in a register, aggregates of a register's size included.
    fn has_mode(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        if self.is_register_type(ty) {
            return true;
        }
        let words = u64::from(self.cx.unit.target.word_bits / 8) * 2;
        types.size(ty).is_some_and(|size| {
            size.is_power_of_two() && size <= words && u64::from(types.align(ty)) >= size.min(words)
        })
    }

    /// `{ vars; body }`. Variables in memory end their lives where the block does.
    fn bind(&mut self, e: ExprId, seq: &mut Seq) {
        let ExprKind::Bind { vars, body, scope } = self.kind(e).clone() else { return };
        let outer_scope =
            if scope.is_some() { std::mem::replace(&mut self.scope, scope) } else { self.scope };
        let outer_save = std::mem::replace(&mut self.save_stack, false);
        self.bound.extend(vars.iter().copied());
        let mut inner = Seq::EMPTY;
        self.stmt(body, &mut inner);
        let mut cleanup = Seq::EMPTY;
        let mut save = StmtId::NONE;
        if self.save_stack {
            let (first, restore) = self.stack_save_restore();
            save = first;
            self.f.seq_push(&mut cleanup, restore);
        }
        for &var in &vars {
            self.end_of_life(var, &mut cleanup);
        }
        if !cleanup.is_empty() {
            let kind = StmtKind::Try { body: inner, cleanup, kind: TryKind::Finally };
            let protected = self.new_stmt(kind);
            self.f.stmt_info[protected].loc = Location::UNKNOWN;
            inner = Seq::EMPTY;
            if save.is_some() {
                self.f.seq_push(&mut inner, save);
            }
            self.f.seq_push(&mut inner, protected);
        }
        self.save_stack = outer_save;
        self.scope = outer_scope;
        let scope = if scope.is_some() { scope } else { ScopeId::NONE };
        self.emit(seq, StmtKind::Bind { vars: Aside::new(vars), body: inner, scope });
    }

    /// `var = {CLOBBER(eol)}`, for a variable in memory.
    fn end_of_life(&mut self, var: DeclId, cleanup: &mut Seq) {
        let d = &self.cx.unit.decls[var];
        const NO_CLOBBER: u64 = flag::STATIC
            | flag::EXTERNAL
            | flag::HARD_REGISTER
            | flag::VOLATILE
            | flag::HAS_VALUE_EXPR;
        if d.kind != DeclKind::Var || d.flags & NO_CLOBBER != 0 || self.cx.unit.is_gimple_reg(var) {
            return;
        }
        let ty = d.ty;
        let clobber =
            Operand::Tree(self.cx.unit.trees.add(TreeKind::Clobber(Clobber::EndOfLife), ty));
        let rhs = [clobber, Operand::None, Operand::None];
        let kind = StmtKind::Assign { lhs: Operand::Decl(var), code: TreeCode::Single, rhs };
        // That happens at no place of the source.
        let end = self.emit(cleanup, kind);
        self.f.stmt_info[end].loc = Location::UNKNOWN;
    }

    /// A declaration takes effect: sizes, memory of variable size, the initialiser.
    fn declaration(&mut self, decl: DeclId, seq: &mut Seq) {
        let d = &self.cx.unit.decls[decl];
        if !matches!(d.kind, DeclKind::Var | DeclKind::Type) {
            return;
        }
        let (kind, flags, ty) = (d.kind, d.flags, d.ty);
        self.type_sizes(ty, seq);
        if kind == DeclKind::Type || flags & flag::EXTERNAL != 0 {
            return;
        }
        if self.is_variable_length(decl) {
            self.variable_length_decl(decl, seq);
        }
        if flags & flag::STATIC != 0 {
            return;
        }
        let init = self.cx.local_inits.get(&decl).copied();
        if kind == DeclKind::Var {
            self.fill_variable(decl, init.is_some(), seq);
        }
        if let Some(init) = init {
            let loc = self.cx.unit.decls[decl].loc;
            let to = self.cx.decl_expr(decl, loc);
            self.modify(to, init, true, false, seq);
            if !self.cx.unit.decls[decl].has(flag::STATIC) {
                self.cx.unit.decls[decl].set(flag::READONLY, false);
            }
        }
    }

    /// A label, with what its attributes say of it.
    fn label(&mut self, label: DeclId, seq: &mut Seq) {
        self.emit_label(seq, label);
        let d = &self.cx.unit.decls[label];
        if d.has(flag::COLD) {
            self.emit(seq, StmtKind::Predict { predictor: Predictor::ColdLabel, taken: false });
        } else if d.has(flag::HOT) {
            self.emit(seq, StmtKind::Predict { predictor: Predictor::HotLabel, taken: true });
        }
    }

    /// `switch`: the cases are sorted; without a default, one is put after the body.
    fn switch(&mut self, cond: ExprId, own_type: TypeId, body: ExprId, seq: &mut Seq) {
        let index = self.val(cond, seq);
        let outermost = self.switches.is_empty();
        if outermost && self.cx.unit.diagnostics.warnings.enabled("implicit-fallthrough") {
            self.falling = Some(super::fall_through::Falling::default());
        }
        self.switches.push(SwitchFrame { cases: Vec::new(), default: DeclId::NONE });
        let mut inner = Seq::EMPTY;
        self.stmt(body, &mut inner);
        self.warn_of_unreachable(inner);
        let frame = self.switches.pop();
        if let (Some(falling), Some(frame)) = (&mut self.falling, &frame) {
            let default = frame.default.expand();
            falling.add_cases(frame.cases.iter().map(|case| case.label).chain(default));
        }
        if let Some(falling) = self.falling.take() {
            self.warn_of_fall_through(inner, &falling);
            self.falling = Some(falling).filter(|_| !outermost);
        }
        let mut ends_in_label = self.ends_in_break_label(body);
        let Some(SwitchFrame { mut cases, mut default }) = frame else { return };
        cases.sort_by_key(|case| self.cx.unit.case_range(case));
        let bounds = self.bounds_of_cases(own_type, self.ty(cond));
        if let Some(bounds) = bounds {
            self.clip_cases(&mut cases, bounds);
        }
        if default.is_none() {
            default = match bounds.and_then(|bounds| self.covering_label(&cases, bounds)) {
                Some(label) => label,
                None => {
                    let label = self.new_label();
                    self.emit_label(&mut inner, label);
                    ends_in_label = true;
                    label
                }
            };
        }
        let first = Case { low: ConstId::NONE, high: ConstId::NONE, label: default };
        cases.insert(0, first);
        let mut whole = Seq::EMPTY;
        let switch = self.emit(&mut whole, StmtKind::Switch(Aside::new(Switch { index, cases })));
        if let Some(falling) = &mut self.falling
            && ends_in_label
        {
            falling.add_switch(switch, inner.last);
        }
        self.f.seq_append(&mut whole, inner);
        if ends_in_label && !outermost {
            // So that it is seen where a switch within another one ends.
            let scope = ScopeId::NONE;
            self.emit(seq, StmtKind::Bind { vars: Aside::new(Vec::new()), body: whole, scope });
        } else {
            self.f.seq_append(seq, whole);
        }
    }

    /// Whether `break` leads to the end of this body of a `switch`.
    fn ends_in_break_label(&self, body: ExprId) -> bool {
        let ExprKind::List(stmts) = &self.cx.exprs[body].kind else { return false };
        let last = stmts.last().map(|&last| &self.cx.exprs[last].kind);
        matches!(last, Some(&ExprKind::Label(label)) if self.cx.unit.decls[label].has(flag::ARTIFICIAL))
    }

    /// Cases the index's type cannot take are dropped, ranges cut.
    fn clip_cases(&mut self, cases: &mut Vec<Case>, (min, max): (i128, i128)) {
        let unit = &mut self.cx.unit;
        cases.retain_mut(|case| {
            let ty = unit.consts[case.low].ty;
            let Some((low, high)) = unit.case_range(case) else { return false };
            if high < min || low > max {
                return false;
            }
            let (low, high) = (low.max(min), high.min(max));
            let value = |unit: &mut Unit, key| {
                let value = unit.types.order_key(ty, key);
                unit.int_id(ty, value)
            };
            case.low = value(unit, low);
            case.high = if low == high { ConstId::NONE } else { value(unit, high) };
            true
        });
    }

    /// The ends of the type that what is switched on had, as `Types::order_key` orders the values of the promoted type.
    fn bounds_of_cases(&self, own_type: TypeId, promoted: TypeId) -> Option<(i128, i128)> {
        let types = &self.cx.unit.types;
        types.precision(own_type)?;
        let (min, max) = crate::fold::util::bounds(self.cx, own_type);
        Some((types.order_key(promoted, min), types.order_key(promoted, max)))
    }

    /// The label of the first case, where the cases cover all values there are.
    fn covering_label(&self, cases: &[Case], (min, max): (i128, i128)) -> Option<DeclId> {
        let mut end = None;
        for case in cases {
            let (low, high) = self.cx.unit.case_range(case)?;
            if end.map_or(Some(min), |end: i128| end.checked_add(1)) != Some(low) {
                return None;
            }
            end = Some(high);
        }
        (end? == max).then(|| cases[0].label)
    }

    fn case(&mut self, low: ConstId, high: ConstId, label: DeclId, seq: &mut Seq) {
        if let Some(frame) = self.switches.last_mut() {
            if low.is_none() {
                frame.default = label;
            } else {
                frame.cases.push(Case { low, high, label });
            }
        }
        // Not for a jump, but where the program has it.
        self.emit(seq, StmtKind::Label(label));
    }

    /// `return value;`: the value goes through one temporary for the whole function, or straight into memory.
    fn return_stmt(&mut self, value: ExprId, seq: &mut Seq) {
        if value.is_none() {
            self.early_return(seq);
            self.emit(seq, StmtKind::Return(Operand::None));
            return;
        }
        let (ExprKind::Init(to, from) | ExprKind::Modify(to, from)) = *self.kind(value) else {
            self.stmt(value, seq);
            self.early_return(seq);
            self.emit(seq, StmtKind::Return(Operand::None));
            return;
        };
        let result = self.f.result;
        let ty = self.cx.unit.decls[result].ty;
        let target = if self.cx.unit.returns_in_memory(ty) {
            to
        } else {
            if self.return_temp.is_none() {
                self.return_temp = self.variable(ty);
            }
            let loc = self.cx.exprs[value].loc;
            self.cx.decl_expr(self.return_temp, loc)
        };
        let outer = self.stmt_loc;
        if !self.cx.exprs[value].loc.is_unknown() {
            self.stmt_loc = self.cx.exprs[value].loc;
        }
        self.modify(target, from, true, false, seq);
        self.stmt_loc = outer;
        self.early_return(seq);
        let value = match *self.kind(target) {
            ExprKind::Decl(decl) => Operand::Decl(decl),
            _ => Operand::Decl(result),
        };
        self.emit(seq, StmtKind::Return(value));
    }

    /// A return under a condition is predicted not to be taken.
    fn early_return(&mut self, seq: &mut Seq) {
        if self.conditions > 0 {
            let predictor = Predictor::TreeEarlyReturn;
            self.emit(seq, StmtKind::Predict { predictor, taken: false });
        }
    }

    fn try_finally(&mut self, body: ExprId, cleanup: ExprId, seq: &mut Seq) {
        let (mut inner, mut last) = (Seq::EMPTY, Seq::EMPTY);
        self.stmt(body, &mut inner);
        self.stmt(cleanup, &mut last);
        if last.is_empty() {
            self.f.seq_append(seq, inner);
        } else {
            // Nothing may be left to protect; the cleanup runs all the same.
            let kind = StmtKind::Try { body: inner, cleanup: last, kind: TryKind::Finally };
            self.emit(seq, kind);
        }
    }
}

/// Whether a unary code names a part of its operand.
fn is_part(code: TreeCode) -> bool {
    matches!(code, TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert)
}
