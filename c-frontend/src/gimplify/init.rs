//! Initialisation by constructors.
//!
//! ```text
//! int a[4] = { 1, 2, x };       a = {};
//!                               a[0] = 1;
//!                               a[1] = 2;
//!                               a[2] = x;
//! int b[4] = { 1, 2, 3, 4 };    b = *.LC0;
//! ```
//!
//! Whether the object is cleared first, copied from a constant in memory, or set element by element depends on how many
//! elements there are, and how many of them are not zero.

use super::{Gimplifier, Rhs};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::fold_const::is_zero;
use gimple::location::Location;
use gimple::stmt::Seq;
use gimple::tree::{CtorIndex, Operand, TreeKind, TreeNode};
use gimple::types::{ArrayDomain, FieldId, TypeId, TypeKind};

/// Constants of at most this size are copied from memory even where most of their elements are equal.
const MIN_UNIQUE_SIZE: u64 = 64;
/// Numbers of an initialiser that is copied element by element.
const MOST_CONSTANTS: usize = 1000;
/// With fewer distinct elements than one in so many, the constant is not put into memory.
const UNIQUE_NONZERO_RATIO: u64 = 8;

/// What there is to know of a constructor (`categorize_ctor_elements`).
#[derive(Clone, Copy)]
struct Contents {
    nonzero: u64,
    unique_nonzero: u64,
    scalars: u64,
    /// Every element is given.
    complete: bool,
    /// Every element is a constant or an address known at link time.
    constant: bool,
}

