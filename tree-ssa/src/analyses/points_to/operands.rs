//! What operands stand for in constraints.

use super::constraints::{Builder, Expr, Exprs, Form, UNKNOWN};
use super::variables::{self, ANYTHING, INTEGER, NONLOCAL, NULL, STRING, UNKNOWN_SIZE, var_flag};
use crate::analyses::alias::Access;
use crate::analyses::alias::Base;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::ssa::{NameFlags, SsaName};
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::TypeKind;
use smallvec::smallvec;

impl Builder<'_> {
    /// The value of an operand, or the place it names where it is assigned to.
    pub fn value_of(&mut self, op: Operand) -> Exprs {
        self.expressions(op, false)
    }

    /// The address of what an operand names.
    pub fn address_of(&mut self, object: Operand) -> Exprs {
        let mut all = self.expressions(object, true);
        for one in &mut all {
            one.form = if one.form == Form::Deref { Form::Scalar } else { Form::Address };
        }
        all
    }

    /// What a pointer and a number of bytes, if it is known, add up to.
    pub fn offset_by(&mut self, pointer: Operand, bytes: Option<i128>) -> Exprs {
        let mut all = self.value_of(pointer);
        if !self.settings.by_field() {
            return all;
        }
        let bits = bytes.and_then(|bytes| i64::try_from(bytes).ok()?.checked_mul(8));
        let bits = bits.unwrap_or(UNKNOWN);
        if bits == 0 {
            return all;
        }
        for index in 0..all.len() {
            let one = all[index];
            let of = &self.vars[one.var];
            match one.form {
                Form::Scalar | Form::Deref => all[index].offset = bits,
                Form::Address if of.has(var_flag::FULL) => {}
                Form::Address if bits == UNKNOWN => {
                    let fields = self.vars.from(of.head).filter(|&field| field != one.var);
                    all.extend(fields.map(Expr::address).collect::<Exprs>());
                }
                Form::Address => {
                    let mut fields = self.vars.shifted(one.var, bits).map(Expr::address);
                    all[index] = fields.next().expect("an object has a field at least");
                    let others: Exprs = fields.collect();
                    all.extend(others);
                }
            }
        }
        all
    }

    /// As [`Builder::offset_by`] with an offset that is not known.
    pub fn anywhere_in(&mut self, pointer: Operand) -> Exprs {
        self.offset_by(pointer, None)
    }

    /// What expressions point to.
    pub fn dereference(&mut self, all: &mut Exprs) {
        for one in all {
            match one.form {
                Form::Scalar => one.form = Form::Deref,
                Form::Address => one.form = Form::Scalar,
                Form::Deref => {
                    let middle = self.vars.temporary("dereftmp");
                    self.constrain(Expr::scalar(middle), *one);
                    one.var = middle;
                }
            }
        }
    }

    fn expressions(&mut self, op: Operand, addressed: bool) -> Exprs {
        match op {
            Operand::Ssa(name) => smallvec![self.name(name)],
            Operand::Decl(decl) => self.declaration(decl, addressed),
            Operand::Const(id) => {
                let null = if self.settings.null_is_no_object { NULL } else { NONLOCAL };
                smallvec![match &self.unit.consts[id].value {
                    ConstValue::Int(0) => Expr::address(null),
                    ConstValue::String(_) => Expr::scalar(STRING),
                    // No automatic variable is known to a constant.
                    _ => Expr::address(NONLOCAL),
                }]
            }
            Operand::Tree(id) => self.tree(op, id, addressed),
            Operand::None => smallvec![Expr::address(ANYTHING)],
        }
    }

    fn name(&mut self, name: SsaName) -> Expr {
        let data = &self.f.names[name];
        if data.has(NameFlags::DEFAULT_DEF)
            && let Some(var) = data.var.expand()
        {
            let decl = &self.unit.decls[var];
            if matches!(decl.kind, DeclKind::Parm | DeclKind::Result) {
                return Expr::scalar(self.of_decl(var));
            }
            if !decl.has(flag::HARD_REGISTER) {
                return Expr::scalar(NULL);
            }
        }
        Expr::scalar(self.of_name(name))
    }

    fn declaration(&mut self, decl: DeclId, addressed: bool) -> Exprs {
        let mut all = Exprs::new();
        let data = &self.unit.decls[decl];
        if addressed && data.kind == DeclKind::Var && data.is_global() {
            if data.extra.as_ref().is_some_and(|extra| extra.alias.is_some()) {
                // Another name for an object that others may point to.
                all.push(Expr::scalar(NONLOCAL));
            } else if data.has(flag::WEAK) && data.has(flag::EXTERNAL) {
                all.push(Expr::scalar(NULL));
            }
        }
        let first = self.of_decl(decl);
        if addressed || self.vars[first].has(var_flag::FULL) {
            all.push(Expr::scalar(first));
        } else {
            all.extend(self.vars.from(first).map(Expr::scalar));
        }
        all
    }

    fn tree(&mut self, op: Operand, id: TreeId, addressed: bool) -> Exprs {
        match *self.unit.trees.kind(id) {
            TreeKind::Addr(object) => self.address_of(object),
            TreeKind::MemRef { base, offset, .. } => self.memory(id, base, offset, addressed),
            TreeKind::ViewConvert(inner) => self.expressions(inner, addressed),
            TreeKind::ComponentRef { .. }
            | TreeKind::PlacedComponentRef { .. }
            | TreeKind::ArrayRef { .. }
            | TreeKind::SizedArrayRef { .. }
            | TreeKind::BitFieldRef { .. }
            | TreeKind::Realpart(_)
            | TreeKind::Imagpart(_) => self.part(op, addressed),
            TreeKind::Constructor(ref elements) => {
                if elements.is_empty() {
                    let null = if self.settings.null_is_no_object { NULL } else { NONLOCAL };
                    return smallvec![Expr::address(null)];
                }
                let elements: Vec<Operand> = elements.iter().map(|entry| entry.1).collect();
                elements.iter().flat_map(|&op| self.expressions(op, addressed)).collect()
            }
            _ => smallvec![Expr::address(ANYTHING)],
        }
    }

    /// `MEM[base + offset]`.
    fn memory(&mut self, id: TreeId, base: Operand, offset: i64, addressed: bool) -> Exprs {
        let mut all = self.offset_by(base, Some(offset.into()));
        self.dereference(&mut all);
        let ty = self.unit.trees[id].ty;
        let Some(last) = all.last_mut().filter(|_| !addressed) else { return all };
        if last.form == Form::Deref {
            if matches!(self.unit.types.kind(ty), TypeKind::Record { .. }) {
                // Which fields these are is seen when the objects are known.
                last.offset = UNKNOWN;
            }
            return all;
        }
        let first = last.var;
        if !self.vars[first].has(var_flag::FULL) {
            let from = self.vars[first].offset;
            let size = self.unit.types.bits(ty).map_or(UNKNOWN_SIZE, |bits| bits as u64);
            let covered = |&field: &u32| self.vars[field].offset - from < size;
            all.extend(self.vars.from(first).skip(1).take_while(covered).map(Expr::scalar));
        }
        all
    }

    /// A reference to a part of something.
    fn part(&mut self, op: Operand, addressed: bool) -> Exprs {
        let base = self.unit.trees.base_address(op);
        if let Operand::Ssa(_) | Operand::Const(_) = base {
            let all = self.expressions(base, true);
            let plain = all.iter().all(|one| one.form == Form::Scalar);
            return if plain { all } else { smallvec![Expr::scalar(ANYTHING)] };
        }
        let access = Access::of(self.unit, self.f, op);
        let known = access.is_exact();
        match access.base {
            Base::Decl(decl) => {
                let mut all = self.declaration(decl, true);
                let first = all.pop().expect("a variable at least");
                all.retain(|one| one.var == NONLOCAL);
                all.extend(self.part_of_variable(first.var, &access, addressed));
                all
            }
            Base::Pointer(pointer) if self.unit.is_zero(pointer) => {
                smallvec![Expr::scalar(INTEGER)]
            }
            Base::Pointer(pointer) => {
                let mut all = self.value_of(pointer);
                self.dereference(&mut all);
                let aggregate = self.unit.types.is_aggregate(self.unit.type_of(self.f, op));
                for one in &mut all {
                    match one.form {
                        Form::Deref if !known || aggregate || one.offset == UNKNOWN => {
                            one.offset = UNKNOWN;
                        }
                        Form::Deref => one.offset += access.offset,
                        // What is at an address that is a constant.
                        _ => {}
                    }
                }
                all
            }
            Base::Unknown => smallvec![Expr::scalar(ANYTHING)],
        }
    }

    /// The fields of a variable that an access may touch; with `addressed` the first of them.
    fn part_of_variable(&self, first: u32, access: &Access, addressed: bool) -> Exprs {
        if self.vars[first].has(var_flag::FULL) {
            return smallvec![Expr::scalar(first)];
        }
        let (from, whole) = (access.offset, self.vars[first].full_size as i64);
        if !(0..whole).contains(&from) || access.max_size == Some(0) {
            // Nothing is accessed there, though an address may be computed.
            return smallvec![Expr::scalar(first)];
        }
        let end = access.max_size.map_or(i64::MAX, |size| from.saturating_add(size));
        let touched = |&field: &u32| {
            let field = &self.vars[field];
            (field.offset as i64) < end && field.offset.saturating_add(field.size) as i64 > from
        };
        let fields = self.vars.from(first).filter(touched);
        let mut all: Exprs =
            fields.map(Expr::scalar).take(if addressed { 1 } else { usize::MAX }).collect();
        if all.is_empty() {
            let last = self.vars.from(first).last().unwrap_or(variables::NO_VARIABLE);
            all.push(Expr::scalar(if addressed { last } else { ANYTHING }));
        }
        all
    }
}
