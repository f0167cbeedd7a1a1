//! The expressions of a function, their values, and which expressions have a value.
//!
//! An expression is a name, a constant, an operation on names and constants, or a reference: a load, the address of
//! something variable, a call without effects, a part of a register. Operands stand for values: any name of a value may be
//! the operand, and what is inserted in the end takes the name that is available there.

use super::super::Numbering;
use super::super::reference::{RefKey, canonical_type, operand_words, plain_constant, structural};
use super::super::word_table::WordTable;
use gimple::code::TreeCode;
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::Callee;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::should_swap_operands;

gimple::entity! {
    /// An expression, in the order of first appearance.
    ExprId;
    /// What a reference refers to.
    RefId;
}

/// A value: constants have numbers of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueId(u32);

/// The bit that tells the numbers of constants.
const CONSTANT: u32 = 1 << 31;

impl ValueId {
    /// The value that is not constant and has this number.
    pub fn variable(number: u32) -> ValueId {
        ValueId(number)
    }

    /// Whether it is a constant's.
    pub fn is_constant(self) -> bool {
        self.0 & CONSTANT != 0
    }

    /// The number dumps print.
    pub fn number(self) -> u32 {
        self.0 & !CONSTANT
    }
}

/// What an expression is. Operations compare by the canonical type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Name(SsaName),
    Constant(Operand),
    Operation {
        code: TreeCode,
        ty: TypeId,
        ops: [Operand; 3],
    },
    /// A reference, with the memory state it reads, if it reads memory.
    Reference {
        what: RefId,
        state: SsaName,
    },
}

/// What a reference refers to.
#[derive(Clone)]
pub enum Referred {
    /// A load of a place.
    Load(Operand),
    /// An address, or part of a register.
    Computed(Operand),
    /// A call.
    Call { callee: Callee, fntype: TypeId, args: Box<[Operand]> },
}

struct Reference {
    what: Referred,
    /// The names in it, from the outside in.
    names: SmallVec<[SsaName; 2]>,
}

struct Entry {
    kind: Kind,
    value: ValueId,
    ty: TypeId,
    loc: Location,
}

/// All expressions.
pub struct Expressions {
    entries: EntityVec<ExprId, Entry>,
    known: FxHashMap<Kind, ExprId>,
    names: Vec<ExprId>,
    /// The value of each name.
    values: Vec<ValueId>,
    /// The expressions of each value that is not constant, in order.
    members: Vec<SmallVec<[ExprId; 2]>>,
    constants: FxHashMap<Operand, ValueId>,
    of_constants: Vec<ExprId>,
    references: EntityVec<RefId, Reference>,
    /// What the references are known by, in the same order.
    reference_keys: WordTable,
    /// The values of operations by the values of their operands.
    operations: FxHashMap<Kind, ValueId>,
}

impl Expressions {
    /// Gives every name the number of its value, in the order of names.
    pub fn new(f: &Function, numbering: &Numbering) -> Expressions {
        let mut all = Expressions {
            entries: EntityVec::new(),
            known: FxHashMap::default(),
            names: Vec::new(),
            values: vec![ValueId(0); f.names.len()],
            members: vec![SmallVec::new()],
            constants: FxHashMap::default(),
            of_constants: Vec::new(),
            references: EntityVec::new(),
            reference_keys: WordTable::default(),
            operations: FxHashMap::default(),
        };
        let live = || f.names.iter().skip(1).filter(|(_, data)| !data.has(NameFlags::RELEASED));
        for (name, _) in live() {
            all.values[name.0 as usize] = match numbering.value(name) {
                Operand::Ssa(own) if own == name => all.new_value(),
                Operand::Ssa(_) => ValueId(0),
                constant => all.constant_value(constant),
            };
        }
        for (name, _) in live() {
            if let Operand::Ssa(other) = numbering.value(name) {
                all.values[name.0 as usize] = all.values[other.0 as usize];
            }
        }
        all
    }

    /// A value that nothing has yet.
    pub fn new_value(&mut self) -> ValueId {
        self.members.push(SmallVec::new());
        ValueId(self.members.len() as u32 - 1)
    }

    fn constant_value(&mut self, constant: Operand) -> ValueId {
        let next = ValueId(self.constants.len() as u32 | CONSTANT);
        *self.constants.entry(constant).or_insert(next)
    }

    /// The value of an operand that is a name; `None` for what is constant.
    pub fn value_of_operand(&self, op: Operand) -> Option<ValueId> {
        op.ssa().map(|name| self.value_of_name(name))
    }

    /// The value of a name.
    pub fn value_of_name(&self, name: SsaName) -> ValueId {
        self.values.get(name.0 as usize).copied().unwrap_or(ValueId(0))
    }

