//! Passes `veclower` and `veclower2`: operations on vectors become operations on what the machine has.
//!
//! ```text
//!   v_3 = a_1(D) * b_2(D);           _5 = BIT_FIELD_REF <a_1(D), 32, 0>;
//!                                    _6 = BIT_FIELD_REF <b_2(D), 32, 0>;
//!                              =>    _7 = _5 * _6;
//!                                    …
//!                                    v_3 = {_7, _10, _13, _16};
//! ```
//!
//! The machine has no vector registers. Most operations are done lane by lane; bitwise ones a word at a time, and so are
//! sums and differences of lanes that fit a word four times or more (`parallel`). A conditional, a permutation or a
//! conversion of lanes has a form of its own (`lanes`). An operation on vectors all of whose lanes are the same is done
//! once. What stays are copies, loads, stores, constructors, `BIT_FIELD_REF` and `VIEW_CONVERT_EXPR`, which the backend
//! does in a register where the vector is of integers and fits one, else in memory.
//!
//! Names are made in the order in which GCC's `tree-vect-generic.c` makes them.

mod lanes;
mod parallel;

use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::decl::{Decl, DeclId, DeclKind};
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::ssa::update_ssa;

/// `veclower` for the pass table.
pub const VECLOWER: Pass = Pass::tree("veclower", execute)
    .gate(vectors_left)
    .requires(Prop::CFG_SSA)
    .provides(Prop::GIMPLE_LVEC);

/// `veclower2` for the pass table.
pub const VECLOWER2: Pass = Pass::tree("veclower2", execute)
    .gate(vectors_left)
    .requires(Prop::CFG_SSA)
    .provides(Prop::GIMPLE_LVEC)
    .todo(Todo::CLEANUP_CFG);

/// Whether vectors have not been lowered yet.
fn vectors_left(_: &Options, f: &Function) -> bool {
    !f.properties.intersects(Prop::GIMPLE_LVEC)
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut masks = Vec::new();
    let mut stores = false;
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            let mut lower =
                Lower { unit: cx.unit, options: cx.options, f, stmt, stores: false, spilled: None };
            lower.statement(&mut masks);
            stores |= lower.stores;
        }
    }
    remove_masks(f, masks);
    if stores {
        update_ssa::mark_virtuals(f);
        return Todo::UPDATE_SSA_ONLY_VIRTUALS;
    }
    Todo::NONE
}

/// Removes the comparisons whose conditionals have been lowered.
fn remove_masks(f: &mut Function, masks: Vec<SsaName>) {
    for mask in masks {
        if let Some(def) = f.names[mask].def.expand()
            && f.has_zero_uses(mask)
        {
            f.remove_stmt(def);
        }
    }
}

/// Lowers one statement; what it needs is put before it.
struct Lower<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    f: &'a mut Function,
    stmt: StmtId,
    /// A variable in memory was written.
    stores: bool,
    /// The vectors of a permutation as variables in memory.
    spilled: Option<[DeclId; 2]>,
}

/// How operands are cut: the type and size of the pieces.
#[derive(Clone, Copy)]
struct Piece {
    ty: TypeId,
    bits: u32,
}

