//! What calls may read and write, as far as it is known of the functions called.

use super::{Access, Base, Oracle, base_pointer, is_own, solution, solved};
use crate::analyses::points_to::PointsTo;
use crate::analyses::points_to::Solution;
use crate::effects::arg_flags;
use crate::effects::call_effects;
use crate::effects::fn_spec::ArgSize;
use crate::effects::fn_spec::FnSpec;
use gimple::builtins::{Builtin, Ecf};
use gimple::decl::flag;
use gimple::function::Function;
use gimple::modref::{AccessNode, AccessTree, Listed, MAX_TESTS, Via};
use gimple::stmt::{Call, Callee, InternalFn, StmtId};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Read,
    Write,
}

/// Builtins without a specification ([`FnSpec`]) that touch no memory a program has access to.
fn touches_nothing(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Expect | Builtin::Unreachable | Builtin::Prefetch | Builtin::Trap | Builtin::Abort
    )
}

impl Oracle {
    /// Whether a call may read what an access touches (`ref_maybe_used_by_call_p`).
    pub fn call_may_use(
        &self,
        unit: &Unit,
        f: &Function,
        (stmt, call): (StmtId, &Call),
        access: &Access,
    ) -> bool {
        if call.args.iter().any(|&arg| self.operand_may_read(unit, f, arg, access)) {
            return true;
        }
        let question = Question { oracle: self, unit, f, call, access, way: Way::Read, tbaa: true };
        !call_effects::flags_of(unit, call).intersects(Ecf::CONST) && question.may_touch(stmt)
    }

    /// Whether a call may write what an access touches (`call_may_clobber_ref_p`).
    pub fn call_may_clobber(
        &self,
        unit: &Unit,
        f: &Function,
        (stmt, call): (StmtId, &Call),
        access: &Access,
        tbaa: bool,
    ) -> bool {
        if is_own(unit, access)
            || call_effects::flags_of(unit, call).intersects(Ecf::CONST | Ecf::PURE)
        {
            return false;
        }
        if let Base::Decl(var) = access.base
            && unit.decls[var].has(flag::READONLY)
            && unit.decls[var].is_global()
            && !unit.decls[var].has(flag::VOLATILE)
        {
            return false;
        }
        Question { oracle: self, unit, f, call, access, way: Way::Write, tbaa }.may_touch(stmt)
    }
}

/// What is asked of a call: whether it reads or writes what an access touches.
#[derive(Clone, Copy)]
struct Question<'q> {
    oracle: &'q Oracle,
    unit: &'q Unit,
    f: &'q Function,
    call: &'q Call,
    access: &'q Access,
    way: Way,
    /// Types tell accesses apart.
    tbaa: bool,
}

