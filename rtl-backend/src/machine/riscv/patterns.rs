//! The machine description: every insn of RV64GC the compiler uses, as data.
//!
//! Names and numbers are those GCC 12.2 prints in RTL dumps (`5 {*addsi3_extended}`); numbers from 600 on are ours.
//! Templates are in the language of [`crate::machine::recog`]. In assembly templates `%0` is an operand, `%i2` prints `i` if
//! operand 2 is a constant, `%z2` prints `zero` for the constant 0, `%C0` a comparison, `%N0` the reverse one,
//! `%%` a percent sign, `%R1` a mem's symbol, `%F2` the fence before an atomic operation and `%A2` its suffix, by the memory model in the low
//! four bits of operand 2, `%B2` the suffix by the model in the bits above.

use crate::machine::recog::Operands;
use crate::machine::riscv::{UNSPEC_TLS_GD, UNSPEC_TLS_IE, UNSPEC_TLS_LE};
use crate::rtl::code::Code;
use crate::rtl::rtx::RtxArena;

/// How an insn is printed.
#[derive(Clone, Debug)]
pub enum Output {
    /// An assembly template, several instructions separated by newlines.
    Template(String),
    /// A move: the instruction depends on the kinds of the operands.
    Move,
    /// Nothing.
    Nothing,
    /// A conditional branch.
    Branch,
    /// An unconditional jump.
    Jump,
    /// A call: operand number of the address, whether it is a tail call.
    Call(u8, bool),
    /// The return from an interrupt.
    InterruptReturn,
    /// A sign- or zero-extension that may be a load: load mnemonic, template for registers.
    Extend(&'static str, &'static str),
}

impl Output {
    /// Most bytes the printed text assembles to, where moves and extensions name no symbol.
    pub fn max_length(&self) -> u32 {
        match self {
            Output::Template(text) => template_length(text.as_bytes()),
            Output::Move => 4,
            Output::Nothing => 0,
            Output::Branch => 8,
            Output::Jump | Output::InterruptReturn => 4,
            Output::Call(..) => 8,
            Output::Extend(_, text) => 4 + 4 * text.matches('\n').count() as u32,
        }
    }
}

/// Most bytes that the instructions of a template take.
fn template_length(text: &[u8]) -> u32 {
    let mut instructions = 1;
    let mut by_symbol = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' | b';' => instructions += 1,
            b'%' => match text.get(at + 1) {
                Some(b'F') => instructions += 1,
                Some(b'R') => by_symbol = true,
                _ => {}
            },
            b'l' if text[at..].starts_with(b"la.tls") => instructions += 1,
            _ => {}
        }
    }
    // Accesses by symbol are two instructions.
    instructions * if by_symbol { 8 } else { 4 }
}

/// An insn pattern as written.
pub struct Source {
    pub name: String,
    pub icode: i16,
    pub template: String,
    pub output: Output,
    pub early_clobber: bool,
    pub condition: Option<fn(&RtxArena, &Operands) -> bool>,
}

/// Collects the patterns.
struct Table {
    sources: Vec<Source>,
}

impl Table {
    fn add(&mut self, icode: i16, name: &str, template: &str, output: Output) -> &mut Source {
        self.sources.push(Source {
            name: name.into(),
            icode,
            template: template.into(),
            output,
            early_clobber: false,
            condition: None,
        });
        self.sources.last_mut().expect("just pushed")
    }

    fn insn(&mut self, icode: i16, name: &str, template: &str, asm: &str) -> &mut Source {
        self.add(icode, name, template, Output::Template(asm.into()))
    }
}

/// The whole table.
pub fn all() -> Vec<Source> {
    let mut t = Table { sources: Vec::with_capacity(224) };
    integer_arithmetic(&mut t);
    multiply_divide(&mut t);
    logical(&mut t);
    shifts(&mut t);
    extensions(&mut t);
    set_conditions(&mut t);
    floating_point(&mut t);
    float_conversions(&mut t);
    moves(&mut t);
    symbolic_accesses(&mut t);
    thread_local_addresses(&mut t);
    control(&mut t);
    atomics(&mut t);
    t.sources
}

