//! Factors that occur more than once, as powers (`attempt_builtin_powi`).
//!
//! ```text
//!   x * x * y * y * y        =>   _1 = x * y;  _2 = _1 * _1;  _3 = _2 * y;
//! ```
//!
//! Powers of floating-point numbers, where these may be multiplied in any order, are calls of `__builtin_powi` until
//! pass `sincos` makes multiplications of them.

use super::Reassoc;
use super::operands::Entry;
use crate::scalar::powers;
use gimple::builtins::Family;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;
use tree_ssa::edit::Cursor;

/// A factor, how often it is still to be multiplied, and the product of it with all that occur at least as often.
struct Factor {
    op: Operand,
    rank: i64,
    count: u64,
    product: Option<SsaName>,
}

impl Reassoc<'_, '_> {
    /// Takes the factors that occur more than once out of a list and computes their product before `stmt`.
    pub fn repeated_factors(&mut self, stmt: StmtId, list: &mut Vec<Entry>) -> Option<SsaName> {
        let mut factors = count_factors(list);
        factors.sort_by_key(|factor| (factor.count, -factor.rank));
        let mut result: Option<SsaName> = None;
        loop {
            let cached = factors.iter().position(|it| it.product.is_some() && it.count > 0);
            let from = match cached {
                Some(from) => from,
                None => factors.iter().position(|it| it.count >= 2)?.min(factors.len()),
            };
            let power = factors[from].count;
            let all: Vec<Operand> = factors[from..].iter().map(|it| it.op).collect();
            let names = vec!["%"; all.len()].join(" * ");
            let line = match (cached, power) {
                (Some(_), 1) => format!("Multiplying by cached product {names}"),
                (Some(_), _) => {
                    format!("Building __builtin_pow call for cached product ({names})^{power}")
                }
                (None, _) => format!("Building __builtin_pow call for ({names})^{power}"),
            };
            self.say(&line, &all);
            if cached.is_none() {
                self.multiply_factors(stmt, &mut factors, from);
            }
            let Some(base) = factors[from].product.or(factors[from].op.ssa()) else { break };
            let raised = if power == 1 { base } else { self.power(stmt, base, power) };
            result = Some(match result {
                Some(before) => self.multiply(stmt, "reassocpow", before, raised),
                None => raised,
            });
            for factor in &mut factors[from..] {
                factor.count -= power;
                remove_last(list, factor.op, power);
            }
            if !factors.iter().any(|it| it.count >= 2 || it.product.is_some() && it.count > 0) {
                break;
            }
        }
        self.sort(list);
        result
    }

    /// Computes the products of each factor with all that come after it, the last first.
    fn multiply_factors(&mut self, stmt: StmtId, factors: &mut [Factor], from: usize) {
        let mut product = None;
        for factor in factors[from..].iter_mut().rev() {
            let Some(own) = factor.op.ssa() else { return };
            product = Some(match product {
                Some(product) => self.multiply(stmt, "reassocpow", own, product),
                None => own,
            });
            factor.product = product;
        }
    }

    fn multiply(&mut self, stmt: StmtId, ident: &str, a: SsaName, b: SsaName) -> SsaName {
        let ident = self.cx.unit.symbols.intern(ident);
        let ty = self.f.names[a].ty;
        let name = self.f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let args = [Operand::Ssa(a), Operand::Ssa(b)];
        let product = self.make(stmt, name, TreeCode::Mult, args);
        self.insert_before(stmt, product);
        name
    }

    /// The function that raises floating-point numbers of a type, where multiplications may be reordered.
    pub fn power_function(&mut self, ty: TypeId) -> Option<DeclId> {
        if !self.cx.options.on(Flag::UnsafeMath) {
            return None;
        }
        let unit = &mut *self.cx.unit;
        let suffix = match unit.types.main_variant(ty) {
            ty if ty == unit.common.float => "f",
            ty if ty == unit.common.double => "",
            ty if ty == unit.common.long_double => "l",
            _ => return None,
        };
        let params = [ty, unit.common.int];
        Some(unit.implicit_builtin(Family::Powi.member(suffix)?, ty, &params, false))
    }

    /// `base` to the power of `exponent`, at least 2: of a floating-point number by a call.
    fn power(&mut self, stmt: StmtId, base: SsaName, exponent: u64) -> SsaName {
        let ty = self.f.names[base].ty;
        if self.cx.unit.types.is_integral(ty) {
            return self.power_by_products(stmt, base, exponent);
        }
        let Some(callee) = self.power_function(ty) else { return base };
        let ident = self.cx.unit.symbols.intern("reassocpow");
        let name = self.f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let int = self.cx.unit.common.int;
        let args = vec![Operand::Ssa(base), self.cx.unit.int(int, exponent.into())];
        let mut at = Cursor::nowhere().like(self.f, stmt);
        let call = at.call(self.cx.unit, self.f, Operand::Ssa(name), callee, args);
        self.insert_before(stmt, call);
        name
    }

    /// The power of an integer by few multiplications (`powi_as_mults`).
    fn power_by_products(&mut self, stmt: StmtId, base: SsaName, exponent: u64) -> SsaName {
        let mut known: FxHashMap<u64, SsaName> = FxHashMap::default();
        known.insert(1, base);
        let mut work = vec![exponent];
        while let Some(&power) = work.last() {
            let (rest, part) = powers::parts(power);
            match (known.get(&rest).copied(), known.get(&part).copied()) {
                _ if known.contains_key(&power) => {
                    work.pop();
                }
                (Some(a), Some(b)) => {
                    let product = self.multiply(stmt, "powmult", a, b);
                    known.insert(power, product);
                    work.pop();
                }
                (a, b) => {
                    if b.is_none() {
                        work.push(part);
                    }
                    if a.is_none() {
                        work.push(rest);
                    }
                }
            }
        }
        known.get(&exponent).copied().unwrap_or(base)
    }
}

fn count_factors(list: &[Entry]) -> Vec<Factor> {
    let mut index: FxHashMap<Operand, usize> = FxHashMap::default();
    let mut factors: Vec<Factor> = Vec::new();
    for entry in list.iter().filter(|entry| entry.op.ssa().is_some()) {
        match index.get(&entry.op) {
            Some(&at) => factors[at].count += 1,
            None => {
                index.insert(entry.op, factors.len());
                let Entry { op, rank, .. } = *entry;
                factors.push(Factor { op, rank, count: 1, product: None });
            }
        }
    }
    factors
}

/// Removes the last `count` entries of an operand, which are there.
fn remove_last(list: &mut Vec<Entry>, op: Operand, count: u64) {
    let all = list.iter().filter(|entry| entry.op == op).count() as u64;
    let mut kept = all.saturating_sub(count);
    list.retain(|entry| {
        let keep = entry.op != op || kept > 0;
        if entry.op == op {
            kept = kept.saturating_sub(1);
        }
        keep
    });
}
