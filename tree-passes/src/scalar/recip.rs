//! Pass `recip`: many divisions by one number become one division and multiplications.
//!
//! ```text
//!   _2 = _1 / m_7(D);                  reciptmp.1_9 = 1.0e+0 / m_7(D);
//!   _4 = _3 / m_7(D);          =>      _2 = reciptmp.1_9 * _1;
//!   _6 = _5 / m_7(D);                  _4 = reciptmp.1_9 * _3;   _6 = reciptmp.1_9 * _5;
//! ```
//!
//! Only with `-freciprocal-math`: each product is rounded twice. Blocks that divide, and those where paths to them part, make
//! a tree by dominance; the reciprocal is computed at the top of the largest parts of it that divide often enough on every
//! way. Divisions by the square of the number count, too, and are multiplications by the square of its reciprocal.

use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::decl::DeclId;
use gimple::entity::EntityRef;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::locals::new_local;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::analyses::analysis;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// `recip` for the pass table.
pub const PASS: Pass = Pass::tree("recip", execute)
    .gate(|options, _| options.optimize >= 1 && options.on(Flag::ReciprocalMath))
    .requires(Prop::CFG_SSA);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let divisors = divisors(cx.unit, f);
    if divisors.is_empty() {
        return Todo::NONE;
    }
    let tree = analysis::<Dominators>(f);
    let post = analysis::<PostDominators>(f);
    let order = stmt_order(f);
    let mut pass = Recip { cx, f, tree: &tree, post: &post, order };
    for name in divisors {
        pass.divisor(name);
    }
    if update_ssa::is_needed(f) { Todo::UPDATE_SSA } else { Todo::NONE }
}

/// The numbers that something is divided by, or their squares, in the order of their definitions.
fn divisors(unit: &Unit, f: &Function) -> Vec<SsaName> {
    let mut divides = vec![false; f.names.len()];
    let mut any = false;
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            let Some((TreeCode::Rdiv, [_, Operand::Ssa(by)])) = operation(f, stmt) else {
                continue;
            };
            any = true;
            divides[by.index()] = true;
            if let Some((TreeCode::Mult, [Operand::Ssa(root), Operand::Ssa(other)])) =
                f.names[by].def.expand().and_then(|def| operation(f, def))
                && root == other
            {
                divides[root.index()] = true;
            }
        }
    }
    let mut found = Vec::new();
    if !any {
        return found;
    }
    let wanted = |name: SsaName| {
        let data = &f.names[name];
        divides[name.index()]
            && !data.flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
            && unit.types.is_real(data.ty)
    };
    let params = f.params.iter().filter_map(|param| f.default_defs.get(param).copied());
    found.extend(params.filter(|&name| wanted(name)));
    for block in f.block_order() {
        let phis = f.phis(block).map(|phi| f.phi(phi).result);
        found.extend(phis.filter(|&name| wanted(name)));
        let results = f.block_stmts(block).filter_map(|stmt| result(f, stmt));
        found.extend(results.filter(|&name| wanted(name)));
    }
    found
}

/// The name that a statement defines.
fn result(f: &Function, stmt: StmtId) -> Option<SsaName> {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => lhs.ssa(),
        StmtKind::Call(call) => call.lhs.ssa(),
        _ => None,
    }
}

/// The operation with two operands that a statement does.
fn operation(f: &Function, stmt: StmtId) -> Option<(TreeCode, [Operand; 2])> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs: [a, b, _] } => Some((code, [a, b])),
        _ => None,
    }
}

/// Whether a statement divides something else by a name.
fn is_division_by(f: &Function, stmt: StmtId, name: SsaName) -> bool {
    let name = Operand::Ssa(name);
    operation(f, stmt)
        .is_some_and(|(code, [a, b])| code == TreeCode::Rdiv && b == name && a != name)
}

/// How many statements stand before each in its block.
fn stmt_order(f: &Function) -> Vec<u32> {
    let mut order = vec![0; f.stmts.len()];
    for block in f.block_order() {
        for (number, stmt) in f.block_stmts(block).enumerate() {
            order[stmt.index()] = number as u32;
        }
    }
    order
}

