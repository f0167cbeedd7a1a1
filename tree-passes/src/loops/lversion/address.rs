//! Addresses as sums of names times constants, and which name is the stride.
//!
//! ```text
//!   _1 = i_2 * s_3(D);  _4 = _1 * 8;                        _1 * 8 + x_5(D) + [0, 7]
//!   _6 = x_5(D) + _4;   *_6 = 1.0e+2;                 =>    _1 = varying i_2 * loop-invariant s_3(D): the stride is s_3(D)
//! ```
//!
//! A stride that is multiplied by the size of what is accessed may be that of the innermost dimension; one that is computed
//! rather than read from somewhere is not likely to be 1. A constant one says that the innermost dimension is found already.
//! How many terms and values are looked at is bounded.

use super::Versioning;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::scev::expr::ExprId;

/// Terms of a sum, casts that are looked through, and values a stride may have, that are looked at.
const MOST_TERMS: usize = 8;
const MOST_CASTS: usize = 4;
const MOST_VALUES: usize = 8;

/// How likely something goes along the innermost dimension of an array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Innermost {
    Unlikely,
    Unknown,
    Likely,
}

/// A term of a sum, `expr * times`.
#[derive(Clone)]
struct Term {
    expr: Operand,
    times: u64,
    stride: ExprId,
    innermost: Innermost,
    /// The loop is better where the stride is 1.
    opportunity: bool,
}

/// What is accessed by one sum (`address_info`): bytes from `low` on, and before `high`.
pub(super) struct Address {
    /// The first statement that does so.
    stmt: StmtId,
    of: LoopId,
    base: Operand,
    terms: Vec<Term>,
    low: i64,
    high: i64,
}

/// The addresses used in a loop.
pub(super) struct Addresses {
    pub(super) of: LoopId,
    list: Vec<Address>,
    /// Their places in the list, by their terms.
    by_terms: FxHashMap<Vec<(Operand, u64)>, Vec<usize>>,
}

impl Addresses {
    pub(super) fn new(of: LoopId) -> Addresses {
        Addresses { of, list: Vec::new(), by_terms: FxHashMap::default() }
    }

    pub(super) fn into_list(self) -> Vec<Address> {
        self.list
    }
}

impl Versioning<'_, '_> {
    /// Records the addresses in an operand of a statement (`analyze_expr`).
    pub(super) fn record_operand(&mut self, stmt: StmtId, op: Operand, into: &mut Addresses) {
        let mut at = op;
        while let Some(id) = at.tree() {
            let index = match *self.cx.unit.trees.kind(id) {
                TreeKind::ArrayRef { index, .. } | TreeKind::SizedArrayRef { index, .. } => index,
                _ => Operand::None,
            };
            if index.is_some()
                && let Some(size) = self.accessed_size(at)
            {
                self.record(stmt, size, (index, size, 0), into);
            }
            match self.cx.unit.trees.part_of(id) {
                Some(whole) => at = whole,
                None => break,
            }
        }
        let kind = at.tree().map(|id| self.cx.unit.trees.kind(id));
        if let Some(&TreeKind::MemRef { base, offset, .. }) = kind
            && let Some(size) = self.accessed_size(at)
        {
            self.record(stmt, size, (base, 1, offset), into);
        }
    }

    /// The size of what is accessed, if accesses of that size gain by being consecutive (`acceptable_type_p`).
    fn accessed_size(&self, op: Operand) -> Option<u64> {
        let size = self.cx.unit.types.size(self.cx.unit.type_of(self.f, op))?;
        self.product(i128::from(size), 1)
    }

    /// A product, if it is not greater than what scalar code accesses at once (`acceptable_multiplier_p`).
    fn product(&self, by: i128, times: u64) -> Option<u64> {
        let widest = u64::from(2 * self.cx.unit.target.word_bits);
        let product = u64::try_from(by).ok()?.checked_mul(times)?;
        (product >= times && product <= widest).then_some(product)
    }

    fn product_by(&self, by: Operand, times: u64) -> Option<u64> {
        self.product(self.cx.unit.as_int(by)?, times)
    }

