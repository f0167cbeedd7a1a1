//! Whether two functions, or the values of two variables, are the same (`func_checker`).
//!
//! ```text
//!   int f (int x) { int t = g (x); return t; }     x ~ y, t ~ s, g ~ h   where g and h may be equal themselves
//!   int f2 (int y) { int s = h (y); return s; }
//! ```
//!
//! The bodies are walked together. What the one names stands for what the other does there, and for nothing else: names,
//! parameters, local variables, labels, blocks and edges. What is global is the same, or in one class. Linear in the bodies.

use super::classes::Classes;
use super::items::{Items, is_pooled};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::operand_equal::same_operator;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Asm, AsmOperand, Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::types_compatible::types_compatible;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::analyses::alias::types::is_unrestricted;

/// How deep constructors in one another are followed.
const MAX_DEPTH: u32 = 256;

/// Why two things are not the same.
#[derive(Debug)]
pub struct Difference {
    pub text: &'static str,
    /// The statements that differ.
    pub stmts: Option<(StmtId, StmtId)>,
}

/// Nothing, or why not.
pub type Same = Result<(), Difference>;

fn same(is: bool, text: &'static str) -> Same {
    if is { Ok(()) } else { Err(Difference { text, stmts: None }) }
}

/// What is known of the unit while things are compared.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub unit: &'a Unit,
    pub items: &'a Items,
    pub classes: &'a Classes,
}

impl Known<'_> {
    /// Whether two global symbols are the same or may be.
    fn symbols(self, a: DeclId, b: DeclId) -> Same {
        let (a, b) = (self.items.home(a), self.items.home(b));
        if a == b {
            return Ok(());
        }
        let class = |decl| self.items.by_decl.get(decl).map(|&item| self.classes.class_of(item));
        if class(&a).is_some() && class(&a) == class(&b) {
            return Ok(());
        }
        // Constants that the compiler has put into memory have no addresses that matter.
        let pooled = |decl| is_pooled(self.unit, decl);
        same(pooled(a) && pooled(b), "different symbols")?;
        self.variables(a, b)
    }

    /// Whether two variables have the same type and value.
    pub fn variables(self, a: DeclId, b: DeclId) -> Same {
        let (x, y) = (self.unit.decls[a].ty, self.unit.decls[b].ty);
        same(self.unit.types.size(x) == self.unit.types.size(y), "size mismatch")?;
        same(types_compatible(self.unit, x, y), "variables types are different")?;
        let value = |decl| self.unit.initializers.get(decl).copied().unwrap_or(Operand::None);
        self.values(value(&a), value(&b), 0)
    }

    fn values(self, a: Operand, b: Operand, depth: u32) -> Same {
        same(depth < MAX_DEPTH, "too deep")?;
        match (a, b) {
            (Operand::None, Operand::None) => Ok(()),
            (Operand::Const(a), Operand::Const(b)) => constants(self.unit, a, b),
            (Operand::Decl(a), Operand::Decl(b)) => self.symbols(a, b),
            (Operand::Tree(x), Operand::Tree(y)) => {
                let (p, q) = (self.unit.trees.kind(x), self.unit.trees.kind(y));
                same(same_operator(p, q), "operators are different")?;
                trees_agree(self.unit, x, y)?;
                pairs(self.unit, x, y).try_for_each(|(a, b)| self.values(a, b, depth + 1))
            }
            _ => same(false, "values are different"),
        }
    }
}

/// The operands of two trees of one operator.
fn pairs(unit: &Unit, x: TreeId, y: TreeId) -> impl Iterator<Item = (Operand, Operand)> + use<> {
    let (mut left, mut right) = (SmallVec::<[Operand; 4]>::new(), SmallVec::<[Operand; 4]>::new());
    unit.trees.for_each_operand(x, |op| left.push(op));
    unit.trees.for_each_operand(y, |op| right.push(op));
    left.into_iter().zip(right)
}

fn constants(unit: &Unit, a: ConstId, b: ConstId) -> Same {
    if a == b {
        return Ok(());
    }
    let (x, y) = (&unit.consts[a], &unit.consts[b]);
    same(types_compatible(unit, x.ty, y.ty), "types are not compatible")?;
    let lanes = |p: &[ConstId], q: &[ConstId]| {
        same(p.len() == q.len(), "constants are different")?;
        p.iter().zip(q).try_for_each(|(&a, &b)| constants(unit, a, b))
    };
    match (&x.value, &y.value) {
        (&ConstValue::Complex(a, b), &ConstValue::Complex(c, d)) => lanes(&[a, b], &[c, d]),
        (ConstValue::Vector(p), ConstValue::Vector(q)) => lanes(p, q),
        (p, q) => same(p == q, "constants are different"),
    }
}

