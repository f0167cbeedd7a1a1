//! The graph of what stores side by side store: a node is the same statement as often as there are lanes, its children are
//! its operands.
//!
//! ```text
//!   p->a = _3;   p->b = _6;               store { p->a, p->b }
//!   _3 = _1 & 1; _6 = _4 & 2;        =>     & { _3, _6 }
//!   _1 = q->a;   _4 = q->b;                   load { q->a, q->b }
//!                                             numbers { 1, 2 }
//! ```
//!
//! Lanes that are no such statements are put together of scalars. Where the lanes up to one are alike and make whole vectors,
//! building fails with that one, so that the stores can be parted there.

use super::Slp;
use super::emit::Spot;
use super::refs::vector_element;
use gimple::code::TreeCode;
use gimple::options::Flag;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;

/// Instead of a lane: the statements are such that GCC takes them for others, of which it makes no vectors, and puts no vector
/// together of their results.
const NEITHER: usize = usize::MAX;

/// How far operands of operands are followed.
const MOST_LEVELS: u32 = 24;

/// Nodes that are tried for one group of stores.
const MOST_NODES: u32 = 256;

pub type NodeId = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Store,
    Load,
    /// Arithmetic that can be done on all lanes in a word.
    Operation(TreeCode),
    /// A conversion that keeps all bits.
    Convert,
    /// A signed division by a power of two, which becomes a choice and shifts.
    Division,
    /// A vector put together of scalars, or a constant.
    Scalars,
}

pub struct Node {
    pub kind: Kind,
    /// Of a store what is stored to, else the values.
    pub lanes: Vec<Operand>,
    /// The statements of the lanes; none for scalars.
    pub stmts: Vec<StmtId>,
    pub children: Vec<NodeId>,
    /// The type of its vectors, and how many lanes one has.
    pub ty: TypeId,
    pub units: usize,
    /// The part of the graph it is connected with: the number of its first instance.
    pub part: usize,
    /// Its vectors, where they have been made, and the place of the last.
    pub vectors: Vec<Operand>,
    pub spot: Spot,
}

impl Slp<'_, '_> {
    /// How many lanes the vectors of a type have of which so many are wanted.
    pub fn units(&self, element: TypeId, lanes: usize) -> usize {
        let size = self.cx.unit.types.size(element).unwrap_or(8);
        let most = (u64::from(self.cx.unit.target.word_bits) / 8 / size) as usize;
        most.min(1 << lanes.max(1).ilog2())
    }

    fn vector_type(&mut self, scalar: TypeId, lanes: usize) -> Option<(TypeId, usize)> {
        let element = vector_element(self.cx.unit, scalar)?;
        let units = self.units(element, lanes);
        (units > 0).then(|| (self.cx.unit.types.vector_of(element, units as u32), units))
    }

    /// The graph of a group of stores, or the first lane that is not like those before.
    pub fn build_stores(&mut self, group: &[usize]) -> Result<NodeId, usize> {
        let lanes: Vec<Operand> =
            group.iter().map(|&index| self.refs.all[index].reference).collect();
        let scalar = self.cx.unit.type_of(self.f, lanes[0]);
        let Some((ty, units)) = self.vector_type(scalar, lanes.len()) else { return Err(0) };
        if !lanes.len().is_multiple_of(units) {
            return Err(lanes.len() / units * units);
        }
        let stmts: Vec<StmtId> = group.iter().map(|&index| self.refs.all[index].stmt).collect();
        let values: Vec<Operand> = stmts.iter().map(|&stmt| self.rhs(stmt)[0]).collect();
        let constant = |value: &Operand| matches!(value, Operand::Const(_));
        if let Some(other) = values.iter().position(|it| constant(it) != constant(&values[0])) {
            return Err(other);
        }
        self.budget = MOST_NODES;
        let child = self.child(values, units, MOST_LEVELS)?;
        Ok(self.add(Kind::Store, lanes, stmts, vec![child], (ty, units)))
    }

    fn add(
        &mut self,
        kind: Kind,
        lanes: Vec<Operand>,
        stmts: Vec<StmtId>,
        children: Vec<NodeId>,
        (ty, units): (TypeId, usize),
    ) -> NodeId {
        let spot = Spot::default();
        let part = usize::MAX;
        let vectors = Vec::new();
        self.nodes.push(Node { kind, lanes, stmts, children, ty, units, part, vectors, spot });
        self.nodes.len() - 1
    }

