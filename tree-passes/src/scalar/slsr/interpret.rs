//! What statements compute, as candidates: by themselves, and by what their operands are computed of.
//!
//! ```text
//!   _1 = s_5(D) * 2;        (s_5(D) + 0) * 2
//!   a_7 = _1 + c_6(D);      _1 + (1 * c_6(D))       and by what _1 is:  c_6(D) + (2 * s_5(D))
//! ```

use super::Slsr;
use super::candidates::{Candidate, Form, Kind, Number, Stride, consumed_by};
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use tree_ssa::analyses::int_cost;

/// Sums that a φ joins, or φs that it joins.
const MAX_SUMS: usize = 32;

/// Bits of the widest numbers looked at, and what steps and indices stay below, so that steps times differences of indices can
/// be computed.
const WIDEST: i64 = 64;
const LARGEST_STEP: i128 = 1 << 58;
const FARTHEST: i128 = 1 << 66;

fn is_step(by: i128) -> bool {
    by.abs() < LARGEST_STEP
}

impl Slsr<'_, '_> {
    /// Makes candidates of the φs and statements of a block.
    pub fn block(&mut self, block: BlockId) {
        let mut phi = self.f.blocks[block].phis.first;
        while phi.is_some() {
            if !self.f.is_virtual_phi(phi) {
                self.phi(phi);
            }
            phi = self.f.stmts[phi].next;
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            self.statement(stmt);
            stmt = self.f.stmts[stmt].next;
        }
    }

    fn statement(&mut self, stmt: StmtId) {
        let StmtKind::Assign { lhs, code, rhs } = self.f.stmts[stmt].kind else { return };
        if self.f.stmts[stmt].vuse.is_some() && code == TreeCode::Single {
            return self.reference(stmt, lhs, rhs[0]);
        }
        let ty = self.cx.unit.type_of(self.f, lhs);
        let types = &self.cx.unit.types;
        if lhs.ssa().is_none()
            || rhs[0].ssa().is_none()
            || !(types.is_integral(ty) || types.is_pointer(ty))
            || types.bits(ty).is_none_or(|bits| bits > WIDEST)
        {
            return;
        }
        let first = match code {
            TreeCode::Mult => self.product(stmt, rhs[0], rhs[1]),
            TreeCode::Plus | TreeCode::PointerPlus => self.sum(stmt, rhs[0], rhs[1], false),
            TreeCode::Minus => self.sum(stmt, rhs[0], rhs[1], true),
            TreeCode::Negate => Some(self.product_with_number(stmt, rhs[0], -1)),
            TreeCode::Nop => self.conversion(stmt, rhs[0], ty),
            TreeCode::Single => self.copy(stmt, rhs[0], ty),
            _ => None,
        };
        if let Some(first) = first {
            self.table.note(first);
        }
    }

    fn add(&mut self, stmt: StmtId, form: Form) -> Number {
        self.table.add(self.cx.unit, self.f, self.tree, stmt, form)
    }

    fn type_of(&self, op: Operand) -> TypeId {
        self.cx.unit.type_of(self.f, op)
    }

    fn plain(
        &self,
        kind: Kind,
        base: Operand,
        index: i128,
        stride: Stride,
        of_stride: TypeId,
    ) -> Form {
        Form {
            kind,
            base,
            index,
            stride,
            ty: self.type_of(base),
            stride_type: of_stride,
            savings: 0,
        }
    }

    /// What is saved if what defines an operand dies, as nothing else needs it.
    fn savings(&self, op: Operand, candidate: &Candidate) -> i32 {
        match op {
            Operand::Ssa(name) if self.f.has_single_use(name) => {
                candidate.savings + int_cost::of_statement(self.cx.unit, self.f, candidate.stmt)
            }
            _ => 0,
        }
    }

    /// The interpretations of what defines an operand, up to one by a φ.
    fn known(&self, op: Operand) -> impl Iterator<Item = &Candidate> {
        let first = self.table.defining(self.f, op);
        self.table.interpretations(first).take_while(|candidate| candidate.kind != Kind::Phi)
    }

    /// Two interpretations of one statement.
    fn link(&mut self, first: Option<Number>, second: Number) -> Option<Number> {
        if let Some(first) = first {
            self.table.get_mut(first).next = second;
            self.table.get_mut(second).first = first;
        }
        first.or(Some(second))
    }

