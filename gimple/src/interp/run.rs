//! The loop that runs operations.

use super::code::*;
use super::libc::{self, Native};
use super::machine::{Callable, Frame, Landing, Machine, Stop};
use super::shape::{Norm, Shape};
use super::{ErrorKind, value};
use crate::code::TreeCode;
use crate::stmt::InternalFn;
use crate::types::TypeId;
use std::rc::Rc;

/// What a call leads to.
pub(super) enum Next {
    /// The statement after it.
    Same,
    /// The first operation of another function.
    Enter(Rc<Code>),
    /// Back in a function that called `setjmp`.
    Resume(Rc<Code>, usize),
}

impl Machine<'_> {
    #[inline(always)]
    fn get(&self, code: &Code, base: usize, s: Src) -> u64 {
        if s & CONST != 0 {
            code.consts[(s & !CONST) as usize]
        } else {
            self.regs[base + s as usize]
        }
    }

    pub fn slots<'s>(&'s self, code: &'s Code, s: Src, n: u32) -> &'s [u64] {
        let n = n as usize;
        if s & CONST != 0 {
            let at = (s & !CONST) as usize;
            &code.consts[at..at + n]
        } else {
            let at = self.base + s as usize;
            &self.regs[at..at + n]
        }
    }

    #[cold]
    fn count(&mut self, operation: bool) {
        if let Some(counts) = &mut self.counts {
            counts.operations += u64::from(operation);
            counts.copies += u64::from(!operation);
        }
    }

    /// Runs from the first operation of `code`, whose frame is open, until the frames are down to `floor` again.
    pub fn run_loop(&mut self, code: Rc<Code>, floor: usize) -> Result<(), Stop> {
        let mut code = code;
        let mut pc = 0usize;
        loop {
            let outcome = if self.shading {
                self.run_function::<true>(&mut code, &mut pc, floor)
            } else {
                self.run_function::<false>(&mut code, &mut pc, floor)
            };
            match outcome {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(stop) => {
                    if self.stopped_at.is_none() && !matches!(stop, Stop::Jump(..)) {
                        self.stopped_at = Some((code, pc.saturating_sub(1)));
                    }
                    return Err(stop);
                }
            }
        }
    }

    /// Runs until another function is entered or left. Returns whether the floor was reached.
    #[allow(clippy::too_many_lines)]
    fn run_function<const SHADING: bool>(
        &mut self,
        current: &mut Rc<Code>,
        position: &mut usize,
        floor: usize,
    ) -> Result<bool, Stop> {
        let code = Rc::clone(current);
        let code = &*code;
        let base = self.base;
        let mut pc = *position;
        let start = pc;
        macro_rules! get {
            ($s:expr) => {
                self.get(code, base, $s)
            };
        }
        macro_rules! set {
            ($d:expr, $value:expr) => {{
                let value = $value;
                self.regs[base + $d as usize] = value;
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(kind) => {
                        *position = pc;
                        return Err(Stop::from(kind));
                    }
                }
            };
        }
        let mut mark = start;
        macro_rules! jump {
            ($to:expr) => {{
                self.steps += (pc - mark) as u64;
                if self.steps > self.limits.steps {
                    *position = pc;
                    return Err(ErrorKind::StepLimit.into());
                }
                pc = $to as usize;
                mark = pc;
            }};
        }
        loop {
            let op = code.ops[pc];
            pc += 1;
            if SHADING {
                check!(self.shade(code, op));
            }
            match op {
                Op::Count { operation } => self.count(operation),
                Op::Mov { d, s } => set!(d, get!(s)),
                Op::MovN { d, s, n } => self.move_slots(code, d, s, n),
                Op::Add { d, a, b, norm } => set!(d, norm.apply(get!(a).wrapping_add(get!(b)))),
                Op::Sub { d, a, b, norm } => set!(d, norm.apply(get!(a).wrapping_sub(get!(b)))),
                Op::Mul { d, a, b, norm } => set!(d, norm.apply(get!(a).wrapping_mul(get!(b)))),
                Op::And { d, a, b } => set!(d, get!(a) & get!(b)),
                Op::Or { d, a, b } => set!(d, get!(a) | get!(b)),
                Op::Xor { d, a, b, norm } => set!(d, norm.apply(get!(a) ^ get!(b))),
                Op::Div { d, a, b, norm } => set!(d, divide(get!(a), get!(b), norm)),
                Op::Rem { d, a, b, norm } => set!(d, remainder(get!(a), get!(b), norm)),
                Op::Shl { d, a, b, norm } => {
                    set!(d, norm.apply(get!(a) << (get!(b) & count_mask(norm))));
                }
                Op::Shr { d, a, b, norm } => set!(d, shift_right(get!(a), get!(b), norm)),
                Op::Rotate { d, a, b, norm, right } => {
                    set!(d, rotate(get!(a), get!(b), norm, right));
                }
                Op::Extreme { d, a, b, cc } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(d, if compare(cc, a, b) { a } else { b });
                }
                Op::Neg { d, a, norm } => set!(d, norm.apply(get!(a).wrapping_neg())),
                Op::Not { d, a, norm } => set!(d, norm.apply(!get!(a))),
                Op::Abs { d, a, norm } => {
                    set!(d, norm.apply((get!(a) as i64).wrapping_abs() as u64));
                }
                Op::Extend { d, a, norm } => set!(d, norm.apply(get!(a))),
                Op::Compare { d, a, b, cc } => set!(d, compare(cc, get!(a), get!(b)).into()),
                Op::FloatCompare { d, a, b, code, single } => {
                    set!(d, float_compare(code, get!(a), get!(b), single).into());
                }
                Op::Float { d, a, b, op, single } => set!(d, float(op, get!(a), get!(b), single)),
                Op::FloatNeg { d, a, single } => {
                    set!(d, get!(a) ^ if single { 1 << 31 } else { 1 << 63 });
                }
                Op::FloatAbs { d, a, single } => {
                    set!(d, get!(a) & if single { !(1 << 31) } else { !(1 << 63) });
                }
                Op::IntToFloat { d, a, unsigned, single } => {
                    set!(d, int_to_float(get!(a), unsigned, single));
                }
                Op::FloatToInt { d, a, norm, single } => {
                    let bits = get!(a);
                    let value = if single {
                        f32::from_bits(bits as u32).into()
                    } else {
                        f64::from_bits(bits)
                    };
                    set!(d, float_to_int(value, norm));
                }
                Op::FloatToFloat { d, a, narrow } => {
                    let bits = get!(a);
                    set!(
                        d,
                        if narrow {
                            (f64::from_bits(bits) as f32).to_bits().into()
                        } else {
                            f64::from(f32::from_bits(bits as u32)).to_bits()
                        }
                    );
                }
                Op::Select { d, c, a, b, n } => {
                    let s = if get!(c) != 0 { a } else { b };
                    self.move_slots(code, d, s, n);
                }
                Op::Load { d, base: at, off, width } => {
                    let address = get!(at).wrapping_add(off as u64);
                    set!(d, check!(self.load(address, width)));
                }
                Op::Store { base: at, off, s, width } => {
                    let address = get!(at).wrapping_add(off as u64);
                    check!(self.memory.store(address, get!(s), width.bytes()));
                    if SHADING {
                        self.shade_store(code, op, &[]);
                    }
                }
                Op::LoadN { d, base: at, off, bytes } => {
                    let address = get!(at).wrapping_add(off as u64);
                    let words = value::to_slots(check!(self.memory.bytes(address, bytes as usize)));
                    let at = base + d as usize;
                    self.regs[at..at + words.len()].copy_from_slice(&words);
                }
                Op::StoreN { base: at, off, s, bytes } => {
                    let address = get!(at).wrapping_add(off as u64);
                    let words = self.slots(code, s, bytes.div_ceil(8));
                    let image = value::slot_bytes(words, bytes as usize);
                    check!(self.write_bytes(address, &image));
                    if SHADING {
                        self.shade_store(code, op, &[]);
                    }
                }
                Op::Fits { d, norm } => check!(self.fit(d, norm)),
                Op::LoadBits { d, base: at, off, pos, norm } => {
                    let address = get!(at).wrapping_add(off as u64);
                    set!(d, check!(self.load_bits(address, pos.into(), norm)));
                }
                Op::StoreBits { base: at, off, s, pos, norm } => {
                    let address = get!(at).wrapping_add(off as u64);
                    let around = if SHADING { self.shades_around(code, op) } else { Vec::new() };
                    check!(self.store_bits(address, pos.into(), norm, get!(s)));
                    if SHADING {
                        self.shade_store(code, op, &around);
                    }
                }
                Op::Lea { d, base: at, off } => set!(d, get!(at).wrapping_add(off as u64)),
                Op::LeaIndex { d, base: at, index, scale } => {
                    let offset = get!(index).wrapping_mul(scale as u64);
                    set!(d, get!(at).wrapping_add(offset));
                }
                Op::Copy { to, to_off, from, copy } => {
                    let rest = code.copies[copy as usize];
                    let to = get!(to).wrapping_add(to_off as u64);
                    let from = get!(from).wrapping_add(rest.from_off as u64);
                    check!(self.memory.copy(to, from, rest.bytes as usize));
                }
                Op::Zero { base: at, off, bytes } => {
                    let address = get!(at).wrapping_add(off as u64);
                    if bytes != 0 {
                        check!(self.memory.fill(address, 0, bytes as usize));
                    }
                }
                Op::End { base: at, off, bytes } => {
                    let address = get!(at).wrapping_add(off as u64);
                    check!(self.memory.end_object(address, bytes as usize));
                }
                Op::Jump { to } => jump!(to),
                Op::Branch { a, b, cc, to, or } => {
                    jump!(if compare(cc, get!(a), get!(b)) { to } else { or });
                }
                Op::BranchFloat { a, b, code: test, single, targets } => {
                    let (to, or) = code.targets[targets as usize];
                    jump!(if float_compare(test, get!(a), get!(b), single) { to } else { or });
                }
                Op::BranchTruth { a, to, or } => jump!(if get!(a) != 0 { to } else { or }),
                Op::Switch { s, table } => {
                    let table = &code.switches[table as usize];
                    let index = switch_index(self.slots(code, s, 1 + u32::from(table.wide)), table);
                    jump!(find_case(table, index));
                }
                Op::Computed { s, table } => {
                    let address = get!(s);
                    match code.computed[table as usize].get(&address) {
                        Some(&to) => jump!(to),
                        None => {
                            let what = format!("goto to {address:#x}, which is no label here");
                            check!(Err(ErrorKind::BadCall(what)));
                        }
                    }
                }
                Op::Generic { d, index } => check!(self.generic(code, d, index)),
                Op::Internal { site } => check!(self.internal(code, site)),
                Op::Call { site } => {
                    self.steps += (pc - mark) as u64;
                    mark = pc;
                    *position = pc;
                    match self.call(current, pc, site)? {
                        Next::Same => {}
                        Next::Enter(callee) => {
                            *current = callee;
                            *position = 0;
                            return Ok(false);
                        }
                        Next::Resume(code, at) => {
                            *current = code;
                            *position = at;
                            return Ok(false);
                        }
                    }
                }
                Op::Return { s, n } => {
                    self.steps += (pc - mark) as u64;
                    self.result.clear();
                    if n == 1 {
                        let word = get!(s);
                        self.result.push(word);
                    } else {
                        let words = self.slots(code, s, n).to_vec();
                        self.result.extend_from_slice(&words);
                    }
                    *position = pc;
                    return self.leave(current, position, floor);
                }
                Op::ReturnMemory { base: at, off, bytes } => {
                    let address = get!(at).wrapping_add(off as u64);
                    self.result =
                        value::to_slots(check!(self.memory.bytes(address, bytes as usize)));
                    *position = pc;
                    return self.leave(current, position, floor);
                }
                Op::ReturnVoid => {
                    self.result.clear();
                    *position = pc;
                    return self.leave(current, position, floor);
                }
                Op::Check { index } => check!(self.check(code, index)),
                Op::Define { .. } | Op::DefineMemory { .. } => {}
                Op::Tick { d } => set!(d, self.tick()),
                Op::Quiet { on } => {
                    self.memory.set_quiet(on);
                }
                Op::Fail { index } => {
                    check!(Err::<(), _>(code.failures[index as usize].clone()));
                }
            }
        }
    }

    fn move_slots(&mut self, code: &Code, d: u32, s: Src, n: u32) {
        let to = self.base + d as usize;
        if s & CONST != 0 {
            let at = (s & !CONST) as usize;
            self.regs[to..to + n as usize].copy_from_slice(&code.consts[at..at + n as usize]);
        } else {
            let from = self.base + s as usize;
            self.regs.copy_within(from..from + n as usize, to);
        }
    }

    #[inline]
    fn load(&self, address: u64, width: Width) -> Result<u64, ErrorKind> {
        Ok(match width {
            Width::U8 => self.memory.load_u8(address)?.into(),
            Width::I8 => self.memory.load_u8(address)? as i8 as u64,
            Width::U16 => self.memory.load_u16(address)?.into(),
            Width::I16 => self.memory.load_u16(address)? as i16 as u64,
            Width::U32 => self.memory.load_u32(address)?.into(),
            Width::I32 => self.memory.load_u32(address)? as i32 as u64,
            Width::X64 => self.memory.load_u64(address)?,
        })
    }

    fn generic(&mut self, code: &Code, d: u32, index: u32) -> Result<(), ErrorKind> {
        let generic = &code.generics[index as usize];
        let types = &self.unit.types;
        let args: Vec<value::Operand> = generic
            .args
            .iter()
            .map(|&(s, ty)| {
                let shape = Shape::of(types, ty);
                let words = self.slots(code, s, shape.slots());
                value::Operand { ty, bytes: value::slot_bytes(words, shape.bytes() as usize) }
            })
            .collect();
        let bytes = value::evaluate(types, generic.code, generic.ty, &args)?;
        let shape = Shape::of(types, generic.ty);
        let dest = Dest::Slot { slot: d, shape };
        let shades =
            if self.shading { self.shade_of_generic(code, generic, &bytes)? } else { Vec::new() };
        self.deliver(dest, code, self.base, &value::to_slots(&bytes))?;
        self.shade_delivered(dest, code, self.base, &shades);
        Ok(())
    }

    /// Puts a value where a call wants it; `base` is that of the caller's frame.
    pub(super) fn deliver(
        &mut self,
        dest: Dest,
        code: &Code,
        base: usize,
        words: &[u64],
    ) -> Result<(), ErrorKind> {
        match dest {
            Dest::Nothing => {}
            Dest::Slot { slot, shape } => {
                let at = base + slot as usize;
                let first = words.first().copied().unwrap_or(0);
                match shape {
                    Shape::Int { norm, .. } => self.regs[at] = norm.apply(first),
                    Shape::Single => self.regs[at] = first & 0xffff_ffff,
                    Shape::Double => self.regs[at] = first,
                    _ => {
                        let n = words.len().min(shape.slots() as usize);
                        self.regs[at..at + n].copy_from_slice(&words[..n]);
                    }
                }
                self.define(at, shape.slots() as usize);
            }
            Dest::Memory { base: to, off, shape } => {
                let address = self.get(code, base, to).wrapping_add(off as u64);
                let bytes = value::slot_bytes(words, shape.bytes() as usize);
                self.write_bytes(address, &bytes)?;
            }
        }
        Ok(())
    }

    fn leave(
        &mut self,
        current: &mut Rc<Code>,
        position: &mut usize,
        floor: usize,
    ) -> Result<bool, Stop> {
        let Some(frame) = self.frames.pop() else { return Ok(true) };
        self.regs.truncate(frame.top);
        self.base = frame.base;
        self.sp = frame.sp;
        self.serial = frame.serial;
        if self.frames.len() <= floor && frame.site == u32::MAX {
            return Ok(true);
        }
        let result = std::mem::take(&mut self.result);
        let dest = frame.code.calls[frame.site as usize].dest;
        self.deliver(dest, &frame.code, frame.base, &result)?;
        if self.shading {
            let shades = std::mem::take(&mut self.result_shades);
            self.shade_delivered(dest, &frame.code, frame.base, &shades);
        }
        self.result = result;
        *current = frame.code;
        *position = frame.pc;
        Ok(false)
    }

    fn call(&mut self, current: &Rc<Code>, pc: usize, number: u32) -> Result<Next, Stop> {
        if self.steps > self.limits.steps {
            return Err(ErrorKind::StepLimit.into());
        }
        let code = &**current;
        let site = &code.calls[number as usize];
        let mut trampoline = None;
        let id = match site.target {
            Target::Function(id) => id,
            Target::Pointer(s) => {
                let (id, chain) = self.callee_at(self.get(code, self.base, s))?;
                trampoline = chain;
                id
            }
        };
        if let Some(callee) = self.translated(id) {
            let caller = Frame {
                code: Rc::clone(current),
                pc,
                base: self.base,
                sp: self.sp,
                top: self.regs.len(),
                site: number,
                serial: self.serial,
            };
            let from = self.base;
            if trampoline.is_some() || !self.enter_fast(&callee, caller, site)? {
                self.enter_slow(&callee, current, pc, number, trampoline)?;
            }
            if self.shading {
                self.shade_parameters(&callee, current, number, from);
            }
            return Ok(Next::Enter(callee));
        }
        let native = match &self.functions[id as usize] {
            (_, Callable::Native(native)) => *native,
            (decl, _) => {
                let name = self.unit.decl_name(*decl).unwrap_or("?");
                return Err(ErrorKind::Unsupported(format!("undefined function {name}")).into());
            }
        };
        let shades = if self.shading { self.shade_of_native(site, id)? } else { [0; 2] };
        let strict = std::mem::replace(&mut self.memory.strict, self.shading);
        let next = self.native_call(current, pc, number, native);
        self.memory.strict = strict;
        self.shade_delivered(site.dest, code, self.base, &shades);
        next
    }

    /// The common call: narrow values into slots. Returns whether it was one; the caller is given back otherwise.
    fn enter_fast(
        &mut self,
        callee: &Rc<Code>,
        caller: Frame,
        site: &CallSite,
    ) -> Result<bool, ErrorKind> {
        let simple = !callee.variadic
            && site.chain.is_none()
            && site.args.len() >= callee.params.len()
            && callee.params.iter().zip(&site.args).all(|(param, arg)| {
                matches!(param.place, Place::Slot(_))
                    && match (param.shape, arg.shape) {
                        (Shape::Int { .. }, Shape::Int { .. }) => true,
                        (a, b) => a == b && a.is_narrow(),
                    }
            });
        if !simple {
            return Ok(false);
        }
        if self.frames.len() >= self.limits.depth {
            return Err(ErrorKind::StackOverflow);
        }
        let from = caller.base;
        let code = Rc::clone(&caller.code);
        self.frames.push(caller);
        self.open_frame(callee)?;
        for (param, arg) in callee.params.iter().zip(&site.args) {
            let Place::Slot(slot) = param.place else { continue };
            let word = self.get(&code, from, arg.s);
            let word = match param.shape {
                Shape::Int { norm, .. } => norm.received(word)?,
                _ => word,
            };
            self.regs[self.base + slot as usize] = word;
        }
        Ok(true)
    }

    fn enter_slow(
        &mut self,
        callee: &Rc<Code>,
        current: &Rc<Code>,
        pc: usize,
        number: u32,
        trampoline: Option<u64>,
    ) -> Result<(), ErrorKind> {
        let site = &current.calls[number as usize];
        let args = self.gather(current, site);
        let given = site.chain.map(|s| self.get(current, self.base, s));
        let chain = trampoline.or(given).unwrap_or(0);
        let caller = Frame {
            code: Rc::clone(current),
            pc,
            base: self.base,
            sp: self.sp,
            top: self.regs.len(),
            site: number,
            serial: self.serial,
        };
        self.enter(callee, caller, args, site.named, chain)
    }

    fn gather(&self, code: &Code, site: &CallSite) -> Vec<(Vec<u64>, Shape, TypeId)> {
        site.args
            .iter()
            .map(|arg| {
                let words = match arg.shape {
                    Shape::Aggregate { .. } => {
                        vec![self.get(code, self.base, arg.s).wrapping_add(arg.off as u64)]
                    }
                    shape => self.slots(code, arg.s, shape.slots()).to_vec(),
                };
                let shape = match arg.size {
                    Some(size) => Shape::Aggregate { bytes: self.get(code, self.base, size) },
                    None => arg.shape,
                };
                (words, shape, arg.ty)
            })
            .collect()
    }

    fn native_call(
        &mut self,
        current: &Rc<Code>,
        pc: usize,
        number: u32,
        native: Native,
    ) -> Result<Next, Stop> {
        let site = &current.calls[number as usize];
        let values: Vec<libc::Value> = self
            .gather(current, site)
            .into_iter()
            .map(|(words, shape, _)| {
                let high = words.get(1).copied().unwrap_or(0);
                libc::Value { bits: u128::from(words[0]) | u128::from(high) << 64, shape }
            })
            .collect();
        let result = match native {
            Native::Plain(function) => match function(self, &values) {
                Err(Stop::Jump(jump, values)) => return self.jump(current, jump, &values),
                result => result?,
            },
            Native::SetJump => self.set_jump(&values, Landing::Call { pc, site: number })?,
            Native::SetJumpToLabel => {
                let label = values.get(1).map_or(0, |value| value.bits as u64);
                self.set_jump(&values, Landing::Label(label))?
            }
            Native::Jump(jump) => return self.jump(current, jump, &values),
        };
        let words = [result as u64, (result >> 64) as u64];
        self.deliver(site.dest, current, self.base, &words)?;
        Ok(Next::Same)
    }

    fn internal(&mut self, code: &Code, number: u32) -> Result<(), ErrorKind> {
        let site = &code.internals[number as usize];
        let mut dest = site.dest;
        let mut object = None;
        let words = match site.function {
            InternalFn::AddOverflow | InternalFn::SubOverflow | InternalFn::MulOverflow => {
                self.overflow(code, site)?
            }
            InternalFn::VaArg => {
                let given = site.args.get(3).map(|size| self.get(code, self.base, size.s));
                if let (Some(bytes), Dest::Memory { shape, .. }) = (given, &mut dest) {
                    *shape = Shape::Aggregate { bytes };
                }
                let (words, place) = self.va_arg(code, site, given)?;
                object = Some(place);
                words
            }
            InternalFn::BuiltinExpect => match site.args.first() {
                Some(arg) => self.slots(code, arg.s, arg.shape.slots()).to_vec(),
                None => Vec::new(),
            },
            // Either version will do: the one is taken that passes have changed.
            InternalFn::LoopVectorized => vec![1],
            InternalFn::DeferredInit => {
                let [size, how, ..] = &site.args[..] else {
                    return Err(ErrorKind::Unsupported("deferred initialisation".into()));
                };
                let [bytes, how] = [size, how].map(|arg| self.get(code, self.base, arg.s));
                if let Dest::Memory { shape, .. } = &mut dest {
                    *shape = Shape::Aggregate { bytes };
                }
                value::to_slots(&vec![if how == 1 { 0xfe } else { 0 }; bytes as usize])
            }
            function if function.fused().is_some() => self.fused(code, site)?,
            function if function.checked().is_some() => self.checked(code, site)?,
            function if function.is_check() => return self.sanitize(code, site),
            InternalFn::Sqrt => self.square_root(code, site)?,
            other => {
                return Err(ErrorKind::Unsupported(format!("internal function {}", other.name())));
            }
        };
        let shades = if self.shading { self.shade_of_internal(site, object)? } else { Vec::new() };
        self.deliver(dest, code, self.base, &words)?;
        self.shade_delivered(dest, code, self.base, &shades);
        Ok(())
    }

    fn square_root(&self, code: &Code, site: &InternalSite) -> Result<Vec<u64>, ErrorKind> {
        let word = |arg: &Arg| self.slots(code, arg.s, arg.shape.slots())[0];
        match (&site.args[..], self.unit.types.size(site.ty)) {
            ([a], Some(4)) => Ok(vec![f32::from_bits(word(a) as u32).sqrt().to_bits().into()]),
            ([a], Some(8)) => Ok(vec![f64::from_bits(word(a)).sqrt().to_bits()]),
            _ => Err(ErrorKind::Unsupported("square root of this type".into())),
        }
    }

    /// `±(a * b) ± c` with one rounding.
    fn fused(&self, code: &Code, site: &InternalSite) -> Result<Vec<u64>, ErrorKind> {
        let read = |arg: &Arg| self.slots(code, arg.s, arg.shape.slots())[0];
        let ([a, b, c], Some((product, addend))) = (&site.args[..], site.function.fused()) else {
            return Err(ErrorKind::Unsupported("fused operation".into()));
        };
        let (x, y, z) = (read(a), read(b), read(c));
        Ok(match self.unit.types.size(site.ty) {
            Some(4) => {
                let [x, y, z] = [x, y, z].map(|word| f32::from_bits(word as u32));
                let (x, z) = (if product { -x } else { x }, if addend { -z } else { z });
                vec![u64::from(x.mul_add(y, z).to_bits())]
            }
            Some(8) => {
                let [x, y, z] = [x, y, z].map(f64::from_bits);
                let (x, z) = (if product { -x } else { x }, if addend { -z } else { z });
                vec![x.mul_add(y, z).to_bits()]
            }
            _ => return Err(ErrorKind::Unsupported("fused operation of this type".into())),
        })
    }

    /// An argument as a number of any width.
    fn integer(&self, code: &Code, arg: &Arg) -> i128 {
        let words = self.slots(code, arg.s, arg.shape.slots());
        match (arg.shape, words) {
            (Shape::Int { norm, .. }, [word]) if norm.unsigned => i128::from(*word),
            (Shape::Int { .. }, [word]) => i128::from(*word as i64),
            (_, [low, high]) => (u128::from(*low) | u128::from(*high) << 64) as i128,
            _ => 0,
        }
    }

    /// Signed arithmetic that ends the program where it overflows.
    fn checked(&self, code: &Code, site: &InternalSite) -> Result<Vec<u64>, ErrorKind> {
        let (Some(operation), [a, b]) = (site.function.checked(), &site.args[..]) else {
            return Err(ErrorKind::Unsupported("overflow check".into()));
        };
        let types = &self.unit.types;
        let (x, y) = ((self.integer(code, a), a.ty), (self.integer(code, b), b.ty));
        let (result, overflow) = crate::fold_const::arith_overflow(types, operation, a.ty, x, y);
        if overflow {
            return Err(ErrorKind::CheckFailed);
        }
        let words = [result as u64, (result >> 64) as u64];
        Ok(words[..a.shape.slots() as usize].to_vec())
    }

    /// A check that ends the program if it finds undefined behaviour.
    fn sanitize(&self, code: &Code, site: &InternalSite) -> Result<(), ErrorKind> {
        let args: Vec<u64> = site.args.iter().map(|arg| self.integer(code, arg) as u64).collect();
        let wrong = match (site.function, &args[..]) {
            (InternalFn::UbsanBounds, &[_, index, last]) => index > last,
            (InternalFn::UbsanNull, &[pointer, _, align]) => {
                pointer == 0 || align > 1 && pointer & (align - 1) != 0
            }
            (InternalFn::UbsanPtr, &[pointer, offset]) => {
                ((offset as i64) < 0) != (pointer.wrapping_add(offset) < pointer)
            }
            (InternalFn::UbsanObjectSize, &[_, end, size, _]) => end > size && end as i64 >= 0,
            _ => return Err(ErrorKind::Unsupported(site.function.name().into())),
        };
        if wrong { Err(ErrorKind::CheckFailed) } else { Ok(()) }
    }

    /// `{wrapped result, whether it wrapped}` in a complex value.
    fn overflow(&self, code: &Code, site: &InternalSite) -> Result<Vec<u64>, ErrorKind> {
        let types = &self.unit.types;
        let Some(part) = types.element(site.ty) else {
            return Err(ErrorKind::Unsupported("overflow check without a complex result".into()));
        };
        let [a, b] = &site.args[..] else {
            return Err(ErrorKind::Unsupported("overflow check".into()));
        };
        let (x, y) = ((self.integer(code, a), a.ty), (self.integer(code, b), b.ty));
        let code = match site.function {
            InternalFn::AddOverflow => TreeCode::Plus,
            InternalFn::SubOverflow => TreeCode::Minus,
            _ => TreeCode::Mult,
        };
        let (wrapped, overflow) = crate::fold_const::arith_overflow(types, code, part, x, y);
        let size = types.size(part).unwrap_or(8) as usize;
        let mut bytes = wrapped.to_le_bytes()[..size].to_vec();
        bytes.push(overflow.into());
        bytes.resize(2 * size, 0);
        Ok(value::to_slots(&bytes))
    }

    /// `va_arg` that has not been lowered: the `va_list` is a pointer at the address of the first argument. What is large,
    /// or has its size given, it leads to by a pointer.
    fn va_arg(
        &mut self,
        code: &Code,
        site: &InternalSite,
        given: Option<u64>,
    ) -> Result<(Vec<u64>, (u64, usize)), ErrorKind> {
        let Some(list) = site.args.first() else {
            return Err(ErrorKind::Unsupported("va_arg".into()));
        };
        let list = self.get(code, self.base, list.s);
        let mut at = self.memory.load_u64(list)?;
        let size = given.unwrap_or_else(|| self.unit.types.size(site.ty).unwrap_or(8));
        let (object, taken) = if given.is_some() || size > 16 {
            (self.memory.load_u64(at)?, 8)
        } else {
            if self.unit.types.align(site.ty) >= 16 {
                at = at.next_multiple_of(16);
            }
            (at, size.next_multiple_of(8))
        };
        self.memory.store(list, at + taken, 8)?;
        let words = value::to_slots(self.memory.bytes(object, size as usize)?);
        Ok((words, (object, size as usize)))
    }
}

