//! The registers that the program keeps for itself, or whose use it changes.

use crate::asm::CodegenOptions;
use crate::machine::target;
use gimple::location::Location;
use gimple::options::{Options, RegisterUse, StackLimit};
use gimple::unit::Unit;

/// Notes what the registers are that are kept for the program, variables of all functions and those that options name, and
/// which of them calls change. What code needs for itself is not for options to give away.
pub fn set_registers(unit: &mut Unit, options: &Options, codegen: &mut CodegenOptions) {
    let mut wanted: Vec<(String, Location, RegisterUse)> = Vec::new();
    for node in unit.symtab() {
        let data = &unit.decls[node.decl];
        if let Some(name) = data.extra.as_ref().and_then(|extra| extra.hard_register) {
            wanted.push((unit.symbols.text(name).to_string(), data.loc, RegisterUse::Fixed));
        }
    }
    let given = options.code.registers.iter();
    wanted.extend(given.map(|(name, how)| (name.clone(), Location::UNKNOWN, *how)));
    if let Some(StackLimit::Register(name)) = &options.code.stack_limit {
        match target::by_name(name) {
            Some(_) => wanted.push((name.clone(), Location::UNKNOWN, RegisterUse::Fixed)),
            None => {
                let text = format!("unrecognized register name ‘{name}’");
                unit.diagnostics.error(Location::UNKNOWN, text);
            }
        }
    }
    for (name, loc, how) in wanted {
        let Some(number) = target::by_name(&name) else {
            if loc.is_unknown() {
                unit.diagnostics.warning("", loc, format!("unknown register name: {name}"));
            } else {
                unit.diagnostics.error(loc, format!("invalid register name for ‘{name}’"));
            }
            continue;
        };
        let free = target::can_be_kept(number);
        match how {
            RegisterUse::Fixed if target::fixed(number) || free => codegen.kept |= 1 << number,
            RegisterUse::CallUsed | RegisterUse::CallSaved if free => {
                codegen.kept &= !(1 << number);
                let saved = how == RegisterUse::CallSaved;
                codegen.convention = codegen.convention.with(number, saved);
            }
            _ => {
                let text = format!("another use of the register ‘{name}’");
                unit.diagnostics.sorry(loc, text);
            }
        }
    }
}
