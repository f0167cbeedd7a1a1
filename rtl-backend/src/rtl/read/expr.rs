//! Expressions.

use super::{MAX_DEPTH, MAX_NUMBER, Reader, Result};
use crate::machine::target;
use crate::machine::target::description::unspec_number;
use crate::rtl::code::Code;
use crate::rtl::function::FIRST_PSEUDO;
use crate::rtl::mode::Mode;
use crate::rtl::print::{FLAGS, VIRTUAL_NAMES};
use crate::rtl::rtx::{MemAttrs, RtxId, StrId};

impl Reader<'_> {
    /// An expression in parentheses.
    pub(super) fn expression(&mut self) -> Result<RtxId> {
        if self.depth >= MAX_DEPTH {
            return self.fail("the expression is nested too deeply");
        }
        self.depth += 1;
        let x = self.inner_expression();
        self.depth -= 1;
        x
    }

    fn inner_expression(&mut self) -> Result<RtxId> {
        self.expect('(')?;
        let start = self.at;
        let head = self.word();
        let (number, head) = match head.split_once('|') {
            Some((number, head)) => (number.parse::<u32>().ok(), head),
            None => (None, head),
        };
        if head == "reuse_rtx" {
            let number = self.number()?;
            self.expect(')')?;
            return match self.reused.get(&number) {
                Some(&x) => Ok(x),
                None => self.fail_at(start, format!("there is no expression {number} to reuse")),
            };
        }
        let (head, mode) = head.split_once(':').unwrap_or((head, "VOID"));
        let (name, flags) = head.split_once('/').unwrap_or((head, ""));
        let Some(code) = Code::from_name(name) else {
            return self.fail_at(start, format!("unknown rtx code ‘{name}’"));
        };
        let Some(mode) = Mode::from_name(mode) else {
            return self.fail_at(start, format!("unknown mode ‘{mode}’"));
        };
        let flags = self.flag_bits(flags, start)?;
        let mut x = self.operands(code, mode, start)?;
        self.expect(')')?;
        if let Some(regno) = self.f.rtx.as_reg(x).filter(|&regno| regno < FIRST_PSEUDO)
            && self.f.rtx.flags(x) | flags != self.f.rtx.flags(x)
        {
            // What is said of one reference to a hard register is not of the others.
            let mut node = self.f.rtx.node(x);
            (node.mode, node.a) = (mode, regno);
            x = self.f.rtx.push(node);
        }
        self.f.rtx.add_flags(x, flags);
        if let Some(number) = number {
            self.reused.insert(number, x);
        }
        Ok(x)
    }

    /// The bits of `s/v/f`.
    pub(super) fn flag_bits(&self, letters: &str, start: usize) -> Result<u16> {
        let mut bits = 0;
        for letter in letters.split('/').filter(|letter| !letter.is_empty()) {
            let known = FLAGS.iter().find(|(c, _)| letter.len() == 1 && letter.starts_with(*c));
            match known {
                Some((_, bit)) => bits |= bit,
                None => return self.fail_at(start, format!("unknown flag ‘/{letter}’")),
            }
        }
        Ok(bits)
    }

    fn operands(&mut self, code: Code, mode: Mode, start: usize) -> Result<RtxId> {
        match code {
            Code::Reg => self.register(mode),
            Code::ConstInt => self.integer(),
            Code::ConstDouble => self.floating(mode, start),
            Code::SymbolRef => self.symbol(),
            Code::LabelRef => {
                let label = self.number()?;
                Ok(match mode {
                    Mode::VOID => self.f.rtx.jump_target(label),
                    _ => self.f.rtx.label_ref(label),
                })
            }
            Code::Pc => Ok(self.f.rtx.pc()),
            Code::Scratch | Code::Return | Code::SimpleReturn => Ok(self.f.rtx.gen_leaf(code)),
            Code::Subreg => {
                let inner = self.expression()?;
                let byte = self.number()?;
                if byte >= self.f.rtx.mode(inner).size() || mode.size() == 0 {
                    return self.fail_at(start, "the register has no such part");
                }
                Ok(self.f.rtx.gen_raw_subreg(mode, inner, byte))
            }
            Code::Mem => {
                let address = self.expression()?;
                let attrs = self.mem_attributes(mode)?;
                Ok(self.f.rtx.gen_mem(mode, address, attrs))
            }
            Code::Parallel | Code::Unspec | Code::UnspecVolatile => self.vector(code, mode),
            Code::AsmOperands => self.fail_at(start, "‘asm_operands’ cannot be read"),
            _ => {
                let mut ops = [RtxId(0); 3];
                for op in &mut ops[..code.arity()] {
                    *op = self.expression()?;
                }
                Ok(self.f.rtx.gen_raw(code, mode, ops))
            }
        }
    }

    /// `[(reg:DI 72) …] UNSPEC_COPYSIGN`
    fn vector(&mut self, code: Code, mode: Mode) -> Result<RtxId> {
        let mut items = Vec::new();
        self.expect('[')?;
        while !self.accept(']') {
            items.push(self.expression()?);
        }
        let mut number = 0;
        if code != Code::Parallel {
            self.skip_space();
            let start = self.at;
            let name = self.word();
            match unspec_number(name, code == Code::UnspecVolatile) {
                Some(found) => number = found,
                None => return self.fail_at(start, format!("unknown unspec ‘{name}’")),
            }
        }
        Ok(self.f.rtx.gen_vector(code, mode, &items, number))
    }

    /// `72`, `10 a0`, `a0`, `<0>`, and `[ orig:72 a ]` after it.
    fn register(&mut self, mode: Mode) -> Result<RtxId> {
        self.skip_space();
        let start = self.at;
        let regno = if self.accept('<') {
            let index = self.number()?;
            self.expect('>')?;
            FIRST_PSEUDO + VIRTUAL_NAMES.len() as u32 + index
        } else {
            let word = self.word();
            match word.parse::<u32>() {
                Ok(regno) => {
                    // The name of a hard or virtual register may follow.
                    self.word();
                    regno
                }
                Err(_) => match register_by_name(word) {
                    Some(regno) => regno,
                    None => {
                        return self.fail_at(start, format!("unrecognized register: ‘{word}’"));
                    }
                },
            }
        };
        if regno >= MAX_NUMBER {
            return self.fail_at(start, format!("there is no register {regno}"));
        }
        let x = self.register_of(regno, mode, start)?;
        let (mut name, mut original) = ("", None);
        while self.accept('[') {
            let text = self.rest_of('[', ']')?.trim();
            match text.strip_prefix("orig:") {
                Some(rest) => name = rest.split_once(' ').map_or("", |(_, name)| name.trim()),
                None if text.starts_with(|c: char| c.is_ascii_digit()) => {
                    original = text.parse().ok()
                }
                None => name = text,
            }
        }
        Ok(self.called(x, name, original))
    }

    /// A register with what it is called and, of a hard one, the pseudo that it was.
    fn called(&mut self, x: RtxId, name: &str, original: Option<u32>) -> RtxId {
        let (text, offset) = split_offset(name);
        let offset = offset.unwrap_or(0) as i32;
        let r = &mut self.f.rtx;
        let regno = r.regno(x);
        if regno >= FIRST_PSEUDO {
            if !name.is_empty() {
                let text = r.string(text);
                r.set_reg_name(regno, text, offset);
            }
            return x;
        }
        if name.is_empty() && original.is_none() {
            return x;
        }
        let own = r.gen_reg(r.mode(x), regno);
        if !name.is_empty() {
            let text = r.string(text);
            r.name_reg_node(own, text, offset);
        }
        if let Some(original) = original {
            r.node_mut(own).c = original;
        }
        own
    }

    /// A register in a mode: a pseudo has the one it is first met in.
    fn register_of(&mut self, regno: u32, mode: Mode, start: usize) -> Result<RtxId> {
        while self.f.num_regs() <= regno {
            self.f.new_reg(Mode::VOID);
        }
        if self.f.reg_mode(regno) == Mode::VOID {
            self.f.rtx.regs.set_mode(regno, mode);
        }
        if self.f.reg_mode(regno) == mode {
            return Ok(self.f.reg(regno));
        }
        if regno >= FIRST_PSEUDO {
            let own = self.f.reg_mode(regno);
            return self.fail_at(start, format!("the register has mode {own} elsewhere"));
        }
        Ok(self.f.rtx.gen_reg(mode, regno))
    }

    /// `7`, and `[0x7]` after.
    fn integer(&mut self) -> Result<RtxId> {
        self.skip_space();
        let start = self.at;
        let Ok(value) = self.word().parse::<i64>() else {
            return self.fail_at(start, "expected an integer");
        };
        if self.accept('[') {
            self.rest_of('[', ']')?;
        }
        Ok(self.f.rtx.const_int(value))
    }

    /// The bits in hexadecimal, or as GCC writes it `1.0e+0 [0x0.8p+1]`.
    fn floating(&mut self, mode: Mode, start: usize) -> Result<RtxId> {
        let word = self.word();
        if let Some(digits) = word.strip_prefix("0x") {
            let Ok(bits) = u128::from_str_radix(digits, 16) else {
                return self.fail_at(start, "expected the bits of a number");
            };
            return Ok(self.f.rtx.const_double(mode, bits));
        }
        let exact = if self.accept('[') { self.rest_of('[', ']')? } else { "" };
        let bits = match (mode, hexadecimal(exact.trim())) {
            (Mode::DF, Some(value)) => u128::from(value.to_bits()),
            (Mode::SF, Some(value)) => u128::from((value as f32).to_bits()),
            _ => return self.fail_at(start, "a floating-point constant that cannot be read"),
        };
        Ok(self.f.rtx.const_double(mode, bits))
    }

    /// `("name") [flags 0x41] <function_decl 0x7f… name>`
    fn symbol(&mut self) -> Result<RtxId> {
        self.expect('(')?;
        let name = self.string()?;
        self.expect(')')?;
        let (mut flags, mut decl, mut declared) = (0, "", None);
        if self.accept('[') {
            let text = self.rest_of('[', ']')?;
            let digits = text.trim_start_matches("flags").trim().trim_start_matches("0x");
            flags = match u32::from_str_radix(digits, 16) {
                Ok(flags) => flags,
                Err(_) => return self.fail("expected the flags of a symbol"),
            };
        }
        if self.accept('<') {
            let text = self.rest_of('<', '>')?;
            decl = ["function_decl", "var_decl"]
                .into_iter()
                .find(|decl| text.trim_start().starts_with(decl))
                .unwrap_or("");
            declared = text.rsplit(' ').next();
        }
        let symbol = self.f.rtx.symbol(&name, flags, decl, false);
        self.f.rtx.add_symbol_flags(symbol, flags);
        if let Some(declared) = declared {
            self.f.rtx.set_declared_name(symbol, declared);
        }
        Ok(self.f.rtx.symbol_ref(symbol))
    }

    /// `[1 a.b+4 S4 A32]`; what is not said is what the mode says.
    fn mem_attributes(&mut self, mode: Mode) -> Result<MemAttrs> {
        let mut attrs = MemAttrs::of_mode(mode);
        if !self.accept('[') {
            return Ok(attrs);
        }
        let start = self.at;
        let text = self.rest_of('[', ']')?;
        let (alias, mut rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        attrs.alias = match alias.parse() {
            Ok(alias) => alias,
            Err(_) => return self.fail_at(start, "expected the number of an alias set"),
        };
        attrs.size = None;
        loop {
            rest = rest.trim();
            let (before, last) = rest.rsplit_once(' ').unwrap_or(("", rest));
            match (last.chars().next(), last.get(1..).and_then(|text| text.parse::<u32>().ok())) {
                (Some('A'), Some(align)) => attrs.align = align,
                (Some('S'), Some(size)) => attrs.size = Some(u64::from(size)),
                _ => break,
            }
            rest = before;
        }
        if !rest.is_empty() {
            let (name, offset) = split_offset(rest);
            attrs.expr = if name.is_empty() { StrId::NONE } else { self.f.rtx.string(name) };
            attrs.offset = offset;
        }
        Ok(attrs)
    }
}

/// `a+4` taken apart.
fn split_offset(text: &str) -> (&str, Option<i64>) {
    let parts = text.rsplit_once('+').and_then(|(name, offset)| Some((name, offset.parse().ok()?)));
    match parts {
        Some((name, offset)) => (name, Some(offset)),
        None => (text, None),
    }
}

fn register_by_name(name: &str) -> Option<u32> {
    let place = |names: &[&str]| names.iter().position(|known| *known == name);
    let hard = place(&target::REGISTER_NAMES);
    hard.or_else(|| Some(FIRST_PSEUDO as usize + place(&VIRTUAL_NAMES)?)).map(|reg| reg as u32)
}

/// The value of `-0x0.8p+1`. A digit before the point is 0.
fn hexadecimal(text: &str) -> Option<f64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, exponent) = text.strip_prefix("0x0.")?.split_once('p')?;
    let mantissa = u64::from_str_radix(digits, 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()? - 4 * digits.len() as i32;
    // In two steps, as neither may leave the range of exponents before the other has been taken.
    let half = exponent / 2;
    let value = mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
    (mantissa < 1 << 53).then_some(if negative { -value } else { value })
}
