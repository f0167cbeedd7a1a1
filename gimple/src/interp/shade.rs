//! Which bits of values nothing has been written to: their *shade*. A bit that is set in the shade of a slot or of a byte
//! of memory has no value yet.
//!
//! ```text
//! int x, y = 1;               x: all ones       y: 0
//! z = x & 12;                 z: 12
//! if (z == 3) …               nothing is wrong: two bits differ whatever x is
//! if (z == 4) …               error: a branch depends on z
//! ```
//! Shades go through copies, arithmetic, calls and memory; an error is only what decides something: a branch, an address,
//! an argument of the library, what the library reads, the status of the program. What an operation makes of shades is
//! exact for sums, bits, shifts by known counts and comparisons; where it is not (operations on vectors and complex numbers),
//! it leaves out bits rather than inventing some, so that no program without such a fault is stopped.

use super::code::*;
use super::libc::{self, Native};
use super::machine::{Callable, Machine};
use super::memory::place;
use super::shape::Shape;
use super::{ErrorKind, run, value};
use crate::builtins::Builtin;
use crate::stmt::InternalFn;
use std::fmt;

/// What a value without a value has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Which way control goes.
    Branch,
    /// Where something is read, written or called.
    Address,
    /// What a function of the library does, by its argument.
    Argument,
    /// What a function of the library does, by what it reads.
    Read,
    /// The status of the program, or what a function returns that the library calls.
    Result,
    /// Whether a check finds something.
    Check,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Branch => "a branch depends on it",
            Decision::Address => "an address depends on it",
            Decision::Argument => "it is passed to the library",
            Decision::Read => "the library reads it",
            Decision::Result => "it is returned to the library",
            Decision::Check => "a check depends on it",
        })
    }
}

fn decided(decision: Decision) -> ErrorKind {
    ErrorKind::Uninitialized(decision)
}

/// The shades of memory. The tables have the order of the regions and end where nothing is shaded after it.
pub(super) struct MemoryShades {
    regions: [Vec<u8>; 3],
}

impl MemoryShades {
    pub fn new(stack: usize) -> MemoryShades {
        // The stack is written from its end downwards.
        MemoryShades { regions: [Vec::new(), Vec::new(), vec![0; stack]] }
    }

    fn range(&self, address: u64, size: usize) -> &[u8] {
        let (region, start) = place(address);
        let table = &self.regions[region];
        let end = start.saturating_add(size).min(table.len());
        table.get(start..end).unwrap_or_default()
    }

    /// Whether a bit of a range has no value.
    pub fn any(&self, address: u64, size: usize) -> bool {
        self.range(address, size).iter().any(|&byte| byte != 0)
    }

    /// The shades of the bytes of a range.
    pub fn of(&self, address: u64, size: usize) -> Vec<u8> {
        let mut shades = self.range(address, size).to_vec();
        shades.resize(size, 0);
        shades
    }

    /// Gives all bytes of a range one shade.
    pub fn fill(&mut self, address: u64, size: usize, shade: u8) {
        let (region, start) = place(address);
        let table = &mut self.regions[region];
        let end = start.saturating_add(size);
        if shade != 0 && table.len() < end {
            table.resize(end, 0);
        }
        let end = end.min(table.len());
        if let Some(bytes) = table.get_mut(start..end) {
            bytes.fill(shade);
        }
    }

    /// Gives the bytes of a range their shades.
    pub fn set(&mut self, address: u64, shades: &[u8]) {
        self.fill(address, shades.len(), 0);
        if shades.iter().any(|&shade| shade != 0) {
            let (region, start) = place(address);
            let table = &mut self.regions[region];
            if table.len() < start + shades.len() {
                table.resize(start + shades.len(), 0);
            }
            table[start..start + shades.len()].copy_from_slice(shades);
        }
    }
}