/// A block of the tree.
struct Node {
    block: BlockId,
    parent: Option<usize>,
    /// The first of its own divisions.
    first: Option<StmtId>,
    /// Divisions here and where control goes from here in any case.
    count: usize,
    /// The reciprocal, and its square.
    reciprocal: Option<[Option<DeclId>; 2]>,
}

struct Recip<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    tree: &'a Dominators,
    post: &'a Dominators,
    /// Places in their blocks of the statements that were there before the pass.
    order: Vec<u32>,
}

impl Recip<'_, '_> {
    /// Divides once for all by a name, where that pays (`execute_cse_reciprocals_1`).
    fn divisor(&mut self, name: SsaName) {
        let f = &*self.f;
        let (mut plain, mut by_square) = (Vec::new(), Vec::new());
        for user in f.use_stmts(name) {
            if is_division_by(f, user, name) {
                plain.push(user);
            } else if let Some((TreeCode::Mult, [a, b])) = operation(f, user)
                && a == b
                && let Some(square) = result(f, user)
            {
                let users = f.use_stmts(square).into_iter();
                by_square.extend(users.filter(|&user| is_division_by(f, user, square)));
            }
        }
        let least = enough(self.cx.unit, f.names[name].ty);
        if plain.is_empty()
            || plain.len() + by_square.len() < least
            || self.root_divides_more(name, by_square.len())
        {
            return;
        }
        let mut nodes = self.nodes(&plain, &by_square);
        for index in 0..nodes.len() {
            let node = &nodes[index];
            let inherited = node.parent.and_then(|parent| nodes[parent].reciprocal);
            let here = node.first.is_some() || !self.cx.options.on(Flag::TrappingMath);
            let made = match inherited {
                None if here && node.count >= least => {
                    Some(self.insert(name, node, !by_square.is_empty()))
                }
                other => other,
            };
            nodes[index].reciprocal = made;
        }
        for (stmts, which) in [(plain, 0), (by_square, 1)] {
            for stmt in stmts {
                self.multiply_instead(&nodes, stmt, which);
            }
        }
    }

    /// Whether a name is a square, and more is divided by its root: that one's reciprocal is better.
    fn root_divides_more(&self, name: SsaName, by_square: usize) -> bool {
        let f = &*self.f;
        let Some((TreeCode::Mult, [Operand::Ssa(root), b])) =
            f.names[name].def.expand().and_then(|def| operation(f, def))
        else {
            return false;
        };
        let divisions = f.imm_uses(root).filter(|node| is_division_by(f, node.stmt, root));
        b == Operand::Ssa(root) && divisions.take(by_square + 1).count() > by_square
    }

    /// The tree of blocks, in preorder, with the divisions of each.
    fn nodes(&self, plain: &[StmtId], by_square: &[StmtId]) -> Vec<Node> {
        let mut places: Vec<(u32, u32, StmtId)> = plain
            .iter()
            .chain(by_square)
            .map(|&stmt| {
                let enter = self.tree.dfs_range(self.f.stmts[stmt].block).0;
                (enter, self.order[stmt.index()], stmt)
            })
            .collect();
        places.sort_unstable();
        let mut nodes: Vec<Node> = Vec::new();
        let new = |block, first: Option<StmtId>| Node {
            block,
            parent: None,
            first,
            count: usize::from(first.is_some()),
            reciprocal: None,
        };
        for &(.., stmt) in &places {
            let block = self.f.stmts[stmt].block;
            match nodes.last_mut() {
                Some(last) if last.block == block => last.count += 1,
                _ => nodes.push(new(block, Some(stmt))),
            }
        }
        for index in 1..nodes.len() {
            let (mut above, block) = (nodes[index - 1].block, nodes[index].block);
            while !self.tree.dominated_by(block, above) {
                above = self.tree.idom(above);
            }
            nodes.push(new(above, None));
        }
        // Those that divide come first where a block is there more than once.
        nodes.sort_by_key(|node| (self.tree.dfs_range(node.block).0, node.first.is_none()));
        nodes.dedup_by_key(|node| node.block);
        self.sum_up(&mut nodes);
        nodes
    }

