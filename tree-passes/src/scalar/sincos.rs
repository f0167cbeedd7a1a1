//! Pass `sincos`: sine and cosine of one number are computed together, and powers with constant exponents by
//! multiplications and square roots.
//!
//! ```text
//!   _1 = sin (x_3(D));                      sincostmp_6 = __builtin_cexpi (x_3(D));
//!   _2 = cos (x_3(D));              =>      _1 = IMAGPART_EXPR <sincostmp_6>;   _2 = REALPART_EXPR <sincostmp_6>;
//!
//!   _4 = pow (x_3(D), 2.0e+0);      =>      powmult_7 = x_3(D) * x_3(D);   _4 = powmult_7;
//! ```
//!
//! `cexpi (x)` is `cos (x) + sin (x) * i`, computed where the topmost of the calls it replaces was. What is exact for
//! exponents from -1 to 2 needs the leave to be inexact (`-funsafe-math-optimizations`) for others.

use crate::scalar::powers;
use gimple::builtins::{Family, kind};
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects;
use tree_ssa::graph::analyses::analysis;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// `sincos` for the pass table.
pub const PASS: Pass =
    Pass::tree("sincos", execute).gate(|options, _| options.optimize >= 1).requires(Prop::CFG_SSA);

/// Square roots of square roots that an exponent is made of at most (`--param max-pow-sqrt-depth`), and where size counts.
const MAX_ROOTS: usize = 5;
const MAX_ROOTS_SMALL: usize = 2;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.call_kinds & kind::SINCOS == 0 {
        return Todo::NONE;
    }
    let tree = analysis::<Dominators>(f);
    let mut pass = Sincos { cx, f, tree: &tree };
    for block in pass.f.block_order() {
        let mut stmt = pass.f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = pass.f.stmts[stmt].next;
            pass.call(block, stmt);
            stmt = next;
        }
    }
    if update_ssa::is_needed(f) { Todo::UPDATE_SSA } else { Todo::NONE }
}

/// What a statement calls for a value, if it is one of what this is about.
fn called(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Family> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let builtin = call_effects::callee_builtin(unit, call)?;
    call.lhs.ssa()?;
    (builtin.kind() & kind::SINCOS != 0).then(|| builtin.family())
}

struct Sincos<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    tree: &'a Dominators,
}