    /// Gives a new name a value.
    pub fn set_value(&mut self, name: SsaName, value: ValueId) {
        if self.values.len() <= name.0 as usize {
            self.values.resize(name.0 as usize + 1, ValueId(0));
        }
        self.values[name.0 as usize] = value;
    }

    /// The value of an expression.
    pub fn value(&self, expr: ExprId) -> ValueId {
        self.entries[expr].value
    }

    /// What an expression is.
    pub fn kind(&self, expr: ExprId) -> Kind {
        self.entries[expr].kind
    }

    /// The type of an expression.
    pub fn ty(&self, expr: ExprId) -> TypeId {
        self.entries[expr].ty
    }

    /// Where an expression was written.
    pub fn loc(&self, expr: ExprId) -> Location {
        self.entries[expr].loc
    }

    /// What a reference refers to.
    pub fn referred(&self, what: RefId) -> &Referred {
        &self.references[what].what
    }

    /// The names in a reference, from the outside in.
    pub fn names_in(&self, what: RefId) -> SmallVec<[SsaName; 2]> {
        self.references[what].names.clone()
    }

    /// The expressions of a value that is not constant, in order.
    pub fn of_value(&self, value: ValueId) -> &[ExprId] {
        &self.members[value.number() as usize]
    }

    /// The constant that a value is, where it has been made an expression.
    pub fn of_constant(&self, value: ValueId) -> Option<ExprId> {
        self.of_constants.get(value.number() as usize).copied().and_then(ExprId::expand)
    }

    /// The value of an expression's operand, of those that are names the one with this number.
    pub fn operand_value(&self, expr: ExprId, number: usize) -> Option<ValueId> {
        let name = match self.entries[expr].kind {
            Kind::Name(_) | Kind::Constant(_) => None,
            Kind::Operation { ops, .. } => ops.iter().filter_map(|op| op.ssa()).nth(number),
            Kind::Reference { what, .. } => self.references[what].names.get(number).copied(),
        };
        name.map(|name| self.value_of_name(name))
    }

    /// The values of an expression's operands that are names.
    pub fn operand_values(&self, expr: ExprId) -> impl Iterator<Item = ValueId> {
        (0..).map_while(move |number| self.operand_value(expr, number))
    }

    /// The first name that has a value.
    pub fn name_of_value(&self, value: ValueId) -> Option<SsaName> {
        if value.is_constant() {
            return None;
        }
        self.of_value(value).iter().find_map(|&expr| match self.entries[expr].kind {
            Kind::Name(name) => Some(name),
            _ => None,
        })
    }

    fn add(&mut self, entry: Entry) -> ExprId {
        let value = entry.value;
        let expr = self.entries.push(entry);
        if !value.is_constant() {
            self.members[value.number() as usize].push(expr);
        }
        expr
    }

    /// The expression that is a name.
    pub fn name(&mut self, f: &Function, name: SsaName) -> ExprId {
        let index = name.0 as usize;
        if self.names.len() <= index {
            self.names.resize(f.names.len().max(index + 1), ExprId::NONE);
        }
        if self.names[index].is_none() {
            let value = self.value_of_name(name);
            let ty = f.names[name].ty;
            let entry = Entry { kind: Kind::Name(name), value, ty, loc: Location::default() };
            self.names[index] = self.add(entry);
        }
        self.names[index]
    }

    /// The expression that is a constant.
    pub fn constant(&mut self, unit: &Unit, f: &Function, op: Operand) -> ExprId {
        let kind = Kind::Constant(op);
        if let Some(&expr) = self.known.get(&kind) {
            return expr;
        }
        let value = self.constant_value(op);
        let entry = Entry { kind, value, ty: unit.type_of(f, op), loc: Location::default() };
        let expr = self.add(entry);
        self.known.insert(kind, expr);
        let index = value.number() as usize;
        if self.of_constants.len() <= index {
            self.of_constants.resize(index + 1, ExprId::NONE);
        }
        self.of_constants[index] = expr;
        expr
    }

    /// The expression that is an operand's value: of a name, or a constant.
    pub fn operand(&mut self, unit: &Unit, f: &Function, op: Operand) -> ExprId {
        match op {
            Operand::Ssa(name) => self.name(f, name),
            op => self.constant(unit, f, op),
        }
    }

    /// An operation as it is kept: operands that may change places in a fixed order.
    fn operation_kind(unit: &Unit, expr: &Expr) -> Kind {
        let Expr { mut code, ty, mut ops } = *expr;
        let swappable = code.is_comparison() || code.is_commutative();
        if swappable && should_swap_operands(unit, ops[0], ops[1]) {
            ops.swap(0, 1);
            if code.is_comparison() {
                code = code.swap_comparison();
            }
        }
        Kind::Operation { code, ty: canonical_type(unit, ty), ops }
    }

