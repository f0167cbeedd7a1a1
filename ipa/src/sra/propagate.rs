//! Lets what is known of functions go to those that call them, and back.
//!
//! ```text
//!   f (a) { g (a); }   g (b) { }             b is not used, so a is not
//!   f (p) { return g (p); }                  what g loads from where p points f can load, or its callers
//!   f ()  { return g (); }                   nobody uses what f returns, so nobody does what g returns
//! ```
//!
//! Each is a walk over what is still to be seen; parameters only lose, or get parts of which there is room for few. Linear in
//! the calls, but for that.

use super::graph::{Graph, Part};
use super::report::Log;
use gimple::unit::Unit;
use tree_ssa::graph::components::components;

/// A part at a place of a parameter.
fn shifted(part: &Part, bytes: u64) -> Part {
    Part { offset: part.offset + bytes, ..*part }
}

impl Graph {
    /// Lets everything flow.
    pub fn propagate(&mut self, unit: &Unit, log: &mut Log) {
        self.drop_results();
        self.drop_unknown(unit, log);
        self.use_params();
        self.split_across_calls(unit, log);
    }

    /// Finds the functions whose results nobody uses.
    fn drop_results(&mut self) {
        for node in &mut self.nodes {
            node.removes_return = node.is_candidate && node.returns_value;
        }
        let wants = |graph: &Graph, node: usize| {
            graph.nodes[node].callers.iter().any(|&call| {
                let call = &graph.calls[call];
                let passed = call.returned && graph.nodes[call.caller].removes_return;
                !call.ignored && !passed
            })
        };
        let mut work: Vec<usize> = (0..self.nodes.len()).collect();
        while let Some(node) = work.pop() {
            if !self.nodes[node].removes_return || !wants(self, node) {
                continue;
            }
            self.nodes[node].removes_return = false;
            // What is only returned by it is used then.
            let callees = self.nodes[node].calls.iter().map(|&call| &self.calls[call]);
            work.extend(callees.filter(|call| call.returned).filter_map(|call| call.callee));
        }
    }

    /// What is passed to functions that do not change is used (`process_edge_to_unknown_caller`).
    fn drop_unknown(&mut self, unit: &Unit, log: &mut Log) {
        for call in 0..self.calls.len() {
            let (caller, callee) = (self.calls[call].caller, self.calls[call].callee);
            let changes = callee.is_some_and(|callee| self.nodes[callee].is_candidate);
            if changes || !self.nodes[caller].is_candidate {
                continue;
            }
            for place in 0..self.calls[call].flows.len() {
                let flow = &self.calls[call].flows[place];
                let whole = flow.pointer.is_some() || flow.aggregate.is_some();
                let sources = flow.sources.clone();
                for source in sources {
                    let param = &mut self.nodes[caller].params[source as usize];
                    let said = param.unused || param.splits && whole;
                    param.unused = false;
                    param.splits &= !whole;
                    if said {
                        let name = self.name(unit, caller);
                        log.details(|| {
                            format!("Processing an edge to an unknown caller from {name}:\n")
                        });
                    }
                }
            }
        }
    }

    /// What is passed for a parameter that is used is used.
    fn use_params(&mut self) {
        let all = self.nodes.iter().enumerate().flat_map(|(node, data)| {
            data.params
                .iter()
                .enumerate()
                .filter(|(_, param)| !param.unused)
                .map(move |(index, _)| (node, index))
        });
        let mut work: Vec<(usize, usize)> = all.collect();
        while let Some((node, index)) = work.pop() {
            for place in 0..self.nodes[node].callers.len() {
                let call = &self.calls[self.nodes[node].callers[place]];
                let caller = call.caller;
                let Some(flow) = call.flows.get(index) else { continue };
                for &source in &flow.sources {
                    if let Some(param) = self.nodes[caller].params.get_mut(source as usize)
                        && std::mem::replace(&mut param.unused, false)
                    {
                        work.push((caller, source as usize));
                    }
                }
            }
        }
    }

