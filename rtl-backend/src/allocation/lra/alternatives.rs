//! Which alternative of an insn costs least.
//!
//! ```text
//! (set (reg:DI 78) (plus:DI (plus:DI (reg:DI 77) (const_int -16)) (reg:DI 65 frame)))
//!             1 Non-pseudo reload: reject+=2
//!             1 Non input pseudo reload: reject++
//!           alt=0,overall=9,losers=1,rld_nregs=1
//!             alt=1: Bad operand -- refuse
//! ```
//! An operand that an alternative does not take as it is loses there: it has to be reloaded, which costs as much as
//! [`LOSER`], and more where the reload cannot be hoped to go away. Of alternatives without losers the first is taken, else
//! the cheapest.

use dumps::{put, putln};
use std::fmt::Write;

use super::constraints::{Class, Fit, Kind, Known, Operand, holds, usable, words};
use crate::rtl::code::Code;
use crate::rtl::function::FIRST_PSEUDO;
use crate::rtl::rtx::RtxId;

/// What a reload costs.
const LOSER: i32 = 6;
/// What is as good as impossible.
const MAX_REJECT: i32 = 600;

/// What has been chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub alternative: usize,
    /// The operands that need no reload, a bit each.
    pub wins: u32,
    /// The two operands that may stand in either order stand in the other one.
    pub swapped: bool,
    overall: i32,
    losers: i32,
    registers: u32,
}

/// An attempt at one alternative.
struct Trial {
    number: usize,
    losers: i32,
    addresses: i32,
    discouraged: i32,
    reject: i32,
    registers: u32,
    wins: u32,
    fits: [Option<(Class, bool)>; MAX_OPERANDS],
}

/// Most operands an insn or an `asm` has.
pub(super) const MAX_OPERANDS: usize = 30;

pub(super) struct Chooser<'a, 'b> {
    pub known: Known<'a>,
    /// Where to tell of it.
    pub out: Option<&'b mut String>,
    /// What a `set` copies, if the insn is one.
    pub copied: Option<RtxId>,
    best: Option<Choice>,
}

macro_rules! say {
    ($self:expr, $($text:tt)*) => {
        if let Some(out) = $self.out.as_deref_mut() {
            putln!(out, $($text)*);
        }
    };
}

impl<'a, 'b> Chooser<'a, 'b> {
    pub fn new(known: Known<'a>, out: Option<&'b mut String>, copied: Option<RtxId>) -> Self {
        Chooser { known, out, copied, best: None }
    }

    /// The best alternative, none if the operands fit none.
    pub fn choose(mut self, operands: &mut [Operand]) -> Option<Choice> {
        let pair = operands.iter().position(|operand| operand.letters.of(0).starts_with('%'));
        self.try_all(operands, false);
        if let Some(first) = pair {
            swap(operands, first);
            self.try_all(operands, true);
            swap(operands, first);
        }
        self.best
    }

    fn try_all(&mut self, operands: &[Operand], swapped: bool) {
        let count = operands.iter().map(|operand| operand.letters.count()).max().unwrap_or(0);
        for number in 0..count {
            let Some(choice) = self.try_one(operands, number) else { continue };
            let choice = Choice { swapped, ..choice };
            if self.best.is_none_or(|best| choice.is_better_than(&best)) {
                self.best = Some(choice);
            }
            if choice.losers == 0 {
                break;
            }
        }
    }

