//! The solver against a naive fixed point, on random constraints.

use super::constraints::{Constraint, Expr, Form, UNKNOWN, initial};
use super::graph::Graph;
use super::variables::{
    Called, ESCAPED, INTEGER, NO_VARIABLE, NONLOCAL, NULL, Variables, var_flag,
};
use super::{equivalence, solve};
use gimple::decl::DeclId;
use proptest::prelude::*;
use std::collections::BTreeSet;

type Sets = Vec<BTreeSet<u32>>;

/// What is to be tried: which variables are fields of one, which are global, and constraints over their numbers.
#[derive(Clone, Debug)]
struct Problem {
    fields: Vec<bool>,
    global: Vec<bool>,
    constraints: Vec<(u8, u8, u8, u8)>,
}

fn problems() -> impl Strategy<Value = Problem> {
    let count = 10;
    let constraint = (0u8..12, 0u8..count, 0u8..count, 0u8..6);
    let flags = || proptest::collection::vec(any::<bool>(), usize::from(count));
    (flags(), flags(), proptest::collection::vec(constraint, 0..40))
        .prop_map(|(fields, global, constraints)| Problem { fields, global, constraints })
}

impl Problem {
    fn variables(&self) -> Variables {
        let mut vars = Variables::with_special_ones(0);
        let may = var_flag::MAY_HAVE_POINTERS;
        for (index, &field) in self.fields.iter().enumerate() {
            let global = if self.global[index] { var_flag::GLOBAL } else { 0 };
            let number = vars.len();
            let name = Called::Decl(DeclId(index as u32));
            if index % 3 != 0 && field && !vars[number - 1].has(var_flag::FULL) {
                let flags = vars[number - 1].flags;
                vars.add(name, DeclId::NONE, flags, 64);
                vars[number - 1].next = number;
                vars[number].head = vars[number - 1].head;
                vars[number].offset = vars[number - 1].offset + 64;
                continue;
            }
            let next_is_field =
                index % 3 != 2 && self.fields.get(index + 1).is_some_and(|&next| next);
            let full = if next_is_field { 0 } else { var_flag::FULL };
            vars.add(name, DeclId::NONE, may | global | full, 64);
        }
        vars
    }

    fn constraints(&self) -> Vec<Constraint> {
        let offsets = [0, 0, 0, 64, -64, UNKNOWN];
        let one = |&(kind, to, from, offset): &(u8, u8, u8, u8)| {
            let (to, from) = (INTEGER + 1 + u32::from(to), INTEGER + 1 + u32::from(from));
            let offset = offsets[usize::from(offset)];
            let (lhs, rhs) = match kind {
                0..4 => (Expr::scalar(to), Expr::address(from)),
                4..6 => (Expr::scalar(to), Expr::scalar(from)),
                6..8 => (Expr::scalar(to), Expr { offset, ..Expr::scalar(from) }),
                8..10 => (Expr::scalar(to), Expr::deref(from, offset)),
                _ => (Expr::deref(to, offset), Expr::scalar(from)),
            };
            Constraint { lhs, rhs }
        };
        self.constraints.iter().map(one).collect()
    }
}

/// The objects that a pointer to `object` moved by `offset` points to.
fn moved(vars: &Variables, object: u32, offset: i64) -> Vec<u32> {
    match offset {
        UNKNOWN if !vars[object].has(var_flag::FULL) => vars.from(vars[object].head).collect(),
        UNKNOWN => vec![object],
        _ => vars.shifted(object, offset).collect(),
    }
}

fn naive(vars: &Variables, constraints: &[Constraint]) -> Sets {
    let mut sets: Sets = vec![BTreeSet::new(); vars.len() as usize];
    loop {
        let before = sets.clone();
        for Constraint { lhs, rhs } in constraints {
            let pointees = |sets: &Sets, side: &Expr| -> Vec<u32> {
                let of = sets[side.var as usize].clone();
                of.into_iter().flat_map(|object| moved(vars, object, side.offset)).collect()
            };
            let value: BTreeSet<u32> = match rhs.form {
                Form::Address => [rhs.var].into(),
                Form::Scalar if rhs.offset == 0 => sets[rhs.var as usize].clone(),
                Form::Scalar => pointees(&sets, rhs).into_iter().collect(),
                Form::Deref => {
                    let objects = pointees(&sets, rhs);
                    objects.iter().flat_map(|&object| sets[object as usize].clone()).collect()
                }
            };
            let targets = match lhs.form {
                Form::Deref => pointees(&sets, lhs),
                _ => vec![lhs.var],
            };
            for target in targets {
                if lhs.form == Form::Deref && vars[target].has(var_flag::GLOBAL) {
                    sets[ESCAPED as usize].extend(&value);
                }
                if lhs.form != Form::Deref || !vars[target].has(var_flag::SPECIAL) {
                    sets[target as usize].extend(&value);
                }
            }
        }
        if sets == before {
            return sets;
        }
    }
}

fn solved(vars: &Variables, constraints: &[Constraint]) -> Sets {
    let equal = equivalence::find(vars, constraints);
    let mut graph = Graph::new(vars, constraints, &equal);
    solve::solve(vars, &mut graph);
    (0..vars.len()).map(|var| graph.sets[graph.found(var) as usize].iter().collect()).collect()
}

/// Sets with what has escaped in place of its placeholder.
fn meaning(sets: &Sets) -> Sets {
    let escaped = &sets[ESCAPED as usize];
    let of = |set: &BTreeSet<u32>| {
        let all = if set.contains(&ESCAPED) {
            set.union(escaped).copied().collect()
        } else {
            set.clone()
        };
        all.into_iter().filter(|&object| object != ESCAPED).collect()
    };
    sets.iter().map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Sets hold what they have to; without dereferences they hold nothing else.
    #[test]
    fn sets_within_the_function(mut problem in problems()) {
        problem.global.fill(false);
        let (vars, constraints) = (problem.variables(), problem.constraints());
        let (expected, found) = (naive(&vars, &constraints), solved(&vars, &constraints));
        for (var, set) in expected.iter().enumerate() {
            prop_assert!(set.is_subset(&found[var]), "{var}: {set:?}, found {:?}", found[var]);
        }
        if problem.constraints.iter().all(|constraint| constraint.0 < 8) {
            prop_assert_eq!(expected, found);
        }
    }

    /// With the outside world they do, too.
    #[test]
    fn sufficient_sets(problem in problems()) {
        let vars = problem.variables();
        let mut constraints: Vec<Constraint> = initial().collect();
        constraints.extend(problem.constraints());
        let first = INTEGER + 1;
        constraints.push(Constraint { lhs: Expr::scalar(first), rhs: Expr::address(NONLOCAL) });
        constraints.push(Constraint { lhs: Expr::scalar(first + 1), rhs: Expr::address(NULL) });
        constraints.push(Constraint { lhs: Expr::scalar(ESCAPED), rhs: Expr::scalar(first + 2) });
        let (expected, found) = (naive(&vars, &constraints), solved(&vars, &constraints));
        let (expected, found) = (meaning(&expected), meaning(&found));
        for (var, set) in expected.iter().enumerate().skip(NO_VARIABLE as usize + 1) {
            prop_assert!(set.is_subset(&found[var]), "{var}: {set:?}, found {:?}", found[var]);
        }
    }
}
