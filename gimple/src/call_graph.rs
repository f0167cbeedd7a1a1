//! The call graph: which functions of a unit call which, and in what order passes over the unit take them.
//!
//! ```text
//! f calls g, g calls h and g, h calls nobody:   callees first: h g f
//! ```
//!
//! Calls through pointers are no edges, nor are calls of functions that other units define. The order is found by a walk with a
//! stack of its own, linear in functions and calls.

use crate::cfg::ENTRY;
use crate::decl::DeclId;
use crate::function::Function;
use crate::stmt::{Callee, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// A call by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub stmt: StmtId,
    pub callee: DeclId,
}

/// The functions of a unit by their positions, and the calls they make.
pub struct CallGraph {
    position: FxHashMap<DeclId, usize>,
    calls: Vec<Vec<CallSite>>,
}

impl CallGraph {
    /// The graph of functions as they are. Those without blocks call nobody yet.
    pub fn of(functions: &[Function]) -> CallGraph {
        let position = functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
        CallGraph { position, calls: functions.iter().map(calls_of).collect() }
    }

    /// The graph in which other names of functions are known.
    pub fn with_names(functions: &[Function], names: &FxHashMap<DeclId, DeclId>) -> CallGraph {
        let mut graph = CallGraph::of(functions);
        for (&name, home) in names {
            if let Some(&index) = graph.position.get(home) {
                graph.position.insert(name, index);
            }
        }
        graph
    }

    /// The position of a function that the unit defines.
    pub fn position(&self, decl: DeclId) -> Option<usize> {
        self.position.get(&decl).copied()
    }

    /// The calls by name that a function makes, in order, those of other units' functions included.
    pub fn calls(&self, index: usize) -> &[CallSite] {
        &self.calls[index]
    }

    /// The functions of the unit that a function calls, in order, as often as it does.
    pub fn callees(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.calls[index].iter().filter_map(|call| self.position(call.callee))
    }

    /// The functions, each after those it calls, as far as calls are not recursive.
    pub fn callees_first(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.calls.len());
        let mut seen = vec![false; self.calls.len()];
        for root in 0..self.calls.len() {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut stack = vec![(root, self.calls[root].iter())];
            while let Some((node, calls)) = stack.last_mut() {
                let Some(call) = calls.next() else {
                    order.push(*node);
                    stack.pop();
                    continue;
                };
                if let Some(&callee) = self.position.get(&call.callee)
                    && !std::mem::replace(&mut seen[callee], true)
                {
                    stack.push((callee, self.calls[callee].iter()));
                }
            }
        }
        order
    }
}

/// Who calls whom, kept while functions are optimised one after the other: a pass over one of them can ask how often it is
/// called by the others, as they are by then.
#[derive(Default)]
pub struct CallEdges {
    callers: FxHashMap<DeclId, u32>,
    callees: FxHashMap<DeclId, Vec<DeclId>>,
    /// Functions that are referred to otherwise than by being called, or that have other names.
    address_taken: FxHashSet<DeclId>,
    /// Calls that have been inlined since the calls of their function were noted.
    inlined: FxHashMap<DeclId, Vec<DeclId>>,
    /// What functions refer to that has no node in the symbol table yet, in order.
    pub without_node: FxHashMap<DeclId, Vec<DeclId>>,
}

impl CallEdges {
    /// Whether no function's calls have been noted yet.
    pub fn is_new(&self) -> bool {
        self.callees.is_empty()
    }

    /// How many calls of a function there are.
    pub fn callers(&self, decl: DeclId) -> u32 {
        self.callers.get(&decl).copied().unwrap_or(0)
    }

    /// What a function calls, as noted last.
    pub fn callees(&self, caller: DeclId) -> &[DeclId] {
        self.callees.get(&caller).map_or(&[], Vec::as_slice)
    }

    /// Whether a function may be called otherwise than by its own name.
    pub fn is_address_taken(&self, decl: DeclId) -> bool {
        self.address_taken.contains(&decl)
    }

    /// Notes that a function may be called otherwise than by its own name.
    pub fn take_address(&mut self, decl: DeclId) {
        self.address_taken.insert(decl);
    }

    /// Forgets the calls a function makes.
    pub fn remove(&mut self, caller: DeclId) {
        for callee in self.inlined.remove(&caller).into_iter().flatten() {
            *self.callers.entry(callee).or_default() += 1;
        }
        for callee in self.callees.remove(&caller).into_iter().flatten() {
            if let Some(count) = self.callers.get_mut(&callee) {
                *count -= 1;
            }
        }
    }

    /// A call has been inlined. Whether it was the last one.
    pub fn inline(&mut self, caller: DeclId, callee: DeclId) -> bool {
        let Some(count) = self.callers.get_mut(&callee).filter(|count| **count > 0) else {
            return false;
        };
        *count -= 1;
        self.inlined.entry(caller).or_default().push(callee);
        *count == 0
    }

    /// Notes the calls a function makes, as it is.
    pub fn rebuild(&mut self, f: &Function) {
        self.remove(f.decl);
        let callees: Vec<DeclId> = calls_of(f).into_iter().map(|call| call.callee).collect();
        for &callee in &callees {
            *self.callers.entry(callee).or_default() += 1;
        }
        self.callees.insert(f.decl, callees);
    }
}

fn calls_of(f: &Function) -> Vec<CallSite> {
    let mut calls = Vec::new();
    if !f.has_cfg() {
        return calls;
    }
    let mut block = f.next_block(ENTRY);
    while block.is_some() {
        for stmt in f.block_stmts(block) {
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Decl(callee) = call.callee
            {
                calls.push(CallSite { stmt, callee });
            }
        }
        block = f.next_block(block);
    }
    calls
}
