//! What pointers point to, as the alias oracle asks it: sets of declarations, and what has no declaration as bits.

use super::graph::Graph;
use super::numbers::Numbers;
use super::variables::{ANYTHING, ESCAPED, INTEGER, NONLOCAL, NULL, STRING, Variables, var_flag};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a pointer may point to (`pt_solution`).
#[derive(Clone, Default, Debug)]
pub struct Solution {
    /// Anything at all.
    pub anything: bool,
    /// Memory the function could not see when it was called, and all global variables.
    pub nonlocal: bool,
    /// All that has escaped.
    pub escaped: bool,
    pub null: bool,
    /// String literals, which nothing writes to.
    pub string: bool,
    /// What can be said of `vars` in short.
    pub has_nonlocal: bool,
    pub has_escaped: bool,
    pub has_escaped_heap: bool,
    pub has_restrict: bool,
    pub has_interposable: bool,
    /// Variables, in order; `None` where nothing is known.
    pub vars: Option<Rc<[DeclId]>>,
}

impl Solution {
    /// What is said of a pointer that nothing is known of.
    pub fn anything() -> Solution {
        Solution { anything: true, null: true, ..Solution::default() }
    }

    /// Also what another points to.
    pub fn join(&mut self, other: &Solution) {
        let mut vars: Vec<DeclId> = [&self.vars, &other.vars]
            .into_iter()
            .flatten()
            .flat_map(|vars| vars.iter())
            .copied()
            .collect();
        vars.sort_unstable();
        vars.dedup();
        self.vars = Some(vars.into());
        for (own, of) in [
            (&mut self.anything, other.anything),
            (&mut self.nonlocal, other.nonlocal),
            (&mut self.escaped, other.escaped),
            (&mut self.null, other.null),
            (&mut self.string, other.string),
            (&mut self.has_nonlocal, other.has_nonlocal),
            (&mut self.has_escaped, other.has_escaped),
            (&mut self.has_escaped_heap, other.has_escaped_heap),
            (&mut self.has_restrict, other.has_restrict),
            (&mut self.has_interposable, other.has_interposable),
        ] {
            *own |= of;
        }
    }

    fn names(&self, var: DeclId) -> bool {
        self.vars.as_ref().is_some_and(|vars| vars.binary_search(&var).is_ok())
    }

    /// Whether a variable is among it (`pt_solution_includes`); `escaped` is what has escaped.
    pub fn includes(&self, unit: &Unit, escaped: &Solution, var: DeclId) -> bool {
        let decl = &unit.decls[var];
        let global = decl.is_global();
        // Another name of a variable that is among it, perhaps.
        let alias = || decl.extra.as_ref().is_some_and(|extra| extra.alias.is_some());
        self.anything
            || self.nonlocal && global
            || self.names(var)
            || self.has_nonlocal && global && alias()
            || self.escaped && !escaped.escaped && escaped.includes(unit, escaped, var)
    }

    /// Whether two pointers may point to one object (`pt_solutions_intersect`).
    pub fn meets(&self, other: &Solution) -> bool {
        if self.anything || other.anything {
            return true;
        }
        let both = |x: &Solution, y: &Solution| {
            x.nonlocal && (y.nonlocal || y.has_nonlocal)
                || x.escaped && (y.escaped || y.has_escaped)
        };
        both(self, other) || both(other, self) || self.has_common_variable(other)
    }

    fn has_common_variable(&self, other: &Solution) -> bool {
        let (Some(a), Some(b)) = (&self.vars, &other.vars) else { return false };
        if Rc::ptr_eq(a, b) {
            return !a.is_empty();
        }
        let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        if few.len() * 8 < many.len() {
            return few.iter().any(|var| many.binary_search(var).is_ok());
        }
        let (mut i, mut k) = (0, 0);
        while let (Some(x), Some(y)) = (few.get(i), many.get(k)) {
            match x.cmp(y) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => k += 1,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }

    /// Whether something is among it that outlives the function (`pt_solution_includes_global`).
    pub fn includes_global(&self, escaped: &Solution) -> bool {
        self.anything
            || self.nonlocal
            || self.has_nonlocal
            || self.has_escaped_heap
            || self.escaped && !escaped.escaped && escaped.includes_global(escaped)
    }
}

/// Makes solutions of the sets of nodes, each once.
pub struct Solutions<'a> {
    unit: &'a Unit,
    vars: &'a Variables,
    graph: &'a Graph,
    /// By the node of a set; 0 where there is none yet, and else one more.
    known: Vec<u32>,
    /// The nodes there is one of.
    made: Vec<u32>,
    /// Where the sets are those of a unit, whose they are asked for.
    scope: Option<Scope>,
    shared: FxHashMap<Vec<DeclId>, Rc<[DeclId]>>,
    pub list: Vec<Solution>,
}

