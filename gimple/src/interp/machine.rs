//! The state of a run: functions, globals, memory, frames; calls and how they end.

use super::code::*;
use super::libc::{self, Native};
use super::memory::{FUNCTIONS, Memory};
use super::shape::Shape;
use super::{Call, Counts, ErrorKind, ExitCode, InterpError, Limits};
use crate::claims::Claimed;
use crate::constant::ConstId;
use crate::decl::{DeclId, DeclKind, flag};
use crate::function::Function;
use crate::location::Location;
use crate::symbol::Symbol;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::unit::{Module, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Write;
use std::rc::Rc;

/// Why running stopped before the value was there.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Error(ErrorKind),
    Exit(ExitCode),
    /// A jump, with its arguments, has left a callback, and goes on after the library function that called back.
    Jump(Jump, Vec<libc::Value>),
}

/// What leaves functions otherwise than by returning.
#[derive(Clone, Copy, Debug)]
pub(super) enum Jump {
    /// `longjmp`.
    Long,
    /// `__builtin_nonlocal_goto`.
    Nonlocal,
}

impl From<ErrorKind> for Stop {
    fn from(kind: ErrorKind) -> Stop {
        match kind {
            ErrorKind::CheckFailed => Stop::Exit(ExitCode::TRAP),
            kind => Stop::Error(kind),
        }
    }
}

/// The functions of a program: those of the module as they are, or as they were when something was claimed of them.
pub(super) struct Bodies<'a> {
    pub list: Vec<(&'a Function, Option<&'a Claimed>)>,
}

impl<'a> Bodies<'a> {
    /// A module as it is.
    pub fn of(module: &'a Module) -> Bodies<'a> {
        Bodies { list: module.functions.iter().map(|f| (f, None)).collect() }
    }

    /// A module with functions as they were; some of them it may not have any more.
    pub fn with_claims(module: &'a Module, claimed: &[&'a Claimed]) -> Bodies<'a> {
        let known: FxHashSet<DeclId> = claimed.iter().map(|one| one.function.decl).collect();
        let others = module.functions.iter().filter(|f| !known.contains(&f.decl));
        let claimed = claimed.iter().map(|&one| (&one.function, Some(one)));
        Bodies { list: claimed.chain(others.map(|f| (f, None))).collect() }
    }
}

/// A function that can be called.
#[derive(Clone)]
pub(super) enum Callable {
    /// At this position among the module's functions, and its translation once it has been called.
    Defined(usize, Option<Rc<Code>>),
    Native(Native),
    Undefined,
}

/// A call in progress: where the caller goes on.
pub(super) struct Frame {
    pub code: Rc<Code>,
    pub pc: usize,
    pub base: usize,
    pub sp: u64,
    /// Number of slots in use.
    pub top: usize,
    /// The call in the caller's code, `u32::MAX` for one the library makes.
    pub site: u32,
    /// Tells frames at one depth apart.
    pub serial: u64,
}

/// Where a `setjmp` returns to.
pub(super) struct JumpTarget {
    pub depth: usize,
    pub serial: u64,
    pub landing: Landing,
    pub sp: u64,
}

/// Where a jump out of functions goes on.
#[derive(Clone, Copy)]
pub(super) enum Landing {
    /// After the call of `setjmp`, which returns again.
    Call {
        pc: usize,
        site: u32,
    },
    Label(u64),
}

