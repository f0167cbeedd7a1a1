//! φs on the fly, backward from the uses, without dominance.
//!
//! ```text
//!   reading x in bb 4: no definition in the block, two predecessors: an empty φ, x's value in bb 4 from now on
//!     reading x at the end of bb 2: x_3        x_1 = PHI <x_3(2), …>
//!     reading x at the end of bb 3: x_4        x_1 = PHI <x_3(2), x_4(3)>
//! ```
//!
//! After Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction of Static Single Assignment
//! Form" (CC 2013). Blocks are filled in reverse post-order. A block all of whose predecessors are filled is *sealed*:
//! what reaches it can be asked of them; until then a read makes a φ without arguments, which sealing completes. A φ
//! that merges one value (and itself) is *trivial* and goes, which may make the φs that read it trivial. On a reducible
//! CFG what is left is minimal; on an irreducible one sets of φs may be left that merge one value among themselves, so
//! their strongly connected components are looked at from the operands up.
//!
//! As only uses ask, the form is pruned. The other forms come about by more asking: at each join for every variable that
//! is written (minimal), or for those that are live into some block (semi-pruned), which takes time in proportion to
//! joins × variables. Values are those at the ends of blocks: within a block renaming follows the statements.
//!
//! Nothing recurses: what the paper's `readVariableRecursive` does on its way back is kept in lists.

use super::Vars;
use crate::graph::dominance::Dominators;
use crate::graph::order::{reverse_post_order, rpo_numbers};
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;
use gimple::options::SsaForm;
use rustc_hash::{FxHashMap, FxHashSet};

/// A value of a variable, which the context knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The one it has on entry.
    Entry,
    /// What the last definition in the block gives it.
    Def(BlockId),
    Phi(u32),
}

/// A φ that has been made and may have been found to be trivial.
struct PhiNode {
    var: u32,
    block: BlockId,
    /// One for each edge into the block, `None` for those from blocks that are not reached.
    args: Vec<Option<Value>>,
    /// The φs that read it.
    users: Vec<u32>,
    complete: bool,
    /// What stands for it, once it is gone.
    replacement: Option<Value>,
}

/// The φs of a function, and what reaches the blocks that read a variable before they write it.
pub struct OnTheFly {
    phis: Vec<PhiNode>,
    current: FxHashMap<(u32, BlockId), Value>,
    /// For each block, what the variables that it reads from outside are.
    reads: Vec<Vec<(u32, Value)>>,
    sealed: Vec<bool>,
    /// φs of blocks that are not sealed yet.
    incomplete: Vec<Vec<u32>>,
    /// φs whose arguments are to be found.
    unfilled: Vec<u32>,
}

impl OnTheFly {
    /// Finds the φs that `form` asks for.
    pub fn construct(f: &Function, tree: &Dominators, vars: &Vars, form: SsaForm) -> OnTheFly {
        let count = f.blocks.len();
        let mut state = OnTheFly {
            phis: Vec::new(),
            current: FxHashMap::default(),
            reads: vec![Vec::new(); count],
            sealed: vec![false; count],
            incomplete: vec![Vec::new(); count],
            unfilled: Vec::new(),
        };
        let (exposed, written) = by_block(vars, count);
        let everywhere: Vec<u32> = (0..vars.infos.len() as u32)
            .filter(|&var| {
                let info = &vars.infos[var as usize];
                match form {
                    SsaForm::Minimal => !info.def_blocks.is_empty(),
                    SsaForm::SemiPruned => {
                        !info.def_blocks.is_empty() && !info.livein_blocks.is_empty()
                    }
                    SsaForm::Pruned => false,
                }
            })
            .collect();
        let order = reverse_post_order(f).blocks;
        let numbers = rpo_numbers(f, &order);
        let mut open: Vec<u32> = f
            .blocks
            .values()
            .map(|b| b.preds.iter().filter(|&&e| reached(&numbers, f.edges[e].src)).count() as u32)
            .collect();
        state.sealed[ENTRY.0 as usize] = true;
        for block in std::iter::once(ENTRY).chain(order) {
            if f.blocks[block].preds.len() > 1 {
                for &var in &everywhere {
                    state.read(f, &numbers, var, block);
                }
            }
            for &var in &exposed[block.0 as usize] {
                let value = state.read(f, &numbers, var, block);
                state.reads[block.0 as usize].push((var, value));
            }
            for &var in &written[block.0 as usize] {
                state.current.insert((var, block), Value::Def(block));
            }
            state.fill(f, &numbers);
            for &edge in &f.blocks[block].succs {
                let succ = f.edges[edge].dst;
                open[succ.0 as usize] -= 1;
                if open[succ.0 as usize] == 0 {
                    state.seal(f, &numbers, succ);
                }
            }
        }
        if !is_reducible(f, tree, &numbers) {
            state.remove_redundant();
        }
        state
    }

