//! Recognising insns: from an expression to the pattern of the machine description that computes it.
//!
//! The description ([`crate::machine::riscv::patterns`]) is a list of templates in a small S-expression language. It is
//! compiled once into trees and indexed by the codes at the top of the source, so that recognising an insn tries
//! the few patterns that can match, not all.
//!
//! # The template language
//! `(code:MODE operand…)` matches an expression of that code and mode; a mode left out is not looked at. Leaves:
//! * `r0:DI` operand 0, a general register (or subreg of one); `f0:DF` a floating-point register;
//! * `i2:DI` general register or 12-bit immediate; `j2:DI` general register or zero;
//! * `s2` shift count up to 31, `S2` up to 63: register or constant; `n2` any `const_int`;
//! * `m1:SI` memory with a register address; `p1:SI` memory at a local symbol;
//! * `d0:DI` move destination (register or memory), `g1:DI` move source;
//! * `v1` where a call's value is; `b1` frame or argument pointer before the frame is laid out; `c0` a call's address; `l0` a label; `=1` must equal operand 1; `#5` the `const_int` 5; `pc`, `ret`;
//! * `(cmp0 a b)` any integer comparison, which becomes operand 0.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::riscv::constants::{is_loadable, simm12};
use crate::machine::riscv::patterns::{self, Output};
use crate::machine::riscv::predicates;
use crate::rtl::code::Code;
use crate::rtl::function::{RtlFunction, UNRECOGNIZED};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxArena, RtxId};

/// Most operands a pattern has.
pub const MAX_OPERANDS: usize = 6;

/// A leaf of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pred {
    Gpr,
    Fpr,
    Arith,
    RegOr0,
    Shift(i64),
    Const,
    Mem,
    PcrelMem,
    MoveDst,
    MoveSrc,
    CallAddress,
    Label,
    FrameReg,
    CallValue,
}

#[derive(Clone, Debug)]
enum Pat {
    Operand { index: u8, pred: Pred, mode: Mode },
    Dup(u8),
    Int(i64),
    Leaf(Code),
    Node { code: Code, mode: Mode, ops: Vec<Pat> },
    Compare { index: u8, ops: Box<[Pat; 2]> },
}

impl Pat {
    /// The codes an expression may have at the top, and what its operands match; nothing for what is no node.
    fn operation(&self) -> (&[Code], &[Pat]) {
        match self {
            Pat::Node { code, ops, .. } => (std::slice::from_ref(code), ops),
            Pat::Compare { ops, .. } => (&COMPARISONS, ops.as_slice()),
            _ => (&[], &[]),
        }
    }

    /// Whether any comparison fits somewhere in it.
    fn has_comparison(&self) -> bool {
        matches!(self, Pat::Compare { .. }) || self.operation().1.iter().any(Pat::has_comparison)
    }

    /// Whether what matches may change memory: it sets or clobbers what may be memory, or is volatile.
    fn may_write_memory(&self) -> bool {
        match self {
            Pat::Node { code: Code::Set | Code::Clobber, ops, .. } => {
                let register = match &ops[0] {
                    Pat::Operand { pred, .. } => {
                        matches!(pred, Pred::Gpr | Pred::Fpr | Pred::CallValue)
                    }
                    Pat::Leaf(code) => *code == Code::Pc,
                    _ => false,
                };
                !register || ops[1..].iter().any(Pat::may_write_memory)
            }
            Pat::Node { code: Code::UnspecVolatile, .. } => true,
            Pat::Node { ops, .. } => ops.iter().any(Pat::may_write_memory),
            Pat::Compare { ops, .. } => ops.iter().any(Pat::may_write_memory),
            Pat::Leaf(_) | Pat::Operand { .. } | Pat::Dup(_) | Pat::Int(_) => false,
        }
    }
}

