//! The GIMPLE verifier: operands and types of single statements.

use super::types::compatible;
use super::{Report, Verdict, rhs};
use crate::code::TreeCode;
use crate::constant::ConstValue;
use crate::decl::DeclKind;
use crate::function::Function;
use crate::ssa::NameFlags;
use crate::stmt::{Call, Callee, Seq, StmtId, StmtKind, Switch};
use crate::tree::{Operand, TreeId, TreeKind};
use crate::types::{TypeId, TypeKind};
use crate::unit::Unit;

/// Nesting of references that is still looked through.
const MAX_REFERENCE_DEPTH: usize = 100_000;

/// Checks every statement of a function, in a CFG or not.
pub fn verify_gimple(unit: &Unit, f: &Function) -> Verdict {
    let mut checker = Checker { r: Report::new(unit, f), unit, f };
    if f.has_cfg() {
        for block in f.block_iter() {
            checker.sequence(f.blocks[block].phis);
            checker.sequence(f.blocks[block].stmts);
        }
    } else {
        checker.sequence(f.body);
    }
    checker.r.finish()
}

/// Checks statements against the rules of their code.
pub(super) struct Checker<'a> {
    pub r: Report<'a>,
    pub unit: &'a Unit,
    pub f: &'a Function,
}

impl Checker<'_> {
    fn sequence(&mut self, seq: Seq) {
        let f = self.f;
        let mut work = vec![seq.first];
        let mut steps = 0;
        while let Some(stmt) = work.pop() {
            steps += 1;
            if stmt.is_none() || steps > 2 * f.stmts.len() + 1 || self.r.is_full() {
                continue;
            }
            work.push(f.stmts[stmt].next);
            match &f.stmts[stmt].kind {
                StmtKind::Bind { body, .. } => work.push(body.first),
                StmtKind::Try { body, cleanup, kind } => {
                    work.extend([kind.otherwise().first, cleanup.first, body.first]);
                }
                StmtKind::WithCleanup { cleanup } => work.push(cleanup.first),
                _ => self.stmt(stmt),
            }
        }
    }

    /// The type of an operand that exists.
    pub fn type_of(&self, op: Operand) -> TypeId {
        match op {
            Operand::Ssa(name) => self.f.names.get(name).map_or(TypeId::NONE, |data| data.ty),
            _ => self.unit.type_of(self.f, op),
        }
    }

    pub fn compatible(&self, outer: TypeId, inner: TypeId) -> bool {
        outer.is_some() && inner.is_some() && compatible(&self.unit.types, outer, inner)
    }

    fn stmt(&mut self, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => {
                if !self.operands_exist(stmt) {
                    return;
                }
                self.lvalue(stmt, *lhs);
                rhs::assign(self, stmt, *lhs, *code, rhs);
            }
            StmtKind::Call(call) if self.operands_exist(stmt) => self.call(stmt, call),
            StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
                if !self.operands_exist(stmt) {
                    return;
                }
                if !code.is_comparison() {
                    self.r.stmt(stmt, "invalid comparison code in gimple cond");
                }
                if !self.is_value(*lhs) || !self.is_value(*rhs) {
                    self.r.stmt(stmt, "invalid operand in gimple cond");
                } else {
                    rhs::comparison_operands(self, stmt, *lhs, *rhs);
                }
                if true_label.is_some() != false_label.is_some() {
                    self.r.stmt(stmt, "gimple cond with one label");
                }
            }
            StmtKind::Switch(switch) => self.switch(stmt, switch),
            StmtKind::Goto(target) => {
                let label = matches!(target, Operand::Decl(decl)
                    if self.unit.decls[*decl].kind == DeclKind::Label);
                if !label && !self.is_value(*target) {
                    self.r.stmt(stmt, "goto to what is no label and no pointer");
                }
            }
            StmtKind::Return(value) => self.return_value(stmt, *value),
            _ => {}
        }
    }

    fn operands_exist(&mut self, stmt: StmtId) -> bool {
        let (f, unit) = (self.f, self.unit);
        let mut released = false;
        let mut check = |op: Operand| {
            unit.for_each_ssa(op, &mut |name| {
                released |= f.names.get(name).is_none_or(|data| data.has(NameFlags::RELEASED));
            });
        };
        f.for_each_read(stmt, &mut check);
        f.for_each_write(stmt, &mut check);
        if released {
            self.r.stmt(stmt, "released or unknown SSA name in statement");
            return false;
        }
        let mut ok = true;
        let mut references = Vec::new();
        let mut collect = |op: Operand| references.extend(op.tree());
        f.for_each_read(stmt, &mut collect);
        f.for_each_write(stmt, &mut collect);
        for tree in references {
            if let Err(text) = self.reference(tree) {
                self.r.stmt(stmt, text);
                ok = false;
            }
        }
        ok
    }

    /// Whether an operand is a value (`is_gimple_val`): a name, a register variable, a constant, an address.
    pub fn is_value(&self, op: Operand) -> bool {
        match op {
            Operand::None => false,
            Operand::Ssa(_) => true,
            Operand::Const(id) => !matches!(self.unit.consts[id].value, ConstValue::String(_)),
            Operand::Decl(decl) => match self.unit.decls[decl].kind {
                DeclKind::Function => true,
                DeclKind::Label | DeclKind::Type => false,
                DeclKind::Const => true,
                // A variable is a value while it is a register; a volatile or addressed one must be loaded.
                _ => self.unit.is_gimple_reg(decl),
            },
            Operand::Tree(id) => {
                matches!(self.unit.trees.kind(id), TreeKind::Addr(_) | TreeKind::VaArgPack)
            }
        }
    }

    fn lvalue(&mut self, stmt: StmtId, op: Operand) {
        let writable = match op {
            Operand::Ssa(_) => true,
            Operand::None | Operand::Const(_) => false,
            Operand::Decl(decl) => matches!(
                self.unit.decls[decl].kind,
                DeclKind::Var | DeclKind::Parm | DeclKind::Result
            ),
            Operand::Tree(id) => !matches!(
                self.unit.trees.kind(id),
                TreeKind::Addr(_)
                    | TreeKind::Constructor(_)
                    | TreeKind::Clobber(_)
                    | TreeKind::Expr { .. }
            ),
        };
        if !writable {
            self.r.stmt(stmt, "invalid lhs in assignment");
        }
    }

    /// Whether a reference to memory that names no field takes a bit-field's type for that of an object: it would access
    /// the whole mode.
    fn reads_beside(&self, ty: TypeId, alias_ptr: TypeId) -> bool {
        let types = &self.unit.types;
        types.is_bit_precise(ty)
            && !types.pointee(alias_ptr).is_some_and(|object| types.same_main(object, ty))
    }

    /// What a reference, address or constructor is built of has the types it needs.
    fn reference(&self, tree: TreeId) -> Result<(), &'static str> {
        let (unit, types) = (self.unit, &self.unit.types);
        let mut op = Operand::Tree(tree);
        for _ in 0..MAX_REFERENCE_DEPTH {
            let Operand::Tree(id) = op else { return Ok(()) };
            let node = &unit.trees[id];
            op = match node.kind {
                TreeKind::Addr(object) => object,
                TreeKind::MemRef { base, alias_ptr, .. } => {
                    if !self.is_value(base) || !types.is_pointer(self.type_of(base)) {
                        return Err("invalid address operand in MEM_REF");
                    }
                    if !types.is_pointer(alias_ptr) {
                        return Err("invalid offset operand in MEM_REF");
                    }
                    if self.reads_beside(node.ty, alias_ptr) {
                        return Err("a MEM_REF reads what is beside a bit-field");
                    }
                    base
                }
                TreeKind::TargetMemRef { base, alias_ptr, .. } => {
                    if !types.is_pointer(alias_ptr) {
                        return Err("invalid offset operand in TARGET_MEM_REF");
                    }
                    if self.reads_beside(node.ty, alias_ptr) {
                        return Err("a TARGET_MEM_REF reads what is beside a bit-field");
                    }
                    base
                }
                TreeKind::PlacedComponentRef { offset: op, .. }
                | TreeKind::SizedArrayRef { size: op, .. }
                | TreeKind::WithSize { size: op, .. }
                    if !self.is_value(op) || !types.is_integral(self.type_of(op)) =>
                {
                    return Err("invalid size or offset in a reference");
                }
                TreeKind::WithSize { object, .. } => object,
                TreeKind::ComponentRef { base, field }
                | TreeKind::PlacedComponentRef { base, field, .. } => {
                    let ty = self.type_of(base);
                    let container = types.field(field).container;
                    if types.fields(ty).is_empty()
                        || (!types.same_main(ty, container) && !types.fields(ty).contains(&field))
                    {
                        return Err("field does not belong to what COMPONENT_REF selects from");
                    }
                    base
                }
                TreeKind::ArrayRef { base, index }
                | TreeKind::SizedArrayRef { base, index, .. } => {
                    let ty = self.type_of(base);
                    if !matches!(types.kind(ty), TypeKind::Array { .. } | TypeKind::Vector { .. }) {
                        return Err("ARRAY_REF of what is no array");
                    }
                    if !self.is_value(index) || !types.is_integral(self.type_of(index)) {
                        return Err("invalid index in ARRAY_REF");
                    }
                    base
                }
                TreeKind::Realpart(base) | TreeKind::Imagpart(base) => {
                    if !matches!(types.kind(self.type_of(base)), TypeKind::Complex(_)) {
                        return Err("part of what is not complex");
                    }
                    base
                }
                TreeKind::BitFieldRef { base, size, .. } => {
                    if size == 0 {
                        return Err("BIT_FIELD_REF of no bits");
                    }
                    base
                }
                TreeKind::ViewConvert(base) => {
                    let (to, from) = (types.size(node.ty), types.size(self.type_of(base)));
                    if let (Some(to), Some(from)) = (to, from)
                        && to != from
                    {
                        return Err("VIEW_CONVERT_EXPR to another size");
                    }
                    base
                }
                TreeKind::Constructor(_)
                | TreeKind::Clobber(_)
                | TreeKind::VaArgPack
                | TreeKind::DebugTemp(_)
                | TreeKind::Expr { .. } => {
                    return Ok(());
                }
            };
        }
        Err("reference nested without end")
    }

    fn call(&mut self, stmt: StmtId, call: &Call) {
        let types = &self.unit.types;
        if let Callee::Pointer(op) = call.callee
            && (!self.is_value(op) || !types.is_pointer(self.type_of(op)))
        {
            self.r.stmt(stmt, "call of what is no function pointer");
        }
        if call.lhs.is_some() {
            self.lvalue(stmt, call.lhs);
            if let (TypeKind::Function { result, .. }, false) =
                (types.kind(call.fntype), matches!(call.callee, Callee::Internal(_)))
                && !self.compatible(self.type_of(call.lhs), *result)
            {
                self.r.stmt(stmt, "invalid conversion in gimple call");
            }
        }
        for (index, &arg) in call.args.iter().enumerate() {
            let register = types.is_register_type(self.type_of(arg));
            if register && !self.is_value(arg) {
                self.r.stmt(stmt, format!("argument {index} of the call is no value"));
            }
        }
    }

    fn switch(&mut self, stmt: StmtId, switch: &Switch) {
        let ty = self.type_of(switch.index);
        if !self.is_value(switch.index) || !self.unit.types.is_integral(ty) {
            return self.r.stmt(stmt, "invalid operand to switch");
        }
        let Some((default, cases)) = switch.cases.split_first() else {
            return self.r.stmt(stmt, "switch without a default");
        };
        if default.low.is_some() || default.high.is_some() {
            self.r.stmt(stmt, "first case of the switch is not the default");
        }
        let mut last = None;
        for case in cases {
            let Some((low, high)) = self.unit.case_range(case) else {
                return self.r.stmt(stmt, "case value is no integer");
            };
            if low > high || last.is_some_and(|last| low <= last) {
                return self.r.stmt(stmt, "case labels are not sorted or overlap");
            }
            last = Some(high);
        }
        let labels = switch.cases.iter().map(|case| case.label);
        let wrong = labels
            .filter(|&label| {
                self.unit.decls.get(label).is_none_or(|decl| decl.kind != DeclKind::Label)
            })
            .count();
        if wrong != 0 {
            self.r.stmt(stmt, "case without a label");
        }
    }

    fn return_value(&mut self, stmt: StmtId, value: Operand) {
        if value.is_none() {
            return;
        }
        let result_decl = matches!(value, Operand::Decl(decl)
            if matches!(self.unit.decls[decl].kind, DeclKind::Result | DeclKind::Var));
        if !self.is_value(value) && !result_decl {
            return self.r.stmt(stmt, "invalid operand in return statement");
        }
        let function = self.unit.decls[self.f.decl].ty;
        if let TypeKind::Function { result, .. } = *self.unit.types.kind(function)
            && !matches!(self.unit.types.kind(result), TypeKind::Void)
            && !self.compatible(result, self.type_of(value))
        {
            self.r.stmt(stmt, "invalid conversion in return statement");
        }
    }
}

/// Whether a right-hand side of one operand is only copied.
pub(super) fn is_copy(code: TreeCode) -> bool {
    code == TreeCode::Single
}
