//! Pass `modref`: what functions do with their arguments and with memory, for the callers' sake.
//!
//! ```text
//!   int first (struct s *p)       p is not kept, nor written through, nor returned; what it points to is read,
//!   { return p->a; }              and no other memory; nothing is written
//!
//!   x.a = 1;                      so `x` is still nobody else's behind the call, and what is stored in `x.b` before the
//!   n = first (&x);               call, and in the caller never read, may be needed; what is stored in `g` is not
//! ```
//!
//! After Hubička's pass of GCC 11 and 12: for each parameter flags that say what is not done with it and with what can be
//! reached from it (`escapes`), and for the whole function which memory it reads and writes (`accesses`). Points-to
//! analysis and the alias oracle ask for them. Callees come before their callers; of a function called in a cycle of calls
//! before its turn nothing is known. GCC looks again at bodies into which others were inlined (`modref2`), and at the
//! unit as a whole: that would say more of such cycles only. The types and offsets of accesses are not kept. Linear in
//! the function but for the few times that flags are lost around a cycle.

mod accesses;
mod escapes;

use accesses::Accesses;
use escapes::Escapes;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, prop};
use gimple::modref::{ArgFlags, Modref, Touched};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::unit::Unit;
use std::fmt::Write;

/// `modref` for the pass table.
pub const PASS: Pass = Pass::tree("modref", execute)
    .gate(|options, _| options.on(Flag::IpaModref))
    .requires(prop::CFG | prop::SSA)
    .follows(&[("local-pure-const", "calls of functions without effects are known")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !may_be_known(cx, f) {
        return Todo::NONE;
    }
    let Some(found) = analyze(cx, f) else { return Todo::NONE };
    dump(cx, f, &found);
    cx.unit.modref.insert(f.decl, found);
    Todo::NONE
}

/// Whether a call surely calls this body, with its arguments as they are passed.
fn may_be_known(cx: &PassContext<'_>, f: &Function) -> bool {
    let data = &cx.unit.decls[f.decl];
    data.flags & (flag::NOIPA | flag::NAKED) == 0 && super::inline::may_be_replaced(cx, f.decl)
}

/// Nothing where the function passes on its arguments without naming them.
fn analyze(cx: &PassContext<'_>, f: &Function) -> Option<Modref> {
    let accesses = Accesses::of(cx.unit, f, cx.options);
    if accesses.passes_on_unnamed {
        return None;
    }
    let names: Vec<Option<SsaName>> =
        f.params.iter().map(|param| f.default_defs.get(param).copied()).collect();
    let used = |name: &SsaName| !f.has_zero_uses(*name);
    let looked_at: Vec<SsaName> = names.iter().flatten().copied().filter(used).collect();
    let escapes = Escapes::of(cx.unit, f, cx.options, &looked_at);
    let flags = |(name, &param): (&Option<SsaName>, &DeclId)| match name {
        Some(name) if used(name) => escapes.flags(*name),
        // What is no register may be used without a name.
        None if !cx.unit.is_gimple_reg(param) => ArgFlags::NONE,
        _ => ArgFlags::UNUSED,
    };
    let implied = implied_flags(cx.unit, f);
    let news = |flags: ArgFlags| match flags {
        ArgFlags::UNUSED => flags,
        _ => flags.without(implied),
    };
    let arguments = names.iter().zip(&f.params).map(flags).map(news).collect();
    Some(Modref { arguments, reads: accesses.reads, writes: accesses.writes })
}

/// What follows from what the function is known to be, or returns, and need not be said (`remove_useless_eaf_flags`).
fn implied_flags(unit: &Unit, f: &Function) -> ArgFlags {
    let decl = &unit.decls[f.decl];
    let nothing = unit.returned_type(f.decl).is_none();
    match decl.flags {
        flags if flags & flag::CONST != 0 => ArgFlags::OF_CONST,
        flags if flags & flag::PURE != 0 => ArgFlags::OF_PURE,
        flags if flags & flag::NORETURN != 0 || nothing => {
            ArgFlags::of([ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY])
        }
        _ => ArgFlags::NONE,
    }
}

/// Errors of the dump's file wait in the dump manager.
fn dump(cx: &mut PassContext<'_>, f: &Function, found: &Modref) {
    if !cx.dump.enabled() {
        return;
    }
    let name = super::inline::node_name(cx.unit, f.decl);
    let decl = &cx.unit.decls[f.decl];
    let known = match decl.flags {
        flags if flags & flag::CONST != 0 => " (const)",
        flags if flags & flag::PURE != 0 => " (pure)",
        _ => "",
    };
    let _ = writeln!(cx.dump, "\n\nmodref analyzing '{name}' (ipa=0){known}");
    let _ = writeln!(cx.dump, " - modref done with result: tracked.");
    for (what, touched) in [("loads", found.reads), ("stores", found.writes)] {
        let _ = writeln!(cx.dump, "  {what}:");
        let params = (0..f.params.len()).filter(|&index| touched.has_param(index));
        for index in params.filter(|_| touched != Touched::ALL) {
            let _ = writeln!(cx.dump, "      access: Parm {index}");
        }
        if touched.global {
            let _ = writeln!(cx.dump, "    Every base");
        }
    }
    for (what, touched) in [("read", found.reads), ("written", found.writes)] {
        if touched.global {
            let _ = writeln!(cx.dump, "  Global memory {what}");
        }
    }
    for (index, &flags) in found.arguments.iter().enumerate() {
        if flags != ArgFlags::NONE {
            let names = ArgFlags::NAMES.iter().filter(|(flag, _)| flags.has(*flag));
            let text: Vec<&str> = names.map(|(_, name)| *name).collect();
            let _ = writeln!(cx.dump, "  parm {index} flags: {}", text.join(" "));
        }
    }
}
