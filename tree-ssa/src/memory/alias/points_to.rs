//! What pointers may point to: a flow-insensitive solution by unification (Steensgaard, "Points-to analysis in almost
//! linear time", 1996), one abstract location for each variable.
//!
//! Everything the outside world can see or hand in is one location, the *world*, whose contents are the world again:
//! global variables, what parameters point to, what has been passed to a call, stored through a pointer of the world's,
//! or returned. A variable has escaped when its location has become part of the world. Values of every type are
//! followed, as a pointer may be copied by its bytes.

use crate::analyses::call_effects;
use gimple::builtins::ecf;
use gimple::claims::{self, Claim, Claims};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;
const WORLD: u32 = 0;

/// A points-to solution for a function.
pub struct PointsTo {
    /// Union-find parents of locations.
    parent: Vec<u32>,
    /// What the contents of a location point to; of roots.
    contents: Vec<u32>,
    /// What each name points to, and its definition when that was found out: versions are reused.
    names: Vec<(u32, StmtId)>,
    variables: FxHashMap<DeclId, u32>,
    /// Declarations made later are not part of the solution.
    known: DeclId,
}

impl PointsTo {
    /// Solves for a function in SSA form. Almost linear.
    pub fn compute(unit: &Unit, f: &Function) -> PointsTo {
        let mut solver = PointsTo {
            parent: vec![WORLD],
            contents: vec![WORLD],
            names: f.names.values().map(|name| (NONE, name.def)).collect(),
            variables: FxHashMap::default(),
            known: unit.decls.next_key(),
        };
        solver.entry_values(unit, f);
        for block in f.block_order() {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                solver.statement(unit, f, stmt);
            }
        }
        solver.flatten();
        solver
    }

    fn flatten(&mut self) {
        for index in 0..self.parent.len() as u32 {
            let root = self.find(index);
            self.parent[index as usize] = root;
        }
    }

    fn entry_values(&mut self, unit: &Unit, f: &Function) {
        for (&var, &name) in &f.default_defs {
            let outside = matches!(unit.decls[var].kind, DeclKind::Parm | DeclKind::Result)
                || var == f.static_chain;
            if outside {
                self.names[name.0 as usize].0 = WORLD;
            }
        }
        for &param in f.params.iter().chain(&[f.result]) {
            if param.is_some() && !unit.is_gimple_reg(param) {
                let location = self.location(unit, param);
                let contents = self.contents_of(location);
                self.union(contents, WORLD);
            }
        }
    }

    fn fresh(&mut self) -> u32 {
        self.parent.push(self.parent.len() as u32);
        self.contents.push(NONE);
        self.parent.len() as u32 - 1
    }

    fn find(&mut self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            let up = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = up;
            node = up;
        }
        node
    }

    /// Makes two locations one, and what they hold; the world's number stays the root's.
    fn union(&mut self, a: u32, b: u32) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let (root, child) = if a < b { (a, b) } else { (b, a) };
            self.parent[child as usize] = root;
            let (mine, theirs) = (self.contents[root as usize], self.contents[child as usize]);
            if mine == NONE {
                self.contents[root as usize] = theirs;
            } else if theirs != NONE {
                work.push((mine, theirs));
            }
        }
    }

    fn contents_of(&mut self, location: u32) -> u32 {
        let root = self.find(location);
        if self.contents[root as usize] == NONE {
            let fresh = self.fresh();
            self.contents[root as usize] = fresh;
        }
        self.contents[root as usize]
    }

    fn location(&mut self, unit: &Unit, var: DeclId) -> u32 {
        if unit.decls[var].is_global() {
            return WORLD;
        }
        if let Some(&known) = self.variables.get(&var) {
            return known;
        }
        let fresh = self.fresh();
        self.variables.insert(var, fresh);
        fresh
    }

    fn of_name(&mut self, name: SsaName) -> u32 {
        let slot = self.names[name.0 as usize].0;
        if slot != NONE {
            return slot;
        }
        let fresh = self.fresh();
        self.names[name.0 as usize].0 = fresh;
        fresh
    }

    /// The location a reference is to.
    fn reference(&mut self, unit: &Unit, op: Operand) -> u32 {
        match unit.trees.base_address(op) {
            Operand::Decl(var) => self.location(unit, var),
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { base, .. } | TreeKind::TargetMemRef { base, .. } => {
                    self.value(unit, base).unwrap_or(WORLD)
                }
                _ => WORLD,
            },
            Operand::Ssa(name) => self.of_name(name),
            _ => WORLD,
        }
    }

    /// What a value points to; `None` where it is no address of anything.
    fn value(&mut self, unit: &Unit, op: Operand) -> Option<u32> {
        match op {
            Operand::None => None,
            Operand::Ssa(name) => Some(self.of_name(name)),
            Operand::Const(id) => {
                let constant = &unit.consts[id];
                let address = unit.types.is_pointer(constant.ty) && !unit.is_zero(op);
                address.then_some(WORLD)
            }
            Operand::Decl(var) => match unit.decls[var].kind {
                DeclKind::Function | DeclKind::Label => Some(WORLD),
                _ => {
                    let location = self.location(unit, var);
                    Some(self.contents_of(location))
                }
            },
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Addr(object) => Some(match *object {
                    Operand::Decl(var) => self.location(unit, var),
                    object => self.reference(unit, object),
                }),
                TreeKind::Clobber(_) => None,
                TreeKind::Constructor(elements) => {
                    let elements: Vec<Operand> = elements.iter().map(|entry| entry.1).collect();
                    let mut all = None;
                    for element in elements {
                        let value = self.value(unit, element);
                        all = self.joined(all, value);
                    }
                    all
                }
                TreeKind::Expr { code, .. } if code.is_comparison() => None,
                TreeKind::Expr { args, .. } => {
                    let args = *args;
                    let (a, b) = (self.value(unit, args[0]), self.value(unit, args[1]));
                    self.joined(a, b)
                }
                _ => {
                    if let Operand::Ssa(name) = unit.trees.base_address(op) {
                        return Some(self.of_name(name));
                    }
                    let location = self.reference(unit, op);
                    Some(self.contents_of(location))
                }
            },
        }
    }

    fn joined(&mut self, a: Option<u32>, b: Option<u32>) -> Option<u32> {
        if let (Some(a), Some(b)) = (a, b) {
            self.union(a, b);
        }
        a.or(b)
    }

    fn assign(&mut self, unit: &Unit, lhs: Operand, value: Option<u32>) {
        let Some(value) = value else { return };
        let target = match lhs {
            Operand::None => return,
            Operand::Ssa(name) => self.of_name(name),
            _ => {
                let location = self.reference(unit, lhs);
                self.contents_of(location)
            }
        };
        self.union(target, value);
    }

    fn escape(&mut self, unit: &Unit, op: Operand) {
        if let Some(value) = self.value(unit, op) {
            self.union(value, WORLD);
        }
    }

    fn statement(&mut self, unit: &Unit, f: &Function, stmt: StmtId) {
        match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) => {
                for arg in &phi.args {
                    let value = self.value(unit, arg.value);
                    self.assign(unit, Operand::Ssa(phi.result), value);
                }
            }
            StmtKind::Assign { lhs, code, rhs } => {
                if code.is_comparison() {
                    return;
                }
                // An offset, or what a choice depends on, is not part of the address.
                let operands: &[Operand] = match code {
                    TreeCode::PointerPlus => &rhs[..1],
                    TreeCode::PointerDiff => &[],
                    TreeCode::Cond => &rhs[1..],
                    _ => rhs,
                };
                for &op in operands {
                    let value = self.value(unit, op);
                    self.assign(unit, *lhs, value);
                }
            }
            StmtKind::Call(call) => self.call(unit, call),
            StmtKind::Return(op) => self.escape(unit, *op),
            StmtKind::Asm(asm) => {
                for operand in &asm.inputs {
                    self.escape(unit, operand.value);
                    if unit.is_memory_operand(operand.value) {
                        let location = self.reference(unit, operand.value);
                        self.union(location, WORLD);
                    }
                }
                for operand in &asm.outputs {
                    self.assign(unit, operand.value, Some(WORLD));
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, unit: &Unit, call: &Call) {
        let flags = call_effects::flags_of(unit, call);
        if let Some(name) = call_effects::callee_builtin(unit, call)
            && self.builtin_call(unit, call, name)
        {
            return;
        }
        if flags & ecf::CONST != 0 {
            // The result may be one of the arguments.
            for &arg in &call.args {
                let value = self.value(unit, arg);
                self.assign(unit, call.lhs, value);
            }
            return self.assign(unit, call.lhs, Some(WORLD));
        }
        call.args.iter().for_each(|&arg| self.escape(unit, arg));
        self.escape(unit, call.chain);
        if let gimple::stmt::Callee::Pointer(op) = call.callee {
            self.escape(unit, op);
        }
        if flags & ecf::MALLOC != 0 {
            // Fresh memory, which the function may have filled with whatever it knows.
            let fresh = self.fresh();
            let contents = self.contents_of(fresh);
            self.union(contents, WORLD);
            self.assign(unit, call.lhs, Some(fresh));
        } else {
            self.assign(unit, call.lhs, Some(WORLD));
        }
    }

    /// Handles the builtins that let nothing escape. Returns whether it was one of them.
    fn builtin_call(&mut self, unit: &Unit, call: &Call, name: &str) -> bool {
        let arg = |index: usize| call.args.get(index).copied().unwrap_or_default();
        match name {
            "memcpy" | "memmove" | "mempcpy" | "strcpy" | "stpcpy" | "strncpy" | "strcat"
            | "strncat" => {
                let (to, from) = (self.value(unit, arg(0)), self.value(unit, arg(1)));
                if let (Some(to), Some(from)) = (to, from) {
                    let (to, from) = (self.contents_of(to), self.contents_of(from));
                    self.union(to, from);
                }
                self.assign(unit, call.lhs, to);
            }
            "memset" | "memchr" | "strchr" | "strrchr" | "strstr" | "strpbrk" | "rawmemchr"
            | "assume_aligned" => {
                let value = self.value(unit, arg(0));
                self.assign(unit, call.lhs, value);
            }
            "free" | "strlen" | "strcmp" | "strncmp" | "memcmp" | "bcmp" | "bzero" | "prefetch"
            | "expect" | "strspn" | "strcspn" | "va_end" | "stack_restore" | "stack_save"
            | "unreachable" | "trap" | "abort" | "object_size" | "constant_p" => {
                if name == "expect" {
                    let value = self.value(unit, arg(0));
                    self.assign(unit, call.lhs, value);
                }
            }
            "malloc" | "calloc" | "alloca" | "alloca_with_align" | "aligned_alloc" => {
                let fresh = self.fresh();
                self.assign(unit, call.lhs, Some(fresh));
            }
            _ => return false,
        }
        true
    }

    fn root(&self, node: u32) -> u32 {
        // The solution is flat: one step reaches the root.
        self.parent[node as usize]
    }

    /// What a name points to, as a location number; `None` if that has not been found out for it.
    pub fn of(&self, f: &Function, name: SsaName) -> Option<u32> {
        let &(location, def) = self.names.get(name.0 as usize)?;
        if location == NONE || def != f.names[name].def {
            return None;
        }
        Some(self.root(location))
    }

    /// The location of a local variable, `None` if nothing points to it.
    pub fn of_variable(&self, var: DeclId) -> Option<u32> {
        self.variables.get(&var).map(|&location| self.root(location))
    }

    /// Whether a variable was there when the solution was found.
    pub fn knows(&self, var: DeclId) -> bool {
        var < self.known
    }

    /// What pointers that are computed point to, and the locations of the variables in memory.
    pub fn claims(&self, unit: &Unit, f: &Function) -> Claims {
        let pointers =
            claims::computed_names(f).filter(|&name| unit.types.is_pointer(f.names[name].ty));
        let variables = f.locals.iter().chain(&f.params).copied();
        let in_memory =
            variables.filter(|&var| !unit.decls[var].is_global() && !unit.is_gimple_reg(var));
        Claims {
            list: pointers
                .filter_map(|name| Some(Claim::PointsTo(name, self.of(f, name)?)))
                .collect(),
            objects: in_memory.map(|var| (var, self.of_variable(var))).collect(),
            world: WORLD,
        }
    }

    /// Whether a location belongs to the world.
    pub fn is_world(location: u32) -> bool {
        location == WORLD
    }
}