fn integer_arithmetic(t: &mut Table) {
    t.insn(3, "addsi3", "(set r0:SI (plus:SI r1:SI i2:SI))", "add%i2w\t%0,%1,%2");
    t.insn(4, "adddi3", "(set r0:DI (plus:DI r1:DI i2:DI))", "add%i2\t%0,%1,%2");
    t.insn(618, "*adddi3_frame", "(set r0:DI (plus:DI b1:DI n2))", "add%i2\t%0,%1,%2");
    t.insn(
        5,
        "*addsi3_extended",
        "(set r0:DI (sign_extend:DI (plus:SI r1:SI i2:SI)))",
        "add%i2w\t%0,%1,%2",
    );
    t.insn(9, "subdi3", "(set r0:DI (minus:DI j1:DI r2:DI))", "sub\t%0,%z1,%2");
    t.insn(10, "subsi3", "(set r0:SI (minus:SI j1:SI r2:SI))", "subw\t%0,%z1,%2");
    t.insn(
        11,
        "*subsi3_extended",
        "(set r0:DI (sign_extend:DI (minus:SI j1:SI r2:SI)))",
        "subw\t%0,%z1,%2",
    );
    t.insn(13, "negdi2", "(set r0:DI (neg:DI r1:DI))", "neg\t%0,%1");
    t.insn(14, "negsi2", "(set r0:SI (neg:SI r1:SI))", "negw\t%0,%1");
    t.insn(15, "*negsi2_extended", "(set r0:DI (sign_extend:DI (neg:SI r1:SI)))", "negw\t%0,%1");
}

fn multiply_divide(t: &mut Table) {
    t.insn(19, "mulsi3", "(set r0:SI (mult:SI r1:SI r2:SI))", "mulw\t%0,%1,%2");
    t.insn(20, "muldi3", "(set r0:DI (mult:DI r1:DI r2:DI))", "mul\t%0,%1,%2");
    t.insn(
        21,
        "*mulsi3_extended",
        "(set r0:DI (sign_extend:DI (mult:SI r1:SI r2:SI)))",
        "mulw\t%0,%1,%2",
    );
    for (icode, name, extend, asm) in [
        (25, "muldi3_highpart", "sign_extend", "mulh"),
        (26, "umuldi3_highpart", "zero_extend", "mulhu"),
    ] {
        let template = format!(
            "(set r0:DI (truncate:DI (lshiftrt:TI (mult:TI ({extend}:TI r1:DI) ({extend}:TI r2:DI)) #64)))"
        );
        t.insn(icode, name, &template, &format!("{asm}\t%0,%1,%2"));
    }
    t.insn(
        27,
        "usmuldi3_highpart",
        "(set r0:DI (truncate:DI (lshiftrt:TI (mult:TI (zero_extend:TI r1:DI) (sign_extend:TI r2:DI)) #64)))",
        "mulhsu\t%0,%2,%1",
    );
    for (i, (code, asm)) in
        [("div", "div"), ("udiv", "divu"), ("mod", "rem"), ("umod", "remu")].iter().enumerate()
    {
        let i = i as i16;
        t.insn(
            29 + i,
            &format!("{code}si3"),
            &format!("(set r0:SI ({code}:SI r1:SI r2:SI))"),
            &format!("{asm}w\t%0,%1,%2"),
        );
        t.insn(
            33 + i,
            &format!("{code}di3"),
            &format!("(set r0:DI ({code}:DI r1:DI r2:DI))"),
            &format!("{asm}\t%0,%1,%2"),
        );
        t.insn(
            37 + i,
            &format!("*{code}si3_extended"),
            &format!("(set r0:DI (sign_extend:DI ({code}:SI r1:SI r2:SI)))"),
            &format!("{asm}w\t%0,%1,%2"),
        );
    }
}