/// Whether what is said of types in two trees of one operator is the same.
fn trees_agree(unit: &Unit, x: TreeId, y: TreeId) -> Same {
    let (p, q) = (&unit.trees[x], &unit.trees[y]);
    same(p.volatile == q.volatile, "different operand volatility")?;
    let alias_type = |kind: &TreeKind| match *kind {
        TreeKind::MemRef { alias_ptr, .. } | TreeKind::TargetMemRef { alias_ptr, .. } => {
            unit.types.pointee(alias_ptr)
        }
        _ => None,
    };
    if let (Some(a), Some(b)) = (alias_type(&p.kind), alias_type(&q.kind)) {
        let (a, b) = (unit.types.main_variant(a), unit.types.main_variant(b));
        let free = |ty| is_unrestricted(unit, ty);
        let alike = || !unit.types.is_pointer(a) && types_compatible(unit, a, b);
        same(a == b || free(a) && free(b) || alike(), "different memory access types")?;
    }
    same(types_compatible(unit, p.ty, q.ty), "types are not compatible")?;
    same(unit.types.align(p.ty) == unit.types.align(q.ty), "different alignment")?;
    same(unit.types.is_reversed(p.ty) == unit.types.is_reversed(q.ty), "different storage order")
}

/// Whether calls through two types pass the same in the same way.
pub fn function_types(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    if unit.types.same_main(a, b) {
        return true;
    }
    let parts = |ty| match unit.types.kind(ty) {
        TypeKind::Function { result, params, variadic, prototyped } => {
            Some((*result, params, (*variadic, *prototyped)))
        }
        _ => None,
    };
    let (Some(f), Some(g)) = (parts(a), parts(b)) else { return false };
    f.2 == g.2
        && f.1.len() == g.1.len()
        && types_compatible(unit, f.0, g.0)
        && f.1.iter().zip(g.1).all(|(&x, &y)| types_compatible(unit, x, y))
}

/// Compares two functions.
pub struct Comparison<'a> {
    known: Known<'a>,
    left: &'a Function,
    right: &'a Function,
    /// What the names of each stand for in the other.
    names: EntityVec<SsaName, SsaName>,
    back: EntityVec<SsaName, SsaName>,
    decls: FxHashMap<DeclId, DeclId>,
    decls_back: FxHashMap<DeclId, DeclId>,
    /// The places of blocks among those of their function.
    places: [FxHashMap<BlockId, u32>; 2],
    edges: FxHashMap<EdgeId, EdgeId>,
}

