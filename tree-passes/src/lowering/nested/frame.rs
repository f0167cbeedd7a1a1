//! The record a function's frame becomes, and the ways to it.
//!
//! Fields stand in order of falling alignment, later ones first among equals, as GCC puts them: the trampolines, which are
//! asked no alignment of, come last, and then the place debuggers find the frame's base in.

use super::Lowering;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, StmtKind};
use gimple::tree::{Operand, TreeKind, TreeNode};
use gimple::types::{
    ArrayDomain, Field, FieldId, Quals, Type, TypeFlags, TypeId, TypeKind, TypeSize,
};
use rustc_hash::FxHashMap;

/// A function's frame.
pub(super) struct Frame {
    record: TypeId,
    /// The variable that is the frame.
    pub(super) decl: DeclId,
    /// Fields in order, with what they are sorted by.
    order: Vec<(FieldId, u32)>,
    /// Fields of variables and parameters.
    pub(super) variables: FxHashMap<DeclId, FieldId>,
    /// Trampolines of the functions nested in this one.
    pub(super) trampolines: FxHashMap<DeclId, FieldId>,
    /// The chain this function was called with.
    pub(super) chain: Option<FieldId>,
    /// Frame and stack pointer, for jumps from inner functions.
    pub(super) goto_buffer: Option<FieldId>,
}

