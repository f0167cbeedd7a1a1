//! What a function does not do with its parameters (`modref_eaf_analysis`).
//!
//! What is done with a name is what its uses do, and what is done with the names they make of it. A name that is loaded
//! through another says what is done behind that one. All names start with nothing done; what is found takes away from
//! that until nothing changes, so names that depend on each other in a cycle are all right.

use crate::analyses::arg_flags;
use crate::analyses::call_effects;
use crate::analyses::fn_spec::FnSpec;
use gimple::builtins::ecf;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::modref::ArgFlags;
use gimple::options::{Flag, Options};
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A name whose value is, or is loaded through, another.
struct Made {
    from: SsaName,
    loaded: bool,
}

/// The analysis of a function.
pub struct Escapes<'a> {
    unit: &'a Unit,
    f: &'a Function,
    options: &'a Options,
    flags: FxHashMap<SsaName, ArgFlags>,
    /// What each name is made of.
    made: FxHashMap<SsaName, Vec<Made>>,
    /// Names still to be looked at.
    work: Vec<SsaName>,
}

impl<'a> Escapes<'a> {
    /// Looks at everything that is done with these names.
    pub fn of(unit: &'a Unit, f: &'a Function, options: &'a Options, names: &[SsaName]) -> Self {
        let mut all = Escapes {
            unit,
            f,
            options,
            flags: FxHashMap::default(),
            made: FxHashMap::default(),
            work: Vec::new(),
        };
        names.iter().for_each(|&name| all.visit(name));
        while let Some(name) = all.work.pop() {
            all.uses_of(name);
        }
        all.propagate();
        all
    }

    /// What is not done with a name.
    pub fn flags(&self, name: SsaName) -> ArgFlags {
        self.flags.get(&name).copied().unwrap_or_default()
    }

    fn visit(&mut self, name: SsaName) {
        if let Entry::Vacant(place) = self.flags.entry(name) {
            place.insert(ArgFlags::ALL);
            self.work.push(name);
        }
    }

    fn merge(&mut self, name: SsaName, flags: ArgFlags) {
        let own = self.flags.entry(name).or_insert(ArgFlags::ALL);
        *own = own.merged(flags);
    }

    fn lose(&mut self, name: SsaName, lost: ArgFlags) {
        let own = self.flags.entry(name).or_insert(ArgFlags::ALL);
        *own = own.without(lost);
    }

    /// Notes that `name` is made of `from`.
    fn makes(&mut self, from: SsaName, name: Operand, loaded: bool) {
        let Operand::Ssa(name) = name else { return self.merge(from, ArgFlags::NONE) };
        self.visit(name);
        self.made.entry(name).or_default().push(Made { from, loaded });
    }

    fn propagate(&mut self) {
        let mut work: Vec<SsaName> = self.made.keys().copied().collect();
        work.sort_unstable();
        while let Some(name) = work.pop() {
            let flags = self.flags(name);
            for Made { from, loaded } in self.made.get(&name).into_iter().flatten() {
                let gives = if *loaded { behind(flags, false) } else { flags };
                let Some(own) = self.flags.get_mut(from) else { continue };
                let merged = own.merged(gives);
                if merged != *own {
                    *own = merged;
                    work.push(*from);
                }
            }
        }
    }

    fn uses_of(&mut self, name: SsaName) {
        let (f, mut last) = (self.f, StmtId::NONE);
        for node in f.imm_uses(name) {
            if self.flags(name) == ArgFlags::NONE {
                return;
            }
            if node.stmt != last {
                last = node.stmt;
                self.lose(name, ArgFlags::UNUSED);
                self.used_in(name, last);
            }
        }
    }