#[inline(always)]
pub(super) fn compare(cc: Cc, a: u64, b: u64) -> bool {
    match cc {
        Cc::Eq => a == b,
        Cc::Ne => a != b,
        Cc::Lt => (a as i64) < b as i64,
        Cc::Le => a as i64 <= b as i64,
        Cc::Gt => a as i64 > b as i64,
        Cc::Ge => a as i64 >= b as i64,
        Cc::Below => a < b,
        Cc::BelowEq => a <= b,
        Cc::Above => a > b,
        Cc::AboveEq => a >= b,
    }
}

fn float_compare(code: TreeCode, a: u64, b: u64, single: bool) -> bool {
    let ordering = if single {
        f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
    } else {
        f64::from_bits(a).partial_cmp(&f64::from_bits(b))
    };
    value::holds(code, ordering)
}

fn float(op: FloatOp, a: u64, b: u64, single: bool) -> u64 {
    if single {
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let value = match op {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Min => a.min(b),
            FloatOp::Max => a.max(b),
        };
        return value.to_bits().into();
    }
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    let value = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Min => a.min(b),
        FloatOp::Max => a.max(b),
    };
    value.to_bits()
}

fn int_to_float(value: u64, unsigned: bool, single: bool) -> u64 {
    match (unsigned, single) {
        (true, true) => (value as f32).to_bits().into(),
        (false, true) => (value as i64 as f32).to_bits().into(),
        (true, false) => (value as f64).to_bits(),
        (false, false) => (value as i64 as f64).to_bits(),
    }
}

