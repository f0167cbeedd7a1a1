//! Expressions over SSA names, constants and addresses, each of which exists once: equal ones have equal ids.
//!
//! ```text
//!   (unsigned int) n_4(D) + 4294967295        {n_4(D) + 1, +, 2}_1        scev_not_known
//! ```
//!
//! A chain of recurrences `{base, +, step}_1` is what a value is that begins with `base` when loop 1 is entered and grows by
//! `step` with each iteration (Bachmann, Wang, Zima, "Chains of recurrences", 1994; Pop, Cohen, Silber, "Induction variable
//! analysis with delayed abstractions", 2005). Nothing is made of what is not known: that is not known either. Nor are
//! expressions made that are larger than [`MAX_SIZE`], as sharing hides how large they are written out.

use gimple::code::TreeCode;
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

gimple::entity! {
    /// An expression.
    ExprId;
}

impl ExprId {
    /// What is not known (`chrec_dont_know`).
    pub const UNKNOWN: ExprId = ExprId(0);

    /// The expression, if it is known.
    pub fn known(self) -> Option<ExprId> {
        (self != ExprId::UNKNOWN).then_some(self)
    }
}

/// Leaves and operations of the largest expression (`--param scev-max-expr-size`).
pub const MAX_SIZE: u32 = 100;

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Unknown,
    /// An SSA name, a constant or an address.
    Leaf(Operand),
    /// An operation; operands that there are not are [`ExprId::NONE`].
    Operation {
        code: TreeCode,
        ty: TypeId,
        ops: [ExprId; 3],
    },
    /// `{base, +, step}_around`.
    Chrec {
        around: LoopId,
        base: ExprId,
        step: ExprId,
    },
    /// `__builtin_popcount (of)`, as an `int`.
    Popcount {
        of: ExprId,
        ty: TypeId,
    },
}

#[derive(Clone, Copy)]
struct Facts {
    node: Node,
    ty: TypeId,
    /// Leaves and operations, written out.
    size: u32,
    /// Whether there is a chain of recurrences in it.
    has_chrec: bool,
    /// Whether there is an SSA name in it.
    has_name: bool,
}

/// All expressions of a function.
pub struct Exprs {
    table: EntityVec<ExprId, Facts>,
    ids: FxHashMap<Node, ExprId>,
    /// Addresses by the object they lead into.
    addresses: FxHashMap<Operand, Vec<ExprId>>,
}

impl Default for Exprs {
    /// What is not known, alone.
    fn default() -> Exprs {
        let mut table = EntityVec::new();
        let node = Node::Unknown;
        let ty = TypeId::NONE;
        table.push(Facts { node, ty, size: 1, has_chrec: false, has_name: false });
        Exprs { table, ids: FxHashMap::default(), addresses: FxHashMap::default() }
    }
}

impl Exprs {
    /// What an expression is.
    pub fn node(&self, id: ExprId) -> Node {
        self.table[id].node
    }

    /// Its type.
    pub fn ty(&self, id: ExprId) -> TypeId {
        self.table[id].ty
    }

    /// Whether it has a chain of recurrences in it (`tree_contains_chrecs`).
    pub fn has_chrec(&self, id: ExprId) -> bool {
        self.table[id].has_chrec
    }

    /// The operand a leaf is.
    pub fn operand(&self, id: ExprId) -> Operand {
        match self.table.get(id).map(|facts| facts.node) {
            Some(Node::Leaf(op)) => op,
            _ => Operand::None,
        }
    }

    /// The SSA name an expression is.
    pub fn name(&self, id: ExprId) -> Option<SsaName> {
        self.operand(id).ssa()
    }

    /// The parts of a chain of recurrences: loop, base and step.
    pub fn chrec(&self, id: ExprId) -> Option<(LoopId, ExprId, ExprId)> {
        match self.table.get(id)?.node {
            Node::Chrec { around, base, step } => Some((around, base, step)),
            _ => None,
        }
    }

    /// The parts of an operation: code and operands.
    pub fn operation(&self, id: ExprId) -> Option<(TreeCode, [ExprId; 3])> {
        match self.table.get(id)?.node {
            Node::Operation { code, ops, .. } => Some((code, ops)),
            _ => None,
        }
    }

    /// What a conversion converts.
    pub fn converted(&self, id: ExprId) -> Option<ExprId> {
        match self.operation(id)? {
            (TreeCode::Nop, [inner, ..]) => Some(inner),
            _ => None,
        }
    }

