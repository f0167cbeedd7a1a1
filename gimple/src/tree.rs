//! Operands of statements: SSA names, constants, declarations, and the trees over them (addresses and memory references).
//!
//! An [`Operand`] is eight bytes and is copied freely. What needs more is a [`TreeNode`] in the unit's [`Trees`]
//! table: built once, never changed; a pass that rewrites a reference builds a new one. A statement has at most one
//! memory reference on each side, and an SSA name inside a reference (`*p_3`, `a[i_5]`) is a use of the statement.

use crate::code::TreeCode;
use crate::constant::ConstId;
use crate::decl::DeclId;
use crate::entity::EntityVec;
use crate::location::Location;
use crate::ssa::SsaName;
use crate::types::{FieldId, TypeId};

crate::entity! {
    /// An address expression, memory reference or constructor.
    TreeId;
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Operand {
    /// No operand: an unused slot.
    #[default]
    None,
    Ssa(SsaName),
    Const(ConstId),
    /// A variable, parameter, result, function or label named directly.
    Decl(DeclId),
    /// An address, reference or constructor: see [`TreeKind`].
    Tree(TreeId),
}

impl Operand {
    /// Whether there is an operand.
    pub fn is_some(self) -> bool {
        self != Operand::None
    }
    /// Whether the slot is unused.
    pub fn is_none(self) -> bool {
        self == Operand::None
    }
    /// The SSA name, if it is one.
    pub fn ssa(self) -> Option<SsaName> {
        if let Operand::Ssa(name) = self { Some(name) } else { None }
    }
    /// The constant, if it is one.
    pub fn constant(self) -> Option<ConstId> {
        if let Operand::Const(id) = self { Some(id) } else { None }
    }
    /// The declaration, if it is one.
    pub fn decl(self) -> Option<DeclId> {
        if let Operand::Decl(id) = self { Some(id) } else { None }
    }
    /// The tree, if it is one.
    pub fn tree(self) -> Option<TreeId> {
        if let Operand::Tree(id) = self { Some(id) } else { None }
    }
}

/// What a clobber says of the variable it ends or begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clobber {
    /// `{CLOBBER}`.
    Undef,
    /// `{CLOBBER(eol)}`: end of life.
    EndOfLife,
}

/// Where an element of a constructor goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CtorIndex {
    /// No index (vectors).
    None,
    Field(FieldId),
    Index(u64),
    /// An inclusive range of indices.
    Range(u64, u64),
}

/// An address, a reference or a constructor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TreeKind {
    /// `&base`.
    Addr(Operand),
    /// `MEM[(alias_ptr)base + offset]`; prints as `*base` where the plain dereference says the same.
    /// `base` is an SSA name, a variable (before SSA), a constant or an address.
    MemRef { base: Operand, offset: i64, alias_ptr: TypeId },
    /// `base.field`.
    ComponentRef { base: Operand, field: FieldId },
    /// `base[index]`.
    ArrayRef { base: Operand, index: Operand },
    /// `base.field{off: offset * unit}`: the field lies after something of variable size, `offset * unit` bytes after
    /// where its own offset says.
    PlacedComponentRef { base: Operand, field: FieldId, offset: Operand, unit: u32 },
    /// `base[index]{lb: 0 sz: size * unit}`: the elements have a size known at run time only, `size * unit` bytes.
    SizedArrayRef { base: Operand, index: Operand, size: Operand, unit: u32 },
    /// `WITH_SIZE_EXPR <object, size>`: an argument of a call that has a size known at run time only.
    WithSize { object: Operand, size: Operand },
    /// `__builtin_va_arg_pack ()` as the last argument of a call: the arguments after the named ones of the function it is
    /// in, once that is inlined.
    VaArgPack,
    /// `D#3`, a temporary of debug statements ([`crate::debug_stmts`]).
    DebugTemp(u32),
    /// `BIT_FIELD_REF <base, size, pos>`, in bits.
    BitFieldRef { base: Operand, size: u32, pos: u64 },
    /// `VIEW_CONVERT_EXPR<T>(base)`.
    ViewConvert(Operand),
    /// `REALPART_EXPR <base>` of something in memory or of an SSA name.
    Realpart(Operand),
    /// `IMAGPART_EXPR <base>`.
    Imagpart(Operand),
    /// `MEM[(alias_ptr)base + index * step + index2 + offset]`.
    TargetMemRef {
        base: Operand,
        index: Operand,
        step: u64,
        index2: Operand,
        offset: i64,
        alias_ptr: TypeId,
    },
    /// `{a, b}`, `{.x=1}`, `{}`: elements in order.
    Constructor(Box<[(CtorIndex, Operand)]>),
    /// `{CLOBBER}`.
    Clobber(Clobber),
    /// An operation inside an operand: the comparison that a `COND_EXPR` chooses by, or the arithmetic on
    /// addresses of a static initialiser. Unary operations leave the second operand unused.
    Expr { code: TreeCode, args: [Operand; 2] },
}

