//! The `__atomic_…` and `__sync_…` builtins.
//!
//! ```text
//! _1 = __atomic_fetch_add_4 (p_2, 1, 5);   →   fence iorw,ow; amoadd.w.aq a5,a4,0(a0)
//! ```
//! Words and double words have instructions; bytes and halfwords only loads and stores, the rest being calls of the
//! library as in GCC 12.

use super::{Expander, Result};
use crate::emit::{Amo, model};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::{Builtin, Family};
use gimple::stmt::Call;

/// What an operation leaves in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Update {
    With(Amo),
    /// Addition of the negated operand.
    Sub,
    /// A loop of compare and swap.
    Nand,
}

impl Expander<'_> {
    /// Expands an atomic builtin in line; `false`: it is a call of the library.
    pub(super) fn atomic_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        use Family::{AtomicClear, AtomicLoad, AtomicSignalFence, AtomicStore, AtomicThreadFence};
        let family = builtin.family();
        let by_access = matches!(
            family,
            Family::SyncSynchronize
                | AtomicThreadFence
                | AtomicSignalFence
                | AtomicLoad
                | AtomicStore
                | AtomicClear
        );
        let atomic = builtin.is_sync() || builtin.is_atomic() || family == Family::AtomicTestAndSet;
        if atomic && !by_access && !self.em.unit.options.machine.isa.has("a") {
            let name = builtin.name();
            return self.sorry(&format!("‘__{name}’ without the ‘A’ extension"));
        }
        match family {
            Family::SyncSynchronize => {
                self.em.emit_fence();
                Ok(true)
            }
            Family::AtomicThreadFence => {
                if self.memory_model(call, 0) != model::RELAXED {
                    self.em.emit_fence();
                }
                Ok(true)
            }
            Family::AtomicSignalFence => {
                if self.memory_model(call, 0) != model::RELAXED {
                    self.em.emit_blockage();
                }
                Ok(true)
            }
            Family::AtomicTestAndSet => {
                let (address, _) = self.scalar(call.args[0])?;
                let order = self.memory_model(call, 1);
                let old = self.em.atomic_test_and_set(address, order);
                self.finish_builtin(call, old, self.em.word_mode())?;
                Ok(true)
            }
            Family::AtomicClear => {
                let (address, _) = self.scalar(call.args[0])?;
                let (zero, order) = (self.em.int(0), self.memory_model(call, 1));
                self.em.atomic_store(Mode::QI, address, zero, order);
                Ok(true)
            }
            family => match sized(builtin) {
                Some(mode) if builtin.is_sync() => self.sync(family, mode, call),
                Some(mode) if builtin.is_atomic() => self.atomic(family, mode, call),
                _ => Ok(false),
            },
        }
    }

    fn atomic(&mut self, family: Family, mode: Mode, call: &Call) -> Result<bool> {
        let (address, _) = self.scalar(call.args[0])?;
        let word = mode == Mode::SI || mode == self.em.word_mode();
        if mode == self.em.pair_mode() && update(family).is_none() {
            return Ok(false);
        }
        match family {
            Family::AtomicLoad => {
                let order = self.memory_model(call, 1);
                let value = self.em.atomic_load(mode, address, order);
                self.finish_builtin(call, value, mode)?;
            }
            Family::AtomicStore => {
                let (value, _) = self.scalar(call.args[1])?;
                let order = self.memory_model(call, 2);
                self.em.atomic_store(mode, address, value, order);
            }
            Family::AtomicExchange if word => {
                let order = self.memory_model(call, 2);
                self.fetch(Update::With(Amo::Swap), false, mode, call, order)?;
            }
            Family::AtomicCompareExchange if word => self.compare_exchange(mode, call)?,
            _ => {
                let Some((update, new)) = update(family) else { return Ok(false) };
                if !word {
                    return if new {
                        self.library_fetch(family, mode, update, call)
                    } else {
                        Ok(false)
                    };
                }
                let order = self.memory_model(call, 2);
                self.fetch(update, new, mode, call, order)?;
            }
        }
        Ok(true)
    }

    /// `OP_fetch` of a byte or halfword, or of two words: the library has the form that answers the old value only.
    fn library_fetch(
        &mut self,
        family: Family,
        mode: Mode,
        update: Update,
        call: &Call,
    ) -> Result<bool> {
        let function = format!("{}_{}", answering_old(family).name(), mode.size());
        let [(address, _), (value, _)] = [self.scalar(call.args[0])?, self.scalar(call.args[1])?];
        let value = self.em.force_mode_reg(mode, value);
        let order = self.em.int(self.memory_model(call, 2));
        let args = [(address, self.em.word_mode()), (value, mode), (order, Mode::SI)];
        let old = self.em.libcall(&function, mode, &args);
        let result = self.updated(update, mode, old, value);
        self.finish_builtin(call, result, mode)?;
        Ok(true)
    }

    /// `__sync_lock_test_and_set` of a byte or halfword: exchanged by comparison, as the library has no other.
    fn exchange_by_comparison(&mut self, mode: Mode, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let [(address, _), (value, _)] = [self.scalar(call.args[0])?, self.scalar(call.args[1])?];
        let address = self.em.force_mode_reg(word_mode, address);
        let value = self.em.force_mode_reg(mode, value);
        let function = format!("{}_{}", Family::SyncBoolCompareAndSwap.name(), mode.size());
        let old = self.em.new_reg(mode);
        let again = self.em.new_label();
        self.em.emit_label(again);
        let found = self.em.atomic_load(mode, address, model::RELAXED);
        self.em.emit_move(old, found);
        // The library's function takes unsigned ones.
        let [expected, new] = [old, value].map(|x| self.em.convert(x, mode, word_mode, true));
        let args = [(address, word_mode), (expected, word_mode), (new, word_mode)];
        let done = self.em.libcall(&function, word_mode, &args);
        let zero = self.em.int(0);
        self.em.branch(Code::Eq, word_mode, done, zero, again, None);
        self.finish_builtin(call, old, mode)
    }

    fn sync(&mut self, family: Family, mode: Mode, call: &Call) -> Result<bool> {
        let word_mode = self.em.word_mode();
        if family == Family::SyncLockRelease && mode == self.em.pair_mode() {
            let (address, _) = self.scalar(call.args[0])?;
            let zero = self.em.int(0);
            self.em.emit_fence();
            let address = self.em.force_mode_reg(word_mode, address);
            for offset in [0, i64::from(word_mode.size())] {
                let at = self.em.plus_constant(address, offset);
                let word = self.em.mem(word_mode, at);
                self.em.emit_move(word, zero);
            }
            return Ok(true);
        }
        let word = mode == Mode::SI || mode == self.em.word_mode();
        if mode == self.em.pair_mode() {
            return Ok(false);
        }
        match family {
            Family::SyncLockRelease => {
                let (address, _) = self.scalar(call.args[0])?;
                let zero = self.em.int(0);
                self.em.atomic_store(mode, address, zero, model::RELEASE);
            }
            // A byte that is set is a bit of the word around it.
            Family::SyncLockTestAndSet
                if mode == Mode::QI && self.unit.as_int(call.args[1]) == Some(1) =>
            {
                let (address, _) = self.scalar(call.args[0])?;
                let old = self.em.atomic_test_and_set(address, model::ACQUIRE);
                self.finish_builtin(call, old, word_mode)?;
            }
            Family::SyncLockTestAndSet if matches!(mode, Mode::QI | Mode::HI) => {
                self.exchange_by_comparison(mode, call)?;
            }
            Family::SyncLockTestAndSet if word => {
                self.fetch(Update::With(Amo::Swap), false, mode, call, model::ACQUIRE)?;
            }
            Family::SyncValCompareAndSwap | Family::SyncBoolCompareAndSwap if word => {
                let (address, _) = self.scalar(call.args[0])?;
                let (expected, _) = self.scalar(call.args[1])?;
                let (desired, _) = self.scalar(call.args[2])?;
                let expected = self.em.force_mode_reg(mode, expected);
                let operands = [address, expected, desired];
                let found = self.em.atomic_compare_and_swap(mode, operands, [model::SEQ_CST; 2]);
                if family == Family::SyncValCompareAndSwap {
                    self.finish_builtin(call, found, mode)?;
                } else {
                    let same = self.em.store_flag(Code::Eq, mode, found, expected, word_mode);
                    self.finish_builtin(call, same, word_mode)?;
                }
            }
            _ => {
                let Some((update, new)) = update(family).filter(|_| word) else {
                    return Ok(false);
                };
                self.fetch(update, new, mode, call, model::SEQ_CST)?;
            }
        }
        Ok(true)
    }

    /// `fetch_op` (the old value) or `op_fetch` (the new one).
    fn fetch(
        &mut self,
        update: Update,
        new: bool,
        mode: Mode,
        call: &Call,
        order: i64,
    ) -> Result<()> {
        let (address, _) = self.scalar(call.args[0])?;
        let (value, _) = self.scalar(call.args[1])?;
        let old = match update {
            Update::With(amo) => self.em.atomic_fetch(amo, mode, address, value, order),
            Update::Sub => {
                let negated = self.em.unop(Code::Neg, mode, value);
                self.em.atomic_fetch(Amo::Add, mode, address, negated, order)
            }
            Update::Nand => self.fetch_nand(mode, address, value, order),
        };
        let result = if new { self.updated(update, mode, old, value) } else { old };
        self.finish_builtin(call, result, mode)
    }

    /// What an update has made of the old value.
    fn updated(&mut self, update: Update, mode: Mode, old: RtxId, value: RtxId) -> RtxId {
        let code = match update {
            Update::With(Amo::Add | Amo::Swap) => Code::Plus,
            Update::With(Amo::Or) => Code::Ior,
            Update::With(Amo::Xor) => Code::Xor,
            Update::With(Amo::And) | Update::Nand => Code::And,
            Update::Sub => Code::Minus,
        };
        let result = self.em.binop(code, mode, old, value);
        if update != Update::Nand {
            return result;
        }
        // With a value of 0 it is a constant.
        let result = self.em.force_mode_reg(mode, result);
        self.em.unop(Code::Not, mode, result)
    }

    /// `do old = *address; while (!compare_and_swap (address, old, ~(old & value)))`.
    fn fetch_nand(&mut self, mode: Mode, address: RtxId, value: RtxId, order: i64) -> RtxId {
        let address = self.em.force_mode_reg(self.em.word_mode(), address);
        let value = self.em.force_mode_reg(mode, value);
        let first = self.em.atomic_load(mode, address, model::RELAXED);
        let old = self.em.new_reg(mode);
        self.em.emit_move(old, first);
        let again = self.em.new_label();
        self.em.emit_label(again);
        let both = self.em.binop(Code::And, mode, old, value);
        let desired = self.em.unop(Code::Not, mode, both);
        let expected = self.em.new_reg(mode);
        self.em.emit_move(expected, old);
        let operands = [address, expected, desired];
        let found = self.em.atomic_compare_and_swap(mode, operands, [order, model::RELAXED]);
        self.em.emit_move(old, found);
        self.em.branch(Code::Ne, mode, old, expected, again, None);
        old
    }

    /// `__atomic_compare_exchange_N (address, &expected, desired, weak, success, failure)`.
    fn compare_exchange(&mut self, mode: Mode, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let (address, _) = self.scalar(call.args[0])?;
        let (expected_at, _) = self.scalar(call.args[1])?;
        let (desired, _) = self.scalar(call.args[2])?;
        let orders = [self.memory_model(call, 4), self.memory_model(call, 5)];
        let expected_at = self.em.force_mode_reg(word_mode, expected_at);
        let slot = self.em.mem(mode, expected_at);
        let expected = self.em.new_reg(mode);
        self.em.emit_move(expected, slot);
        let found = self.em.atomic_compare_and_swap(mode, [address, expected, desired], orders);
        let same = self.em.store_flag(Code::Eq, mode, found, expected, word_mode);
        let done = self.em.new_label();
        self.em.branch(Code::Eq, mode, found, expected, done, None);
        let slot = self.em.mem(mode, expected_at);
        self.em.emit_move(slot, found);
        self.em.emit_label(done);
        self.finish_builtin(call, same, word_mode)
    }

    /// The memory model an argument names; one that is no constant is the strictest.
    fn memory_model(&self, call: &Call, index: usize) -> i64 {
        match call.args.get(index).and_then(|&op| self.unit.as_int(op)) {
            Some(value @ 0..=5) => value as i64,
            _ => model::SEQ_CST,
        }
    }
}

