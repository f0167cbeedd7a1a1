//! Candidates: statements as sums and products of a base, a number and a stride, and which earlier ones they may be made of.

use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::types_compatible;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::graph::dominance::Dominators;

/// Candidates of one base that are looked through for one (`--param max-slsr-cand-scan`).
const MAX_SCAN: usize = 50;

/// A candidate: its place in the table. Number 0 is nobody's.
pub type Number = u32;

/// What form a candidate has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `(base + index) * stride`.
    Mult,
    /// `base + index * stride`.
    Add,
    /// A reference at `base + stride + index`.
    Ref,
    /// A φ of sums of one base and different numbers.
    Phi,
}

/// What an index is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    Number(i128),
    Name(SsaName),
    /// Of references: the variable offset, `index * size`.
    Offset(Operand, i64),
}

/// A candidate.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub stmt: StmtId,
    pub kind: Kind,
    pub base: Operand,
    pub index: i128,
    pub stride: Stride,
    /// The type of the whole, and that of the stride.
    pub ty: TypeId,
    pub stride_type: TypeId,
    /// Further interpretations of the same statement, and the first.
    pub next: Number,
    pub first: Number,
    /// The candidate it may be made of, the first one made of it, and the next one made of the same.
    pub basis: Number,
    pub dependent: Number,
    pub sibling: Number,
    /// The φ that the base is, if that is a candidate.
    pub phi: Number,
    /// What is saved if the statements die that the candidate alone needed.
    pub savings: i32,
    /// Of a φ, the sums that it and the φs it joins join.
    pub sums: usize,
}

/// What there is to say of a new candidate.
pub struct Form {
    pub kind: Kind,
    pub base: Operand,
    pub index: i128,
    pub stride: Stride,
    pub ty: TypeId,
    pub stride_type: TypeId,
    pub savings: i32,
}

/// The candidates of a function.
pub struct Table {
    pub all: Vec<Candidate>,
    by_stmt: FxHashMap<StmtId, Number>,
    /// For each base its candidates: the first, then the others, last first.
    pub chains: Vec<(Operand, Vec<Number>)>,
    chain_of: FxHashMap<Operand, usize>,
}

impl Table {
    pub fn new() -> Table {
        let nobody = Candidate {
            stmt: StmtId::NONE,
            kind: Kind::Add,
            base: Operand::None,
            index: 0,
            stride: Stride::Number(0),
            ty: TypeId::NONE,
            stride_type: TypeId::NONE,
            next: 0,
            first: 0,
            basis: 0,
            dependent: 0,
            sibling: 0,
            phi: 0,
            savings: 0,
            sums: 1,
        };
        Table {
            all: vec![nobody],
            by_stmt: FxHashMap::default(),
            chains: Vec::new(),
            chain_of: FxHashMap::default(),
        }
    }

    pub fn get(&self, number: Number) -> &Candidate {
        &self.all[number as usize]
    }

    pub fn get_mut(&mut self, number: Number) -> &mut Candidate {
        &mut self.all[number as usize]
    }

    /// Remembers the first interpretation of a statement.
    pub fn note(&mut self, number: Number) {
        let stmt = self.get(number).stmt;
        self.by_stmt.insert(stmt, number);
    }

    /// The first interpretation of what defines a name, if it computes a number.
    pub fn defining(&self, f: &Function, op: Operand) -> Option<Number> {
        let def = f.names[op.ssa()?].def.expand()?;
        self.by_stmt.get(&def).copied().filter(|&number| self.get(number).kind != Kind::Ref)
    }

    /// The interpretations of a statement from one on.
    pub fn interpretations(&self, first: Option<Number>) -> impl Iterator<Item = &Candidate> {
        let mut number = first.unwrap_or(0);
        std::iter::from_fn(move || {
            let candidate = self.all.get(number as usize).filter(|_| number != 0)?;
            number = candidate.next;
            Some(candidate)
        })
    }