/// The values a word may have by its bits: the least and the greatest, unsigned.
fn extremes(word: u64, shade: u64) -> (u64, u64) {
    (word & !shade, word | shade)
}

fn sum(a: (u64, u64), b: (u64, u64)) -> u64 {
    let ((least_a, most_a), (least_b, most_b)) = (extremes(a.0, a.1), extremes(b.0, b.1));
    (least_a.wrapping_add(least_b) ^ most_a.wrapping_add(most_b)) | a.1 | b.1
}

fn difference(a: (u64, u64), b: (u64, u64)) -> u64 {
    let ((least_a, most_a), (least_b, most_b)) = (extremes(a.0, a.1), extremes(b.0, b.1));
    (least_a.wrapping_sub(most_b) ^ most_a.wrapping_sub(least_b)) | a.1 | b.1
}

/// A product has no value from the lowest bit on that a factor's bit without a value reaches.
fn product(a: (u64, u64), b: (u64, u64)) -> u64 {
    let zero = |(word, shade): (u64, u64)| word | shade == 0;
    if a.1 | b.1 == 0 || zero(a) || zero(b) {
        return 0;
    }
    let reach = |(_, shade): (u64, u64), (word, other): (u64, u64)| {
        if shade == 0 { 64 } else { shade.trailing_zeros() + (word | other).trailing_zeros() }
    };
    u64::MAX.checked_shl(reach(a, b).min(reach(b, a))).unwrap_or(0)
}

/// Whether a comparison has no value.
fn compared(cc: Cc, a: (u64, u64), b: (u64, u64)) -> bool {
    if a.1 | b.1 == 0 {
        return false;
    }
    if matches!(cc, Cc::Eq | Cc::Ne) {
        return (a.0 ^ b.0) & !(a.1 | b.1) == 0;
    }
    // With the sign turned, signed order is unsigned order.
    let signed = matches!(cc, Cc::Lt | Cc::Le | Cc::Gt | Cc::Ge);
    let turn = if signed { 1 << 63 } else { 0 };
    let ((least_a, most_a), (least_b, most_b)) =
        (extremes(a.0 ^ turn, a.1), extremes(b.0 ^ turn, b.1));
    let holds = |a: u64, b: u64| run::compare(cc, a ^ turn, b ^ turn);
    holds(least_a, most_b) != holds(most_a, least_b)
}

fn all_if(shade: u64) -> u64 {
    if shade == 0 { 0 } else { !0 }
}

