//! What dumps note under `-alias`: where pointers point to, what calls use and clobber, and the ranges of numbers.
//!
//! ```text
//!   # RANGE [0, 9223372036854775805] NONZERO 9223372036854775807
//!   # USE = anything
//!   _5 = strlen (s_2(D));
//!   # PT = nonlocal null { D.1492 } (escaped)
//!   # ALIGN = 8, MISALIGN = 0
//!   # p_4 = PHI <p_6(3), &x(2)>
//!   # USE = nonlocal escaped
//!   # CLB = nonlocal escaped
//!   f (p_4);
//! ```

use super::{solution, solved};
use crate::analyses::points_to;
use crate::analyses::points_to::Solution;
use crate::effects::arg_flags;
use crate::effects::call_effects;
use crate::effects::call_effects::binds_to_current_def;
use crate::effects::fn_spec::FnSpec;
use gimple::builtins::{Builtin, Ecf};
use gimple::function::Function;
use gimple::nonzero_bits::{NonzeroBits, NotedRange};
use gimple::option_data::Flag;
use gimple::options::Options;
use gimple::print::Notes;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::unit::Unit;

/// What is known of a function.
pub struct Facts<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub options: &'a Options,
}

impl Notes for Facts<'_> {
    fn of_name(&self, name: SsaName) -> Vec<String> {
        let Facts { unit, f, .. } = *self;
        let data = &f.names[name];
        if data.has(NameFlags::VIRTUAL) || data.ty.is_none() {
            return Vec::new();
        }
        if unit.types.is_pointer(data.ty) {
            let found = solved(f, name).map(|(_, found)| found);
            return points_to::notes(unit, f, found, name);
        }
        self.range(name).into_iter().collect()
    }

    fn of_call(&self, stmt: StmtId) -> Vec<String> {
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return Vec::new() };
        let mut flags = call_effects::flags_of(self.unit, call);
        if call_effects::callee_builtin(self.unit, call) == Some(Builtin::Prefetch) {
            // A hint touches nothing, but is not known to from the beginning.
            let solved = solution(self.f).is_some_and(|all| all.knows_stmt(stmt));
            flags |= if solved { Ecf::CONST } else { Ecf::PURE };
        }
        let silent = Ecf::CONST | Ecf::PURE;
        let used = (!flags.intersects(Ecf::CONST)).then(|| self.touched(stmt, call, false));
        let clobbered = (!flags.intersects(silent)).then(|| self.touched(stmt, call, true));
        let both = [("USE", used), ("CLB", clobbered)];
        let lines = both.into_iter().filter_map(|(what, set)| {
            let set = set?;
            let known = set.anything || set.nonlocal || set.escaped;
            let any = known || set.vars.as_ref().is_some_and(|vars| !vars.is_empty());
            any.then(|| format!("{what} = {}", points_to::solution_text(&set, set.null)))
        });
        lines.collect()
    }
}

impl Facts<'_> {
    /// The range of a number and which of its bits may be set, if that has been noted.
    fn range(&self, name: SsaName) -> Option<String> {
        let types = &self.unit.types;
        let ty = self.f.names[name].ty;
        let precision = types.precision(ty).filter(|&bits| types.is_integral(ty) && bits <= 64)?;
        let all = NonzeroBits::ALL >> (64 - precision.max(1));
        let mut bits = self.f.nonzero_bits.get(name) & all;
        let mut text = String::from("RANGE VR_VARYING");
        let noted = self.f.nonzero_bits.range(name).or_else(|| self.length(name));
        if let Some(range) = noted {
            bits &= range.bits;
            let without = if range.outside { "~" } else { "" };
            text = format!("RANGE {without}[{}, {}]", range.low, range.high);
        }
        if bits != all {
            text += &format!(" NONZERO {bits}");
        }
        (noted.is_some() || bits != all).then_some(text)
    }

    /// What is known of a length, from where the call was made for an expression.
    fn length(&self, name: SsaName) -> Option<NotedRange> {
        let data = &self.f.names[name];
        let builtin = call_effects::builtin_at(self.unit, self.f, data.def.expand()?)?;
        let measures = matches!(builtin, Builtin::Strlen | Builtin::Strnlen);
        let high = i128::from(i64::MAX) - 2;
        (measures && data.var.is_none()).then_some(NotedRange {
            outside: false,
            low: 0,
            high,
            bits: i64::MAX as u64,
        })
    }

    /// What a call reads or writes.
    fn touched(&self, stmt: StmtId, call: &Call, writes: bool) -> Solution {
        let Some(all) = solution(self.f).filter(|all| all.knows_stmt(stmt)) else {
            return Solution::anything();
        };
        let global = self.touches_global_memory(call, writes);
        let set = if writes { all.clobbered_by(self.f, stmt) } else { all.used_by(self.f, stmt) };
        match set {
            Some(set) => Solution {
                nonlocal: set.nonlocal || global,
                escaped: set.escaped || global,
                ..set.clone()
            },
            None if global => Solution { nonlocal: true, ..all.escaped.clone() },
            None => Solution::default(),
        }
    }

    /// Whether what is called uses, or writes, memory that others see (`determine_global_memory_access`).
    fn touches_global_memory(&self, call: &Call, writes: bool) -> bool {
        let spec = FnSpec::of(self.unit, call, self.options.on(Flag::MathErrno));
        if spec.is_known() && !spec.touches_global_memory() {
            return false;
        }
        let Some(known) = arg_flags::summary(self.unit, call) else { return true };
        let Callee::Decl(decl) = call.callee else { return true };
        match writes {
            true => known.global_memory_written,
            false => {
                known.global_memory_read || !binds_to_current_def(self.unit, self.options, decl)
            }
        }
    }
}