    fn used_in(&mut self, name: SsaName, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Return(op) if *op == Operand::Ssa(name) => {
                self.lose(name, ArgFlags::NOT_RETURNED_DIRECTLY);
            }
            StmtKind::Return(op) if self.is_through(*op, name) => {
                let lost = [ArgFlags::NO_DIRECT_READ, ArgFlags::NOT_RETURNED_INDIRECTLY];
                self.lose(name, ArgFlags::of(lost));
            }
            StmtKind::Call(call) => self.used_in_call(name, call),
            StmtKind::Assign { lhs, code, rhs } => self.assigned(name, *lhs, *code, rhs),
            StmtKind::Phi(phi) => self.makes(name, Operand::Ssa(phi.result), false),
            StmtKind::Cond { .. } => {}
            _ => self.merge(name, ArgFlags::NONE),
        }
    }

    /// Whether a reference is of what a name points to.
    fn is_through(&self, op: Operand, name: SsaName) -> bool {
        let Operand::Tree(id) = self.unit.trees.base_address(op) else { return false };
        match *self.unit.trees.kind(id) {
            TreeKind::MemRef { base, .. } => base == Operand::Ssa(name),
            // Its index may be an address, too.
            TreeKind::TargetMemRef { .. } => true,
            _ => false,
        }
    }

    fn assigned(&mut self, name: SsaName, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        let unit = self.unit;
        let loads = code == TreeCode::Single && unit.is_memory_operand(rhs[0]);
        let stores = unit.is_memory_operand(lhs);
        if stores && self.is_through(lhs, name) {
            self.lose(name, ArgFlags::NO_DIRECT_CLOBBER);
        }
        if loads && self.is_through(rhs[0], name) {
            if stores {
                self.merge(name, behind(ArgFlags::NONE, false));
            } else {
                self.makes(name, lhs, true);
            }
        }
        if loads {
            return;
        }
        if stores {
            // Kept somewhere; but an index of where it is kept is not.
            let mut kept = false;
            rhs.iter().for_each(|&op| unit.for_each_ssa(op, &mut |used| kept |= used == name));
            if kept {
                self.merge(name, ArgFlags::NONE);
            }
            return;
        }
        let looked_at = code.is_comparison()
            || code == TreeCode::PointerDiff
            || code == TreeCode::PointerPlus && rhs[0] != Operand::Ssa(name);
        if !looked_at {
            self.makes(name, lhs, false);
        }
    }

    fn used_in_call(&mut self, name: SsaName, call: &Call) {
        let (unit, own) = (self.unit, Operand::Ssa(name));
        if call.callee == Callee::Pointer(own) {
            self.lose(name, ArgFlags::NO_DIRECT_CLOBBER);
        }
        if call.callee == Callee::Decl(self.f.decl) {
            return self.merge(name, ArgFlags::NONE);
        }
        let ecf_flags = call_effects::flags_of(unit, call);
        let ends = ecf_flags & ecf::NORETURN != 0
            && (ecf_flags & ecf::NOTHROW != 0 || !self.options.on(Flag::Exceptions));
        let no_stores = ends || ecf_flags & (ecf::CONST | ecf::PURE) != 0;
        if unit.is_memory_operand(call.lhs) && self.is_through(call.lhs, name) {
            self.lose(name, ArgFlags::NO_DIRECT_CLOBBER);
        }
        let spec = FnSpec::of(unit, call, self.options.on(Flag::MathErrno));
        let chain = [(call.chain, ArgFlags::NONE, None)];
        let of_argument = |(index, &arg): (usize, &Operand)| {
            (arg, arg_flags::of_argument(unit, call, spec, index), Some(index))
        };
        let all = call.args.iter().enumerate().map(of_argument);
        for (arg, flags, index) in chain.into_iter().chain(all) {
            let through = unit.is_memory_operand(arg) && self.is_through(arg, name);
            if arg != own && !through {
                continue;
            }
            let flags = if through { behind(flags, no_stores) } else { flags };
            if !ends {
                let returned = spec.returned_argument();
                self.returned(name, call, flags, returned.zip(index));
            }
            if ecf_flags & ecf::CONST == 0 {
                self.passed(name, flags, no_stores);
            } else if through {
                self.lose(name, ArgFlags::NO_DIRECT_READ);
            }
        }
    }

    /// A name is passed to a function that does not do this with it (`callee_to_caller_flags`).
    fn passed(&mut self, name: SsaName, flags: ArgFlags, no_stores: bool) {
        // That the function called returns it does not mean that this one does.
        let returned = [ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY];
        let mut flags = flags.with(ArgFlags::of(returned));
        if no_stores {
            flags = flags.with(ArgFlags::OF_PURE);
        } else if !flags.has(ArgFlags::UNUSED) {
            // What has escaped may be read from there, and anything done with it.
            if !flags.has(ArgFlags::NO_DIRECT_ESCAPE) {
                self.merge(name, ArgFlags::NONE);
            } else if !flags.has(ArgFlags::NO_INDIRECT_ESCAPE) {
                self.lose(
                    name,
                    ArgFlags::of([
                        ArgFlags::UNUSED,
                        ArgFlags::NOT_RETURNED_INDIRECTLY,
                        ArgFlags::NO_DIRECT_READ,
                        ArgFlags::NO_INDIRECT_READ,
                        ArgFlags::NO_INDIRECT_CLOBBER,
                    ]),
                );
            }
        }
        self.merge(name, flags);
    }

    /// What a call returns may be made of an argument (`merge_call_lhs_flags`). `which`: the argument that is returned for
    /// sure, and the one at hand.
    fn returned(
        &mut self,
        name: SsaName,
        call: &Call,
        flags: ArgFlags,
        which: Option<(usize, usize)>,
    ) {
        let unused = flags.has(ArgFlags::UNUSED);
        let mut directly = !unused && !flags.has(ArgFlags::NOT_RETURNED_DIRECTLY);
        let mut indirectly = !unused && !flags.has(ArgFlags::NOT_RETURNED_INDIRECTLY);
        if call.lhs.is_none() {
            return;
        }
        if let Some((returned, own)) = which {
            if returned != own {
                return;
            }
            (directly, indirectly) = (true, false);
        }
        match call.lhs {
            Operand::Ssa(_) => {
                if directly {
                    self.makes(name, call.lhs, false);
                }
                if indirectly {
                    self.makes(name, call.lhs, true);
                }
            }
            _ if directly => self.merge(name, ArgFlags::NONE),
            _ if indirectly => self.merge(name, behind(ArgFlags::NONE, false)),
            _ => {}
        }
    }
}

/// What is not done with a pointer if that is not done with what is loaded through it (`deref_flags`).
fn behind(flags: ArgFlags, no_stores: bool) -> ArgFlags {
    let mut result = ArgFlags::of([
        ArgFlags::NO_DIRECT_CLOBBER,
        ArgFlags::NO_DIRECT_ESCAPE,
        ArgFlags::NOT_RETURNED_DIRECTLY,
    ]);
    if flags.has(ArgFlags::UNUSED) {
        return result.with(ArgFlags::of([
            ArgFlags::NO_INDIRECT_READ,
            ArgFlags::NO_INDIRECT_CLOBBER,
            ArgFlags::NO_INDIRECT_ESCAPE,
            ArgFlags::NOT_RETURNED_INDIRECTLY,
        ]));
    }
    let sides = [
        (ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER, no_stores),
        (ArgFlags::NO_DIRECT_ESCAPE, ArgFlags::NO_INDIRECT_ESCAPE, no_stores),
        (ArgFlags::NO_DIRECT_READ, ArgFlags::NO_INDIRECT_READ, false),
        (ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY, false),
    ];
    for (direct, indirect, implied) in sides {
        if implied || flags.has(direct.with(indirect)) {
            result = result.with(indirect);
        }
    }
    result
}
