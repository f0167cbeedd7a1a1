//! The dump: what was found, what it costs, and what was chosen.

use super::choose::{Set, kind_text};
use super::{Candidate, Iv, Needs, Position, Price, Work};
use dumps::DumpFlags;
use dumps::{put, putln};
use gimple::print::type_text;
use gimple::ssa::SsaName;
use std::fmt::{Display, Write};
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Scev, Show};
use tree_ssa::dump_text;
use tree_ssa::graph::natural_loops;

/// Numbers with a comma between any two.
fn listed(numbers: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    words.join(", ")
}

impl Work {
    pub(super) fn say_loop(&mut self, s: &mut Scev<'_, '_>) {
        if !s.dump.details() {
            return;
        }
        let exit = s.single_exit(self.of);
        if let Some(loops) = &s.f.loops {
            natural_loops::dump_loop(s.f, loops, self.of, s.dump);
        }
        let place = self.place(s);
        putln!(s.dump, "Processing loop {}{place}", self.of);
        if let Some(exit) = exit {
            let (src, dst) = (s.f.edges[exit].src.0, s.f.edges[exit].dst.0);
            let test = s.f.last_stmt(s.f.edges[exit].src).map(|last| s.statement_line(last));
            let test = test.unwrap_or_default();
            putln!(s.dump, "  single exit {src} -> {dst}, exit condition {test}\n");
        }
        putln!(s.dump);
        let Some(exit) = exit else { return };
        if let Some(niter) = self.niter(s, exit) {
            let mut text = format!("  number of iterations {}", s.text(niter.count));
            if s.unit.as_int(s.state.exprs.operand(niter.may_be_zero)) != Some(0) {
                text += &format!("; zero if {}", s.text(niter.may_be_zero));
            }
            putln!(s.dump, "{text}");
        }
    }

    /// ` at FILE:LINE`, where the loop is known to be.
    fn place(&self, s: &Scev<'_, '_>) -> String {
        let at = natural_loops::location(s.f, self.of);
        if at.is_unknown() {
            return String::new();
        }
        let at = s.unit.diagnostics.sources.position(at);
        format!(" at {}:{}", at.file, at.line)
    }

    pub(super) fn say_uses(&self, s: &mut Scev<'_, '_>) {
        if !s.dump.details() {
            return;
        }
        let mut text = "\n<Induction Vars>:\n".to_owned();
        for (&name, iv) in &self.ivs {
            text += "IV struct:\n";
            iv_text(s, iv, Some(name), "  ", &mut text);
        }
        text += "\n<IV Groups>:\n";
        for (number, group) in self.groups.iter().enumerate() {
            text += &format!("Group {number}:\n  Type:\t{}\n", kind_text(group.kind));
            for (index, single) in group.uses.iter().enumerate() {
                let stmt = s.statement_line(single.stmt);
                let shown = group.kind != super::Kind::Generic;
                let what = dump_text::operand(s.unit, s.f, single.what);
                let what = if shown { what } else { String::new() };
                text += &format!(
                    "  Use {number}.{index}:\n    At stmt:\t{stmt}\n    At pos:\t{what}\n    IV struct:\n"
                );
                iv_text(s, &single.iv, None, "      ", &mut text);
            }
        }
        text += "\nPredict doloop failure due to target specific checks.\n";
        put!(s.dump, "{text}");
    }

    pub(super) fn say_candidates(&self, s: &mut Scev<'_, '_>) {
        if !s.dump.details() {
            return;
        }
        let mut text = String::new();
        for (number, candidate) in self.candidates.iter().enumerate() {
            let name = format!("ivtmp.{}", candidate.number);
            let names = [name.clone(), name];
            let names = candidate.names.is_none().then_some(names);
            candidate_text(s, number, candidate, names, &mut text);
        }
        let important = self.candidates.iter().enumerate().filter(|it| it.1.important);
        text += "\n<Important Candidates>:\t";
        for (number, _) in important {
            text += &format!(" {number},");
        }
        text += "\n\n<Group, Cand> Related:\n";
        for (number, group) in self.groups.iter().enumerate() {
            text += &format!("  Group {number}:\t{}\n", listed(&group.related));
        }
        putln!(s.dump, "{text}");
    }

    pub(super) fn say_costs(&self, s: &mut Scev<'_, '_>) {
        if !s.dump.details() {
            return;
        }
        let mut text = "<Candidate Costs>:\n  cand\tcost\n".to_owned();
        for (number, candidate) in self.candidates.iter().enumerate() {
            text += &format!("  {number}\t{}\n", candidate.cost);
        }
        text += "\n\n<Invariant Vars>:\n";
        for (&name, &(number, needed)) in &self.invariants.names {
            let name = dump_text::name(s.unit, s.f, name);
            let note = if needed { "" } else { "\t(eliminable)" };
            text += &format!("Inv {number}:\t{name}{note}\n");
        }
        text += "\n<Invariant Expressions>:\n";
        let mut expressions: Vec<(u32, ExprId)> =
            self.expressions.iter().map(|(&id, &number)| (number, id)).collect();
        expressions.sort_unstable();
        for (number, id) in expressions {
            text += &format!("inv_expr {number}: \t{}\n", s.text(id));
        }
        text += "\n<Group-candidate Costs>:\n";
        for (number, ways) in self.ways.iter().enumerate() {
            text += &format!("Group {number}:\n  cand\tcost\tcompl.\tinv.expr.\tinv.vars\n");
            for (candidate, way) in ways {
                let Price { cost, complexity } = way.price;
                let Needs { variables, expressions } = &way.needs;
                let nil = || "NIL".to_owned();
                let expressions = Some(listed(expressions)).filter(|it| !it.is_empty());
                let variables = Some(listed(variables)).filter(|it| !it.is_empty());
                text += &format!(
                    "  {candidate}\t{cost}\t{complexity}\t{};\t{}\n",
                    expressions.unwrap_or_else(nil),
                    variables.unwrap_or_else(|| nil() + ";")
                );
            }
            text += "\n";
        }
        putln!(s.dump, "{text}");
        self.say_registers(s);
    }

