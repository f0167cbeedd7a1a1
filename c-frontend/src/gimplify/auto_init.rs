//! `-ftrivial-auto-var-init=`: variables of a function that the program does not initialise are filled with zeros or
//! with a pattern.
//!
//! ```text
//! int x;               x = .DEFERRED_INIT (4, 2, &"x"[0]);
//! struct s s;          s = .DEFERRED_INIT (16, 2, &"s"[0]);
//! ```
//!
//! The call says how many bytes, with what (1 is the pattern, bytes of 0xfe; 2 are zeros), and for which variable. It
//! stays a call until `expand`, so that what is known of the variable is what was known without the option. The padding
//! of records becomes zero in either way, also where they have an initialiser.

use super::{Gimplifier, Rhs, RhsKind};
use crate::parse::padding::unused_bits;
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::decl::{DeclId, flag};
use gimple::options::AutoInit;
use gimple::stmt::{Call, Callee, InternalFn, Seq, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId};

/// The largest object whose padding is cleared byte by byte.
const LARGEST: u64 = 4096;

impl Gimplifier<'_> {
    /// What the option asks for where a variable is declared.
    pub(super) fn fill_variable(&mut self, decl: DeclId, initialised: bool, seq: &mut Seq) {
        let how = self.cx.options.code.auto_init;
        let d = &self.cx.unit.decls[decl];
        let spared = flag::STATIC | flag::EXTERNAL | flag::HARD_REGISTER | flag::UNINITIALIZED;
        if how == AutoInit::Off || d.flags & spared != 0 {
            return;
        }
        let ty = d.ty;
        if !initialised && self.cx.unit.types.size(ty) != Some(0) {
            self.fill(decl, ty, how, seq);
        }
        if initialised || how == AutoInit::Pattern {
            self.clear_padding(decl, ty, seq);
        }
    }

    /// `x = .DEFERRED_INIT (size, how, &"x"[0])`.
    fn fill(&mut self, decl: DeclId, ty: TypeId, how: AutoInit, seq: &mut Seq) {
        let (sizetype, int) = (self.cx.unit.common.sizetype, self.cx.unit.common.int);
        let size = match self.cx.unit.types.size(ty) {
            Some(size) => self.cx.unit.int(sizetype, size.into()),
            None => self.byte_size(ty, seq),
        };
        let number = if how == AutoInit::Pattern { 1 } else { 2 };
        let how = self.cx.unit.int(int, number);
        let name = self.name_argument(decl);
        let pointer = self.op_type(name);
        let params = vec![sizetype, int, pointer];
        let call = Call {
            lhs: Operand::None,
            callee: Callee::Internal(InternalFn::DeferredInit),
            fntype: self.cx.unit.types.function_of(ty, params, false, true),
            args: vec![size, how, name],
            chain: Operand::None,
        };
        let mut rhs = Rhs { kind: RhsKind::Call(Aside::new(call), false), ty };
        let d = &self.cx.unit.decls[decl];
        let in_memory = d.flags & (flag::ADDRESSABLE | flag::VOLATILE | flag::NOT_GIMPLE_REG) != 0;
        if in_memory && self.is_register_type(ty) {
            let value = self.temp(rhs, seq);
            rhs = Rhs::single(value, ty);
        }
        let place = match self.cx.unit.decls[decl].has(flag::HAS_VALUE_EXPR) {
            true => self.cx.unit.initializers.get(&decl).copied().unwrap_or(Operand::Decl(decl)),
            false => Operand::Decl(decl),
        };
        self.assign(place, rhs, seq);
    }

    /// `&"x"[0]`.
    fn name_argument(&mut self, decl: DeclId) -> Operand {
        let mut bytes = self.cx.unit.decl_name(decl).unwrap_or_default().as_bytes().to_vec();
        bytes.push(0);
        let char_ = self.cx.unit.common.char_;
        let array = self.cx.unit.types.array_of(char_, ArrayDomain::Count(bytes.len() as u64));
        let value = ConstValue::String(bytes.into());
        let string = self.cx.unit.consts.intern(Const { ty: array, value, overflow: false });
        let sizetype = self.cx.unit.common.sizetype;
        let index = self.cx.unit.int(sizetype, 0);
        let first = TreeKind::ArrayRef { base: Operand::Const(string), index };
        let first = Operand::Tree(self.cx.unit.trees.add(first, char_));
        self.cx.unit.address_of(first, char_)
    }

    /// Zeros where no member of an object is.
    fn clear_padding(&mut self, decl: DeclId, ty: TypeId, seq: &mut Seq) {
        let Some(size) = self.cx.unit.types.size(ty) else { return };
        if size > LARGEST || !self.cx.unit.types.is_aggregate(ty) {
            return;
        }
        let padding = unused_bits(&self.cx.unit.types, ty, size);
        let byte = self.cx.unit.common.uchar;
        let alias_ptr = self.cx.unit.types.pointer_to(byte);
        let base = self.cx.unit.address_of(Operand::Decl(decl), ty);
        for (at, unused) in padding.into_iter().enumerate().filter(|entry| entry.1 != 0) {
            self.cx.unit.decls[decl].set(flag::ADDRESSABLE, true);
            let place = TreeKind::MemRef { base, offset: at as i64, alias_ptr };
            let lhs = Operand::Tree(self.cx.unit.trees.add(place, byte));
            let mut value = self.cx.unit.int(byte, 0);
            if unused != 0xff {
                let mask = self.cx.unit.int(byte, i128::from(!unused));
                let old = self.temp(Rhs::single(lhs, byte), seq);
                value = self.temp(Rhs::binary(TreeCode::BitAnd, byte, old, mask), seq);
            }
            let rhs = [value, Operand::None, Operand::None];
            self.emit(seq, StmtKind::Assign { lhs, code: TreeCode::Single, rhs });
        }
    }
}
