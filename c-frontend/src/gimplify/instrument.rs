//! `-finstrument-functions`: calls on entry and exit.
//!
//! ```text
//! return_addr.1 = __builtin_return_address (0);
//! __cyg_profile_func_enter (f, return_addr.1);
//! try
//!   { … }
//! finally
//!   {
//!     return_addr.0 = __builtin_return_address (0);
//!     __cyg_profile_func_exit (f, return_addr.0);
//!   }
//! ```

use super::Gimplifier;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::decl::flag;
use gimple::options::Flag;
use gimple::stmt::{Call, Callee, ScopeId, Seq, StmtKind, TryKind};
use gimple::tree::Operand;

impl Gimplifier<'_> {
    /// Wraps the body of the function, if it is to be instrumented.
    pub(super) fn instrument(&mut self) {
        let d = &self.cx.unit.decls[self.f.decl];
        let never_emitted = flag::INLINE | flag::EXTERNAL | flag::ALWAYS_INLINE;
        if !self.cx.options.on(Flag::InstrumentFunctions)
            || d.has(flag::NO_INSTRUMENT)
            || d.has(never_emitted)
            || self.is_excluded()
        {
            return;
        }
        let (mut cleanup, mut body) = (Seq::EMPTY, Seq::EMPTY);
        self.profile_call(Builtin::ProfileFuncExit, &mut cleanup);
        self.profile_call(Builtin::ProfileFuncEnter, &mut body);
        let protected = self.f.body;
        self.emit(&mut body, StmtKind::Try { body: protected, cleanup, kind: TryKind::Finally });
        let bind = StmtKind::Bind { vars: Aside::new(Vec::new()), body, scope: ScopeId::NONE };
        let bind = self.new_stmt(bind);
        // The temporaries are declared where they are not shown, as in GCC.
        self.f.locals.append(&mut self.temps);
        self.f.body = Seq { first: bind, last: bind };
    }

    /// Whether an option names the function or its file, or part of one.
    fn is_excluded(&self) -> bool {
        let (functions, files) = &self.cx.options.code.not_instrumented;
        let unit = &self.cx.unit;
        let name = unit.decl_name(self.f.decl).unwrap_or_default();
        let place = unit.diagnostics.sources.position(unit.decls[self.f.decl].loc);
        functions.iter().any(|part| name.contains(part.as_str()))
            || files.iter().any(|part| place.file.contains(part.as_str()))
    }

    fn profile_call(&mut self, hook: Builtin, seq: &mut Seq) {
        let (void, pointer) = (self.cx.unit.common.void, self.cx.unit.common.void_ptr);
        let int = self.cx.unit.common.int;
        let uint = self.cx.unit.common.uint;
        let address = self.named_variable(pointer, "return_addr");
        let callee = self.cx.unit.implicit_builtin(Builtin::ReturnAddress, pointer, &[uint], false);
        let zero = self.zero(int);
        self.plain_call(callee, Operand::Decl(address), vec![zero], seq);
        let callee = self.cx.unit.implicit_function(hook.info().name, void, &[pointer, pointer]);
        let function = self.f.decl;
        let ty = self.cx.unit.decls[function].ty;
        let this = self.cx.unit.address_of(Operand::Decl(function), ty);
        self.plain_call(callee, Operand::None, vec![this, Operand::Decl(address)], seq);
    }

    fn plain_call(
        &mut self,
        callee: gimple::decl::DeclId,
        lhs: Operand,
        args: Vec<Operand>,
        seq: &mut Seq,
    ) {
        let fntype = self.cx.unit.decls[callee].ty;
        let callee = Callee::Decl(callee);
        let call = Call { lhs, callee, fntype, args, chain: Operand::None };
        self.emit(seq, StmtKind::Call(Aside::new(call)));
    }
}