/// A compiled insn pattern.
pub struct InsnPattern {
    /// GCC's name of the pattern.
    pub name: String,
    /// GCC's number of it where known.
    pub icode: i16,
    pat: Pat,
    /// Assembly output.
    pub output: Output,
    /// Length in bytes, at most.
    pub length: u32,
    /// Whether the result is written before all inputs are read.
    pub early_clobber: bool,
    /// Whether an insn of this pattern may change memory; where not, there is no need to look at its expression.
    pub may_write_memory: bool,
    /// An extra condition on the operands.
    condition: Option<fn(&RtxArena, &Operands) -> bool>,
}

/// The operands of a recognised insn.
#[derive(Clone, Copy, Debug)]
pub struct Operands(pub [RtxId; MAX_OPERANDS]);

impl std::ops::Index<usize> for Operands {
    type Output = RtxId;
    fn index(&self, i: usize) -> &RtxId {
        &self.0[i]
    }
}

/// The compiled machine description.
#[derive(Default)]
pub struct MachineDesc {
    patterns: Vec<InsnPattern>,
    index: FxHashMap<u32, Vec<u16>>,
    /// Pattern of each number.
    by_icode: Vec<u16>,
    /// Operators and those that are operands of them in a pattern.
    nested: FxHashSet<(Code, Code)>,
}

/// The machine description, compiled on first use.
pub fn machine() -> &'static MachineDesc {
    static DESC: OnceLock<MachineDesc> = OnceLock::new();
    DESC.get_or_init(MachineDesc::compile)
}

/// Index key: code and mode at the top, and the [`skeleton`](expression_skeleton) where there is one.
fn key(code: Code, mode: Mode, skeleton: u32) -> u32 {
    (code as u32) << 24 | (mode as u32) << 16 | skeleton >> 16
}

/// Adds the skeleton of the next operand to that of an operator.
fn add_operand(operator: u32, operand: u32) -> u32 {
    (operator.rotate_left(5) ^ operand).wrapping_mul(0x9e37_79b1)
}

/// What begins the skeleton of an operator.
fn operator_skeleton(code: Code) -> u32 {
    add_operand(0, code as u32 + 1)
}

fn is_operator(code: Code) -> bool {
    code.arity() > 0 && !matches!(code, Code::Subreg | Code::Mem | Code::Const | Code::High)
}

impl MachineDesc {
    fn compile() -> MachineDesc {
        let mut desc = MachineDesc::default();
        for source in patterns::all() {
            let pat = Parser { text: &source.template, at: 0 }.parse();
            note_nesting(&pat, &mut desc.nested);
            let number = desc.patterns.len() as u16;
            for k in index_keys(&pat) {
                desc.index.entry(k).or_default().push(number);
            }
            let icode = source.icode as usize;
            if desc.by_icode.len() <= icode {
                desc.by_icode.resize(icode + 1, u16::MAX);
            }
            desc.by_icode[icode] = number;
            desc.patterns.push(InsnPattern {
                name: source.name,
                icode: source.icode,
                may_write_memory: pat.may_write_memory(),
                pat,
                length: source.output.max_length(),
                output: source.output,
                early_clobber: source.early_clobber,
                condition: source.condition,
            });
        }
        desc
    }

    /// The pattern numbered `icode`.
    pub fn pattern(&self, icode: i16) -> &InsnPattern {
        &self.patterns[self.by_icode[icode as usize] as usize]
    }

    /// Whether there is an insn in which `inner` computes an operand of `outer`. Codes that are no operators are operands
    /// of any.
    pub fn nests(&self, outer: Code, inner: Code) -> bool {
        !is_operator(inner) || self.nested.contains(&(outer, inner))
    }

    /// The pattern that matches `x`, with its operands.
    pub fn recog(&self, r: &RtxArena, x: RtxId) -> Option<(&InsnPattern, Operands)> {
        if r.code(x) == Code::Set && r.as_int(r.op(x, 1)).is_some_and(|value| !is_loadable(value)) {
            // A lone number is for moves only.
            return None;
        }
        let k = expression_key(r, x);
        for &number in self.index.get(&k)? {
            let pattern = &self.patterns[number as usize];
            if let Some(operands) = pattern.matches(r, x) {
                return Some((pattern, operands));
            }
        }
        None
    }
}