    /// What an alternative costs, none if it cannot be or costs more than the best so far.
    fn try_one(&mut self, operands: &[Operand], number: usize) -> Option<Choice> {
        let mut trial = Trial {
            number,
            losers: 0,
            addresses: 0,
            discouraged: 0,
            reject: 0,
            registers: 0,
            wins: 0,
            fits: [None; MAX_OPERANDS],
        };
        for operand in operands {
            let letters = operand.letters.of(number).chars();
            let marks = letters.map(|letter| match letter {
                '?' => LOSER,
                '!' => MAX_REJECT,
                _ => 0,
            });
            let said = marks.sum::<i32>();
            if said != 0 {
                say!(self, "            Staticly defined alt reject+={said}");
            }
            trial.discouraged += said;
        }
        trial.reject = trial.discouraged;
        let mut overall = 0;
        for index in 0..operands.len() {
            let letters = operands[index].letters.of(number);
            let plain = letters.trim_start_matches(['=', '+', '%', ' ']);
            if plain.is_empty() {
                trial.wins |= 1 << index;
                continue;
            }
            let fit = self.known.fit(operands, index, letters);
            self.count(&mut trial, operands, index, fit)?;
            overall = trial.losers * LOSER + trial.reject;
            if trial.addresses == trial.losers {
                overall -= trial.discouraged;
            }
            let worse =
                |best: Choice| (best.losers == 0 || trial.losers != 0) && best.overall < overall;
            if self.best.is_some_and(worse) {
                let losers = trial.losers;
                say!(self, "            alt={number},overall={overall},losers={losers} -- refuse");
                return None;
            }
        }
        if self.cycles(&trial, operands) {
            say!(self, "            Cycle danger: overall += LRA_MAX_REJECT");
            overall += MAX_REJECT;
        }
        let Trial { losers, registers, wins, .. } = trial;
        say!(
            self,
            "          alt={number},overall={overall},losers={losers},rld_nregs={registers}"
        );
        Some(Choice { alternative: number, wins, swapped: false, overall, losers, registers })
    }

    /// Counts an operand; none if the alternative cannot be.
    fn count(&mut self, trial: &mut Trial, all: &[Operand], index: usize, fit: Fit) -> Option<()> {
        let operand = &all[index];
        let f = self.known.f;
        trial.fits[index] = Some((fit.class, fit.memory));
        if fit.wins {
            trial.wins |= 1 << index;
            match (operand.reg, operand.hard) {
                (None, _) => {}
                (_, Some(hard)) => {
                    if holds(f, fit.costly, operand.mode, hard) {
                        say!(self, "            {index} Costly set: reject++");
                        trial.reject += 1;
                    }
                }
                _ => {
                    say!(self, "            {index} Non pseudo reload: reject++");
                    trial.reject += 1;
                }
            }
        } else if fit.matches.is_some() {
            trial.wins |= 1 << index;
        } else {
            self.lose(trial, operand, index, fit)?;
        }
        if fit.early {
            say!(self, "            {index} Early clobber: reject++");
            trial.reject += 1;
        }
        Some(())
    }

