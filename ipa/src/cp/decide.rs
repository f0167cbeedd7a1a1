//! Which copies are made: what each saves and takes, and which calls become calls of it.
//!
//! ```text
//!   all calls of a local f pass 7:     f.constprop.0, which has 7 for a, is called instead; f goes
//!   a loop calls f (7), others f (n):  f.constprop.0 if what that saves is worth its size (-fipa-cp-clone)
//! ```

use super::Propagation;
use super::graph::{EdgeId, Indirect, Node, NodeId};
use super::jump::{Jump, Passed};
use super::lattice::{Source, ValueId};
use super::propagate::result;
use crate::inline;
use crate::predicate::NOT_INLINED;
use crate::summary::{ALWAYS, Argument, Arguments, Estimate, Passed as Known};
use crate::version;
use gimple::debug_counter::Counter;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::operand_equal::operand_equal;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use tree_ssa::effects::size::move_size;
use tree_ssa::fold::gimple_fold::memory_constant;
use tree_ssa::profile::sreal::Sreal;

/// What copies are thought less of, in percent: of functions in cycles of calls, and of those that alone call a function once
/// (`ipa-cp-recursion-penalty`, `ipa-cp-single-call-penalty`).
const RECURSION_PENALTY: i64 = 40;
const SINGLE_CALL_PENALTY: i64 = 15;
/// What it is worth that the number of iterations of a loop becomes known (`ipa-cp-loop-hint-bonus`).
const LOOP_BONUS: i64 = 64;

/// The calls that bring a value.
#[derive(Default)]
struct Bringing {
    edges: Vec<EdgeId>,
    frequency: Sreal,
}

