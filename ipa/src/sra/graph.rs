//! The functions of a unit and their calls, with what is known of parameters and results.

use crate::inline;
use gimple::builtins::Ecf;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::effects::call_effects;

/// Part of what a parameter is, or points to, that is read (`param_access`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Bytes.
    pub offset: u64,
    pub size: u64,
    pub ty: TypeId,
    /// The type of the pointer by which its alias set is told.
    pub alias_ptr: TypeId,
    /// It is read whenever the function is called.
    pub certain: bool,
}

/// What is known of a parameter (`isra_param_desc`).
#[derive(Clone, Debug, Default)]
pub struct Param {
    /// Its value matters only for what is passed to others.
    pub unused: bool,
    /// Its parts can be passed instead.
    pub splits: bool,
    /// The parts are of what it points to.
    pub by_reference: bool,
    /// In order, without overlaps.
    pub parts: SmallVec<[Part; 2]>,
    /// The most bytes of parts, and those of the parts found.
    pub limit: u64,
    pub reached: u64,
    /// Calls that it is passed to as it is, or some part of it.
    pub passed_on: u32,
}

impl Param {
    /// Adds a part, or says why it does not fit the others.
    pub fn insert(&mut self, unit: &Unit, part: Part) -> Result<(), &'static str> {
        let place = self.parts.partition_point(|old| old.offset < part.offset);
        if let Some(old) = self.parts.get_mut(place)
            && (old.offset, old.size) == (part.offset, part.size)
        {
            if !unit.types.same_main(old.ty, part.ty) {
                return Err("Encountered two accesses of different types.");
            }
            old.certain |= part.certain;
            return Ok(());
        }
        let after = self.parts.get(place).is_some_and(|next| part.offset + part.size > next.offset);
        let before = place.checked_sub(1).map(|place| &self.parts[place]);
        if after || before.is_some_and(|old| old.offset + old.size > part.offset) {
            return Err("Encountered overlapping accesses.");
        }
        self.parts.insert(place, part);
        Ok(())
    }
}

/// Where an argument comes from.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The parameters of the caller that it depends on.
    pub sources: SmallVec<[u32; 2]>,
    /// It is the pointer that the parameter is; whether what it points to may be read before the call as well.
    pub pointer: Option<bool>,
    /// It is this part of the parameter: offset and size in bytes.
    pub aggregate: Option<(u64, u64)>,
}

/// A call.
pub struct Call {
    pub caller: usize,
    /// The function of the unit that is called.
    pub callee: Option<usize>,
    pub stmt: StmtId,
    /// Nothing is done with what is returned, or it is only returned by the caller.
    pub ignored: bool,
    pub returned: bool,
    /// Nothing has been written to memory before.
    pub before_stores: bool,
    pub flows: Vec<Flow>,
}

/// A function.
pub struct Node {
    pub decl: DeclId,
    /// Its signature may change.
    pub is_candidate: bool,
    pub returns_value: bool,
    pub removes_return: bool,
    pub params: Vec<Param>,
    /// Its calls, last first as in GCC, and the calls of it.
    pub calls: Vec<usize>,
    pub callers: Vec<usize>,
}

/// All of them.
pub struct Graph {
    pub nodes: Vec<Node>,
    pub calls: Vec<Call>,
    by_decl: FxHashMap<DeclId, usize>,
}

impl Graph {
    /// The functions, and the calls that they make; nothing is known yet.
    pub fn new(unit: &Unit, functions: &[Function]) -> Graph {
        let mut by_decl: FxHashMap<DeclId, usize> =
            functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
        for (&name, home) in &unit.folded {
            if let Some(&index) = by_decl.get(home) {
                by_decl.insert(name, index);
            }
        }
        let node = |f: &Function| Node {
            decl: f.decl,
            is_candidate: false,
            returns_value: unit.returned_type(f.decl).is_some(),
            removes_return: false,
            params: Vec::new(),
            calls: Vec::new(),
            callers: Vec::new(),
        };
        Graph { nodes: functions.iter().map(node).collect(), calls: Vec::new(), by_decl }
    }

    /// The function of the unit that a call calls.
    pub fn callee(&self, callee: Callee) -> Option<usize> {
        match callee {
            Callee::Decl(decl) => self.by_decl.get(&decl).copied(),
            _ => None,
        }
    }

    /// Notes the calls of a function, the last first.
    pub fn add_calls(&mut self, f: &Function, caller: usize) {
        let mut found = Vec::new();
        for block in f.block_order() {
            for stmt in f.block_stmts(block) {
                let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
                if matches!(call.callee, Callee::Internal(_)) {
                    continue;
                }
                let callee = self.callee(call.callee);
                let flows = vec![Flow::default(); call.args.len()];
                found.push(Call {
                    caller,
                    callee,
                    stmt,
                    ignored: call.lhs.is_none(),
                    returned: false,
                    before_stores: false,
                    flows,
                });
            }
        }
        for call in found.into_iter().rev() {
            let index = self.calls.len();
            self.nodes[caller].calls.push(index);
            if let Some(callee) = call.callee {
                self.nodes[callee].callers.push(index);
            }
            self.calls.push(call);
        }
    }

    /// A function as the call graph prints it.
    pub fn name(&self, unit: &Unit, node: usize) -> String {
        inline::node_name(unit, self.nodes[node].decl)
    }
}

/// Whether what comes after a call may not come.
pub fn may_not_return(unit: &Unit, call: &gimple::stmt::Call) -> bool {
    let flags = call_effects::flags_of(unit, call);
    let computes = flags.intersects(Ecf::CONST | Ecf::PURE) && !flags.intersects(Ecf::LOOPING);
    let library = call_effects::callee_builtin(unit, call).is_some()
        && flags.intersects(Ecf::LEAF)
        && !flags.intersects(Ecf::NORETURN);
    !computes && !library && !matches!(call.callee, Callee::Internal(_))
}