    // Products.

    fn product(&mut self, stmt: StmtId, a: Operand, b: Operand) -> Option<Number> {
        match b {
            Operand::Ssa(_) if a == b => None,
            Operand::Ssa(_) => {
                let first = self.product_with_name(stmt, a, b);
                let second = self.product_with_name(stmt, b, a);
                self.link(Some(first), second)
            }
            _ => {
                let by = self.cx.unit.as_int(b).filter(|&by| is_step(by))?;
                Some(self.product_with_number(stmt, a, by))
            }
        }
    }

    /// `base * stride`; where the base is `b + i`, `(b + i) * stride`.
    fn product_with_name(&mut self, stmt: StmtId, base: Operand, stride: Operand) -> Number {
        let of_stride = self.type_of(stride);
        let Some(stride) = stride.ssa().map(Stride::Name) else { return 0 };
        let sum = self
            .known(base)
            .find(|known| known.kind == Kind::Add && known.stride == Stride::Number(1));
        let form = match sum {
            Some(known) => Form {
                kind: Kind::Mult,
                base: known.base,
                index: known.index,
                stride,
                ty: known.ty,
                stride_type: of_stride,
                savings: self.savings(base, known),
            },
            None => self.plain(Kind::Mult, base, 0, stride, of_stride),
        };
        self.add(stmt, form)
    }

    fn product_with_number(&mut self, stmt: StmtId, base: Operand, by: i128) -> Number {
        let sizetype = self.cx.unit.common.sizetype;
        let found = self.known(base).find_map(|known| {
            let (index, stride) = match (known.kind, known.stride) {
                (Kind::Mult, Stride::Number(own)) => {
                    let stride = own.checked_mul(by).filter(|&stride| is_step(stride))?;
                    (known.index, stride)
                }
                (Kind::Add, Stride::Number(1)) => (known.index, by),
                (Kind::Add, Stride::Number(own)) if known.index == 1 => (own, by),
                _ => return None,
            };
            Some(Form {
                kind: Kind::Mult,
                base: known.base,
                index,
                stride: Stride::Number(stride),
                ty: known.ty,
                stride_type: sizetype,
                savings: self.savings(base, known),
            })
        });
        let form =
            found.unwrap_or_else(|| self.plain(Kind::Mult, base, 0, Stride::Number(by), sizetype));
        self.add(stmt, form)
    }

    // Sums.

    fn sum(&mut self, stmt: StmtId, a: Operand, b: Operand, minus: bool) -> Option<Number> {
        if b.ssa().is_none() {
            let ty = self.type_of(b);
            // The step of a pointer is a number of bytes, which may be less than none.
            let signed = self.cx.unit.common.ssizetype;
            let by = self.cx.unit.as_int(b)?;
            let by = if ty == self.cx.unit.common.sizetype {
                self.cx.unit.types.wrap(signed, by)
            } else {
                by
            };
            return Some(self.sum_with_number(stmt, a, if minus { -by } else { by }));
        }
        let pointer = |op| self.cx.unit.types.is_pointer(self.cx.unit.type_of(self.f, op));
        let (a_points, b_points) = (pointer(a), pointer(b));
        let first = (!b_points).then(|| self.sum_with_name(stmt, a, b, minus));
        if a == b || minus || a_points {
            return first;
        }
        let second = self.sum_with_name(stmt, b, a, false);
        self.link(first, second)
    }

    /// `base + addend`; where the addend is `b * s`, `base + s * b`.
    fn sum_with_name(
        &mut self,
        stmt: StmtId,
        base: Operand,
        addend: Operand,
        minus: bool,
    ) -> Number {
        let sign = |index: i128| if minus { -index } else { index };
        let multiple =
            self.known(addend).find_map(|known| match (known.kind, known.stride, known.base) {
                (Kind::Mult, Stride::Number(index), Operand::Ssa(stride)) if known.index == 0 => {
                    Some(Form {
                        kind: Kind::Add,
                        base,
                        index: sign(index),
                        stride: Stride::Name(stride),
                        ty: self.type_of(base),
                        stride_type: known.ty,
                        savings: self.savings(addend, known),
                    })
                }
                _ => None,
            });
        let of_addend = self.type_of(addend);
        let name = addend.ssa().map_or(Stride::Number(0), Stride::Name);
        let copied = || {
            let same = |known: &&Candidate| {
                known.kind == Kind::Add && (known.index == 0 || known.stride == Stride::Number(0))
            };
            let known = self.known(base).find(same)?;
            Some(Form {
                kind: Kind::Add,
                base: known.base,
                index: sign(1),
                stride: name,
                ty: known.ty,
                stride_type: of_addend,
                savings: self.savings(base, known),
            })
        };
        let form = multiple
            .or_else(copied)
            .unwrap_or_else(|| self.plain(Kind::Add, base, sign(1), name, of_addend));
        self.add(stmt, form)
    }