    /// What computes a name by an operation.
    fn computed(&self, op: Operand) -> Option<(TreeCode, Operand, Operand)> {
        let def = self.f.names[op.ssa()?].def.expand()?;
        match self.f.stmts[def].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, rhs[0], rhs[1])),
            _ => None,
        }
    }

    /// What a value is without conversions between integers, or between pointers (`strip_casts`).
    fn without_casts(&self, op: Operand) -> Operand {
        let ty = self.cx.unit.type_of(self.f, op);
        let mut at = op;
        for _ in 0..MOST_CASTS {
            match self.computed(at) {
                Some((TreeCode::Nop, from, _))
                    if self.is_alike(ty, self.cx.unit.type_of(self.f, from)) =>
                {
                    at = from;
                }
                _ => break,
            }
        }
        at
    }

    fn is_alike(&self, ty: TypeId, from: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types.is_integral(ty) == types.is_integral(from)
            && types.is_pointer(ty) == types.is_pointer(from)
    }

    /// The same of what an evolution is made of.
    fn expression_without_casts(&mut self, id: ExprId) -> ExprId {
        let ty = self.evolutions.exprs.ty(id);
        let mut at = id;
        while let Some(inner) = self.evolutions.exprs.converted(at) {
            if !self.is_alike(ty, self.evolutions.exprs.ty(inner)) {
                break;
            }
            at = inner;
        }
        match self.evolutions.exprs.operand(at) {
            op @ Operand::Ssa(_) => self.stripped_leaf(op),
            _ => at,
        }
    }

    fn stripped_leaf(&mut self, op: Operand) -> ExprId {
        let op = self.without_casts(op);
        self.scev().leaf(op)
    }

    fn is_invariant(&self, of: LoopId, name: SsaName) -> bool {
        let def = self.f.names[name].def.expand();
        def.is_none_or(|def| !self.f.in_loop(self.f.stmts[def].block, of))
    }

    /// Records `expr * times + offset` as an address of so many bytes (`record_address_fragment`).
    fn record(
        &mut self,
        stmt: StmtId,
        size: u64,
        (expr, times, offset): (Operand, u64, i64),
        into: &mut Addresses,
    ) {
        let of = into.of;
        if expr.ssa().is_none_or(|name| self.is_invariant(of, name)) {
            return;
        }
        let mut terms = vec![new_term(expr, times)];
        let low = self.take_apart(&mut terms, offset);
        let mut base = Operand::None;
        if terms[0].expr.ssa().is_none() && terms[0].times == 1 {
            base = terms.remove(0).expr;
        }
        if terms.is_empty() || terms.iter().any(|term| term.expr.ssa().is_none()) {
            return;
        }
        let high = low.wrapping_add(size as i64);
        terms.sort_by_key(|term| (term.expr.ssa(), term.times));
        let address = Address { stmt, of, base, terms, low, high };
        self.note_at(stmt, |it| {
            let by = if times == 1 { String::new() } else { format!(" * {times}") };
            let sum = it.sum_text(&address);
            format!("recording address fragment {}{by} = {sum}", it.text(expr))
        });
        let terms = address.terms.iter().map(|term| (term.expr, term.times)).collect();
        let places = into.by_terms.entry(terms).or_default();
        let unit = &*self.cx.unit;
        let same = places.iter().find(|&&at| operand_equal(unit, into.list[at].base, base));
        if let Some(&same) = same {
            let known = &mut into.list[same];
            (known.low, known.high) = (known.low.min(low), known.high.max(high));
        } else {
            places.push(into.list.len());
            into.list.push(address);
        }
    }

    /// Takes terms apart as far as their constant parts can be told; the offset they add up to.
    fn take_apart(&self, terms: &mut Vec<Term>, mut offset: i64) -> i64 {
        let mut at = 0;
        while at < terms.len() {
            let times = terms[at].times;
            match self.computed(terms[at].expr) {
                Some((TreeCode::Plus | TreeCode::PointerPlus | TreeCode::Minus, a, b)) => {
                    if let Some(more) = self.cx.unit.as_int(b) {
                        // A guess only, so that it may wrap around.
                        offset = offset.wrapping_add((more as i64).wrapping_mul(times as i64));
                        terms[at].expr = self.without_casts(a);
                    } else if terms.len() < MOST_TERMS {
                        terms[at].expr = self.without_casts(a);
                        terms.push(new_term(self.without_casts(b), times));
                    } else {
                        at += 1;
                    }
                }
                Some((TreeCode::Mult, a, b)) => match self.product_by(b, times) {
                    Some(times) => {
                        (terms[at].expr, terms[at].times) = (self.without_casts(a), times)
                    }
                    None => at += 1,
                },
                Some((TreeCode::Nop, a, _)) => terms[at].expr = self.without_casts(a),
                _ => at += 1,
            }
        }
        offset
    }

    fn sum_text(&self, address: &Address) -> String {
        let mut parts: Vec<String> = Vec::new();
        if address.base.is_some() {
            parts.push(self.text(address.base));
        }
        for term in &address.terms {
            let text = self.text(term.expr);
            parts.push(if term.times == 1 { text } else { format!("{text} * {}", term.times) });
        }
        parts.push(format!("[{}, {}]", address.low, address.high.wrapping_sub(1)));
        parts.join(" + ")
    }

    /// Decides by which stride of an address its loop is to be copied, if by any (`analyze_address_fragment`).
    pub(super) fn choose_stride(&mut self, mut address: Address) {
        self.note_at(address.stmt, |it| {
            format!("analyzing address fragment {}", it.sum_text(&address))
        });
        let mut terms = std::mem::take(&mut address.terms);
        for term in &mut terms {
            let ty = self.cx.unit.type_of(self.f, term.expr);
            if !self.is_product_in_loop(&address, term)
                && !self.grows(&address, term)
                && !self.cx.unit.types.is_pointer(ty)
            {
                self.look_at_other(&address, term);
            }
        }
        let mut likely = terms.iter().filter(|term| term.innermost == Innermost::Likely);
        let chosen = match likely.next() {
            Some(first) if likely.any(|term| term.stride != first.stride) => return,
            Some(first) => Some(first).filter(|term| term.opportunity),
            None => {
                let is_open =
                    |term: &&Term| term.innermost == Innermost::Unknown && term.opportunity;
                let mut open = terms.iter().filter(is_open);
                let first = open.next();
                let others = open.any(|term| first.is_some_and(|it| it.stride != term.stride));
                first.filter(|_| !others)
            }
        };
        let name = chosen.and_then(|term| self.evolutions.exprs.name(term.stride));
        if let Some(name) = name {
            self.want_one(address.stmt, address.of, name);
        }
    }

    /// Whether a term is a product of something that varies in the loop it is computed in and something that does not
    /// (`find_per_loop_multiplication`).
    fn is_product_in_loop(&mut self, address: &Address, term: &mut Term) -> bool {
        let Some((TreeCode::Mult, a, b)) = self.computed(term.expr) else { return false };
        let Some(own) = self.home(term.expr) else { return false };
        let (a, b) = (self.without_casts(a), self.without_casts(b));
        let (Operand::Ssa(x), Operand::Ssa(y)) = (a, b) else { return false };
        let invariant = [x, y].map(|name| self.is_invariant(own, name));
        let (varies, stride) = match invariant {
            [true, false] => (b, a),
            [false, true] => (a, b),
            _ => return false,
        };
        self.note_at(address.stmt, |it| {
            let [whole, varies, stride] = [term.expr, varies, stride].map(|op| it.text(op));
            format!("address term {whole} = varying {varies} * loop-invariant {stride}")
        });
        let stride = self.scev().leaf(stride);
        self.note_stride(address, term, (stride, own));
        true
    }

    /// The loop a name is computed in, if it is in any.
    fn home(&self, op: Operand) -> Option<LoopId> {
        let def = self.f.names[op.ssa()?].def.expand()?;
        Some(self.f.loop_of(self.f.stmts[def].block)).filter(|&of| of != LoopId::ROOT)
    }

    /// Whether a term grows by the same in each iteration of some loop (`analyze_term_using_scevs`).
    fn grows(&mut self, address: &Address, term: &mut Term) -> bool {
        let (Some(own), Some(name)) = (self.home(term.expr), term.expr.ssa()) else { return false };
        let evolution = self.scev().evolution_of(own, name);
        if evolution == ExprId::UNKNOWN {
            return false;
        }
        let evolution = self.expression_without_casts(evolution);
        let Some((around, _, step)) = self.evolutions.exprs.chrec(evolution) else { return false };
        let text = self.scev().text(evolution);
        self.note_at(address.stmt, |it| format!("address term {} = {text}", it.text(term.expr)));
        let mut stride = self.expression_without_casts(step);
        while let Some((TreeCode::Mult, [a, b, _])) = self.evolutions.exprs.operation(stride)
            && let Some(times) = self.product_by(self.evolutions.exprs.operand(b), term.times)
        {
            term.times = times;
            stride = self.expression_without_casts(a);
        }
        while let Some((TreeCode::Mult, a, b)) =
            self.computed(self.evolutions.exprs.operand(stride))
            && let Some(times) = self.product_by(b, term.times)
        {
            term.times = times;
            let def = self.evolutions.exprs.name(stride).map(|name| self.f.names[name].def);
            if let Some(def) = def {
                self.note_at(address.stmt, |it| {
                    let text = tree_ssa::dump_text::stmt(it.cx.unit, it.f, def);
                    format!("looking through {text}")
                });
            }
            stride = self.stripped_leaf(a);
        }
        self.note_stride(address, term, (stride, around));
        true
    }

    /// Notes the stride of a term, which is that of a loop, and whether being 1 would help (`analyze_stride`).
    fn note_stride(
        &mut self,
        address: &Address,
        term: &mut Term,
        (stride, around): (ExprId, LoopId),
    ) {
        term.stride = stride;
        term.innermost = self.how_likely(stride, term.times);
        self.say_how_likely(address, term);
        let size = address.high.wrapping_sub(address.low) as u64;
        let name = self.evolutions.exprs.name(stride);
        if term.times == size
            && address.of == around
            && name.is_some_and(|name| self.is_invariant(around, name))
        {
            term.opportunity = true;
            let text = self.scev().text(stride);
            self.note_at(address.stmt, |_| format!("{text} == 1 is a versioning opportunity"));
        }
    }

    /// Looks at a term that is no opportunity, as it may be what goes along the innermost dimension
    /// (`analyze_arbitrary_term`).
    fn look_at_other(&mut self, address: &Address, term: &mut Term) {
        let (first, second) = match self.computed(term.expr) {
            Some((TreeCode::Mult, a, b)) => (self.without_casts(a), Some(self.without_casts(b))),
            _ => (term.expr, None),
        };
        term.stride = self.scev().leaf(first);
        term.innermost = self.how_likely(term.stride, term.times);
        if let Some(second) = second {
            let other = self.scev().leaf(second);
            let likely = self.how_likely(other, term.times);
            if likely > term.innermost {
                (term.stride, term.innermost) = (other, likely);
            }
        }
        self.say_how_likely(address, term);
    }

    /// How likely a stride, times a constant, is that of the innermost dimension (`get_inner_likelihood`).
    fn how_likely(&self, stride: ExprId, times: u64) -> Innermost {
        let mut values = vec![self.evolutions.exprs.operand(stride)];
        let (mut at, mut unlikely) = (0, false);
        while let Some(&value) = values.get(at) {
            at += 1;
            if value.constant().is_some() {
                if self.product_by(value, times).is_some() {
                    return Innermost::Likely;
                }
                unlikely = true;
                continue;
            }
            let def = value.ssa().and_then(|name| self.f.names[name].def.expand());
            let Some(def) = def else { continue };
            if self.f.is_phi(def) {
                let room = MOST_VALUES.saturating_sub(values.len());
                let arguments = self.f.phi(def).args.iter().take(room);
                let arguments: Vec<Operand> =
                    arguments.map(|argument| self.without_casts(argument.value)).collect();
                values.extend(arguments);
            } else if let StmtKind::Assign { code, rhs, .. } = self.f.stmts[def].kind {
                let loads = code == TreeCode::Single && self.cx.unit.is_memory_operand(rhs[0]);
                unlikely |= !loads;
            }
        }
        if unlikely { Innermost::Unlikely } else { Innermost::Unknown }
    }

    fn say_how_likely(&mut self, address: &Address, term: &Term) {
        let text = self.scev().text(term.stride);
        self.note_at(address.stmt, |_| match term.innermost {
            Innermost::Likely => format!("{text} is likely to be the innermost dimension"),
            Innermost::Unlikely => format!("{text} is probably not the innermost dimension"),
            Innermost::Unknown => format!("cannot tell whether {text} is the innermost dimension"),
        });
    }
}

fn new_term(expr: Operand, times: u64) -> Term {
    Term { expr, times, stride: ExprId::NONE, innermost: Innermost::Unlikely, opportunity: false }
}