    /// The φs that are needed, by index: variable and block.
    pub fn placed(&self) -> impl Iterator<Item = (u32, u32, BlockId)> + '_ {
        (0u32..)
            .zip(&self.phis)
            .filter(|(_, phi)| phi.replacement.is_none())
            .map(|(index, phi)| (index, phi.var, phi.block))
    }

    /// The argument of a φ for the edge at a position among those into its block.
    pub fn argument(&mut self, phi: u32, position: usize) -> Value {
        let value = self.phis[phi as usize].args.get(position).copied().flatten();
        value.map_or(Value::Entry, |value| self.resolve(value))
    }

    /// What reaches a block of the variables it reads before it writes them.
    pub fn reads(&mut self, block: BlockId) -> Vec<(u32, Value)> {
        let mut reads = std::mem::take(&mut self.reads[block.0 as usize]);
        for read in &mut reads {
            read.1 = self.resolve(read.1);
        }
        reads
    }

    fn seal(&mut self, f: &Function, numbers: &[u32], block: BlockId) {
        self.sealed[block.0 as usize] = true;
        let mut waiting = std::mem::take(&mut self.incomplete[block.0 as usize]);
        self.unfilled.append(&mut waiting);
        self.fill(f, numbers);
    }

    fn new_phi(&mut self, var: u32, block: BlockId) -> u32 {
        self.phis.push(PhiNode {
            var,
            block,
            args: Vec::new(),
            users: Vec::new(),
            complete: false,
            replacement: None,
        });
        self.phis.len() as u32 - 1
    }

    /// The value of a variable at the end of a block (`readVariable`): through blocks with one predecessor upward, to
    /// a value that is known, or a φ whose arguments are found later.
    fn read(&mut self, f: &Function, numbers: &[u32], var: u32, block: BlockId) -> Value {
        let mut at = block;
        let mut passed = Vec::new();
        let value = loop {
            if let Some(&known) = self.current.get(&(var, at)) {
                break self.resolve(known);
            }
            passed.push(at);
            if at == ENTRY {
                break Value::Entry;
            }
            if !self.sealed[at.0 as usize] {
                let phi = self.new_phi(var, at);
                self.incomplete[at.0 as usize].push(phi);
                break Value::Phi(phi);
            }
            let mut preds = f.blocks[at].preds.iter().map(|&e| f.edges[e].src);
            let mut preds = preds.by_ref().filter(|&pred| reached(numbers, pred));
            match (preds.next(), preds.next()) {
                (Some(pred), None) => at = pred,
                (None, _) => break Value::Entry,
                _ => {
                    let phi = self.new_phi(var, at);
                    self.unfilled.push(phi);
                    break Value::Phi(phi);
                }
            }
        };
        for at in passed {
            self.current.insert((var, at), value);
        }
        value
    }

    /// Finds the arguments of the φs that wait for them, of those made on the way too, then removes the trivial ones
    /// (`addPhiOperands`).
    fn fill(&mut self, f: &Function, numbers: &[u32]) {
        let mut filled = Vec::new();
        while let Some(phi) = self.unfilled.pop() {
            let PhiNode { var, block, .. } = self.phis[phi as usize];
            let mut args = Vec::with_capacity(f.blocks[block].preds.len());
            for &edge in &f.blocks[block].preds {
                let pred = f.edges[edge].src;
                let value = reached(numbers, pred).then(|| self.read(f, numbers, var, pred));
                if let Some(Value::Phi(read)) = value {
                    self.phis[read as usize].users.push(phi);
                }
                args.push(value);
            }
            self.phis[phi as usize].args = args;
            self.phis[phi as usize].complete = true;
            filled.push(phi);
        }
        while let Some(phi) = filled.pop() {
            self.remove_if_trivial(phi, &mut filled);
        }
    }

    /// `tryRemoveTrivialPhi`; the φs that may be trivial now go to `work`.
    fn remove_if_trivial(&mut self, phi: u32, work: &mut Vec<u32>) {
        let node = &self.phis[phi as usize];
        if !node.complete || node.replacement.is_some() {
            return;
        }
        let mut same = None;
        for position in 0..node.args.len() {
            let Some(arg) = self.phis[phi as usize].args[position] else { continue };
            let arg = self.resolve(arg);
            if arg == Value::Phi(phi) || same == Some(arg) {
                continue;
            }
            if same.is_some() {
                return;
            }
            same = Some(arg);
        }
        self.replace(phi, same.unwrap_or(Value::Entry), work);
    }

    /// Lets `value` stand for a φ.
    fn replace(&mut self, phi: u32, value: Value, work: &mut Vec<u32>) {
        self.phis[phi as usize].replacement = Some(value);
        let mut users = std::mem::take(&mut self.phis[phi as usize].users);
        work.extend(users.iter().copied());
        if let Value::Phi(other) = value {
            // The shorter list moves, so that each user moves O(log n) times.
            let of_other = &mut self.phis[other as usize].users;
            if of_other.len() < users.len() {
                std::mem::swap(of_other, &mut users);
            }
            of_other.append(&mut users);
        }
    }

    /// The value that stands for one now.
    fn resolve(&mut self, value: Value) -> Value {
        let mut last = value;
        while let Value::Phi(phi) = last
            && let Some(next) = self.phis[phi as usize].replacement
        {
            last = next;
        }
        let mut at = value;
        while at != last
            && let Value::Phi(phi) = at
            && let Some(next) = self.phis[phi as usize].replacement.replace(last)
        {
            at = next;
        }
        last
    }

    /// Removes sets of φs that merge one value from outside (`removeRedundantPhis`): the strongly connected components,
    /// operands first; where several values enter a component, the components among its φs that none of them enters.
    fn remove_redundant(&mut self) {
        let all: Vec<u32> =
            self.placed().map(|(index, _, _)| index).filter(|&p| self.is_complete(p)).collect();
        let mut components = self.components(&all);
        components.reverse();
        while let Some(component) = components.pop() {
            let members: FxHashSet<u32> = component.iter().copied().collect();
            let mut outer: FxHashSet<Value> = FxHashSet::default();
            let mut inner = Vec::new();
            for &phi in &component {
                let mut enclosed = true;
                for position in 0..self.phis[phi as usize].args.len() {
                    let Some(arg) = self.phis[phi as usize].args[position] else { continue };
                    let arg = self.resolve(arg);
                    if !matches!(arg, Value::Phi(other) if members.contains(&other)) {
                        outer.insert(arg);
                        enclosed = false;
                    }
                }
                if enclosed {
                    inner.push(phi);
                }
            }
            if outer.len() == 1
                && let Some(&value) = outer.iter().next()
            {
                for phi in component {
                    self.replace(phi, value, &mut Vec::new());
                }
            } else if !inner.is_empty() {
                let below = self.components(&inner);
                components.extend(below.into_iter().rev());
            }
        }
    }

    fn is_complete(&self, phi: u32) -> bool {
        self.phis[phi as usize].complete
    }

    /// The strongly connected components of some φs, each after those it reads (Tarjan's algorithm).
    fn components(&mut self, members: &[u32]) -> Vec<Vec<u32>> {
        const DONE: u32 = u32::MAX;
        // For each member: its number in the walk, and the lowest it reaches.
        let mut low: FxHashMap<u32, u32> = FxHashMap::default();
        let inside: FxHashSet<u32> = members.iter().copied().collect();
        let mut result = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut counter = 0;
        for &root in members {
            if low.contains_key(&root) {
                continue;
            }
            let mut walk: Vec<(u32, u32, usize)> = vec![(root, counter, 0)];
            low.insert(root, counter);
            open.push(root);
            counter += 1;
            while let Some(top) = walk.last_mut() {
                let (phi, number, position) = *top;
                top.2 += 1;
                if let Some(&arg) = self.phis[phi as usize].args.get(position) {
                    let Some(Value::Phi(next)) = arg.map(|value| self.resolve(value)) else {
                        continue;
                    };
                    match low.get(&next) {
                        Some(&DONE) => {}
                        Some(&seen) => lower(&mut low, phi, seen),
                        None if inside.contains(&next) => {
                            low.insert(next, counter);
                            open.push(next);
                            walk.push((next, counter, 0));
                            counter += 1;
                        }
                        None => {}
                    }
                    continue;
                }
                walk.pop();
                let reach = low[&phi];
                if let Some(&(parent, _, _)) = walk.last() {
                    lower(&mut low, parent, reach);
                }
                if reach == number {
                    let mut component = Vec::new();
                    while let Some(member) = open.pop() {
                        low.insert(member, DONE);
                        component.push(member);
                        if member == phi {
                            break;
                        }
                    }
                    result.push(component);
                }
            }
        }
        result
    }
}

