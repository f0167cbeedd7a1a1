//! Random programs: each is a little syntax tree, evaluated here and compiled at -O0 and -O2; both runs under qemu must
//! agree with the evaluation. Many variables, loops, calls and memory make the allocator spill.

mod common;

use common::{Program, params};
use gimlet_rtl_backend::emit::{CallArg, CallSpec, Emitter};
use gimlet_rtl_backend::machine::target::abi::AbiType;
use gimlet_rtl_backend::rtl::code::Code;
use gimlet_rtl_backend::rtl::function::InsnKind;
use gimlet_rtl_backend::rtl::mode::Mode;
use gimlet_rtl_backend::rtl::rtx::{MemAttrs, RtxId, symbol_flag};
use gimlet_rtl_backend::rtl::simplify::fold_int;

const LONG: AbiType = AbiType::Int { size: 8, unsigned: false };

/// xorshift64*: the programs are the same in every run.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

/// An expression's operand.
#[derive(Clone, Copy)]
enum Operand {
    Var(usize),
    Const(i64),
}

enum Stmt {
    Binary(usize, Code, Operand, Operand),
    /// Converts through a narrower mode.
    Convert(usize, usize, Mode, bool),
    /// `dst = array[(src & 15)]`, in this mode, sign- or zero-extended.
    Load(usize, usize, Mode, bool),
    Store(usize, usize, Mode),
    /// `dst += array[i]` for four elements from one on, over a pointer that steps itself up or down.
    Walk(usize, i64, bool),
    /// `dst = twice (src) + 1`, over a call.
    Call(usize, usize),
    If(Code, usize, Operand, Vec<Stmt>, Vec<Stmt>),
    /// A counted loop.
    Loop(u64, Vec<Stmt>),
}

/// A variable's mode and signedness.
#[derive(Clone, Copy)]
struct Var {
    mode: Mode,
    unsigned: bool,
}

struct Function {
    vars: Vec<Var>,
    body: Vec<Stmt>,
}

const BINARY: [Code; 14] = [
    Code::Plus,
    Code::Minus,
    Code::Mult,
    Code::And,
    Code::Ior,
    Code::Xor,
    Code::Ashift,
    Code::Ashiftrt,
    Code::Lshiftrt,
    Code::Lt,
    Code::Ltu,
    Code::Eq,
    Code::Ne,
    Code::Plus,
];
const COMPARE: [Code; 10] = [
    Code::Eq,
    Code::Ne,
    Code::Lt,
    Code::Le,
    Code::Gt,
    Code::Ge,
    Code::Ltu,
    Code::Leu,
    Code::Gtu,
    Code::Geu,
];
const NARROW: [Mode; 4] = [Mode::QI, Mode::HI, Mode::SI, Mode::DI];

impl Function {
    fn random(rng: &mut Rng) -> Function {
        let count = rng.pick(&[4, 10, 45]);
        let vars = (0..count)
            .map(|_| Var {
                mode: rng.pick(&[Mode::DI, Mode::SI, Mode::SI, Mode::HI, Mode::QI]),
                unsigned: rng.below(2) == 0,
            })
            .collect();
        let mut f = Function { vars, body: Vec::new() };
        f.body = f.stmts(rng, 3, 14);
        f
    }

    fn operand(&self, rng: &mut Rng, mode: Mode) -> Operand {
        if rng.below(3) == 0 {
            let value = match rng.below(4) {
                0 => rng.below(8) as i64 - 3,
                1 => 1 << rng.below(63),
                2 => rng.next() as i64,
                _ => rng.below(5000) as i64 - 2500,
            };
            return Operand::Const(mode.trunc_int(value));
        }
        Operand::Var(self.var_of(rng, mode))
    }

    /// A variable of `mode`, or any if there is none.
    fn var_of(&self, rng: &mut Rng, mode: Mode) -> usize {
        let fitting: Vec<usize> =
            (0..self.vars.len()).filter(|&i| self.vars[i].mode == mode).collect();
        if fitting.is_empty() { 0 } else { rng.pick(&fitting) }
    }

    fn stmts(&self, rng: &mut Rng, depth: u32, length: u64) -> Vec<Stmt> {
        (0..1 + rng.below(length)).map(|_| self.stmt(rng, depth)).collect()
    }