    fn say_registers(&self, s: &mut Scev<'_, '_>) {
        let of = s.unit.target.registers;
        let mut text = format!(
            "<Global Costs>:\n  target_avail_regs {}\n  target_clobbered_regs {}\n  target_reg_cost {}\n  \
             target_spill_cost {}\n  regs_used {}\n  cost for size:\n  ivs\tcost\n",
            of.available, of.clobbered, of.cost, of.spill_cost, self.registers
        );
        for count in 0..=2 * of.available as usize {
            text += &format!("  {count}\t{}\n", self.pressure(of, 0, count));
        }
        putln!(s.dump, "{text}");
    }

    pub(super) fn say_set(&self, s: &mut Scev<'_, '_>, title: &str, set: &Set<'_>) {
        if !s.dump.details() {
            return;
        }
        let Some(Price { cost, complexity }) = set.price() else { return };
        let mut text = format!("{title}:\n  cost: {cost} (complexity {complexity})\n");
        text += &format!("  reg_cost: {}\n", set.register_cost());
        text += &format!("  cand_cost: {}\n", set.candidate_cost);
        let Price { cost, complexity } = set.use_price;
        text += &format!("  cand_group_cost: {cost} (complexity {complexity})\n");
        text += &format!("  candidates: {}\n", listed(set.candidates()));
        for (number, candidate) in set.of_group.iter().enumerate() {
            if let Some(candidate) = *candidate
                && let Some(way) = self.way(number, candidate)
            {
                let Price { cost, complexity } = way.price;
                text += &format!(
                    "   group:{number} --> iv_cand:{candidate}, cost=({cost},{complexity})\n"
                );
            }
        }
        let (variables, expressions) = set.needed();
        text += &format!("  invariant variables: {}\n", listed(variables));
        text += &format!("  invariant expressions: {}\n", listed(expressions));
        putln!(s.dump, "{text}");
    }

    pub(super) fn say_failed(&self, s: &mut Scev<'_, '_>) {
        if s.dump.details() {
            putln!(s.dump, "Unable to substitute for ivs, failed.");
        }
    }

    pub(super) fn say_finals(
        &self,
        s: &mut Scev<'_, '_>,
        with: Option<Price>,
        without: Option<Price>,
    ) {
        if !s.dump.details() || with.is_none() && without.is_none() {
            return;
        }
        let infinite = Price { cost: 1_000_000_000, complexity: 0 };
        let [with, without] = [with, without].map(|price| price.unwrap_or(infinite));
        putln!(
            s.dump,
            "Original cost {} (complexity {})\n\nFinal cost {} (complexity {})\n",
            with.cost,
            with.complexity,
            without.cost,
            without.complexity
        );
    }

    /// The candidates chosen, with the names they have got.
    pub(super) fn say_chosen(&self, s: &mut Scev<'_, '_>, names: &[(usize, (SsaName, SsaName))]) {
        if !s.dump.details() {
            return;
        }
        let mut text = format!(
            "Selected IV set for loop {}{}, {} avg niters, {} IVs:\n",
            self.of,
            self.place(s),
            self.rounds,
            names.len()
        );
        for &(number, (before, after)) in names {
            let names = [before, after].map(|name| dump_text::name(s.unit, s.f, name));
            candidate_text(s, number, &self.candidates[number], Some(names), &mut text);
        }
        putln!(s.dump, "{text}");
    }
}

fn candidate_text(
    s: &Scev<'_, '_>,
    number: usize,
    candidate: &Candidate,
    names: Option<[String; 2]>,
    text: &mut String,
) {
    *text += &format!("Candidate {number}:\n");
    let Needs { variables, expressions } = &candidate.needs;
    if !variables.is_empty() {
        *text += &format!("  Depend on inv.vars: {}\n", listed(variables));
    }
    if !expressions.is_empty() {
        *text += &format!("  Depend on inv.exprs: {}\n", listed(expressions));
    }
    if let Some([before, after]) = names {
        *text += &format!("  Var befor: {before}\n  Var after: {after}\n");
    }
    let position = match candidate.position {
        Position::BeforeTest(_) => "before exit test",
        Position::End(_) => "at end",
        Position::Original(_) => "orig biv",
    };
    *text += &format!("  Incr POS: {position}\n  IV struct:\n");
    iv_text(s, &candidate.iv, None, "    ", text);
}

fn iv_text(s: &Scev<'_, '_>, iv: &Iv, name: Option<SsaName>, indent: &str, text: &mut String) {
    let show = Show { unit: s.unit, f: s.f, exprs: &s.state.exprs };
    if let Some(name) = name {
        *text += &format!("{indent}SSA_NAME:\t{}\n", dump_text::name(s.unit, s.f, name));
    }
    let ty = type_text(s.unit, iv.ty, DumpFlags::NONE);
    let (base, step) = (show.text(iv.base), show.text(iv.step));
    *text += &format!("{indent}Type:\t{ty}\n{indent}Base:\t{base}\n{indent}Step:\t{step}\n");
    if let Some(object) = iv.object {
        *text += &format!("{indent}Object:\t(void *) {}\n", show.text(object));
    }
    let biv = if iv.biv { "Y" } else { "N" };
    let overflow = if iv.no_overflow { "No-overflow" } else { "Overflow" };
    *text += &format!("{indent}Biv:\t{biv}\n{indent}Overflowness wrto loop niter:\t{overflow}\n");
}
