//! Which memory a function touches: through its parameters, or beyond.
//!
//! Objects of its own that nobody else sees do not count, nor do those nobody may write. What functions called touch
//! through their parameters is put in terms of the caller's, by what is passed.

use crate::analyses::arg_flags;
use crate::analyses::call_effects;
use crate::analyses::fn_spec::FnSpec;
use crate::ipa::pure_const::is_safe_for_const;
use crate::memory::alias::{Access, Base, is_visible_outside};
use crate::ssa::into_ssa::is_clobber;
use gimple::builtins::ecf;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::modref::{Modref, Touched};
use gimple::options::{Flag, Options};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{Call, Callee, StmtId, StmtKind, stmt_flag};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Additions between a parameter and an access that are followed.
const MAX_STEPS: usize = 8;

/// Where a pointer points, as far as it matters to callers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// To an object nobody else sees, or that does not change.
    Own,
    /// Where the parameter with this index points.
    Param(usize),
    Anywhere,
}

/// What a function touches.
pub struct Accesses<'a> {
    unit: &'a Unit,
    f: &'a Function,
    options: &'a Options,
    pub reads: Touched,
    pub writes: Touched,
    /// Whether the function passes on its arguments without naming them.
    pub passes_on_unnamed: bool,
    /// What the function passes to itself.
    recursive: Vec<Vec<Place>>,
    params: FxHashMap<DeclId, usize>,
}

impl<'a> Accesses<'a> {
    /// Looks at all statements.
    pub fn of(unit: &'a Unit, f: &'a Function, options: &'a Options) -> Self {
        let mut all = Accesses {
            unit,
            f,
            options,
            reads: Touched::default(),
            writes: Touched::default(),
            passes_on_unnamed: false,
            recursive: Vec::new(),
            params: f.params.iter().enumerate().map(|(index, &param)| (param, index)).collect(),
        };
        let mut block = f.next_block(gimple::cfg::ENTRY);
        while block.is_some() {
            for stmt in f.block_stmts(block) {
                all.statement(stmt);
            }
            block = f.next_block(block);
        }
        all.close();
        all
    }

    /// What calls of itself touch follows from what the function touches.
    fn close(&mut self) {
        loop {
            let before = (self.reads, self.writes);
            for passed in std::mem::take(&mut self.recursive) {
                let (reads, writes) = (self.reads, self.writes);
                add_passed(&mut self.reads, reads, &passed);
                add_passed(&mut self.writes, writes, &passed);
                self.recursive.push(passed);
            }
            if before == (self.reads, self.writes) {
                return;
            }
        }
    }

    fn statement(&mut self, stmt: StmtId) {
        let (unit, f) = (self.unit, self.f);
        if is_clobber(unit, f, stmt) {
            return;
        }
        let asm = matches!(f.stmts[stmt].kind, StmtKind::Asm(_));
        if f.stmts[stmt].has(stmt_flag::VOLATILE) && !asm {
            self.touch_all();
        }
        let (mut reads, mut writes) = (self.reads, self.writes);
        f.for_each_read(stmt, &mut |op| self.access(op, &mut reads));
        f.for_each_write(stmt, &mut |op| self.access(op, &mut writes));
        (self.reads, self.writes) = (reads, writes);
        match &f.stmts[stmt].kind {
            StmtKind::Call(call) => self.call(call),
            StmtKind::Asm(asm) => {
                let memory = |&clobber: &Symbol| unit.symbols.text(clobber) == "memory";
                if asm.clobbers.iter().any(memory) {
                    self.touch_all();
                }
            }
            _ => {}
        }
    }

    fn touch_all(&mut self) {
        (self.reads, self.writes) = (Touched::ALL, Touched::ALL);
    }

