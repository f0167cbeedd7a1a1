//! Constraints between sets: `p = &x`, `p = q`, `p = *q`, `*p = q`, and what is being built of them.

use super::variables::{self, Called, Variables, var_flag};
use super::whole::Unified;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::{Quals, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;

/// How an expression refers to its variable; in the order in which constraints are sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// `x`.
    Scalar,
    /// `*x`.
    Deref,
    /// `&x`.
    Address,
}

/// An offset that is not known.
pub const UNKNOWN: i64 = i64::MIN;

/// A side of a constraint: `x + offset` or, of a dereference, `*(x + offset)`, in bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr {
    pub form: Form,
    pub var: u32,
    pub offset: i64,
}

impl Expr {
    /// The set of a variable.
    pub fn scalar(var: u32) -> Expr {
        Expr { form: Form::Scalar, var, offset: 0 }
    }

    /// The sets of what a variable points to.
    pub fn deref(var: u32, offset: i64) -> Expr {
        Expr { form: Form::Deref, var, offset }
    }

    /// The set of a variable alone.
    pub fn address(var: u32) -> Expr {
        Expr { form: Form::Address, var, offset: 0 }
    }
}

/// What an operand stands for: several expressions where it covers several fields.
pub type Exprs = SmallVec<[Expr; 4]>;

/// The left side includes the right one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constraint {
    pub lhs: Expr,
    pub rhs: Expr,
}

/// The constraints of a function while they are generated.
pub struct Builder<'a> {
    pub unit: &'a mut Unit,
    pub f: &'a Function,
    pub vars: Variables,
    pub constraints: Vec<Constraint>,
    pub settings: Settings,
    /// The variables of names and of declarations.
    pub names: Vec<u32>,
    pub decls: FxHashMap<DeclId, u32>,
    /// What a call uses; what it clobbers is the next one.
    pub calls: FxHashMap<StmtId, u32>,
    /// What is known where all functions of the unit are looked at.
    pub whole: Option<Unified>,
    /// Structures that are being described as what restrict-qualified pointers point to.
    described: Vec<TypeId>,
}

/// The options that constraints depend on.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The most fields a structure may have that is looked at field by field; at most 1: none is.
    pub max_fields: usize,
    /// Nothing is at address 0.
    pub null_is_no_object: bool,
    /// Mathematical functions may set `errno`.
    pub math_errno: bool,
}

impl Settings {
    /// Whether structures are looked at field by field.
    pub fn by_field(&self) -> bool {
        self.max_fields > 1
    }
}