    /// A new candidate, with the one it may be made of (`alloc_cand_and_find_basis`).
    pub fn add(
        &mut self,
        unit: &Unit,
        f: &Function,
        tree: &Dominators,
        stmt: StmtId,
        form: Form,
    ) -> Number {
        let Form { kind, base, index, stride, ty, stride_type, savings } = form;
        let number = self.all.len() as Number;
        let phi = if kind == Kind::Mult { self.phi_of(f, base) } else { 0 };
        let nobody = self.all[0].clone();
        self.all.push(Candidate {
            stmt,
            kind,
            base,
            index,
            stride,
            ty,
            stride_type,
            first: number,
            phi,
            savings,
            ..nobody
        });
        if kind != Kind::Phi {
            let basis = self.find_basis(unit, f, tree, number);
            if basis != 0 {
                let sibling = self.get(basis).dependent;
                self.get_mut(basis).dependent = number;
                let own = self.get_mut(number);
                (own.basis, own.sibling) = (basis, sibling);
            }
        }
        let chains = &mut self.chains;
        let chain = *self.chain_of.entry(base).or_insert_with(|| {
            chains.push((base, Vec::new()));
            chains.len() - 1
        });
        self.chains[chain].1.push(number);
        number
    }

    /// The φ candidate that a base is.
    fn phi_of(&self, f: &Function, base: Operand) -> Number {
        let Some(number) = self.defining(f, base) else { return 0 };
        let abnormal = base.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
        if self.get(number).kind == Kind::Phi && !abnormal { number } else { 0 }
    }

    fn find_basis(
        &mut self,
        unit: &Unit,
        f: &Function,
        tree: &Dominators,
        number: Number,
    ) -> Number {
        let own = self.get(number);
        let found = self.basis_of_base(unit, f, tree, number, own.base);
        if found != 0 || own.phi == 0 {
            return found;
        }
        // It may be hidden by a φ.
        let phi = self.get(own.phi);
        let found = self.basis_of_base(unit, f, tree, number, phi.base);
        if found == 0 {
            return 0;
        }
        let (at, joined) = (f.stmts[self.get(found).stmt].block, f.stmts[phi.stmt].block);
        if at == joined || !tree.dominated_by(joined, at) {
            return 0;
        }
        let result = f.phi(phi.stmt).result;
        let savings = if consumed_by(f, result, own.stmt) { phi.savings } else { 0 };
        self.get_mut(number).savings += savings;
        found
    }

    /// The last candidate of a base that a candidate may be made of: of the same kind, stride and type, and computed on every
    /// way there.
    fn basis_of_base(
        &self,
        unit: &Unit,
        f: &Function,
        tree: &Dominators,
        number: Number,
        base: Operand,
    ) -> Number {
        let own = self.get(number);
        let Some(&chain) = self.chain_of.get(&base) else { return 0 };
        let block = f.stmts[own.stmt].block;
        let chain = &self.chains[chain].1;
        let in_order = chain.first().into_iter().chain(chain[1..].iter().rev());
        let fits = |&&other: &&Number| {
            let one = self.get(other);
            one.kind == own.kind
                && one.stride == own.stride
                && one.stmt != own.stmt
                && types_compatible(unit, one.ty, own.ty)
                && types_compatible(unit, one.stride_type, own.stride_type)
                && tree.dominated_by(block, f.stmts[one.stmt].block)
                && result(f, one.stmt).is_none_or(|name| !f.names[name].has(NameFlags::ABNORMAL))
        };
        in_order.take(MAX_SCAN).filter(fits).copied().max().unwrap_or(0)
    }

    /// Whether a candidate is made of its basis by way of a φ.
    pub fn depends_on_phi(&self, number: Number) -> bool {
        let own = self.get(number);
        own.phi != 0 && own.basis != 0 && self.get(own.basis).base != own.base
    }

    /// By how much the index of a candidate is more than that of its basis, or than that of the φ that is to be its basis.
    pub fn increment(&self, number: Number) -> i128 {
        let own = self.get(number);
        match own.basis {
            0 => own.index,
            _ if self.depends_on_phi(number) => own.index,
            basis => own.index - self.get(basis).index,
        }
    }
}

/// The name a statement defines.
pub fn result(f: &Function, stmt: StmtId) -> Option<SsaName> {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => lhs.ssa(),
        StmtKind::Phi(phi) => Some(phi.result),
        _ => None,
    }
}

/// Whether no statement but one uses a name (`uses_consumed_by_stmt`).
pub fn consumed_by(f: &Function, name: SsaName, stmt: StmtId) -> bool {
    f.imm_uses(name).all(|node| node.stmt == stmt)
}