/// A tree and its type. For a reference the type is that of the object, qualifiers included.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TreeNode {
    pub kind: TreeKind,
    pub ty: TypeId,
    /// The access is volatile (`TREE_THIS_VOLATILE`).
    pub volatile: bool,
}

/// A tree with what follows from it once and for all.
struct Entry {
    node: TreeNode,
    /// Its [base address](Trees::base_address).
    base: Operand,
    /// Where the reference or address is written, if that is known: it may be another place than the statement's.
    place: Location,
    /// Whether there are SSA names in it.
    has_names: bool,
}

/// Trees for which there is room from the beginning: a table that grows is copied, and what is not used of it costs nothing.
const EXPECTED: usize = 1 << 15;

/// All trees of a unit.
pub struct Trees {
    table: EntityVec<TreeId, Entry>,
    /// Whether addresses have 32 bits.
    narrow: bool,
}

impl Default for Trees {
    fn default() -> Trees {
        Trees::new()
    }
}

impl Trees {
    /// An empty table.
    pub fn new() -> Self {
        Trees { table: EntityVec::with_capacity(EXPECTED), narrow: false }
    }

    /// Says that addresses have 32 bits: distances from them are numbers of as many, with a sign.
    pub fn narrow_addresses(&mut self) {
        self.narrow = true;
    }

    /// Adds a tree.
    pub fn add(&mut self, kind: TreeKind, ty: TypeId) -> TreeId {
        self.add_node(TreeNode { kind, ty, volatile: false })
    }

    /// Adds a tree with its volatile bit.
    pub fn add_node(&mut self, mut node: TreeNode) -> TreeId {
        if let TreeKind::MemRef { offset, .. } | TreeKind::TargetMemRef { offset, .. } =
            &mut node.kind
            && self.narrow
        {
            *offset = i64::from(*offset as i32);
        }
        let base = self.base_of(&node.kind);
        let mut has_names = false;
        for_each_operand(&node.kind, |op| {
            has_names |= match op {
                Operand::Ssa(_) => true,
                Operand::Tree(id) => self.has_names(id),
                _ => false,
            };
        });
        self.table.push(Entry { node, base, place: Location::UNKNOWN, has_names })
    }

    /// Where a tree is written.
    pub fn place(&self, id: TreeId) -> Location {
        self.table[id].place
    }

    /// Notes where a tree is written, which nothing but dumps looks at once there are statements.
    pub fn set_place(&mut self, id: TreeId, place: Location) {
        self.table[id].place = place;
    }

    /// The base address of a tree that is added next.
    fn base_of(&self, kind: &TreeKind) -> Operand {
        match *kind {
            TreeKind::MemRef { base: Operand::Tree(inner), .. }
            | TreeKind::TargetMemRef { base: Operand::Tree(inner), .. }
                if let TreeKind::Addr(object) = *self.kind(inner) =>
            {
                self.base_address(object)
            }
            TreeKind::MemRef { .. }
            | TreeKind::TargetMemRef { .. }
            | TreeKind::Addr(_)
            | TreeKind::Expr { .. }
            | TreeKind::Constructor(_)
            | TreeKind::VaArgPack
            | TreeKind::DebugTemp(_)
            | TreeKind::Clobber(_) => Operand::Tree(self.table.next_key()),
            _ => self.base_address(base(kind)),
        }
    }

    /// What the tree is.
    pub fn kind(&self, id: TreeId) -> &TreeKind {
        &self.table[id].node.kind
    }

    /// The operand a reference or address is built on (`TREE_OPERAND (t, 0)`); `None` for constructors.
    pub fn base(&self, id: TreeId) -> Operand {
        base(self.kind(id))
    }

    /// Whether there are SSA names in a tree.
    #[inline]
    pub fn has_names(&self, id: TreeId) -> bool {
        self.table[id].has_names
    }

    /// What a reference is to a part of, or sees as another type (`handled_component_p`).
    pub fn part_of(&self, id: TreeId) -> Option<Operand> {
        match *self.kind(id) {
            TreeKind::ComponentRef { base, .. }
            | TreeKind::PlacedComponentRef { base, .. }
            | TreeKind::ArrayRef { base, .. }
            | TreeKind::SizedArrayRef { base, .. }
            | TreeKind::BitFieldRef { base, .. }
            | TreeKind::ViewConvert(base)
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => Some(base),
            _ => None,
        }
    }