impl<'a> Builder<'a> {
    /// No constraints but those that every function has.
    pub fn new(unit: &'a mut Unit, f: &'a Function, settings: Settings) -> Builder<'a> {
        // A constraint or two for each name: tables that grow are copied.
        let expected = 2 * f.names.len();
        let mut constraints = Vec::with_capacity(expected);
        constraints.extend(initial());
        Builder {
            names: vec![variables::NO_VARIABLE; f.names.len()],
            unit,
            f,
            vars: Variables::with_special_ones(expected),
            constraints,
            settings,
            decls: FxHashMap::default(),
            calls: FxHashMap::default(),
            whole: None,
            described: Vec::new(),
        }
    }

    /// Adds a constraint, in two steps where both sides are memory.
    pub fn constrain(&mut self, mut lhs: Expr, rhs: Expr) {
        if lhs.form == Form::Address || lhs == Expr::scalar(variables::ANYTHING) {
            // Stored to who knows where.
            lhs.form = Form::Deref;
        }
        if lhs == Expr::scalar(variables::NONLOCAL) || lhs == Expr::scalar(variables::INTEGER) {
            // Stored at an address that is a constant, where others may read it.
            self.constrain(Expr::scalar(variables::ESCAPED), rhs);
        }
        let may = |vars: &Variables, var: u32| vars[var].has(var_flag::MAY_HAVE_POINTERS);
        if rhs.form != Form::Address && !may(&self.vars, rhs.var) || !may(&self.vars, lhs.var) {
            return;
        }
        let between = if lhs.form != Form::Deref {
            None
        } else if rhs.form == Form::Deref && rhs.var != variables::ANYTHING {
            Some("doubledereftmp")
        } else if rhs.form != Form::Scalar || rhs.offset != 0 {
            Some("derefaddrtmp")
        } else {
            None
        };
        if rhs.form == Form::Address {
            let head = self.vars[rhs.var].head;
            self.vars[head].flags |= var_flag::ADDRESS_TAKEN;
        }
        match between {
            Some(kind) => {
                let middle = Expr::scalar(self.vars.temporary(kind));
                self.constraints.push(Constraint { lhs: middle, rhs });
                self.constraints.push(Constraint { lhs, rhs: middle });
            }
            None => self.constraints.push(Constraint { lhs, rhs }),
        }
    }

    /// Makes every left side include every right one.
    pub fn constrain_all(&mut self, lhs: &[Expr], rhs: &[Expr]) {
        if lhs.len() <= 1 || rhs.len() <= 1 {
            for &to in lhs {
                rhs.iter().for_each(|&from| self.constrain(to, from));
            }
            return;
        }
        let middle = Expr::scalar(self.vars.temporary("allalltmp"));
        rhs.iter().for_each(|&from| self.constrain(middle, from));
        lhs.iter().for_each(|&to| self.constrain(to, middle));
    }

    /// `var = rhs` for all of them.
    pub fn constrain_var(&mut self, var: u32, rhs: &[Expr]) {
        rhs.iter().for_each(|&from| self.constrain(Expr::scalar(var), from));
    }

    /// `var = operand`.
    pub fn assign_operand(&mut self, var: u32, op: Operand) {
        let rhs = self.value_of(op);
        self.constrain_var(var, &rhs);
    }

    /// What an operand points to escapes.
    pub fn escape(&mut self, op: Operand) {
        self.assign_operand(variables::ESCAPED, op);
    }

    /// `var = var + UNKNOWN`: with a field, all fields.
    pub fn with_all_fields(&mut self, var: u32) {
        self.constrain(Expr::scalar(var), Expr { offset: UNKNOWN, ..Expr::scalar(var) });
    }

    /// `var = *(var + UNKNOWN)`: with an object, all that can be reached from it.
    pub fn with_all_reachable(&mut self, var: u32) {
        self.constrain(Expr::scalar(var), Expr::deref(var, UNKNOWN));
    }

    /// The variable of an SSA name.
    pub fn of_name(&mut self, name: SsaName) -> u32 {
        let known = self.names[name.0 as usize];
        if known != variables::NO_VARIABLE {
            return known;
        }
        let ty = self.f.names[name].ty;
        let size = self.unit.types.bits(ty).map_or(variables::UNKNOWN_SIZE, |bits| bits as u64);
        let flags = var_flag::FULL | var_flag::MAY_HAVE_POINTERS;
        let called = match &self.whole {
            None => Called::Name(name),
            Some(whole) if whole.spells => {
                self.vars.spelled.push(variables::name_text(self.unit, self.f, name));
                Called::Spelled(self.vars.spelled.len() as u32 - 1)
            }
            Some(_) => Called::Special(""),
        };
        let var = self.vars.add(called, DeclId::NONE, flags, size);
        self.names[name.0 as usize] = var;
        var
    }

    /// The variable of a declaration, or that of its first field.
    pub fn of_decl(&mut self, decl: DeclId) -> u32 {
        if let Some(&known) = self.decls.get(&decl) {
            return known;
        }
        let first = self.describe(Called::Decl(decl), decl, false);
        self.decls.insert(decl, first);
        if self.unit.decls[decl].kind == DeclKind::Var {
            self.initial_contents(decl, first);
        }
        first
    }

    /// Global variables hold what anybody has put there.
    fn initial_contents(&mut self, decl: DeclId, first: u32) {
        let ty = self.unit.decls[decl].ty;
        let restricted =
            self.unit.types.is_pointer(ty) && self.unit.types[ty].quals.contains(Quals::RESTRICT);
        let mut at = first;
        while at != variables::NO_VARIABLE {
            let next = self.vars[at].next;
            if self.vars[at].has(var_flag::MAY_HAVE_POINTERS | var_flag::GLOBAL) {
                if restricted || self.vars[at].has(var_flag::ONLY_RESTRICT_POINTERS) {
                    let pointed = self.heap("GLOBAL_RESTRICT", flag::EXTERNAL);
                    self.vars[pointed].flags |= var_flag::GLOBAL;
                    self.constrain(Expr::scalar(at), Expr::address(pointed));
                    self.constrain(Expr::scalar(pointed), Expr::scalar(variables::NONLOCAL));
                } else if self.whole.is_some() {
                    // Who writes to it is looked at.
                    return self.initialized(decl, first);
                } else {
                    self.constrain(Expr::scalar(at), Expr::scalar(variables::NONLOCAL));
                }
            }
            at = next;
        }
    }

    /// A declaration that stands for memory which has none, so that sets can name it.
    fn fake_decl(&mut self, ty: TypeId, flags: u64) -> DeclId {
        let mut decl = Decl::new(DeclKind::Var, None, ty, Location::UNKNOWN);
        decl.flags = flags;
        self.unit.decls.push(decl)
    }

    /// A new variable for allocated memory.
    pub fn heap(&mut self, kind: &'static str, flags: u64) -> u32 {
        let ty = self.unit.types.pointer_to(self.unit.common.void);
        let decl = self.fake_decl(ty, flags);
        let var_flags =
            var_flag::FULL | var_flag::MAY_HAVE_POINTERS | var_flag::HEAP | var_flag::UNKNOWN_SIZE;
        let called = Called::Numbered(kind, self.vars.len());
        let var = self.vars.add(called, decl, var_flags, variables::UNKNOWN_SIZE);
        if flags & flag::EXTERNAL != 0 {
            self.vars[var].flags |= var_flag::GLOBAL;
        }
        self.decls.insert(decl, var);
        var
    }

    /// The variables of a parameter, and what they hold when the function is called.
    pub fn parameter(&mut self, param: DeclId) {
        let first = self.describe(Called::Decl(param), param, true);
        self.decls.insert(param, first);
        self.incoming(first);
    }

    fn incoming(&mut self, first: u32) {
        let mut at = first;
        while at != variables::NO_VARIABLE {
            if !self.vars[at].has(var_flag::ONLY_RESTRICT_POINTERS) {
                self.constrain(Expr::scalar(at), Expr::address(variables::NONLOCAL));
            }
            at = self.vars[at].next;
        }
    }

    /// Makes the variables of a declaration; with `param`, restrict-qualified pointers in it get objects of their own.
    fn describe(&mut self, called: Called, decl: DeclId, param: bool) -> u32 {
        let data = &self.unit.decls[decl];
        let ty = data.ty;
        let global = data.is_global() || data.has(flag::HARD_REGISTER);
        let mut flags = var_flag::MAY_HAVE_POINTERS;
        flags |= if global { var_flag::GLOBAL } else { 0 };
        let volatile = data.has(flag::VOLATILE);
        let Some(size) = self.unit.types.bits(ty) else {
            let flags = flags | var_flag::FULL | var_flag::UNKNOWN_SIZE;
            return self.vars.add(called, decl, flags, variables::UNKNOWN_SIZE);
        };
        let parts = match self.unit.types.kind(ty) {
            TypeKind::Record { .. } if self.settings.by_field() && !volatile => {
                variables::parts_of(self.unit, ty, self.settings.max_fields)
            }
            _ => Vec::new(),
        };
        if parts.is_empty() {
            let pointee = self.unit.types.pointee(ty);
            let restrict_to =
                pointee.filter(|_| self.unit.types[ty].quals.contains(Quals::RESTRICT));
            let var = self.vars.add(called, decl, flags | var_flag::FULL, size as u64);
            self.restricted(var, restrict_to, param);
            return var;
        }
        let first = self.vars.add(called, decl, flags, size as u64);
        let mut at = first;
        for (index, part) in parts.iter().enumerate() {
            self.vars[at].flags |= if parts.len() == 1 { var_flag::FULL } else { var_flag::FIELD };
            (self.vars[at].offset, self.vars[at].size) = (part.offset, part.size);
            self.restricted(at, part.restrict_to, param);
            if index + 1 < parts.len() {
                let next = self.vars.add(called, decl, flags, size as u64);
                self.vars[at].next = next;
                self.vars[next].head = first;
                at = next;
            }
        }
        first
    }

    /// What a restrict-qualified pointer of a parameter points to when the function is called.
    fn restricted(&mut self, var: u32, to: Option<TypeId>, param: bool) {
        let Some(to) = to else { return };
        self.vars[var].flags |= var_flag::ONLY_RESTRICT_POINTERS;
        if !param || self.described.contains(&to) {
            return;
        }
        let splits = matches!(self.unit.types.kind(to), TypeKind::Record { .. })
            && !self.unit.types[to].quals.contains(Quals::VOLATILE);
        let volatile =
            if self.unit.types[to].quals.contains(Quals::VOLATILE) { flag::VOLATILE } else { 0 };
        let object = self.fake_decl(to, flag::EXTERNAL | volatile);
        if splits {
            self.described.push(to);
        }
        let called = Called::Numbered("PARM_NOALIAS", self.vars.len());
        let first = self.describe(called, object, true);
        if splits {
            self.described.pop();
        }
        self.vars[first].flags |= var_flag::RESTRICT;
        self.decls.insert(object, first);
        self.constrain(Expr::scalar(var), Expr::address(first));
        self.incoming(first);
    }

    /// What a call uses.
    pub fn used_by(&mut self, call: StmtId) -> u32 {
        if let Some(&known) = self.calls.get(&call) {
            return known;
        }
        let used = self.vars.temporary("CALLUSED");
        let clobbered = self.vars.temporary("CALLCLOBBERED");
        self.vars[used].next = clobbered;
        self.calls.insert(call, used);
        used
    }

    /// What a call clobbers.
    pub fn clobbered_by(&mut self, call: StmtId) -> u32 {
        self.used_by(call) + 1
    }
}