    /// Counts an operand that has to be reloaded.
    fn lose(&mut self, trial: &mut Trial, operand: &Operand, index: usize, fit: Fit) -> Option<()> {
        let known = self.known;
        let f = known.f;
        let mut class = fit.class;
        let without_registers = class.regs() & !known.kept == 0;
        let number = trial.number;
        if !fit.reloads {
            say!(self, "            alt={number}: Bad operand -- refuse");
            return None;
        }
        if class != Class::None && usable(class, operand.mode) & !known.kept == 0 {
            if !fit.memory {
                say!(self, "            alt={number}: Wrong mode -- refuse");
                return None;
            }
            class = Class::None;
            say!(self, "            {index} Using memory because of a bad mode: reject+=2");
            trial.reject += 2;
        }
        trial.fits[index] = Some((class, fit.memory));
        let is_reg = operand.reg.is_some();
        let is_unplaced = is_reg && operand.hard.is_none();
        let own = known.class_of(operand);
        if !without_registers && is_unplaced && own != Class::None && own.contains(class) {
            say!(self, "            {index} Super set class reg: reject-=3");
            trial.reject -= 3;
        }
        if fit.costly != Class::None {
            say!(self, "            {index} Costly loser: reject++");
            trial.reject += 1;
        }
        trial.losers += 1;
        let is_address = f.rtx.code(operand.x) == Code::Mem && fit.memory;
        if is_address {
            trial.addresses += 1;
            return Some(());
        }
        // A number that may be in memory is put there, and no register is needed.
        let is_number = matches!(f.rtx.code(operand.x), Code::ConstInt | Code::ConstDouble);
        let pooled = class == Class::None && fit.memory && is_number;
        if !pooled && operand.reg.is_none_or(|reg| reg < FIRST_PSEUDO) {
            say!(self, "            {index} Non-pseudo reload: reject+=2");
            trial.reject += 2;
        }
        if !pooled && !without_registers {
            trial.registers += words(f, operand.mode);
        }
        if without_registers && !is_unplaced {
            let what = if is_reg { "" } else { "Non-" };
            say!(self, "            {index} Spill {what}pseudo into memory: reject+=3");
            trial.reject += 3;
        }
        if without_registers && fit.memory {
            say!(self, "            Using memory insn operand {index}: reject+=3");
            trial.reject += 3;
        }
        if !is_reg || operand.kind != Kind::In {
            say!(self, "            {index} Non input pseudo reload: reject++");
            trial.reject += 1;
        }
        if operand.kind == Kind::InOut {
            say!(self, "            {index} Input/Output reload: reject+={LOSER}");
            trial.reject += LOSER;
        }
        Some(())
    }

    /// Whether the reload of a copy would be a copy like it.
    fn cycles(&self, trial: &Trial, operands: &[Operand]) -> bool {
        let [to, from] = operands else { return false };
        let f = self.known.f;
        let copies = |x: RtxId| f.rtx.code(x) == Code::Subreg || x == from.x;
        if !self.copied.is_some_and(copies) {
            return false;
        }
        let wins = |index: u32| trial.wins >> index & 1 != 0;
        let fit = |index: usize| trial.fits[index].unwrap_or((Class::None, false));
        let is_in = |operand: &Operand, index: usize| {
            operand.reg.is_some() && self.known.is_in_class(operand, fit(index).0)
        };
        // The address is reloaded, not the value.
        let by_address =
            |operand: &Operand, index: usize| fit(index).1 && f.rtx.code(operand.x) == Code::Mem;
        match (wins(0), wins(1)) {
            (true, true) => false,
            (false, false) => {
                to.reg.is_some() && from.reg.is_some() && (is_in(to, 1) || is_in(from, 0))
            }
            (false, true) => !by_address(to, 0) && is_in(from, 0),
            (true, false) => {
                !by_address(from, 1) && is_in(to, 1) && f.rtx.code(from.x) != Code::Plus
            }
        }
    }
}

impl Choice {
    fn is_better_than(&self, best: &Choice) -> bool {
        if (self.losers == 0) != (best.losers == 0) {
            return self.losers == 0;
        }
        let key = |choice: &Choice| (choice.overall, choice.registers, choice.alternative);
        key(self) < key(best)
    }
}

/// Lets two operands stand in each other's place.
fn swap(operands: &mut [Operand], first: usize) {
    let (one, other) = (operands[first], operands[first + 1]);
    let put = |place: &mut Operand, value: Operand| {
        place.x = value.x;
        place.mode = value.mode;
        place.reg = value.reg;
        place.hard = value.hard;
    };
    put(&mut operands[first], other);
    put(&mut operands[first + 1], one);
}