    /// An operand as an expression.
    pub fn leaf(&mut self, unit: &Unit, f: &Function, op: Operand) -> ExprId {
        let node = Node::Leaf(op);
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let ty = unit.type_of(f, op);
        let mut has_name = false;
        unit.for_each_ssa(op, &mut |_| has_name = true);
        let facts = Facts { node, ty, size: 1, has_chrec: false, has_name };
        let Some(object) = unit.addressed(op) else { return self.add(facts) };
        let base = unit.trees.base_address(object);
        let alike = self.addresses.entry(base).or_default();
        let same = |&&id: &&ExprId| match self.table[id].node {
            Node::Leaf(other) => operand_equal(unit, other, op),
            _ => false,
        };
        if let Some(&id) = alike.iter().find(same) {
            self.ids.insert(node, id);
            return id;
        }
        let id = self.add(facts);
        self.addresses.entry(base).or_default().push(id);
        id
    }

    /// An operation as it is written.
    pub fn operation_on(&mut self, code: TreeCode, ty: TypeId, ops: [ExprId; 3]) -> ExprId {
        self.made_of(Node::Operation { code, ty, ops }, ty, &ops)
    }

    /// A chain of recurrences; what does not grow is none (`build_polynomial_chrec`).
    pub fn recurrence(
        &mut self,
        unit: &Unit,
        around: LoopId,
        base: ExprId,
        step: ExprId,
    ) -> ExprId {
        if unit.is_zero(self.operand(step)) {
            return base;
        }
        let ty = self.ty(base);
        let id = self.made_of(Node::Chrec { around, base, step }, ty, &[base, step]);
        if id != ExprId::UNKNOWN {
            self.table[id].has_chrec = true;
        }
        id
    }

    /// The number of bits set in a value.
    pub fn popcount(&mut self, ty: TypeId, of: ExprId) -> ExprId {
        self.made_of(Node::Popcount { of, ty }, ty, &[of])
    }

    fn made_of(&mut self, node: Node, ty: TypeId, parts: &[ExprId]) -> ExprId {
        let parts = parts.iter().filter(|part| part.is_some());
        let mut facts = Facts { node, ty, size: 1, has_chrec: false, has_name: false };
        for &part in parts {
            if part == ExprId::UNKNOWN {
                return ExprId::UNKNOWN;
            }
            let part = &self.table[part];
            facts.size = facts.size.saturating_add(part.size);
            facts.has_chrec |= part.has_chrec;
            facts.has_name |= part.has_name;
        }
        if facts.size > MAX_SIZE { ExprId::UNKNOWN } else { self.add(facts) }
    }

    fn add(&mut self, facts: Facts) -> ExprId {
        *self.ids.entry(facts.node).or_insert_with(|| self.table.push(facts))
    }

    /// Calls `look` on what an expression is made of, itself first; parts below are left out where it says no.
    pub fn walk(&self, id: ExprId, look: &mut dyn FnMut(ExprId) -> bool) {
        if !look(id) {
            return;
        }
        let parts = match self.table[id].node {
            Node::Unknown | Node::Leaf(_) => return,
            Node::Operation { ops, .. } => ops,
            Node::Chrec { base, step, .. } => [base, step, ExprId::NONE],
            Node::Popcount { of, .. } => [of, ExprId::NONE, ExprId::NONE],
        };
        parts.into_iter().filter(|part| part.is_some()).for_each(|part| self.walk(part, look));
    }

    /// Whether some name in an expression is one that `test` is true of.
    pub fn any_name(&self, unit: &Unit, id: ExprId, test: &mut dyn FnMut(SsaName) -> bool) -> bool {
        let mut found = false;
        self.walk(id, &mut |part| {
            if let Node::Leaf(op) = self.table[part].node {
                unit.for_each_ssa(op, &mut |name| found |= test(name));
            }
            !found && self.table[part].has_name
        });
        found
    }

    /// Whether anything but constants is in an expression (`chrec_contains_symbols`).
    pub fn has_symbols(&self, id: ExprId) -> bool {
        let mut found = false;
        self.walk(id, &mut |part| {
            found |= matches!(self.table[part].node, Node::Leaf(op) if op.constant().is_none());
            !found
        });
        found
    }

    /// Whether an expression names something that is computed in a loop (`chrec_contains_symbols_defined_in_loop`).
    pub fn varies_by_name(&self, unit: &Unit, f: &Function, id: ExprId, around: LoopId) -> bool {
        self.table[id].has_name
            && self.any_name(unit, id, &mut |name| is_defined_in(f, name, around))
    }

    /// Whether a chain of recurrences of a loop, or of one inside it, is in an expression.
    pub fn evolves_in(&self, f: &Function, id: ExprId, around: LoopId) -> bool {
        let Some(loops) = &f.loops else { return true };
        let mut found = false;
        self.walk(id, &mut |part| {
            if let Node::Chrec { around: own, .. } = self.table[part].node {
                found |= loops.is_within(own, around);
            }
            !found && self.table[part].has_chrec
        });
        found
    }
}

/// Whether a name is computed in a loop.
pub fn is_defined_in(f: &Function, name: SsaName, around: LoopId) -> bool {
    let block = f.names[name].def.expand().and_then(|def| f.stmts[def].block.expand());
    block.is_some_and(|block| f.in_loop(block, around))
}