fn logical(t: &mut Table) {
    for (i, (code, name, asm)) in
        [("and", "and", "and"), ("ior", "ior", "or"), ("xor", "xor", "xor")].iter().enumerate()
    {
        let i = i as i16;
        let asm = format!("{asm}%i2\t%0,%1,%2");
        t.insn(
            74 + i,
            &format!("{name}di3"),
            &format!("(set r0:DI ({code}:DI r1:DI i2:DI))"),
            &asm,
        );
        t.insn(
            77 + i,
            &format!("*{name}si3_internal"),
            &format!("(set r0:SI ({code}:SI r1:SI i2:SI))"),
            &asm,
        );
    }
    t.insn(81, "one_cmpldi2", "(set r0:DI (not:DI r1:DI))", "not\t%0,%1");
    t.insn(82, "*one_cmplsi2_internal", "(set r0:SI (not:SI r1:SI))", "not\t%0,%1");
}

fn shifts(t: &mut Table) {
    for (i, (code, name, asm)) in
        [("ashift", "ashl", "sll"), ("ashiftrt", "ashr", "sra"), ("lshiftrt", "lshr", "srl")]
            .iter()
            .enumerate()
    {
        let i = i as i16;
        t.insn(
            150 + i,
            &format!("{name}si3"),
            &format!("(set r0:SI ({code}:SI r1:SI s2))"),
            &format!("{asm}%i2w\t%0,%1,%2"),
        );
        t.insn(
            159 + i,
            &format!("{name}di3"),
            &format!("(set r0:DI ({code}:DI r1:DI S2))"),
            &format!("{asm}%i2\t%0,%1,%2"),
        );
        t.insn(
            168 + i,
            &format!("*{name}si3_extend"),
            &format!("(set r0:DI (sign_extend:DI ({code}:SI r1:SI s2)))"),
            &format!("{asm}%i2w\t%0,%1,%2"),
        );
    }
    // A logical right shift of the low word by at least one leaves a non-negative word: both extensions agree.
    t.insn(
        177,
        "*lshrsi3_zero_extend_1",
        "(set r0:DI (zero_extend:DI (lshiftrt:SI r1:SI n2)))",
        "srliw\t%0,%1,%2",
    )
    .condition = Some(|r, o| (1..32).contains(&r.int_value(o[2])));
    t.insn(
        178,
        "*lshrsi3_zero_extend_2",
        "(set r0:DI (lshiftrt:DI (zero_extend:DI r1:SI) n2))",
        "srliw\t%0,%1,%2",
    )
    .condition = Some(|r, o| (1..32).contains(&r.int_value(o[2])));
    t.insn(
        600,
        "*ashldi3_zero_extend",
        "(set r0:DI (ashift:DI (zero_extend:DI r1:SI) n2))",
        "slli\t%0,%1,32\n\tsrli\t%0,%0,%M2",
    )
    .condition = Some(|r, o| (1..32).contains(&r.int_value(o[2])));
}

fn extensions(t: &mut Table) {
    t.add(
        84,
        "*zero_extendsidi2_internal",
        "(set r0:DI (zero_extend:DI r1:SI))",
        Output::Extend("lwu", "slli\t%0,%1,32\n\tsrli\t%0,%0,32"),
    );
    t.add(
        601,
        "*zero_extendsidi2_load",
        "(set r0:DI (zero_extend:DI m1:SI))",
        Output::Extend("lwu", ""),
    );
    t.add(
        86,
        "*zero_extendhidi2",
        "(set r0:DI (zero_extend:DI r1:HI))",
        Output::Extend("lhu", "slli\t%0,%1,48\n\tsrli\t%0,%0,48"),
    );
    t.add(
        602,
        "*zero_extendhidi2_load",
        "(set r0:DI (zero_extend:DI m1:HI))",
        Output::Extend("lhu", ""),
    );
    t.add(
        89,
        "zero_extendqidi2",
        "(set r0:DI (zero_extend:DI r1:QI))",
        Output::Extend("lbu", "andi\t%0,%1,0xff"),
    );
    t.add(
        603,
        "*zero_extendqidi2_load",
        "(set r0:DI (zero_extend:DI m1:QI))",
        Output::Extend("lbu", ""),
    );
    t.add(
        90,
        "extendsidi2",
        "(set r0:DI (sign_extend:DI r1:SI))",
        Output::Extend("lw", "sext.w\t%0,%1"),
    );
    t.add(604, "*extendsidi2_load", "(set r0:DI (sign_extend:DI m1:SI))", Output::Extend("lw", ""));
    t.add(
        93,
        "*extendqidi2",
        "(set r0:DI (sign_extend:DI r1:QI))",
        Output::Extend("lb", "slli\t%0,%1,56\n\tsrai\t%0,%0,56"),
    );
    t.add(605, "*extendqidi2_load", "(set r0:DI (sign_extend:DI m1:QI))", Output::Extend("lb", ""));
    t.add(
        96,
        "*extendhidi2",
        "(set r0:DI (sign_extend:DI r1:HI))",
        Output::Extend("lh", "slli\t%0,%1,48\n\tsrai\t%0,%0,48"),
    );
    t.add(606, "*extendhidi2_load", "(set r0:DI (sign_extend:DI m1:HI))", Output::Extend("lh", ""));
}

