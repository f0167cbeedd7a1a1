//! Terms over bit vectors, truth values, arrays of bytes and effects, each stored once: equal terms have equal ids, so that
//! what a pass left alone is equal without asking anybody.
//!
//! Terms are simplified as they are made (`simplify.rs`). Both bodies of a question share one [`Terms`].

mod arrays;
mod samples;
mod simplify;
mod sums;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A term, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub u32);

/// What a term is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    /// A bit vector of so many bits.
    Bits(u32),
    /// An array of bytes by 64-bit addresses.
    Array,
    /// The calls, volatile accesses and traps so far.
    Effects,
}

/// A floating-point format, by its bits of exponent and of significand (the hidden one included).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    pub exponent: u32,
    pub significand: u32,
}

impl Format {
    /// How many bits a number has.
    pub fn bits(self) -> u32 {
        self.exponent + self.significand
    }

    /// The bits of the NaN that operations yield.
    pub fn nan(self) -> u128 {
        ((1 << (self.exponent + 1)) - 1) << (self.significand - 2)
    }
}

/// Operations on floating-point numbers, which are kept as their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    /// To another format.
    Convert(Format),
    /// From an integer, with or without sign.
    FromInt {
        unsigned: bool,
    },
    /// To an integer of so many bits, towards zero.
    ToInt {
        unsigned: bool,
        bits: u32,
    },
    Lt,
    Le,
    Eq,
    /// Whether it is in the range of an integer of so many bits when it is cut off.
    Fits {
        unsigned: bool,
        bits: u32,
    },
}

/// What a term does with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    True,
    False,
    /// A number of up to 128 bits.
    Const(u128),
    /// Something that may be anything, by its name.
    Var(u32),
    Not,
    And,
    Or,
    Ite,
    Eq,
    Ult,
    Slt,
    Add,
    Mul,
    /// Whether a product of numbers, with or without sign, fits in their bits.
    ProductFits {
        unsigned: bool,
    },
    Udiv,
    Urem,
    Sdiv,
    Srem,
    BitAnd,
    BitOr,
    BitXor,
    BitNot,
    Shl,
    Lshr,
    Ashr,
    /// The first argument in front (more significant).
    Concat,
    /// Bits from the first number down to the second.
    Extract(u32, u32),
    ZeroExtend,
    SignExtend,
    Float(FloatOp, Format),
    /// An array with the same byte everywhere.
    Fill,
    Select,
    Store,
    /// A function nothing is known of, by its name.
    Apply(u32),
}

/// Arguments of a term.
pub type Args = SmallVec<[Term; 3]>;

/// A term's parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub op: Op,
    pub args: Args,
    pub sort: Sort,
}

/// What addresses of objects of the function that is proved have set: no other object's address has.
pub const LOCAL: u128 = 1 << 63;

/// What addresses of objects that the function makes as it runs have set.
pub const HEAP: u128 = 1 << 62;

/// Addresses of objects are below this, but for these bits: above are numbers such as the largest `long`.
pub const NO_ADDRESS: u128 = 0x3f_0000 << 40;

/// All terms.
pub struct Terms {
    nodes: Vec<Node>,
    /// Whether an address of a local object is among a term's parts.
    mentions_local: Vec<bool>,
    ids: FxHashMap<Node, Term>,
    names: Vec<String>,
    by_name: FxHashMap<String, u32>,
    selected: FxHashMap<(Term, Term), Term>,
    extracted: FxHashMap<(u32, u32, Term), Term>,
    compared: FxHashMap<(Term, Term), Term>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    /// A table with nothing but truth values.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            mentions_local: Vec::new(),
            ids: FxHashMap::default(),
            names: Vec::new(),
            by_name: FxHashMap::default(),
            selected: FxHashMap::default(),
            extracted: FxHashMap::default(),
            compared: FxHashMap::default(),
        };
        terms.intern(Op::False, &[], Sort::Bool);
        terms.intern(Op::True, &[], Sort::Bool);
        terms
    }

    pub const FALSE: Term = Term(0);
    pub const TRUE: Term = Term(1);

    /// A truth value.
    pub fn truth(value: bool) -> Term {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A term's parts.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// What a term is of.
    pub fn sort(&self, term: Term) -> Sort {
        self.node(term).sort
    }

    /// The bits of a bit vector; 0 of anything else.
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bits(width) => width,
            _ => 0,
        }
    }

    /// Whether an address of a local object is among a term's parts.
    pub fn mentions_local(&self, term: Term) -> bool {
        self.mentions_local[term.0 as usize]
    }

    /// The text of a name.
    pub fn name(&self, name: u32) -> &str {
        &self.names[name as usize]
    }

    /// Whether something of this name was made.
    pub fn has_name(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    fn name_id(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(name.to_string());
        self.by_name.insert(name.to_string(), id);
        id
    }

    /// The term of these parts as they are.
    fn intern(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let node = Node { op, args: Args::from_slice(args), sort };
        if let Some(&term) = self.ids.get(&node) {
            return term;
        }
        let term = Term(self.nodes.len() as u32);
        // What is true or false carries no address.
        let own = matches!(node.op, Op::Const(value) if sort == Sort::Bits(64) && value & (LOCAL | HEAP) != 0
            && value & (HEAP - 1) < NO_ADDRESS);
        let mentions =
            sort != Sort::Bool && (own || args.iter().any(|&arg| self.mentions_local(arg)));
        self.mentions_local.push(mentions);
        self.nodes.push(node.clone());
        self.ids.insert(node, term);
        term
    }

    /// Something that may be anything; the same for the same name. What is there at a cut may hold local addresses.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        let at_cut = name.starts_with("cut ");
        let name = self.name_id(name);
        let term = self.intern(Op::Var(name), &[], sort);
        self.mentions_local[term.0 as usize] |= at_cut;
        term
    }

    /// What a function nothing is known of makes of its arguments.
    pub fn apply(&mut self, name: &str, args: &[Term], sort: Sort) -> Term {
        let name = self.name_id(name);
        self.intern(Op::Apply(name), args, sort)
    }

    /// A number, cut off to its bits. Wide ones are put together.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        if width > 128 {
            let low = self.constant(128, value);
            let high = self.constant(width - 128, 0);
            return self.intern(Op::Concat, &[high, low], Sort::Bits(width));
        }
        self.intern(Op::Const(value & mask(width)), &[], Sort::Bits(width))
    }

    /// All bits set.
    pub fn ones(&mut self, width: u32) -> Term {
        if width > 128 {
            let low = self.constant(128, u128::MAX);
            let high = self.ones(width - 128);
            return self.intern(Op::Concat, &[high, low], Sort::Bits(width));
        }
        self.constant(width, u128::MAX)
    }

    /// The value of a number of up to 128 bits.
    pub fn as_const(&self, term: Term) -> Option<u128> {
        match self.node(term).op {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a bit vector of any width is zero.
    pub fn is_zero(&self, term: Term) -> bool {
        match &self.node(term).op {
            Op::Const(value) => *value == 0,
            Op::Concat => self.node(term).args.iter().all(|&part| self.is_zero(part)),
            _ => false,
        }
    }
}

/// So many bits set.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The value of a number with a sign.
pub fn signed(value: u128, width: u32) -> i128 {
    if width == 0 || width >= 128 {
        return value as i128;
    }
    ((value << (128 - width)) as i128) >> (128 - width)
}
