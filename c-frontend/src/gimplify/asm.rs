//! `asm` statements: operands in registers become values, those in memory stay objects.

use super::storage_order::Reversed;
use super::{Gimplifier, Rhs};
use crate::fold::util::strip_nops;
use crate::generic::{AsmArg, ExprId, ExprKind};
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::stmt::{Asm, AsmOperand, Seq, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;

/// What a constraint allows an operand to be.
#[derive(Clone, Copy, Default)]
struct Allows {
    register: bool,
    memory: bool,
    /// Read as well as written (`+`).
    in_out: bool,
}

/// The input half of an operand that is read and written.
struct Tied {
    constraint: Symbol,
    place: Operand,
    ty: TypeId,
    register: bool,
}

impl Gimplifier<'_> {
    /// An `asm` statement.
    pub(super) fn asm(&mut self, e: ExprId, seq: &mut Seq) {
        let ExprKind::Asm(asm) = self.kind(e).clone() else { return };
        let (mut outputs, mut tied, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
        let mut reversed = Vec::new();
        for (index, arg) in asm.outputs.iter().enumerate() {
            let allows = allows(self.cx.unit.symbols.text(arg.constraint), &[]);
            allowed.push(allows);
            if allows.register
                && let Some(place) = self.reversed_place(arg.value, seq)
            {
                let output = self.reversed_output(index, arg, place, allows, &mut tied, seq);
                reversed.push((place, output.value));
                outputs.push(output);
                continue;
            }
            outputs.push(self.asm_output(index, arg, allows, &mut tied, seq));
        }
        let mut inputs = Vec::new();
        for (index, arg) in asm.inputs.iter().enumerate() {
            let allows = allows(self.cx.unit.symbols.text(arg.constraint), &allowed);
            let value = if !allows.register && allows.memory {
                self.memory_input(arg.value, asm.outputs.len() + index, seq)
            } else if let Some(register) = self.hard_register(arg.value) {
                register
            } else if self.is_register_type(self.ty(arg.value)) {
                self.val(arg.value, seq)
            } else {
                self.place(arg.value, seq)
            };
            inputs.push(AsmOperand { name: arg.name, constraint: arg.constraint, value });
        }
        for Tied { constraint, place, ty, register } in tied {
            let pinned = matches!(place, Operand::Decl(decl)
                if self.cx.unit.decls[decl].has(flag::HARD_REGISTER));
            let value = if register && !pinned && self.is_register_type(ty) {
                self.as_val(Rhs::single(place, ty), seq)
            } else {
                place
            };
            inputs.push(AsmOperand { name: None, constraint, value });
        }
        let stmt = Asm {
            template: asm.template,
            outputs,
            inputs,
            clobbers: asm.clobbers.clone(),
            labels: asm.labels.clone(),
            volatile: asm.volatile || asm.outputs.is_empty(),
            basic: asm.basic,
            inline: asm.inline,
        };
        self.emit(seq, StmtKind::Asm(Aside::new(stmt)));
        for (place, value) in reversed {
            self.store_reversed(place, value, seq);
        }
    }

    /// An output in a register that goes, with its bytes reversed, to memory afterwards.
    fn reversed_output(
        &mut self,
        index: usize,
        arg: &AsmArg,
        place: Reversed,
        allows: Allows,
        tied: &mut Vec<Tied>,
        seq: &mut Seq,
    ) -> AsmOperand {
        let ty = self.cx.unit.types.main_variant(self.ty(arg.value));
        let mut constraint = arg.constraint;
        if allows.in_out {
            let old = self.load_reversed(place, seq);
            let old = self.temp(old, seq);
            let number = self.cx.unit.symbols.intern(&index.to_string());
            tied.push(Tied { constraint: number, place: old, ty, register: true });
            let text = self.cx.unit.symbols.text(arg.constraint).replacen('+', "=", 1);
            constraint = self.cx.unit.symbols.intern(&text);
        }
        let value = Operand::Decl(self.variable(ty));
        AsmOperand { name: arg.name, constraint, value }
    }

    /// An input that must be in memory: an object, or a copy of one that is in a register.
    fn memory_input(&mut self, value: ExprId, number: usize, seq: &mut Seq) -> Operand {
        let object = self.compound(strip_nops(self.cx, value), seq);
        if !self.is_in_memory(object) {
            // A cast is said to be where its operand is.
            let mut under = object;
            while let ExprKind::Unary(TreeCode::Nop, inner) = *self.kind(under) {
                under = inner;
            }
            let at = self.cx.exprs[under].loc;
            // What changes something is no operand at all in GCC's eyes, and has no place.
            let nowhere = matches!(self.kind(object), ExprKind::Modify(..) | ExprKind::Incr(..));
            let at = if nowhere || at.is_unknown() { self.loc } else { at };
            self.cx.error(at, format!("memory input {number} is not directly addressable"));
            let zero = Rhs::single(self.zero(self.cx.unit.common.int), self.cx.unit.common.int);
            let place = self.temp_variable(zero, seq);
            self.mark_addressable(place);
            return place;
        }
        let mut place = self.place(object, seq);
        let ty = self.op_type(place);
        if let Operand::Decl(decl) = self.cx.unit.trees.base_address(place)
            && !self.cx.unit.decls[decl].has(flag::ADDRESSABLE)
            && self.is_local_register(decl)
        {
            if !matches!(self.kind(object), ExprKind::Cond(..)) {
                let text = format!("memory input {number} is not directly addressable");
                self.cx.warning("", self.loc, text);
            }
            place = self.temp_variable(Rhs::single(place, ty), seq);
        }
        self.mark_addressable(place);
        place
    }

    /// Whether an expression stands for an object, so that its address can be taken.
    fn is_in_memory(&self, e: ExprId) -> bool {
        let mut e = e;
        loop {
            e = match *self.kind(e) {
                ExprKind::Component(base, _)
                | ExprKind::ArrayRef(base, _)
                | ExprKind::BitFieldRef(base, ..)
                | ExprKind::Unary(
                    TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert,
                    base,
                )
                | ExprKind::NonLvalue(base) => base,
                ExprKind::Const(_) => return !self.is_register_type(self.ty(e)),
                ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Addr(_)
                | ExprKind::LabelAddr(_)
                | ExprKind::Modify(..)
                | ExprKind::Incr(..)
                | ExprKind::Call { .. } => return false,
                _ => return true,
            };
        }
    }

    /// Whether a variable of the function may live in a register.
    fn is_local_register(&self, decl: DeclId) -> bool {
        let d = &self.cx.unit.decls[decl];
        matches!(d.kind, DeclKind::Var | DeclKind::Parm | DeclKind::Result)
            && !d.has(flag::STATIC)
            && !d.has(flag::EXTERNAL)
            && d.context.is_some()
            && self.is_register_type(d.ty)
    }

    /// A variable that is a hard register: the `asm` is given that one, not one with the same value.
    fn hard_register(&self, e: ExprId) -> Option<Operand> {
        match *self.kind(e) {
            ExprKind::Decl(decl) if self.cx.unit.decls[decl].has(flag::HARD_REGISTER) => {
                Some(Operand::Decl(decl))
            }
            ExprKind::NonLvalue(inner) => self.hard_register(inner),
            _ => None,
        }
    }

    /// An output; one that is read too becomes an output and an input tied to it.
    fn asm_output(
        &mut self,
        index: usize,
        arg: &AsmArg,
        allows: Allows,
        tied: &mut Vec<Tied>,
        seq: &mut Seq,
    ) -> AsmOperand {
        let place = self.place(arg.value, seq);
        if !allows.register && allows.memory {
            self.mark_addressable(place);
        }
        let mut constraint = arg.constraint;
        if allows.in_out {
            let text = self.cx.unit.symbols.text(arg.constraint).replacen('+', "=", 1);
            constraint = self.cx.unit.symbols.intern(&text);
            let input = if allows.register {
                index.to_string()
            } else {
                text.trim_start_matches('=').to_string()
            };
            let input = self.cx.unit.symbols.intern(&input);
            let ty = self.ty(arg.value);
            tied.push(Tied { constraint: input, place, ty, register: allows.register });
        }
        AsmOperand { name: arg.name, constraint, value: place }
    }
}

/// What a constraint allows; a digit says the same as the output it names.
fn allows(constraint: &str, outputs: &[Allows]) -> Allows {
    let mut result = Allows::default();
    // A constraint that says nothing allows everything.
    (result.register, result.memory) = (constraint.is_empty(), constraint.is_empty());
    for c in constraint.chars() {
        match c {
            '+' => result.in_out = true,
            'm' | 'o' | 'V' | '<' | '>' | 'A' => result.memory = true,
            'g' | 'X' => (result.register, result.memory) = (true, true),
            'r' | 'f' | 'l' | 'j' | 'p' => result.register = true,
            _ => {
                let output = c.to_digit(10).and_then(|digit| outputs.get(digit as usize));
                if let Some(output) = output {
                    result.register |= output.register;
                    result.memory |= output.memory;
                }
            }
        }
    }
    result
}