/// Says what has been chosen: `Choosing alt 1 in insn 12:  (0) r  (1) r  (2) I {adddi3}`.
pub(super) fn print_choice(
    choice: &Choice,
    operands: &[Operand],
    (uid, name): (u32, Option<&str>),
    out: &mut String,
) {
    if choice.swapped {
        putln!(out, "  Commutative operand exchange in insn {uid}");
    }
    put!(out, "\t Choosing alt {} in insn {uid}:", choice.alternative);
    for (index, operand) in operands.iter().enumerate() {
        let letters = operand.letters.of(choice.alternative);
        if !letters.is_empty() {
            put!(out, "  ({index}) {}", letters.split('#').next().unwrap_or(""));
        }
    }
    if let Some(name) = name {
        put!(out, " {{{name}}}");
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::lra::constraints::{Letters, never_given};
    use crate::machine::recog;
    use crate::rtl::function::RtlFunction;
    use crate::rtl::mode::Mode;
    use crate::rtl::rtx::MemAttrs;

    /// The choice for `(set to from)` as the insn of this number, with pseudos in a5, and what is told of it.
    fn choose(f: &RtlFunction, icode: i16, all: &[RtxId], copied: RtxId) -> (Choice, String) {
        let rows = recog::insn(icode).constraints;
        let operand = |(&x, row): (&RtxId, &'static crate::machine::insn::Constraint)| {
            let letters = Letters::Table(row.alternatives);
            let reg = f.rtx.as_reg(x);
            let hard = reg.map(|reg| if reg < 64 { reg } else { 15 });
            Operand { x, letters, kind: letters.kind(), mode: f.rtx.word(), reg, hard }
        };
        let mut operands: Vec<Operand> = all.iter().zip(rows).map(operand).collect();
        let known = Known { f, kept: never_given(8), pic: true, first_new: f.num_regs() };
        let mut text = String::new();
        let chooser = Chooser::new(known, Some(&mut text), Some(copied));
        (chooser.choose(&mut operands).expect("an alternative"), text)
    }

    #[test]
    fn a_store_is_the_first_alternative_without_losers() {
        let mut f = RtlFunction::new("f", 0);
        let [address, value] = [f.new_reg(Mode::DI), f.new_reg(Mode::DI)];
        let mem = f.rtx.gen_mem(Mode::DI, address, MemAttrs::of_mode(Mode::DI));
        let (choice, text) = choose(&f, 135, &[mem, value], value);
        assert_eq!((choice.alternative, choice.losers), (3, 0));
        assert!(text.contains("Cycle danger"), "a reload would be a copy again: {text}");
        assert!(text.contains("alt=0,overall=609,losers=1,rld_nregs=1\n"), "{text}");
        assert!(text.contains("alt=2,overall=21,losers=2,rld_nregs=1\n"), "{text}");
        let zero = f.rtx.const_int(0);
        let (choice, text) = choose(&f, 135, &[mem, zero], zero);
        assert_eq!(choice.alternative, 3);
        assert!(
            text.contains("alt=2,overall=22,losers=2 -- refuse\n"),
            "a number in memory: {text}"
        );
    }

    #[test]
    fn a_sum_where_a_register_has_to_be_is_a_loser() {
        let mut f = RtlFunction::new("f", 0);
        let [to, index] = [f.new_reg(Mode::DI), f.new_reg(Mode::DI)];
        let (offset, base) = (f.rtx.const_int(-16), f.reg(8));
        let sum = f.rtx.gen_binary(Code::Plus, Mode::DI, index, offset);
        let (choice, text) = choose(&f, 4, &[to, sum, base], to);
        assert_eq!((choice.alternative, choice.losers, choice.overall), (0, 1, 9));
        assert_eq!(choice.wins, 0b101, "the sum has to be reloaded");
        assert!(text.contains("alt=1: Bad operand -- refuse\n"), "s0 is no number: {text}");
    }

    #[test]
    fn operands_in_either_order_are_tried_in_both() {
        let mut f = RtlFunction::new("f", 0);
        let [to, from] = [f.new_reg(Mode::DI), f.new_reg(Mode::DI)];
        let mask = f.rtx.const_int(7);
        let (choice, text) = choose(&f, 74, &[to, from, mask], to);
        assert_eq!((choice.alternative, choice.swapped), (1, false));
        assert_eq!(text.matches("alt=0,overall=9,losers=1 -- refuse").count(), 1, "{text}");
    }
}