    /// Number of trees.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The innermost object of a reference (`get_base_address`): goes through everything but a memory reference,
    /// which is a base itself unless it dereferences an address. Returns a declaration, an SSA name or constant
    /// (of a view conversion), or the memory reference.
    #[inline]
    pub fn base_address(&self, op: Operand) -> Operand {
        match op {
            Operand::Tree(id) => self.table[id].base,
            _ => op,
        }
    }

    /// Calls `f` on each operand directly below `id`.
    pub fn for_each_operand(&self, id: TreeId, f: impl FnMut(Operand)) {
        for_each_operand(self.kind(id), f);
    }

    /// The same tree over other operands: `f` maps each operand directly below; the same id comes back where nothing
    /// changes.
    pub fn map_operands(
        &mut self,
        id: TreeId,
        mut f: impl FnMut(&mut Trees, Operand) -> Operand,
    ) -> TreeId {
        let mut node = self.table[id].node.clone();
        let mut changed = false;
        node.kind.for_each_operand_mut(|op| {
            let new = f(self, *op);
            changed |= new != *op;
            *op = new;
        });
        if !changed {
            return id;
        }
        let place = self.place(id);
        let new = self.add_node(node);
        self.set_place(new, place);
        new
    }
}

impl std::ops::Index<TreeId> for Trees {
    type Output = TreeNode;
    fn index(&self, id: TreeId) -> &TreeNode {
        &self.table[id].node
    }
}

impl TreeKind {
    /// What it is, without its operands.
    pub fn shape(&self) -> TreeKind {
        let mut shape = self.clone();
        shape.for_each_operand_mut(|op| *op = Operand::None);
        shape
    }

    /// Calls `f` on each operand directly below, in order.
    fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            TreeKind::Addr(base)
            | TreeKind::MemRef { base, .. }
            | TreeKind::ComponentRef { base, .. }
            | TreeKind::BitFieldRef { base, .. }
            | TreeKind::ViewConvert(base)
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => f(base),
            TreeKind::ArrayRef { base, index: more }
            | TreeKind::PlacedComponentRef { base, offset: more, .. }
            | TreeKind::WithSize { object: base, size: more } => {
                f(base);
                f(more);
            }
            TreeKind::SizedArrayRef { base, index, size, .. } => {
                f(base);
                f(index);
                f(size);
            }
            TreeKind::TargetMemRef { base, index, index2, .. } => {
                f(base);
                f(index);
                f(index2);
            }
            TreeKind::Constructor(elements) => elements.iter_mut().for_each(|(_, op)| f(op)),
            TreeKind::Expr { args, .. } => args.iter_mut().for_each(f),
            TreeKind::Clobber(_) | TreeKind::VaArgPack | TreeKind::DebugTemp(_) => {}
        }
    }
}

fn base(kind: &TreeKind) -> Operand {
    match *kind {
        TreeKind::Addr(base)
        | TreeKind::MemRef { base, .. }
        | TreeKind::ComponentRef { base, .. }
        | TreeKind::ArrayRef { base, .. }
        | TreeKind::PlacedComponentRef { base, .. }
        | TreeKind::SizedArrayRef { base, .. }
        | TreeKind::WithSize { object: base, .. }
        | TreeKind::BitFieldRef { base, .. }
        | TreeKind::ViewConvert(base)
        | TreeKind::Realpart(base)
        | TreeKind::Imagpart(base)
        | TreeKind::TargetMemRef { base, .. } => base,
        TreeKind::Expr { args, .. } => args[0],
        TreeKind::Constructor(_)
        | TreeKind::Clobber(_)
        | TreeKind::VaArgPack
        | TreeKind::DebugTemp(_) => Operand::None,
    }
}

fn for_each_operand(kind: &TreeKind, mut f: impl FnMut(Operand)) {
    match kind {
        TreeKind::ArrayRef { base, index: more }
        | TreeKind::PlacedComponentRef { base, offset: more, .. }
        | TreeKind::WithSize { object: base, size: more } => {
            f(*base);
            f(*more);
        }
        TreeKind::SizedArrayRef { base, index, size, .. } => {
            f(*base);
            f(*index);
            f(*size);
        }
        TreeKind::TargetMemRef { base, index, index2, .. } => {
            f(*base);
            f(*index);
            f(*index2);
        }
        TreeKind::Constructor(elements) => elements.iter().for_each(|&(_, op)| f(op)),
        TreeKind::Expr { args, .. } => args.iter().for_each(|&op| f(op)),
        TreeKind::Clobber(_) | TreeKind::VaArgPack | TreeKind::DebugTemp(_) => {}
        _ => f(base(kind)),
    }
}