impl Lowering<'_> {
    /// The frame of a function, made on first use (`get_frame_type`).
    pub(super) fn frame(&mut self, index: usize) -> &mut Frame {
        let at = match self.info[index].frame {
            Some(at) => at,
            None => {
                let frame = self.new_frame(index);
                self.frames.push(frame);
                self.info[index].frame = Some(self.frames.len() - 1);
                self.frames.len() - 1
            }
        };
        &mut self.frames[at]
    }

    /// The frame of a function that has one.
    pub(super) fn known_frame(&self, index: usize) -> Option<&Frame> {
        self.info[index].frame.map(|at| &self.frames[at])
    }

    fn new_frame(&mut self, index: usize) -> Frame {
        let function = self.functions[index].decl;
        let name = self.unit.decl_name(function).unwrap_or_default();
        let tag = self.unit.symbols.intern(&format!("FRAME.{name}"));
        let record = self.unit.types.add(Type {
            kind: TypeKind::Record { tag: Some(tag), fields: Vec::new() },
            quals: Quals::NONE,
            name: None,
            main_variant: TypeId::NONE,
            size: TypeSize::Incomplete,
            align: 1,
            flags: TypeFlags(TypeFlags::ARTIFICIAL),
        });
        let decl = self.numbered_decl(DeclKind::Var, "FRAME", record, index);
        self.unit.decls[decl].flags |= flag::ADDRESSABLE;
        Frame {
            record,
            decl,
            order: Vec::new(),
            variables: FxHashMap::default(),
            trampolines: FxHashMap::default(),
            chain: None,
            goto_buffer: None,
        }
    }

    /// A declaration of the compiler's named from the counter that all of the unit's share.
    fn numbered_decl(&mut self, kind: DeclKind, stem: &str, ty: TypeId, index: usize) -> DeclId {
        let number = self.unit.next_tmp;
        self.unit.next_tmp += 1;
        let name = self.unit.symbols.intern(&format!("{stem}.{number}"));
        let mut decl = Decl::new(kind, Some(name), ty, Location::UNKNOWN);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        decl.context = self.functions[index].decl;
        self.unit.decls.push(decl)
    }

    /// The parameter a nested function gets its chain in (`get_chain_decl`).
    pub(super) fn chain_parameter(&mut self, index: usize) -> DeclId {
        if let Some(chain) = self.info[index].chain.expand() {
            return chain;
        }
        let ty = match self.outer[index] {
            Some(outer) => self.frame(outer).record,
            None => self.unit.common.void,
        };
        let ty = self.unit.types.pointer_to(ty);
        let chain = self.numbered_decl(DeclKind::Parm, "CHAIN", ty, index);
        self.unit.decls[chain].flags |= flag::READONLY;
        self.info[index].chain = chain;
        self.info[index].takes_chain = true;
        self.functions[index].static_chain = chain;
        chain
    }

    fn add_field(&mut self, index: usize, name: &str, ty: TypeId, sort_by: u32) -> FieldId {
        let name = Some(self.unit.symbols.intern(name));
        let container = self.frame(index).record;
        let align = self.unit.types.align(ty).max(sort_by);
        let bit_size = self.unit.types.size(ty).unwrap_or_default() * 8;
        let field = self.unit.types.add_field(Field {
            name,
            ty,
            uid: 0,
            bit_offset: 0,
            bit_size,
            is_bitfield: false,
            declared_type: ty,
            container,
            align,
        });
        let order = &mut self.frame(index).order;
        let place = order.iter().position(|&(_, align)| sort_by >= align).unwrap_or(order.len());
        order.insert(place, (field, sort_by));
        field
    }

    /// The field for a variable or parameter of a function, made on first use.
    pub(super) fn variable_field(&mut self, index: usize, decl: DeclId) -> FieldId {
        if let Some(&field) = self.frame(index).variables.get(&decl) {
            return field;
        }
        let d = &self.unit.decls[decl];
        let (ty, align, is_var) = (d.ty, d.align, d.kind == DeclKind::Var);
        let name = match self.unit.decl_name(decl) {
            Some(name) => name.to_string(),
            None => format!("D.{}", decl.0),
        };
        let field = if self.in_frame_by_pointer(decl) {
            self.unit.decls[decl].flags |= flag::ADDRESSABLE;
            let ty = self.unit.types.pointer_to(ty);
            let align = self.unit.types.align(ty);
            self.add_field(index, &name, ty, align)
        } else {
            let align = align.max(self.unit.types.align(ty));
            self.add_field(index, &name, ty, align)
        };
        if is_var && !self.unit.decls[decl].has(flag::HAS_VALUE_EXPR) {
            let frame = Operand::Decl(self.frame(index).decl);
            let value = self.component(frame, field);
            self.unit.initializers.insert(decl, value);
            self.unit.decls[decl].flags |= flag::HAS_VALUE_EXPR;
        }
        self.frame(index).variables.insert(decl, field);
        self.info[index].parameter_in_frame |= !is_var;
        field
    }

    /// Aggregate parameters are not copied: the frame has their address.
    pub(super) fn in_frame_by_pointer(&self, decl: DeclId) -> bool {
        let d = &self.unit.decls[decl];
        d.kind == DeclKind::Parm && self.unit.types.is_aggregate(d.ty)
    }

    pub(super) fn chain_field(&mut self, index: usize) -> FieldId {
        if let Some(field) = self.frame(index).chain {
            return field;
        }
        let outer = self.outer[index].unwrap_or_default();
        let record = self.frame(outer).record;
        let ty = self.unit.types.pointer_to(record);
        let align = self.unit.types.align(ty);
        let field = self.add_field(index, "__chain", ty, align);
        self.frame(index).chain = Some(field);
        field
    }

    /// Where a function keeps what a jump to one of its labels needs: room for frame pointer, stack pointer and one more.
    pub(super) fn goto_field(&mut self, index: usize) -> FieldId {
        if let Some(field) = self.frame(index).goto_buffer {
            return field;
        }
        let void_ptr = self.unit.common.void_ptr;
        let ty = self.unit.types.array_of(void_ptr, ArrayDomain::Count(3));
        let align = self.unit.types.align(ty);
        let field = self.add_field(index, "__nl_goto_buf", ty, align);
        self.frame(index).goto_buffer = Some(field);
        let frame = Operand::Decl(self.frame_decl(index));
        let buffer = self.component(frame, field);
        self.functions[index].nonlocal_goto_save_area = buffer;
        self.functions[index].has_nonlocal_label = true;
        field
    }

    /// The trampoline for a function nested directly in this one.
    pub(super) fn trampoline_field(&mut self, index: usize, callee: DeclId) -> FieldId {
        if let Some(&field) = self.frame(index).trampolines.get(&callee) {
            return field;
        }
        let char_ = self.unit.common.char_;
        let size = u64::from(self.unit.target.trampoline_size);
        let data = self.unit.types.array_of(char_, ArrayDomain::Count(size));
        let align = self.unit.target.pointer_size;
        let ty = self.unit.types.get_mut(data).clone();
        let ty = self.unit.types.add(Type { align, main_variant: TypeId::NONE, ..ty });
        let name = self.unit.decl_name(callee).unwrap_or_default().to_string();
        let field = self.add_field(index, &name, ty, 0);
        self.frame(index).trampolines.insert(callee, field);
        field
    }

    pub(super) fn frame_decl(&mut self, index: usize) -> DeclId {
        self.frame(index).decl
    }

    /// `base.field`.
    pub(super) fn component(&mut self, base: Operand, field: FieldId) -> Operand {
        let ty = self.unit.types.field(field).ty;
        Operand::Tree(self.unit.trees.add(TreeKind::ComponentRef { base, field }, ty))
    }

    /// `*pointer`, a frame.
    fn dereference(&mut self, pointer: Operand, pointer_type: TypeId) -> Operand {
        let ty = self.unit.types.pointee(pointer_type).unwrap_or(self.unit.common.void);
        let kind = TreeKind::MemRef { base: pointer, offset: 0, alias_ptr: pointer_type };
        Operand::Tree(self.unit.trees.add_node(TreeNode { kind, ty, volatile: false }))
    }

    /// A pointer to the frame of a function around the one at hand: the chain, or what the chains lead to.
    fn pointer_to_frame(&mut self, index: usize, target: usize) -> (Operand, TypeId) {
        let chain = self.chain_parameter(index);
        let mut pointer = (Operand::Decl(chain), self.unit.decls[chain].ty);
        let mut level = self.outer[index];
        while let Some(between) = level.filter(|&level| level != target) {
            let field = self.chain_field(between);
            let frame = self.dereference(pointer.0, pointer.1);
            let next = self.component(frame, field);
            let ty = self.unit.types.field(field).ty;
            pointer = (self.loaded(index, TreeCode::Single, next, ty), ty);
            level = self.outer[between];
        }
        pointer
    }

    /// A field of the frame of a function, as seen from one nested in it, or from itself (`get_frame_field`).
    pub(super) fn frame_field(&mut self, index: usize, target: usize, field: FieldId) -> Operand {
        let frame = if index == target {
            Operand::Decl(self.frame_decl(index))
        } else {
            let (pointer, ty) = self.pointer_to_frame(index, target);
            self.dereference(pointer, ty)
        };
        self.component(frame, field)
    }

    /// What a function nested directly in `target` is called with (`get_static_chain`).
    pub(super) fn static_chain(&mut self, index: usize, target: usize) -> Operand {
        if index == target {
            let (decl, ty) = (self.frame_decl(index), self.frame(index).record);
            return self.unit.address_of(Operand::Decl(decl), ty);
        }
        self.pointer_to_frame(index, target).0
    }

    /// The field debuggers find the frame's base in, after all others; then the record is laid out.
    pub(super) fn lay_out(&mut self, index: usize) -> Option<FieldId> {
        self.known_frame(index)?;
        let void_ptr = self.unit.common.void_ptr;
        let base = self.add_field(index, "FRAME_BASE.PARENT", void_ptr, 0);
        let frame = self.frame(index);
        let record = frame.record;
        // It went before the trampolines.
        let mut order: Vec<FieldId> =
            frame.order.iter().map(|&(field, _)| field).filter(|&field| field != base).collect();
        order.push(base);
        let (mut offset, mut align) = (0u64, 1u64);
        for &id in &order {
            let size = self.unit.types.size(self.unit.types.field(id).ty).unwrap_or_default();
            let field = self.unit.types.field_mut(id);
            let own = u64::from(field.align);
            offset = offset.next_multiple_of(own);
            align = align.max(own);
            field.bit_offset = offset * 8;
            offset += size;
        }
        let tag = match self.unit.types.kind(record) {
            TypeKind::Record { tag, .. } => *tag,
            _ => None,
        };
        let ty = self.unit.types.get_mut(record);
        ty.kind = TypeKind::Record { tag, fields: order };
        ty.size = TypeSize::Const(offset.next_multiple_of(align));
        ty.align = align as u32;
        Some(base)
    }

    /// A call of a builtin function the program does not name.
    pub(super) fn builtin_call(&mut self, builtin: Builtin, args: Vec<Operand>) -> Call {
        let common = &self.unit.common;
        let (void, void_ptr, int) = (common.void, common.void_ptr, common.int);
        let unit = &mut *self.unit;
        let decl = match builtin {
            Builtin::InitTrampoline => {
                unit.implicit_builtin(builtin, void, &[void_ptr, void_ptr, void_ptr], false)
            }
            Builtin::NonlocalGoto => {
                unit.implicit_builtin(builtin, void, &[void_ptr, void_ptr], false)
            }
            Builtin::DwarfCfa => unit.implicit_builtin(builtin, void_ptr, &[int], false),
            _ => unit.implicit_builtin(builtin, void_ptr, &[void_ptr], false),
        };
        Call {
            lhs: Operand::None,
            callee: Callee::Decl(decl),
            fntype: self.unit.decls[decl].ty,
            args,
            chain: Operand::None,
        }
    }

    /// `D.1 = call;` before the statement at hand.
    pub(super) fn called(&mut self, index: usize, mut call: Call, ty: TypeId) -> Operand {
        let temp = Operand::Decl(self.temporary(index, ty));
        call.lhs = temp;
        let stmt = self.new_stmt(index, StmtKind::Call(Aside::new(call)));
        self.before.push(stmt);
        temp
    }
}