impl Question<'_> {
    /// Whether what is called may touch what the access does.
    fn may_touch(self, stmt: StmtId) -> bool {
        let Question { unit, f, call, access, way, .. } = self;
        if is_own(unit, access) || !is_seen(unit, call) {
            return false;
        }
        let spec = FnSpec::of(unit, call, self.oracle.math_errno);
        if spec.is_known() && !spec.touches_global_memory() {
            let errno = way == Way::Write && spec.may_set_errno();
            return errno && may_be_errno(unit, f, access) || self.touches_argument(spec);
        }
        if let Some(known) = arg_flags::summary(unit, call)
            && !access.volatile
        {
            let effects = &known.effects;
            let tree = if way == Way::Read { &effects.loads } else { &effects.stores };
            let errno = way == Way::Write && effects.writes_errno && may_be_errno(unit, f, access);
            if !errno && !self.accesses_may_touch(tree) {
                return false;
            }
        }
        if let (Callee::Decl(callee), Base::Decl(var)) = (call.callee, access.base)
            && !access.volatile
            && unit.static_vars.is_left_alone(
                unit.ultimate_alias_target(callee),
                var,
                way == Way::Write,
            )
        {
            return false;
        }
        let Some(all) = solution(f) else { return true };
        let sets = match way {
            Way::Read => all.used_by(f, stmt),
            Way::Write => all.clobbered_by(f, stmt),
        };
        call_touches(unit, f, all, sets, access)
    }

    /// Whether a call may touch an access through one of its arguments.
    fn touches_argument(self, spec: FnSpec) -> bool {
        let Question { unit, f, call, access, way, .. } = self;
        call.args.iter().enumerate().any(|(index, &pointer)| {
            let argument = spec.argument(index);
            let does = match way {
                Way::Read => argument.may_be_read(),
                Way::Write => argument.may_be_written(),
            };
            if !does || !unit.types.is_pointer(unit.type_of(f, pointer)) {
                return false;
            }
            let size = match argument.size() {
                ArgSize::Argument(index) => call.args.get(index).and_then(|&op| unit.as_int(op)),
                ArgSize::Unknown | ArgSize::Pointee => None,
            };
            let size = size.and_then(|size| i64::try_from(size).ok());
            let touched = Access::from_pointer(unit, f, pointer, size);
            self.oracle.may_alias(unit, f, &touched, access, false)
        })
    }

    /// Whether one of the accesses of the function called may touch what an access does (`modref_may_conflict`).
    fn accesses_may_touch(self, tree: &AccessTree) -> bool {
        let Listed::These(bases) = &tree.bases else { return true };
        let Question { oracle, unit, access, .. } = self;
        let types = self.tbaa && oracle.strict_aliasing;
        let conflict = |a, b| !types || oracle.known.sets.borrow_mut().conflict(unit, a, b);
        let mut tests = 0;
        for base in bases.iter().filter(|base| conflict(access.base_ty, base.ty)) {
            let Listed::These(refs) = &base.refs else { return true };
            for node in refs.iter().filter(|node| conflict(access.ty, node.ty)) {
                let Listed::These(accesses) = &node.accesses else { return true };
                for one in accesses {
                    tests += 1;
                    let of = (one, base.ty, node.ty);
                    if tests > MAX_TESTS || self.one_may_touch(of) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn one_may_touch(self, (one, base_ty, ty): (&AccessNode, TypeId, TypeId)) -> bool {
        let Question { oracle, unit, f, call, access, .. } = self;
        if one.via == Via::Global {
            return is_seen_by_all(unit, f, access);
        }
        touched_by_call(unit, f, call, one, (base_ty, ty))
            .is_none_or(|touched| oracle.may_alias(unit, f, &touched, access, self.tbaa))
    }
}

/// What an access of the function called, in an object of one type as another, touches (`modref_access_node::get_ao_ref`). `None`:
/// where the call does not fit the function it may be anything.
pub fn touched_by_call(
    unit: &Unit,
    f: &Function,
    call: &Call,
    one: &AccessNode,
    (base_ty, ty): (TypeId, TypeId),
) -> Option<Access> {
    let pointer = match one.via {
        Via::Param(index) => call.args.get(index as usize).copied(),
        Via::Chain => Some(call.chain).filter(|chain| chain.is_some()),
        Via::Unknown | Via::Global | Via::Local => None,
    };
    let pointer = pointer.filter(|&it| unit.types.is_pointer(unit.type_of(f, it)))?;
    let around = Access { ty, base_ty, ..Access::around(unit, f, pointer) };
    let Some(extent) = one.extent else { return Some(around) };
    let from = Access::from_pointer(unit, f, pointer, None);
    if from.offset == around.offset {
        return Some(around);
    }
    let offset = from.offset.saturating_add(extent.start());
    let (size, max_size) = (extent.size, extent.max_size);
    Some(Access { offset, size, max_size, ..around })
}

/// Whether a call is more to memory than a computation.
fn is_seen(unit: &Unit, call: &Call) -> bool {
    match call.callee {
        Callee::Internal(function) => function == InternalFn::VaArg,
        _ => !call_effects::callee_builtin(unit, call).is_some_and(touches_nothing),
    }
}

/// Whether a call touches what an access does: what it could see before it was called, what has escaped, and of the rest
/// `sets`, if that is known.
fn call_touches(
    unit: &Unit,
    f: &Function,
    all: &PointsTo,
    sets: Option<&Solution>,
    access: &Access,
) -> bool {
    // Where the whole unit was looked at, the sets of calls are complete.
    if !all.is_of_unit() && may_be_seen(unit, f, all, access) {
        return true;
    }
    match (access.base, sets) {
        (_, None) => true,
        (Base::Decl(var), Some(sets)) => !all.knows(var) || sets.includes(unit, &all.escaped, var),
        (Base::Pointer(pointer), Some(sets)) => match base_pointer(unit, f, pointer).0 {
            Operand::Ssa(name) => all.of(f, name).is_none_or(|pointed| sets.meets(pointed)),
            _ => true,
        },
        (Base::Unknown, _) => true,
    }
}

/// Whether any function may touch what an access does: what could be seen before, and what has escaped.
fn may_be_seen(unit: &Unit, f: &Function, all: &PointsTo, access: &Access) -> bool {
    match access.base {
        Base::Decl(var) => {
            unit.decls[var].is_global()
                || !all.knows(var)
                || all.escaped.includes(unit, &all.escaped, var)
        }
        Base::Pointer(pointer) => {
            let Operand::Ssa(name) = base_pointer(unit, f, pointer).0 else { return true };
            all.of(f, name).is_none_or(|pointed| {
                pointed.includes_global(&all.escaped) || pointed.escaped || pointed.has_escaped
            })
        }
        Base::Unknown => true,
    }
}

/// As [`may_be_seen`], where it may not have been found out what pointers point to.
fn is_seen_by_all(unit: &Unit, f: &Function, access: &Access) -> bool {
    solution(f).is_none_or(|all| all.is_of_unit() || may_be_seen(unit, f, all, access))
}

/// Whether an access may be of `errno`, which is never defined in the unit, and no local variable.
fn may_be_errno(unit: &Unit, f: &Function, access: &Access) -> bool {
    match access.base {
        Base::Decl(var) => unit.decls[var].has(flag::EXTERNAL),
        Base::Pointer(pointer) => match base_pointer(unit, f, pointer).0 {
            Operand::Ssa(name) => {
                solved(f, name).is_none_or(|(_, pointed)| pointed.anything || pointed.nonlocal)
            }
            _ => true,
        },
        Base::Unknown => true,
    }
}