impl Machine<'_> {
    /// The value of a source, and its shade.
    fn shaded(&self, code: &Code, s: Src) -> (u64, u64) {
        if s & CONST != 0 {
            (code.consts[(s & !CONST) as usize], 0)
        } else {
            let at = self.base + s as usize;
            (self.regs[at], self.shades[at])
        }
    }

    /// The shades of slots.
    fn slot_shades(&self, base: usize, s: Src, n: u32) -> Vec<u64> {
        if s & CONST != 0 {
            return vec![0; n as usize];
        }
        let at = base + s as usize;
        self.shades[at..at + n as usize].to_vec()
    }

    fn shade_slots(&mut self, d: u32, shades: &[u64]) {
        let at = self.base + d as usize;
        self.shades[at..at + shades.len()].copy_from_slice(shades);
    }

    /// The address an operation accesses, which must have a value.
    fn address(&self, code: &Code, base: Src, off: i64) -> Result<u64, ErrorKind> {
        match self.shaded(code, base) {
            (address, 0) => Ok(address.wrapping_add(off as u64)),
            _ => Err(decided(Decision::Address)),
        }
    }

    fn memory_shades(&self, address: u64, bytes: usize) -> Vec<u8> {
        self.memory.shades.as_ref().map_or(Vec::new(), |shades| shades.of(address, bytes))
    }

    /// Gives bytes of memory their shades.
    fn shade_memory(&mut self, address: u64, shades: &[u8]) {
        if let Some(memory) = &mut self.memory.shades
            && shades.iter().any(|&shade| shade != 0)
        {
            memory.set(address, shades);
        }
    }

    /// What an operation makes of shades, before it is done; what it stores is in [`Self::shade_store`].
    pub(super) fn shade(&mut self, code: &Code, op: Op) -> Result<(), ErrorKind> {
        if let Some((d, shade)) = self.shade_of_integers(code, op) {
            self.shades[self.base + d as usize] = shade;
            return Ok(());
        }
        let get = |s: Src| self.shaded(code, s);
        match op {
            Op::MovN { d, s, n } => {
                let shades = self.slot_shades(self.base, s, n);
                self.shade_slots(d, &shades);
            }
            Op::FloatCompare { d, a, b, .. } => {
                let shade = u64::from(get(a).1 | get(b).1 != 0);
                self.shade_slots(d, &[shade]);
            }
            Op::Float { d, a, b, single, .. } => {
                let shade = all_if(get(a).1 | get(b).1) >> if single { 32 } else { 0 };
                self.shade_slots(d, &[shade]);
            }
            Op::FloatNeg { d, a, .. } => self.shade_slots(d, &[get(a).1]),
            Op::FloatAbs { d, a, single } => {
                let sign = if single { 1 << 31 } else { 1 << 63 };
                self.shade_slots(d, &[get(a).1 & !sign]);
            }
            Op::IntToFloat { d, a, single, .. } | Op::FloatToFloat { d, a, narrow: single } => {
                let shade = all_if(get(a).1) >> if single { 32 } else { 0 };
                self.shade_slots(d, &[shade]);
            }
            Op::FloatToInt { d, a, norm, .. } => {
                self.shade_slots(d, &[norm.apply(all_if(get(a).1))]);
            }
            Op::Select { d, c, a, b, n } => self.shade_choice(code, d, c, [a, b], n),
            Op::Load { d, base, off, width } => {
                let address = self.address(code, base, off)?;
                let shade = self.shade_of_load(address, width);
                self.shade_slots(d, &[shade]);
            }
            Op::LoadN { d, base, off, bytes } => {
                let address = self.address(code, base, off)?;
                let shades = value::to_slots(&self.memory_shades(address, bytes as usize));
                self.shade_slots(d, &shades);
            }
            Op::LoadBits { d, base, off, pos, norm } => {
                let address = self.address(code, base, off)?;
                let bytes = (u32::from(pos) + norm.bits()).div_ceil(8) as usize;
                let shade = norm.apply((word(&self.memory_shades(address, bytes)) >> pos) as u64);
                self.shade_slots(d, &[shade]);
            }
            Op::LeaIndex { d, base, index, .. } => {
                self.shade_slots(d, &[all_if(get(base).1 | get(index).1)]);
            }
            Op::Tick { d } => self.shade_slots(d, &[0]),
            Op::Store { base, .. }
            | Op::StoreN { base, .. }
            | Op::StoreBits { base, .. }
            | Op::Zero { base, .. } => {
                self.address(code, base, 0)?;
            }
            Op::Copy { to, from, copy, .. } if code.copies[copy as usize].bytes != 0 => {
                self.address(code, to, 0)?;
                self.address(code, from, 0)?;
            }
            Op::Branch { a, b, cc, .. } if compared(cc, get(a), get(b)) => {
                return Err(decided(Decision::Branch));
            }
            Op::BranchFloat { a, b, .. } if get(a).1 | get(b).1 != 0 => {
                return Err(decided(Decision::Branch));
            }
            Op::BranchTruth { a, .. } if compared(Cc::Ne, get(a), (0, 0)) => {
                return Err(decided(Decision::Branch));
            }
            Op::Switch { s, .. } | Op::Computed { s, .. } if get(s).1 != 0 => {
                return Err(decided(Decision::Branch));
            }
            Op::Call { site } => match code.calls[site as usize].target {
                Target::Pointer(s) if get(s).1 != 0 => return Err(decided(Decision::Address)),
                _ => {}
            },
            Op::Return { s, n } => {
                self.result_shades = self.slot_shades(self.base, s, n);
                self.check_result()?;
            }
            Op::ReturnMemory { base, off, bytes } => {
                let address = self.address(code, base, off)?;
                self.result_shades = value::to_slots(&self.memory_shades(address, bytes as usize));
            }
            Op::ReturnVoid => self.result_shades.clear(),
            Op::Define { d, n } => self.shade_slots(d, &vec![0; n as usize]),
            Op::DefineMemory { base, off, bytes } => {
                let address = self.address(code, base, off)?;
                if let Some(memory) = &mut self.memory.shades {
                    memory.fill(address, bytes as usize, 0);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What operations on integers make of shades.
    fn shade_of_integers(&self, code: &Code, op: Op) -> Option<(u32, u64)> {
        let get = |s: Src| self.shaded(code, s);
        let shade = |s: Src| get(s).1;
        Some(match op {
            Op::Mov { d, s } => (d, shade(s)),
            Op::Add { d, a, b, norm } => (d, norm.apply(sum(get(a), get(b)))),
            Op::Sub { d, a, b, norm } => (d, norm.apply(difference(get(a), get(b)))),
            Op::Mul { d, a, b, norm } => (d, norm.apply(product(get(a), get(b)))),
            Op::And { d, a, b } => {
                let ((x, p), (y, q)) = (get(a), get(b));
                (d, p & q | p & y | q & x)
            }
            Op::Or { d, a, b } => {
                let ((x, p), (y, q)) = (get(a), get(b));
                (d, p & q | p & !y | q & !x)
            }
            Op::Xor { d, a, b, norm } => (d, norm.apply(shade(a) | shade(b))),
            Op::Div { d, a, b, norm } | Op::Rem { d, a, b, norm } => {
                (d, norm.apply(all_if(shade(a) | shade(b))))
            }
            Op::Shl { d, a, b, norm } => (
                d,
                norm.apply(match get(b) {
                    (count, 0) => shade(a) << (count & run::count_mask(norm)),
                    _ => !0,
                }),
            ),
            Op::Shr { d, a, b, norm } => match get(b) {
                (count, 0) => (d, run::shift_right(shade(a), count, norm)),
                _ => (d, norm.apply(!0)),
            },
            Op::Rotate { d, a, b, norm, right } => match get(b) {
                (count, 0) => (d, run::rotate(shade(a), count, norm, right)),
                _ => (d, norm.apply(!0)),
            },
            Op::Extreme { d, a, b, cc } => {
                let ((x, p), (y, q)) = (get(a), get(b));
                match compared(cc, (x, p), (y, q)) {
                    true => (d, p | q | (x ^ y)),
                    false => (d, if run::compare(cc, x, y) { p } else { q }),
                }
            }
            Op::Neg { d, a, norm } => (d, norm.apply(difference((0, 0), get(a)))),
            Op::Not { d, a, norm } | Op::Extend { d, a, norm } => (d, norm.apply(shade(a))),
            Op::Abs { d, a, norm } => (d, norm.apply(all_if(shade(a)))),
            Op::Compare { d, a, b, cc } => (d, compared(cc, get(a), get(b)).into()),
            Op::Lea { d, base, off } => (d, sum(get(base), (off as u64, 0))),
            _ => return None,
        })
    }

    /// Where what chooses has no value, the bits have one that both paths have the same.
    fn shade_choice(&mut self, code: &Code, d: u32, c: Src, ways: [Src; 2], n: u32) {
        let [a, b] = ways.map(|s| self.slot_shades(self.base, s, n));
        let (test, unknown) = self.shaded(code, c);
        let shades = if !compared(Cc::Ne, (test, unknown), (0, 0)) {
            if test & !unknown != 0 { a } else { b }
        } else {
            let words = ways.map(|s| self.slots(code, s, n).to_vec());
            let differ = words[0].iter().zip(&words[1]).map(|(x, y)| x ^ y);
            a.iter().zip(&b).zip(differ).map(|((p, q), differ)| p | q | differ).collect()
        };
        self.shade_slots(d, &shades);
    }

    fn shade_of_load(&self, address: u64, width: Width) -> u64 {
        let Some(memory) = &self.memory.shades else { return 0 };
        if !memory.any(address, width.bytes()) {
            return 0;
        }
        let shade = word(&memory.of(address, width.bytes())) as u64;
        match width {
            Width::I8 => shade as i8 as u64,
            Width::I16 => shade as i16 as u64,
            Width::I32 => shade as i32 as u64,
            _ => shade,
        }
    }

    /// The shades of the bytes a bit-field lies in, before it is stored.
    pub(super) fn shades_around(&self, code: &Code, op: Op) -> Vec<u8> {
        let Op::StoreBits { base, off, pos, norm, .. } = op else { return Vec::new() };
        let address = self.shaded(code, base).0.wrapping_add(off as u64);
        self.memory_shades(address, (u32::from(pos) + norm.bits()).div_ceil(8) as usize)
    }

    /// What was stored has the shade of the value.
    pub(super) fn shade_store(&mut self, code: &Code, op: Op, around: &[u8]) {
        match op {
            Op::Store { base, off, s, width } => {
                let shade = self.shaded(code, s).1;
                if shade != 0 {
                    let address = self.shaded(code, base).0.wrapping_add(off as u64);
                    self.shade_memory(address, &shade.to_le_bytes()[..width.bytes()]);
                }
            }
            Op::StoreN { base, off, s, bytes } => {
                let shades = self.slot_shades(self.base, s, bytes.div_ceil(8));
                let address = self.shaded(code, base).0.wrapping_add(off as u64);
                self.shade_memory(address, &value::slot_bytes(&shades, bytes as usize));
            }
            Op::StoreBits { base, off, s, pos, norm } => {
                let address = self.shaded(code, base).0.wrapping_add(off as u64);
                let mask = (u128::MAX >> (128 - norm.bits())) << pos;
                let shade = (u128::from(self.shaded(code, s).1) << pos) & mask;
                let shades = (word(around) & !mask | shade).to_le_bytes();
                self.shade_memory(address, &shades[..around.len()]);
            }
            _ => {}
        }
    }

    /// What was loaded of bits without a value need not be a value of its type: it is made one.
    pub(super) fn fit(&mut self, d: u32, norm: super::shape::Norm) -> Result<(), ErrorKind> {
        let at = self.base + d as usize;
        if self.shades.get(at).is_some_and(|&shade| shade != 0) {
            self.regs[at] = norm.apply(self.regs[at]);
            self.shades[at] = norm.apply(self.shades[at]);
            return Ok(());
        }
        norm.expect(self.regs[at])
    }

    /// What the program ends with, or what the library is given by what it has called, has a value.
    fn check_result(&self) -> Result<(), ErrorKind> {
        let to_library = self.frames.last().is_some_and(|frame| frame.site == u32::MAX);
        if to_library && self.result_shades.first().is_some_and(|&shade| shade != 0) {
            return Err(decided(Decision::Result));
        }
        Ok(())
    }

    /// Gives what was delivered the shades of its words; `base` is that of the frame it was delivered to.
    pub(super) fn shade_delivered(&mut self, dest: Dest, code: &Code, base: usize, shades: &[u64]) {
        if shades.iter().all(|&shade| shade == 0) {
            return;
        }
        match dest {
            Dest::Nothing => {}
            Dest::Slot { slot, shape } => {
                let at = base + slot as usize;
                match shape {
                    Shape::Int { norm, .. } => self.shades[at] = norm.apply(shades[0]),
                    _ => {
                        let n = shades.len().min(shape.slots() as usize);
                        self.shades[at..at + n].copy_from_slice(&shades[..n]);
                    }
                }
            }
            Dest::Memory { base: to, off, shape } => {
                let address = if to & CONST != 0 {
                    code.consts[(to & !CONST) as usize]
                } else {
                    self.regs[base + to as usize]
                };
                let bytes = value::slot_bytes(shades, shape.bytes() as usize);
                self.shade_memory(address.wrapping_add(off as u64), &bytes);
            }
        }
    }

    /// The parameters of a function that was entered from frame `from` have the shades of the arguments.
    pub(super) fn shade_parameters(
        &mut self,
        callee: &Code,
        caller: &Code,
        site: u32,
        from: usize,
    ) {
        let frame = self.regs[self.base + FRAME_SLOT as usize];
        for (param, arg) in callee.params.iter().zip(&caller.calls[site as usize].args) {
            let n = param.shape.slots().min(arg.shape.slots());
            let shades = match arg.shape {
                Shape::Aggregate { .. } | Shape::None => continue,
                _ => self.slot_shades(from, arg.s, n),
            };
            match (param.place, param.shape) {
                (Place::Slot(slot), Shape::Int { norm, .. }) => {
                    self.shade_slots(slot, &[norm.apply(shades[0])]);
                }
                (Place::Slot(slot), _) => self.shade_slots(slot, &shades),
                (Place::Frame(off), shape) => {
                    let bytes = shape.bytes().min(8 * u64::from(n)) as usize;
                    let bytes = value::slot_bytes(&shades, bytes);
                    self.shade_memory(frame.wrapping_add(off as u64), &bytes);
                }
            }
        }
    }

    /// The shade of what a function of the library returns for its arguments, which must have values unless it is an
    /// operation and no more.
    pub(super) fn shade_of_native(
        &self,
        site: &CallSite,
        function: u32,
    ) -> Result<[u64; 2], ErrorKind> {
        let shaded = |arg: &Arg| {
            let words = match arg.shape {
                Shape::Aggregate { .. } => self.slot_shades(self.base, arg.s, 1),
                shape => self.slot_shades(self.base, arg.s, shape.slots()),
            };
            match arg.shape {
                Shape::Int { norm, .. } => norm.apply(words[0]) != 0,
                Shape::Single => words[0] as u32 != 0,
                Shape::None => false,
                _ => words.iter().any(|&word| word != 0),
            }
        };
        if !site.args.iter().any(shaded) {
            return Ok([0; 2]);
        }
        let (decl, callable) = &self.functions[function as usize];
        let name = self.unit.decl_name(*decl).unwrap_or_default();
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let words = || self.slot_shades(self.base, site.args[0].s, site.args[0].shape.slots());
        match Builtin::find(plain) {
            Some(Builtin::Bswap16) => Ok([(words()[0] as u16).swap_bytes().into(), 0]),
            Some(Builtin::Bswap32) => Ok([(words()[0] as u32).swap_bytes().into(), 0]),
            Some(Builtin::Bswap64) => Ok([words()[0].swap_bytes(), 0]),
            Some(builtin) if libc::is_operation(builtin) => Ok([!0; 2]),
            _ if matches!(callable, Callable::Native(Native::Jump(_))) => Ok([0; 2]),
            _ => Err(decided(Decision::Argument)),
        }
    }

    /// The shades of an internal function's value.
    pub(super) fn shade_of_internal(
        &self,
        site: &InternalSite,
        object: Option<(u64, usize)>,
    ) -> Result<Vec<u64>, ErrorKind> {
        let shades: Vec<Vec<u64>> = site
            .args
            .iter()
            .map(|arg| self.slot_shades(self.base, arg.s, arg.shape.slots()))
            .collect();
        let any = shades.iter().flatten().any(|&shade| shade != 0);
        Ok(match site.function {
            InternalFn::VaArg => match object {
                Some((address, size)) => value::to_slots(&self.memory_shades(address, size)),
                None => Vec::new(),
            },
            InternalFn::BuiltinExpect => shades.into_iter().next().unwrap_or_default(),
            InternalFn::DeferredInit => Vec::new(),
            function if function.is_check() && any => return Err(decided(Decision::Check)),
            _ if any => {
                let shape = Shape::of(&self.unit.types, site.ty);
                vec![!0; shape.slots() as usize]
            }
            _ => Vec::new(),
        })
    }

    /// The shades of the value of an operation on more than a word: the bits that change when those of its operands that have
    /// no value do.
    pub(super) fn shade_of_generic(
        &self,
        code: &Code,
        generic: &Generic,
        result: &[u8],
    ) -> Result<Vec<u64>, ErrorKind> {
        let types = &self.unit.types;
        let shapes: Vec<Shape> = generic.args.iter().map(|&(_, ty)| Shape::of(types, ty)).collect();
        let shades: Vec<Vec<u64>> = generic
            .args
            .iter()
            .zip(&shapes)
            .map(|(&(s, _), shape)| self.slot_shades(self.base, s, shape.slots()))
            .collect();
        if shades.iter().flatten().all(|&shade| shade == 0) {
            return Ok(Vec::new());
        }
        let mut changed = vec![0u8; result.len()];
        for pattern in [0, !0, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa_u64] {
            let mut args = Vec::new();
            for ((&(s, ty), shape), shades) in generic.args.iter().zip(&shapes).zip(&shades) {
                let words = self.slots(code, s, shape.slots()).iter().zip(shades);
                let words: Vec<u64> =
                    words.map(|(word, shade)| word & !shade | pattern & shade).collect();
                let bytes = value::slot_bytes(&words, shape.bytes() as usize);
                args.push(value::Operand { ty, bytes });
            }
            let other = value::evaluate(types, generic.code, generic.ty, &args)?;
            for ((changed, now), other) in changed.iter_mut().zip(result).zip(&other) {
                *changed |= now ^ other;
            }
        }
        Ok(value::to_slots(&changed))
    }
}

/// Up to 16 bytes as a number.
fn word(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Bits without a value: 3 of the first operand, none of the second.
    #[rstest]
    #[case(sum((4, 3), (1, 0)), 15)]
    #[case(sum((4, 3), (8, 0)), 3)]
    #[case(difference((4, 3), (1, 0)), 7)]
    #[case(product((4, 3), (8, 0)), !0 << 3)]
    #[case(product((4, 3), (0, 0)), 0)]
    fn arithmetic_carries_shades(#[case] shade: u64, #[case] expected: u64) {
        assert_eq!(shade, expected);
    }

    /// A number of which the lowest two bits have no value, compared with one that has.
    #[rstest]
    #[case(Cc::Eq, 4, true)]
    #[case(Cc::Eq, 8, false)]
    #[case(Cc::Lt, 4, false)]
    #[case(Cc::Lt, 5, true)]
    #[case(Cc::Lt, 8, false)]
    #[case(Cc::Ge, 6, true)]
    #[case(Cc::Below, 6, true)]
    #[case(Cc::Gt, !0, false)]
    fn comparisons_know_what_decides(#[case] cc: Cc, #[case] with: u64, #[case] unknown: bool) {
        assert_eq!(compared(cc, (5, 3), (with, 0)), unknown);
    }

    #[test]
    fn memory_remembers_bits() {
        let mut shades = MemoryShades::new(64);
        let address = 0x1_0000;
        shades.fill(address, 4, !0);
        shades.set(address + 1, &[0, 0x0f]);
        assert_eq!(shades.of(address, 6), [!0, 0, 0x0f, !0, 0, 0]);
        assert!(!shades.any(address + 1, 1) && shades.any(address + 1, 2));
    }
}