fn set_conditions(t: &mut Table) {
    t.insn(212, "*seq_zero_didi", "(set r0:DI (eq:DI r1:DI #0))", "seqz\t%0,%1");
    t.insn(215, "*sne_zero_didi", "(set r0:DI (ne:DI r1:DI #0))", "snez\t%0,%1");
    t.insn(220, "*sgt_didi", "(set r0:DI (gt:DI r1:DI j2:DI))", "sgt\t%0,%1,%z2");
    t.insn(221, "*sgtu_didi", "(set r0:DI (gtu:DI r1:DI j2:DI))", "sgtu\t%0,%1,%z2");
    t.insn(232, "*slt_didi", "(set r0:DI (lt:DI r1:DI i2:DI))", "slt%i2\t%0,%1,%2");
    t.insn(233, "*sltu_didi", "(set r0:DI (ltu:DI r1:DI i2:DI))", "slt%i2u\t%0,%1,%2");
}

fn floating_point(t: &mut Table) {
    for (offset, mode, s) in [(0, "SF", "s"), (1, "DF", "d")] {
        let low = mode.to_lowercase();
        for (icode, code, name, asm) in [
            (1, "plus", "add", "fadd"),
            (7, "minus", "sub", "fsub"),
            (17, "mult", "mul", "fmul"),
            (41, "div", "div", "fdiv"),
        ] {
            t.insn(
                icode + offset,
                &format!("{name}{low}3"),
                &format!("(set f0:{mode} ({code}:{mode} f1:{mode} f2:{mode}))"),
                &format!("{asm}.{s}\t%0,%1,%2"),
            );
        }
        for (icode, code, name, asm) in
            [(43, "sqrt", "sqrt", "fsqrt"), (61, "abs", "abs", "fabs"), (65, "neg", "neg", "fneg")]
        {
            t.insn(
                icode + offset,
                &format!("{name}{low}2"),
                &format!("(set f0:{mode} ({code}:{mode} f1:{mode}))"),
                &format!("{asm}.{s}\t%0,%1"),
            );
        }
        let f = |n: u32| format!("f{n}:{mode}");
        let neg = |n: u32| format!("(neg:{mode} f{n}:{mode})");
        for (icode, name, a, c, asm) in [
            (45, "fma", f(1), f(3), "fmadd"),
            (47, "fms", f(1), neg(3), "fmsub"),
            (49, "fnms", neg(1), f(3), "fnmsub"),
            (51, "fnma", neg(1), neg(3), "fnmadd"),
        ] {
            t.insn(
                icode + offset,
                &format!("{name}{low}4"),
                &format!("(set f0:{mode} (fma:{mode} {a} f2:{mode} {c}))"),
                &format!("{asm}.{s}\t%0,%1,%2,%3"),
            );
        }
        t.insn(
            63 + offset,
            &format!("copysign{low}3"),
            &format!("(set f0:{mode} (unspec:{mode} f1:{mode} f2:{mode}))"),
            &format!("fsgnj.{s}\t%0,%1,%2"),
        );
        for (i, asm) in ["fmin", "fmax"].iter().enumerate() {
            t.insn(
                660 + 2 * i as i16 + offset,
                &format!("{asm}{low}3"),
                &format!("(set f0:{mode} (unspec:{mode} f1:{mode} f2:{mode} #{i}))"),
                &format!("{asm}.{s}\t%0,%1,%2"),
            );
        }
        for (i, asm) in ["fle", "flt"].iter().enumerate() {
            t.insn(
                664 + 2 * i as i16 + offset,
                &format!("*{asm}_quiet{low}di4"),
                &format!(
                    "(parallel (set r0:DI (unspec:DI f1:{mode} f2:{mode} #{i})) (clobber r3:DI))"
                ),
                &format!("frflags\t%3\n\t{asm}.{s}\t%0,%1,%2\n\tfsflags\t%3"),
            )
            .early_clobber = true;
        }
        for (i, (code, asm)) in [("eq", "feq"), ("lt", "flt"), ("le", "fle")].iter().enumerate() {
            let icode = if i == 0 { 191 + 2 * offset } else { 607 + 2 * offset + i as i16 };
            t.insn(
                icode,
                &format!("*cstore{low}di4"),
                &format!("(set r0:DI ({code}:DI f1:{mode} f2:{mode}))"),
                &format!("{asm}.{s}\t%0,%1,%2"),
            );
        }
    }
}

