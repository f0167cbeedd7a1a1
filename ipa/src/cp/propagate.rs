//! Lets what is passed in calls flow to the parameters, callers before those they call, and around cycles until nothing
//! changes.
//!
//! ```text
//!   main: f (7)     f: g (a), g (a + 1)     =>     f's a is 7; g's is 7 or 8
//! ```
//!
//! A parameter keeps at most eight constants, so that each call is looked at a bounded number of times.

use super::Propagation;
use super::graph::{EdgeId, Graph, NodeId};
use super::jump::{self, Jump, Passed};
use super::lattice::{self, Bits, Source, Value, ValueId};
use crate::predicate::Operation;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::ranges::{Kind, Range, ops};
use tree_ssa::graph::components::components;
use tree_ssa::profile::sreal::Sreal;

/// How often a function that calls itself gets what an operation makes of a constant (`ipa-cp-max-recursive-depth`), and how
/// probable, in percent, that call must be (`ipa-cp-min-recursive-probability`).
pub const RECURSIVE_DEPTH: u32 = 8;
const RECURSIVE_PROBABILITY: i64 = 2;
/// What counts for so many calls in a cycle (`ipa-cp-recursive-freq-factor`).
const RECURSIVE_FACTOR: i64 = 6;

impl Propagation<'_> {
    /// Lets everything flow.
    pub fn propagate(&mut self, cx: &mut PassContext<'_>) {
        for members in self.graph.order.clone() {
            self.around_cycle(cx, &members);
            for &node in &members {
                if !self.graph.nodes[node].is_optimized {
                    continue;
                }
                self.estimate_effects(cx, node);
                for edge in self.graph.nodes[node].callees.clone() {
                    if !self.graph.is_within_cycle(edge) {
                        self.across(cx, edge);
                    }
                }
            }
        }
        self.propagate_effects();
    }

    fn around_cycle(&mut self, cx: &mut PassContext<'_>, members: &[NodeId]) {
        let mut work: Vec<NodeId> = Vec::new();
        for &node in members {
            if self.graph.nodes[node].is_optimized {
                work.push(node);
                continue;
            }
            for edge in self.graph.nodes[node].callees.clone() {
                self.across(cx, edge);
            }
        }
        let mut waiting: FxHashSet<NodeId> = work.iter().copied().collect();
        while let Some(node) = work.pop() {
            waiting.remove(&node);
            for edge in self.graph.nodes[node].callees.clone() {
                if !self.graph.is_within_cycle(edge) {
                    continue;
                }
                let callee = self.graph.edges[edge].callee;
                let data = &mut self.graph.nodes[node];
                data.is_in_cycle = true;
                data.calls_only_itself &= callee == node;
                if self.across(cx, edge) && waiting.insert(callee) {
                    work.push(callee);
                }
            }
        }
    }

    /// Lets what is passed in a call flow. Returns whether anything is new.
    fn across(&mut self, cx: &mut PassContext<'_>, edge: EdgeId) -> bool {
        let callee = self.graph.edges[edge].callee;
        let site = self.graph.edges[edge].site;
        let params = self.graph.nodes[callee].params.len();
        if params == 0 {
            return false;
        }
        let args = self.graph.sites[site].args.take();
        let mut changed = false;
        for index in 0..params {
            changed |= match args.as_ref().and_then(|args| args.get(index)) {
                None => self.graph.nodes[callee].params[index].set_variable(),
                Some(passed) => {
                    self.scalar(cx, edge, index as u32, passed)
                        | self.bits(cx, edge, index as u32, passed)
                        | self.range(cx, edge, index as u32, passed)
                }
            };
        }
        self.graph.sites[site].args = args;
        changed
    }

    fn scalar(
        &mut self,
        cx: &mut PassContext<'_>,
        edge: EdgeId,
        index: u32,
        passed: &Passed,
    ) -> bool {
        let (caller, callee) = (self.graph.edges[edge].caller, self.graph.edges[edge].callee);
        let param = &mut self.graph.nodes[callee].params[index as usize];
        if param.lattice.bottom {
            return false;
        }
        let ty = param.ty;
        let (from, operation) = match &passed.jump {
            Jump::Unknown => return param.lattice.set_variable(),
            &Jump::Constant(constant) => {
                return match lattice::converted(cx.unit, ty, constant) {
                    Some(value) => self.add(cx, (callee, index), value, (edge, None), None).0,
                    None => param.lattice.set_variable(),
                };
            }
            Jump::Parameter { index, operation } => (*index, operation.as_ref()),
        };
        let versionable = self.graph.nodes[caller].is_versionable;
        let Some(source) = self.graph.nodes[caller].params.get(from as usize) else {
            return self.graph.nodes[callee].params[index as usize].lattice.set_variable();
        };
        let (bottom, variable) = (source.lattice.bottom, source.lattice.variable);
        let values = source.lattice.values.clone();
        let stuck = !versionable && (variable || values.len() > 1);
        let to = (callee, index);
        if bottom || stuck {
            return self.lattice(to).set_variable();
        }
        let within = self.graph.is_within_cycle(edge);
        let mut changed = match operation {
            Some(operation) if within => {
                self.around_itself(cx, edge, (from, to), operation, &values)
            }
            _ => {
                let mut changed = false;
                for value in values {
                    changed |= self.flow(cx, edge, (value, from, to), operation);
                }
                changed
            }
        };
        if variable {
            changed |= self.lattice(to).set_variable();
        }
        changed
    }

    fn lattice(&mut self, (node, index): (NodeId, u32)) -> &mut lattice::Lattice {
        &mut self.graph.nodes[node].params[index as usize].lattice
    }

    /// One value of the caller's parameter.
    fn flow(
        &mut self,
        cx: &mut PassContext<'_>,
        edge: EdgeId,
        (value, from, to): (ValueId, u32, (NodeId, u32)),
        operation: Option<&Operation>,
    ) -> bool {
        let source = &self.graph.values[value];
        // What recursion has made is no beginning for more.
        if source.generation > 0 {
            return self.lattice(to).set_variable();
        }
        let ty = self.graph.nodes[to.0].params[to.1 as usize].ty;
        match result(cx, ty, source.constant, operation) {
            Some(constant) => self.add(cx, to, constant, (edge, Some((value, from))), None).0,
            None => self.lattice(to).set_variable(),
        }
    }

    /// A call in a cycle that passes what an operation makes of a parameter: followed some rounds where a function calls
    /// itself, with the parameter in the same place.
    fn around_itself(
        &mut self,
        cx: &mut PassContext<'_>,
        edge: EdgeId,
        (from, to): (u32, (NodeId, u32)),
        operation: &Operation,
        values: &[ValueId],
    ) -> bool {
        let caller = self.graph.edges[edge].caller;
        let often = self.graph.frequency(edge) * Sreal::from(100);
        if (caller, from) != to || often <= Sreal::from(RECURSIVE_PROBABILITY) {
            return self.lattice(to).set_variable();
        }
        let mut seeds = Vec::new();
        for &value in values {
            let data = &self.graph.values[value];
            match data.generation {
                0 => seeds.push(value),
                _ if data.sources.iter().any(|source| source.edge == edge) => {
                    return self.lattice(to).set_variable();
                }
                _ => {}
            }
        }
        let ty = self.graph.nodes[to.0].params[to.1 as usize].ty;
        let mut changed = false;
        for mut value in seeds {
            for generation in 1..RECURSIVE_DEPTH {
                let constant = self.graph.values[value].constant;
                let Some(new) = result(cx, ty, constant, Some(operation)) else { break };
                let source = (edge, Some((value, from)));
                let (is_new, made) = self.add(cx, to, new, source, Some(generation));
                changed |= is_new;
                let Some(made) = made else { break };
                value = made;
            }
        }
        changed | self.lattice(to).set_variable()
    }

    /// Adds a constant to those a parameter may be; of what recursion makes, with the round. Returns whether it is new, and
    /// which it is.
    fn add(
        &mut self,
        cx: &PassContext<'_>,
        to: (NodeId, u32),
        constant: Operand,
        (edge, from): (EdgeId, Option<(ValueId, u32)>),
        generation: Option<u32>,
    ) -> (bool, Option<ValueId>) {
        let lattice = &mut self.graph.nodes[to.0].params[to.1 as usize].lattice;
        if lattice.bottom {
            return (false, None);
        }
        let source = Source { edge, from };
        let values = &mut self.graph.values;
        let known = lattice.values.iter().copied();
        let equal = |&id: &ValueId| operand_equal(cx.unit, values[id].constant, constant);
        if let Some(value) = known.clone().find(equal) {
            let cycle = self.graph.is_within_cycle(edge);
            let value_data = &mut self.graph.values[value];
            let same = |it: &Source| it.edge == edge && it.from == from;
            if !cycle || !value_data.sources.iter().any(same) {
                value_data.sources.insert(0, source);
            }
            return (false, Some(value));
        }
        if generation.is_none() && lattice.values.len() as i64 >= self.limits.values {
            for &value in &lattice.values {
                values[value].sources.clear();
            }
            lattice.values.clear();
            return (lattice.set_bottom(), None);
        }
        let value = values.push(Value {
            constant,
            sources: vec![source],
            generation: generation.unwrap_or(0),
            local: (Sreal::ZERO, 0),
            propagated: (Sreal::ZERO, 0),
            copy: None,
            cycle: 0,
        });
        lattice.values.push(value);
        (true, Some(value))
    }

    fn bits(&mut self, cx: &PassContext<'_>, edge: EdgeId, index: u32, passed: &Passed) -> bool {
        let (caller, callee) = (self.graph.edges[edge].caller, self.graph.edges[edge].callee);
        let param = &self.graph.nodes[callee].params[index as usize];
        let all = lattice::all_bits(cx.unit, param.ty);
        let mut new = Bits::Bottom;
        if let Some(all) = all
            .filter(|_| param.bits != Bits::Bottom && self.options(cx, callee).on(Flag::IpaBitCp))
        {
            if self.has_type(cx, passed, param.ty) {
                new = passed.bits;
            }
            if let Jump::Parameter { index: from, operation } = &passed.jump
                && let Some(source) = self.graph.nodes[caller].params.get(*from as usize)
                && source.bits != Bits::Bottom
                && lattice::all_bits(cx.unit, source.ty) == Some(all)
            {
                let made = match operation {
                    Some(operation) => source.bits.after(cx.unit, source.ty, operation, all),
                    None => source.bits,
                };
                if made != Bits::Bottom {
                    new = made;
                }
            } else if let Jump::Constant(constant) = passed.jump
                && let Some(number) = cx.unit.as_int(constant)
            {
                new = Bits::Known { value: number as u64 & all, mask: 0 };
            }
        }
        let param = &mut self.graph.nodes[callee].params[index as usize];
        param.bits.meet(new, all.unwrap_or(0))
    }

    /// Whether what is known of an argument is known of a value of a type.
    fn has_type(&self, cx: &PassContext<'_>, passed: &Passed, ty: gimple::types::TypeId) -> bool {
        lattice::all_bits(cx.unit, passed.ty) == lattice::all_bits(cx.unit, ty)
    }

    fn range(&mut self, cx: &PassContext<'_>, edge: EdgeId, index: u32, passed: &Passed) -> bool {
        let (caller, callee) = (self.graph.edges[edge].caller, self.graph.edges[edge].callee);
        let param = &self.graph.nodes[callee].params[index as usize];
        if param.range.is_bottom() {
            return false;
        }
        let new = match Kind::of(cx.unit, param.ty) {
            Some(kind) if self.options(cx, callee).on(Flag::IpaVrp) => {
                self.passed_range(cx, (caller, edge), kind, passed)
            }
            _ => None,
        };
        let range = &mut self.graph.nodes[callee].params[index as usize].range;
        match new {
            Some(new) => range.meet(&new),
            None => range.set_bottom(),
        }
    }

    fn passed_range(
        &self,
        cx: &PassContext<'_>,
        (caller, edge): (NodeId, EdgeId),
        kind: Kind,
        passed: &Passed,
    ) -> Option<Range> {
        let own = passed.range.as_ref().map(|range| ops::convert(kind, range));
        match &passed.jump {
            Jump::Constant(constant) => {
                let number = cx.unit.as_int(*constant);
                return number.map(|number| Range::constant(kind, number)).or(own);
            }
            Jump::Parameter { index, operation } => {
                let source = self.graph.nodes[caller].params.get(*index as usize);
                let source = source.and_then(|param| param.range.range.as_ref());
                let Some(source) = source.filter(|range| !range.is_empty()) else { return own };
                let unary = operation.as_ref().is_none_or(|it| it.code.arity() == 1);
                // Around a cycle a range would go on growing.
                if !unary && self.graph.is_within_cycle(edge) {
                    return own;
                }
                let f = &self.functions[self.graph.nodes[caller].function as usize];
                let options = self.options(cx, caller);
                let made = jump::range_after(cx.unit, options, f, source, operation.as_ref());
                let made = made.map(|range| ops::convert(kind, &range));
                return match (made, own) {
                    (Some(made), Some(own)) => Some(made.intersect(&own)),
                    (made, own) => made.or(own),
                };
            }
            Jump::Unknown => {}
        }
        own
    }

    /// What copies for constants save in functions called counts for the constants they are computed from
    /// (`propagate_effects`).
    fn propagate_effects(&mut self) {
        let hot: Vec<bool> = self.graph.edges.keys().map(|edge| self.graph.is_hot(edge)).collect();
        let Graph { values, edges, sites, .. } = &mut self.graph;
        let leads_to = |value: u32| {
            let sources = values[ValueId(value)].sources.iter();
            sources.filter_map(|source| Some(source.from?.0.0)).collect()
        };
        let all = components(values.len(), 0..values.len() as u32, leads_to);
        for (number, members) in all.iter().enumerate() {
            members.iter().for_each(|&it| values[ValueId(it)].cycle = number as u32);
        }
        for members in all.iter().rev() {
            let mut sum = (Sreal::ZERO, 0i64);
            for value in members.iter().map(|&it| &values[ValueId(it)]) {
                sum.0 = sum.0 + value.local.0 + value.propagated.0;
                sum.1 = sum.1.saturating_add(value.local.1).saturating_add(value.propagated.1);
            }
            for &member in members {
                let value = &values[ValueId(member)];
                let (cycle, generation) = (value.cycle, value.generation);
                let mut seen = FxHashSet::default();
                for source in value.sources.clone() {
                    let Some((from, _)) = source.from else { continue };
                    let edge = &edges[source.edge];
                    let (caller, callee) = (edge.caller, edge.callee);
                    if !hot[source.edge.0 as usize] {
                        continue;
                    }
                    let special = match generation {
                        _ if values[from].cycle == cycle => RECURSIVE_FACTOR,
                        1.. if caller == callee => i64::from(RECURSIVE_DEPTH - generation + 1),
                        _ => 1,
                    };
                    let often = Sreal::from(special) * sites[edge.site].frequency;
                    let target = &mut values[from].propagated;
                    if seen.insert(from) {
                        target.1 = target.1.saturating_add(sum.1).min(i64::from(i32::MAX));
                    }
                    target.0 = target.0 + sum.0 * often;
                }
                values[ValueId(member)].propagated = sum;
            }
        }
    }
}