/// The interpreter.
pub(super) struct Machine<'a> {
    pub module: &'a Module,
    pub unit: &'a Unit,
    pub memory: Memory,
    pub limits: Limits,
    pub steps: u64,
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    pub functions: Vec<(DeclId, Callable)>,
    function_ids: FxHashMap<DeclId, u32>,
    body_ids: FxHashMap<DeclId, usize>,
    bodies_by_name: FxHashMap<Symbol, DeclId>,
    /// Variables the unit defines, by name.
    pub variables: FxHashMap<Symbol, DeclId>,
    pub globals: FxHashMap<DeclId, u64>,
    pub strings: FxHashMap<ConstId, u64>,
    pub pending: Vec<(u64, TypeId, Operand)>,
    pub initialising: bool,
    pub regs: Vec<u64>,
    /// Which bits of the slots have no value, if that is asked; of the value of the call that just ended, too.
    pub shades: Vec<u64>,
    pub shading: bool,
    pub result_shades: Vec<u64>,
    pub frames: Vec<Frame>,
    pub sp: u64,
    /// First slot of the running function.
    pub base: usize,
    pub serial: u64,
    serials: u64,
    /// The value of the call that just ended.
    pub result: Vec<u64>,
    pub jumps: Vec<JumpTarget>,
    /// Addresses that trampolines have been put at: a chain, and a function.
    pub trampolines: FxHashSet<u64>,
    pub at_exit: Vec<u64>,
    pub libc: libc::State,
    /// Calls the library has made that are not over.
    pub callbacks: usize,
    /// What is evaluated, if that is to be counted.
    pub counts: Option<&'a mut Counts>,
    /// What functions are translated from.
    pub bodies: Bodies<'a>,
    /// Where the run stopped, for the error.
    pub stopped_at: Option<(Rc<Code>, usize)>,
}