/// The mode of what a function of a given size works on.
fn sized(builtin: Builtin) -> Option<Mode> {
    match builtin.suffix() {
        "_1" => Some(Mode::QI),
        "_2" => Some(Mode::HI),
        "_4" => Some(Mode::SI),
        "_8" => Some(Mode::DI),
        "_16" => Some(Mode::TI),
        _ => None,
    }
}

/// What `fetch_OP`, `OP_fetch`, `fetch_and_OP` and `OP_and_fetch` do, and whether the answer is the new value.
fn update(family: Family) -> Option<(Update, bool)> {
    use Family::*;
    let update = match family {
        AtomicFetchAdd | AtomicAddFetch | SyncFetchAndAdd | SyncAddAndFetch => {
            Update::With(Amo::Add)
        }
        AtomicFetchOr | AtomicOrFetch | SyncFetchAndOr | SyncOrAndFetch => Update::With(Amo::Or),
        AtomicFetchXor | AtomicXorFetch | SyncFetchAndXor | SyncXorAndFetch => {
            Update::With(Amo::Xor)
        }
        AtomicFetchAnd | AtomicAndFetch | SyncFetchAndAnd | SyncAndAndFetch => {
            Update::With(Amo::And)
        }
        AtomicFetchSub | AtomicSubFetch | SyncFetchAndSub | SyncSubAndFetch => Update::Sub,
        AtomicFetchNand | AtomicNandFetch | SyncFetchAndNand | SyncNandAndFetch => Update::Nand,
        _ => return None,
    };
    let new = matches!(
        family,
        AtomicAddFetch
            | AtomicAndFetch
            | AtomicNandFetch
            | AtomicOrFetch
            | AtomicSubFetch
            | AtomicXorFetch
            | SyncAddAndFetch
            | SyncAndAndFetch
            | SyncNandAndFetch
            | SyncOrAndFetch
            | SyncSubAndFetch
            | SyncXorAndFetch
    );
    Some((update, new))
}

/// The function of the library that answers the old value, for one that answers the new.
fn answering_old(family: Family) -> Family {
    match family {
        Family::AtomicAddFetch => Family::AtomicFetchAdd,
        Family::AtomicAndFetch => Family::AtomicFetchAnd,
        Family::AtomicNandFetch => Family::AtomicFetchNand,
        Family::AtomicOrFetch => Family::AtomicFetchOr,
        Family::AtomicSubFetch => Family::AtomicFetchSub,
        Family::AtomicXorFetch => Family::AtomicFetchXor,
        other => other,
    }
}