impl InsnPattern {
    /// The operands if this pattern matches `x`.
    pub fn matches(&self, r: &RtxArena, x: RtxId) -> Option<Operands> {
        let mut operands = Operands([RtxId::NONE; MAX_OPERANDS]);
        if !match_pat(&self.pat, r, x, &mut operands) {
            return None;
        }
        match self.condition {
            Some(condition) if !condition(r, &operands) => None,
            _ => Some(operands),
        }
    }
}

/// The key under which the patterns for `x` are found.
fn expression_key(r: &RtxArena, x: RtxId) -> u32 {
    match r.code(x) {
        Code::Set => {
            let (dst, src) = (r.op(x, 0), r.op(x, 1));
            let code = r.code(src);
            if !is_operator(code) {
                return key(Code::Set, r.mode(dst), 0);
            }
            key(code, r.mode(src), expression_skeleton(r, src))
        }
        Code::Parallel => {
            let first = r.any_op(x, 0);
            let inner =
                if r.code(first) == Code::Set { r.code(r.op(first, 1)) } else { r.code(first) };
            // Loads and stores by symbol with a scratch register all look alike here.
            let inner = if inner.arity() == 0 || matches!(inner, Code::Mem | Code::Subreg) {
                Code::Mem
            } else {
                inner
            };
            key(Code::Parallel, Mode::VOID, operator_skeleton(inner))
        }
        code => key(code, Mode::VOID, 0),
    }
}

/// The operators of an expression and how they are nested, as a number; 0 for what is no operator, which is all that an
/// operand of a pattern matches. An expression matches patterns of its own skeleton only.
fn expression_skeleton(r: &RtxArena, x: RtxId) -> u32 {
    let code = r.code(x);
    if !is_operator(code) {
        return 0;
    }
    let mut skeleton = operator_skeleton(code);
    r.each_op(x, &mut |op| skeleton = add_operand(skeleton, expression_skeleton(r, op)));
    skeleton
}

/// The skeleton of what a pattern matches, with this comparison where it takes several.
fn pattern_skeleton(pat: &Pat, comparison: Code) -> u32 {
    let (codes, ops) = pat.operation();
    let code = match codes {
        [code] if is_operator(*code) => *code,
        [_] | [] => return 0,
        _ => comparison,
    };
    let skeletons = ops.iter().map(|op| pattern_skeleton(op, comparison));
    skeletons.fold(operator_skeleton(code), add_operand)
}

/// Notes which operators a pattern has as operands of which.
fn note_nesting(pat: &Pat, nested: &mut FxHashSet<(Code, Code)>) {
    let (outer, ops) = pat.operation();
    for op in ops {
        let (inner, _) = op.operation();
        nested.extend(outer.iter().flat_map(|&o| inner.iter().map(move |&i| (o, i))));
        note_nesting(op, nested);
    }
}

/// All keys under which a compiled pattern is entered.
fn index_keys(pat: &Pat) -> Vec<u32> {
    match pat {
        Pat::Node { code: Code::Set, ops, .. } => match &ops[1] {
            src @ Pat::Node { code, mode, .. } if is_operator(*code) => {
                // They are all the same where there is no comparison.
                let taken = if src.has_comparison() { COMPARISONS.len() } else { 1 };
                let keys = COMPARISONS[..taken].iter();
                keys.map(|c| key(*code, *mode, pattern_skeleton(src, *c))).collect()
            }
            _ => {
                let mode = match &ops[0] {
                    Pat::Operand { mode, .. } => *mode,
                    _ => Mode::VOID,
                };
                vec![key(Code::Set, mode, 0)]
            }
        },
        Pat::Node { code: Code::Parallel, ops, .. } => {
            let inner = match &ops[0] {
                Pat::Node { code: Code::Set, ops, .. } => match &ops[1] {
                    Pat::Node { code, .. } if code.arity() > 0 => *code,
                    _ => Code::Mem,
                },
                Pat::Node { code, .. } => *code,
                Pat::Leaf(code) => *code,
                _ => Code::Mem,
            };
            let inner = if inner.arity() == 0 { Code::Mem } else { inner };
            vec![key(Code::Parallel, Mode::VOID, operator_skeleton(inner))]
        }
        Pat::Node { code, .. } | Pat::Leaf(code) => vec![key(*code, Mode::VOID, 0)],
        _ => Vec::new(),
    }
}

