//! Hashes of items: what is equal has the same, and most of what is not has not.
//!
//! Of types only what conversions keep counts; of what is referred to, that it is referred to; of names, their types. What
//! cases of switches are for is left out, as it is in GCC.

use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

/// The hash of a function's body.
pub fn function(unit: &Unit, f: &Function) -> u64 {
    let mut hasher = Hashing { unit, f: Some(f), state: FxHasher::default() };
    0u8.hash(&mut hasher.state);
    f.params.len().hash(&mut hasher.state);
    let blocks = f.block_order();
    blocks.len().hash(&mut hasher.state);
    f.options.is_some().hash(&mut hasher.state);
    for block in blocks {
        let edges = &f.blocks[block];
        (edges.preds.len(), edges.succs.len()).hash(&mut hasher.state);
        for phi in f.phis(block) {
            if !f.is_virtual_phi(phi) {
                for arg in &f.phi(phi).args {
                    hasher.operand(arg.value);
                }
            }
        }
        for stmt in f.block_stmts(block) {
            hasher.statement(f, stmt);
        }
    }
    hasher.state.finish()
}

/// The hash of a variable and its initial value.
pub fn variable(unit: &Unit, decl: DeclId, value: Operand) -> u64 {
    let mut hasher = Hashing { unit, f: None, state: FxHasher::default() };
    1u8.hash(&mut hasher.state);
    unit.types.size(unit.decls[decl].ty).hash(&mut hasher.state);
    hasher.operand(value);
    hasher.state.finish()
}

struct Hashing<'a> {
    unit: &'a Unit,
    f: Option<&'a Function>,
    state: FxHasher,
}

impl Hashing<'_> {
    fn statement(&mut self, f: &Function, stmt: StmtId) {
        let kind = &f.stmts[stmt].kind;
        if matches!(kind, StmtKind::Predict { .. } | StmtKind::Nop) {
            return;
        }
        discriminant(kind).hash(&mut self.state);
        match kind {
            StmtKind::Assign { code, .. } => code.hash(&mut self.state),
            StmtKind::Cond { code, .. } => code.hash(&mut self.state),
            StmtKind::Call(call) => {
                call.args.len().hash(&mut self.state);
                match call.callee {
                    Callee::Internal(function) => function.hash(&mut self.state),
                    other => discriminant(&other).hash(&mut self.state),
                }
            }
            StmtKind::Switch(switch) => switch.cases.len().hash(&mut self.state),
            StmtKind::Asm(asm) => {
                (asm.template, asm.volatile, &asm.clobbers).hash(&mut self.state);
            }
            _ => {}
        }
        f.for_each_read(stmt, &mut |op| self.operand(op));
        f.for_each_write(stmt, &mut |op| self.operand(op));
    }

    fn operand(&mut self, op: Operand) {
        discriminant(&op).hash(&mut self.state);
        match op {
            Operand::Ssa(name) => {
                if let Some(f) = self.f {
                    self.ty(f.names[name].ty);
                }
            }
            Operand::Const(id) => self.constant(id),
            Operand::Decl(decl) => {
                let data = &self.unit.decls[decl];
                if data.kind != DeclKind::Function {
                    self.unit.types.size(data.ty).hash(&mut self.state);
                }
            }
            Operand::Tree(id) => {
                let kind = self.unit.trees.kind(id);
                discriminant(kind).hash(&mut self.state);
                match kind {
                    TreeKind::MemRef { offset, .. } => offset.hash(&mut self.state),
                    TreeKind::ComponentRef { field, .. }
                    | TreeKind::PlacedComponentRef { field, .. } => {
                        field.hash(&mut self.state);
                    }
                    TreeKind::BitFieldRef { size, pos, .. } => (size, pos).hash(&mut self.state),
                    TreeKind::TargetMemRef { step, offset, .. } => {
                        (step, offset).hash(&mut self.state);
                    }
                    TreeKind::Expr { code, .. } => code.hash(&mut self.state),
                    TreeKind::Constructor(elements) => {
                        elements.iter().for_each(|(index, _)| index.hash(&mut self.state));
                    }
                    _ => {}
                }
                let mut inner = smallvec::SmallVec::<[Operand; 4]>::new();
                self.unit.trees.for_each_operand(id, |op| inner.push(op));
                inner.into_iter().for_each(|op| self.operand(op));
            }
            Operand::None => {}
        }
    }

    fn constant(&mut self, id: ConstId) {
        match &self.unit.consts[id].value {
            ConstValue::Complex(re, im) => {
                self.constant(*re);
                self.constant(*im);
            }
            ConstValue::Vector(lanes) => lanes.iter().for_each(|&lane| self.constant(lane)),
            value => value.hash(&mut self.state),
        }
    }

    fn ty(&mut self, ty: TypeId) {
        let types = &self.unit.types;
        match types.kind(ty) {
            TypeKind::Pointer(_) => 0u8.hash(&mut self.state),
            TypeKind::Integer { .. } | TypeKind::Enum { .. } => {
                (1u8, types.precision(ty), types.is_unsigned(ty)).hash(&mut self.state);
            }
            kind => (discriminant(kind), types.size(ty)).hash(&mut self.state),
        }
    }
}