/// The constraints that every function has.
pub fn initial() -> impl Iterator<Item = Constraint> {
    use variables::{ANYTHING, ESCAPED, INTEGER, NONLOCAL};
    let scalar = Expr::scalar;
    let all = [
        (scalar(ANYTHING), Expr::address(ANYTHING)),
        // What is reachable from what has escaped has escaped, all of it, and may hold what others know.
        (scalar(ESCAPED), Expr::deref(ESCAPED, 0)),
        (scalar(ESCAPED), Expr { offset: UNKNOWN, ..scalar(ESCAPED) }),
        (Expr::deref(ESCAPED, 0), scalar(NONLOCAL)),
        (scalar(NONLOCAL), Expr::address(NONLOCAL)),
        (scalar(NONLOCAL), Expr::address(ESCAPED)),
        (scalar(INTEGER), Expr::address(ANYTHING)),
    ];
    all.into_iter().map(|(lhs, rhs)| Constraint { lhs, rhs })
}

/// A constraint as dumps print it.
pub fn text(unit: &Unit, f: &Function, vars: &Variables, constraint: &Constraint) -> String {
    let mut text = String::new();
    for (side, between) in [(constraint.lhs, " = "), (constraint.rhs, "")] {
        text.push_str(match side.form {
            Form::Scalar => "",
            Form::Deref => "*",
            Form::Address => "&",
        });
        text.push_str(&vars.text(unit, f, side.var));
        match side.offset {
            0 => {}
            UNKNOWN => text.push_str(" + UNKNOWN"),
            offset => write!(text, " + {offset}").expect("writing to a string succeeds"),
        }
        text.push_str(between);
    }
    text
}