impl Propagation<'_> {
    /// What is known of the parameters of a function in any case, and what passing those takes that need not be passed.
    fn independent(&self, cx: &PassContext<'_>, node: NodeId) -> (Vec<Operand>, i64) {
        let (mut known, mut cost) = (Vec::new(), 0);
        for (index, param) in self.graph.nodes[node].params.iter().enumerate() {
            let constant = self.graph.constant_of(node, index as u32);
            if constant.is_some() || !param.is_used {
                cost += move_size(cx.unit, param.ty);
            }
            known.push(constant.unwrap_or(Operand::None));
        }
        (known, cost)
    }

    /// What a copy takes that has constants for its parameters, and what else that is worth.
    fn estimate(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        known: &[Operand],
    ) -> (Estimate, i64) {
        let options = self.options(cx, node);
        let summary = self.graph.summary(cx.unit, options, self.functions, node);
        let arg = |&constant: &Operand| match constant {
            Operand::None => Argument { passed: Known::Unknown, change: ALWAYS },
            _ => Argument { passed: Known::Constant(constant), change: 0 },
        };
        let args: Arguments = known.iter().map(arg).collect();
        let mut possible = summary.possible_for(cx.unit, &args, (&None, &None));
        possible.executed |= NOT_INLINED;
        possible.changed |= NOT_INLINED;
        let estimate = summary.estimate(possible, &args);
        let mut bonus = self.bonus_of_calls(cx, node, known);
        let often = summary.known_loops(possible);
        if summary.knows_iterations(possible) {
            bonus += LOOP_BONUS + (often * Sreal::from(LOOP_BONUS)).floor();
        }
        self.say_details(cx, |p, unit| {
            let name = p.graph.name(unit, node);
            let (size, time) = (estimate.size, estimate.time.to_f64());
            let (general, often) = (estimate.general_time.to_f64(), often.to_f64());
            format!(
                "   Estimating body: {name}\n   size:{size} time:{time:.6} nonspec time:{general:.6} \
                 loops with known iterations:{often:.6} known strides:0.000000\n"
            )
        });
        (estimate, bonus)
    }

    /// The function that a call through a parameter calls, where that is a constant.
    fn target(
        &self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        call: &Indirect,
        known: &[Operand],
    ) -> Option<DeclId> {
        let constant = known.get(call.param as usize).copied().filter(|it| it.is_some())?;
        let pointer = match call.loaded {
            None => constant,
            Some((reference, through)) => {
                let f = &self.functions[self.graph.nodes[node].function as usize];
                let mut known = |name: SsaName| (name == through).then_some(constant);
                let reference = cx.unit.replace_ssa(reference, &mut known);
                memory_constant(cx.unit, f, reference)?
            }
        };
        let function = cx.unit.addressed(pointer)?.decl()?;
        (cx.unit.decls[function].kind == DeclKind::Function).then_some(function)
    }

    /// What it is worth that functions called through parameters become known (`devirtualization_time_bonus`).
    fn bonus_of_calls(&mut self, cx: &mut PassContext<'_>, node: NodeId, known: &[Operand]) -> i64 {
        let mut bonus = 0;
        for call in self.graph.nodes[node].indirect.clone() {
            let Some(decl) = self.target(cx, node, &call, known) else { continue };
            bonus += 1;
            let Some(&callee) = self.by_decl.get(&decl) else { continue };
            let f = &self.functions[self.graph.nodes[callee].function as usize];
            if !inline::is_copyable(cx.unit, f) {
                continue;
            }
            let declared = cx.unit.decls[decl].has(flag::INLINE);
            let options = self.options(cx, callee);
            let limit = inline::size_limit(options, false);
            let size = self.graph.summary(cx.unit, options, self.functions, callee).size;
            bonus += match size {
                _ if size <= limit / 4 => 31,
                _ if size <= limit / 2 => 15,
                _ if size <= limit || declared => 7,
                _ => 0,
            };
        }
        bonus
    }

    /// What copies of a function would save and take, for what is known of it in any case and for each constant
    /// (`estimate_local_effects`).
    pub fn estimate_effects(&mut self, cx: &mut PassContext<'_>, node: NodeId) {
        let data = &self.graph.nodes[node];
        if data.params.is_empty() || !data.is_versionable {
            return;
        }
        self.say_details(cx, |p, unit| {
            format!("\nEstimating effects for {}.\n", p.graph.name(unit, node))
        });
        let (mut known, removable) = self.independent(cx, node);
        let fixed = version::has_fixed_signature(cx.unit, self.graph.nodes[node].decl);
        let calls = self.bonus_of_calls(cx, node, &known);
        let any = known.iter().any(|it| it.is_some());
        if any || calls != 0 || removable != 0 && !fixed {
            self.estimate_for_all(cx, node, &known, removable);
        }
        for index in 0..known.len() {
            let lattice = &self.graph.nodes[node].params[index].lattice;
            if lattice.bottom || known[index].is_some() {
                continue;
            }
            for value in lattice.values.clone() {
                known[index] = self.graph.values[value].constant;
                self.estimate_value(cx, node, (&known, index), removable, value);
            }
            known[index] = Operand::None;
        }
    }

    fn estimate_for_all(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        known: &[Operand],
        removable: i64,
    ) {
        let local = self.graph.nodes[node].is_local;
        if local && !cx.dump.enabled() {
            self.graph.nodes[node].wants_copy = true;
            return;
        }
        let callers = self.graph.callers(node);
        let (estimate, bonus) = self.estimate(cx, node, known);
        let saved = estimate.general_time - estimate.time + Sreal::from(bonus + removable);
        let size = estimate.size - callers.len() as i64 * removable;
        self.say(cx, |_, _| {
            format!(
                " - context independent values, size: {size}, time_benefit: {:.6}\n",
                saved.to_f64()
            )
        });
        if size <= 0 || local {
            self.graph.nodes[node].wants_copy = true;
            self.say(cx, |_, _| {
                "     Decided to specialize for all known contexts, code not going to grow.\n"
                    .into()
            });
            return;
        }
        let frequency = callers.iter().fold(Sreal::ZERO, |sum, &e| sum + self.graph.frequency(e));
        if !self.is_worth_it(cx, node, saved, frequency, size) {
            self.say_details(cx, |_, _| {
                "   Not cloning for all contexts because !good_cloning_opportunity_p.\n".into()
            });
        } else if size + self.graph.size <= self.most_size() {
            self.graph.nodes[node].wants_copy = true;
            self.graph.size += size;
            self.say(cx, |p, _| {
                format!(
                    "     Decided to specialize for all known contexts, growth (to {}) deemed beneficial.\n",
                    p.graph.size
                )
            });
        }
    }

    fn estimate_value(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        (known, index): (&[Operand], usize),
        removable: i64,
        value: ValueId,
    ) {
        if !self.graph.nodes[node].may_be_cloned && !cx.dump.details() {
            return;
        }
        let (estimate, bonus) = self.estimate(cx, node, known);
        let moved = move_size(cx.unit, self.graph.nodes[node].params[index].ty);
        let saved = estimate.general_time - estimate.time + Sreal::from(bonus + removable + moved);
        let size = estimate.size.max(1);
        self.graph.values[value].local = (saved, size);
        self.say_details(cx, |p, unit| {
            let constant = p.constant_text(unit, node, p.graph.values[value].constant);
            let param = p.param_text(unit, node, index);
            let saved = super::report::general(saved.to_f64());
            format!(" - estimates for value {constant} for {param}: time_benefit: {saved}, size: {size}\n")
        });
    }

    fn most_size(&self) -> i64 {
        let size = self.graph.original_size.max(self.limits.large_unit);
        size + size * self.limits.growth / 100 + 1
    }

    /// Whether a copy saves enough for its size (`good_cloning_opportunity_p`).
    fn is_worth_it(
        &self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        saved: Sreal,
        frequency: Sreal,
        size: i64,
    ) -> bool {
        let data = &self.graph.nodes[node];
        if saved == Sreal::ZERO || !data.may_be_cloned || size <= 0 {
            return false;
        }
        let mut worth = saved * frequency / Sreal::from(size);
        let less = |worth: Sreal, by: i64| worth * Sreal::from(100 - by) / Sreal::from(100);
        if data.is_in_cycle && !data.calls_only_itself {
            worth = less(worth, RECURSION_PENALTY);
        }
        if data.calls_single {
            worth = less(worth, SINGLE_CALL_PENALTY);
        }
        let worth = worth * Sreal::from(1000);
        let threshold = self.limits.threshold;
        self.say_details(cx, |_, _| {
            let cycle = match (data.is_in_cycle, data.calls_only_itself) {
                (true, true) => ", self_scc",
                (true, false) => ", scc",
                _ => "",
            };
            let single = if data.calls_single { ", single_call" } else { "" };
            let (saved, often) = (saved.to_f64(), frequency.to_f64());
            let general = super::report::general;
            format!(
                "     good_cloning_opportunity_p (time: {}, size: {size}, freq_sum: {}{cycle}{single}) \
                 -> evaluation: {:.2}, threshold: {threshold}\n",
                general(saved),
                general(often),
                worth.to_f64()
            )
        });
        worth.floor() >= threshold
    }

    /// Decides about all functions, callers first.
    pub fn decide(&mut self, cx: &mut PassContext<'_>) {
        self.say(cx, |_, _| "\nIPA decision stage:\n\n".into());
        for members in self.graph.order.clone() {
            let (mut changed, mut again) = (false, true);
            while std::mem::take(&mut again) {
                for &node in &members {
                    let data = &self.graph.nodes[node];
                    if data.is_versionable && !data.params.is_empty() {
                        again |= self.decide_about(cx, node);
                    }
                }
                changed |= again;
            }
            if changed {
                self.note_dead(cx, &members);
            }
        }
    }

    fn decide_about(&mut self, cx: &mut PassContext<'_>, node: NodeId) -> bool {
        self.say_details(cx, |p, unit| {
            format!("\nEvaluating opportunities for {}.\n", p.graph.name(unit, node))
        });
        let (known, _) = self.independent(cx, node);
        let mut made = false;
        for index in 0..known.len() {
            let param = &self.graph.nodes[node].params[index];
            if param.lattice.bottom || known[index].is_some() {
                continue;
            }
            let range = param.range.range.clone().filter(|range| !range.is_empty());
            for value in param.lattice.values.clone() {
                let number = cx.unit.as_int(self.graph.values[value].constant);
                let outside = |range: &tree_ssa::analyses::ranges::Range| {
                    !range.kind().pointer && number.is_some_and(|it| !range.contains(it))
                };
                if !range.as_ref().is_some_and(outside) {
                    made |= self.decide_about_value(cx, node, (&known, index), value);
                }
            }
        }
        if !std::mem::take(&mut self.graph.nodes[node].wants_copy)
            || !cx.dbg_cnt(Counter::IpaCpValues)
        {
            return made;
        }
        let callers = self.graph.callers(node);
        let alive = |edge: &EdgeId| !self.caller(*edge).is_dead;
        let mut callers: Vec<EdgeId> = callers.into_iter().filter(alive).collect();
        if !self.outsider_first(&mut callers, node) {
            return made;
        }
        self.say(cx, |p, unit| {
            let name = p.graph.name(unit, node);
            format!(" - Creating a specialized node of {name} for all known contexts.\n")
        });
        let known = self.more_known(cx, node, known, &callers);
        let copy = self.specialize(cx, node, known, &callers);
        self.graph.nodes[copy].is_for_all = true;
        true
    }

    fn caller(&self, edge: EdgeId) -> &Node {
        &self.graph.nodes[self.graph.edges[edge].caller]
    }

    /// Puts a call that is not the function's own first, if there is one.
    fn outsider_first(&self, callers: &mut [EdgeId], node: NodeId) -> bool {
        let outside = |&edge: &EdgeId| self.graph.edges[edge].caller != node;
        let place = callers.iter().position(outside);
        if let Some(place) = place {
            callers.swap(0, place);
        }
        place.is_some()
    }

    fn decide_about_value(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        (known, index): (&[Operand], usize),
        value: ValueId,
    ) -> bool {
        if let Some(copy) = self.graph.values[value].copy {
            self.add_callers(cx, node, value, copy);
            return false;
        }
        let data = &self.graph.values[value];
        let (local, propagated, constant) = (data.local, data.propagated, data.constant);
        let reached = local.1 + self.graph.size;
        if reached > self.most_size() {
            self.say_details(cx, |_, _| format!("   Ignoring candidate value because maximum unit size would be reached with {reached}.\n"));
            return false;
        }
        let Some(mut bringing) = self.bringing(cx, value, node) else { return false };
        if !cx.dbg_cnt(Counter::IpaCpValues) {
            return false;
        }
        self.say_details(cx, |p, unit| {
            let count = bringing.edges.len();
            let (constant, param) =
                (p.constant_text(unit, node, constant), p.param_text(unit, node, index));
            format!(" - considering value {constant} for {param} (caller_count: {count})\n")
        });
        let often = bringing.frequency;
        if !self.is_worth_it(cx, node, local.0, often, local.1)
            && !self.is_worth_it(cx, node, propagated.0, often, propagated.1)
        {
            return false;
        }
        self.say(cx, |p, unit| {
            format!("  Creating a specialized node of {}.\n", p.graph.name(unit, node))
        });
        self.outsider_first(&mut bringing.edges, node);
        let mut all = known.to_vec();
        all[index] = constant;
        let all = self.more_known(cx, node, all, &bringing.edges);
        let copy = self.specialize(cx, node, all, &bringing.edges);
        self.graph.values[value].copy = Some(copy);
        self.graph.size += local.1;
        self.say_details(cx, |p, _| format!("     overall size reached {}\n", p.graph.size));
        true
    }

    /// The calls that bring a value to a function now; nothing if they do not matter.
    fn bringing(&self, cx: &PassContext<'_>, value: ValueId, node: NodeId) -> Option<Bringing> {
        let (mut found, mut hot, mut outside) = (Bringing::default(), false, false);
        for (edge, source) in self.calls_of_value(value) {
            if self.brings(cx, edge, &source, (node, value)) {
                found.frequency = found.frequency + self.graph.frequency(edge);
                hot |= self.graph.is_hot(edge);
                outside |= self.graph.edges[edge].caller != node;
                found.edges.push(edge);
            }
        }
        if !hot && self.graph.nodes[node].is_in_cycle {
            let own = |&edge: &EdgeId| {
                let it = &self.graph.edges[edge];
                it.caller == node && it.callee == node && self.graph.is_hot(edge)
            };
            hot = self.graph.nodes[node].callees.iter().any(own);
        }
        (outside && hot).then_some(found)
    }

    /// The calls a value may come from, those in copies included.
    fn calls_of_value(&self, value: ValueId) -> Vec<(EdgeId, Source)> {
        let mut found = Vec::new();
        for &source in &self.graph.values[value].sources {
            let next = |&edge: &EdgeId| self.graph.edges[edge].next_copy;
            let all = std::iter::successors(Some(source.edge), next);
            found.extend(all.map(|edge| (edge, source)));
        }
        found
    }

    /// Whether a call passes the value to the function, or to the copy of it for all calls (`cgraph_edge_brings_value_p`).
    fn brings(
        &self,
        cx: &PassContext<'_>,
        edge: EdgeId,
        source: &Source,
        (node, value): (NodeId, ValueId),
    ) -> bool {
        let it = &self.graph.edges[edge];
        let callee = &self.graph.nodes[it.callee];
        let for_all = callee.is_for_all && callee.original == Some(node);
        let called =
            it.callee == node || for_all && (source.from.is_none() || it.caller != it.callee);
        if !called || self.caller(edge).is_dead {
            return false;
        }
        let Some((from, param)) = source.from else { return true };
        if self.caller(edge).original.is_none() && from == value {
            return true;
        }
        let wanted = self.graph.values[from].constant;
        let constant = self.graph.constant_of(it.caller, param);
        constant.is_some_and(|constant| operand_equal(cx.unit, constant, wanted))
    }

    /// The constant that a call passes, by what is known of the caller.
    fn passed(
        &self,
        cx: &mut PassContext<'_>,
        edge: EdgeId,
        (node, index): (NodeId, usize),
    ) -> Option<Operand> {
        let it = &self.graph.edges[edge];
        let Passed { jump, .. } = self.graph.sites[it.site].args.as_ref()?.get(index)?;
        let ty = self.graph.nodes[node].params[index].ty;
        match jump {
            Jump::Unknown => None,
            &Jump::Constant(constant) => result(cx, ty, constant, None),
            Jump::Parameter { index, operation } => {
                let constant = self.graph.constant_of(it.caller, *index)?;
                result(cx, ty, constant, operation.as_ref())
            }
        }
    }

    /// What else all of some calls pass.
    fn more_known(
        &self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        mut known: Vec<Operand>,
        callers: &[EdgeId],
    ) -> Vec<Operand> {
        for (index, known) in known.iter_mut().enumerate() {
            if known.is_some() || self.graph.nodes[node].params[index].lattice.bottom {
                continue;
            }
            let Some(common) = self.common(cx, (node, index), callers) else { continue };
            self.say_details(cx, |p, unit| {
                let (constant, param) =
                    (p.constant_text(unit, node, common), p.param_text(unit, node, index));
                format!("    adding an extra known scalar value {constant} for {param}\n")
            });
            *known = common;
        }
        known
    }

    /// What all of some calls pass for a parameter; the first is none of the function itself.
    fn common(
        &self,
        cx: &mut PassContext<'_>,
        (node, index): (NodeId, usize),
        callers: &[EdgeId],
    ) -> Option<Operand> {
        let mut common: Option<Operand> = None;
        for &edge in callers {
            let own = self.passes_its_own(edge, (node, index));
            let passed = match own {
                Some(operation) => {
                    let ty = self.graph.nodes[node].params[index].ty;
                    result(cx, ty, common?, operation.as_ref())?
                }
                None => self.passed(cx, edge, (node, index))?,
            };
            if common.is_some_and(|common| !operand_equal(cx.unit, passed, common)) {
                return None;
            }
            common = Some(passed);
        }
        common
    }

    /// Whether a function passes itself a parameter for the same parameter, and after which operation.
    fn passes_its_own(
        &self,
        edge: EdgeId,
        (node, index): (NodeId, usize),
    ) -> Option<Option<crate::predicate::Operation>> {
        let it = &self.graph.edges[edge];
        if it.caller != node || it.callee != node {
            return None;
        }
        match &self.graph.sites[it.site].args.as_ref()?.get(index)?.jump {
            Jump::Parameter { index: from, operation } if *from as usize == index => {
                Some(*operation)
            }
            _ => None,
        }
    }

    /// Makes a copy of a function that has constants for parameters, and lets calls be calls of it
    /// (`create_specialized_node`).
    fn specialize(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        known: Vec<Operand>,
        callers: &[EdgeId],
    ) -> NodeId {
        for index in (0..known.len()).filter(|&index| known[index].is_some()) {
            self.say(cx, |p, unit| {
                let (constant, param) =
                    (p.constant_text(unit, node, known[index]), p.param_text(unit, node, index));
                format!("    replacing {param} with const {constant}\n")
            });
        }
        let data = &self.graph.nodes[node];
        let fixed = version::has_fixed_signature(cx.unit, data.decl);
        let goes = |(param, known): (&super::graph::Param, &Operand)| {
            !fixed && (known.is_some() || !param.is_used)
        };
        let dropped: Vec<bool> = data.params.iter().zip(&known).map(goes).collect();
        let f = &self.functions[data.function as usize];
        let decl = version::declare(cx.unit, f, &dropped);
        let order = cx.unit.symtab_node(decl).map_or(0, |node| node.order);
        let copy = self.graph.nodes.push(Node {
            decl,
            order,
            original: Some(node),
            known,
            dropped,
            params: Vec::new(),
            callees: Vec::new(),
            callers: Vec::new(),
            is_local: true,
            is_dead: false,
            wants_copy: false,
            is_for_all: false,
            indirect: Vec::new(),
            ..*data
        });
        let never = self.never_made(cx, copy);
        self.copy_calls(node, (copy, &never), callers);
        self.say_details(cx, |p, unit| {
            format!("     the new node is {}.\n", p.graph.name(unit, copy))
        });
        self.say_direct_calls(cx, node, copy);
        copy
    }

    fn say_direct_calls(&self, cx: &mut PassContext<'_>, node: NodeId, copy: NodeId) {
        if !cx.dump.details() {
            return;
        }
        for call in &self.graph.nodes[node].indirect {
            let known = &self.graph.nodes[copy].known;
            let Some(target) = self.target(cx, node, call, known) else { continue };
            self.say(cx, |p, unit| {
                let f = &p.functions[p.graph.nodes[node].function as usize];
                let stmt = tree_ssa::dump_text::stmt(unit, f, call.stmt);
                let (copy, target) = (p.graph.name(unit, copy), inline::node_name(unit, target));
                format!(
                    "ipa-prop: Discovered an indirect call to a known target ({copy} -> {target}), for stmt {stmt}\n"
                )
            });
        }
    }

    /// The calls that a copy does not make, by what it has for its parameters.
    fn never_made(&mut self, cx: &mut PassContext<'_>, copy: NodeId) -> FxHashSet<StmtId> {
        let options = self.options(cx, copy);
        let summary = self.graph.summary(cx.unit, options, self.functions, copy);
        let mut possible = summary.possible(cx.unit, &self.graph.nodes[copy].known);
        possible.executed |= NOT_INLINED;
        possible.changed |= NOT_INLINED;
        summary.never_made(possible).into_iter().collect()
    }

    /// A copy makes the calls its original makes. Calls of the original by itself that are to be calls of the copy are such in
    /// the copy.
    fn copy_calls(
        &mut self,
        node: NodeId,
        (copy, never): (NodeId, &FxHashSet<StmtId>),
        callers: &[EdgeId],
    ) {
        let own = |edge: &EdgeId| self.graph.edges[*edge].caller == node;
        let own: FxHashSet<EdgeId> = callers.iter().copied().filter(own).collect();
        for &edge in callers.iter().filter(|edge| !own.contains(edge)) {
            self.graph.redirect(edge, copy);
        }
        for edge in self.graph.nodes[node].callees.clone() {
            let old = &self.graph.edges[edge];
            if never.contains(&self.graph.sites[old.site].stmt) {
                continue;
            }
            let to = if own.contains(&edge) { copy } else { old.callee };
            let new = super::graph::Edge {
                caller: copy,
                callee: to,
                site: old.site,
                next_copy: old.next_copy,
            };
            let new = self.graph.edges.push(new);
            self.graph.edges[edge].next_copy = Some(new);
            self.graph.nodes[copy].callees.push(new);
            self.graph.nodes[to].callers.push(new);
        }
    }

    /// Lets more calls that bring a value be calls of the copy there is for it.
    fn add_callers(
        &mut self,
        cx: &mut PassContext<'_>,
        node: NodeId,
        value: ValueId,
        copy: NodeId,
    ) {
        for (edge, source) in self.calls_of_value(value) {
            if self.brings(cx, edge, &source, (node, value)) && self.passes_all(cx, edge, copy) {
                self.say(cx, |p, unit| {
                    let caller = p.graph.name(unit, p.graph.edges[edge].caller);
                    let copy = p.graph.name(unit, copy);
                    format!(" - adding an extra caller {caller} of {copy}\n")
                });
                self.graph.redirect(edge, copy);
            }
        }
    }

    /// Whether a call passes all constants that a copy has.
    fn passes_all(&self, cx: &mut PassContext<'_>, edge: EdgeId, copy: NodeId) -> bool {
        let data = &self.graph.nodes[copy];
        let Some(original) = data.original else { return false };
        (0..data.known.len()).filter(|&index| data.known[index].is_some()).all(|index| {
            let passed = self.passed(cx, edge, (original, index));
            passed.is_some_and(|passed| operand_equal(cx.unit, passed, data.known[index]))
        })
    }

    /// Notes the functions of a cycle that nothing calls any more (`identify_dead_nodes`).
    fn note_dead(&mut self, cx: &mut PassContext<'_>, members: &[NodeId]) {
        let mut alive = Vec::new();
        for &node in members {
            let callers = self.graph.callers(node);
            let outside =
                |&edge: &EdgeId| !self.graph.is_within_cycle(edge) && !self.caller(edge).is_dead;
            let is_dead = self.graph.nodes[node].is_local && !callers.iter().any(outside);
            self.graph.nodes[node].is_dead = is_dead;
            if !is_dead {
                alive.push(node);
            }
        }
        while let Some(node) = alive.pop() {
            for edge in self.graph.nodes[node].callees.clone() {
                let callee = self.graph.edges[edge].callee;
                if self.graph.is_within_cycle(edge) && self.graph.nodes[callee].is_dead {
                    self.graph.nodes[callee].is_dead = false;
                    alive.push(callee);
                }
            }
        }
        for &node in members.iter().filter(|&&node| self.graph.nodes[node].is_dead) {
            self.say_details(cx, |p, unit| {
                format!("  Marking node as dead: {}.\n", p.graph.name(unit, node))
            });
        }
    }
}