    fn sum_with_number(&mut self, stmt: StmtId, base: Operand, by: i128) -> Number {
        let found = self.known(base).find_map(|known| {
            let Stride::Number(stride) = known.stride else { return None };
            if stride == 0 || by % stride != 0 {
                return None;
            }
            Some(Form {
                kind: known.kind,
                base: known.base,
                index: Some(known.index + by / stride).filter(|index| index.abs() < FARTHEST)?,
                stride: known.stride,
                ty: known.ty,
                stride_type: known.stride_type,
                savings: self.savings(base, known),
            })
        });
        let sizetype = self.cx.unit.common.sizetype;
        let form =
            found.unwrap_or_else(|| self.plain(Kind::Add, base, by, Stride::Number(1), sizetype));
        self.add(stmt, form)
    }

    // Conversions and copies.

    fn conversion(&mut self, stmt: StmtId, op: Operand, ty: TypeId) -> Option<Number> {
        let from = self.type_of(op);
        self.keeps_values(ty, from).then(|| self.copy(stmt, op, ty)).flatten()
    }

    /// Whether a conversion is that of each value to the same value, sums and products included (`legal_cast_p`).
    pub fn keeps_values(&self, to: TypeId, from: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let scalar = |ty| types.is_integral(ty) || types.is_pointer(ty);
        let all = self.cx.options.on(Flag::Wrapv);
        let wraps = |ty| types.is_integral(ty) && (all || types.is_unsigned(ty));
        let (Some(to_size), Some(from_size)) = (types.size(to), types.size(from)) else {
            return false;
        };
        let loses = to_size < from_size
            || wraps(from) && !wraps(to)
            || wraps(from) && wraps(to) && to_size != from_size;
        scalar(to) && scalar(from) && !loses
    }

    /// What is copied or converted is what its source is.
    fn copy(&mut self, stmt: StmtId, op: Operand, ty: TypeId) -> Option<Number> {
        let first = self.table.defining(self.f, op);
        if first.is_some_and(|first| self.table.get(first).kind != Kind::Phi) {
            let forms: Vec<Form> = self
                .table
                .interpretations(first)
                .map(|known| Form {
                    kind: known.kind,
                    base: known.base,
                    index: known.index,
                    stride: known.stride,
                    ty,
                    stride_type: known.stride_type,
                    savings: self.savings(op, known),
                })
                .collect();
            let mut made: Vec<Number> = Vec::new();
            for form in forms {
                let number = self.add(stmt, form);
                if let (Some(&before), Some(&first)) = (made.last(), made.first()) {
                    self.table.get_mut(before).next = number;
                    self.table.get_mut(number).first = first;
                }
                made.push(number);
            }
            return made.first().copied();
        }
        let sizetype = self.cx.unit.common.sizetype;
        let mut fresh = |kind| {
            let form = Form { ty, ..self.plain(kind, op, 0, Stride::Number(1), sizetype) };
            self.add(stmt, form)
        };
        let (first, second) = (fresh(Kind::Add), fresh(Kind::Mult));
        self.link(Some(first), second)
    }

    // φs.

