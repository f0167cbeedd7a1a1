//! What pointers may point to in the whole unit (`-fipa-pta`): one system of constraints for all functions.
//!
//! ```text
//!   static void f (int *p) { *p = 1; }       f.arg0 = &x          what calls pass
//!   int g (void) { f (&x); … }               f.clobber = f.arg0   what is written to
//!                                            g.clobber = f.clobber
//! ```
//!
//! A function is a variable whose fields are its parts ([`Part`]): calls through pointers are stores to and loads from what
//! these point to, at the place of the part. What escapes is what leaves the unit. Functions that others may call get
//! anything, and what they do any call of another unit's function may do: it may call them (GCC leaves that out, and
//! takes a variable for unchanged that such a function writes to through a static pointer).

use super::constraints::{Builder, Expr, Exprs};
use super::variables::{ANYTHING, Called, ESCAPED, NO_VARIABLE, NONLOCAL, Part, var_flag};
use crate::effects::fn_spec::FnSpec;
use gimple::builtins::{Builtin, PointsTo};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeKind;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a function's parts; `NO_VARIABLE` where it has none.
#[derive(Clone, Copy, Default)]
pub struct Info {
    pub head: u32,
    pub clobber: u32,
    pub used: u32,
    result: u32,
    pub first_arg: u32,
    pub args: u32,
    varargs: u32,
}

impl Info {
    fn part(&self, part: Part) -> u32 {
        match part {
            Part::Clobber => self.clobber,
            Part::Use => self.used,
            Part::Result => self.result,
            Part::Arg(index) if index < self.args => self.first_arg + index,
            Part::Arg(_) | Part::VarArgs => self.varargs,
        }
    }

    /// The same after variables have been given other numbers: fields stay one after the other.
    pub fn renumbered(self, places: &[u32]) -> Info {
        let place = |var: u32| places[var as usize];
        Info {
            head: place(self.head),
            clobber: place(self.clobber),
            used: place(self.used),
            result: place(self.result),
            first_arg: place(self.first_arg),
            args: self.args,
            varargs: place(self.varargs),
        }
    }
}

/// What is called.
#[derive(Clone, Copy)]
pub enum Target {
    /// A function of the unit.
    Known(Info),
    /// What a variable points to.
    Through(u32),
    /// Another unit's function.
    Outside,
    Anything,
}

/// What is known of the unit while constraints are generated.
#[derive(Default)]
pub struct Unified {
    /// Names are kept as text, to be printed.
    pub spells: bool,
    pub functions: FxHashMap<DeclId, Info>,
    /// The variables of the function that is looked at, and its parts.
    own: FxHashSet<DeclId>,
    current: Info,
    /// Symbols that have another name, as well.
    renamed: FxHashSet<Symbol>,
    /// Functions that others may call; those that may call others; what calls of those use.
    open: Vec<Info>,
    leaving: Vec<Info>,
    outside: Vec<u32>,
    /// A call of a builtin function has been dealt with.
    is_done: bool,
}

impl Unified {
    /// Nothing known yet of the functions of a unit.
    pub fn new(unit: &Unit, spells: bool) -> Unified {
        let names = unit.decls.values().filter_map(|data| data.extra.as_ref()?.alias);
        Unified { spells, renamed: names.collect(), ..Unified::default() }
    }
}

/// The variables of a function itself.
pub fn own_variables(f: &Function) -> FxHashSet<DeclId> {
    let all = f.locals.iter().chain(&f.params).copied();
    all.chain([f.result].into_iter().filter(|decl| decl.is_some())).collect()
}

impl<'a> Builder<'a> {
    fn unified(&mut self) -> &mut Unified {
        self.whole.get_or_insert_default()
    }

    /// Whether others than this unit may refer to a function or variable by its name.
    fn is_open(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        let assembler = data.extra.as_ref().and_then(|extra| extra.assembler_name);
        let other_names = self.whole.as_ref().is_some_and(|whole| {
            let named = |name: Option<Symbol>| name.is_some_and(|it| whole.renamed.contains(&it));
            named(assembler) || named(data.name)
        });
        const ELSEWHERE: u64 = flag::EXTERNAL
            | flag::WEAK
            | flag::RETAIN
            | flag::IFUNC
            | flag::HARD_REGISTER
            | flag::NOIPA;
        other_names || data.flags & ELSEWHERE != 0 || self.unit.is_kept(decl, false)
    }

