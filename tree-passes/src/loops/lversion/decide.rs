//! Which loops of a nest are copied: those with strides, or loops around them where that takes little else along.
//!
//! ```text
//!   for (j = 0; j < m; j++)            if (s != 1) the nest as it was;
//!     for (i = 0; i < n; i++)     =>   else for (j = 0; j < m; j++)
//!       y[j * m + i * s] = 0;                for (i = 0; i < n; i++) y[j * m + i] = 0;
//! ```

use super::Versioning;
use gimple::loops::LoopId;
use gimple::remark::RemarkKind;
use gimple::tree::Operand;
use tree_ssa::graph::natural_loops;

/// Instructions that may be copied of an innermost loop, and of a loop with others inside beside what becomes better
/// (`--param loop-versioning-max-inner-insns`, `loop-versioning-max-outer-insns`).
const MOST_INNER: i64 = 200;
const MOST_OUTER: i64 = 100;

impl Versioning<'_, '_> {
    /// The loops that are to be copied (`make_versioning_decisions`).
    pub(super) fn decide(&mut self) -> Vec<LoopId> {
        self.announce("make_versioning_decisions");
        let mut queue = Vec::new();
        for of in self.loops() {
            if self.is_versionable(of) {
                let info = &self.infos[of.0 as usize];
                if info.is_worth_it() && (self.depth(of) == 1 || info.outermost == of) {
                    self.enqueue(of, &mut queue);
                }
                continue;
            }
            self.infos[of.0 as usize].rejected = true;
            for inner in self.inside(of) {
                if self.infos[inner.0 as usize].is_worth_it() {
                    self.enqueue(inner, &mut queue);
                }
            }
        }
        queue
    }

    fn enqueue(&mut self, of: LoopId, queue: &mut Vec<LoopId>) {
        self.note(of, |_| "queuing this loop for versioning".to_owned());
        queue.push(of);
        self.infos[of.0 as usize].rejected = true;
    }

    /// Whether a loop could be copied if anything in it becomes better by that; what loops inside want is wanted of it then
    /// (`decide_whether_loop_is_versionable`).
    fn is_versionable(&mut self, of: LoopId) -> bool {
        if self.infos[of.0 as usize].rejected {
            return false;
        }
        for inner in self.inside(of) {
            let inside = &self.infos[inner.0 as usize];
            let (worth, insns) = (inside.is_worth_it(), inside.insns);
            if inside.rejected {
                let why = "not versioning this loop because one of its inner loops should not be versioned";
                self.note(of, |_| why.to_owned());
                return false;
            }
            self.infos[of.0 as usize].helps_inside |= worth;
            if !worth || !self.inside(inner).is_empty() {
                let text =
                    format!("counting {insns} instructions from this loop against its parent loop");
                self.note(of, |_| text);
                self.infos[of.0 as usize].insns += insns;
            }
        }
        if self.infos[of.0 as usize].is_worth_it() && self.is_too_big(of) {
            return false;
        }
        for inner in self.inside(of) {
            self.hoist(inner, of);
        }
        true
    }

    fn is_too_big(&mut self, of: LoopId) -> bool {
        let given = |name| self.cx.options.param(name);
        let most = match self.inside(of).is_empty() {
            true => given("loop-versioning-max-inner-insns").unwrap_or(MOST_INNER),
            false => given("loop-versioning-max-outer-insns").unwrap_or(MOST_OUTER),
        };
        let insns = self.infos[of.0 as usize].insns;
        self.note(of, |_| {
            format!("this loop has {insns} instructions, against a versioning limit of {most}")
        });
        if insns > most && self.cx.wants_remarks() {
            let loc = natural_loops::location(self.f, of);
            let text = " this loop is too big to version".to_owned();
            self.cx.remark(RemarkKind::Missed, "loop", (self.f.decl, loc), text);
        }
        insns > most
    }

    /// Lets what is tested for a loop be tested for the one around it (`merge_loop_info`).
    fn hoist(&mut self, inner: LoopId, outer: LoopId) {
        let names: Vec<_> = self.infos[inner.0 as usize].ones.iter().copied().collect();
        for &name in &names {
            if !self.infos[outer.0 as usize].ones.contains(&name) {
                let text = self.text(Operand::Ssa(name));
                self.note(inner, |_| format!("hoisting check that {text} == 1 to outer loop"));
            }
        }
        self.infos[outer.0 as usize].ones.extend(names);
        let level = self.infos[inner.0 as usize].outermost;
        if self.depth(self.infos[outer.0 as usize].outermost) < self.depth(level) {
            self.infos[outer.0 as usize].outermost = level;
        }
    }
}