    /// A φ all of whose arguments are sums of one name and numbers, in the loop of the φ (`slsr_process_phi`).
    fn phi(&mut self, phi: StmtId) {
        let block = self.f.stmts[phi].block;
        let home = self.f.block_info[block].loop_father;
        let (mut base, mut savings, mut sums) = (None, 0, 0);
        for arg in &self.f.phi(phi).args {
            let Operand::Ssa(name) = arg.value else { return };
            let (from, at) = match self.table.defining(self.f, arg.value) {
                Some(first) => {
                    let joins = |known: &&Candidate| matches!(known.kind, Kind::Add | Kind::Phi);
                    let Some(known) = self.table.interpretations(Some(first)).find(joins) else {
                        return;
                    };
                    if known.stride != Stride::Number(1) {
                        return;
                    }
                    if consumed_by(self.f, name, phi) {
                        savings += match known.kind {
                            Kind::Phi => known.savings,
                            _ => int_cost::of_statement(self.cx.unit, self.f, known.stmt),
                        };
                    }
                    sums += known.sums;
                    (known.base, self.f.stmts[known.stmt].block)
                }
                None if self.f.names[name].has(NameFlags::DEFAULT_DEF) => {
                    let Some(first) = self.f.single_succ(ENTRY) else { return };
                    (arg.value, self.f.edges[first].dst)
                }
                None => return,
            };
            if self.f.block_info[at].loop_father != home || base.is_some_and(|base| base != from) {
                return;
            }
            base = Some(from);
        }
        let Some(base) = base.filter(|_| sums <= MAX_SUMS) else { return };
        let sizetype = self.cx.unit.common.sizetype;
        let form = Form { savings, ..self.plain(Kind::Phi, base, 0, Stride::Number(1), sizetype) };
        let number = self.add(phi, form);
        self.table.get_mut(number).sums = sums;
        self.table.note(number);
    }

    // References.

    /// A reference to an element of what a pointer leads to (`slsr_process_ref`): `p_1->a[i_2 + 3]` is at
    /// `p_1 + i_2 * 4 + 12` and what the member's place adds.
    fn reference(&mut self, stmt: StmtId, lhs: Operand, rhs: Operand) {
        let writes = self.f.stmts[stmt].vdef.is_some();
        let place = if writes { lhs } else { rhs };
        if self.cx.unit.is_volatile_operand(place) {
            return;
        }
        let Some((base, index, stride, ty)) =
            element(self.cx.unit, self.f, place, &|op| self.moved(op))
        else {
            return;
        };
        let sizetype = self.cx.unit.common.sizetype;
        let form =
            Form { kind: Kind::Ref, base, index, stride, ty, stride_type: sizetype, savings: 0 };
        let number = self.add(stmt, form);
        self.table.note(number);
    }

    /// An index as another and a number (`backtrace_base_for_ref`).
    fn moved(&self, index: Operand) -> (Operand, i128) {
        let narrow = self.cx.unit.types.size(self.type_of(index));
        let whole = narrow >= self.cx.unit.types.size(self.cx.unit.common.sizetype);
        let unsigned = self.cx.unit.types.is_unsigned(self.type_of(index));
        if !whole && unsigned {
            return (index, 0);
        }
        let sum = self.known(index).find(|known| {
            known.kind == Kind::Add && known.stride == Stride::Number(1) && known.index != 0
        });
        sum.map_or((index, 0), |known| (known.base, known.index))
    }
}

/// The pointer that a reference starts from, its constant and its variable offset, and the type the pointer is followed as.
fn element(
    unit: &Unit,
    f: &Function,
    place: Operand,
    moved: &dyn Fn(Operand) -> (Operand, i128),
) -> Option<(Operand, i128, Stride, TypeId)> {
    let (mut op, mut constant, mut variable) = (place, 0i128, None);
    while let Operand::Tree(id) = op {
        op = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let field = unit.types.field(field);
                if field.is_bitfield || !field.bit_offset.is_multiple_of(8) {
                    return None;
                }
                constant += i128::from(field.byte_offset());
                base
            }
            TreeKind::ArrayRef { base, index } => {
                let size = i64::try_from(unit.types.size(unit.trees[id].ty)?).ok()?;
                match unit.as_int(index) {
                    Some(index) => {
                        constant = constant.checked_add(index.checked_mul(size.into())?)?;
                    }
                    None if variable.is_some() => return None,
                    None => {
                        let (index, more) = moved(index);
                        constant = constant.checked_add(more.checked_mul(size.into())?)?;
                        variable = Some(Stride::Offset(index, size));
                    }
                }
                base
            }
            TreeKind::MemRef { base: base @ Operand::Ssa(_), offset, alias_ptr } => {
                let pointer = unit.types.is_pointer(unit.type_of(f, base));
                i64::try_from(constant + i128::from(offset)).ok()?;
                return pointer.then_some((
                    base,
                    constant + i128::from(offset),
                    variable?,
                    alias_ptr,
                ));
            }
            _ => return None,
        };
    }
    None
}
