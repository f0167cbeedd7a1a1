//! Translation of values and assignments.

use super::code::*;
use super::compile::{Compiler, Label};
use super::compile_memory::Location;
use super::shape::Shape;
use crate::code::TreeCode;
use crate::constant::{ConstId, ConstValue};
use crate::tree::{Operand, TreeKind};
use crate::types::TypeId;

impl Compiler<'_, '_> {
    /// A source that holds an operand's value.
    pub fn value(&mut self, op: Operand) -> Src {
        match op {
            Operand::None => self.constant(0),
            Operand::Ssa(name) => self.name_slot(name),
            Operand::Const(id) => self.constant_value(id),
            Operand::Decl(decl) => {
                if let Some(address) = self.code_address(decl) {
                    return self.constant(address);
                }
                if let Some(Place::Slot(slot)) = self.place(decl) {
                    return slot;
                }
                self.loaded(op)
            }
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Addr(object) => {
                    let (base, off) = self.address(object);
                    self.lea(base, off)
                }
                TreeKind::Expr { code, args } => {
                    let ty = self.unit.trees[id].ty;
                    let d = self.temp(self.shape(ty).slots());
                    let args = [args[0], args[1], Operand::None];
                    self.operation(d, ty, code, &args);
                    d
                }
                TreeKind::Constructor(_) => {
                    let ty = self.unit.trees[id].ty;
                    let d = self.temp(self.shape(ty).slots());
                    self.vector_constructor(d, id, ty);
                    d
                }
                // No references: `locate` would ask for their values again. [`Self::call`] takes unnamed arguments of a size apart.
                TreeKind::WithSize { .. } | TreeKind::VaArgPack | TreeKind::DebugTemp(_) => {
                    self.unsupported("argument whose size is not constant");
                    self.constant(0)
                }
                _ => self.loaded(op),
            },
        }
    }

    fn loaded(&mut self, op: Operand) -> Src {
        let ty = self.type_of(op);
        let d = self.temp(self.shape(ty).slots());
        let location = self.locate(op);
        self.load(d, location, ty);
        d
    }

    fn lea(&mut self, base: Src, off: i64) -> Src {
        if off == 0 {
            return base;
        }
        if base & CONST != 0 {
            let value = self.code.consts[(base & !CONST) as usize];
            return self.constant(value.wrapping_add(off as u64));
        }
        let d = self.temp(1);
        self.emit(Op::Lea { d, base, off });
        d
    }

    fn constant_value(&mut self, id: ConstId) -> Src {
        if let ConstValue::String(_) = self.unit.consts[id].value {
            // A string where a pointer is meant.
            return match self.machine.string_address(id) {
                Ok(address) => self.constant(address),
                Err(kind) => {
                    self.fail(kind);
                    self.constant(0)
                }
            };
        }
        let words = super::value::constant_slots(self.unit, id);
        self.constants(&words)
    }

    /// `lhs = code rhs…`.
    pub fn assign(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        let ty = self.type_of(lhs);
        if is_clobber(self, rhs[0]) {
            return self.end_object(lhs, ty);
        }
        let shape = self.shape(ty);
        match shape {
            Shape::None => {}
            Shape::Aggregate { .. } => {
                // A copy of something with no size of its own (`*p = {}`) has that of the left-hand side.
                let (base, off) = self.address(lhs);
                self.store_value(base, off, rhs[0], ty);
            }
            _ => match self.register(lhs) {
                Some(d) => self.compute(d, ty, code, rhs),
                None => {
                    let s = if code == TreeCode::Single {
                        self.value(rhs[0])
                    } else {
                        let d = self.temp(shape.slots());
                        self.operation(d, ty, code, rhs);
                        d
                    };
                    let location = self.locate(lhs);
                    self.store(location, s, ty);
                }
            },
        }
    }

    /// `lhs = {CLOBBER}`. The result outlives the variable that `nrv` has put in its place.
    fn end_object(&mut self, lhs: Operand, ty: TypeId) {
        if self.register(lhs).is_none()
            && lhs != Operand::Decl(self.f.result)
            && let Some(bytes) = self.unit.types.size(ty)
        {
            let (base, off) = self.address(lhs);
            self.emit(Op::End { base, off, bytes });
        }
    }

    /// The slot that an operand is, if it is a register.
    pub fn register(&mut self, op: Operand) -> Option<u32> {
        match op {
            Operand::Ssa(name) => Some(self.name_slot(name)),
            Operand::Decl(decl) => match self.place(decl) {
                Some(Place::Slot(slot)) => Some(slot),
                _ => None,
            },
            _ => None,
        }
    }

    fn compute(&mut self, d: u32, ty: TypeId, code: TreeCode, rhs: &[Operand; 3]) {
        if code != TreeCode::Single {
            return self.operation(d, ty, code, rhs);
        }
        match rhs[0] {
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Addr(_) => {
                    let s = self.value(rhs[0]);
                    self.copy_slots(d, s, 1);
                }
                TreeKind::Expr { code, args } => {
                    self.operation(d, ty, code, &[args[0], args[1], Operand::None]);
                }
                TreeKind::Constructor(_) => self.vector_constructor(d, id, ty),
                _ => {
                    let from = self.unit.trees[id].ty;
                    let location = self.locate(rhs[0]);
                    self.load(d, location, from);
                }
            },
            Operand::Decl(decl) if self.register(rhs[0]).is_none() => {
                match self.code_address(decl) {
                    Some(address) => {
                        let s = self.constant(address);
                        self.copy_slots(d, s, 1);
                    }
                    None => {
                        let from = self.unit.decls[decl].ty;
                        let (base, off) = self.address(rhs[0]);
                        self.load(d, Location { base, off, bits: None }, from);
                    }
                }
            }
            op => {
                let s = self.value(op);
                let n = self.shape(ty).slots();
                self.copy_slots(d, s, n);
            }
        }
    }

    /// A conditional jump.
    pub fn branch(&mut self, code: TreeCode, lhs: Operand, rhs: Operand, to: Label, or: Label) {
        let ty = self.type_of(lhs);
        match self.shape(ty) {
            Shape::Int { norm, .. } => {
                let (a, b) = (self.value(lhs), self.value(rhs));
                if let Some(cc) = super::compile_op::condition(code, norm.unsigned) {
                    return self.emit(Op::Branch { a, b, cc, to, or });
                }
            }
            shape @ (Shape::Single | Shape::Double) => {
                let (a, b) = (self.value(lhs), self.value(rhs));
                let targets = self.code.targets.len() as u32;
                self.code.targets.push((to, or));
                let single = shape == Shape::Single;
                return self.emit(Op::BranchFloat { a, b, code, single, targets });
            }
            _ => {}
        }
        let d = self.temp(1);
        self.operation(d, self.unit.common.bool_, code, &[lhs, rhs, Operand::None]);
        self.emit(Op::BranchTruth { a: d, to, or });
    }
}

fn is_clobber(c: &Compiler<'_, '_>, op: Operand) -> bool {
    matches!(op, Operand::Tree(id) if matches!(c.unit.trees.kind(id), TreeKind::Clobber(_)))
}