    fn call(&mut self, call: &Call) {
        let unit = self.unit;
        let flags = call_effects::flags_of(unit, call);
        let builtin = call_effects::callee_builtin(unit, call);
        self.passes_on_unnamed |= builtin == Some("apply_args");
        let own = |name| is_safe_for_const(name) || name == "prefetch";
        if flags & ecf::CONST != 0 || builtin.is_some_and(own) {
            return;
        }
        let quiet = flags & ecf::NOTHROW != 0 || !self.options.on(Flag::Exceptions);
        // Where it does not come back nothing is seen of what it writes.
        let writes = flags & ecf::PURE == 0 && !(flags & ecf::NORETURN != 0 && quiet);
        if call.callee == Callee::Decl(self.f.decl) && call.chain.is_none() {
            let passed = call.args.iter().map(|&arg| self.place_of_pointer(arg)).collect();
            return self.recursive.push(passed);
        }
        if let Some(known) = arg_flags::summary(unit, call) {
            return self.known_call(call, known, writes);
        }
        let spec = FnSpec::of(unit, call, self.options.on(Flag::MathErrno));
        if !spec.is_known() || spec.touches_global_memory() {
            self.reads.global = true;
            self.writes.global |= writes;
            return;
        }
        self.writes.global |= writes && spec.may_set_errno();
        for (index, &arg) in call.args.iter().enumerate() {
            let does = spec.argument(index);
            if !unit.types.is_pointer(unit.type_of(self.f, arg)) {
                continue;
            }
            let place = self.place_of_pointer(arg);
            if does.may_be_read() {
                add(&mut self.reads, place);
            }
            if writes && does.may_be_written() {
                add(&mut self.writes, place);
            }
        }
    }

    fn known_call(&mut self, call: &Call, known: &Modref, writes: bool) {
        let passed: Vec<Place> = call.args.iter().map(|&arg| self.place_of_pointer(arg)).collect();
        self.reads.global |= known.reads.global;
        add_passed(&mut self.reads, known.reads, &passed);
        if writes {
            self.writes.global |= known.writes.global;
            add_passed(&mut self.writes, known.writes, &passed);
        }
    }

    fn access(&self, op: Operand, touched: &mut Touched) {
        if !touched.global && self.unit.is_memory_operand(op) {
            add(touched, self.place_of_access(op));
        }
    }

    fn place_of_access(&self, op: Operand) -> Place {
        let (unit, f) = (self.unit, self.f);
        let access = Access::of(unit, f, op);
        match access.base {
            Base::Decl(var) if unit.decls[var].has(flag::VOLATILE | flag::HARD_REGISTER) => {
                Place::Anywhere
            }
            Base::Decl(var) if unit.decls[var].has(flag::READONLY) => Place::Own,
            Base::Pointer(pointer) if !access.volatile => self.place_of_pointer(pointer),
            _ if !access.volatile && !is_visible_outside(unit, f, &access) => Place::Own,
            // The function's own copy, and where its result goes.
            Base::Decl(var) if !unit.decls[var].is_global() && !access.volatile => Place::Own,
            _ => Place::Anywhere,
        }
    }

    fn place_of_pointer(&self, pointer: Operand) -> Place {
        let (unit, f) = (self.unit, self.f);
        let mut at = pointer;
        for _ in 0..MAX_STEPS {
            let Operand::Ssa(name) = at else { break };
            if let Some(index) = self.parameter(name) {
                return Place::Param(index);
            }
            let Some(def) = f.names[name].def.expand() else { break };
            at = match f.stmts[def].kind {
                StmtKind::Assign {
                    code: TreeCode::PointerPlus | TreeCode::Single, rhs, ..
                } if !unit.is_memory_operand(rhs[0]) => rhs[0],
                _ => break,
            };
        }
        let access = Access::from_pointer(unit, f, pointer, None);
        if is_visible_outside(unit, f, &access) { Place::Anywhere } else { Place::Own }
    }

    /// The index of the parameter whose value a name has on entry.
    fn parameter(&self, name: SsaName) -> Option<usize> {
        let data = &self.f.names[name];
        if !data.has(name_flag::DEFAULT_DEF) || data.has(name_flag::VIRTUAL) {
            return None;
        }
        self.params.get(&data.var).copied()
    }
}

fn add(touched: &mut Touched, place: Place) {
    match place {
        Place::Own => {}
        Place::Param(index) => touched.add_param(index),
        Place::Anywhere => touched.global = true,
    }
}

/// Adds what a call touches through its parameters.
fn add_passed(to: &mut Touched, touched: Touched, passed: &[Place]) {
    for (index, &place) in passed.iter().enumerate() {
        if touched.has_param(index) {
            add(to, place);
        }
    }
}
