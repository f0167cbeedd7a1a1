//! What operations on complex numbers are in terms of their parts.
//!
//! A part that a number does not have is left out: `a * i` is two multiplications. Where infinities and NaNs count, a product
//! of numbers with both parts is looked at, and computed anew by the library if it is no number, as C's Annex G has it; where
//! size counts, and of quotients always, the library computes all. `-fcx-fortran-rules` and whole numbers scale what is
//! divided by first, and `-fcx-limited-range` does as one learns it at school.

use super::{Lowering, Parts};
use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeFlags, Probability};
use gimple::code::TreeCode;
use gimple::constant::{ConstValue, RealBits};
use gimple::decl::{DeclId, flag};
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{RealFormat, TypeId, TypeKind};
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::locals::new_local;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::build_before;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// The operands of an operation: their parts, and which they have.
struct Operands {
    /// The type of the parts.
    ty: TypeId,
    a: [Operand; 2],
    b: [Operand; 2],
    of_a: Parts,
    of_b: Parts,
}

/// How much of Annex G products and quotients follow (`flag_complex_method`).
#[derive(PartialEq, Eq)]
enum Method {
    Limited,
    Fortran,
    Annex,
}

impl Lowering<'_, '_> {
    /// A sum, product, quotient, negation or conjugate.
    pub(super) fn operation(
        &mut self,
        stmt: StmtId,
        name: SsaName,
        code: TreeCode,
        x: Operand,
        y: Operand,
    ) {
        let ty = self.part_type(self.f.names[name].ty);
        let a = [self.part(x, 0), self.part(x, 1)];
        let b = match y {
            Operand::None => [Operand::None; 2],
            y if y == x => a,
            y => [self.part(y, 0), self.part(y, 1)],
        };
        let known = |of: Parts| if of == Parts::UNKNOWN { Parts::VARYING } else { of };
        let of_a = known(self.lattice.of(self.cx.unit, x));
        let of_b = known(self.lattice.of(self.cx.unit, y));
        let operands = Operands { ty, a, b, of_a, of_b };
        let parts = match code {
            TreeCode::Negate => [0, 1].map(|part| self.negate(ty, a[part])),
            TreeCode::Conj => [a[0], self.negate(ty, a[1])],
            TreeCode::Plus | TreeCode::Minus => self.sum(code, &operands),
            TreeCode::Mult => match self.product(stmt, name, operands) {
                Some(parts) => parts,
                None => return,
            },
            _ => match self.quotient(stmt, name, code, &operands) {
                Some(parts) => parts,
                None => return,
            },
        };
        self.finish(stmt, name, parts);
    }