/// A constant as it is passed on, after an operation if there is one.
pub fn result(
    cx: &mut PassContext<'_>,
    ty: gimple::types::TypeId,
    constant: Operand,
    operation: Option<&Operation>,
) -> Option<Operand> {
    let constant = match operation {
        Some(operation) => lattice::computed(cx.unit, operation, constant)?,
        None => constant,
    };
    lattice::converted(cx.unit, ty, constant)
}

impl Propagation<'_> {
    /// What is to be known before anything flows: which parameters may be anything, and how large the unit is.
    pub fn prepare(&mut self, cx: &mut PassContext<'_>) {
        self.say(cx, |_, _| "\n Propagating constants:\n\n".into());
        for node in self.graph.functions.clone() {
            if self.graph.nodes[node].is_optimized {
                self.prepare_node(cx, node);
            }
        }
        let sizes = cx.dump.enabled() || self.graph.nodes.values().any(|node| node.may_be_cloned);
        if sizes {
            for node in self.graph.functions.clone() {
                let options = self.options(cx, node);
                let summary = self.graph.summary(cx.unit, options, self.functions, node);
                self.graph.size += summary.size;
            }
        }
        self.graph.original_size = self.graph.size;
        self.say(cx, |p, _| format!("\noverall_size: {}\n", p.graph.size));
    }

    fn prepare_node(&mut self, cx: &mut PassContext<'_>, node: NodeId) {
        let callers = self.graph.callers(node);
        let local = self.graph.nodes[node].is_local;
        let none = self.graph.nodes[node].params.is_empty();
        if local && !none {
            if let [only] = callers[..] {
                let caller = self.graph.edges[only].caller;
                self.graph.nodes[caller].calls_single = true;
            }
        } else if !none && !self.is_candidate(cx, node, &callers) {
            self.graph.nodes[node].params.clear();
        }
        let now_none = self.graph.nodes[node].params.is_empty();
        self.say_details(cx, |p, unit| {
            let name = p.graph.name(unit, node);
            let marked = match (now_none, local) {
                (true, _) => "  Marking all lattices as BOTTOM\n",
                (_, true) => "",
                _ => "  Marking all lattices as VARIABLE\n",
            };
            format!("Initializing lattices of {name}\n{marked}")
        });
        if !local {
            for param in &mut self.graph.nodes[node].params {
                param.set_variable();
            }
        }
    }

    /// Whether copies of a function that others may call are thought of (`ipcp_cloning_candidate_p`).
    fn is_candidate(&mut self, cx: &mut PassContext<'_>, node: NodeId, callers: &[EdgeId]) -> bool {
        let options = self.options(cx, node);
        let size = self.graph.summary(cx.unit, options, self.functions, node).size;
        let shrinks = size < callers.len() as i64;
        let hot = callers.iter().any(|&edge| self.graph.is_hot(edge));
        self.say(cx, |p, unit| {
            let name = p.graph.name(unit, node);
            match (shrinks, hot) {
                (true, _) => format!("Considering {name} for cloning; code might shrink.\n"),
                (_, true) => format!("Considering {name} for cloning.\n"),
                _ => format!("Not considering {name} for cloning; no hot calls.\n"),
            }
        });
        shrinks || hot
    }
}
