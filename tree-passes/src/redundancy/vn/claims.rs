//! What value numbers claim, for the interpreter to check.

use super::Numbering;
use gimple::claims::{self, Claim};
use gimple::function::Function;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;

impl Numbering {
    /// That names are what their numbers say, that nothing has written what is loaded since the state where it was found,
    /// that stores which write what is there do so, that edges are not taken, and that names have the bits they were found to have.
    pub(super) fn claims(&self, unit: &Unit, f: &Function) -> Vec<Claim> {
        let mut claims = claims::untaken(f);
        claims.extend(claims::nonzero_bits(unit, f));
        for name in claims::computed_names(f) {
            let value = self.value(name);
            // An address with names in it would have to be computed where it is compared.
            let mut is_variable = false;
            unit.for_each_ssa(value, &mut |_| is_variable = true);
            let comparable = match value {
                Operand::Ssa(other) => other != name,
                op => !is_variable && (op.constant().is_some() || unit.addressed(op).is_some()),
            };
            claims.extend(comparable.then_some(Claim::Value(name, value)));
            let load = f.names[name].def;
            if let (Some(since), StmtKind::Assign { .. }) = (self.origin(name), &f.stmts[load].kind)
            {
                claims.push(Claim::Unwritten { load, since });
            }
        }
        claims.extend(self.redundant_stores.iter().map(|&store| Claim::Redundant(store)));
        claims
    }
}
