//! What stands in the way of a graph of vectors: memory that is not aligned, and accesses that may not change places.
//!
//! ```text
//!   _1 = q->a;
//!   p->a = _1;         the load of q->b goes before this store: they must not be of one place
//!   _2 = q->b;
//!   p->b = _2;         where both are stored
//! ```

use super::Slp;
use super::graph::{Kind, NodeId};
use super::refs::Ref;
use std::collections::BTreeMap;
use tree_ssa::analyses::alignment;

impl Slp<'_, '_> {
    /// Whether the stores can be made vectors. Loads that cannot become scalars of which vectors are put together.
    pub fn is_possible(&mut self, root: NodeId) -> bool {
        let nodes = self.postorder(root);
        if !self.is_aligned(root) {
            self.say("missed:   unsupported unaligned access");
            return false;
        }
        let mut moves = self.moves_of(root);
        let mut tried = moves.clone();
        for node in nodes {
            if self.nodes[node].kind != Kind::Load {
                continue;
            }
            let loads = self.moves_of(node);
            tried.extend(&loads);
            if self.is_aligned(node) {
                moves.extend(loads);
            } else {
                self.make_scalars(node);
            }
        }
        if !self.may_move(&tried) {
            return false;
        }
        for (index, to) in moves {
            let it = &mut self.refs.all[index];
            it.moved = to;
            self.reach = self.reach.max(to.abs_diff(it.order));
        }
        true
    }

    /// Makes a node one of scalars.
    fn make_scalars(&mut self, node: NodeId) {
        let node = &mut self.nodes[node];
        node.kind = Kind::Scalars;
        node.stmts.clear();
        node.children.clear();
    }

    /// Whether all vectors of a node of loads or stores are as aligned as the machine wants.
    fn is_aligned(&self, node: NodeId) -> bool {
        let node = &self.nodes[node];
        let first = self.refs.of[&node.stmts[0]];
        let reference = self.refs.all[first].reference;
        let known = alignment::of(self.cx.unit, self.f, self.cx.options, reference).at(0);
        Some(known) >= self.cx.unit.types.size(node.ty).map(|size| 8 * size)
    }

    /// Where the accesses of a node go: loads to the first, stores to the last.
    fn moves_of(&self, node: NodeId) -> Vec<(usize, u32)> {
        let node = &self.nodes[node];
        let refs: Vec<usize> = node.stmts.iter().map(|stmt| self.refs.of[stmt]).collect();
        let orders = refs.iter().map(|&index| self.refs.all[index].order);
        let to = if node.kind == Kind::Store { orders.max() } else { orders.min() };
        refs.into_iter().map(|index| (index, to.unwrap_or(0))).collect()
    }

    /// Whether accesses may move, each within its segment.
    fn may_move(&mut self, moves: &[(usize, u32)]) -> bool {
        let mut segments: BTreeMap<u32, Vec<(usize, u32)>> = BTreeMap::new();
        for &(index, to) in moves {
            segments.entry(self.refs.all[index].segment).or_default().push((index, to));
        }
        segments.values().all(|moves| self.may_move_within(moves))
    }

    /// Whether accesses of one segment may move: what they pass, or what has moved past them, must be of another place.
    fn may_move_within(&mut self, moves: &[(usize, u32)]) -> bool {
        let (start, end) = self.within_reach(moves);
        let pairs = (end - start) * moves.len();
        if pairs > self.pairs {
            return false;
        }
        self.pairs -= pairs;
        let all = &self.refs.all;
        let mut places: Vec<u32> = all[start..end].iter().map(|it| it.moved).collect();
        for &(index, to) in moves {
            places[index - start] = to;
        }
        for &(index, to) in moves {
            let it = &all[index];
            for (other, &place) in all[start..end].iter().zip(&places) {
                let swapped = (it.order < other.order) != (to < place) && to != place;
                if swapped && (it.store || other.store) && self.may_touch(it, other) {
                    let [one, other] = [it, other].map(|it| self.text(it.reference));
                    let text = format!("can't determine dependence between {one} and {other}");
                    self.say(&format!("missed:   {text}"));
                    return false;
                }
            }
        }
        true
    }

    /// The references, from one to before another, of a segment that some accesses may change places with.
    fn within_reach(&self, moves: &[(usize, u32)]) -> (usize, usize) {
        let all = &self.refs.all;
        let segment = all[moves[0].0].segment;
        let (mut low, mut high) = (u32::MAX, 0);
        for &(index, to) in moves {
            low = low.min(all[index].order).min(to);
            high = high.max(all[index].order).max(to);
        }
        let (low, high) = (low.saturating_sub(self.reach), high.saturating_add(self.reach));
        let first = |it: &Ref| it.segment < segment || it.segment == segment && it.order < low;
        let last = |it: &Ref| it.segment < segment || it.segment == segment && it.order <= high;
        (all.partition_point(first), all.partition_point(last))
    }

    /// Whether two accesses may be of one place. Types tell if one of them only reads.
    fn may_touch(&self, one: &Ref, other: &Ref) -> bool {
        let (unit, f) = (&*self.cx.unit, &*self.f);
        let [a, b] = [one, other].map(|it| self.oracle.access(unit, f, it.reference));
        self.oracle.may_alias(unit, f, &a, &b, !(one.store && other.store))
    }
}
