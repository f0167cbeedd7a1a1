//! What calls say of sets: what they use and clobber, what escapes in them, and what they may return.
//!
//! ```text
//!   m_2 = f (&x);        callescape(10) = NONLOCAL            what the function may store somewhere
//!                        CALLUSED(11) = callescape(10)
//!                        callarg(13) = &x
//!                        callarg(13) = callarg(13) + UNKNOWN
//!                        callarg(13) = *callarg(13) + UNKNOWN what can be reached from the argument
//!                        CALLUSED(11) = callarg(13)
//!                        *callarg(13) = callescape(10)
//!                        CALLCLOBBERED(12) = callarg(13)
//!                        callescape(10) = callarg(13)
//!                        ESCAPED = &x
//!                        m_2 = NONLOCAL
//!                        m_2 = callarg(13)
//! ```

use super::constraints::{Builder, Expr, Exprs, Form};
use super::variables::{ESCAPED, NONLOCAL};
use crate::analyses::call_effects;
use crate::analyses::fn_spec::{ArgSpec, FnSpec};
use gimple::builtins::ecf;
use gimple::stmt::{Call, Callee, InternalFn, StmtId};
use gimple::tree::Operand;

/// What a called function does not do with an argument, and with what can be reached from it.
#[derive(Clone, Copy, Default)]
struct Uses {
    unused: bool,
    direct: Access,
    indirect: Access,
}

/// What is not done.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Access {
    not_clobbered: bool,
    not_read: bool,
    stays: bool,
    not_returned: bool,
}

/// A call whose arguments are looked at.
struct Site<'a> {
    stmt: StmtId,
    call: &'a Call,
    /// What the function may store somewhere.
    escaping: u32,
    /// It may write to memory that others see.
    writes_global: bool,
    /// What it may return.
    results: Exprs,
}

impl Uses {
    /// By a specification.
    fn of(spec: ArgSpec) -> Uses {
        let written = spec.may_be_written();
        let direct = Access { stays: spec.stays(), not_clobbered: !written, ..Access::default() };
        let nothing =
            Access { not_clobbered: true, not_read: true, stays: true, not_returned: true };
        let indirect = if spec.is_direct() { nothing } else { direct };
        Uses { unused: !spec.is_used(), direct, indirect }
    }
}