    fn stmt(&self, rng: &mut Rng, depth: u32) -> Stmt {
        let dst = rng.below(self.vars.len() as u64) as usize;
        let src = rng.below(self.vars.len() as u64) as usize;
        match rng.below(if depth > 0 { 15 } else { 12 }) {
            14 => Stmt::Loop(1 + rng.below(5), self.stmts(rng, depth - 1, 7)),
            11 => Stmt::Walk(dst, rng.below(9) as i64, rng.below(2) == 0),
            0..=5 => {
                let mode = self.vars[dst].mode;
                let code = rng.pick(&BINARY);
                let a = Operand::Var(self.var_of(rng, mode));
                let shift = matches!(code, Code::Ashift | Code::Ashiftrt | Code::Lshiftrt);
                let b = if shift {
                    Operand::Const(rng.below(mode.bits() as u64) as i64)
                } else {
                    self.operand(rng, mode)
                };
                // All of one mode, or nothing: see `var_of`.
                let fits = |o: Operand| {
                    matches!(o, Operand::Const(_))
                        || matches!(o, Operand::Var(v) if self.vars[v].mode == mode)
                };
                if fits(a) && fits(b) {
                    Stmt::Binary(dst, code, a, b)
                } else {
                    Stmt::Convert(dst, src, mode, false)
                }
            }
            6 => Stmt::Convert(dst, src, rng.pick(&NARROW), rng.below(2) == 0),
            7 => Stmt::Load(dst, src, rng.pick(&NARROW), rng.below(2) == 0),
            8 => Stmt::Store(dst, src, rng.pick(&NARROW)),
            9 => Stmt::Convert(dst, src, self.vars[dst].mode, self.vars[dst].unsigned),
            10 => Stmt::Call(dst, src),
            12 | 13 => {
                let a = rng.below(self.vars.len() as u64) as usize;
                let b = self.operand(rng, self.vars[a].mode);
                let b = match b {
                    Operand::Var(v) if self.vars[v].mode != self.vars[a].mode => Operand::Const(1),
                    other => other,
                };
                Stmt::If(
                    rng.pick(&COMPARE),
                    a,
                    b,
                    self.stmts(rng, depth - 1, 5),
                    self.stmts(rng, depth - 1, 4),
                )
            }
            _ => Stmt::Convert(dst, src, Mode::SI, false),
        }
    }
}

/// `value` as a variable of this kind holds it.
fn wrap(value: i64, mode: Mode, unsigned: bool) -> i64 {
    if unsigned { (value as u64 & mode.mask()) as i64 } else { mode.trunc_int(value) }
}

struct Evaluator {
    vars: Vec<Var>,
    values: Vec<i64>,
    array: [u8; 128],
}

impl Evaluator {
    fn operand(&self, o: Operand) -> i64 {
        match o {
            Operand::Var(v) => self.values[v],
            Operand::Const(c) => c,
        }
    }

    fn set(&mut self, dst: usize, value: i64) {
        self.values[dst] = wrap(value, self.vars[dst].mode, self.vars[dst].unsigned);
    }

    fn run(&mut self, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Binary(dst, code, a, b) => {
                    let mode = self.vars[*dst].mode;
                    let value =
                        fold_int(*code, mode, self.operand(*a), self.operand(*b)).expect("defined");
                    self.set(*dst, value);
                }
                Stmt::Convert(dst, src, mode, unsigned) => {
                    let narrow = wrap(self.values[*src], *mode, *unsigned);
                    self.set(*dst, narrow);
                }
                Stmt::Load(dst, src, mode, unsigned) => {
                    let at = (self.values[*src] & 15) as usize * 8;
                    let raw =
                        u64::from_le_bytes(self.array[at..at + 8].try_into().expect("eight bytes"));
                    self.set(*dst, wrap(raw as i64, *mode, *unsigned));
                }
                Stmt::Store(dst, src, mode) => {
                    let at = (self.values[*src] & 15) as usize * 8;
                    let size = mode.size() as usize;
                    self.array[at..at + size]
                        .copy_from_slice(&self.values[*dst].to_le_bytes()[..size]);
                }
                Stmt::Walk(dst, from, down) => {
                    for i in 0..4 {
                        let index = if *down { from + 4 - i } else { from + i + 1 };
                        let at = index as usize * 8;
                        let word = self.array[at..at + 8].try_into().expect("eight bytes");
                        let sum = self.values[*dst]
                            .wrapping_mul(3)
                            .wrapping_add(i64::from_le_bytes(word));
                        self.set(*dst, sum);
                    }
                }
                Stmt::Call(dst, src) => {
                    self.set(*dst, self.values[*src].wrapping_mul(2).wrapping_add(1))
                }
                Stmt::If(code, a, b, yes, no) => {
                    let mode = self.vars[*a].mode;
                    let taken = fold_int(*code, mode, self.values[*a], self.operand(*b)) != Some(0);
                    if taken { self.run(yes) } else { self.run(no) }
                }
                Stmt::Loop(count, body) => (0..*count).for_each(|_| self.run(body)),
            }
        }
    }
}