const COMPARISONS: [Code; 10] = [
    Code::Eq,
    Code::Ne,
    Code::Lt,
    Code::Ltu,
    Code::Le,
    Code::Leu,
    Code::Gt,
    Code::Gtu,
    Code::Ge,
    Code::Geu,
];

fn match_pat(pat: &Pat, r: &RtxArena, x: RtxId, out: &mut Operands) -> bool {
    match pat {
        Pat::Operand { index, pred, mode } => {
            out.0[*index as usize] = x;
            match_pred(*pred, *mode, r, x)
        }
        Pat::Dup(index) => r.equal(out.0[*index as usize], x),
        Pat::Int(value) => r.is_int(x, *value),
        Pat::Leaf(code) => r.code(x) == *code,
        Pat::Node { code, mode, ops } => {
            if r.code(x) != *code || *mode != Mode::VOID && r.mode(x) != *mode {
                return false;
            }
            r.num_ops(x) == ops.len()
                && ops.iter().enumerate().all(|(i, p)| match_pat(p, r, r.any_op(x, i), out))
        }
        Pat::Compare { index, ops } => {
            out.0[*index as usize] = x;
            COMPARISONS.contains(&r.code(x))
                && match_pat(&ops[0], r, r.op(x, 0), out)
                && match_pat(&ops[1], r, r.op(x, 1), out)
        }
    }
}

fn match_pred(pred: Pred, mode: Mode, r: &RtxArena, x: RtxId) -> bool {
    let code = r.code(x);
    if code != Code::ConstInt && mode != Mode::VOID && r.mode(x) != mode {
        return false;
    }
    match pred {
        Pred::Gpr => predicates::is_gpr(r, x),
        Pred::Fpr => predicates::is_fpr(r, x),
        Pred::Arith => match code {
            Code::ConstInt => simm12(r.int_value(x)),
            _ => predicates::is_gpr(r, x),
        },
        Pred::RegOr0 => match code {
            Code::ConstInt => r.int_value(x) == 0,
            _ => predicates::is_gpr(r, x),
        },
        Pred::Shift(max) => match code {
            Code::ConstInt => (0..=max).contains(&r.int_value(x)),
            _ => predicates::is_gpr(r, x),
        },
        Pred::Const => code == Code::ConstInt,
        Pred::Mem => code == Code::Mem && predicates::legitimate_address(r, r.op(x, 0)),
        Pred::PcrelMem => code == Code::Mem && predicates::is_local_symbolic(r, r.op(x, 0)),
        Pred::MoveDst => match code {
            Code::Mem => predicates::legitimate_address(r, r.op(x, 0)),
            _ => predicates::is_any_reg(r, x),
        },
        Pred::MoveSrc => match code {
            Code::ConstInt => is_loadable(r.int_value(x)),
            Code::ConstDouble => r.double_bits(x) == 0,
            Code::Mem => predicates::legitimate_address(r, r.op(x, 0)),
            Code::SymbolRef | Code::LabelRef => true,
            Code::Const => predicates::is_local_symbolic(r, x),
            _ => predicates::is_any_reg(r, x),
        },
        Pred::CallAddress => match code {
            Code::SymbolRef => true,
            _ => predicates::is_gpr(r, x),
        },
        Pred::CallValue => code == Code::Reg,
        Pred::FrameReg => matches!(r.as_reg(x), Some(2 | 64 | 65)),
        Pred::Label => code == Code::LabelRef,
    }
}

