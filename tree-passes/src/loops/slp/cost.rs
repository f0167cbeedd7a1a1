//! Whether vectors cost less than the scalars they are instead of, a unit for each statement.
//!
//! ```text
//!   p->a = _2;  p->b = _4;           2 stores                        1 store of a vector
//!   _2 = _1 | 1;  _4 = _3 | 2;       2 operations                    1 operation, 1 to see the words as numbers
//!   _1 = q->a;  _3 = q->b;           2 loads                         1 load, 1 for { 1, 2 }
//! ```
//!
//! Scalars that are used by others as well stay, unless the lane can be taken out of the vector.

use super::Slp;
use super::emit::Spot;
use super::graph::{Kind, Node, NodeId};
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Uses of one value that are looked at.
const MOST_USES: usize = 64;

/// What a part of the graph costs, and which lanes are taken out of vectors.
pub struct Costs {
    pub scalar: usize,
    pub vector: usize,
    pub live: Vec<(NodeId, usize)>,
    /// In GCC's words.
    pub text: String,
}

impl Slp<'_, '_> {
    /// The costs of connected graphs, the nodes of which are listed children first.
    pub fn costs(&self, nodes: &[NodeId]) -> Costs {
        let mut costs = Costs { scalar: 0, vector: 0, live: Vec::new(), text: String::new() };
        self.scalar_costs(nodes, &mut costs);
        self.vector_costs(nodes, &mut costs);
        costs
    }

    fn scalar_costs(&self, nodes: &[NodeId], costs: &mut Costs) {
        let made: FxHashSet<StmtId> =
            nodes.iter().flat_map(|&node| &self.nodes[node].stmts).copied().collect();
        let mut wanted: FxHashSet<SsaName> = FxHashSet::default();
        for &node in nodes {
            let node = &self.nodes[node];
            if node.kind == Kind::Scalars {
                wanted.extend(node.lanes.iter().filter_map(|lane| lane.ssa()));
            }
        }
        let mut kept: FxHashSet<StmtId> = FxHashSet::default();
        let mut seen: FxHashSet<StmtId> = FxHashSet::default();
        for &id in nodes.iter().rev() {
            let node = &self.nodes[id];
            for (lane, &stmt) in node.stmts.iter().enumerate() {
                if !seen.insert(stmt) {
                    continue;
                }
                if let Some(name) = node.lanes[lane].ssa() {
                    let others = self.other_uses(name, &made);
                    let inside = || self.f.imm_uses(name).take(MOST_USES);
                    if wanted.contains(&name)
                        || inside().any(|it| kept.contains(&it.stmt))
                        || !self.can_take_out(node, name, &others)
                    {
                        kept.insert(stmt);
                        continue;
                    }
                    if !others.is_empty() {
                        costs.live.push((id, lane));
                    }
                }
                let what = match node.kind {
                    Kind::Store => "scalar_store",
                    Kind::Load => "scalar_load",
                    Kind::Operation(_) => "scalar_stmt",
                    _ => continue,
                };
                costs.scalar += 1;
                self.line(costs, stmt, (1, what, "body"));
            }
        }
    }

    /// The statements that use a value and are not replaced.
    pub fn other_uses(&self, name: SsaName, made: &FxHashSet<StmtId>) -> Vec<StmtId> {
        let mut users = self.f.use_stmts(name);
        users.retain(|user| !made.contains(user));
        users
    }

    /// Whether statements that use a lane may as well use the vector, which is made where they can see it.
    fn can_take_out(&self, node: &Node, name: SsaName, users: &[StmtId]) -> bool {
        if users.is_empty() {
            return true;
        }
        let ty = self.cx.unit.types.main_variant(self.f.names[name].ty);
        let own = self.cx.unit.types.lanes(node.ty).map(|(element, _)| element);
        let after = |user: &StmtId| match self.refs.order.get(user) {
            Some(&order) if !self.f.is_phi(*user) => Spot::before(order) >= node.spot,
            _ => true,
        };
        own == Some(ty) && users.len() <= MOST_USES && users.iter().all(after)
    }

    fn vector_costs(&self, nodes: &[NodeId], costs: &mut Costs) {
        for &id in nodes {
            let node = &self.nodes[id];
            let Some(&first) = node.stmts.first() else { continue };
            let copies = node.lanes.len() / node.units;
            let (what, more) = match node.kind {
                Kind::Load => ("vector_load", 0),
                Kind::Store => ("vector_store", 0),
                Kind::Operation(code) => ("vector_stmt", in_words(code)),
                _ => ("", 0),
            };
            let mut own = String::new();
            std::mem::swap(&mut own, &mut costs.text);
            if !what.is_empty() && node.kind != Kind::Store {
                self.vector_line(costs, first, (copies, what, "body"));
                self.vector_line(costs, first, (copies * more, "scalar_stmt", "body"));
            }
            for &child in &node.children {
                self.scalars_cost(child, costs);
            }
            if node.kind == Kind::Store {
                self.vector_line(costs, first, (copies, what, "body"));
            }
            own.push_str(&costs.text);
            costs.text = own;
        }
        for (node, lane) in costs.live.clone() {
            let stmt = self.nodes[node].stmts[lane];
            self.vector_line(costs, stmt, (1, "vec_to_scalar", "epilogue"));
        }
    }

    /// What vectors cost that are put together of scalars.
    fn scalars_cost(&self, id: NodeId, costs: &mut Costs) {
        let node = &self.nodes[id];
        if node.kind != Kind::Scalars {
            return;
        }
        let first = &node.lanes[..node.units];
        let alike = node.lanes.chunks(node.units).all(|lanes| lanes == first);
        let vectors = if alike { 1 } else { node.lanes.len() / node.units };
        for lanes in node.lanes.chunks(node.units).take(vectors) {
            let constant = lanes.iter().all(|lane| matches!(lane, Operand::Const(_)));
            let (what, cost) = if constant {
                ("vector_load", 1)
            } else if lanes.iter().all(|lane| *lane == lanes[0]) {
                ("scalar_to_vec", 1)
            } else {
                ("vec_construct", lanes.len() - 1)
            };
            costs.vector += cost;
            if self.cx.dump.details() {
                let _ =
                    writeln!(costs.text, "node {id:#x} 1 times {what} costs {cost} in prologue");
            }
        }
    }

    fn vector_line(&self, costs: &mut Costs, stmt: StmtId, line: (usize, &str, &str)) {
        if line.0 > 0 {
            costs.vector += line.0;
            self.line(costs, stmt, line);
        }
    }

    fn line(&self, costs: &mut Costs, stmt: StmtId, (count, what, place): (usize, &str, &str)) {
        if self.cx.dump.details() {
            let value = self.value_text(stmt);
            let _ = writeln!(costs.text, "{value} {count} times {what} costs {count} in {place}");
        }
    }
}

/// How many operations on words an operation on lanes takes, beside the one it looks like.
fn in_words(code: TreeCode) -> usize {
    match code {
        TreeCode::Plus => 5,
        TreeCode::Minus => 6,
        TreeCode::Negate => 4,
        _ => 1,
    }
}
