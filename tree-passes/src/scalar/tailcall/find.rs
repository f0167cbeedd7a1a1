//! Finds calls after which a function only returns, or only adds and multiplies.

use super::{Step, TailCall, returning};
use gimple::builtins::Ecf;
use gimple::cfg::{BlockId, EXIT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::stmt::{Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::alias;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::live_locals::LiveLocals;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;

/// Blocks between a call and the return that are looked at, and operations there.
pub const LONGEST: usize = 64;

/// What the calls of a function are looked at with.
struct Finder<'a, 'b> {
    cx: &'a PassContext<'b>,
    /// Whether the values of recursive calls may be added to and multiplied.
    accumulate: bool,
    /// Where variables that callees may use are alive; nothing while there are none.
    live: Option<LiveLocals>,
    /// There are such variables, and too many to find out where they are alive.
    any_alive: bool,
    found: Vec<TailCall>,
}

/// The calls, the one found last first.
pub fn tail_calls(cx: &PassContext<'_>, f: &mut Function, others: bool) -> Vec<TailCall> {
    let returns: Vec<BlockId> = f.blocks[EXIT]
        .preds
        .iter()
        .filter(|&&edge| returning(f, edge).is_some())
        .map(|&edge| f.edges[edge].src)
        .collect();
    let mut candidates = Vec::new();
    for block in returns {
        last_calls(cx.unit, f, block, &mut candidates);
    }
    if !others {
        candidates.retain(|&stmt| calls_itself(cx.unit, f, stmt));
    }
    if candidates.is_empty() {
        return Vec::new();
    }
    let exposed = exposed_locals(cx.unit, f, &Oracle::new(cx.unit, cx.options), &candidates);
    let live = match exposed.is_empty() {
        true => None,
        false => LiveLocals::compute(cx.unit, f, &exposed),
    };
    let result = cx.unit.decls.get(f.result).map(|decl| decl.ty);
    let real = result.is_some_and(|ty| cx.unit.types.is_real(ty));
    let mut finder = Finder {
        cx,
        accumulate: result.is_some_and(|ty| !cx.unit.overflow_traps(ty))
            && (!real || cx.options.on(Flag::AssociativeMath)),
        any_alive: live.is_none() && !exposed.is_empty(),
        live,
        found: Vec::new(),
    };
    for stmt in candidates {
        finder.look_at(f, stmt);
    }
    finder.found.reverse();
    finder.found
}

/// The calls that come last on the paths to the end of a block, through blocks without any.
fn last_calls(unit: &Unit, f: &Function, block: BlockId, calls: &mut Vec<StmtId>) {
    let mut work = vec![block];
    'blocks: while let Some(block) = work.pop() {
        if f.single_succ(block).is_none() {
            continue;
        }
        let mut at = f.blocks[block].stmts.last;
        while let Some(stmt) = at.expand() {
            at = f.stmts[stmt].prev;
            match f.stmts[stmt].kind {
                StmtKind::Call(_) => {
                    calls.push(stmt);
                    continue 'blocks;
                }
                _ if leaves_no_trace(unit, f, stmt) || copies_locals(unit, f, stmt) => {}
                StmtKind::Return(_) => {}
                _ if f.stmts[stmt].flags.intersects(StmtFlags::VUSE | StmtFlags::VOLATILE) => {
                    continue 'blocks;
                }
                StmtKind::Asm(_) => continue 'blocks,
                _ => {}
            }
        }
        work.extend(f.blocks[block].preds.iter().rev().map(|&edge| f.edges[edge].src));
    }
}

fn leaves_no_trace(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Label(_) | StmtKind::Nop | StmtKind::Predict { .. } => true,
        _ => is_clobber(unit, f, stmt),
    }
}

/// Whether a variable of the function, parameters and result included, is copied to another.
fn copies_locals(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Assign { lhs, code: TreeCode::Single, rhs }
        if is_own(unit, f, lhs) && is_own(unit, f, rhs[0]))
}

/// Whether an operand is a variable of the function that is not static.
fn is_own(unit: &Unit, f: &Function, op: Operand) -> bool {
    op.decl().is_some_and(|var| {
        let decl = &unit.decls[var];
        matches!(decl.kind, DeclKind::Var | DeclKind::Parm | DeclKind::Result)
            && decl.context == f.decl
            && !decl.is_global()
            && !decl.has(flag::VOLATILE)
    })
}

fn call_of(f: &Function, stmt: StmtId) -> &Call {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => call,
        other => unreachable!("not a call: {other:?}"),
    }
}

/// Whether a function's call of itself gives each parameter a value that a φ can hand on.
fn calls_itself(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let call = call_of(f, stmt);
    if call.callee != Callee::Decl(f.decl)
        || unit.decls[f.decl].builtin.is_some()
        || call.args.len() != f.params.len()
    {
        return false;
    }
    call.args.iter().zip(&f.params).all(|(&arg, &param)| {
        let (ty, own) = (unit.decls[param].ty, unit.type_of(f, arg));
        if arg == Operand::Decl(param) {
            // A variable in memory is that of the inner activation as well; its address would tell.
            return !alias::may_be_aliased(unit, param);
        }
        unit.is_gimple_reg(param) && useless_type_conversion(unit, ty, own)
    })
}