/// Recognises the insn's pattern and keeps the answer in it; `false` where the machine has no such insn.
pub fn recog_insn(f: &mut RtlFunction, insn: crate::rtl::function::InsnId) -> bool {
    let pattern = f.insn(insn).pattern;
    if is_unnumbered(&f.rtx, pattern) {
        f.insn_mut(insn).icode = UNRECOGNIZED;
        return true;
    }
    match machine().recog(&f.rtx, pattern) {
        Some((found, _)) => {
            f.insn_mut(insn).icode = found.icode;
            true
        }
        None => false,
    }
}

/// Patterns that are no machine insn: `use`, `clobber`, `asm`.
pub fn is_unnumbered(r: &RtxArena, pattern: RtxId) -> bool {
    match r.code(pattern) {
        Code::Use | Code::Clobber => true,
        _ => asm_operands(r, pattern).is_some(),
    }
}

/// The `asm_operands` of an inline `asm`.
pub fn asm_operands(r: &RtxArena, pattern: RtxId) -> Option<RtxId> {
    match r.code(pattern) {
        Code::AsmOperands => Some(pattern),
        Code::Set => {
            let src = r.op(pattern, 1);
            (r.code(src) == Code::AsmOperands).then_some(src)
        }
        Code::Parallel => asm_operands(r, r.any_op(pattern, 0)),
        _ => None,
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn next(&self) -> Option<&'t u8> {
        self.text.as_bytes().get(self.at)
    }

    fn skip_space(&mut self) {
        while self.next().is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> &'t str {
        let start = self.at;
        while self.next().is_some_and(|c| !c.is_ascii_whitespace() && !matches!(c, b'(' | b')')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn parse(&mut self) -> Pat {
        self.skip_space();
        if self.next() != Some(&b'(') {
            return leaf(self.word());
        }
        self.at += 1;
        let head = self.word();
        let mut ops = Vec::with_capacity(2);
        loop {
            self.skip_space();
            if self.next().expect("a template is balanced") == &b')' {
                self.at += 1;
                break;
            }
            ops.push(self.parse());
        }
        if let Some(index) = head.strip_prefix("cmp") {
            let ops = <Box<[Pat; 2]>>::try_from(ops).expect("two operands");
            return Pat::Compare { index: index.parse().expect("an operand number"), ops };
        }
        let (code, mode) = match head.split_once(':') {
            Some((code, mode)) => (code, Mode::from_name(mode).expect("a mode's name")),
            None => (head, Mode::VOID),
        };
        let code = Code::from_name(code).expect("an expression code");
        if ops.is_empty() { Pat::Leaf(code) } else { Pat::Node { code, mode, ops } }
    }
}

fn leaf(word: &str) -> Pat {
    match word {
        "pc" => return Pat::Leaf(Code::Pc),
        "ret" => return Pat::Leaf(Code::SimpleReturn),
        "return" => return Pat::Leaf(Code::Return),
        _ => {}
    }
    let (head, mode) = match word.split_once(':') {
        Some((head, mode)) => (head, Mode::from_name(mode).expect("a mode's name")),
        None => (word, Mode::VOID),
    };
    let number = &head[1..];
    let index = || number.parse().expect("an operand number");
    let pred = match head.as_bytes()[0] {
        b'=' => return Pat::Dup(index()),
        b'#' => return Pat::Int(number.parse().expect("a constant")),
        b'r' => Pred::Gpr,
        b'f' => Pred::Fpr,
        b'i' => Pred::Arith,
        b'j' => Pred::RegOr0,
        b's' => Pred::Shift(31),
        b'S' => Pred::Shift(63),
        b'n' => Pred::Const,
        b'm' => Pred::Mem,
        b'p' => Pred::PcrelMem,
        b'd' => Pred::MoveDst,
        b'g' => Pred::MoveSrc,
        b'c' => Pred::CallAddress,
        b'l' => Pred::Label,
        b'b' => Pred::FrameReg,
        b'v' => Pred::CallValue,
        other => unreachable!("template leaf {}", other as char),
    };
    Pat::Operand { index: index(), pred, mode }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expression that a pattern matches if the condition and the modes let it.
    fn instance(pat: &Pat, f: &mut RtlFunction, operands: &mut Vec<(u8, RtxId)>) -> RtxId {
        let made = match pat {
            Pat::Operand { pred, mode, .. } => match pred {
                Pred::Shift(_) | Pred::Const => f.rtx.const_int(3),
                Pred::Mem => {
                    let address = f.new_reg(Mode::DI);
                    f.rtx.gen_mem(*mode, address, crate::rtl::rtx::MemAttrs::of_mode(*mode))
                }
                Pred::PcrelMem => {
                    let local = crate::rtl::rtx::symbol_flag::LOCAL;
                    let symbol = f.rtx.symbol("v", local, "var_decl", false);
                    let address = f.rtx.symbol_ref(symbol);
                    f.rtx.gen_mem(*mode, address, crate::rtl::rtx::MemAttrs::of_mode(*mode))
                }
                Pred::CallAddress => f.rtx.symbol_ref(f.symbol),
                Pred::Label => f.rtx.label_ref(1),
                Pred::FrameReg => f.reg(2),
                _ => f.new_reg(if *mode == Mode::VOID { Mode::DI } else { *mode }),
            },
            Pat::Dup(index) => operands.iter().find(|o| o.0 == *index).expect("seen before").1,
            Pat::Int(value) => f.rtx.const_int(*value),
            Pat::Leaf(code) => f.rtx.gen_leaf(*code),
            Pat::Node { code, mode, ops } => {
                let mut made: Vec<RtxId> = ops.iter().map(|op| instance(op, f, operands)).collect();
                if code.is_vector() {
                    f.rtx.gen_vector(*code, *mode, &made, 0)
                } else {
                    made.resize(3, RtxId::NONE);
                    f.rtx.gen_raw(*code, *mode, [made[0], made[1], made[2]])
                }
            }
            Pat::Compare { ops, .. } => {
                let [a, b] = [&ops[0], &ops[1]].map(|op| instance(op, f, operands));
                f.rtx.gen_binary(Code::Geu, Mode::VOID, a, b)
            }
        };
        if let Pat::Operand { index, .. } = pat {
            operands.push((*index, made));
        }
        made
    }

    #[test]
    fn operators_nest_as_in_patterns() {
        assert!(machine().nests(Code::SignExtend, Code::Plus), "a sign-extended sum is an insn");
        assert!(!machine().nests(Code::Plus, Code::Plus), "a sum of sums is none");
        assert!(machine().nests(Code::Plus, Code::Reg), "an operand need not be an operation");
        assert!(machine().nests(Code::IfThenElse, Code::Ltu), "any comparison is a condition");
    }

    #[test]
    fn the_index_finds_what_a_look_at_all_patterns_finds() {
        let mut f = RtlFunction::new("f", 2);
        let mut matching = 0;
        for pattern in &machine().patterns {
            let x = instance(&pattern.pat, &mut f, &mut Vec::new());
            let first = machine().patterns.iter().find(|p| p.matches(&f.rtx, x).is_some());
            let found = machine().recog(&f.rtx, x).map(|(found, _)| found.icode);
            assert_eq!(found, first.map(|p| p.icode), "{}", pattern.name);
            matching += usize::from(first.is_some());
        }
        assert!(
            matching * 10 > machine().patterns.len() * 9,
            "only {matching} of {}",
            machine().patterns.len()
        );
    }
}
