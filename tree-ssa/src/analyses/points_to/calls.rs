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
use crate::effects::arg_flags;
use crate::effects::call_effects;
use crate::effects::fn_spec::FnSpec;
use gimple::builtins::{Builtin, Ecf};
use gimple::modref::ArgFlags;
use gimple::stmt::{Call, Callee, InternalFn, StmtId};
use gimple::tree::Operand;

/// Nothing at all is done to what an argument leads to.
const NOTHING_INDIRECT: ArgFlags = ArgFlags::of([
    ArgFlags::NO_INDIRECT_CLOBBER,
    ArgFlags::NO_INDIRECT_READ,
    ArgFlags::NO_INDIRECT_ESCAPE,
    ArgFlags::NOT_RETURNED_INDIRECTLY,
]);

/// Nothing at all is done with it.
const NOTHING: ArgFlags = NOTHING_INDIRECT.union(ArgFlags::of([
    ArgFlags::NO_DIRECT_CLOBBER,
    ArgFlags::NO_DIRECT_READ,
    ArgFlags::NO_DIRECT_ESCAPE,
    ArgFlags::NOT_RETURNED_DIRECTLY,
]));

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

impl Builder<'_> {
    /// A call.
    pub fn call(&mut self, stmt: StmtId, call: &Call) {
        let flags = call_effects::flags_of(self.unit, call);
        if let Some(builtin) = call_effects::callee_builtin(self.unit, call)
            && self.builtin_call(stmt, call, builtin)
        {
            return self.builtin_effects(call, builtin);
        }
        match call.callee {
            Callee::Internal(InternalFn::DeferredInit) => return,
            Callee::Internal(function) if function.is_check() => return,
            Callee::Internal(_) => {}
            Callee::Decl(decl) => {
                self.of_decl(decl);
            }
            Callee::Pointer(Operand::Ssa(name)) => {
                self.value_of(Operand::Ssa(name));
            }
            Callee::Pointer(_) => {}
        }
        if self.call_within(call) {
            return;
        }
        let hint = call_effects::callee_builtin(self.unit, call) == Some(Builtin::Prefetch);
        let results = if hint || flags.intersects(Ecf::CONST) {
            match call.lhs {
                Operand::None => Exprs::new(),
                _ => self.arguments(stmt, call, ArgFlags::OF_CONST, false, false),
            }
        } else if flags.intersects(Ecf::PURE) {
            self.arguments(stmt, call, ArgFlags::OF_PURE, false, true)
        } else {
            self.arguments(stmt, call, ArgFlags::NONE, true, true)
        };
        if call.lhs.is_some() {
            let fresh = flags.intersects(Ecf::MALLOC);
            self.result(call, fresh, results);
        }
        self.call_outside(stmt, call);
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
        implied: ArgFlags,
        writes_global: bool,
        reads_global: bool,
    ) -> Exprs {
        let spec = self.spec(call);
        let private = spec.is_known() && !spec.touches_global_memory();
        let known = arg_flags::summary(self.unit, call);
        let writes = writes_global && !private && known.is_none_or(|it| it.global_memory_written);
        let reads = reads_global && !private && known.is_none_or(|it| it.global_memory_read);
        let escaping = self.vars.temporary("callescape");
        let known = if reads { Expr::scalar(NONLOCAL) } else { Expr::address(NONLOCAL) };
        self.constrain(Expr::scalar(escaping), known);
        let used = self.used_by(stmt);
        self.constrain(Expr::scalar(used), Expr::scalar(escaping));
        let mut site = Site { stmt, escaping, writes_global: writes, results: Exprs::new(), call };
        site.results.push(known);
        for (index, &arg) in call.args.iter().enumerate() {
            let flags = arg_flags::of_argument(self.unit, call, spec, index);
            self.argument(&mut site, arg, flags.union(implied));
        }
        if call.chain.is_some() {
            let flags = arg_flags::of_chain(self.unit, call);
            self.argument(&mut site, call.chain, flags.union(implied));
        }
        site.results
    }

    /// One argument of a call, with which this is not done (`handle_call_arg`).
    fn argument(&mut self, site: &mut Site<'_>, arg: Operand, mut flags: ArgFlags) {
        let (stmt, escaping) = (site.stmt, site.escaping);
        if site.call.lhs.is_none() {
            flags = flags.union(ArgFlags::of([
                ArgFlags::NOT_RETURNED_DIRECTLY,
                ArgFlags::NOT_RETURNED_INDIRECTLY,
            ]));
        } else if flags.contains(ArgFlags::NO_DIRECT_READ) {
            flags = flags.union(ArgFlags::NOT_RETURNED_INDIRECTLY);
        }
        if flags.contains(ArgFlags::UNUSED) || flags.contains(NOTHING) {
            return;
        }
        let scalar = Expr::scalar;
        let itself = self.vars.temporary("callarg");
        self.assign_operand(itself, arg);
        self.with_all_fields(itself);
        // Where no difference is made between the object and what can be reached from it, they are one.
        let alike = [
            (ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER),
            (ArgFlags::NO_DIRECT_READ, ArgFlags::NO_INDIRECT_READ),
            (ArgFlags::NO_DIRECT_ESCAPE, ArgFlags::NO_INDIRECT_ESCAPE),
            (ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY),
        ];
        let alike = alike
            .into_iter()
            .all(|(direct, indirect)| flags.contains(direct) == flags.contains(indirect));
        let mut pointee = None;
        if alike {
            self.with_all_reachable(itself);
        } else if !flags.contains(NOTHING_INDIRECT) {
            let var = self.vars.temporary("indircallarg");
            self.constrain(scalar(var), Expr::deref(itself, super::constraints::UNKNOWN));
            self.with_all_fields(var);
            if !flags.contains(ArgFlags::NO_INDIRECT_READ) {
                self.with_all_reachable(var);
            }
            pointee = Some(var);
        }
        let sides = |direct, indirect| {
            let both = [(Some(itself), direct), (pointee, indirect)];
            both.into_iter()
                .filter(move |&(_, not)| !flags.contains(not))
                .filter_map(|(var, _)| var)
        };
        let returned = sides(ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY);
        site.results.extend(returned.map(scalar));
        for var in sides(ArgFlags::NO_DIRECT_READ, ArgFlags::NO_INDIRECT_READ) {
            let used = self.used_by(stmt);
            self.constrain(scalar(used), scalar(var));
        }
        for var in sides(ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER) {
            self.constrain(Expr::deref(var, 0), scalar(escaping));
            let clobbered = self.clobbered_by(stmt);
            self.constrain(scalar(clobbered), scalar(var));
        }
        if !flags.contains(ArgFlags::NO_DIRECT_ESCAPE)
            && !flags.contains(ArgFlags::NO_INDIRECT_ESCAPE)
        {
            self.constrain(scalar(escaping), scalar(itself));
            if site.writes_global {
                self.escape(arg);
            }
        } else if let Some(var) = pointee.filter(|_| !flags.contains(ArgFlags::NO_INDIRECT_ESCAPE))
        {
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

/// The forms an argument's expressions take once they are what it points to.
pub fn pointed_to(builder: &mut Builder<'_>, pointer: Operand) -> Exprs {
    let mut all = builder.anywhere_in(pointer);
    builder.dereference(&mut all);
    debug_assert!(all.iter().all(|one| one.form != Form::Address));
    all
}