impl Lower<'_> {
    fn statement(&mut self, masks: &mut Vec<SsaName>) {
        match &self.f.stmts[self.stmt].kind {
            &StmtKind::Assign { lhs, code, rhs } => self.assignment(lhs, code, rhs, masks),
            StmtKind::Call(call)
                if call.callee == Callee::Internal(InternalFn::VecConvert)
                    && call.lhs.is_some() =>
            {
                let (lhs, arg) = (call.lhs, call.args[0]);
                let value = self.convert_lanes(lhs, arg);
                self.finish(lhs, value);
            }
            _ => {}
        }
    }

    fn assignment(
        &mut self,
        lhs: Operand,
        code: TreeCode,
        rhs: [Operand; 3],
        masks: &mut Vec<SsaName>,
    ) {
        let ty = self.type_of(lhs);
        if matches!(code, TreeCode::Single | TreeCode::ViewConvert) || !self.is_vector(ty) {
            return;
        }
        let value = match code {
            TreeCode::VecCond => {
                masks.extend(rhs[0].ssa());
                self.conditional(ty, rhs)
            }
            TreeCode::VecPerm => self.permutation(ty, rhs),
            _ if code.is_comparison() && self.only_chooses(lhs) => {
                masks.extend(lhs.ssa());
                return;
            }
            _ => self.operation(ty, code, rhs),
        };
        if let Some(value) = value {
            self.finish(lhs, value);
        }
    }

    /// Whether a mask does nothing but choose between lanes: then the comparison is done there.
    fn only_chooses(&self, mask: Operand) -> bool {
        let Operand::Ssa(mask) = mask else { return false };
        self.f.use_stmts(mask).into_iter().all(|user| {
            matches!(self.f.stmts[user].kind,
                StmtKind::Assign { code: TreeCode::VecCond, rhs, .. }
                    if rhs[0] == Operand::Ssa(mask))
        })
    }

    /// An operation whose lanes have nothing to do with each other.
    fn operation(&mut self, ty: TypeId, code: TreeCode, rhs: [Operand; 3]) -> Option<Operand> {
        if code.arity() > 2 {
            return None;
        }
        if let Some(value) = self.uniform_operation(ty, code, rhs) {
            return Some(value);
        }
        let (a, b) = (rhs[0], rhs[1]);
        let (element, lanes) = self.unit.types.lanes(ty)?;
        let bits = self.bits(element);
        match code {
            TreeCode::Plus | TreeCode::Minus | TreeCode::Negate
                if self.unit.types.is_integral(element)
                    && self.unit.target.word_bits >= 4 * bits
                    && lanes >= 4 =>
            {
                self.in_parallel(ty, code, a, b)
            }
            TreeCode::BitAnd | TreeCode::BitIor | TreeCode::BitXor | TreeCode::BitNot => {
                self.in_parallel(ty, code, a, b)
            }
            _ if code.is_comparison() => self.comparison(ty, code, a, b),
            _ => self.piecewise(ty, Piece { ty: element, bits }, |lower, piece, position| {
                let operand = lower.operand_type(code, element, a);
                let x = lower.part(a, Piece { ty: operand, ..piece }, position);
                let y = lower.second(b, position);
                lower.build(code, piece.ty, [x, y, Operand::None])
            }),
        }
    }

    /// The lane of a second operand, which may be missing or, as a shift count, a scalar.
    fn second(&mut self, b: Operand, position: u64) -> Operand {
        if b.is_none() {
            return b;
        }
        let ty = self.type_of(b);
        match self.unit.types.lanes(ty) {
            Some((element, _)) => {
                let bits = self.bits(element);
                self.part(b, Piece { ty: element, bits }, position)
            }
            None => b,
        }
    }

    /// The type of the first operand's lanes.
    fn operand_type(&self, code: TreeCode, element: TypeId, a: Operand) -> TypeId {
        match code.arity() {
            1 => self.unit.types.element(self.type_of(a)).unwrap_or(element),
            _ => element,
        }
    }

    /// Operands all of whose lanes are the same: the operation is done once.
    fn uniform_operation(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        rhs: [Operand; 3],
    ) -> Option<Operand> {
        let (element, lanes) = self.unit.types.lanes(ty)?;
        let a = self.uniform(rhs[0])?;
        let same_mode = self.unit.types.size(self.type_of(a)) == self.unit.types.size(element)
            && self.unit.types.is_real(self.type_of(a)) == self.unit.types.is_real(element);
        if code.is_comparison() || !same_mode {
            return None;
        }
        let b = match rhs[1] {
            Operand::None => Operand::None,
            b if self.is_vector(self.type_of(b)) => self.uniform(b)?,
            b => b,
        };
        let value = self.build(code, element, [a, b, Operand::None]);
        Some(self.vector(ty, vec![value; lanes as usize]))
    }

    /// The value of all lanes of a vector, where it is known to be one (`ssa_uniform_vector_p`).
    fn uniform(&self, op: Operand) -> Option<Operand> {
        match op {
            Operand::Const(id) => match &self.unit.consts[id].value {
                ConstValue::Vector(lanes) if lanes.iter().all(|lane| *lane == lanes[0]) => {
                    Some(Operand::Const(lanes[0]))
                }
                _ => None,
            },
            Operand::Ssa(_) => {
                let elements = self.constructor(op)?;
                let lanes = self.unit.types.lanes(self.type_of(op))?.1 as usize;
                let first = elements.first()?.1;
                let same = elements.len() == lanes
                    && !self.is_vector(self.type_of(first))
                    && elements.iter().all(|&(_, value)| value == first);
                same.then_some(first)
            }
            _ => None,
        }
    }

    /// The elements an SSA name is put together of.
    fn constructor(&self, op: Operand) -> Option<&[(CtorIndex, Operand)]> {
        let def = self.f.names[op.ssa()?].def.expand()?;
        let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = self.f.stmts[def].kind else {
            return None;
        };
        match self.unit.trees.kind(rhs[0].tree()?) {
            TreeKind::Constructor(elements) => Some(elements),
            _ => None,
        }
    }

    /// A vector put together of pieces, which `make` makes in order.
    fn piecewise(
        &mut self,
        ty: TypeId,
        piece: Piece,
        mut make: impl FnMut(&mut Self, Piece, u64) -> Operand,
    ) -> Option<Operand> {
        let total = 8 * self.unit.types.size(ty)?;
        let step = u64::from(piece.bits.max(1));
        let values =
            (0..total / step).map(|index| make(self, piece, index * step)).collect::<Vec<_>>();
        Some(self.vector(ty, values))
    }

    /// The vector of these lanes: a constant where they are.
    fn vector(&mut self, ty: TypeId, values: Vec<Operand>) -> Operand {
        let constants: Option<Vec<_>> = values.iter().map(|value| value.constant()).collect();
        if let Some(lanes) = constants {
            let value = ConstValue::Vector(lanes.into());
            return Operand::Const(self.unit.consts.intern(Const { ty, value, overflow: false }));
        }
        let elements = values.into_iter().map(|value| (CtorIndex::None, value)).collect();
        Operand::Tree(self.unit.trees.add(TreeKind::Constructor(elements), ty))
    }

    /// A piece of a vector (`tree_vec_extract`).
    fn part(&mut self, op: Operand, piece: Piece, position: u64) -> Operand {
        let whole = self.unit.types.size(self.type_of(op)).map(|bytes| 8 * bytes);
        if let Some(value) = self.known_part(op, piece, position) {
            return value;
        }
        let kind = if position == 0 && whole == Some(piece.bits.into()) {
            TreeKind::ViewConvert(op)
        } else {
            TreeKind::BitFieldRef { base: op, size: piece.bits, pos: position }
        };
        let tree = Operand::Tree(self.unit.trees.add(kind, piece.ty));
        let main = self.unit.types.main_variant(piece.ty);
        // It is nowhere in the source.
        let mut at = Cursor::before(self.stmt);
        let ops = [tree, Operand::None, Operand::None];
        at.temporary(self.unit, self.f, main, TreeCode::Single, ops)
    }

    /// A piece of a constant, or a lane of what was put together of lanes.
    fn known_part(&mut self, op: Operand, piece: Piece, position: u64) -> Option<Operand> {
        let (element, lanes) = self.unit.types.lanes(self.type_of(op))?;
        let width = self.bits(element);
        let first = usize::try_from(position / u64::from(width.max(1))).ok()?;
        if let Operand::Const(id) = op {
            let ConstValue::Vector(all) = &self.unit.consts[id].value else { return None };
            let count = (piece.bits / width.max(1)) as usize;
            let picked = all.get(first..first + count)?.to_vec();
            let code = TreeCode::ViewConvert;
            if let [lane] = picked[..] {
                let lane = gimple::fold_const::const_unop(self.unit, code, piece.ty, lane)?;
                return Some(Operand::Const(lane));
            }
            let ty = self.unit.types.vector_of(element, count as u32);
            let value = ConstValue::Vector(picked.into());
            let id = self.unit.consts.intern(Const { ty, value, overflow: false });
            let value = gimple::fold_const::const_unop(self.unit, code, piece.ty, id)?;
            return Some(Operand::Const(value));
        }
        if piece.bits != width || first >= lanes as usize || lanes == 1 {
            return None;
        }
        let elements = self.constructor(op)?;
        if elements.iter().any(|&(_, value)| self.is_vector(self.type_of(value))) {
            return None;
        }
        match elements.get(first) {
            Some(&(_, value)) => Some(value),
            None => Some(Operand::Const(gimple::fold_const::zero(self.unit, piece.ty))),
        }
    }

    /// Gives the statement its new right-hand side.
    fn finish(&mut self, lhs: Operand, value: Operand) {
        let ty = self.type_of(lhs);
        let from = self.type_of(value);
        let mut value = value;
        if !useless_type_conversion(self.unit, ty, from) {
            if value.tree().is_some() {
                value = self.assign(TreeCode::Single, from, [value, Operand::None, Operand::None]);
            }
            value = self.view(ty, value);
        }
        edit::replace(self.unit, self.f, self.stmt, StmtKind::copy(lhs, value));
    }

    /// The bits of a value as another type.
    fn view(&mut self, ty: TypeId, value: Operand) -> Operand {
        if let Operand::Const(id) = value
            && let Some(id) =
                gimple::fold_const::const_unop(self.unit, TreeCode::ViewConvert, ty, id)
        {
            return Operand::Const(id);
        }
        let tree = Operand::Tree(self.unit.trees.add(TreeKind::ViewConvert(value), ty));
        let main = self.unit.types.main_variant(ty);
        self.assign(TreeCode::Single, main, [tree, Operand::None, Operand::None])
    }

    /// Before the statement, at its place in the source.
    fn here(&self) -> Cursor {
        Cursor::before(self.stmt).like(self.f, self.stmt)
    }

    /// `code ops`, folded where it can be (`gimplify_build`).
    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [Operand; 3]) -> Operand {
        self.here().fold((self.unit, self.options), self.f, ty, code, ops)
    }

    /// A new name for `code ops`, put before the statement.
    fn assign(&mut self, code: TreeCode, ty: TypeId, ops: [Operand; 3]) -> Operand {
        let main = self.unit.types.main_variant(ty);
        self.here().temporary(self.unit, self.f, main, code, ops)
    }

    fn emit(&mut self, lhs: Operand, code: TreeCode, rhs: [Operand; 3]) {
        self.here().assign(self.unit, self.f, lhs, code, rhs);
    }

    /// A variable in memory that holds a vector.
    fn spill(&mut self, value: Operand) -> DeclId {
        let ty = self.type_of(value);
        let name = self.unit.symbols.intern("vectmp");
        let mut decl = Decl::new(DeclKind::Var, Some(name), ty, Location::UNKNOWN);
        decl.set(gimple::decl::flag::ADDRESSABLE, true);
        decl.set(gimple::decl::flag::ARTIFICIAL, true);
        let var = self.unit.decls.push(decl);
        self.f.locals.push(var);
        self.emit(Operand::Decl(var), TreeCode::Single, [value, Operand::None, Operand::None]);
        self.stores = true;
        var
    }

    fn type_of(&self, op: Operand) -> TypeId {
        self.unit.type_of(self.f, op)
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        self.unit.types.lanes(ty).is_some()
    }

    /// The size of a scalar type in bits.
    fn bits(&self, ty: TypeId) -> u32 {
        8 * self.unit.types.size(ty).unwrap_or(1) as u32
    }
}