impl Builder<'_> {
    /// A call.
    pub fn call(&mut self, stmt: StmtId, call: &Call) {
        let flags = call_effects::flags_of(self.unit, call);
        if let Some(name) = call_effects::callee_builtin(self.unit, call)
            && self.builtin_call(stmt, call, name)
        {
            return;
        }
        match call.callee {
            Callee::Internal(InternalFn::DeferredInit) => return,
            Callee::Internal(_) => {}
            Callee::Decl(decl) => {
                self.of_decl(decl);
            }
            Callee::Pointer(Operand::Ssa(name)) => {
                self.value_of(Operand::Ssa(name));
            }
            Callee::Pointer(_) => {}
        }
        let hint = call_effects::callee_builtin(self.unit, call) == Some("prefetch");
        let results = if hint || flags & ecf::CONST != 0 {
            let clear =
                Access { not_clobbered: true, stays: true, not_read: true, not_returned: false };
            let implied = Uses {
                unused: false,
                direct: clear,
                indirect: Access { not_returned: true, ..clear },
            };
            match call.lhs {
                Operand::None => Exprs::new(),
                _ => self.arguments(stmt, call, implied, false, false),
            }
        } else if flags & ecf::PURE != 0 {
            let clear = Access { not_clobbered: true, stays: true, ..Access::default() };
            let implied = Uses { unused: false, direct: clear, indirect: clear };
            self.arguments(stmt, call, implied, false, true)
        } else {
            self.arguments(stmt, call, Uses::default(), true, true)
        };
        if call.lhs.is_some() {
            let fresh = flags & ecf::MALLOC != 0;
            self.result(call, fresh, results);
        }
    }

    /// What is known of a called library function.
    fn spec(&self, call: &Call) -> FnSpec {
        FnSpec::of(self.unit, call, self.settings.math_errno)
    }

    /// The arguments of a call. Returns what the call may return.
    fn arguments(
        &mut self,
        stmt: StmtId,
        call: &Call,
        implied: Uses,
        writes_global: bool,
        reads_global: bool,
    ) -> Exprs {
        let spec = self.spec(call);
        let private = spec.is_known() && !spec.touches_global_memory();
        let (writes, reads) = (writes_global && !private, reads_global && !private);
        let escaping = self.vars.temporary("callescape");
        let known = if reads { Expr::scalar(NONLOCAL) } else { Expr::address(NONLOCAL) };
        self.constrain(Expr::scalar(escaping), known);
        let used = self.used_by(stmt);
        self.constrain(Expr::scalar(used), Expr::scalar(escaping));
        let mut site = Site { stmt, escaping, writes_global: writes, results: Exprs::new(), call };
        site.results.push(known);
        for (index, &arg) in call.args.iter().enumerate() {
            let uses = Uses::of(spec.argument(index));
            self.argument(&mut site, arg, uses.and(implied));
        }
        if call.chain.is_some() {
            self.argument(&mut site, call.chain, implied);
        }
        site.results
    }

    /// One argument of a call.
    fn argument(&mut self, site: &mut Site<'_>, arg: Operand, mut uses: Uses) {
        let (stmt, escaping) = (site.stmt, site.escaping);
        let returns = site.call.lhs.is_some();
        for access in [&mut uses.direct, &mut uses.indirect] {
            access.not_returned |= !returns;
        }
        uses.indirect.not_returned |= uses.direct.not_read;
        let nothing =
            Access { not_clobbered: true, not_read: true, stays: true, not_returned: true };
        if uses.unused || uses.direct == nothing && uses.indirect == nothing {
            return;
        }
        let scalar = Expr::scalar;
        let itself = self.vars.temporary("callarg");
        self.assign_operand(itself, arg);
        self.with_all_fields(itself);
        let alike = uses.direct == uses.indirect;
        if alike {
            self.with_all_reachable(itself);
        }
        let mut behind = None;
        if !alike && uses.indirect != nothing {
            let var = self.vars.temporary("indircallarg");
            self.constrain(scalar(var), Expr::deref(itself, super::constraints::UNKNOWN));
            self.with_all_fields(var);
            if !uses.indirect.not_read {
                self.with_all_reachable(var);
            }
            behind = Some(var);
        }
        let sides = [(Some(itself), uses.direct), (behind, uses.indirect)];
        let sides = || sides.into_iter().filter_map(|(var, access)| Some((var?, access)));
        site.results.extend(sides().filter(|side| !side.1.not_returned).map(|side| scalar(side.0)));
        for (var, _) in sides().filter(|side| !side.1.not_read) {
            let used = self.used_by(stmt);
            self.constrain(scalar(used), scalar(var));
        }
        for (var, _) in sides().filter(|side| !side.1.not_clobbered) {
            self.constrain(Expr::deref(var, 0), scalar(escaping));
            let clobbered = self.clobbered_by(stmt);
            self.constrain(scalar(clobbered), scalar(var));
        }
        if !uses.direct.stays && !uses.indirect.stays {
            self.constrain(scalar(escaping), scalar(itself));
            if site.writes_global {
                self.escape(arg);
            }
        } else if let Some(var) = behind.filter(|_| !uses.indirect.stays) {
            self.constrain(scalar(escaping), scalar(var));
            if site.writes_global {
                self.constrain(scalar(ESCAPED), Expr::deref(itself, super::constraints::UNKNOWN));
            }
        }
    }

    /// What a call returns.
    pub fn result(&mut self, call: &Call, fresh: bool, results: Exprs) {
        let mut lhs = self.value_of(call.lhs);
        if self.is_in_global(call.lhs) {
            lhs.push(Expr::scalar(ESCAPED));
        }
        let spec = self.spec(call);
        let returned = spec.returned_argument().and_then(|index| call.args.get(index));
        if fresh || returned.is_none() && spec.returns_fresh_memory() {
            let memory = self.heap("HEAP", 0);
            if call_effects::callee_builtin(self.unit, call).is_none() {
                // The function may have filled it with whatever others know, what has escaped as well (GCC says
                // `&NONLOCAL` and leaves that out).
                self.constrain(Expr::scalar(memory), Expr::scalar(NONLOCAL));
            }
            return self.constrain_all(&lhs, &[Expr::address(memory)]);
        }
        match returned {
            Some(&arg) => {
                let rhs = self.value_of(arg);
                self.constrain_all(&lhs, &rhs);
            }
            None => self.constrain_all(&lhs, &results),
        }
    }
}

impl Uses {
    /// What both say is not done.
    fn and(self, other: Uses) -> Uses {
        let both = |a: Access, b: Access| Access {
            not_clobbered: a.not_clobbered | b.not_clobbered,
            not_read: a.not_read | b.not_read,
            stays: a.stays | b.stays,
            not_returned: a.not_returned | b.not_returned,
        };
        Uses {
            unused: self.unused | other.unused,
            direct: both(self.direct, other.direct),
            indirect: both(self.indirect, other.indirect),
        }
    }
}

/// The forms an argument's expressions take once they are what it points to.
pub fn pointed_to(builder: &mut Builder<'_>, pointer: Operand) -> Exprs {
    let mut all = builder.anywhere_in(pointer);
    builder.dereference(&mut all);
    debug_assert!(all.iter().all(|one| one.form != Form::Address));
    all
}
