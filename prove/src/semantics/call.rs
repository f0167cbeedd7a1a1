//! Calls, volatile accesses and asm: effects that the world sees, one after the other, and builtins that are computed.

use super::heap::Allocation;
use super::memory::Obj;
use super::objects::{Entity, is_known, is_local};
use super::value::format_of;
use super::{Bytes, Result, Role, Run, Value};
use crate::terms::{FloatOp, Op, Sort, Term, Terms};
use gimple::builtins::{Builtin, Ecf, Family};
use gimple::code::TreeCode;
use gimple::decl::{DeclExtra, DeclId, DeclKind, flag};
use gimple::stmt::{Asm, Call, Callee, InternalFn};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};

/// Bytes that `memcpy` and its like are followed for.
const MAX_BLOCK: u64 = 64;

/// What a call may do beyond computing a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    None,
    Reads,
    Any,
}

impl Run<'_> {
    pub fn call(&mut self, call: &Call) -> Result<()> {
        let unit = self.unit;
        if let Callee::Internal(function) = call.callee {
            return self.internal(call, function);
        }
        if let Callee::Decl(callee) = call.callee {
            let decl = &unit.decls[callee];
            if decl.has(flag::RETURNS_TWICE) {
                return Err("not modelled: calls that return twice".to_string());
            }
            if let Some(builtin) = decl.builtin
                && let Some(value) = self.builtin(builtin, call)?
            {
                if let Some(value) = value
                    && call.lhs.is_some()
                {
                    let ty = unit.type_of(self.f, call.lhs);
                    return self.write(call.lhs, ty, value);
                }
                return Ok(());
            }
        }
        if let Callee::Decl(callee) = call.callee
            && let Some(body) = self.objects.expanded(callee)
        {
            return self.expand(call, body);
        }
        self.unknown_call(call)
    }

    /// The bits of arguments.
    fn arguments(&mut self, call: &Call) -> Result<Vec<Term>> {
        let mut args = Vec::new();
        for &arg in &call.args {
            let ty = self.unit.type_of(self.f, arg);
            let value = if self.unit.types.is_aggregate(ty) {
                let size = self.unit.types.size(ty).ok_or("not modelled: arguments of any size")?;
                if size == 0 {
                    continue;
                }
                self.aggregate_value(arg, size)?
            } else {
                let value = self.operand(arg)?;
                let undefined = self.is_undefined(value);
                self.undefined_if(undefined);
                value
            };
            // Padding that is undefined is any value: zero.
            let kept = self.terms.bit_not(value.undef);
            let bits = if self.terms.is_zero(value.undef) {
                value.bits
            } else {
                self.terms.binary(Op::BitAnd, value.bits, kept)
            };
            args.push(bits);
        }
        if call.chain.is_some() {
            args.push(self.defined_operand(call.chain)?);
        }
        Ok(args)
    }

    /// Whether a function is declared not to take null for an argument.
    pub fn takes_no_null(&self, callee: DeclId, index: usize) -> bool {
        let decl = &self.unit.decls[callee];
        if let Some(builtin) = decl.builtin {
            return builtin.takes_no_null(index);
        }
        let named = |extra: &DeclExtra| extra.nonnull.contains(&(index as u32 + 1));
        decl.has(flag::NONNULL) || decl.extra.as_deref().is_some_and(named)
    }

    /// It is undefined to pass null where a function is declared not to take it.
    fn check_nonnull(&mut self, call: &Call, callee: DeclId) -> Result<()> {
        if self.role != Role::Before || self.limits.null_is_an_address {
            return Ok(());
        }
        for (index, &arg) in call.args.iter().enumerate() {
            let ty = self.unit.type_of(self.f, arg);
            if self.unit.types.is_pointer(ty) && self.takes_no_null(callee, index) {
                let bits = self.defined_operand(arg)?;
                let some = self.terms.is_nonzero(bits);
                let null = self.terms.not(some);
                self.undefined_if(null);
            }
        }
        Ok(())
    }

    fn unknown_call(&mut self, call: &Call) -> Result<()> {
        let unit = self.unit;
        self.restrict_unknown = true;
        let mut args = self.arguments(call)?;
        if let Callee::Decl(callee) = call.callee {
            self.check_nonnull(call, callee)?;
            if args.len() == call.args.len() {
                self.calls.push((self.reach, callee, args.clone()));
            }
        }
        let mut callee = call.callee;
        let mut pointer = None;
        if let Callee::Pointer(op) = callee {
            let address = self.defined_operand(op)?;
            pointer = Some(address);
            if let Some(known) = self.terms.as_const(address)
                && let Some(Entity::Decl(decl)) = self.objects.at(known as u64)
                && unit.decls[decl].kind == DeclKind::Function
            {
                callee = Callee::Decl(decl);
            }
        }
        let (name, effect, noreturn) = match callee {
            Callee::Decl(callee) => {
                let decl = &unit.decls[callee];
                let flags = decl.builtin.map_or(Ecf::NONE, |builtin| builtin.info().flags);
                let effect = if decl.has(flag::CONST) {
                    Effect::None
                } else if decl.has(flag::PURE) {
                    Effect::Reads
                } else {
                    Effect::Any
                };
                let noreturn = decl.has(flag::NORETURN) || flags.intersects(Ecf::NORETURN);
                (
                    format!("{}#{}", unit.decl_name(callee).unwrap_or("?"), callee.0),
                    effect,
                    noreturn,
                )
            }
            Callee::Pointer(_) => {
                if let Some(pointer) = pointer {
                    args.insert(0, pointer);
                }
                ("*".to_string(), Effect::Any, false)
            }
            Callee::Internal(_) => return Err("not modelled: an internal function".to_string()),
        };
        let result = match call.lhs {
            Operand::None => None,
            lhs => Some(unit.type_of(self.f, lhs)),
        };
        let bits = match result {
            Some(ty) => self.width_of_any(ty)?,
            None => 0,
        };
        let value = self.effect(&format!("call {name}"), &args, effect, bits);
        self.ended |= noreturn;
        if self.ended {
            self.leave_for_good(false);
            return Ok(());
        }
        let Some(ty) = result else { return Ok(()) };
        let value = self.defined(value);
        if unit.types.is_aggregate(ty) {
            let value = Value { bits: value.bits, undef: value.undef };
            return self.store_operand(call.lhs, ty, value);
        }
        self.canonical_input(value.bits, ty);
        if let Callee::Decl(callee) = callee
            && unit.decls[callee].has(flag::RETURNS_NONNULL)
            && self.role == Role::Before
            && !self.limits.null_is_an_address
        {
            let some = self.terms.is_nonzero(value.bits);
            let null = self.terms.not(some);
            self.undefined_if(null);
        }
        self.write(call.lhs, ty, value)
    }

    fn width_of_any(&self, ty: TypeId) -> Result<u32> {
        if self.unit.types.is_aggregate(ty) {
            let size = self.unit.types.size(ty).ok_or("not modelled: a result of any size")?;
            return Ok(u32::try_from(size * 8).unwrap_or(u32::MAX)).and_then(|bits| {
                if bits <= 2048 { Ok(bits) } else { Err("not modelled: large results".to_string()) }
            });
        }
        self.width_of(ty)
    }

    /// Does something that nothing is known of; the bits of its result.
    fn effect(&mut self, name: &str, args: &[Term], effect: Effect, bits: u32) -> Term {
        let mut all: Vec<Term> = args.to_vec();
        let mut statics = Vec::new();
        if effect != Effect::None {
            let seen = self.seen_memory();
            all.push(seen);
            for &decl in &self.objects.own {
                if !is_local(self.unit, decl) && !is_known(self.unit, decl) {
                    all.push(self.state.memory[&Obj::Own(decl)].data);
                    statics.push(decl);
                }
            }
        }
        let shape: Vec<String> =
            args.iter().map(|&arg| self.terms.width(arg).to_string()).collect();
        let name = format!("{name} {} {}", shape.join(" "), statics.len());
        if effect != Effect::Any {
            if bits == 0 {
                return Terms::TRUE;
            }
            return self.terms.apply(&format!("{name} = {bits}"), &all, Sort::Bits(bits));
        }
        all.insert(0, self.state.effects);
        let after = self.terms.apply(&name, &all, Sort::Effects);
        self.state.effects = after;
        let none = self.terms.fill(0);
        let data = self.terms.apply("memory after", &[after], Sort::Array);
        let data = self.with_hidden(data);
        let undef = self.state.memory[&Obj::Shared].undef;
        self.state.memory.insert(Obj::Shared, Bytes { data, undef });
        self.state.kinds = none;
        self.state.records = none;
        self.state.places = none;
        for decl in statics {
            let name = format!("static {} after", decl.0);
            let data = self.terms.apply(&name, &[after], Sort::Array);
            self.state.memory.insert(Obj::Own(decl), Bytes { data, undef: none });
        }
        if bits == 0 {
            return Terms::TRUE;
        }
        self.terms.apply(&format!("result {bits}"), &[after], Sort::Bits(bits))
    }

    /// Memory as a call sees it: without the local variables that are not given away.
    fn seen_memory(&mut self) -> Term {
        let objects = self.objects;
        let mut data = self.state.memory[&Obj::Shared].data;
        let zero = self.terms.constant(8, 0);
        for at in objects.hidden.iter().flat_map(|&(start, size)| start..start + size) {
            let at = self.terms.constant(64, at.into());
            data = self.terms.store(data, at, zero);
        }
        data
    }

    /// Memory after a call: these variables hold what they held.
    fn with_hidden(&mut self, mut data: Term) -> Term {
        let objects = self.objects;
        let before = self.state.memory[&Obj::Shared].data;
        for at in objects.hidden.iter().flat_map(|&(start, size)| start..start + size) {
            let at = self.terms.constant(64, at.into());
            let byte = self.terms.select(before, at);
            data = self.terms.store(data, at, byte);
        }
        data
    }

    /// A volatile access: it stands in the order of effects, and leaves memory alone.
    pub fn volatile_load(&mut self, address: Term, size: u64) -> Term {
        let args = [self.state.effects, address];
        let after = self.terms.apply(&format!("volatile load {size}"), &args, Sort::Effects);
        self.state.effects = after;
        let bits = size as u32 * 8;
        self.terms.apply(&format!("result {bits}"), &[after], Sort::Bits(bits))
    }

    pub fn volatile_store(&mut self, address: Term, bits: Term, bit: u64) {
        let args = [self.state.effects, address, bits];
        let name = format!("volatile store {} {bit}", self.terms.width(bits));
        self.state.effects = self.terms.apply(&name, &args, Sort::Effects);
    }

    pub fn asm(&mut self, asm: &Asm) -> Result<()> {
        let unit = self.unit;
        let mut args = Vec::new();
        for input in &asm.inputs {
            let ty = unit.type_of(self.f, input.value);
            if unit.types.is_aggregate(ty) {
                return Err("not modelled: aggregates in asm".to_string());
            }
            args.push(self.defined_operand(input.value)?);
        }
        let clobbers = asm.clobbers.iter().any(|&word| unit.symbols.text(word) == "memory")
            || asm.basic && !unit.symbols.text(asm.template).is_empty();
        let effect = if clobbers { Effect::Any } else { Effect::None };
        let name = format!("asm {}", unit.symbols.text(asm.template));
        let shape: Vec<String> =
            args.iter().map(|&arg| self.terms.width(arg).to_string()).collect();
        let ordered = if clobbers {
            self.effect(&name, &args, effect, 0);
            true
        } else if asm.volatile || !asm.labels.is_empty() {
            let mut all = vec![self.state.effects];
            all.extend(&args);
            let name = format!("{name} {}", shape.join(" "));
            self.state.effects = self.terms.apply(&name, &all, Sort::Effects);
            true
        } else {
            false
        };
        for (index, output) in asm.outputs.iter().enumerate() {
            let ty = unit.type_of(self.f, output.value);
            let bits = self.width_of(ty)?;
            let result = if ordered {
                let name = format!("output {index} {bits}");
                self.terms.apply(&name, &[self.state.effects], Sort::Bits(bits))
            } else {
                let name = format!("{name} {} output {index} {bits}", shape.join(" "));
                self.terms.apply(&name, &args, Sort::Bits(bits))
            };
            self.canonical_input(result, ty);
            let value = self.defined(result);
            self.write(output.value, ty, value)?;
        }
        Ok(())
    }

    fn internal(&mut self, call: &Call, function: InternalFn) -> Result<()> {
        use InternalFn::*;
        let unit = self.unit;
        match function {
            Unreachable => {
                self.undefined_if(Terms::TRUE);
                self.ended = true;
                Ok(())
            }
            Fallthrough => Ok(()),
            BuiltinExpect => {
                let value = self.operand(call.args[0])?;
                let ty = unit.type_of(self.f, call.lhs);
                self.write(call.lhs, ty, value)
            }
            AddOverflow | SubOverflow | MulOverflow => {
                let code = match function {
                    AddOverflow => TreeCode::Plus,
                    SubOverflow => TreeCode::Minus,
                    _ => TreeCode::Mult,
                };
                let ty = unit.type_of(self.f, call.lhs);
                let TypeKind::Complex(part) = *unit.types.kind(ty) else {
                    return Err("not modelled: an overflow check".to_string());
                };
                let to = self.scalar(part)?;
                let mut sides = Vec::new();
                let mut undefined = Terms::FALSE;
                for &arg in &call.args {
                    let value = self.operand(arg)?;
                    let one = self.is_undefined(value);
                    undefined = self.terms.or(undefined, one);
                    sides.push((value.bits, unit.types.is_unsigned(unit.type_of(self.f, arg))));
                }
                let over = self.does_not_fit(code, to, sides[0], sides[1]);
                let bit = self.terms.bit(over);
                let flag = self.terms.zero_extend(to.width, bit);
                let a = self.terms.resize(to.width, sides[0].0, sides[0].1);
                let b = self.terms.resize(to.width, sides[1].0, sides[1].1);
                let result = self.arithmetic(code, a, b);
                let both = self.terms.concat(flag, result);
                let value = self.defined_unless(both, undefined);
                self.write(call.lhs, ty, value)
            }
            VaArg => self.next_argument(call),
            // The version that passes have changed is the one to be compared.
            LoopVectorized => {
                let ty = unit.type_of(self.f, call.lhs);
                let to = self.scalar(ty)?;
                let one = self.terms.constant(to.width, 1);
                let value = self.defined(one);
                self.write(call.lhs, ty, value)
            }
            Fma | Fms | Fnma | Fnms | Sqrt => {
                let ty = unit.type_of(self.f, call.lhs);
                let value = self.fused(call, ty, function)?;
                self.write(call.lhs, ty, value)
            }
            _ => Err(format!("not modelled: .{}", function.name())),
        }
    }

    fn fused(&mut self, call: &Call, ty: TypeId, function: InternalFn) -> Result<Value> {
        let format = format_of(self.unit, ty).ok_or("not modelled: vectors of products")?;
        let mut args = Vec::new();
        let mut undefined = Terms::FALSE;
        for &arg in &call.args {
            let value = self.operand(arg)?;
            let one = self.is_undefined(value);
            undefined = self.terms.or(undefined, one);
            args.push(value.bits);
        }
        let Some((product, addend)) = function.fused() else {
            let bits = self.terms.float(FloatOp::Sqrt, format, &args);
            return Ok(self.defined_unless(bits, undefined));
        };
        let sign = self.terms.constant(format.bits(), 1 << (format.bits() - 1));
        for (index, negated) in [(0, product), (2, addend)] {
            if negated {
                args[index] = self.terms.binary(Op::BitXor, args[index], sign);
            }
        }
        let bits = self.terms.float(FloatOp::Fma, format, &args);
        Ok(self.defined_unless(bits, undefined))
    }

    /// The value of a builtin that is computed here, if it is one: nothing inside where it yields nothing.
    fn builtin(&mut self, builtin: Builtin, call: &Call) -> Result<Option<Option<Value>>> {
        let unit = self.unit;
        let name = builtin.name();
        match builtin {
            Builtin::Unreachable => {
                self.undefined_if(Terms::TRUE);
                self.ended = true;
                return Ok(Some(None));
            }
            Builtin::Prefetch => return Ok(Some(None)),
            Builtin::Expect | Builtin::ExpectWithProbability | Builtin::AssumeAligned => {
                return Ok(Some(Some(self.operand(call.args[0])?)));
            }
            Builtin::ConstantP => return self.is_constant(call),
            Builtin::ObjectSize | Builtin::DynamicObjectSize => {
                return Err(format!("not modelled: __builtin_{name}"));
            }
            _ if builtin.is_alloca() => return self.allocate(call, Allocation::Stack).map(Some),
            Builtin::Malloc => return self.allocate(call, Allocation::Heap).map(Some),
            Builtin::AlignedAlloc => return self.allocate(call, Allocation::Aligned).map(Some),
            Builtin::Calloc => return self.allocate(call, Allocation::Zeroed).map(Some),
            Builtin::Free => return self.free(call),
            Builtin::StackSave => {
                let any = self.terms.var("stack pointer", Sort::Bits(64));
                return Ok(Some(Some(self.defined(any))));
            }
            Builtin::StackRestore => return Ok(Some(None)),
            Builtin::VaStart => return self.start_arguments(call),
            Builtin::VaCopy => return self.copy_arguments(call),
            Builtin::VaEnd => return Ok(Some(None)),
            Builtin::Setjmp
            | Builtin::Longjmp
            | Builtin::NonlocalGoto
            | Builtin::Apply
            | Builtin::ApplyArgs
            | Builtin::Return => {
                return Err(format!("not modelled: __builtin_{name}"));
            }
            Builtin::Memcpy | Builtin::Memmove | Builtin::Memset | Builtin::Mempcpy => {
                return self.memory_block(builtin, call);
            }
            _ => {}
        }
        let [first, ..] = call.args[..] else { return Ok(None) };
        let from = unit.type_of(self.f, first);
        if let Some(format) = format_of(unit, from) {
            let is_absolute = builtin.family() == Family::Fabs;
            if !is_absolute && builtin.family() != Family::Copysign {
                return Ok(None);
            }
            let a = self.operand(first)?;
            let mut undefined = self.is_undefined(a);
            let bits = if is_absolute {
                self.float_abs(a.bits, format)
            } else {
                let b = self.operand(call.args[1])?;
                let other = self.is_undefined(b);
                undefined = self.terms.or(undefined, other);
                self.copysign(a.bits, b.bits, format)
            };
            return Ok(Some(Some(self.defined_unless(bits, undefined))));
        }
        if !unit.types.is_integral(from) || call.lhs.is_none() {
            return Ok(None);
        }
        let to = unit.type_of(self.f, call.lhs);
        self.bits_builtin(builtin.family(), first, self.width_of(to)?)
    }

    /// `__builtin_constant_p`: anything, but the same of equal values. Where the pass has settled it, it is what is tried.
    fn is_constant(&mut self, call: &Call) -> Result<Option<Option<Value>>> {
        let Operand::Ssa(lhs) = call.lhs else { return Ok(Some(None)) };
        let bits = self.operand(call.args[0])?.bits;
        let width = self.width_of(self.f.names[lhs].ty)?;
        let settled = &self.objects.settled_constant;
        let settled = settled.iter().position(|&name| name == lhs && self.nesting == 0);
        let says = match settled.filter(|_| self.role == Role::Before) {
            Some(at) => {
                let answer = self.limits.constant_answers >> at.min(31) & 1;
                self.terms.constant(1, answer.into())
            }
            // What a body that is inlined is given.
            None if self.nesting > 0 && self.terms.as_const(bits).is_some() => {
                self.terms.constant(1, 1)
            }
            None => {
                let name = format!("constant {}", self.terms.width(bits));
                self.terms.apply(&name, &[bits], Sort::Bits(1))
            }
        };
        let says = self.terms.zero_extend(width, says);
        Ok(Some(Some(self.defined(says))))
    }

    /// Builtins about the bits of an integer.
    fn bits_builtin(
        &mut self,
        family: Family,
        arg: Operand,
        to: u32,
    ) -> Result<Option<Option<Value>>> {
        let swaps = matches!(
            family,
            Family::Bswap16 | Family::Bswap32 | Family::Bswap64 | Family::Bswap128
        );
        let counts = matches!(
            family,
            Family::Clz | Family::Ctz | Family::Popcount | Family::Parity | Family::Ffs
        );
        if !swaps && !counts {
            return Ok(None);
        }
        let value = self.operand(arg)?;
        let mut undefined = self.is_undefined(value);
        let a = value.bits;
        let width = self.terms.width(a);
        if swaps {
            let mut swapped: Option<Term> = None;
            for byte in 0..width / 8 {
                let byte = self.terms.extract(byte * 8 + 7, byte * 8, a);
                swapped = Some(swapped.map_or(byte, |high| self.terms.concat(high, byte)));
            }
            let Some(bits) = swapped else { return Ok(None) };
            return Ok(Some(Some(self.defined_unless(bits, undefined))));
        }
        let bits = match family {
            Family::Clz | Family::Ctz => {
                let nonzero = self.terms.is_nonzero(a);
                let zero = self.terms.not(nonzero);
                undefined = self.terms.or(undefined, zero);
                self.position(a, to, family == Family::Ctz, 0)
            }
            Family::Ffs => {
                let nonzero = self.terms.is_nonzero(a);
                let first = self.position(a, to, true, 1);
                let none = self.terms.constant(to, 0);
                self.terms.ite(nonzero, first, none)
            }
            _ => {
                let mut sum = self.terms.constant(to, 0);
                for bit in 0..width {
                    let bit = self.terms.extract(bit, bit, a);
                    let bit = self.terms.zero_extend(to, bit);
                    sum = self.terms.add(sum, bit);
                }
                if family == Family::Parity {
                    let low = self.terms.extract(0, 0, sum);
                    sum = self.terms.zero_extend(to, low);
                }
                sum
            }
        };
        Ok(Some(Some(self.defined_unless(bits, undefined))))
    }

    /// How many zeros there are below the lowest bit, or above the highest, plus something.
    fn position(&mut self, a: Term, to: u32, low: bool, plus: u32) -> Term {
        let width = self.terms.width(a);
        let mut result = self.terms.constant(to, (width + plus).into());
        for zeros in (0..width).rev() {
            let at = if low { zeros } else { width - 1 - zeros };
            let bit = self.terms.extract(at, at, a);
            let set = self.terms.is_nonzero(bit);
            let count = self.terms.constant(to, (zeros + plus).into());
            result = self.terms.ite(set, count, result);
        }
        result
    }

    /// `memcpy` and its like of a few bytes.
    fn memory_block(&mut self, builtin: Builtin, call: &Call) -> Result<Option<Option<Value>>> {
        let [to, from, size] = call.args[..] else { return Ok(None) };
        let Some(size) = self.unit.as_int(size) else { return Ok(None) };
        let Some(size) = u64::try_from(size).ok().filter(|&size| size <= MAX_BLOCK) else {
            return Ok(None);
        };
        if let Operand::Tree(id) = to
            && !matches!(self.unit.trees.kind(id), TreeKind::Addr(_))
        {
            return Ok(None);
        }
        let target = self.operand(to)?;
        let source = self.operand(from)?;
        let bad = self.is_undefined(target);
        self.undefined_if(bad);
        if size > 0 {
            let value = if builtin == Builtin::Memset {
                let byte = self.slice(source, 0, 8);
                let mut all = byte;
                for _ in 1..size {
                    all = Value {
                        bits: self.terms.concat(byte.bits, all.bits),
                        undef: self.terms.concat(byte.undef, all.undef),
                    };
                }
                all
            } else {
                let bad = self.is_undefined(source);
                self.undefined_if(bad);
                self.read_at(source.bits, size)
            };
            self.write_at(target.bits, value);
        }
        if builtin == Builtin::Mempcpy {
            let size = self.terms.constant(64, size.into());
            let end = self.terms.add(target.bits, size);
            return Ok(Some(Some(self.defined(end))));
        }
        Ok(Some(Some(target)))
    }
}