    /// Makes the variables of a function's parts (`create_function_info_for`).
    pub fn function_info(&mut self, f: &Function) {
        let decl = f.decl;
        let open = self.is_open(decl);
        let head =
            self.vars.add(Called::Decl(decl), decl, var_flag::GLOBAL | var_flag::FUNCTION, 1);
        let mut info = Info { head, args: f.params.len() as u32, ..Info::default() };
        let mut last = head;
        let whole_size = Part::FIRST_ARG + f.params.len() as u64;
        let mut add = |builder: &mut Self, part: Part, of: DeclId| {
            let flags = var_flag::FULL | var_flag::MAY_HAVE_POINTERS;
            let artificial = if of.is_none() { var_flag::ARTIFICIAL } else { 0 };
            let var = builder.vars.add(Called::Part(decl, part), of, flags | artificial, 1);
            let field = &mut builder.vars[var];
            (field.head, field.full_size) = (head, whole_size);
            field.offset = if part == Part::VarArgs { whole_size } else { part.place() };
            builder.vars[last].next = var;
            last = var;
            if of.is_some() {
                builder.decls.insert(of, var);
            }
            var
        };
        info.clobber = add(self, Part::Clobber, DeclId::NONE);
        info.used = add(self, Part::Use, DeclId::NONE);
        info.result = add(self, Part::Result, f.result);
        for (index, &param) in f.params.iter().enumerate() {
            let var = add(self, Part::Arg(index as u32), param);
            if index == 0 {
                info.first_arg = var;
            }
        }
        let variadic = !matches!(
            self.unit.types.kind(self.unit.decls[decl].ty),
            TypeKind::Function { variadic: false, prototyped: true, .. }
        );
        if variadic {
            info.varargs = add(self, Part::VarArgs, DeclId::NONE);
            let size = super::variables::UNKNOWN_SIZE - whole_size;
            self.vars[info.varargs].size = size;
        }
        self.vars[head].full_size = whole_size;
        self.decls.insert(decl, head);
        self.unified().functions.insert(decl, info);
        if open {
            self.unified().open.push(info);
            // Who calls `main` makes nothing of what it returns.
            if self.unit.decl_name(decl) != Some("main") {
                self.constrain(Expr::scalar(ESCAPED), Expr::scalar(info.result));
            }
            for index in 0..info.args {
                self.constrain(Expr::scalar(info.first_arg + index), Expr::address(NONLOCAL));
            }
            if variadic {
                self.constrain(Expr::scalar(info.varargs), Expr::address(NONLOCAL));
            }
        }
    }

    /// What a global variable holds to begin with, and what becomes of that.
    pub fn initialized(&mut self, decl: DeclId, first: u32) {
        let fields: Exprs = self.vars.from(first).map(Expr::scalar).collect();
        let open = self.is_open(decl);
        if open {
            for field in &fields {
                self.vars[field.var].flags |= var_flag::ESCAPE_POINT;
                self.constrain(*field, Expr::scalar(NONLOCAL));
            }
        }
        if let Some(&value) = self.unit.initializers.get(&decl) {
            let values = self.value_of(value);
            self.constrain_all(&fields, &values);
            if open {
                self.constrain_var(ESCAPED, &values);
            }
        }
    }

    /// Begins with another function.
    pub fn enter(&mut self, f: &'a Function) {
        self.f = f;
        self.names = vec![NO_VARIABLE; f.names.len()];
        self.calls = FxHashMap::default();
        let whole = self.unified();
        whole.current = whole.functions.get(&f.decl).copied().unwrap_or_default();
        whole.own = own_variables(f);
    }