    /// Finds the parents, and counts divisions in the blocks above from which control comes to them in any case.
    fn sum_up(&self, nodes: &mut [Node]) {
        let mut open: Vec<usize> = Vec::new();
        for index in 0..nodes.len() {
            while open
                .pop_if(|&mut above| {
                    !self.tree.dominated_by(nodes[index].block, nodes[above].block)
                })
                .is_some()
            {}
            nodes[index].parent = open.last().copied();
            open.push(index);
        }
        for index in (1..nodes.len()).rev() {
            if let Some(parent) = nodes[index].parent
                && self.post.dominated_by(nodes[parent].block, nodes[index].block)
            {
                nodes[parent].count += nodes[index].count;
            }
        }
    }

    /// Computes the reciprocal in a block: before its first division, or else after the definition or at its start.
    fn insert(&mut self, name: SsaName, node: &Node, square: bool) -> [Option<DeclId>; 2] {
        let ty = self.f.names[name].ty;
        let one = self.cx.unit.consts.real(ty, RealBits::from_f64(1.0));
        let rhs = [Operand::Const(one), Operand::Ssa(name)];
        let def = self.f.names[name].def.expand();
        let def = def.filter(|&def| !self.f.is_phi(def) && self.f.stmts[def].block == node.block);
        let mut at = match (node.first, def) {
            (Some(first), _) => Cursor::before(first),
            (None, Some(def)) => Cursor::after(def),
            (None, None) => Cursor::start(node.block),
        };
        let reciprocal = self.assign_new(&mut at, "reciptmp", TreeCode::Rdiv, (ty, rhs));
        self.cx.statistics.count("reciprocal divs inserted", 1);
        if !square {
            return [Some(reciprocal), None];
        }
        let rhs = [Operand::Decl(reciprocal); 2];
        let squared = self.assign_new(&mut at, "powmult_reciptmp", TreeCode::Mult, (ty, rhs));
        [Some(reciprocal), Some(squared)]
    }

    /// An assignment to a new variable, which is to become names.
    fn assign_new(
        &mut self,
        at: &mut Cursor,
        ident: &str,
        code: TreeCode,
        (ty, rhs): (TypeId, [Operand; 2]),
    ) -> DeclId {
        let var = new_local(self.cx.unit, self.f, ty, Some(ident));
        update_ssa::mark_symbol(self.f, var);
        at.assign(self.cx.unit, self.f, Operand::Decl(var), code, rhs);
        var
    }

    /// Multiplies by the reciprocal instead of dividing, where it has been computed.
    fn multiply_instead(&mut self, nodes: &[Node], stmt: StmtId, which: usize) {
        let block = self.f.stmts[stmt].block;
        let enter = self.tree.dfs_range(block).0;
        let node = nodes.binary_search_by_key(&enter, |node| self.tree.dfs_range(node.block).0);
        let reciprocal = node.ok().and_then(|index| nodes[index].reciprocal?[which]);
        let Some(reciprocal) = reciprocal else { return };
        let StmtKind::Assign { rhs: [dividend, ..], .. } = self.f.stmts[stmt].kind else {
            return;
        };
        if !is_hot(self.cx.unit, self.cx.options, self.f, block) {
            return;
        }
        let reciprocal = Operand::Decl(reciprocal);
        let number = dividend.constant().and_then(|id| self.cx.unit.consts.as_real(id));
        let (code, second) = match number {
            Some(number) if number == RealBits::from_f64(1.0) => (TreeCode::Single, Operand::None),
            _ => (TreeCode::Mult, dividend),
        };
        edit::set_rhs(self.cx.unit, self.f, stmt, code, [reciprocal, second]);
    }
}

/// How many divisions are worse than one and as many multiplications: fewer where divisions are calls
/// (`targetm.min_divisions_for_recip_mul`).
fn enough(unit: &Unit, ty: TypeId) -> usize {
    match unit.types.kind(ty) {
        TypeKind::Real(RealFormat::Single | RealFormat::Double) => 3,
        _ => 2,
    }
}