/// The local variables in memory that one of the calls may touch.
fn exposed_locals(unit: &Unit, f: &Function, oracle: &Oracle, calls: &[StmtId]) -> Vec<DeclId> {
    let touched = |access: &Access| {
        calls.iter().any(|&call| {
            oracle.stmt_may_use(unit, f, call, access)
                || oracle.stmt_may_clobber(unit, f, call, access, false)
        })
    };
    let exposed = |&var: &DeclId| {
        let decl = &unit.decls[var];
        decl.kind == DeclKind::Var
            && !decl.is_global()
            && alias::may_be_aliased(unit, var)
            && touched(&Access::of(unit, f, Operand::Decl(var)))
    };
    f.locals.iter().copied().filter(exposed).collect()
}

/// What becomes of a call's value at a statement.
enum Use {
    /// The statement has nothing to do with the value.
    None,
    /// It is copied.
    Copied,
    Step(Step, Option<Step>),
}

/// The way from a call to the return.
struct Way {
    /// The call and what stands after it in its block.
    after: FxHashSet<StmtId>,
    /// The blocks, the call's first.
    blocks: Vec<BlockId>,
    /// Statements after the call that can stand before it.
    moved: Vec<StmtId>,
    /// What the call's value has become.
    value: Operand,
}

impl Way {
    fn from(f: &Function, call: StmtId) -> Way {
        let mut after = FxHashSet::default();
        let mut at = call;
        while at.is_some() {
            after.insert(at);
            at = f.stmts[at].next;
        }
        let value = call_of(f, call).lhs;
        Way { after, blocks: vec![f.stmts[call].block], moved: Vec::new(), value }
    }

    /// Goes on to the next block, whose φs the value may go through.
    fn follow(&mut self, f: &Function) -> Option<BlockId> {
        let edge = f.single_succ(*self.blocks.last()?)?;
        let block = f.edges[edge].dst;
        if block == EXIT || self.blocks.len() == LONGEST {
            return None;
        }
        if self.value.is_some() {
            let through = f.phis(block).find(|&phi| f.phi_arg(phi, edge) == self.value);
            if let Some(phi) = through {
                self.value = Operand::Ssa(f.phi(phi).result);
            }
        }
        self.blocks.push(block);
        Some(block)
    }

    /// What an operand of a statement on the way is before the call, if it is anything there.
    fn before_call(&self, unit: &Unit, f: &Function, op: Operand) -> Option<Operand> {
        let mut op = op;
        loop {
            let name = match op {
                Operand::Ssa(name) => name,
                Operand::Const(_) => return Some(op),
                _ => return unit.addressed(op).filter(|_| !mentions_name(unit, op)).map(|_| op),
            };
            let Some(def) = f.names[name].def.expand() else { return Some(op) };
            let block = f.stmts[def].block;
            if self.moved.contains(&def) || !self.blocks.contains(&block) {
                return Some(op);
            }
            if block == self.blocks[0] {
                return (!self.after.contains(&def)).then_some(op);
            }
            if !f.is_phi(def) {
                return None;
            }
            let on_way = |&&edge: &&_| self.blocks.contains(&f.edges[edge].src);
            op = f.phi_arg(def, *f.blocks[block].preds.iter().find(on_way)?);
        }
    }

    /// Whether a statement of the call's block may as well stand before the call, which need not return.
    fn may_move(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        let StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs } = f.stmts[stmt].kind else {
            return false;
        };
        self.blocks.len() == 1
            && self.moved.len() < LONGEST
            && !may_trap(unit, f, code, rhs)
            && rhs.iter().all(|&op| op.is_none() || self.before_call(unit, f, op) == Some(op))
    }
}

fn mentions_name(unit: &Unit, op: Operand) -> bool {
    let mut found = false;
    unit.for_each_ssa(op, &mut |_| found = true);
    found
}

impl Finder<'_, '_> {
    /// Notes a call if it is one.
    fn look_at(&mut self, f: &mut Function, stmt: StmtId) {
        let unit = &*self.cx.unit;
        let call = call_of(f, stmt);
        let in_memory = call.lhs.is_some() && call.lhs.ssa().is_none();
        let visible_result = call.lhs.decl().is_some_and(|var| {
            unit.decls[var].kind == DeclKind::Result && alias::may_be_aliased(unit, var)
        });
        let flags = call_effects::flags_of(unit, call);
        if in_memory && !is_own(unit, f, call.lhs)
            || visible_result
            || flags.intersects(Ecf::RETURNS_TWICE)
        {
            return;
        }
        let uses_locals = match &self.live {
            Some(live) => !flags.intersects(Ecf::CONST) && live.before(unit, f, stmt),
            None => self.any_alive,
        };
        if uses_locals || call.args.iter().any(|&arg| hands_over_local(unit, f, arg)) {
            return;
        }
        let recursion = calls_itself(unit, f, stmt);
        let mut way = Way::from(f, stmt);
        let Some(found) = self.to_return(f, stmt, recursion, &mut way) else { return };
        if recursion {
            for moved in way.moved {
                f.unlink_stmt(moved);
                f.insert_before(stmt, moved);
            }
        }
        self.found.push(found);
    }