impl Sincos<'_, '_> {
    fn call(&mut self, block: BlockId, stmt: StmtId) {
        let Some(stem) = called(self.cx.unit, self.f, stmt) else { return };
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return };
        let args = call.args.clone();
        let value = match (stem, &args[..]) {
            (Family::Sin | Family::Cos | Family::Cexpi, &[Operand::Ssa(angle)]) => {
                return self.together(angle);
            }
            (Family::Pow, &[base, exponent]) => self.pow(block, stmt, base, exponent),
            (Family::Powi, &[base, exponent]) => self
                .cx
                .unit
                .as_int(exponent)
                .and_then(|n| self.powi(block, stmt, base, i64::try_from(n).ok()?)),
            (Family::Cabs, &[number]) => self.cabs(block, stmt, number),
            _ => None,
        };
        if let Some(value) = value {
            self.replace(stmt, value);
        }
    }

    /// Puts an assignment in the place of a call, which may have set `errno`.
    fn replace(&mut self, stmt: StmtId, value: Operand) {
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return };
        self.f.stmts[stmt].kind = StmtKind::copy(call.lhs, value);
        update_ssa::update_stmt_without_vdef(self.cx.unit, self.f, stmt);
    }

    // Sine and cosine.

    /// Computes what is asked of an angle at once, where that is more than one thing (`execute_cse_sincos_1`).
    fn together(&mut self, angle: SsaName) {
        let mut calls: Vec<(StmtId, Family)> = Vec::new();
        let mut top = BlockId::NONE;
        for user in self.f.use_stmts(angle) {
            let Some(stem @ (Family::Sin | Family::Cos | Family::Cexpi)) =
                called(self.cx.unit, self.f, user)
            else {
                continue;
            };
            let block = self.f.stmts[user].block;
            if top.is_none() || self.tree.dominated_by(top, block) {
                top = block;
            } else if !self.tree.dominated_by(block, top) {
                continue;
            }
            calls.push((user, stem));
        }
        let asked = |what: Family| calls.iter().any(|&(_, stem)| stem == what);
        if [Family::Sin, Family::Cos, Family::Cexpi].into_iter().filter(|&what| asked(what)).count()
            <= 1
        {
            return;
        }
        let Some(function) = self.function(Family::Cexpi, self.f.names[angle].ty) else { return };
        let ident = self.cx.unit.symbols.intern("sincostmp");
        let complex = self.cx.unit.types.complex_of(self.f.names[angle].ty);
        let name = self.f.make_temp_ssa_name(complex, ident, StmtId::NONE);
        let def = self.f.names[angle].def;
        let defined_here = def.is_some() && !self.f.is_phi(def) && self.f.stmts[def].block == top;
        let mut at = if defined_here { Cursor::after(def) } else { Cursor::start(top) };
        let args = vec![Operand::Ssa(angle)];
        at.call(self.cx.unit, self.f, Operand::Ssa(name), function, args);
        self.cx.statistics.count("sincos statements inserted", 1);
        for (stmt, stem) in calls {
            let ty = self.f.names[angle].ty;
            let whole = Operand::Ssa(name);
            let value = match stem {
                Family::Cos => Operand::Tree(self.cx.unit.trees.add(TreeKind::Realpart(whole), ty)),
                Family::Sin => Operand::Tree(self.cx.unit.trees.add(TreeKind::Imagpart(whole), ty)),
                _ => whole,
            };
            self.replace(stmt, value);
        }
    }

    /// The function of a family for a type.
    fn function(&mut self, family: Family, ty: TypeId) -> Option<DeclId> {
        let unit = &mut *self.cx.unit;
        let suffix = match unit.types.main_variant(ty) {
            ty if ty == unit.common.float => "f",
            ty if ty == unit.common.double => "",
            ty if ty == unit.common.long_double => "l",
            _ => return None,
        };
        let result = if family == Family::Cexpi { unit.types.complex_of(ty) } else { ty };
        let decl = unit.implicit_builtin(family.member(suffix)?, result, &[ty], false);
        if !self.cx.options.on(Flag::MathErrno) {
            unit.decls[decl].flags |= flag::CONST;
        }
        Some(decl)
    }

    // Powers.

    /// What `pow (base, exponent)` is, if it is easier to come by (`gimple_expand_builtin_pow`).
    fn pow(
        &mut self,
        block: BlockId,
        at: StmtId,
        base: Operand,
        exponent: Operand,
    ) -> Option<Operand> {
        let base = Operand::Ssa(base.ssa()?);
        let ty = self.cx.unit.type_of(self.f, base);
        let exponent = self.cx.unit.consts.as_real(exponent.constant()?)?;
        let number = exponent.to_f64();
        if RealBits::from_f64(number) != exponent || !number.is_finite() {
            return self.cube_root(ty, at, base, exponent);
        }
        let unsafe_math = self.cx.options.on(Flag::UnsafeMath);
        if number == number.trunc() && number.abs() < f64::from(i32::MAX) {
            let few = (-1.0..=2.0).contains(&number);
            let wanted = few || unsafe_math && is_hot(self.cx.unit, self.cx.options, self.f, block);
            return if wanted { self.powi(block, at, base, number as i64) } else { None };
        }
        if number == 0.5 && !self.cx.options.on(Flag::SignedZeros) {
            return self.call_before(at, Family::Sqrt, base, "");
        }
        self.cube_root(ty, at, base, exponent)
            .or_else(|| if unsafe_math { self.square_roots(block, at, base, number) } else { None })
    }

    /// `pow (x, 1./3.)`.
    fn cube_root(
        &mut self,
        ty: TypeId,
        at: StmtId,
        base: Operand,
        exponent: RealBits,
    ) -> Option<Operand> {
        let third = match *self.cx.unit.types.kind(ty) {
            TypeKind::Real(RealFormat::Single) => RealBits::from_f64(f64::from(1.0f32 / 3.0)),
            TypeKind::Real(RealFormat::Double) => RealBits::from_f64(1.0 / 3.0),
            _ => return None,
        };
        let options = self.cx.options;
        if !options.on(Flag::UnsafeMath) || options.honor_nans() || exponent != third {
            return None;
        }
        self.call_before(at, Family::Cbrt, base, "")
    }

    /// A call before a statement, its result a name of this kind.
    fn call_before(
        &mut self,
        at: StmtId,
        family: Family,
        arg: Operand,
        ident: &str,
    ) -> Option<Operand> {
        let arg = arg.ssa()?;
        let ty = self.f.names[arg].ty;
        let function = self.function(family, ty)?;
        let result = self.new_name(ty, ident);
        let (mut at, result) = (Cursor::before(at).like(self.f, at), Operand::Ssa(result));
        let args = vec![Operand::Ssa(arg)];
        let stmt = at.call(self.cx.unit, self.f, result, function, args);
        if self.f.stmts[stmt].has(StmtFlags::VUSE) {
            update_ssa::mark_virtuals(self.f);
        }
        Some(result)
    }

    fn new_name(&mut self, ty: TypeId, ident: &str) -> SsaName {
        let ident = match ident {
            "" => gimple::symbol::Symbol::NONE,
            _ => self.cx.unit.symbols.intern(ident),
        };
        self.f.make_temp_ssa_name(ty, ident, StmtId::NONE)
    }

    /// An operation before a statement.
    fn operation(&mut self, at: StmtId, ident: &str, code: TreeCode, rhs: [Operand; 2]) -> Operand {
        let ty = self.cx.unit.type_of(self.f, rhs[1]);
        let name = self.new_name(ty, ident);
        self.define(at, name, code, rhs)
    }

    fn define(&mut self, at: StmtId, name: SsaName, code: TreeCode, rhs: [Operand; 2]) -> Operand {
        let name = Operand::Ssa(name);
        Cursor::before(at).like(self.f, at).assign(self.cx.unit, self.f, name, code, rhs);
        name
    }

    fn one(&mut self, ty: TypeId) -> Operand {
        Operand::Const(self.cx.unit.consts.real(ty, RealBits::from_f64(1.0)))
    }

    /// A whole power (`gimple_expand_builtin_powi`).
    fn powi(
        &mut self,
        block: BlockId,
        at: StmtId,
        base: Operand,
        exponent: i64,
    ) -> Option<Operand> {
        base.ssa()?;
        let ty = self.cx.unit.type_of(self.f, base);
        if exponent == 0 {
            return Some(self.one(ty));
        }
        if !(-1..=2).contains(&exponent) && !is_hot(self.cx.unit, self.cx.options, self.f, block) {
            return None;
        }
        let mut known = FxHashMap::default();
        known.insert(1, base);
        let power = self.multiplied(at, ty, exponent.unsigned_abs(), &mut known);
        if exponent > 0 {
            return Some(power);
        }
        let one = self.one(ty);
        Some(self.operation(at, "powmult", TreeCode::Rdiv, [one, power]))
    }

    /// A power by multiplications. The recursion is as deep as the exponent has bits, or a few more.
    fn multiplied(
        &mut self,
        at: StmtId,
        ty: TypeId,
        power: u64,
        known: &mut FxHashMap<u64, Operand>,
    ) -> Operand {
        if let Some(&op) = known.get(&power) {
            return op;
        }
        let name = self.new_name(ty, "powmult");
        known.insert(power, Operand::Ssa(name));
        let (first, second) = powers::parts(power);
        let a = self.multiplied(at, ty, first, known);
        let b = self.multiplied(at, ty, second, known);
        self.define(at, name, TreeCode::Mult, [a, b])
    }

    /// A power whose exponent is a whole number and a few negative powers of two, as square roots of square roots
    /// (`expand_pow_as_sqrts`).
    fn square_roots(
        &mut self,
        block: BlockId,
        at: StmtId,
        base: Operand,
        exponent: f64,
    ) -> Option<Operand> {
        let ty = self.cx.unit.type_of(self.f, base);
        let most = if is_hot(self.cx.unit, self.cx.options, self.f, block) {
            MAX_ROOTS
        } else {
            MAX_ROOTS_SMALL
        };
        let whole = exponent.abs().trunc();
        let mut rest = exponent.abs() - whole;
        if (rest * f64::powi(2.0, most as i32)).fract() != 0.0 {
            return None;
        }
        let mut product: Option<Operand> = None;
        let mut root = base;
        for _ in 0..most {
            root = self.call_before(at, Family::Sqrt, root, "powroot")?;
            rest *= 2.0;
            if rest >= 1.0 {
                rest -= 1.0;
                product = Some(match product {
                    Some(product) => self.operation(at, "powroot", TreeCode::Mult, [product, root]),
                    None => root,
                });
            }
            if rest == 0.0 {
                break;
            }
        }
        let mut product = product?;
        if whole >= 1.0 {
            let power = self.powi(block, at, base, whole as i64)?;
            product = self.operation(at, "powroot", TreeCode::Mult, [product, power]);
        }
        if exponent > 0.0 {
            return Some(product);
        }
        let one = self.one(ty);
        Some(self.operation(at, "powroot", TreeCode::Rdiv, [one, product]))
    }

    /// The absolute value of a complex number, where its squares may overflow (`gimple_expand_builtin_cabs`).
    fn cabs(&mut self, block: BlockId, at: StmtId, number: Operand) -> Option<Operand> {
        let number = Operand::Ssa(number.ssa()?);
        if !self.cx.options.on(Flag::UnsafeMath)
            || !is_hot(self.cx.unit, self.cx.options, self.f, block)
        {
            return None;
        }
        let ty = self.cx.unit.types.element(self.cx.unit.type_of(self.f, number))?;
        let square = |this: &mut Self, kind: TreeKind| {
            let part = Operand::Tree(this.cx.unit.trees.add(kind, ty));
            let name = this.new_name(ty, "cabs");
            let part = this.define(at, name, TreeCode::Single, [part, Operand::None]);
            this.operation(at, "cabs", TreeCode::Mult, [part, part])
        };
        let real = square(self, TreeKind::Realpart(number));
        let imaginary = square(self, TreeKind::Imagpart(number));
        let sum = self.operation(at, "cabs", TreeCode::Plus, [real, imaginary]);
        self.call_before(at, Family::Sqrt, sum, "powroot")
    }
}