struct Builder<'e, 'a> {
    em: &'e mut Emitter<'a>,
    vars: Vec<Var>,
    regs: Vec<RtxId>,
    array: RtxId,
}

impl Builder<'_, '_> {
    fn value(&mut self, v: usize) -> RtxId {
        self.em.var_value(self.regs[v], self.vars[v].mode, self.vars[v].unsigned)
    }

    fn operand(&mut self, o: Operand) -> RtxId {
        match o {
            Operand::Var(v) => self.value(v),
            Operand::Const(c) => self.em.int(c),
        }
    }

    fn set(&mut self, dst: usize, value: RtxId, mode: Mode, unsigned: bool) {
        let var = self.vars[dst];
        let value = self.em.convert(value, mode, var.mode, unsigned);
        self.em.store_var(self.regs[dst], value, var.mode, var.unsigned);
    }

    /// The variable's value as a word.
    fn wide(&mut self, v: usize) -> RtxId {
        let value = self.value(v);
        self.em.convert(value, self.vars[v].mode, Mode::DI, self.vars[v].unsigned)
    }

    fn element(&mut self, index: usize, mode: Mode) -> RtxId {
        let index = self.wide(index);
        let (mask, three) = (self.em.int(15), self.em.int(3));
        let index = self.em.binop(Code::And, Mode::DI, index, mask);
        let offset = self.em.binop(Code::Ashift, Mode::DI, index, three);
        let address = self.em.binop(Code::Plus, Mode::DI, self.array, offset);
        self.em.mem(mode, address)
    }

    fn run(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Binary(dst, code, a, b) => {
                let mode = self.vars[*dst].mode;
                let (a, b) = (self.operand(*a), self.operand(*b));
                let value = self.em.binop(*code, mode, a, b);
                self.set(*dst, value, mode, false);
            }
            Stmt::Convert(dst, src, mode, unsigned) => {
                let (value, var) = (self.value(*src), self.vars[*src]);
                let narrow = self.em.convert(
                    value,
                    var.mode,
                    *mode,
                    var.unsigned && mode.size() > var.mode.size(),
                );
                self.set(*dst, narrow, *mode, *unsigned);
            }
            Stmt::Load(dst, src, mode, unsigned) => {
                let mem = self.element(*src, *mode);
                self.set(*dst, mem, *mode, *unsigned);
            }
            Stmt::Store(dst, src, mode) => {
                let mem = self.element(*src, *mode);
                let wide = self.wide(*dst);
                let part = self.em.convert(wide, Mode::DI, *mode, false);
                self.em.emit_move(mem, part);
            }
            Stmt::Walk(dst, from, down) => {
                let step = self.em.int(if *down { -8 } else { 8 });
                let start = self.em.int(8 * if *down { from + 5 } else { *from });
                let pointer = self.em.binop(Code::Plus, Mode::DI, self.array, start);
                let pointer = self.em.copy_to_reg(Mode::DI, pointer);
                let three = self.em.int(3);
                for _ in 0..4 {
                    // The pointer is set from itself, in one insn.
                    let sum = self.em.f.rtx.gen_binary(Code::Plus, Mode::DI, pointer, step);
                    let set = self.em.f.rtx.gen_set(pointer, sum);
                    self.em.emit(InsnKind::Insn, set);
                    let word = self.em.mem(Mode::DI, pointer);
                    let old = self.wide(*dst);
                    let old = self.em.binop(Code::Mult, Mode::DI, old, three);
                    let sum = self.em.binop(Code::Plus, Mode::DI, old, word);
                    self.set(*dst, sum, Mode::DI, false);
                }
            }
            Stmt::Call(dst, src) => {
                let value = self.wide(*src);
                let callee = self.em.symbol(
                    "twice",
                    symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
                    "function_decl",
                    false,
                );
                let args = [CallArg { value, ty: &LONG }];
                let result =
                    self.em.call(&CallSpec::new(callee, &args, 1, &LONG)).expect("a value");
                self.set(*dst, result, Mode::DI, false);
            }
            Stmt::If(code, a, b, yes, no) => {
                let (x, y) = (self.value(*a), self.operand(*b));
                let (then, end) = (self.em.new_label(), self.em.new_label());
                self.em.branch(*code, self.vars[*a].mode, x, y, then, None);
                self.run(no);
                self.em.emit_jump(end);
                self.em.emit_label(then);
                self.run(yes);
                self.em.emit_label(end);
            }
            Stmt::Loop(count, body) => {
                let counter = self.em.new_var(Mode::SI, "", false, false);
                let (zero, one, last) =
                    (self.em.int(0), self.em.int(1), self.em.int(*count as i64));
                self.em.store_var(counter, zero, Mode::SI, false);
                let top = self.em.new_label();
                self.em.emit_label(top);
                self.run(body);
                let value = self.em.var_value(counter, Mode::SI, false);
                let next = self.em.binop(Code::Plus, Mode::SI, value, one);
                self.em.store_var(counter, next, Mode::SI, false);
                let value = self.em.var_value(counter, Mode::SI, false);
                self.em.branch(Code::Lt, Mode::SI, value, last, top, None);
            }
        }
    }
}