    /// The node of an operand. What cannot be built is put together of scalars, unless it begins with whole vectors.
    fn child(&mut self, lanes: Vec<Operand>, units: usize, levels: u32) -> Result<NodeId, usize> {
        match self.build(&lanes, levels) {
            Ok(node) => Ok(node),
            Err(lane) if lane >= units => Err(lane),
            Err(_) => self.scalars(lanes),
        }
    }

    fn scalars(&mut self, lanes: Vec<Operand>) -> Result<NodeId, usize> {
        let scalar = self.cx.unit.type_of(self.f, lanes[0]);
        let Some(ty) = self.vector_type(scalar, lanes.len()) else { return Err(0) };
        Ok(self.add(Kind::Scalars, lanes, Vec::new(), Vec::new(), ty))
    }

    fn build(&mut self, lanes: &[Operand], levels: u32) -> Result<NodeId, usize> {
        let uniform = lanes.iter().all(|lane| *lane == lanes[0]);
        let stmts: Option<Vec<StmtId>> = lanes.iter().map(|&lane| self.definition(lane)).collect();
        let Some(stmts) = stmts.filter(|_| !uniform && levels > 0 && self.budget > 0) else {
            return self.scalars(lanes.to_vec());
        };
        self.budget -= 1;
        if let Some(&node) = self.built.get(lanes) {
            return Ok(node);
        }
        let scalar = self.cx.unit.type_of(self.f, lanes[0]);
        let Some((ty, units)) = self.vector_type(scalar, lanes.len()) else { return Err(0) };
        let kind = self.kind(&stmts)?;
        let mut children = Vec::new();
        match kind {
            Kind::Scalars => return self.scalars(lanes.to_vec()),
            Kind::Load | Kind::Store => {}
            Kind::Division => return Err(NEITHER),
            Kind::Convert | Kind::Operation(_) => {
                for operands in self.operands(&stmts) {
                    match self.child(operands, units, levels - 1) {
                        Err(NEITHER) => return self.scalars(lanes.to_vec()),
                        child => children.push(child?),
                    }
                }
            }
        }
        let node = self.add(kind, lanes.to_vec(), stmts, children, (ty, units));
        self.built.insert(lanes.into(), node);
        Ok(node)
    }

    /// The statement of the block that defines a value, if it may be done away with.
    fn definition(&self, value: Operand) -> Option<StmtId> {
        let name = value.ssa()?;
        let data = &self.f.names[name];
        let stmt = data.def.expand().filter(|_| !data.has(NameFlags::ABNORMAL))?;
        let inside = self.refs.order.contains_key(&stmt);
        (inside && matches!(self.f.stmts[stmt].kind, StmtKind::Assign { .. })).then_some(stmt)
    }

    /// What the statements of all lanes do; the lane that is first to do another thing.
    fn kind(&self, stmts: &[StmtId]) -> Result<Kind, usize> {
        let first = self.what(stmts[0]);
        for (lane, &stmt) in stmts.iter().enumerate().skip(1) {
            let here = self.what(stmt);
            let both = matches!((first, here), (Kind::Operation(_), Kind::Operation(_)));
            if here != first && both {
                // Each operation could be done on all lanes, but there is no choosing between the results.
                return Ok(Kind::Scalars);
            }
            if here != first || self.code(stmt) != self.code(stmts[0]) {
                return Err(lane);
            }
            if first == Kind::Load && !self.beside(stmts[0], stmt) {
                return Err(lane);
            }
            if !self.same_type(stmts[0], stmt) {
                return Err(lane);
            }
        }
        if first == Kind::Load && !stmts.windows(2).all(|pair| self.adjacent(pair[0], pair[1])) {
            return Ok(Kind::Scalars);
        }
        Ok(first)
    }

    fn same_type(&self, first: StmtId, second: StmtId) -> bool {
        let [s, t] =
            [first, second].map(|it| self.cx.unit.type_of(self.f, self.f.stmts[it].kind.lhs()));
        useless_type_conversion(self.cx.unit, s, t) && useless_type_conversion(self.cx.unit, t, s)
    }

    fn reference(&self, stmt: StmtId) -> Option<usize> {
        self.refs.of.get(&stmt).copied()
    }

    /// Whether two loads are from one object, and whether they are side by side.
    fn beside(&self, first: StmtId, second: StmtId) -> bool {
        match (self.reference(first), self.reference(second)) {
            (Some(a), Some(b)) => self.refs.same_kind(self.cx.unit, self.f, a, b),
            _ => false,
        }
    }