fn float_conversions(t: &mut Table) {
    t.insn(83, "truncdfsf2", "(set f0:SF (float_truncate:SF f1:DF))", "fcvt.s.d\t%0,%1");
    t.insn(97, "extendsfdf2", "(set f0:DF (float_extend:DF f1:SF))", "fcvt.d.s\t%0,%1");
    for (f, (float, s)) in [("SF", "s"), ("DF", "d")].iter().enumerate() {
        for (i, (int, w)) in [("SI", "w"), ("DI", "l")].iter().enumerate() {
            let offset = 2 * f as i16 + i as i16;
            let (fl, il) = (float.to_lowercase(), int.to_lowercase());
            for (base, code, u, name) in
                [(98, "fix", "", "fix_trunc"), (102, "unsigned_fix", "u", "fixuns_trunc")]
            {
                let asm = format!("fcvt.{w}{u}.{s} %0,%1,rtz");
                t.insn(
                    base + offset,
                    &format!("{name}{fl}{il}2"),
                    &format!("(set r0:{int} ({code}:{int} f1:{float}))"),
                    &asm,
                );
                if *int == "SI" {
                    let icode = 620 + 2 * f as i16 + (base - 98) / 4;
                    t.insn(
                        icode,
                        &format!("*{name}{fl}si2_extended"),
                        &format!("(set r0:DI (sign_extend:DI ({code}:SI f1:{float})))"),
                        &asm,
                    );
                }
            }
            for (base, code, u, name) in
                [(106, "float", "", "float"), (110, "unsigned_float", "u", "floatuns")]
            {
                t.insn(
                    base + offset,
                    &format!("{name}{il}{fl}2"),
                    &format!("(set f0:{float} ({code}:{float} j1:{int}))"),
                    &format!("fcvt.{s}.{w}{u}\t%0,%z1"),
                );
            }
        }
    }
}

/// The address of a thread-local symbol, or (`la.tls.gd`) of what `__tls_get_addr` takes to find it.
fn thread_local_addresses(t: &mut Table) {
    for (icode, name, unspec, asm) in [
        (
            690,
            "*tls_local_exec",
            UNSPEC_TLS_LE,
            "lui\t%0,%%tprel_hi(%1)\n\tadd\t%0,%0,tp,%%tprel_add(%1)\n\taddi\t%0,%0,%%tprel_lo(%1)",
        ),
        (691, "*tls_initial_exec", UNSPEC_TLS_IE, "la.tls.ie\t%0,%1\n\tadd\t%0,%0,tp"),
        (692, "*tls_global_dynamic", UNSPEC_TLS_GD, "la.tls.gd\t%0,%1"),
    ] {
        let template = format!("(set r0:DI (unspec:DI c1:DI #{unspec}))");
        t.insn(icode, name, &template, asm).condition =
            Some(|r, o| r.code(o[1]) == Code::SymbolRef);
    }
}