    /// Follows a call's value to the return.
    fn to_return(
        &self,
        f: &Function,
        call: StmtId,
        recursion: bool,
        way: &mut Way,
    ) -> Option<TailCall> {
        let unit = &*self.cx.unit;
        let mut found = TailCall { call, recursion, add: Vec::new(), mult: Vec::new() };
        let mut at = f.stmts[call].next;
        let returned = loop {
            let Some(stmt) = at.expand() else {
                at = f.blocks[way.follow(f)?].stmts.first;
                continue;
            };
            at = f.stmts[stmt].next;
            if let StmtKind::Return(op) = f.stmts[stmt].kind {
                break op;
            }
            if leaves_no_trace(unit, f, stmt) {
                continue;
            }
            match self.use_at(f, stmt, way)? {
                Use::Copied => {}
                Use::None if recursion && way.may_move(unit, f, stmt) => way.moved.push(stmt),
                Use::None => return None,
                Use::Step(first, second) => {
                    found.add_step(first);
                    second.into_iter().for_each(|step| found.add_step(step));
                }
            }
            if found.add.len() + found.mult.len() > LONGEST {
                return None;
            }
        };
        let pointer = unit.types.is_pointer(unit.type_of(f, returned));
        // A value without bytes is nowhere.
        let empty = way.value.is_none() && unit.types.size(unit.type_of(f, returned)) == Some(0);
        let fits = (returned.is_none() || returned == way.value || empty)
            && (recursion || found.add.is_empty() && found.mult.is_empty())
            && (found.mult.is_empty() || !pointer);
        fits.then_some(found)
    }

    /// What a statement does with the value, which becomes what the statement makes of it. `None` if that is nothing an
    /// accumulator can do.
    fn use_at(&self, f: &Function, stmt: StmtId, way: &mut Way) -> Option<Use> {
        let unit = &*self.cx.unit;
        let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return None };
        let value = way.value;
        if value.is_some() && rhs[0] == value && matches!(code, TreeCode::Single | TreeCode::Nop) {
            let (to, from) = (unit.type_of(f, lhs), unit.type_of(f, rhs[0]));
            way.value = lhs;
            return (code == TreeCode::Single || same_register(unit, to, from))
                .then_some(Use::Copied);
        }
        if code == TreeCode::Single || rhs[2].is_some() || !self.accumulate {
            return None;
        }
        let ty = unit.type_of(f, rhs[0]);
        let minus_one = Step { multiply: true, value: Operand::None, ty, negated: true };
        let first = value.is_some() && rhs[0] == value;
        if first && rhs[1].is_none() {
            way.value = lhs;
            return (code == TreeCode::Negate).then_some(Use::Step(minus_one, None));
        }
        let other = match rhs {
            [a, b, _] if a == value && first => way.before_call(unit, f, b),
            [a, b, _] if b == value && b.is_some() => way.before_call(unit, f, a),
            _ => None,
        };
        let Some(other) = other else { return Some(Use::None) };
        way.value = lhs;
        let ty = unit.type_of(f, other);
        let step = Step { multiply: false, value: other, ty, negated: false };
        Some(match code {
            TreeCode::Plus => Use::Step(step, None),
            TreeCode::PointerPlus if first => Use::Step(step, None),
            TreeCode::Mult => Use::Step(Step { multiply: true, ..step }, None),
            TreeCode::Minus if first => Use::Step(Step { negated: true, ..step }, None),
            TreeCode::Minus => Use::Step(minus_one, Some(step)),
            _ => return None,
        })
    }
}

/// Whether an argument is the address of a variable of this activation.
fn hands_over_local(unit: &Unit, f: &Function, arg: Operand) -> bool {
    let object = unit.addressed(arg).map(|object| unit.trees.base_address(object));
    object.is_some_and(|object| is_own(unit, f, object))
}

/// Whether a conversion between two types needs no instruction: both fill the same register.
fn same_register(unit: &Unit, to: TypeId, from: TypeId) -> bool {
    let types = &unit.types;
    let whole = |ty| {
        types.is_integral(ty)
            && types.size(ty).is_some_and(|size| types.precision(ty) == Some(size as u32 * 8))
            || types.is_pointer(ty)
    };
    whole(to) && whole(from) && types.size(to) == types.size(from)
}

impl TailCall {
    /// Adds an operation to those that the value goes through: what has been added so far is multiplied as well.
    fn add_step(&mut self, step: Step) {
        if !step.multiply {
            self.add.push(step);
            return;
        }
        if !self.add.is_empty() {
            self.add.push(step);
        }
        self.mult.push(step);
    }
}