/// Variables start as functions of the argument; the result mixes them all and the array.
fn build(f: &Function, em: &mut Emitter) {
    let arg = em.receive_params(&params(&[LONG]), false, &LONG)[0];
    let local = em.stack_local(128, 8, "array");
    em.block_clear(local, 128);
    let array = em.address_of(local);
    let array = em.force_reg(Mode::DI, array);
    let mut b = Builder { em, vars: f.vars.clone(), regs: Vec::new(), array };
    for (i, var) in f.vars.iter().enumerate() {
        let reg = b.em.new_var(var.mode, "v", true, false);
        b.regs.push(reg);
        let k = b.em.int(i as i64 * 77 + 3);
        let start = b.em.binop(Code::Mult, Mode::DI, arg, k);
        b.set(i, start, Mode::DI, false);
    }
    b.run(&f.body);
    let mut sum = b.em.int(0);
    let thirty_one = b.em.int(31);
    for i in 0..f.vars.len() {
        let value = b.wide(i);
        sum = b.em.binop(Code::Mult, Mode::DI, sum, thirty_one);
        sum = b.em.binop(Code::Xor, Mode::DI, sum, value);
    }
    for i in 0..16 {
        let address = b.em.plus_constant(array, 8 * i);
        let word = b.em.mem_attrs(Mode::DI, address, MemAttrs::of_mode(Mode::DI), 0);
        sum = b.em.binop(Code::Mult, Mode::DI, sum, thirty_one);
        sum = b.em.binop(Code::Xor, Mode::DI, sum, word);
    }
    em.emit_return(&LONG, Some(sum));
}

fn evaluate(f: &Function, arg: i64) -> i64 {
    let mut e = Evaluator { vars: f.vars.clone(), values: vec![0; f.vars.len()], array: [0; 128] };
    for i in 0..f.vars.len() {
        e.set(i, arg.wrapping_mul(i as i64 * 77 + 3));
    }
    e.run(&f.body);
    let mut sum = 0i64;
    for v in &e.values {
        sum = sum.wrapping_mul(31) ^ v;
    }
    for word in e.array.chunks(8) {
        sum = sum.wrapping_mul(31) ^ i64::from_le_bytes(word.try_into().expect("eight bytes"));
    }
    sum
}

#[test]
fn compiled_code_agrees_with_the_evaluation() {
    let seed = std::env::var("RTL_RANDOM_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1u64);
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut p = Program::new();
    let mut declarations =
        String::from("__attribute__((noinline)) long twice(long x) { return 2 * x + 1; }\n");
    let mut checks = Vec::new();
    for i in 0..80 {
        let f = Function::random(&mut rng);
        p.function(&format!("f{i}"), |em| build(&f, em));
        declarations += &format!("long f{i}(long);\n");
        for arg in [0, 1, -5, 0x1234_5678_9abc_def0] {
            checks.push(format!("f{i}({arg}) == (long){:#x}UL", evaluate(&f, arg)));
        }
    }
    p.check(&declarations, &checks.join(" && "));
}