/// As the machine converts: saturating, NaN to the greatest value; types smaller than a word are cut from one.
fn float_to_int(value: f64, norm: Norm) -> u64 {
    let nan = value.is_nan();
    let word = match (norm.bits(), norm.unsigned) {
        (0..=31, _) | (32, false) => (if nan { i32::MAX } else { value as i32 }) as u64,
        (32, true) => (if nan { u32::MAX } else { value as u32 }).into(),
        (_, false) => (if nan { i64::MAX } else { value as i64 }) as u64,
        (_, true) => {
            if nan {
                u64::MAX
            } else {
                value as u64
            }
        }
    };
    norm.apply(word)
}

/// Shift counts count modulo the width of the register the machine shifts.
pub(super) fn count_mask(norm: Norm) -> u64 {
    if norm.bits() > 32 { 63 } else { 31 }
}

pub(super) fn shift_right(a: u64, b: u64, norm: Norm) -> u64 {
    let count = b & count_mask(norm);
    if norm.unsigned { a >> count } else { ((a as i64) >> count) as u64 }
}

pub(super) fn rotate(a: u64, b: u64, norm: Norm, right: bool) -> u64 {
    let bits = u64::from(norm.bits());
    let value = Norm { shift: norm.shift, unsigned: true }.apply(a);
    let left = if right { (bits - b % bits) % bits } else { b % bits };
    if left == 0 { norm.apply(value) } else { norm.apply(value << left | value >> (bits - left)) }
}

fn divide(a: u64, b: u64, norm: Norm) -> u64 {
    if b == 0 {
        return norm.apply(u64::MAX);
    }
    norm.apply(if norm.unsigned { a / b } else { (a as i64).wrapping_div(b as i64) as u64 })
}

fn remainder(a: u64, b: u64, norm: Norm) -> u64 {
    if b == 0 {
        return a;
    }
    norm.apply(if norm.unsigned { a % b } else { (a as i64).wrapping_rem(b as i64) as u64 })
}

fn switch_index(words: &[u64], table: &SwitchTable) -> i128 {
    match words {
        [low, high] => {
            let value = (u128::from(*low) | u128::from(*high) << 64) as i128;
            if table.unsigned { value ^ i128::MIN } else { value }
        }
        [word, ..] if table.unsigned => i128::from(*word),
        [word, ..] => i128::from(*word as i64),
        [] => 0,
    }
}

fn find_case(table: &SwitchTable, index: i128) -> u32 {
    let after = table.cases.partition_point(|case| case.0 <= index);
    match after.checked_sub(1).map(|at| table.cases[at]) {
        Some((_, high, to)) if index <= high => to,
        _ => table.default,
    }
}