impl Gimplifier<'_> {
    /// `to = {…}`.
    pub(super) fn init_constructor(
        &mut self,
        to: ExprId,
        ctor: ExprId,
        is_init: bool,
        want: bool,
        seq: &mut Seq,
    ) -> Operand {
        let place = self.place(to, seq);
        let ExprKind::Constructor(elements) = self.kind(ctor).clone() else { return place };
        let ty = self.ty(ctor);
        if elements.is_empty() {
            self.clear(place, ty, seq);
            return place;
        }
        let contents = self.contents(ctor);
        if self.promote_to_static(place, ctor, &contents) {
            return place;
        }
        let cleared = self.is_cleared_first(ty, place, elements.len(), &contents);
        if !cleared && self.is_copied_from_memory(ty, place, &contents) {
            let source = self.constant_in_memory(ctor);
            self.assign(place, Rhs::single(source, ty), seq);
            return place;
        }
        if self.cx.unit.is_volatile_operand(place)
            && (contents.nonzero > 0 || !cleared)
            && elements.len() > 1
        {
            return self.init_volatile(place, ctor, seq);
        }
        let mut ctor = ctor;
        if contents.nonzero > 0 && !is_init {
            let original = ctor;
            ctor = self.evaluate_elements(ctor, place, seq);
            if let Some(entry) = self.substituted.last_mut().filter(|entry| entry.1 == original) {
                entry.1 = ctor;
            }
        }
        if cleared {
            self.clear(place, ty, seq);
        }
        if !cleared || contents.nonzero > 0 || self.cx.has_side_effects(ctor) {
            self.init_elements(place, ctor, cleared, seq);
        }
        let _ = want;
        place
    }

    /// A volatile object is written once, from a variable that is initialised before.
    fn init_volatile(&mut self, place: Operand, ctor: ExprId, seq: &mut Seq) -> Operand {
        let ty = self.cx.unit.types.main_variant(self.ty(ctor));
        let whole = self.variable(ty);
        let to = self.cx.decl_expr(whole, self.cx.exprs[ctor].loc);
        self.init_constructor(to, ctor, true, false, seq);
        self.assign(place, Rhs::single(Operand::Decl(whole), ty), seq);
        place
    }

    /// The initialiser of a variable that is only read, where the elements are set one by one if another variable is to be
    /// the same.
    pub(super) fn initializer_of_constant(&mut self, to: ExprId, from: ExprId) -> Option<ExprId> {
        let ExprKind::Decl(decl) = *self.kind(from) else { return None };
        let d = &self.cx.unit.decls[decl];
        let odd = flag::VOLATILE | flag::WEAK | flag::INTERPOSABLE;
        if d.kind != DeclKind::Var
            || !d.has(flag::READONLY)
            || d.flags & odd != 0
            || self.cx.exprs[to].has(expr_flag::VOLATILE)
        {
            return None;
        }
        let value = *self.cx.unit.initializers.get(&decl)?;
        let mut left = MOST_CONSTANTS;
        let ctor = self.constant_expr(value, self.cx.exprs[from].loc, &mut left)?;
        let ty = self.ty(ctor);
        let ExprKind::Constructor(elements) = self.kind(ctor) else { return None };
        let count = elements.len();
        if count == 0 || self.is_vector(ty) {
            return None;
        }
        let contents = self.contents(ctor);
        let place = Operand::None;
        let in_memory = !self.is_cleared_first(ty, place, count, &contents)
            && self.is_copied_from_memory(ty, place, &contents);
        (!in_memory).then_some(ctor)
    }

    /// A constant that is made of numbers, as an expression.
    fn constant_expr(&mut self, value: Operand, loc: Location, left: &mut usize) -> Option<ExprId> {
        *left = left.checked_sub(1)?;
        let id = match value {
            Operand::Const(id) => return Some(self.cx.const_expr(id, loc)),
            Operand::Tree(id) => id,
            _ => return None,
        };
        let TreeKind::Constructor(parts) = self.cx.unit.trees.kind(id).clone() else { return None };
        let ty = self.cx.unit.trees[id].ty;
        let mut elements = Vec::with_capacity(parts.len());
        for (index, part) in parts {
            elements.push((index, self.constant_expr(part, loc, left)?));
        }
        Some(self.cx.expr(ExprKind::Constructor(elements.into_boxed_slice()), ty, loc, 0))
    }

    /// `place = {}`.
    fn clear(&mut self, place: Operand, ty: TypeId, seq: &mut Seq) {
        let empty =
            Operand::Tree(self.cx.unit.trees.add(TreeKind::Constructor(Box::default()), ty));
        self.assign(place, Rhs::single(empty, ty), seq);
    }

    fn is_cleared_first(&self, ty: TypeId, place: Operand, elements: usize, c: &Contents) -> bool {
        if self.cx.unit.types.size(ty).is_none() {
            return false;
        }
        if !c.complete {
            return true;
        }
        let clear_ratio = if self.cx.options.optimize_size { 3 } else { 16 };
        if c.scalars - c.nonzero.min(c.scalars) > clear_ratio && c.nonzero < c.scalars / 4 {
            return true;
        }
        self.cx.unit.is_volatile_operand(place) && elements > 1 && c.nonzero == 0
    }

    fn is_copied_from_memory(&self, ty: TypeId, place: Operand, c: &Contents) -> bool {
        if !c.constant || !c.complete || c.nonzero == 0 {
            return false;
        }
        let Some(size) = self.cx.unit.types.size(ty) else { return false };
        let align = match place {
            Operand::Decl(decl) if self.cx.unit.decls[decl].align != 0 => {
                self.cx.unit.decls[decl].align
            }
            _ => self.cx.unit.types.align(ty),
        };
        size > 0
            && c.nonzero > 1
            && (c.unique_nonzero > c.nonzero / UNIQUE_NONZERO_RATIO || size <= MIN_UNIQUE_SIZE)
            && (size < c.nonzero || !self.moves_by_pieces(size, align))
    }

    /// Whether so few moves copy an object that they are done one by one.
    fn moves_by_pieces(&self, mut size: u64, align: u32) -> bool {
        let word = u64::from(self.cx.unit.target.word_bits / 8);
        let mut piece = word.min(u64::from(align.max(1)));
        let mut moves = 0;
        while piece > 0 && size > 0 {
            moves += size / piece;
            size %= piece;
            piece /= 2;
        }
        moves < 4
    }

    /// A constant aggregate that is only read needs no initialisation at run time: it becomes static.
    fn promote_to_static(&mut self, place: Operand, ctor: ExprId, c: &Contents) -> bool {
        let Operand::Decl(decl) = place else { return false };
        let d = &self.cx.unit.decls[decl];
        if !c.constant
            || c.nonzero <= 1
            || d.kind != DeclKind::Var
            || !d.has(flag::READONLY)
            || d.flags & (flag::ADDRESSABLE | flag::REGISTER | flag::STATIC | flag::VOLATILE) != 0
        {
            return false;
        }
        let Some(size) = self.cx.unit.types.size(self.ty(ctor)) else { return false };
        if c.unique_nonzero <= c.nonzero / UNIQUE_NONZERO_RATIO && size > MIN_UNIQUE_SIZE {
            return false;
        }
        let init = self.constant_operand(ctor);
        self.cx.unit.initializers.insert(decl, init);
        if self.cx.unit.decls[decl].name.is_none() {
            let name = self.numbered_name("C");
            self.cx.unit.decls[decl].name = Some(name);
        }
        self.cx.unit.decls[decl].set(flag::STATIC, true);
        self.cx.name_privately(decl);
        true
    }

    /// Sets the elements of an object one by one (`gimplify_init_ctor_eval`). Those that are zero are left out where the
    /// object has been cleared.
    fn init_elements(&mut self, place: Operand, ctor: ExprId, cleared: bool, seq: &mut Seq) {
        let ExprKind::Constructor(elements) = self.kind(ctor).clone() else { return };
        let ty = self.ty(ctor);
        for &(index, value) in elements.iter() {
            if cleared && self.is_zero_initializer(value) {
                continue;
            }
            match index {
                CtorIndex::Range(low, high) if low != high => {
                    self.init_range(place, ty, (low, high), value, cleared, seq);
                }
                CtorIndex::Field(field) if self.is_empty_field(field) => {}
                _ => {
                    let element = self.element_place(place, ty, index);
                    self.init_element(element, value, cleared, seq);
                }
            }
        }
    }

    fn is_empty_field(&self, field: FieldId) -> bool {
        let field = self.cx.unit.types.field(field);
        field.bit_size == 0 && self.cx.unit.types.size(field.ty) == Some(0)
    }

    fn init_element(&mut self, element: Operand, value: ExprId, cleared: bool, seq: &mut Seq) {
        let ty = self.ty(value);
        let is_vector = matches!(self.cx.unit.types.kind(ty), TypeKind::Vector { .. });
        if matches!(self.kind(value), ExprKind::Constructor(_)) && !is_vector {
            return self.init_elements(element, value, cleared, seq);
        }
        let to = self.operand_expr(element, value);
        let element_type = self.op_type(element);
        self.cx.exprs[to].ty = element_type;
        self.modify(to, value, true, false, seq);
    }

    fn element_place(&mut self, base: Operand, ty: TypeId, index: CtorIndex) -> Operand {
        let (kind, ty) = match index {
            CtorIndex::Field(field) => {
                let ty = self.cx.unit.types.field(field).ty;
                (TreeKind::ComponentRef { base, field }, ty)
            }
            CtorIndex::Index(at) | CtorIndex::Range(at, _) => {
                let element = self.cx.unit.types.element(ty).unwrap_or(ty);
                let sizetype = self.cx.unit.common.sizetype;
                let index = self.cx.unit.int(sizetype, at.into());
                (TreeKind::ArrayRef { base, index }, element)
            }
            CtorIndex::None => return base,
        };
        let volatile = self.cx.unit.is_volatile_operand(base);
        Operand::Tree(self.cx.unit.trees.add_node(TreeNode { kind, ty, volatile }))
    }

    /// Sets all elements of a range in a loop.
    fn init_range(
        &mut self,
        place: Operand,
        ty: TypeId,
        (low, high): (u64, u64),
        value: ExprId,
        cleared: bool,
        seq: &mut Seq,
    ) {
        let sizetype = self.cx.unit.common.sizetype;
        let entry = self.new_label();
        let exit = self.new_label();
        let counter = self.variable(sizetype);
        let low = self.cx.unit.int(sizetype, low.into());
        self.assign(Operand::Decl(counter), Rhs::single(low, sizetype), seq);
        self.emit_label(seq, entry);
        let element = self.cx.unit.types.element(ty).unwrap_or(ty);
        let kind = TreeKind::ArrayRef { base: place, index: Operand::Decl(counter) };
        let target = Operand::Tree(self.cx.unit.trees.add(kind, element));
        self.init_element(target, value, cleared, seq);
        let high = self.cx.unit.int(sizetype, high.into());
        let next = self.new_label();
        let kind = gimple::stmt::StmtKind::Cond {
            code: TreeCode::Eq,
            lhs: Operand::Decl(counter),
            rhs: high,
            true_label: exit,
            false_label: next,
        };
        self.emit(seq, kind);
        self.emit_label(seq, next);
        let one = self.cx.unit.int(sizetype, 1);
        let sum = Rhs::binary(TreeCode::Plus, sizetype, Operand::Decl(counter), one);
        self.assign(Operand::Decl(counter), sum, seq);
        self.emit_goto(seq, entry);
        self.emit_label(seq, exit);
    }

    /// Evaluates what an assignment (not an initialisation) reads before anything is written, since the object may be read
    /// itself. Constants stay.
    fn evaluate_elements(&mut self, ctor: ExprId, place: Operand, seq: &mut Seq) -> ExprId {
        let expr = self.cx.exprs[ctor].clone();
        let ExprKind::Constructor(mut elements) = expr.kind else { return ctor };
        for (_, value) in elements.iter_mut() {
            *value = match self.kind(*value) {
                ExprKind::Const(_) => *value,
                ExprKind::Constructor(_) => self.evaluate_elements(*value, place, seq),
                _ if self.is_constant_address(*value) => *value,
                _ => self.evaluate_element(*value, place, seq),
            };
        }
        self.cx.exprs.add(ExprKind::Constructor(elements), expr.ty, expr.loc, expr.flags)
    }

    fn evaluate_element(&mut self, value: ExprId, place: Operand, seq: &mut Seq) -> ExprId {
        let expr = self.cx.exprs[value].clone();
        let op = if self.is_register_type(expr.ty) {
            self.val(value, seq)
        } else {
            let object = self.place(value, seq);
            if matches!(object, Operand::Decl(_)) || !self.may_overlap(object, place) {
                object
            } else {
                self.temp(Rhs::single(object, expr.ty), seq)
            }
        };
        let copy = self.cx.exprs.add(ExprKind::Save(value), expr.ty, expr.loc, expr.flags);
        self.saved.insert(copy, op);
        copy
    }

    fn may_overlap(&self, a: Operand, b: Operand) -> bool {
        let trees = &self.cx.unit.trees;
        match (trees.base_address(a), trees.base_address(b)) {
            (Operand::Decl(a), Operand::Decl(b)) => a == b,
            _ => true,
        }
    }

    // Facts about constructors.

    fn contents(&self, ctor: ExprId) -> Contents {
        let mut c =
            Contents { nonzero: 0, unique_nonzero: 0, scalars: 0, complete: true, constant: true };
        let ExprKind::Constructor(elements) = self.kind(ctor) else { return c };
        let ty = self.ty(ctor);
        let mut given = 0u64;
        let mut last_type = None;
        for &(index, value) in elements.iter() {
            let times = match index {
                CtorIndex::Range(low, high) => (high - low).saturating_add(1),
                _ => 1,
            };
            given = given.saturating_add(times);
            let value_type = self.ty(value);
            last_type = Some(match index {
                CtorIndex::Field(field) => self.cx.unit.types.field(field).ty,
                _ => value_type,
            });
            let one = self.element_contents(value);
            c.nonzero = c.nonzero.saturating_add(times.saturating_mul(one.nonzero));
            c.unique_nonzero = c.unique_nonzero.saturating_add(one.unique_nonzero);
            c.scalars = c.scalars.saturating_add(times.saturating_mul(one.scalars));
            c.complete &= one.complete;
            c.constant &= one.constant;
        }
        c.complete &= self.is_complete(ty, given, last_type);
        c
    }

    fn element_contents(&self, value: ExprId) -> Contents {
        let scalars = |nonzero: u64, scalars: u64, constant: bool| Contents {
            nonzero,
            unique_nonzero: nonzero,
            scalars,
            complete: true,
            constant,
        };
        match self.kind(value) {
            ExprKind::Constructor(_) => self.contents(value),
            ExprKind::Const(id) => match &self.cx.unit.consts[*id].value {
                ConstValue::String(bytes) => scalars(bytes.len() as u64, bytes.len() as u64, true),
                ConstValue::Complex(re, im) => {
                    let nonzero = |id| u64::from(!is_zero(&self.cx.unit, id));
                    scalars(nonzero(*re) + nonzero(*im), 2, true)
                }
                ConstValue::Vector(lanes) => {
                    let nonzero = lanes.iter().filter(|&&id| !is_zero(&self.cx.unit, id)).count();
                    scalars(nonzero as u64, lanes.len() as u64, true)
                }
                _ => scalars(u64::from(!self.is_positive_zero(*id)), 1, true),
            },
            _ => {
                let count = self.count_scalars(self.ty(value));
                scalars(count, count, self.is_constant_address(value))
            }
        }
    }

    fn is_positive_zero(&self, id: gimple::constant::ConstId) -> bool {
        match self.cx.unit.consts[id].value {
            ConstValue::Real(bits) => bits.0 == 0,
            _ => is_zero(&self.cx.unit, id),
        }
    }

    /// Whether an initialiser sets all bits to zero (`initializer_zerop`).
    fn is_zero_initializer(&self, value: ExprId) -> bool {
        match self.kind(value) {
            ExprKind::Const(id) => match &self.cx.unit.consts[*id].value {
                ConstValue::String(bytes) => bytes.iter().all(|&byte| byte == 0),
                ConstValue::Complex(re, im) => {
                    self.is_positive_zero(*re) && self.is_positive_zero(*im)
                }
                ConstValue::Vector(lanes) => lanes.iter().all(|&id| self.is_positive_zero(id)),
                _ => self.is_positive_zero(*id),
            },
            ExprKind::Constructor(elements) => {
                elements.iter().all(|&(_, value)| self.is_zero_initializer(value))
            }
            _ => false,
        }
    }

    /// How many scalars an object of the type holds (`count_type_elements`).
    fn count_scalars(&self, ty: TypeId) -> u64 {
        let types = &self.cx.unit.types;
        match types.kind(ty) {
            TypeKind::Array { element, domain: ArrayDomain::Count(n) } => {
                n.saturating_mul(self.count_scalars(*element))
            }
            TypeKind::Record { fields, .. } => fields
                .iter()
                .map(|&field| self.count_scalars(types.field(field).ty))
                .fold(0, u64::saturating_add),
            TypeKind::Vector { lanes, .. } => (*lanes).into(),
            TypeKind::Complex(_) => 2,
            _ => 1,
        }
    }

    /// Whether a constructor with so many elements leaves none out (`complete_ctor_at_level_p`).
    fn is_complete(&self, ty: TypeId, given: u64, last: Option<TypeId>) -> bool {
        let types = &self.cx.unit.types;
        match types.kind(ty) {
            TypeKind::Union { .. } => last.is_some_and(|last| types.size(last) == types.size(ty)),
            TypeKind::Array { domain: ArrayDomain::Count(n), .. } => *n == given,
            TypeKind::Array { .. } => false,
            TypeKind::Record { fields, .. } => {
                let flexible = fields.last().is_some_and(|&field| {
                    let ty = types.field(field).ty;
                    matches!(types.kind(ty), TypeKind::Array { domain: ArrayDomain::Unknown, .. })
                });
                let unnamed = self.cx.with_unnamed_bits.contains(&types.main_variant(ty));
                !unnamed && fields.len() as u64 - u64::from(flexible) == given
            }
            TypeKind::Vector { lanes, .. } => u64::from(*lanes) == given,
            _ => true,
        }
    }

    /// Whether the value is an address known at link time, or arithmetic on one.
    fn is_constant_address(&self, value: ExprId) -> bool {
        let mut e = value;
        loop {
            let types = &self.cx.unit.types;
            match *self.kind(e) {
                ExprKind::Const(_) | ExprKind::LabelAddr(_) => return true,
                ExprKind::Addr(object) => return self.is_static_object(object),
                ExprKind::NonLvalue(inner) => e = inner,
                ExprKind::Unary(TreeCode::Nop, inner) => {
                    let scalar = types.is_pointer(self.ty(e)) || types.is_integral(self.ty(e));
                    if !scalar || types.size(self.ty(e)) != types.size(self.ty(inner)) {
                        return false;
                    }
                    e = inner;
                }
                ExprKind::Binary(TreeCode::PointerPlus, pointer, offset)
                    if matches!(self.kind(offset), ExprKind::Const(_)) =>
                {
                    e = pointer;
                }
                _ => return false,
            }
        }
    }

    fn is_static_object(&self, mut e: ExprId) -> bool {
        loop {
            match *self.kind(e) {
                ExprKind::Const(_) => return true,
                ExprKind::Decl(decl) => {
                    let d = &self.cx.unit.decls[decl];
                    return d.is_global() && !d.has(flag::THREAD_LOCAL);
                }
                ExprKind::CompoundLiteral(decl, _) => {
                    return self.cx.unit.decls[decl].has(flag::STATIC);
                }
                ExprKind::Component(base, _) => e = base,
                ExprKind::ArrayRef(base, index) => {
                    if self.cx.int_value(index).is_none() {
                        return false;
                    }
                    e = base;
                }
                _ => return false,
            }
        }
    }

    // Constants in memory.

    /// The object that holds a constant, `*.LC0`, as one of the constant's type: equal constants share an object
    /// (`tree_output_constant_def`), and what it was made for may be of another sign.
    fn constant_in_memory(&mut self, ctor: ExprId) -> Operand {
        let ty = self.ty(ctor);
        let decl = self.shared_constant(ctor, ty);
        if self.is_useless(ty, self.cx.unit.decls[decl].ty) {
            return Operand::Decl(decl);
        }
        let kind = TreeKind::ViewConvert(Operand::Decl(decl));
        Operand::Tree(self.cx.unit.trees.add_node(TreeNode { kind, ty, volatile: false }))
    }

    fn shared_constant(&mut self, ctor: ExprId, ty: TypeId) -> DeclId {
        let value = self.constant_operand(ctor);
        let flags = gimple::print::Flags::UID;
        let text = gimple::print::operand_text(&self.cx.unit, &self.f, value, flags);
        let types = &self.cx.unit.types;
        let elements = self.constant_elements(ty);
        let key = format!("{:?} {} {elements} {text}", types.size(ty), types.align(ty));
        if let Some(&decl) = self.cx.constant_pool.get(&key) {
            return decl;
        }
        let number = self.cx.constant_pool.len();
        let decl = self.pool_decl(number, ty);
        self.cx.unit.initializers.insert(decl, value);
        self.cx.constant_pool.insert(key, decl);
        decl
    }

    /// What tells apart constants that are written alike: the structure or union it is made of, the width of numbers.
    fn constant_elements(&self, mut ty: TypeId) -> String {
        let types = &self.cx.unit.types;
        while let TypeKind::Array { element, .. } = types.kind(ty) {
            ty = *element;
        }
        match types.kind(ty) {
            TypeKind::Record { .. } | TypeKind::Union { .. } => {
                format!("{:?}", types.main_variant(ty))
            }
            _ => format!("{:?} {}", types.size(ty), types.is_real(ty)),
        }
    }

    fn pool_decl(&mut self, number: usize, ty: TypeId) -> DeclId {
        let name = self.cx.unit.symbols.intern(&format!("*.LC{number}"));
        let label = self.cx.unit.symbols.intern(&format!(".LC{number}"));
        let mut decl = Decl::new(DeclKind::Var, Some(name), ty, Location::default());
        decl.flags =
            flag::STATIC | flag::READONLY | flag::ARTIFICIAL | flag::IGNORED | flag::CONST_POOL;
        decl.extra_mut().assembler_name = Some(label);
        self.cx.new_decl(decl)
    }

    /// A constant initialiser as an operand.
    fn constant_operand(&mut self, e: ExprId) -> Operand {
        let expr = self.cx.exprs[e].clone();
        let kind = match expr.kind {
            ExprKind::Const(id) => return Operand::Const(id),
            ExprKind::Decl(decl) => return Operand::Decl(decl),
            ExprKind::NonLvalue(inner) => return self.constant_operand(inner),
            ExprKind::Constructor(elements) => TreeKind::Constructor(
                elements.iter().map(|&(at, value)| (at, self.constant_operand(value))).collect(),
            ),
            ExprKind::Addr(object) => TreeKind::Addr(self.constant_operand(object)),
            ExprKind::LabelAddr(label) => {
                self.cx.unit.decls[label].set(flag::FORCED_LABEL, true);
                self.f.has_forced_label = true;
                TreeKind::Addr(Operand::Decl(label))
            }
            ExprKind::CompoundLiteral(decl, _) => return Operand::Decl(decl),
            ExprKind::Component(base, field) => {
                TreeKind::ComponentRef { base: self.constant_operand(base), field }
            }
            ExprKind::ArrayRef(base, index) => TreeKind::ArrayRef {
                base: self.constant_operand(base),
                index: self.constant_operand(index),
            },
            ExprKind::Unary(code, inner) => {
                let inner_type = self.ty(inner);
                let inner = self.constant_operand(inner);
                if self.is_useless(expr.ty, inner_type) {
                    return inner;
                }
                TreeKind::Expr { code, args: [inner, Operand::None] }
            }
            ExprKind::Binary(code, a, b) => {
                let args = [self.constant_operand(a), self.constant_operand(b)];
                TreeKind::Expr { code, args }
            }
            _ => return self.zero(self.cx.unit.common.int),
        };
        let volatile = expr.flags & expr_flag::VOLATILE != 0;
        Operand::Tree(self.cx.unit.trees.add_node(TreeNode { kind, ty: expr.ty, volatile }))
    }

    /// The initialiser of a compound literal as dumps show it, where it is made of constants and values.
    pub(super) fn shown_initializer(&mut self, init: ExprId) -> Option<Operand> {
        let ty = self.ty(init);
        let kind = match self.kind(init) {
            ExprKind::Const(id) => return Some(Operand::Const(*id)),
            ExprKind::Decl(decl) => return Some(Operand::Decl(*decl)),
            ExprKind::Save(_) => return self.saved.get(&init).copied(),
            ExprKind::Constructor(elements) => {
                let elements = elements.clone();
                let shown: Option<Box<[_]>> = elements
                    .iter()
                    .map(|&(at, value)| Some((at, self.shown_initializer(value)?)))
                    .collect();
                TreeKind::Constructor(shown?)
            }
            _ => return None,
        };
        Some(Operand::Tree(self.cx.unit.trees.add(kind, ty)))
    }
}