    /// Whether numbers are (un)equal: each part is compared.
    pub(super) fn comparison(&mut self, stmt: StmtId, code: TreeCode, x: Operand, y: Operand) {
        let bool_ = self.cx.unit.common.bool_;
        let a = [self.part(x, 0), self.part(x, 1)];
        let b = if x == y { a } else { [self.part(y, 0), self.part(y, 1)] };
        let each = [0, 1].map(|part| self.build(code, bool_, a[part], b[part]));
        let join = if code == TreeCode::Eq { TreeCode::BitAnd } else { TreeCode::BitIor };
        let both = self.build(join, bool_, each[0], each[1]);
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } => {
                let ty = self.cx.unit.type_of(self.f, lhs);
                let same =
                    gimple::types_compatible::useless_type_conversion(self.cx.unit, ty, bool_);
                let code = if same { TreeCode::Single } else { TreeCode::Nop };
                self.assign(stmt, lhs, code, [both, Operand::None]);
            }
            _ => {
                let (true_label, false_label) = (DeclId::NONE, DeclId::NONE);
                let rhs = self.cx.unit.int(bool_, 1);
                self.f.stmts[stmt].kind =
                    StmtKind::Cond { code: TreeCode::Eq, lhs: both, rhs, true_label, false_label };
                self.f.update_stmt(self.cx.unit, stmt);
            }
        }
    }

    /// An operation on parts, folded where it can be, computed before the statement at hand.
    fn build(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Operand {
        let expr = Expr { code, ty, ops: [a, b, Operand::None] };
        build_before(self.cx.unit, self.f, self.cx.options, self.at, expr)
    }

    fn negate(&mut self, ty: TypeId, a: Operand) -> Operand {
        self.build(TreeCode::Negate, ty, a, Operand::None)
    }

    fn sum(&mut self, code: TreeCode, o: &Operands) -> [Operand; 2] {
        let minus = code == TreeCode::Minus;
        let Operands { ty, a, b, of_a, of_b } = *o;
        match (of_a, of_b) {
            (Parts::ONLY_REAL | Parts::VARYING, Parts::ONLY_REAL) => {
                [self.build(code, ty, a[0], b[0]), a[1]]
            }
            (Parts::ONLY_REAL, Parts::ONLY_IMAG) => {
                [a[0], if minus { self.negate(ty, b[1]) } else { b[1] }]
            }
            (Parts::ONLY_IMAG, Parts::ONLY_REAL) => {
                [if minus { self.negate(ty, b[0]) } else { b[0] }, a[1]]
            }
            (Parts::ONLY_IMAG | Parts::VARYING, Parts::ONLY_IMAG) => {
                [a[0], self.build(code, ty, a[1], b[1])]
            }
            (Parts::ONLY_REAL, _) if !minus => [self.build(code, ty, a[0], b[0]), b[1]],
            (Parts::ONLY_IMAG, _) if !minus => [b[0], self.build(code, ty, a[1], b[1])],
            _ => [0, 1].map(|part| self.build(code, ty, a[part], b[part])),
        }
    }

    /// A product, or `None` if the statement is a call now.
    fn product(&mut self, stmt: StmtId, name: SsaName, o: Operands) -> Option<[Operand; 2]> {
        // The one with more parts first.
        let swap = (o.of_a == Parts::ONLY_REAL && o.of_b != Parts::ONLY_REAL)
            || (o.of_a == Parts::ONLY_IMAG && o.of_b == Parts::VARYING);
        let o = match swap {
            true => Operands { ty: o.ty, a: o.b, b: o.a, of_a: o.of_b, of_b: o.of_a },
            false => o,
        };
        let (ty, mult) = (o.ty, TreeCode::Mult);
        Some(match (o.of_a, o.of_b) {
            (Parts::ONLY_REAL, _) => [self.build(mult, ty, o.a[0], o.b[0]), o.a[1]],
            (Parts::ONLY_IMAG, Parts::ONLY_REAL) => {
                let imag = match self.is_one(o.a[1]) {
                    true => o.b[0],
                    false => self.build(mult, ty, o.a[1], o.b[0]),
                };
                [o.a[0], imag]
            }
            (Parts::ONLY_IMAG, _) => {
                let square = self.build(mult, ty, o.a[1], o.b[1]);
                [self.negate(ty, square), o.a[0]]
            }
            (_, Parts::ONLY_REAL) => [0, 1].map(|part| self.build(mult, ty, o.a[part], o.b[0])),
            (_, Parts::ONLY_IMAG) => {
                let real = self.build(mult, ty, o.a[1], o.b[1]);
                [self.negate(ty, real), self.build(mult, ty, o.a[0], o.b[1])]
            }
            _ if !self.follows_annex(ty) => self.plain_product(&o),
            _ => {
                let block = self.f.stmts[stmt].block;
                if self.cx.options.optimize == 0
                    || !is_hot(self.cx.unit, self.cx.options, self.f, block)
                {
                    self.call_instead(stmt, name, "mul", &o);
                    return None;
                }
                let plain = self.plain_product(&o);
                match self.cx.options.honor_nans() {
                    true => self.checked_product(plain, name, &o),
                    false => plain,
                }
            }
        })
    }

    fn is_one(&self, op: Operand) -> bool {
        let Operand::Const(id) = op else { return false };
        self.cx.unit.consts[id].value == ConstValue::Real(RealBits::from_f64(1.0))
    }

    /// Which rules there are.
    fn method(&self) -> Method {
        if self.cx.options.on(Flag::CxLimitedRange) {
            Method::Limited
        } else if self.cx.options.on(Flag::CxFortranRules) {
            Method::Fortran
        } else {
            Method::Annex
        }
    }

    /// Whether infinities of the type are to come out as Annex G says.
    fn follows_annex(&self, ty: TypeId) -> bool {
        self.method() == Method::Annex && self.cx.unit.types.is_real(ty)
    }

    /// `(ar * br - ai * bi) + (ar * bi + ai * br) * i`.
    fn plain_product(&mut self, o: &Operands) -> [Operand; 2] {
        let (ty, mult) = (o.ty, TreeCode::Mult);
        let real = [0, 1].map(|part| self.build(mult, ty, o.a[part], o.b[part]));
        let first = self.build(mult, ty, o.a[0], o.b[1]);
        let second = if o.a == o.b { first } else { self.build(mult, ty, o.a[1], o.b[0]) };
        [
            self.build(TreeCode::Minus, ty, real[0], real[1]),
            self.build(TreeCode::Plus, ty, first, second),
        ]
    }

    /// A product that the library computes anew if it is no number.
    fn checked_product(
        &mut self,
        plain: [Operand; 2],
        name: SsaName,
        o: &Operands,
    ) -> [Operand; 2] {
        let kind = StmtKind::Cond {
            code: TreeCode::Unordered,
            lhs: plain[0],
            rhs: plain[1],
            true_label: DeclId::NONE,
            false_label: DeclId::NONE,
        };
        let test = self.f.new_stmt_at(self.at, kind);
        self.f.insert_before(self.at, test);
        self.f.update_stmt(self.cx.unit, test);
        let block = self.f.stmts[test].block;
        let fall = split_block(self.f, block, test);
        let join = self.f.edges[fall].dst;
        self.f.edges[fall].flags = EdgeFlags::FALSE_VALUE;
        self.f.edges[fall].probability = Probability::HARDLY.inverse();
        let slow = self.new_block(block, block, join, (EdgeFlags::TRUE_VALUE, Probability::HARDLY));
        let end = self.f.new_stmt_at(test, StmtKind::Nop);
        self.f.append_to_block(slow, end);
        self.f.update_stmt(self.cx.unit, end);
        let at = std::mem::replace(&mut self.at, end);
        let (ty, complex) = (o.ty, self.f.names[name].ty);
        let value = self.f.make_temp_ssa_name(complex, Symbol::NONE, StmtId::NONE);
        let call = self.library_call(value, "mul", o);
        let call = self.f.new_stmt_at(at, call);
        self.f.insert_before(end, call);
        self.f.update_stmt(self.cx.unit, call);
        let anew = [0, 1].map(|part| {
            let reference = self.reference(Operand::Ssa(value), part);
            self.temporary(TreeCode::Single, ty, [reference, Operand::None])
        });
        self.at = at;
        let joined = [0, 1].map(|_| self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        for part in 0..2 {
            let phi = self.f.create_phi(joined[part], join);
            self.f.set_phi_arg(phi, 0, plain[part]);
            self.f.set_phi_arg(phi, 1, anew[part]);
        }
        joined.map(Operand::Ssa)
    }

    /// A block after `after`, between two others.
    fn new_block(
        &mut self,
        after: BlockId,
        from: BlockId,
        to: BlockId,
        (way, probability): (EdgeFlags, Probability),
    ) -> BlockId {
        let block = self.f.create_block(after);
        self.f.block_info[block].loop_father = self.f.block_info[from].loop_father;
        let edge = self.f.make_edge_unchecked(from, block, way);
        self.f.edges[edge].probability = probability;
        self.f.block_info[block].count = edge_count(self.f, edge);
        let onwards = self.f.make_edge_unchecked(block, to, EdgeFlags::FALLTHRU);
        self.f.edges[onwards].probability = Probability::ALWAYS;
        block
    }

    /// Lets a statement call the library.
    fn call_instead(&mut self, stmt: StmtId, name: SsaName, stem: &str, o: &Operands) {
        self.f.stmts[stmt].kind = self.library_call(name, stem, o);
        self.f.update_stmt(self.cx.unit, stmt);
        self.take_apart(stmt, name);
    }

    /// `name = __muldc3 (ar, ai, br, bi)`.
    fn library_call(&mut self, name: SsaName, stem: &str, o: &Operands) -> StmtKind {
        let suffix = match *self.cx.unit.types.kind(o.ty) {
            TypeKind::Real(RealFormat::Half) => "hc3",
            TypeKind::Real(RealFormat::Single) => "sc3",
            TypeKind::Real(RealFormat::Double) => "dc3",
            _ => "tc3",
        };
        let function = format!("__{stem}{suffix}");
        let complex = self.f.names[name].ty;
        let decl = self.cx.unit.implicit_function(&function, complex, &[o.ty; 4]);
        self.cx.unit.decls[decl].flags |= flag::CONST | flag::NOTHROW | flag::LEAF;
        StmtKind::Call(Aside::new(Call {
            lhs: Operand::Ssa(name),
            callee: Callee::Decl(decl),
            fntype: self.cx.unit.decls[decl].ty,
            args: [o.a, o.b].concat(),
            chain: Operand::None,
        }))
    }

    /// A quotient, or `None` if the statement is a call now.
    fn quotient(
        &mut self,
        stmt: StmtId,
        name: SsaName,
        code: TreeCode,
        o: &Operands,
    ) -> Option<[Operand; 2]> {
        let Operands { ty, a, b, .. } = *o;
        Some(match (o.of_a, o.of_b) {
            (Parts::ONLY_REAL, Parts::ONLY_REAL) => [self.build(code, ty, a[0], b[0]), a[1]],
            (Parts::ONLY_REAL, Parts::ONLY_IMAG) => {
                let imag = self.build(code, ty, a[0], b[1]);
                [a[1], self.negate(ty, imag)]
            }
            (Parts::ONLY_IMAG, Parts::ONLY_REAL) => [a[0], self.build(code, ty, a[1], b[0])],
            (Parts::ONLY_IMAG, Parts::ONLY_IMAG) => [self.build(code, ty, a[1], b[1]), a[0]],
            (_, Parts::ONLY_REAL) => [0, 1].map(|part| self.build(code, ty, a[part], b[0])),
            (_, Parts::ONLY_IMAG) => {
                let real = self.build(code, ty, a[1], b[1]);
                let imag = self.build(code, ty, a[0], b[1]);
                [real, self.negate(ty, imag)]
            }
            _ if self.follows_annex(ty) => {
                self.call_instead(stmt, name, "div", o);
                return None;
            }
            _ if self.method() == Method::Limited => self.plain_quotient(code, o),
            _ => self.scaled_quotient(code, o),
        })
    }

    /// `a * conj (b) / |b|²`.
    fn plain_quotient(&mut self, code: TreeCode, o: &Operands) -> [Operand; 2] {
        use TreeCode::{Minus, Mult, Plus};
        let Operands { ty, a, b, .. } = *o;
        let squares = [0, 1].map(|part| self.build(Mult, ty, b[part], b[part]));
        let norm = self.build(Plus, ty, squares[0], squares[1]);
        let products = [0, 1].map(|part| self.build(Mult, ty, a[part], b[part]));
        let real = self.build(Plus, ty, products[0], products[1]);
        let real = self.build(code, ty, real, norm);
        let products = [1, 0].map(|part| self.build(Mult, ty, a[part], b[1 - part]));
        let imag = self.build(Minus, ty, products[0], products[1]);
        [real, self.build(code, ty, imag, norm)]
    }

    /// Smith's way: both are divided by the larger part of the divisor first, so that less overflows.
    fn scaled_quotient(&mut self, code: TreeCode, o: &Operands) -> [Operand; 2] {
        let ty = o.ty;
        let bool_ = self.cx.unit.common.bool_;
        let sizes = match self.cx.unit.types.is_unsigned(ty) {
            true => o.b,
            false => o.b.map(|part| self.build(TreeCode::Abs, ty, part, Operand::None)),
        };
        let imag_is_larger = self.build(TreeCode::Lt, bool_, sizes[0], sizes[1]);
        if let Some(known) = self.cx.unit.as_int(imag_is_larger) {
            return self.quotient_scaled_by(code, o, known != 0);
        }
        let (true_label, false_label) = (DeclId::NONE, DeclId::NONE);
        let rhs = self.cx.unit.int(bool_, 0);
        let kind = StmtKind::Cond {
            code: TreeCode::Ne,
            lhs: imag_is_larger,
            rhs,
            true_label,
            false_label,
        };
        let test = self.f.new_stmt_at(self.at, kind);
        self.f.insert_before(self.at, test);
        self.f.update_stmt(self.cx.unit, test);
        let variables = [0, 1].map(|_| new_local(self.cx.unit, self.f, ty, None));
        variables.iter().for_each(|&var| update_ssa::mark_symbol(self.f, var));
        let block = self.f.stmts[test].block;
        let fall = split_block(self.f, block, test);
        let join = self.f.edges[fall].dst;
        self.f.remove_edge(fall);
        let even = |way| (way, Probability(gimple::cfg::PROB_BASE / 2));
        let by_imag = self.new_block(block, block, join, even(EdgeFlags::TRUE_VALUE));
        let by_real = self.new_block(by_imag, block, join, even(EdgeFlags::FALSE_VALUE));
        let at = self.at;
        for (block, larger) in [(by_imag, true), (by_real, false)] {
            // Operations go before a mark that does not stay.
            self.at = self.f.new_stmt_at(at, StmtKind::Nop);
            self.f.append_to_block(block, self.at);
            let parts = self.quotient_scaled_by(code, o, larger);
            for (var, value) in variables.into_iter().zip(parts) {
                let rhs = [value, Operand::None, Operand::None];
                let kind =
                    StmtKind::Assign { lhs: Operand::Decl(var), code: TreeCode::Single, rhs };
                let copy = self.f.new_stmt_at(at, kind);
                self.f.insert_before(self.at, copy);
                self.f.update_stmt(self.cx.unit, copy);
            }
            self.f.remove_stmt(self.at);
        }
        self.at = at;
        variables.map(Operand::Decl)
    }

    /// The quotient with everything divided by one part of the divisor.
    fn quotient_scaled_by(&mut self, code: TreeCode, o: &Operands, imag: bool) -> [Operand; 2] {
        use TreeCode::{Minus, Mult, Plus};
        let Operands { ty, a, b, .. } = *o;
        let (less, more) = if imag { (0, 1) } else { (1, 0) };
        let ratio = self.build(code, ty, b[less], b[more]);
        let scaled = self.build(Mult, ty, b[less], ratio);
        let divisor = self.build(Plus, ty, scaled, b[more]);
        let scaled = self.build(Mult, ty, a[less], ratio);
        let real = self.build(Plus, ty, scaled, a[more]);
        let scaled = self.build(Mult, ty, a[more], ratio);
        let imag = match imag {
            true => self.build(Minus, ty, scaled, a[less]),
            false => self.build(Minus, ty, a[less], scaled),
        };
        [self.build(code, ty, real, divisor), self.build(code, ty, imag, divisor)]
    }
}