impl<'a> Comparison<'a> {
    /// A comparison of two functions with as many parameters.
    pub fn new(known: Known<'a>, left: &'a Function, right: &'a Function) -> Comparison<'a> {
        let none = |f: &Function| EntityVec::filled(SsaName::NONE, f.names.len());
        Comparison {
            known,
            left,
            right,
            names: none(left),
            back: none(right),
            decls: FxHashMap::default(),
            decls_back: FxHashMap::default(),
            places: [left, right]
                .map(|f| (0..).zip(f.block_order()).map(|(n, b)| (b, n)).collect()),
            edges: FxHashMap::default(),
        }
    }

    /// Whether the bodies are the same (`equals_private`).
    pub fn run(mut self) -> Same {
        let (f, g) = (self.left, self.right);
        same(f.properties == g.properties, "functions are in different forms")?;
        let facts = |f: &Function| (f.calls_setjmp, f.calls_alloca, f.has_forced_label);
        same(facts(f) == facts(g) && !f.has_forced_label, "labels have addresses")?;
        for (&a, &b) in f.params.iter().zip(&g.params) {
            self.declarations(a, b)?;
        }
        if f.result.is_some() && g.result.is_some() {
            self.declarations(f.result, g.result)?;
        }
        let (blocks, others) = (f.block_order(), g.block_order());
        same(blocks.len() == others.len(), "different number of basic blocks")?;
        let around = [gimple::cfg::ENTRY, gimple::cfg::EXIT];
        for (&a, &b) in blocks.iter().zip(&others).chain(around.iter().zip(&around)) {
            self.successors(a, b)?;
        }
        for (&a, &b) in blocks.iter().zip(&others) {
            self.block(a, b)?;
        }
        for (&a, &b) in blocks.iter().zip(&others) {
            self.phis(a, b)?;
        }
        Ok(())
    }

    fn successors(&mut self, a: BlockId, b: BlockId) -> Same {
        const PASSING: EdgeFlags = EdgeFlags::EXECUTABLE.union(EdgeFlags::DFS_BACK);
        let (f, g) = (self.left, self.right);
        let (here, there) = (&f.blocks[a], &g.blocks[b]);
        same(
            here.succs.len() == there.succs.len() && here.preds.len() == there.preds.len(),
            "different number of edges",
        )?;
        for (&x, &y) in here.succs.iter().zip(&there.succs) {
            let (p, q) = (&f.edges[x], &g.edges[y]);
            same(
                p.flags.without(PASSING) == q.flags.without(PASSING),
                "flags of edges are different",
            )?;
            same(self.places[0].get(&p.dst) == self.places[1].get(&q.dst), "edges lead elsewhere")?;
            self.edges.insert(x, y);
        }
        Ok(())
    }

    fn block(&mut self, a: BlockId, b: BlockId) -> Same {
        let (f, g) = (self.left, self.right);
        let real = |f: &Function, stmt: &StmtId| {
            !matches!(f.stmts[*stmt].kind, StmtKind::Nop | StmtKind::Predict { .. })
        };
        let mut left = f.block_stmts(a).filter(|stmt| real(f, stmt));
        let mut right = g.block_stmts(b).filter(|stmt| real(g, stmt));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Ok(()),
                (Some(x), Some(y)) => self
                    .statements(x, y)
                    .map_err(|difference| Difference { stmts: Some((x, y)), ..difference })?,
                _ => return same(false, "different number of statements"),
            }
        }
    }

    fn phis(&mut self, a: BlockId, b: BlockId) -> Same {
        let (f, g) = (self.left, self.right);
        let real = |f: &Function, phi: &StmtId| !f.is_virtual_phi(*phi);
        let mut left = f.phis(a).filter(|phi| real(f, phi));
        let mut right = g.phis(b).filter(|phi| real(g, phi));
        loop {
            let (x, y) = match (left.next(), right.next()) {
                (None, None) => return Ok(()),
                (Some(x), Some(y)) => (x, y),
                _ => return same(false, "different number of PHI nodes"),
            };
            self.name(f.phi(x).result, g.phi(y).result)?;
            for &edge in &f.blocks[a].preds {
                let Some(&other) = self.edges.get(&edge) else {
                    return same(false, "edges lead elsewhere");
                };
                self.operands(f.phi_arg(x, edge), g.phi_arg(y, other))?;
            }
        }
    }

    fn statements(&mut self, x: StmtId, y: StmtId) -> Same {
        const PASSING: StmtFlags =
            StmtFlags::PASSING.union(StmtFlags::NO_WARNING).union(StmtFlags::MODIFIED);
        let (f, g) = (self.left, self.right);
        let (p, q) = (&f.stmts[x], &g.stmts[y]);
        same(
            p.flags.without(PASSING) == q.flags.without(PASSING),
            "flags of statements are different",
        )?;
        let (pad, other) = (f.stmt_info[x].pad, g.stmt_info[y].pad);
        same(pad.is_some() == other.is_some(), "EH regions are different")?;
        if pad.is_some() {
            self.declarations(pad, other)?;
        }
        match (&p.kind, &q.kind) {
            (
                &StmtKind::Assign { lhs, code, rhs },
                &StmtKind::Assign { lhs: lhs2, code: code2, rhs: rhs2 },
            ) => {
                same(code == code2, "gimple assignment codes are different")?;
                for (a, b) in rhs.into_iter().zip(rhs2) {
                    self.operands(a, b)?;
                }
                self.operands(lhs, lhs2)
            }
            (StmtKind::Call(call), StmtKind::Call(other)) => self.calls(call, other),
            (
                &StmtKind::Cond { code, lhs, rhs, .. },
                &StmtKind::Cond { code: code2, lhs: lhs2, rhs: rhs2, .. },
            ) => {
                same(code == code2, "conditions are different")?;
                self.operands(lhs, lhs2)?;
                self.operands(rhs, rhs2)
            }
            (StmtKind::Switch(a), StmtKind::Switch(b)) => {
                same(a.cases.len() == b.cases.len(), "different number of cases")?;
                self.operands(a.index, b.index)?;
                for (case, other) in a.cases.iter().zip(&b.cases) {
                    let equal = |p: ConstId, q: ConstId| {
                        p == q
                            || p.is_some()
                                && q.is_some()
                                && constants(self.known.unit, p, q).is_ok()
                    };
                    same(equal(case.low, other.low), "case low values are different")?;
                    same(equal(case.high, other.high), "case high values are different")?;
                    self.declarations(case.label, other.label)?;
                }
                Ok(())
            }
            (&StmtKind::Label(a), &StmtKind::Label(b)) => self.declarations(a, b),
            (&StmtKind::Goto(a), &StmtKind::Goto(b)) => self.operands(a, b),
            (&StmtKind::Return(a), &StmtKind::Return(b)) => self.operands(a, b),
            (StmtKind::Asm(a), StmtKind::Asm(b)) => self.asms(a, b),
            _ => same(false, "different statement codes"),
        }
    }

    fn calls(&mut self, a: &Call, b: &Call) -> Same {
        match (a.callee, b.callee) {
            (Callee::Decl(f), Callee::Decl(g)) => self.known.symbols(f, g)?,
            (Callee::Pointer(p), Callee::Pointer(q)) => self.operands(p, q)?,
            (Callee::Internal(f), Callee::Internal(g)) => same(f == g, "different functions")?,
            _ => return same(false, "different functions"),
        }
        let unit = self.known.unit;
        same(function_types(unit, a.fntype, b.fntype), "call function types are not compatible")?;
        same(a.args.len() == b.args.len(), "different number of arguments")?;
        for (&x, &y) in a.args.iter().zip(&b.args) {
            self.operands(x, y)?;
        }
        self.operands(a.chain, b.chain)?;
        self.operands(a.lhs, b.lhs)
    }

    fn asms(&mut self, a: &Asm, b: &Asm) -> Same {
        let facts = |asm: &Asm| (asm.template, asm.volatile, asm.basic, asm.inline);
        same(facts(a) == facts(b), "ASM strings are different")?;
        same(a.clobbers == b.clobbers, "ASM clobbers are different")?;
        same(a.labels.is_empty() && b.labels.is_empty(), "ASM has labels")?;
        for (p, q) in [(&a.outputs, &b.outputs), (&a.inputs, &b.inputs)] {
            let said = |operands: &[AsmOperand]| -> Vec<_> {
                operands.iter().map(|operand| (operand.name, operand.constraint)).collect()
            };
            same(said(p) == said(q), "ASM operands are different")?;
            for (x, y) in p.iter().zip(q) {
                self.operands(x.value, y.value)?;
            }
        }
        Ok(())
    }

    fn operands(&mut self, a: Operand, b: Operand) -> Same {
        match (a, b) {
            (Operand::None, Operand::None) => Ok(()),
            (Operand::Ssa(a), Operand::Ssa(b)) => self.name(a, b),
            (Operand::Const(a), Operand::Const(b)) => constants(self.known.unit, a, b),
            (Operand::Decl(a), Operand::Decl(b)) => self.declarations(a, b),
            (Operand::Tree(x), Operand::Tree(y)) => {
                let unit = self.known.unit;
                same(
                    same_operator(unit.trees.kind(x), unit.trees.kind(y)),
                    "operand codes are different",
                )?;
                trees_agree(unit, x, y)?;
                pairs(unit, x, y).try_for_each(|(a, b)| self.operands(a, b))
            }
            _ => same(false, "operand codes are different"),
        }
    }

    fn name(&mut self, a: SsaName, b: SsaName) -> Same {
        let (known, back) = (self.names[a], self.back[b]);
        if known.is_some() || back.is_some() {
            return same(known == b && back == a, "names stand for others");
        }
        let (p, q) = (&self.left.names[a], &self.right.names[b]);
        const FACTS: NameFlags =
            NameFlags::DEFAULT_DEF.union(NameFlags::ABNORMAL).union(NameFlags::VIRTUAL);
        same(
            p.flags.intersection(FACTS) == q.flags.intersection(FACTS),
            "names are of different kinds",
        )?;
        same(types_compatible(self.known.unit, p.ty, q.ty), "types are not compatible")?;
        if p.has(NameFlags::DEFAULT_DEF) {
            self.declarations(p.var, q.var)?;
        }
        (self.names[a], self.back[b]) = (b, a);
        Ok(())
    }

    fn declarations(&mut self, a: DeclId, b: DeclId) -> Same {
        let unit = self.known.unit;
        let (p, q) = (&unit.decls[a], &unit.decls[b]);
        same(p.kind == q.kind, "declarations are of different kinds")?;
        if p.is_global() || q.is_global() {
            return self.known.symbols(a, b);
        }
        let (known, back) = (self.decls.get(&a).copied(), self.decls_back.get(&b).copied());
        if known.is_some() || back.is_some() {
            return same(known == Some(b) && back == Some(a), "declarations stand for others");
        }
        if p.kind != DeclKind::Label {
            const FACTS: u64 = flag::ADDRESSABLE
                | flag::VOLATILE
                | flag::HARD_REGISTER
                | flag::READONLY
                | flag::BY_REFERENCE
                | flag::NOT_GIMPLE_REG;
            same(p.flags & FACTS == q.flags & FACTS, "different declaration flags")?;
            same(p.align == q.align, "different alignment")?;
            same(types_compatible(unit, p.ty, q.ty), "types are not compatible")?;
            let register = |decl: &gimple::decl::Decl| decl.extra.as_ref()?.hard_register;
            same(register(p) == register(q), "different registers")?;
        }
        self.decls.insert(a, b);
        self.decls_back.insert(b, a);
        Ok(())
    }
}
