//! Which byte of a value is which byte of what it was put together from.
//!
//! ```text
//!   _1 = *p_9;                          _1: 0 0 0 1 of *p_9           (the highest byte first, 0 is a byte of zeros)
//!   _2 = (unsigned int) _1;             _2: 0 0 0 1
//!   _3 = MEM[p_9 + 1B];
//!   _4 = (unsigned int) _3;             _4: 0 0 0 1 of MEM[p_9 + 1B]
//!   _5 = _4 << 8;                       _5: 0 0 1 0
//!   _6 = _2 | _5;                       _6: 0 0 2 1 of two bytes at p_9
//! ```
//!
//! GCC's symbolic numbers. The least significant byte is at the lowest address.

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use tree_ssa::fold::place::Place;
use tree_ssa::fold::place::alias_pointer;
use tree_ssa::fold::place::innermost;

/// The widest value, in bytes.
const WIDEST: u32 = 8;

/// A byte of which nothing is known.
const UNKNOWN: u64 = 0xff;

/// The bytes of what a value is made of, in their order.
const IN_ORDER: u64 = 0x0807_0605_0403_0201;

/// Statements that are looked at for one value: what 64 bits are put together from byte by byte takes less than half.
const STATEMENTS: u32 = 96;

/// Conversions one of the other that are looked through.
const CONVERSIONS: u32 = 4;

/// Where memory is read.
#[derive(Clone, Debug)]
pub struct Memory {
    pub place: Place,
    /// The type of pointers through which something may be accessed that aliases all that is read.
    pub alias: TypeId,
    pub state: SsaName,
}

/// A value as bytes of another one.
#[derive(Clone, Debug)]
pub struct Number {
    /// For each byte of the value which byte of the source it is, counted from one: the least significant is the lowest.
    markers: u64,
    ty: TypeId,
    /// What the bytes are of: a value, or what is read of memory at the lowest address.
    pub source: Operand,
    pub memory: Option<Memory>,
    /// How many bytes of the source are looked at.
    range: u32,
    /// How often the source is read.
    reads: u32,
    /// One of the statements that read the source, where all of it may be read.
    pub stmt: StmtId,
}

/// What a value turns out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The bytes in their order.
    Same,
    /// The bytes in the opposite order.
    Swapped,
}