fn lower(low: &mut FxHashMap<u32, u32>, phi: u32, to: u32) {
    if let Some(value) = low.get_mut(&phi) {
        *value = (*value).min(to);
    }
}

fn reached(numbers: &[u32], block: BlockId) -> bool {
    block != EXIT && numbers[block.0 as usize] != u32::MAX
}

/// For each block, the variables it reads before it writes them, and those it writes.
fn by_block(vars: &Vars, count: usize) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
    let mut exposed = vec![Vec::new(); count];
    let mut written = vec![Vec::new(); count];
    for (index, info) in (0u32..).zip(&vars.infos) {
        for &block in &info.livein_blocks {
            exposed[block.0 as usize].push(index);
        }
        for &block in &info.def_blocks {
            written[block.0 as usize].push(index);
        }
    }
    (exposed, written)
}

/// Whether every edge against the reverse post-order leads to a block that dominates where it comes from.
fn is_reducible(f: &Function, tree: &Dominators, numbers: &[u32]) -> bool {
    f.block_order().into_iter().filter(|&block| reached(numbers, block)).all(|block| {
        f.blocks[block].succs.iter().all(|&edge| {
            let dst = f.edges[edge].dst;
            numbers[dst.0 as usize] > numbers[block.0 as usize] || tree.dominated_by(block, dst)
        })
    })
}
