//! Tests of several values against one number: one test of all their bits.
//!
//! ```text
//!   a == 0 && b == 0              (a | b) == 0
//!   a == -1 && b == -1            (a & b) == -1
//!   a <= 15 && b <= 15            (a | b) <= 15, without sign
//!   a < 0 && b < 0 && c >= 0      (~c & a & b) < 0
//! ```

use super::{Reassoc, Test, Tests};
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use std::collections::BTreeMap;
use tree_ssa::ssa::out_of_ssa::is_undefined;

/// What a value is tested for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Zero,
    AllOnes,
    /// For being below a power of two.
    Below,
    /// For its sign.
    Sign,
}

/// Tests that become one: the others in the order in which they are joined, and the one in whose place that is asked.
struct Group {
    others: Vec<usize>,
    last: usize,
    /// How many of the first are to be inverted or converted when they are joined.
    different: usize,
    /// The type these have.
    their_type: Option<TypeId>,
}

impl Reassoc<'_, '_> {
    /// Joins tests of several values against the same number (`optimize_range_tests_cmp_bitwise`).
    pub fn join_bitwise(&mut self, tests: &mut Tests) -> bool {
        let mut classes: BTreeMap<(u32, Class), Vec<usize>> = BTreeMap::new();
        for at in (tests.first..tests.tests.len()).rev() {
            if let Some(class) = self.class_of(tests.tests[at]) {
                let bits = self.cx.unit.types.precision(self.exprs.ty(tests.tests[at].exp));
                classes.entry((bits.unwrap_or(0), class)).or_default().push(at);
            }
        }
        let mut changed = false;
        for ((_, class), members) in classes {
            // Those below the same number are together, the last of all first.
            let mut groups: Vec<(Option<i128>, Vec<usize>)> = Vec::new();
            for at in members {
                let high = tests.tests[at].range.high.filter(|_| class == Class::Below);
                // There are no more powers of two than bits.
                match groups.iter_mut().find(|(other, _)| *other == high) {
                    Some((_, group)) => group.push(at),
                    None => groups.push((high, vec![at])),
                }
            }
            for (_, members) in groups.into_iter().filter(|(_, members)| members.len() > 1) {
                changed |= self.join_class(tests, class, &members);
            }
        }
        changed
    }

    fn class_of(&self, test: Test) -> Option<Class> {
        let name = self.exprs.name(test.exp)?;
        let ty = self.f.names[name].ty;
        let domain = self.domain(ty).filter(|domain| domain.bits > 1)?;
        // A value that is not there may be asked for only where the program does.
        if self.is_bool(ty) || is_undefined(self.cx.unit, self.f, name) {
            return None;
        }
        let ones = domain.wrap(-1);
        let range = test.range;
        match (range.low, range.high) {
            (Some(low), Some(high)) if range.inside && low == high => match low {
                0 => Some(Class::Zero),
                low if low == ones => Some(Class::AllOnes),
                _ => None,
            },
            (low, Some(high)) if range.inside => {
                let open = low.is_none() && domain.unsigned;
                let power = high > 0 && high & (high + 1) == 0 && high != ones;
                (power && (open || low == Some(0))).then_some(Class::Below)
            }
            // This would be in the way of what looks at ranges, so that it is done late.
            (Some(0), None) if !self.early && !domain.unsigned => Some(Class::Sign),
            _ => None,
        }
    }

    /// Joins tests of a class, of which the last is given first.
    fn join_class(&mut self, tests: &mut Tests, class: Class, members: &[usize]) -> bool {
        let name = |this: &Self, at: usize| this.exprs.name(tests.tests[at].exp);
        let mut last = members[0];
        for &at in &members[1..] {
            if let (Some(a), Some(b)) = (name(self, last), name(self, at))
                && self.is_known_at(a, b)
            {
                last = at;
            }
        }
        if self.is_parameter(tests.term(last).op) {
            return false;
        }
        let group = self.group(tests, class, members, last);
        if group.others.is_empty() {
            return false;
        }
        let mut stmts = Vec::new();
        let Some(all) = self.combined(tests, class, &group, &mut stmts) else { return false };
        let exp = self.folder().leaf(all);
        let range = tests.tests[last].range;
        self.replace(tests, last, &group.others, (exp, range), stmts)
    }

    /// Whether a name is known where another is defined.
    fn is_known_at(&self, a: SsaName, b: SsaName) -> bool {
        match (self.f.names[a].def.expand(), self.f.names[b].def.expand()) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => self.places.dominates(self.f, a, b),
        }
    }

    /// In which order tests are joined: those of another type, or of values that are to be inverted, first.
    fn group(&self, tests: &Tests, class: Class, members: &[usize], last: usize) -> Group {
        let ty = |at: usize| self.exprs.ty(tests.tests[at].exp);
        let alike = |a: TypeId, b: TypeId| useless_type_conversion(self.cx.unit, a, b);
        let wanted = ty(last);
        let mut their_type = None;
        let mut others: Vec<usize> = Vec::new();
        let side = tests.tests[last].range.inside;
        if class == Class::Sign {
            let same_type = || members.iter().copied().filter(|&at| alike(wanted, ty(at)));
            others.extend(same_type().filter(|&at| tests.tests[at].range.inside != side));
            let different = others.len();
            let rest = same_type().filter(|&at| tests.tests[at].range.inside == side);
            others.extend(rest.filter(|&at| at != last));
            return Group { others, last, different, their_type: Some(wanted) };
        }
        for &at in members {
            if at == last || alike(wanted, ty(at)) {
                continue;
            }
            if alike(*their_type.get_or_insert(ty(at)), ty(at)) {
                others.push(at);
            }
        }
        let different = others.len();
        let is_first = |at: usize| {
            !alike(wanted, ty(at)) && their_type.is_none_or(|their| alike(their, ty(at)))
        };
        others.extend(members.iter().copied().filter(|&at| at != last && !is_first(at)));
        Group { others, last, different, their_type }
    }

    /// Computes what the values of a group have in common.
    fn combined(
        &mut self,
        tests: &Tests,
        class: Class,
        group: &Group,
        stmts: &mut Vec<StmtId>,
    ) -> Option<Operand> {
        let wanted = self.exprs.ty(tests.tests[group.last].exp);
        let mut all = Operand::None;
        for (index, &at) in group.others.iter().chain([&group.last]).enumerate() {
            let Test { exp, range, .. } = tests.tests[at];
            let mut value = self.exprs.operand(exp);
            if index == 0 {
                all = value;
                continue;
            }
            let code = if class == Class::Sign { TreeCode::BitNot } else { TreeCode::Nop };
            if index == group.different {
                all = self.compute(wanted, code, [all, Operand::None, Operand::None], stmts);
            }
            let late = index >= group.different;
            let of = self.exprs.ty(exp);
            if late && !useless_type_conversion(self.cx.unit, wanted, of) {
                let rhs = [value, Operand::None, Operand::None];
                value = self.compute(wanted, TreeCode::Nop, rhs, stmts);
            }
            let code = match class {
                Class::Sign if range.inside => TreeCode::BitIor,
                Class::Sign | Class::AllOnes => TreeCode::BitAnd,
                Class::Zero | Class::Below => TreeCode::BitIor,
            };
            let ty = if late { wanted } else { group.their_type? };
            all = self.compute(ty, code, [all, value, Operand::None], stmts);
        }
        Some(all)
    }
}