/// The bits of the markers of so many bytes.
fn mask(bytes: u32) -> u64 {
    if bytes >= WIDEST { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// The bytes of an integer type, if it has whole ones, and not too many.
fn bytes_of(unit: &Unit, ty: TypeId) -> Option<u32> {
    let bits = unit.types.is_integral(ty).then(|| unit.types.precision(ty)).flatten()?;
    (bits % 8 == 0 && bits > 0 && bits <= 8 * WIDEST).then_some(bits / 8)
}

impl Number {
    /// A value that is not looked into, which `stmt` reads.
    fn of_value(unit: &Unit, f: &Function, source: Operand, stmt: StmtId) -> Option<Number> {
        let ty = unit.type_of(f, source);
        let range = bytes_of(unit, ty)?;
        let markers = IN_ORDER & mask(range);
        Some(Number { markers, ty, source, memory: None, range, reads: 1, stmt })
    }

    /// What a statement loads.
    fn of_load(unit: &mut Unit, f: &Function, stmt: StmtId, reference: Operand) -> Option<Number> {
        if f.stmts[stmt].has(StmtFlags::VOLATILE) {
            return None;
        }
        let place = Place::of(unit, f, reference)?;
        let alias = alias_pointer(unit, f, reference);
        let number = Number::of_value(unit, f, reference, stmt)?;
        let whole = place.pos % 8 == 0 && place.size == i64::from(8 * number.range);
        let memory = Memory { place, alias, state: f.stmts[stmt].vuse };
        whole.then_some(Number { memory: Some(memory), ..number })
    }

    fn bytes(&self, unit: &Unit) -> u32 {
        bytes_of(unit, self.ty).unwrap_or(WIDEST)
    }

    /// Whether more of the sign's bits come in from above.
    fn extends_sign(&self, unit: &Unit) -> bool {
        let highest = self.markers >> (8 * (self.bytes(unit) - 1)) & 0xff;
        !unit.types.is_unsigned(self.ty) && highest != 0
    }

    fn unknown_above(&mut self, from: u32, to: u32) {
        for byte in from..to {
            self.markers |= UNKNOWN << (8 * byte);
        }
    }

    /// Shifted, or rotated, by so many bits.
    fn shifted(mut self, unit: &Unit, code: TreeCode, by: i128) -> Option<Number> {
        let bytes = self.bytes(unit);
        let by = u32::try_from(by).ok().filter(|by| by % 8 == 0 && *by < 8 * bytes)?;
        let other = 8 * bytes - by;
        self.markers = match code {
            TreeCode::Lshift => self.markers << by,
            TreeCode::Rshift => {
                let extends = self.extends_sign(unit);
                self.markers >>= by;
                if extends {
                    self.unknown_above(bytes - by / 8, bytes);
                }
                self.markers
            }
            _ if by == 0 => self.markers,
            TreeCode::Lrotate => self.markers << by | self.markers >> other,
            _ => self.markers >> by | self.markers << other,
        } & mask(bytes);
        self.reach(bytes);
        Some(self)
    }

    /// Of a value that is not read from memory as much is looked at as there is.
    fn reach(&mut self, bytes: u32) {
        if self.memory.is_none() {
            self.range = bytes;
        }
    }

    /// With some bytes only.
    fn masked(mut self, unit: &Unit, with: i128) -> Option<Number> {
        for byte in 0..self.bytes(unit) {
            match with >> (8 * byte) & 0xff {
                0 => self.markers &= !(0xff << (8 * byte)),
                0xff => {}
                _ => return None,
            }
        }
        Some(self)
    }

    fn converted(mut self, unit: &Unit, ty: TypeId) -> Option<Number> {
        let (from, to) = (self.bytes(unit), bytes_of(unit, ty)?);
        if to > from && self.extends_sign(unit) {
            self.unknown_above(from, to);
        }
        self.markers &= mask(to);
        self.ty = ty;
        self.reach(to);
        Some(self)
    }

    /// Two numbers that have no byte in common as one.
    fn merged(
        mut self,
        unit: &Unit,
        f: &mut Function,
        code: TreeCode,
        mut other: Number,
    ) -> Option<Number> {
        if self.bytes(unit) != other.bytes(unit) {
            return None;
        }
        match (&self.memory, &other.memory) {
            (None, None) if operand_equal(unit, self.source, other.source) => {}
            (Some(a), Some(b)) if a.state == b.state && a.place.base.same(unit, &b.place.base) => {
                self.side_by_side(unit, f, &mut other)?;
            }
            _ => return None,
        }
        for byte in 0..WIDEST {
            let (a, b) = (self.markers >> (8 * byte) & 0xff, other.markers >> (8 * byte) & 0xff);
            if a != 0 && b != 0 && (a != b || code != TreeCode::BitIor) {
                return None;
            }
        }
        self.markers |= other.markers;
        self.reads += other.reads;
        Some(self)
    }

    /// Counts the bytes of both from the lower of their places, which becomes the place of both.
    fn side_by_side(&mut self, unit: &Unit, f: &mut Function, other: &mut Number) -> Option<()> {
        let pos = |number: &Number| number.memory.as_ref().map_or(0, |memory| memory.place.pos);
        let end = |number: &Number| pos(number).checked_add(i64::from(8 * number.range));
        let last = end(self)?.max(end(other)?);
        // What is read later is read where it is certain that all of it is there.
        let one_block = f.stmts[self.stmt].block == f.stmts[other.stmt].block;
        let stmt = if one_block { self.stmt } else { innermost(f, &[self.stmt, other.stmt]) };
        if pos(other) < pos(self) {
            std::mem::swap(self, other);
        }
        self.stmt = stmt;
        let between = pos(other).checked_sub(pos(self))?;
        let range = last.checked_sub(pos(self)).filter(|&bits| bits <= i64::from(8 * WIDEST))?;
        self.range = (range / 8) as u32;
        for byte in 0..WIDEST {
            let marker = other.markers >> (8 * byte) & 0xff;
            if marker != 0 && marker != UNKNOWN {
                other.markers += (between as u64 / 8) << (8 * byte);
            }
        }
        if let (Some(memory), Some(second)) = (&mut self.memory, &other.memory)
            && !unit.types.same_main(pointee(unit, memory.alias), pointee(unit, second.alias))
        {
            memory.alias = unit.common.void_ptr;
        }
        Some(())
    }

    /// What the number is, and how many bytes of its source it has.
    pub fn order(&self) -> Option<(Order, u32)> {
        let mut range = self.range;
        let (mut same, mut swapped) =
            (IN_ORDER & mask(range), IN_ORDER.swap_bytes() >> (8 * (WIDEST - range)));
        if self.memory.is_some() {
            let real = WIDEST - self.markers.leading_zeros() / 8;
            if real < range {
                (same, swapped) = (same & mask(real), swapped >> (8 * (range - real)));
                range = real;
            }
        }
        let order = match self.markers {
            markers if markers == same => Order::Same,
            markers if markers == swapped => Order::Swapped,
            _ => return None,
        };
        let useless = self.memory.is_none() && order == Order::Same && self.reads == 1;
        (!useless).then_some((order, range))
    }
}

fn pointee(unit: &Unit, ty: TypeId) -> TypeId {
    unit.types.pointee(ty).unwrap_or(TypeId::NONE)
}

/// What a statement computes, as bytes of something else, if it can be told.
pub fn number_of(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Option<Number> {
    let StmtKind::Assign { lhs: Operand::Ssa(lhs), .. } = f.stmts[stmt].kind else { return None };
    let bytes = bytes_of(unit, f.names[lhs].ty)?;
    let depth = bytes + 2 * (1 + bytes.next_power_of_two().trailing_zeros());
    Search { unit, f, left: STATEMENTS }.below(stmt, depth)
}

struct Search<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    /// How many statements may still be looked at.
    left: u32,
}

impl Search<'_> {
    /// What a statement computes, where it is worth looking `depth` statements further.
    fn below(&mut self, stmt: StmtId, depth: u32) -> Option<Number> {
        self.left = self.left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } = self.f.stmts[stmt].kind else {
            return None;
        };
        if code == TreeCode::Single {
            return match rhs[0] {
                Operand::Ssa(_) | Operand::Const(_) => None,
                reference if self.unit.is_memory_operand(reference) => {
                    Number::of_load(self.unit, self.f, stmt, reference)
                }
                _ => None,
            };
        }
        let first = rhs[0].ssa()?;
        let ty = self.f.names[lhs].ty;
        let number = match code {
            TreeCode::Nop => self.operand(stmt, first, depth)?.converted(self.unit, ty)?,
            TreeCode::BitAnd => {
                let with = self.unit.as_int(rhs[1])?;
                self.operand(stmt, first, depth)?.masked(self.unit, with)?
            }
            TreeCode::Lshift | TreeCode::Rshift | TreeCode::Lrotate | TreeCode::Rrotate => {
                let by = self.unit.as_int(rhs[1])?;
                self.operand(stmt, first, depth)?.shifted(self.unit, code, by)?
            }
            TreeCode::BitIor | TreeCode::BitXor | TreeCode::Plus => {
                let second = rhs[1].ssa()?;
                // Two that are whole have bytes in common.
                if !is_part(self.f, first) && !is_part(self.f, second) {
                    return None;
                }
                let a = self.below(self.f.names[first].def.expand()?, depth)?;
                let b = self.below(self.f.names[second].def.expand()?, depth)?;
                a.merged(self.unit, self.f, code, b)?
            }
            _ => return None,
        };
        (bytes_of(self.unit, ty)? == number.bytes(self.unit)).then_some(number)
    }

    /// What an operand is: what it is made of, or itself.
    fn operand(&mut self, stmt: StmtId, name: SsaName, depth: u32) -> Option<Number> {
        let deeper = self.f.names[name].def.expand().and_then(|def| self.below(def, depth));
        match deeper {
            Some(number) => Some(number),
            None => Number::of_value(self.unit, self.f, Operand::Ssa(name), stmt),
        }
    }
}

/// Whether a name may be one with bytes of zeros: what is loaded, or converted from that, is not looked at further.
fn is_part(f: &Function, name: SsaName) -> bool {
    use TreeCode::{BitAnd, BitIor, BitXor, Lrotate, Lshift, Nop, Plus, Rrotate, Rshift};
    let mut name = name;
    for _ in 0..CONVERSIONS {
        let Some(def) = f.names[name].def.expand() else { return false };
        let StmtKind::Assign { code, rhs, .. } = f.stmts[def].kind else { return false };
        match (code, rhs[0]) {
            (Nop, Operand::Ssa(inner)) => name = inner,
            _ => {
                let parts = [BitAnd, BitIor, BitXor, Lrotate, Lshift, Plus, Rrotate, Rshift];
                return parts.contains(&code);
            }
        }
    }
    false
}