impl<'a> Machine<'a> {
    pub fn new(
        module: &'a Module,
        bodies: Bodies<'a>,
        out: &'a mut dyn Write,
        limits: Limits,
    ) -> Machine<'a> {
        let unit = &module.unit;
        let mut memory = Memory::new(limits.stack, limits.heap);
        if !limits.uninitialized {
            memory.begin_shades();
        }
        let mut bodies_by_name = FxHashMap::default();
        let mut body_ids = FxHashMap::default();
        for (index, (function, _)) in bodies.list.iter().enumerate() {
            body_ids.insert(function.decl, index);
            for name in names_of(unit, function.decl) {
                bodies_by_name.entry(name).or_insert(function.decl);
            }
        }
        for (&name, &home) in unit.folded.iter().filter(|(_, home)| body_ids.contains_key(home)) {
            for name in names_of(unit, name) {
                bodies_by_name.entry(name).or_insert(home);
            }
        }
        let mut variables = FxHashMap::default();
        for (id, decl) in unit.decls.iter() {
            let defined = decl.kind == DeclKind::Var
                && decl.context.is_none()
                && (!decl.has(flag::EXTERNAL) || unit.initializers.contains_key(&id));
            if defined {
                for name in names_of(unit, id) {
                    // Of several tentative definitions, the one with a value counts.
                    let known = variables.get(&name).copied();
                    if known.is_none_or(|known| !unit.initializers.contains_key(&known)) {
                        variables.insert(name, id);
                    }
                }
            }
        }
        Machine {
            module,
            unit,
            sp: memory.stack_top(),
            memory,
            limits,
            steps: 0,
            out,
            buffer: Vec::new(),
            functions: Vec::new(),
            function_ids: FxHashMap::default(),
            body_ids,
            bodies_by_name,
            variables,
            globals: FxHashMap::default(),
            strings: FxHashMap::default(),
            pending: Vec::new(),
            initialising: false,
            regs: Vec::new(),
            shades: Vec::new(),
            shading: !limits.uninitialized,
            result_shades: Vec::new(),
            frames: Vec::new(),
            base: 0,
            serial: 0,
            serials: 0,
            result: Vec::new(),
            jumps: Vec::new(),
            trampolines: FxHashSet::default(),
            at_exit: Vec::new(),
            libc: libc::State::default(),
            callbacks: 0,
            counts: None,
            bodies,
            stopped_at: None,
        }
    }

    // Functions.

    /// The number of a function in the table of callable ones.
    pub fn function_id(&mut self, decl: DeclId) -> u32 {
        if let Some(&id) = self.function_ids.get(&decl) {
            return id;
        }
        let other = self.unit.ultimate_alias_target(decl);
        if other != decl {
            let id = self.function_id(other);
            self.function_ids.insert(decl, id);
            return id;
        }
        let names: Vec<Symbol> = names_of(self.unit, decl).collect();
        let alias = self.unit.decls[decl].extra.as_ref().and_then(|extra| extra.alias);
        // A builtin may be defined by the program itself.
        let plain = names.iter().find_map(|&name| {
            self.unit.symbols.get(self.unit.symbols.text(name).strip_prefix("__builtin_")?)
        });
        let home = if self.body_ids.contains_key(&decl) {
            Some(decl)
        } else {
            let mut candidates = alias.iter().chain(&names).chain(&plain);
            candidates.find_map(|name| self.bodies_by_name.get(name).copied())
        };
        if let Some(home) = home.filter(|&home| home != decl) {
            let id = self.function_id(home);
            self.function_ids.insert(decl, id);
            return id;
        }
        let callable = match self.body_ids.get(&decl) {
            Some(&index) => Callable::Defined(index, None),
            None => names
                .iter()
                .find_map(|&name| libc::find(self.unit.symbols.text(name)))
                .map_or(Callable::Undefined, Callable::Native),
        };
        let id = self.functions.len() as u32;
        self.functions.push((decl, callable));
        self.function_ids.insert(decl, id);
        id
    }

    /// The address of a function; null for a weak one that nobody defines.
    pub fn function_address(&mut self, decl: DeclId) -> u64 {
        let id = self.function_id(decl);
        let missing = matches!(self.functions[id as usize].1, Callable::Undefined);
        if missing && self.unit.decls[decl].has(flag::WEAK) {
            return 0;
        }
        FUNCTIONS + 16 * u64::from(id)
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Result<u32, ErrorKind> {
        let index = address.wrapping_sub(FUNCTIONS);
        if index.is_multiple_of(16) && index / 16 < self.functions.len() as u64 {
            Ok((index / 16) as u32)
        } else {
            Err(ErrorKind::BadCall(format!("no function at {address:#x}")))
        }
    }

    /// The function at an address, and the static chain where it is a trampoline's.
    pub fn callee_at(&self, address: u64) -> Result<(u32, Option<u64>), ErrorKind> {
        if self.trampolines.contains(&address) {
            let chain = self.memory.load_u64(address)?;
            let function = self.memory.load_u64(address + 8)?;
            return Ok((self.function_at(function)?, Some(chain)));
        }
        Ok((self.function_at(address)?, None))
    }

    /// The translation of a defined function.
    pub fn translated(&mut self, id: u32) -> Option<Rc<Code>> {
        match &self.functions[id as usize].1 {
            Callable::Defined(_, Some(code)) => Some(Rc::clone(code)),
            Callable::Defined(index, None) => {
                let index = *index;
                let code = Rc::new(super::compile::compile(self, index));
                self.functions[id as usize].1 = Callable::Defined(index, Some(Rc::clone(&code)));
                Some(code)
            }
            _ => None,
        }
    }

    // Output.

    /// Writes to standard output.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ErrorKind> {
        let written = self.out.write_all(&self.buffer).and_then(|()| self.out.flush());
        self.buffer.clear();
        written.map_err(|_| ErrorKind::Output)
    }

    // Running.

    /// Runs constructors, `main`, what `atexit` registered, and destructors.
    pub fn run_program(mut self, args: &[String]) -> Result<ExitCode, InterpError> {
        let outcome = self.program(args);
        let status = match outcome {
            Ok(code) | Err(Stop::Exit(code)) => Ok(code),
            Err(Stop::Error(kind)) => Err(self.error(kind)),
            Err(Stop::Jump(..)) => {
                Err(self.error(ErrorKind::BadCall("jump to a function that is over".into())))
            }
        };
        match self.flush() {
            Err(kind) if status.is_ok() => Err(self.error(kind)),
            _ => status,
        }
    }

    fn program(&mut self, args: &[String]) -> Result<ExitCode, Stop> {
        let main = self.unit.symbols.get("main").and_then(|name| self.bodies_by_name.get(&name));
        let Some(&main) = main else { return Err(ErrorKind::NoMain.into()) };
        self.run_marked(flag::CONSTRUCTOR)?;
        let mut pointers = Vec::new();
        for arg in args {
            let address = self.memory.add_global(arg.len() as u64 + 1, 1)?;
            self.memory.bytes_mut(address, arg.len())?.copy_from_slice(arg.as_bytes());
            pointers.push(address);
        }
        let argv = self.memory.add_global(8 * (pointers.len() as u64 + 2), 8)?;
        for (index, &pointer) in pointers.iter().enumerate() {
            self.memory.store(argv + 8 * index as u64, pointer, 8)?;
        }
        let id = self.function_id(main);
        let argc = args.len() as u64;
        let outcome = self.call_from_outside(id, &[argc, argv, argv + 8 * argc + 8]);
        let returns_void = matches!(
            self.unit.types.kind(self.unit.decls[main].ty),
            crate::types::TypeKind::Function { result, .. } if *result == self.unit.common.void
        );
        let code = match outcome {
            Ok(_) if returns_void => ExitCode(0),
            Ok(value) => ExitCode(value as i32 & 0xff),
            Err(Stop::Exit(code)) if code.0 < 128 && !self.libc.quick_exit => code,
            Err(stop) => return Err(stop),
        };
        while let Some(handler) = self.at_exit.pop() {
            self.unwind_all();
            self.call_pointer(handler, &[])?;
        }
        self.unwind_all();
        self.run_marked(flag::DESTRUCTOR)?;
        Ok(code)
    }

    fn unwind_all(&mut self) {
        self.frames.clear();
        self.sp = self.memory.stack_top();
        self.base = 0;
        self.regs.clear();
    }

    fn run_marked(&mut self, mark: u64) -> Result<(), Stop> {
        let unit = self.unit;
        let priority =
            |decl: DeclId| unit.decls[decl].extra.as_ref().and_then(|e| e.priority).unwrap_or(!0);
        let mut marked: Vec<DeclId> = self
            .module
            .functions
            .iter()
            .map(|function| function.decl)
            .filter(|&decl| unit.decls[decl].has(mark))
            .collect();
        marked.sort_by_key(|&decl| priority(decl));
        if mark == flag::DESTRUCTOR {
            marked.reverse();
        }
        for decl in marked {
            let id = self.function_id(decl);
            self.call_from_outside(id, &[])?;
        }
        Ok(())
    }

    /// Calls a function with pointer or integer arguments and runs until it returns; its value's first slot.
    pub fn call_from_outside(&mut self, id: u32, args: &[u64]) -> Result<u64, Stop> {
        self.call_with_chain(id, args, 0)
    }

    /// As [`Self::call_from_outside`], through a pointer that may be to a trampoline.
    pub fn call_pointer(&mut self, address: u64, args: &[u64]) -> Result<u64, Stop> {
        let (id, chain) = self.callee_at(address)?;
        self.call_with_chain(id, args, chain.unwrap_or(0))
    }

    fn call_with_chain(&mut self, id: u32, args: &[u64], chain: u64) -> Result<u64, Stop> {
        if self.callbacks >= 64 {
            return Err(ErrorKind::StackOverflow.into());
        }
        let ty = self.unit.common.long;
        let shape = Shape::of(&self.unit.types, ty);
        let Some(code) = self.translated(id) else {
            return match self.functions[id as usize].1 {
                Callable::Native(Native::Plain(native)) => {
                    let values: Vec<libc::Value> =
                        args.iter().map(|&arg| libc::Value { bits: arg.into(), shape }).collect();
                    Ok(native(self, &values)? as u64)
                }
                _ => Err(ErrorKind::BadCall("library function as a callback".into()).into()),
            };
        };
        let floor = self.frames.len();
        let args: Vec<(Vec<u64>, Shape, TypeId)> =
            args.iter().map(|&arg| (vec![arg], shape, ty)).collect();
        let caller = Frame {
            code: Rc::clone(&code),
            pc: 0,
            base: self.base,
            sp: self.sp,
            top: self.regs.len(),
            site: u32::MAX,
            serial: self.serial,
        };
        self.enter(&code, caller, args, usize::MAX, chain)?;
        self.callbacks += 1;
        let strict = std::mem::replace(&mut self.memory.strict, false);
        let outcome = self.run_loop(code, floor);
        self.memory.strict = strict;
        self.callbacks -= 1;
        outcome?;
        Ok(self.result.first().copied().unwrap_or(0))
    }

    /// Makes the frame of a call. `args` are register values, or for aggregates their address; those from `named` on
    /// go to the variadic area.
    pub fn enter(
        &mut self,
        code: &Rc<Code>,
        caller: Frame,
        args: Vec<(Vec<u64>, Shape, TypeId)>,
        named: usize,
        chain: u64,
    ) -> Result<(), ErrorKind> {
        if self.frames.len() >= self.limits.depth {
            return Err(ErrorKind::StackOverflow);
        }
        self.frames.push(caller);
        let extras = if code.variadic { code.params.len().min(named) } else { args.len() };
        let varargs = self.push_varargs(args.get(extras..).unwrap_or(&[]))?;
        let frame = self.open_frame(code)?;
        self.regs[self.base + VARARGS_SLOT as usize] = varargs;
        self.regs[self.base + CHAIN_SLOT as usize] = chain;
        for (param, (value, shape, _)) in code.params.iter().zip(&args) {
            self.pass(param, frame, value, *shape)?;
        }
        Ok(())
    }

    /// Slots and memory for a function that is about to run; the address of the memory.
    pub fn open_frame(&mut self, code: &Code) -> Result<u64, ErrorKind> {
        let frame = self.reserve(code.frame_bytes, code.frame_align)?;
        self.serials += 1;
        self.serial = self.serials;
        self.base = self.regs.len();
        self.regs.resize(self.base + code.slots as usize, 0);
        self.regs[self.base + FRAME_SLOT as usize] = frame;
        if self.shading {
            self.shades.truncate(self.base);
            self.shades.resize(self.base + FIRST_SLOT as usize, 0);
            self.shades.resize(self.base + code.slots as usize, !0);
        }
        Ok(frame)
    }

    /// Takes room from the stack.
    pub fn reserve(&mut self, bytes: u64, align: u64) -> Result<u64, ErrorKind> {
        let align = align.max(16);
        let sp = self.sp.checked_sub(bytes).map(|sp| sp / align * align);
        match sp.filter(|&sp| sp >= self.memory.stack_bottom()) {
            Some(sp) => {
                self.sp = sp;
                self.memory.begin_object(sp, bytes);
                Ok(sp)
            }
            None => Err(ErrorKind::StackOverflow),
        }
    }

    fn pass(
        &mut self,
        param: &Param,
        frame: u64,
        value: &[u64],
        shape: Shape,
    ) -> Result<(), ErrorKind> {
        let converted;
        let value = match (shape, param.shape) {
            // What the caller did not know to convert (no prototype).
            (Shape::Double, Shape::Single) => {
                converted = [u64::from((f64::from_bits(value[0]) as f32).to_bits())];
                &converted[..]
            }
            (_, Shape::Int { norm, .. }) if shape.is_narrow() => {
                converted = [norm.received(value[0])?];
                &converted[..]
            }
            _ => value,
        };
        match (param.place, shape) {
            (Place::Slot(slot), Shape::Aggregate { .. }) => {
                let bytes = param.shape.bytes().min(shape.bytes()) as usize;
                let words = super::value::to_slots(self.memory.bytes(value[0], bytes)?);
                let at = self.base + slot as usize;
                self.regs[at..at + words.len()].copy_from_slice(&words);
                self.define(at, words.len());
                Ok(())
            }
            (Place::Slot(slot), _) => {
                let at = self.base + slot as usize;
                let n = value.len().min(param.shape.slots() as usize);
                self.regs[at..at + n].copy_from_slice(&value[..n]);
                self.define(at, n);
                Ok(())
            }
            (Place::Frame(off), Shape::Aggregate { bytes }) => {
                let bytes = bytes.min(param.shape.bytes()) as usize;
                self.memory.copy(frame.wrapping_add(off as u64), value[0], bytes)
            }
            (Place::Frame(off), _) => {
                let bytes = param.shape.bytes().min(8 * value.len() as u64) as usize;
                let bytes = super::value::slot_bytes(value, bytes);
                self.write_bytes(frame.wrapping_add(off as u64), &bytes)
            }
        }
    }

    /// What slots hold are values.
    #[inline]
    pub fn define(&mut self, at: usize, n: usize) {
        if self.shading {
            self.shades[at..at + n].fill(0);
        }
    }

    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), ErrorKind> {
        self.memory.bytes_mut(address, bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }

    /// Lays out variadic arguments as `va_arg` finds them.
    fn push_varargs(&mut self, args: &[(Vec<u64>, Shape, TypeId)]) -> Result<u64, ErrorKind> {
        if args.is_empty() {
            return Ok(self.sp);
        }
        let mut image: Vec<u8> = Vec::new();
        for (value, shape, ty) in args {
            let bytes = match *shape {
                // `float` goes as `double`; `_Float32` as it is.
                Shape::Single if self.unit.types.same_main(*ty, self.unit.common.float) => {
                    f64::from(f32::from_bits(value[0] as u32)).to_bits().to_le_bytes().to_vec()
                }
                Shape::Aggregate { bytes } => self.memory.bytes(value[0], bytes as usize)?.to_vec(),
                Shape::Wide { bytes } => super::value::slot_bytes(value, bytes as usize),
                _ => value[0].to_le_bytes().to_vec(),
            };
            // What has no constant size goes by reference, however small.
            if bytes.len() > 16 || self.unit.types.size(*ty).is_none() {
                let copy = self.reserve(bytes.len() as u64, 16)?;
                self.write_bytes(copy, &bytes)?;
                image.extend_from_slice(&copy.to_le_bytes());
                continue;
            }
            if self.unit.types.align(*ty) >= 16 {
                image.resize(image.len().next_multiple_of(16), 0);
            }
            image.extend_from_slice(&bytes);
            image.resize(image.len().next_multiple_of(8), 0);
        }
        let area = self.reserve(image.len() as u64, 16)?;
        self.write_bytes(area, &image)?;
        Ok(area)
    }

    // Errors.

    fn error(&mut self, kind: ErrorKind) -> InterpError {
        let Some((code, pc)) = self.stopped_at.take() else {
            return InterpError {
                kind,
                function: String::new(),
                block: None,
                statement: String::new(),
                calls: Box::default(),
            };
        };
        let f = self.bodies.list[code.index].0;
        let stmt = code.origin.get(pc).and_then(|stmt| stmt.expand());
        let mut calls = vec![self.call_at(&code, pc)];
        // What the library calls has no caller of its own.
        let callers = self.frames.iter().rev().filter(|frame| frame.site != u32::MAX);
        calls.extend(callers.map(|frame| self.call_at(&frame.code, frame.pc.saturating_sub(1))));
        InterpError {
            kind,
            function: self.function_name(f),
            block: stmt.and_then(|stmt| f.stmts[stmt].block.expand()).map(|block| block.0),
            statement: stmt.map_or(String::new(), |stmt| {
                crate::print::stmt_text(self.unit, f, stmt, crate::print::Flags::NONE)
            }),
            calls: calls.into(),
        }
    }

    fn function_name(&self, f: &Function) -> String {
        crate::print::decl_text(self.unit, None, f.decl, crate::print::Flags::NONE)
    }

    /// Which function an operation is in, and its place in the source.
    fn call_at(&self, code: &Code, pc: usize) -> Call {
        let f = self.bodies.list[code.index].0;
        let stmt = code.origin.get(pc).and_then(|stmt| stmt.expand());
        let loc = stmt.map_or(Location::UNKNOWN, |stmt| f.stmt_info[stmt].loc);
        let place = (!loc.is_unknown()).then(|| {
            let at = self.unit.diagnostics.sources.position(loc);
            format!("{}:{}:{}", at.file, at.line, at.column)
        });
        Call { function: self.function_name(f), place }
    }
}

fn names_of(unit: &Unit, decl: DeclId) -> impl Iterator<Item = Symbol> + use<> {
    let d = &unit.decls[decl];
    let assembler = d.extra.as_ref().and_then(|extra| extra.assembler_name);
    [assembler, d.name].into_iter().flatten()
}