fn moves(t: &mut Table) {
    for (icode, name, mode) in [
        (135, "*movdi_64bit", "DI"),
        (136, "*movsi_internal", "SI"),
        (137, "*movhi_internal", "HI"),
        (142, "*movqi_internal", "QI"),
        (143, "*movsf_hardfloat", "SF"),
        (146, "*movdf_hardfloat_rv64", "DF"),
    ] {
        t.add(icode, name, &format!("(set d0:{mode} g1:{mode})"), Output::Move).condition =
            Some(move_operands);
    }
}

/// One side of a move is a register; a store takes a register or zero.
fn move_operands(r: &RtxArena, o: &Operands) -> bool {
    if r.code(o[0]) != Code::Mem {
        return true;
    }
    match r.code(o[1]) {
        Code::Reg | Code::Subreg => true,
        Code::ConstInt => r.int_value(o[1]) == 0,
        Code::ConstDouble => r.double_bits(o[1]) == 0,
        _ => false,
    }
}

/// Loads and stores that name a local symbol; the assembler makes the address with `auipc`.
fn symbolic_accesses(t: &mut Table) {
    for (icode, mode, asm) in
        [(363, "QI", "lb"), (364, "HI", "lh"), (365, "SI", "lw"), (366, "DI", "ld")]
    {
        let low = mode.to_lowercase();
        t.insn(
            icode,
            &format!("*local_pic_load{low}"),
            &format!("(set r0:{mode} p1:{mode})"),
            &format!("{asm}\t%0,%R1"),
        );
    }
    for (icode, mode, extend, u, asm) in [
        (369, "QI", "sign_extend", "s", "lb"),
        (372, "HI", "sign_extend", "s", "lh"),
        (375, "SI", "sign_extend", "s", "lw"),
        (378, "QI", "zero_extend", "u", "lbu"),
        (381, "HI", "zero_extend", "u", "lhu"),
        (384, "SI", "zero_extend", "u", "lwu"),
    ] {
        let name = format!("*local_pic_load_{u}{}", mode.to_lowercase());
        t.insn(
            icode,
            &name,
            &format!("(set r0:DI ({extend}:DI p1:{mode}))"),
            &format!("{asm}\t%0,%R1"),
        );
    }
    for (icode, mode, reg, asm) in [(387, "SF", "f", "flw"), (388, "DF", "f", "fld")] {
        let name = format!("*local_pic_load{}", mode.to_lowercase());
        t.insn(
            icode,
            &name,
            &format!("(parallel (set {reg}0:{mode} p1:{mode}) (clobber r2:DI))"),
            &format!("{asm}\t%0,%R1,%2"),
        );
    }
    for (icode, mode, reg, asm) in [
        (399, "QI", "j", "sb"),
        (400, "HI", "j", "sh"),
        (401, "SI", "j", "sw"),
        (402, "DI", "j", "sd"),
        (405, "SF", "f", "fsw"),
        (406, "DF", "f", "fsd"),
    ] {
        let name = format!("*local_pic_store{}", mode.to_lowercase());
        t.insn(
            icode,
            &name,
            &format!("(parallel (set p0:{mode} {reg}1:{mode}) (clobber r2:DI))"),
            &format!("{asm}\t%z1,%R0,%2"),
        )
        .early_clobber = true;
    }
}