    fn adjacent(&self, first: StmtId, second: StmtId) -> bool {
        match (self.reference(first), self.reference(second)) {
            (Some(a), Some(b)) => self.refs.adjacent(self.cx.unit, self.f, a, b),
            _ => false,
        }
    }

    fn code(&self, stmt: StmtId) -> Option<TreeCode> {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { code, .. } => Some(code),
            _ => None,
        }
    }

    pub fn rhs(&self, stmt: StmtId) -> [Operand; 3] {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { rhs, .. } => rhs,
            _ => [Operand::None; 3],
        }
    }

    /// What a statement does of what can be done on vectors.
    fn what(&self, stmt: StmtId) -> Kind {
        let StmtKind::Assign { lhs, code, rhs } = self.f.stmts[stmt].kind else {
            return Kind::Scalars;
        };
        let (unit, f) = (&*self.cx.unit, &*self.f);
        let ty = unit.type_of(f, lhs);
        let whole = |ty: TypeId| {
            let full = unit.types.precision(ty).map(i64::from) == unit.types.bits(ty);
            unit.types.is_integral(ty) && full
        };
        let traps = self.cx.options.on(Flag::Trapv) && !unit.types.is_unsigned(ty);
        match code {
            TreeCode::Single => match self.reference(stmt) {
                Some(index) if !self.refs.all[index].store => match self.refs.all[index].place {
                    Some(_) => Kind::Load,
                    None => Kind::Scalars,
                },
                _ => Kind::Scalars,
            },
            TreeCode::Nop => {
                let from = unit.type_of(f, rhs[0]);
                let kept = whole(ty) && whole(from) && unit.types.bits(ty) == unit.types.bits(from);
                if kept { Kind::Convert } else { Kind::Scalars }
            }
            TreeCode::Plus | TreeCode::Minus | TreeCode::Negate if whole(ty) && !traps => {
                Kind::Operation(code)
            }
            TreeCode::BitAnd | TreeCode::BitIor | TreeCode::BitXor | TreeCode::BitNot
                if whole(ty) =>
            {
                Kind::Operation(code)
            }
            TreeCode::TruncDiv | TreeCode::TruncMod if whole(ty) && !unit.types.is_unsigned(ty) => {
                let power = unit.as_int(rhs[1]).is_some_and(|by| by > 1 && by & (by - 1) == 0);
                if power { Kind::Division } else { Kind::Scalars }
            }
            _ => Kind::Scalars,
        }
    }

    /// The operands of statements by position. Those that may change places are put as those of the first lane are.
    fn operands(&self, stmts: &[StmtId]) -> Vec<Vec<Operand>> {
        let code = self.code(stmts[0]).unwrap_or(TreeCode::Single);
        let mut operands = vec![Vec::new(); code.arity()];
        let first = self.rhs(stmts[0]);
        for &stmt in stmts {
            let mut rhs = self.rhs(stmt);
            let alike = |a: Operand, b: Operand| self.alike(a, b);
            if code.is_commutative()
                && !(alike(first[0], rhs[0]) && alike(first[1], rhs[1]))
                && alike(first[0], rhs[1])
                && alike(first[1], rhs[0])
            {
                rhs.swap(0, 1);
            }
            for (all, operand) in operands.iter_mut().zip(rhs) {
                all.push(operand);
            }
        }
        operands
    }

    /// Whether two operands may be lanes of one node, as far as their definitions tell.
    fn alike(&self, first: Operand, second: Operand) -> bool {
        match (self.definition(first), self.definition(second)) {
            (Some(a), Some(b)) => {
                let kind = self.what(a);
                kind == self.what(b)
                    && self.code(a) == self.code(b)
                    && (kind != Kind::Load || self.beside(a, b))
            }
            (None, None) => {
                matches!(first, Operand::Const(_)) == matches!(second, Operand::Const(_))
            }
            _ => false,
        }
    }

    /// All nodes of a graph, children first.
    pub fn postorder(&self, root: NodeId) -> Vec<NodeId> {
        fn visit(slp: &Slp<'_, '_>, node: NodeId, seen: &mut Vec<NodeId>) {
            if seen.contains(&node) {
                return;
            }
            for &child in &slp.nodes[node].children {
                visit(slp, child, seen);
            }
            seen.push(node);
        }
        let mut seen = Vec::new();
        visit(self, root, &mut seen);
        seen
    }
}