    /// Lets what functions load of what they are passed be loaded by those that call them.
    fn split_across_calls(&mut self, unit: &Unit, log: &mut Log) {
        let leads_to = |node: u32| {
            let calls = self.nodes[node as usize].calls.iter();
            calls.filter_map(|&call| self.calls[call].callee.map(|it| it as u32)).collect()
        };
        let order = components(self.nodes.len(), 0..self.nodes.len() as u32, leads_to);
        for component in order {
            loop {
                let mut changed = false;
                for &node in &component {
                    for place in 0..self.nodes[node as usize].calls.len() {
                        let call = self.nodes[node as usize].calls[place];
                        changed |= self.split_across(unit, call, log);
                    }
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// One call; whether anything is new (`param_splitting_across_edge`).
    fn split_across(&mut self, unit: &Unit, call: usize, log: &mut Log) -> bool {
        let (caller, callee) = (self.calls[call].caller, self.calls[call].callee);
        let Some(callee) = callee else { return false };
        if !self.nodes[caller].is_candidate || !self.nodes[callee].is_candidate {
            return false;
        }
        let any =
            self.calls[call].flows.iter().any(|it| it.pointer.is_some() || it.aggregate.is_some());
        if any {
            let names = (self.name(unit, caller), self.name(unit, callee));
            log.details(|| format!("Splitting across {}->{}:\n", names.0, names.1));
        }
        let mut changed = false;
        for place in 0..self.calls[call].flows.len() {
            let flow = &self.calls[call].flows[place];
            let Some(&source) = flow.sources.first() else { continue };
            let at = match (flow.pointer, flow.aggregate) {
                (Some(_), _) => 0,
                (None, Some((offset, _))) => offset,
                (None, None) => continue,
            };
            let safe = flow.pointer != Some(false);
            let source = source as usize;
            if !self.nodes[caller].params[source].splits {
                continue;
            }
            let taken = &self.nodes[callee].params[place];
            if taken.unused {
                continue;
            }
            let by_reference = self.nodes[caller].params[source].by_reference;
            let parts: Vec<Part> = taken.parts.iter().map(|part| shifted(part, at)).collect();
            let own = &self.nodes[caller].params[source].parts;
            let is_there = |part: &Part| {
                let same =
                    |it: &Part| (it.offset, it.size, it.ty) == (part.offset, part.size, part.ty);
                own.iter().any(same)
            };
            let fits = taken.splits
                && taken.by_reference == by_reference
                && (safe || parts.iter().all(is_there));
            let pulled = if fits { self.pull(unit, (caller, source), &parts) } else { None };
            log.details(|| match (fits, pulled) {
                (false, _) => format!("  {source}->{place}: cannot import accesses.\n"),
                (true, None) => format!("  {source}->{place}: by_ref access pull failed.\n"),
                (true, Some(true)) => {
                    format!("  {source}->{place}: by_ref access pull succeeded.\n")
                }
                (true, Some(false)) if safe => String::new(),
                (true, Some(false)) => {
                    format!("  {source}->{place}: verified callee accesses present.\n")
                }
            });
            match pulled {
                Some(news) => changed |= news,
                None => {
                    let param = &mut self.nodes[caller].params[source];
                    param.splits = false;
                    param.parts.clear();
                    changed = true;
                }
            }
        }
        changed
    }

    /// Adds parts to a parameter; whether any is new, or nothing if they do not fit.
    fn pull(&mut self, unit: &Unit, (node, index): (usize, usize), parts: &[Part]) -> Option<bool> {
        let param = &mut self.nodes[node].params[index];
        let mut new = param.clone();
        for part in parts {
            new.insert(unit, *part).ok()?;
        }
        new.reached = new.parts.iter().map(|part| part.size).sum();
        let full = !new.by_reference && new.reached == new.limit;
        if new.reached > new.limit || full {
            return None;
        }
        let news = new.parts.len() != param.parts.len();
        *param = new;
        Some(news)
    }
}
