//! The tree of comparisons: cut where half of what is likely is on either side.

use super::{Lowering, divided, minus, part, plus};
use dumps::{put, putln};
use gimple::cfg::{BlockId, Probability};
use gimple::code::TreeCode;
use std::fmt::Write;
use tree_ssa::analyses::switch_clusters::Kind;
use tree_ssa::edit::cfg_edit::split_location;

/// A group of cases in the tree.
struct Node {
    low: i128,
    high: i128,
    simple: bool,
    /// Where it leads to, or where its cases are told apart.
    block: BlockId,
    share: Probability,
    /// With all below it.
    together: Probability,
    left: Option<usize>,
    right: Option<usize>,
}

impl Node {
    fn is_single(&self) -> bool {
        self.simple && self.low == self.high
    }

    fn is_leaf(&self) -> bool {
        self.left.is_none() && self.right.is_none()
    }
}

/// What is to be done after a node.
enum Step {
    /// Nothing; with the block that control reaches if nothing fits.
    Done(Option<BlockId>),
    /// To tell one side apart from a block on. Once that is done, `after` is where control is if nothing fits.
    On { block: BlockId, side: Option<usize>, after: Option<BlockId> },
}

/// The nodes of a tree, in order of value.
struct Tree {
    nodes: Vec<Node>,
}

impl Lowering<'_, '_> {
    /// Tells groups of cases apart from a block on (`switch_decision_tree::emit`).
    pub fn tree(&mut self, start: BlockId, blocks: &[BlockId]) {
        let nodes = self.groups.iter().zip(blocks).map(|(group, &block)| {
            let entries = &self.entries[group.from..group.to];
            let nothing = Probability::NEVER;
            let share = self.shares[group.from..group.to].iter().fold(nothing, |a, &b| plus(a, b));
            Node {
                low: entries[0].low,
                high: entries[entries.len() - 1].high,
                simple: group.kind == Kind::Simple,
                block,
                share,
                together: share,
                left: None,
                right: None,
            }
        });
        let mut tree = Tree { nodes: nodes.collect() };
        let root = tree.balance(0, tree.nodes.len());
        self.say_tree(&tree, root);
        let end = self.node(&tree, start, root, self.default_probability);
        if let Some(end) = end {
            self.jump(end, self.default);
        }
    }

    /// Lets control go on from a block to another.
    fn jump(&mut self, from: BlockId, to: BlockId) {
        let edge = self.f.blocks[from].succs[0];
        self.f.redirect_edge_succ(edge, to);
    }

    /// Tells what is below a node apart; returns the block that control reaches if nothing fits, unless it is at the default
    /// already (`emit_case_nodes`). Where only one side is left, it goes on in a loop: the recursion is as deep as the tree
    /// has nodes with two sides above each other, whose halves are cut by likelihood: at most as deep as probabilities can be
    /// halved, and then by two.
    fn node(
        &mut self,
        tree: &Tree,
        mut block: BlockId,
        mut at: Option<usize>,
        mut otherwise: Probability,
    ) -> Option<BlockId> {
        // Blocks for what is greater than a node without a right side, outermost first.
        let mut after = Vec::new();
        let mut end = loop {
            let Some(index) = at else { break Some(block) };
            let node = &tree.nodes[index];
            let step = if node.is_single() {
                self.single(tree, block, node, otherwise)
            } else if node.is_leaf() && node.simple {
                let (index, ty) = self.index_from(block, node.low);
                let span = self.cx.unit.int(ty, node.high.wrapping_sub(node.low));
                let outside = part(otherwise, plus(node.together, otherwise));
                let inside = self.branch(block, (TreeCode::Gt, index, span), self.default, outside);
                self.jump(inside, node.block);
                break None;
            } else {
                self.range(tree, block, node, otherwise)
            };
            match step {
                Step::Done(end) => break end,
                Step::On { block: next, side, after: above } => {
                    after.extend(above);
                    (block, at) = (next, side);
                    otherwise = divided(otherwise, 2);
                }
            }
        };
        while let Some(above) = after.pop() {
            if let Some(end) = end {
                self.jump(end, self.default);
            }
            end = Some(above);
        }
        end
    }

    fn range(&mut self, tree: &Tree, block: BlockId, node: &Node, otherwise: Probability) -> Step {
        let half = divided(otherwise, 2);
        let above = node.right.map_or(Probability::NEVER, |right| tree.nodes[right].together);
        let probability = part(plus(above, half), plus(node.together, otherwise));
        let (after, block) = self.branch_apart(block, node.high, probability);
        let probability = part(node.share, plus(node.together, half));
        let low = self.constant(node.low);
        let index = self.index;
        let block = self.branch(block, (TreeCode::Ge, index, low), node.block, probability);
        if node.right.is_none() {
            return Step::On { block, side: node.left, after: Some(after) };
        }
        if let Some(end) = self.node(tree, block, node.left, half) {
            self.jump(end, self.default);
        }
        Step::On { block: after, side: node.right, after: None }
    }

    /// Branches to a block of its own for what is greater than a value; returns that block and the one for the rest.
    fn branch_apart(
        &mut self,
        block: BlockId,
        high: i128,
        probability: Probability,
    ) -> (BlockId, BlockId) {
        let onwards = self.f.blocks[block].succs[0];
        let dst = self.f.edges[onwards].dst;
        let after = self.f.create_block(split_location(self.f, onwards));
        self.f.block_info[after] = self.f.block_info[block].clone();
        let edge = self.f.make_edge_unchecked(after, dst, gimple::cfg::EdgeFlags::FALLTHRU);
        self.f.edges[edge].probability = Probability::ALWAYS;
        let (index, high) = (self.index, self.constant(high));
        let rest = self.branch(block, (TreeCode::Gt, index, high), after, probability);
        (after, rest)
    }