    /// What an operation is known by: constants of types that differ in their names only are the same.
    fn operation_key(unit: &mut Unit, expr: &Expr) -> Kind {
        let ops = expr.ops.map(|op| plain_constant(unit, op));
        Self::operation_kind(unit, &Expr { ops, ..*expr })
    }

    /// The expression that is an operation, if there is one; and the value of the operation on the values of its
    /// operands, if it has one here.
    pub fn find_operation(
        &self,
        unit: &mut Unit,
        numbering: &Numbering,
        expr: &Expr,
    ) -> (Option<ExprId>, Option<ValueId>) {
        let known = self.known.get(&Self::operation_key(unit, expr)).copied();
        let valued = Expr { ops: expr.ops.map(|op| numbering.value_of(op)), ..*expr };
        let value = self.operations.get(&Self::operation_key(unit, &valued)).copied();
        (known, value)
    }

    /// The expression that is an operation; a new one gets the given value.
    pub fn operation(
        &mut self,
        unit: &mut Unit,
        numbering: &Numbering,
        expr: &Expr,
        value: ValueId,
        loc: Location,
    ) -> ExprId {
        let key = Self::operation_key(unit, expr);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let valued = Expr { ops: expr.ops.map(|op| numbering.value_of(op)), ..*expr };
        self.operations.entry(Self::operation_key(unit, &valued)).or_insert(value);
        let kind = Self::operation_kind(unit, expr);
        let made = self.add(Entry { kind, value, ty: expr.ty, loc });
        self.known.insert(key, made);
        made
    }

    /// The number of what a reference refers to. References to the same over the same values are one.
    pub fn refer(
        &mut self,
        unit: &Unit,
        f: &Function,
        numbering: &Numbering,
        what: Referred,
    ) -> RefId {
        let mut names = SmallVec::new();
        let key: RefKey = match &what {
            Referred::Load(op) | Referred::Computed(op) => {
                names_from_outside(unit, *op, &mut names);
                let mut words = structural(numbering, unit, *op);
                words.push(u64::from(unit.types.main_variant(unit.type_of(f, *op)).0));
                words.push(u64::from(matches!(what, Referred::Load(_))));
                words
            }
            Referred::Call { callee, args, .. } => {
                let mut words: RefKey = smallvec![0];
                let callee = match *callee {
                    Callee::Decl(decl) => Operand::Decl(decl),
                    Callee::Pointer(op) => numbering.value_of(op),
                    Callee::Internal(function) => {
                        words.push(function as u64);
                        Operand::None
                    }
                };
                words.push(operand_words(callee));
                for &arg in args {
                    names_from_outside(unit, arg, &mut names);
                    words.extend(structural(numbering, unit, arg));
                }
                words
            }
        };
        let id = RefId(self.reference_keys.number(&key));
        if id.0 as usize == self.references.len() {
            self.references.push(Reference { what, names });
        }
        id
    }

    /// The expression that is a reference, if there is one.
    pub fn find_reference(&self, what: RefId, state: SsaName) -> Option<ExprId> {
        self.known.get(&Kind::Reference { what, state }).copied()
    }

    /// The expression that is a reference; a new one gets the given value.
    pub fn reference(
        &mut self,
        what: RefId,
        state: SsaName,
        value: ValueId,
        ty: TypeId,
        loc: Location,
    ) -> ExprId {
        let kind = Kind::Reference { what, state };
        if let Some(&known) = self.known.get(&kind) {
            return known;
        }
        let made = self.add(Entry { kind, value, ty, loc });
        self.known.insert(kind, made);
        made
    }
}

/// The names in a reference in the order of its parts from the outside in: an index before the array.
fn names_from_outside(unit: &Unit, op: Operand, names: &mut SmallVec<[SsaName; 2]>) {
    let mut op = op;
    loop {
        let id = match op {
            Operand::Ssa(name) => return names.push(name),
            Operand::Tree(id) => id,
            _ => return,
        };
        match *unit.trees.kind(id) {
            TreeKind::ArrayRef { index, .. } => names.extend(index.ssa()),
            TreeKind::PlacedComponentRef { offset, .. } => names.extend(offset.ssa()),
            TreeKind::SizedArrayRef { index, size, .. } => {
                names.extend(index.ssa());
                names.extend(size.ssa());
            }
            TreeKind::TargetMemRef { index, index2, .. } => {
                names.extend(index.ssa());
                names.extend(index2.ssa());
            }
            TreeKind::Constructor(_) | TreeKind::Expr { .. } | TreeKind::WithSize { .. } => {
                return unit.for_each_ssa(op, &mut |name| names.push(name));
            }
            _ => {}
        }
        op = unit.trees.base(id);
    }
}