    /// The constraints of the function's statements, and what they read and write.
    pub fn body(&mut self) {
        let f = self.f;
        for block in f.block_order() {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                self.statement(stmt);
                self.effects(stmt);
            }
        }
    }

    /// What is called.
    pub fn target(&mut self, call: &Call) -> Target {
        let known = |builder: &Self, decl: DeclId| {
            let whole = builder.whole.as_ref();
            let info = whole.and_then(|whole| whole.functions.get(&decl));
            info.map_or(Target::Outside, |&info| Target::Known(info))
        };
        match call.callee {
            Callee::Decl(decl) => known(self, decl),
            Callee::Pointer(op @ Operand::Ssa(_)) => Target::Through(self.value_of(op)[0].var),
            Callee::Pointer(_) | Callee::Internal(_) => Target::Anything,
        }
    }

    fn part_of(&self, target: Target, part: Part) -> Expr {
        match target {
            Target::Known(info) => match info.part(part) {
                NO_VARIABLE => Expr::scalar(ANYTHING),
                var => Expr::scalar(var),
            },
            Target::Through(var) => Expr::deref(var, part.place() as i64),
            Target::Outside | Target::Anything => Expr::scalar(ANYTHING),
        }
    }

    /// A call of what may be a function of the unit: what it passes and returns. Returns whether it is one.
    pub fn call_within(&mut self, call: &Call) -> bool {
        if self.whole.is_none() {
            return false;
        }
        let target = self.target(call);
        if matches!(target, Target::Outside) {
            return false;
        }
        for (index, &arg) in call.args.iter().enumerate() {
            let to = self.part_of(target, Part::Arg(index as u32));
            let values = self.value_of(arg);
            values.iter().rev().for_each(|&value| self.constrain(to, value));
        }
        if call.lhs.is_some() {
            let mut lhs = self.value_of(call.lhs);
            if self.is_in_global(call.lhs) {
                lhs.push(Expr::scalar(ESCAPED));
            }
            let result = self.part_of(target, Part::Result);
            lhs.iter().for_each(|&to| self.constrain(to, result));
        }
        true
    }

    /// Notes that others may be called, who may call functions of the unit.
    pub fn call_outside(&mut self, stmt: StmtId, call: &Call) {
        if self.whole.is_none() {
            return;
        }
        let spec = FnSpec::of(self.unit, call, self.settings.math_errno);
        if spec.is_known() && !spec.touches_global_memory() {
            return;
        }
        let used = self.calls.get(&stmt).copied();
        let whole = self.unified();
        whole.outside.extend(used);
        whole.leaving.push(whole.current);
    }

    /// What the list of arguments that are not named points to.
    pub fn further_arguments(&self) -> Expr {
        match &self.whole {
            Some(whole) if whole.current.varargs != NO_VARIABLE => {
                Expr::address(whole.current.varargs)
            }
            _ => Expr::address(NONLOCAL),
        }
    }

    /// What a function returns.
    pub fn returned_by_part(&mut self, op: Operand) {
        let result = self.unified().current.result;
        let values = self.value_of(op);
        self.constrain_var(result, &values);
    }

    /// What a builtin function reads and writes that is looked at as such.
    pub fn builtin_effects(&mut self, call: &Call, builtin: Builtin) {
        let Some(whole) = &mut self.whole else { return };
        whole.is_done = true;
        let Info { clobber, used, .. } = whole.current;
        let (to, from) = match builtin.info().points_to {
            PointsTo::Copy | PointsTo::CopyPast => (0..1, 1..2),
            PointsTo::CopyBack => (1..2, 0..1),
            PointsTo::Fill => (0..1, 0..0),
            PointsTo::Read | PointsTo::ReadTwo | PointsTo::Within => (0..0, 0..call.args.len()),
            PointsTo::Nothing | PointsTo::Same | PointsTo::Stack | PointsTo::VaStart => {
                (0..0, 0..0)
            }
            _ => (0..call.args.len(), 0..call.args.len()),
        };
        for (list, part) in [(to, clobber), (from, used)] {
            for &arg in call.args.get(list).unwrap_or_default() {
                let addresses = self.anywhere_in(arg);
                self.constrain_var(part, &addresses);
            }
        }
    }

    /// Whether a reference is based on a variable of the function itself.
    fn is_own(&self, op: Operand) -> bool {
        let Some(whole) = &self.whole else { return false };
        let own = |op: Operand| matches!(op, Operand::Decl(decl) if whole.own.contains(&decl));
        let base = self.unit.trees.base_address(op);
        let through = base.tree().map(|id| self.unit.trees.kind(id));
        match through {
            Some(&TreeKind::MemRef { base, .. }) => self
                .unit
                .addressed(base)
                .is_some_and(|object| own(self.unit.trees.base_address(object))),
            _ => own(base),
        }
    }

    /// What a statement reads and writes that others than its function know (`find_func_clobbers`).
    fn effects(&mut self, stmt: StmtId) {
        let f = self.f;
        let done = std::mem::take(&mut self.unified().is_done);
        let Info { clobber, used, .. } = self.unified().current;
        let data = &f.stmts[stmt];
        if data.vuse.is_none() || matches!(data.kind, StmtKind::Phi(_)) {
            return;
        }
        let writes = data.vdef.is_some();
        let (written, read) = match &data.kind {
            StmtKind::Assign { lhs, rhs, .. } => (*lhs, rhs[0]),
            StmtKind::Call(call) => (call.lhs, Operand::None),
            StmtKind::Return(op) => (Operand::None, *op),
            _ => (Operand::None, Operand::None),
        };
        for (op, part) in [(written, clobber), (read, used)] {
            if op.is_some() && self.unit.is_memory_operand(op) && !self.is_own(op) {
                let addresses = self.address_of(op);
                self.constrain_var(part, &addresses);
            }
        }
        match &data.kind {
            StmtKind::Call(call) if !done => self.call_effects(stmt, call, writes),
            StmtKind::Asm(_) => self.anything_happens(writes),
            _ => {}
        }
    }

    fn anything_happens(&mut self, writes: bool) {
        let current = self.unified().current;
        if writes {
            self.constrain(Expr::scalar(current.clobber), Expr::address(ANYTHING));
        }
        self.constrain(Expr::scalar(current.used), Expr::address(ANYTHING));
        self.unified().leaving.push(current);
    }

    fn call_effects(&mut self, stmt: StmtId, call: &Call, writes: bool) {
        let current = self.unified().current;
        let (clobber, used) = (Expr::scalar(current.clobber), Expr::scalar(current.used));
        for &arg in &call.args {
            if self.unit.is_memory_operand(arg) {
                let addresses = self.address_of(arg);
                self.constrain_var(current.used, &addresses);
            } else if self.unit.addressed(arg).is_some_and(|object| self.is_own(object)) {
                let addresses = self.value_of(arg);
                self.constrain_var(current.used, &addresses);
            }
        }
        let target = self.target(call);
        match target {
            Target::Anything => return self.anything_happens(writes),
            Target::Outside => {
                let own = self.calls.get(&stmt).copied();
                if writes {
                    self.constrain(clobber, Expr::scalar(ESCAPED));
                }
                self.constrain(used, Expr::scalar(ESCAPED));
                if let Some(own) = own {
                    if writes {
                        self.constrain(clobber, Expr::scalar(own + 1));
                    }
                    self.constrain(used, Expr::scalar(own));
                }
                return;
            }
            Target::Through(_) => self.unified().leaving.push(current),
            Target::Known(_) => {}
        }
        if writes {
            let part = self.part_of(target, Part::Clobber);
            self.constrain(clobber, part);
        }
        let part = self.part_of(target, Part::Use);
        self.constrain(used, part);
    }

    /// What other units' functions do is what those of this unit do that they may call.
    pub fn calls_from_outside(&mut self) {
        let whole = self.unified();
        let (open, leaving) = (std::mem::take(&mut whole.open), std::mem::take(&mut whole.leaving));
        let outside = std::mem::take(&mut whole.outside);
        if leaving.is_empty() && outside.is_empty() {
            return;
        }
        let clobber = self.vars.temporary("OUTSIDECLOBBER");
        let used = self.vars.temporary("OUTSIDEUSE");
        let from = |part: Part| Expr::deref(ESCAPED, part.place() as i64);
        self.constrain(Expr::scalar(clobber), from(Part::Clobber));
        self.constrain(Expr::scalar(used), from(Part::Use));
        for info in open {
            self.constrain(Expr::scalar(clobber), Expr::scalar(info.clobber));
            self.constrain(Expr::scalar(used), Expr::scalar(info.used));
        }
        for info in leaving {
            self.constrain(Expr::scalar(info.clobber), Expr::scalar(clobber));
            self.constrain(Expr::scalar(info.used), Expr::scalar(used));
        }
        for call in outside {
            self.constrain(Expr::scalar(call), Expr::scalar(used));
            self.constrain(Expr::scalar(call + 1), Expr::scalar(clobber));
        }
    }
}
