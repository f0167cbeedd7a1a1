//! The call graph: which functions of a unit call which, and in what order passes over the unit take them.
//!
//! ```text
//! f calls g, g calls h and g, h calls nobody:   callees first: h g f
//! ```
//!
//! Calls through pointers are no edges, nor are calls of functions that other units define. The order is GCC's
//! (`ipa_reverse_postorder`, taken from its end), as it shows in every dump: where functions call each other in a circle, it
//! decides which is optimised, and inlined, first. It is found by a walk with a stack of its own, linear in functions and
//! calls.

use crate::cfg::ENTRY;
use crate::decl::DeclId;
use crate::function::Function;
use crate::stmt::{Callee, StmtId, StmtKind};
use crate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A call by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub stmt: StmtId,
    pub callee: DeclId,
}

/// The functions of a unit by their positions, and the calls they make.
pub struct CallGraph {
    decls: Vec<DeclId>,
    position: FxHashMap<DeclId, usize>,
    calls: Vec<Vec<CallSite>>,
}

impl CallGraph {
    /// The graph of functions as they are. Those without blocks call nobody yet.
    pub fn of(functions: &[Function]) -> CallGraph {
        let position = functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
        let decls = functions.iter().map(|f| f.decl).collect();
        CallGraph { decls, position, calls: functions.iter().map(calls_of).collect() }
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

    /// The functions, each after those it calls, as far as calls are not recursive. The walk goes from functions, those of
    /// other units included, to their callers: first from those of this unit that others may call, then from all, the last
    /// in the symbol table first. What a function that is always inlined calls does not count against it, unless that is
    /// always inlined as well: it comes before those it is inlined in. `keep_static`: static functions stay, called
    /// or not.
    pub fn callees_first(&self, unit: &Unit, keep_static: bool) -> Vec<usize> {
        let (decls, callers) = self.callers(unit);
        let mut roots: Vec<usize> = (0..decls.len()).collect();
        roots.sort_by_key(|&root| Reverse(unit.symtab_node(decls[root]).map(|node| node.order)));
        let is_entry = |&root: &usize| {
            let kept = root < self.decls.len() && unit.is_kept(decls[root], keep_static);
            kept && !unit.calls.is_address_taken(decls[root])
        };
        let entries: Vec<usize> = roots.iter().copied().filter(is_entry).collect();
        let mut callers_first = Vec::with_capacity(decls.len());
        let mut seen = vec![false; decls.len()];
        for root in entries.into_iter().chain(roots) {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut stack = vec![(root, callers[root].iter().rev())];
            while let Some((node, rest)) = stack.last_mut() {
                let Some(&caller) = rest.next() else {
                    callers_first.push(*node);
                    stack.pop();
                    continue;
                };
                if !std::mem::replace(&mut seen[caller], true) {
                    stack.push((caller, callers[caller].iter().rev()));
                }
            }
        }
        let own = |&index: &usize| index < self.decls.len();
        callers_first.into_iter().rev().filter(own).collect()
    }

    /// The functions of the unit and those of others that they call, and the callers of each in the order in which
    /// their calls were noted, without those that do not count for the order of functions.
    fn callers(&self, unit: &Unit) -> (Vec<DeclId>, Vec<Vec<usize>>) {
        let mut order: Vec<usize> = (0..self.calls.len()).collect();
        order.sort_by_key(|&index| unit.calls.noted_at(self.decls[index]));
        let mut decls = self.decls.clone();
        let mut callers = vec![Vec::new(); decls.len()];
        let mut others: FxHashMap<DeclId, usize> = FxHashMap::default();
        for caller in order {
            let always = unit.disregards_inline_limits(self.decls[caller]);
            for call in &self.calls[caller] {
                if always && !unit.disregards_inline_limits(call.callee) {
                    continue;
                }
                let callee = self.position(call.callee).unwrap_or_else(|| {
                    *others.entry(call.callee).or_insert_with(|| {
                        decls.push(call.callee);
                        callers.push(Vec::new());
                        callers.len() - 1
                    })
                });
                callers[callee].push(caller);
            }
        }
        (decls, callers)
    }
}

/// Who calls whom, kept while functions are optimised one after the other: a pass over one of them can ask how often it is
/// called by the others, as they are by then.
#[derive(Default)]
pub struct CallEdges {
    callers: FxHashMap<DeclId, u32>,
    callees: FxHashMap<DeclId, Vec<DeclId>>,
    /// When the calls of each function were noted last, in notes taken.
    noted: FxHashMap<DeclId, u32>,
    notes: u32,
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
        self.notes += 1;
        self.noted.insert(f.decl, self.notes);
    }

    /// When the calls of a function were noted last, as a number that grows.
    fn noted_at(&self, caller: DeclId) -> u32 {
        self.noted.get(&caller).copied().unwrap_or(0)
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