fn control(t: &mut Table) {
    t.add(182, "*branchdi", "(set pc (if_then_else (cmp0 r1:DI j2:DI) l3 pc))", Output::Branch);
    t.add(240, "jump", "(set pc l0)", Output::Jump);
    t.insn(242, "indirect_jumpdi", "(set pc r0:DI)", "jr\t%0");
    t.insn(244, "tablejumpdi", "(parallel (set pc r0:DI) (use l1))", "jr\t%0");
    t.add(245, "blockage", "(unspec_volatile #0)", Output::Nothing);
    t.insn(246, "simple_return", "(simple_return)", "ret");
    t.insn(247, "simple_return_internal", "(parallel ret (use r0:DI))", "jr\t%0");
    let handled = "(parallel return (unspec_volatile #0))";
    t.add(262, "riscv_mret", handled, Output::InterruptReturn);
    t.add(
        253,
        "call_internal",
        "(parallel (call (mem:SI c0) #0) (clobber r1:SI))",
        Output::Call(0, false),
    );
    t.add(
        254,
        "call_value_internal",
        "(parallel (set v1 (call (mem:SI c0) #0)) (clobber r2:SI))",
        Output::Call(0, false),
    );
    t.add(
        610 + 5,
        "call_value_multiple_internal",
        "(parallel (set v1 (call (mem:SI c0) #0)) (set v2 (call (mem:SI c3) #0)) (clobber r4:SI))",
        Output::Call(0, false),
    );
    t.add(251, "sibcall_internal", "(call (mem:SI c0) #0)", Output::Call(0, true));
    t.add(252, "sibcall_value_internal", "(set v1 (call (mem:SI c0) #0))", Output::Call(0, true));
    t.add(
        700,
        "sibcall_value_multiple_internal",
        "(parallel (set v1 (call (mem:SI c0) #0)) (set v2 (call (mem:SI c3) #0)))",
        Output::Call(0, true),
    );
    t.insn(255, "nop", "(const_int)", "nop");
    t.add(250, "eh_return_internal", "(unspec_volatile r0:DI)", Output::Nothing);
    t.insn(617, "mem_thread_fence", "(unspec_volatile #1)", "fence\tiorw,iorw");
    t.insn(668, "riscv_frflags", "(set r0:SI (unspec_volatile:SI #0))", "frflags\t%0");
    t.insn(669, "riscv_fsflags", "(unspec_volatile r0:SI)", "fsflags\t%0");
    let modes = [("DI", "r", "mv"), ("SI", "r", "mv"), ("DF", "f", "fmv.d"), ("SF", "f", "fmv.s")];
    for (number, (mode, class, copy)) in (670..).zip(modes) {
        let pattern = format!("(set {class}0:{mode} (unspec_volatile:{mode} {class}1:{mode}))");
        t.insn(number, "global_register", &pattern, &format!("{copy}\t%0,%1"));
    }
    t.insn(616, "trap", "(trap_if #1)", "ebreak");
}

/// Atomic operations; the last constant tells them apart.
fn atomics(t: &mut Table) {
    for (m, (mode, w)) in [("SI", "w"), ("DI", "d")].iter().enumerate() {
        let (m, low) = (m as i16, mode.to_lowercase());
        for (i, (name, asm)) in [
            ("add", "amoadd"),
            ("or", "amoor"),
            ("xor", "amoxor"),
            ("and", "amoand"),
            ("swap", "amoswap"),
        ]
        .iter()
        .enumerate()
        {
            t.insn(
                640 + 5 * m + i as i16,
                &format!("atomic_fetch_{name}{low}"),
                &format!("(set r0:{mode} (unspec_volatile:{mode} r1:DI j2:{mode} n3 #{i}))"),
                &format!("%F3{asm}.{w}%A3 %0,%z2,0(%1)"),
            );
        }
        let asm = format!(
            "%F4 1: lr.{w}%A4 %0,0(%1); bne %0,%2,1f; sc.{w}%B4 %5,%3,0(%1); bnez %5,1b; 1:"
        );
        t.insn(
            650 + m,
            &format!("atomic_cas_value_strong{low}"),
            &format!(
                "(parallel (set r0:{mode} (unspec_volatile:{mode} r1:DI r2:DI r3:{mode} n4)) (clobber r5:DI))"
            ),
            &asm,
        )
        .early_clobber = true;
    }
}