    fn equal(&mut self, block: BlockId, node: &Node, probability: Probability) -> BlockId {
        let (index, value) = (self.index, self.constant(node.low));
        self.branch(block, (TreeCode::Eq, index, value), node.block, probability)
    }

    fn single(&mut self, tree: &Tree, block: BlockId, node: &Node, otherwise: Probability) -> Step {
        let taken = part(node.share, plus(node.together, otherwise));
        let block = self.equal(block, node, taken);
        // As in GCC, where what is left is less by the branch's probability.
        let left = minus(node.together, taken);
        let whole = plus(left, otherwise);
        let half = divided(otherwise, 2);
        let plain = |child: &Node| child.is_leaf() && child.is_single();
        match (node.left.map(|at| &tree.nodes[at]), node.right.map(|at| &tree.nodes[at])) {
            (None, None) => Step::Done(Some(block)),
            (Some(less), Some(more)) if plain(less) && plain(more) => {
                let block = self.equal(block, more, part(more.share, whole));
                Step::Done(Some(self.equal(block, less, part(less.share, whole))))
            }
            (Some(_), Some(more)) => {
                let probability = part(plus(more.together, half), whole);
                let (after, block) = self.branch_apart(block, node.high, probability);
                if let Some(end) = self.node(tree, block, node.left, half) {
                    self.jump(end, self.default);
                }
                Step::On { block: after, side: node.right, after: None }
            }
            (Some(child), None) | (None, Some(child)) if plain(child) => {
                Step::Done(Some(self.equal(block, child, part(child.together, whole))))
            }
            (less, _) => {
                let (code, bound) = match less {
                    Some(_) => (TreeCode::Gt, node.high),
                    None => (TreeCode::Lt, node.low),
                };
                let (index, bound) = (self.index, self.constant(bound));
                let outside = part(half, whole);
                let block = self.branch(block, (code, index, bound), self.default, outside);
                Step::On { block, side: node.left.or(node.right), after: None }
            }
        }
    }

    fn say_tree(&mut self, tree: &Tree, root: Option<usize>) {
        if !self.cx.dump.enabled() {
            return;
        }
        (self.cx.services.dump_tree)(self.cx, self.f);
        if !self.cx.dump.details() {
            return;
        }
        putln!(self.cx.dump, ";; Expanding GIMPLE switch as decision tree:");
        let bits = self.cx.unit.types.precision(self.ty).map_or(32, u32::from);
        let step = bits.next_power_of_two().trailing_zeros() as usize + 2;
        let mut text = String::new();
        tree.describe(&mut text, root, step);
        put!(self.cx.dump, "{text}");
    }
}

impl Tree {
    /// Makes a tree of the nodes from one to before another; returns its root (`balance_case_nodes`).
    fn balance(&mut self, from: usize, to: usize) -> Option<usize> {
        match to - from {
            0 => None,
            1 => Some(from),
            2 => {
                self.nodes[from].right = Some(from + 1);
                self.nodes[from].together =
                    plus(self.nodes[from].share, self.nodes[from + 1].share);
                Some(from)
            }
            _ => {
                let Some(root) = self.middle(from, to) else { return self.chain(from, to) };
                let (left, right) = (self.balance(from, root), self.balance(root + 1, to));
                let mut together = self.nodes[root].share;
                for child in [left, right].into_iter().flatten() {
                    together = plus(together, self.nodes[child].together);
                }
                let node = &mut self.nodes[root];
                (node.left, node.right, node.together) = (left, right, together);
                Some(root)
            }
        }
    }

    /// Where nothing is known of likelihood, the greatest comes first, with all others on its left: nowhere is less than
    /// half left.
    fn chain(&mut self, from: usize, to: usize) -> Option<usize> {
        let mut root = self.balance(from, from + 2);
        for at in from + 2..to {
            let node = &mut self.nodes[at];
            (node.left, node.together) = (root, Probability::UNKNOWN);
            root = Some(at);
        }
        root
    }

    /// The node after which less than half of what is likely is left; that in the middle where nothing is likely, so that
    /// many cases make no deep tree.
    fn middle(&self, from: usize, to: usize) -> Option<usize> {
        let nothing = Probability::NEVER;
        let all = self.nodes[from..to].iter().fold(nothing, |sum, node| plus(sum, node.share));
        if !all.is_known() {
            return None;
        }
        if all == nothing {
            return Some(from + (to - from) / 2);
        }
        let half = divided(all, 2);
        let mut left = all;
        for at in from..to - 1 {
            left = minus(left, self.nodes[at].share);
            if left.0 < half.0 {
                return Some(at);
            }
        }
        Some(to - 1)
    }

    /// Writes the tree from left to right, the deeper the further to the right.
    fn describe(&self, text: &mut String, root: Option<usize>, step: usize) {
        let mut above = Vec::new();
        let (mut at, mut level) = (root, 1);
        loop {
            while let Some(index) = at {
                above.push((index, level));
                (at, level) = (self.nodes[index].left, level + 1);
            }
            let Some((index, own)) = above.pop() else { return };
            let node = &self.nodes[index];
            put!(text, ";; {:width$}", "", width = step * own);
            let _ = match node.simple && node.low == node.high {
                true => write!(text, "{} ", node.low),
                false => write!(text, "{}-{} ", node.low, node.high),
            };
            putln!(text, "{} subtree: {})", shown(node.share), shown(node.together));
            (at, level) = (node.right, own + 1);
        }
    }
}

fn shown(probability: Probability) -> String {
    if !probability.is_known() {
        return "uninitialized".to_owned();
    }
    let percent = f64::from(probability.0) * 100.0 / f64::from(gimple::cfg::PROB_BASE);
    format!("{percent:.1}% (adjusted)")
}