/// Whose sets of a whole unit are asked for.
#[derive(Default)]
pub struct Scope {
    /// The variables of the function itself.
    pub own: FxHashSet<DeclId>,
    /// Variables that may be those of another activation of their function.
    pub older: FxHashSet<u32>,
}

impl<'a> Solutions<'a> {
    /// None yet.
    pub fn new(unit: &'a Unit, vars: &'a Variables, graph: &'a Graph) -> Solutions<'a> {
        Solutions {
            unit,
            vars,
            graph,
            known: vec![0; graph.count as usize],
            made: Vec::new(),
            scope: None,
            shared: FxHashMap::default(),
            list: Vec::new(),
        }
    }

    /// Those of a whole unit: which variables there may be two of.
    pub fn of_unit(mut self, older: FxHashSet<u32>) -> Solutions<'a> {
        self.scope = Some(Scope { own: FxHashSet::default(), older });
        self
    }

    /// Begins with those of another function. Returns the old ones.
    pub fn begin(&mut self, own: FxHashSet<DeclId>) -> Vec<Solution> {
        for node in self.made.drain(..) {
            self.known[node as usize] = 0;
        }
        if let Some(scope) = &mut self.scope {
            scope.own = own;
        }
        std::mem::take(&mut self.list)
    }

    /// Adds one that is no variable's.
    pub fn add(&mut self, solution: Solution) -> u32 {
        self.list.push(solution);
        self.list.len() as u32 - 1
    }

    /// The solution of a variable.
    pub fn of(&mut self, var: u32) -> u32 {
        let node = self.graph.found(var);
        if let Some(known) = self.known[node as usize].checked_sub(1) {
            return known;
        }
        let solution = self.make(node);
        let index = self.list.len() as u32;
        self.list.push(solution);
        self.known[node as usize] = index + 1;
        self.made.push(node);
        index
    }

    fn make(&mut self, node: u32) -> Solution {
        let set = &self.graph.sets[node as usize];
        let escaped = &self.graph.sets[self.graph.found(ESCAPED) as usize];
        let mut solution = Solution {
            anything: set.contains(ANYTHING) || set.contains(INTEGER),
            null: set.contains(NULL),
            string: set.contains(STRING) || set.contains(ESCAPED) && escaped.contains(STRING),
            escaped: set.contains(ESCAPED),
            nonlocal: set.contains(NONLOCAL) || set.contains(ESCAPED) && escaped.contains(NONLOCAL),
            ..Solution::default()
        };
        if solution.anything {
            return solution;
        }
        let vars = self.variables(set, escaped, &mut solution);
        let shared = self.shared.entry(vars).or_insert_with_key(|vars| vars.as_slice().into());
        solution.vars = Some(shared.clone());
        solution
    }

    fn variables(&self, set: &Numbers, escaped: &Numbers, solution: &mut Solution) -> Vec<DeclId> {
        let all_escaped = escaped.contains(ANYTHING);
        let mut vars = Vec::new();
        for number in set.iter() {
            let var = &self.vars[number];
            if var.has(var_flag::ARTIFICIAL) {
                continue;
            }
            if all_escaped || escaped.contains(number) {
                solution.has_escaped = true;
                solution.has_escaped_heap |= var.has(var_flag::HEAP);
            }
            solution.has_restrict |= var.has(var_flag::RESTRICT);
            let Some(decl) = var.decl.expand() else { continue };
            match self.unit.decls[decl].kind {
                DeclKind::Function | DeclKind::Label => solution.has_nonlocal = true,
                _ => {
                    vars.push(decl);
                    let elsewhere =
                        |scope: &Scope| !scope.own.contains(&decl) || scope.older.contains(&number);
                    solution.has_nonlocal |=
                        var.has(var_flag::GLOBAL) || self.scope.as_ref().is_some_and(elsewhere);
                    solution.has_interposable |= self.is_interposable(decl);
                }
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Whether a variable may be another one when the program is linked.
    fn is_interposable(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        let elsewhere = data.has(flag::EXTERNAL) && data.name.is_some();
        data.kind == DeclKind::Var
            && (elsewhere
                || data.has(flag::WEAK)
                || data.has(flag::PUBLIC) && self.unit.interposable)
    }
}
