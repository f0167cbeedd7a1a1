//! Passes `modref`: what functions do with their arguments and with memory, for the callers' sake.
//!
//! ```text
//!   int first (struct s *p)       p is not kept, nor written through, nor returned; of what it points to the first 32
//!   { return p->a; }              bits are read, as an int of a struct s, and no other memory; nothing is written
//!
//!   x.a = 1;                      so `x` is still nobody else's after the call, and what is stored in `x.b` before the
//!   n = first (&x);               call is not needed for it; what is stored in `g` is not read, either
//! ```
//!
//! After Hubička's pass of GCC 11 and 12: for each parameter flags that say what is not done with it and with what can be
//! reached from it (`escapes`), and for the whole function which memory it reads and writes, and what it surely writes
//! (`accesses`). Points-to analysis, the alias oracle and `dse` ask for them. Callees come before their callers; where calls
//! go round, the effects of functions not known yet are left open as well, and the pass over the unit (`whole_unit`)
//! puts them in. `modref2` looks again, at bodies into which others were inlined. Linear in the function but for the few
//! times that flags are lost around a cycle. Return slots have no flags here: C never leaves such an address.

mod accesses;
mod escapes;
mod report;
pub mod whole_unit;

use crate::inline;
use crate::pure_const;
use accesses::Accesses;
use dumps::put;
use escapes::{Escapes, Point};
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::modref::{
    ArgFlags, Effects, Escape, Modref, Origin, ParamMap, Pending, PendingCall, Via,
};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId};
use gimple::unit::Unit;
use report::{Log, flags_text};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// `modref` for the pass table.
pub const PASS: Pass = Pass::tree("modref", execute)
    .gate(|options, _| options.on(Flag::IpaModref))
    .requires(Prop::CFG_SSA)
    .follows(&[("local-pure-const", "calls of functions without effects are known")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !may_be_known(cx, f) {
        return Todo::NONE;
    }
    let late = cx.pass.instance == 2;
    let wanted = cx.dump.enabled();
    let mut log = Log::new(cx.unit, wanted);
    log.say(|| report::heading(cx.unit, f));
    let past = cx.unit.modref.get(&f.decl).filter(|it| late && it.tracked);
    if let Some(past) = past {
        log.say(|| "Past summary:\n".to_owned());
        log.summary(cx.unit, past);
    }
    let past = past.map(|past| (past.effects.arguments.clone(), past.effects.chain));
    let found = analyze(cx, f, &mut log);
    let text = log.close(cx.unit);
    write(cx, &text);
    let Some(mut found) = found else { return Todo::NONE };
    // Where it writes to memory that others see, nothing depends on whether it comes back.
    let asked = wanted || !found.effects.stores.is_global();
    if asked && !found.effects.side_effects && pure_const::may_loop_forever(cx, f) {
        found.effects.side_effects = true;
        if let Some(pending) = &mut found.pending {
            pending.effects.side_effects = true;
        }
    }
    let todo = tell(cx, f, &found.effects);
    finish(cx, f.decl, found, past);
    todo
}

/// Notes that a function has no effects, if that is so.
fn tell(cx: &mut PassContext<'_>, f: &mut Function, found: &Effects) -> Todo {
    let gate = cx.options.on(Flag::IpaPureConst) && !cx.options.code.coverage.arcs;
    let silent = found.stores.is_empty() && !found.nondeterministic && !found.writes_errno;
    if gate && silent && pure_const::may_be_told(cx, f.decl) {
        return pure_const::note(cx, f, found.loads.is_empty(), found.side_effects);
    }
    Todo::NONE
}

/// Keeps what was found of a function, and says so.
fn finish(
    cx: &mut PassContext<'_>,
    decl: DeclId,
    mut found: Modref,
    past: Option<(Vec<ArgFlags>, ArgFlags)>,
) {
    found.finalize();
    found.tracked = is_useful(cx.unit, decl, &found);
    if cx.dump.enabled() {
        let mut log = Log::new(cx.unit, true);
        log.say(|| " - modref done with result: tracked.\n".to_owned());
        if found.tracked {
            log.summary(cx.unit, &found);
        }
        if let Some((arguments, chain)) = &past {
            log.say(|| improvements(&found, arguments, *chain));
        }
        let text = log.close(cx.unit);
        write(cx, &text);
    }
    cx.unit.modref.insert(decl, found);
}

/// Whether more is known of a function than its declaration says (`useful_p`).
fn is_useful(unit: &Unit, decl: DeclId, found: &Modref) -> bool {
    let flags = found.effects.arguments.iter().chain([&found.effects.chain]);
    flags.copied().any(|flags| flags != ArgFlags::NONE)
        || accesses::is_useful(unit, decl, &found.effects)
}

/// What is less done now than was known before.
fn improvements(found: &Modref, arguments: &[ArgFlags], chain: ArgFlags) -> String {
    let mut text = String::new();
    let better = |old: ArgFlags, new: ArgFlags| !new.without(old).is_empty();
    for (index, (&old, &new)) in arguments.iter().zip(&found.effects.arguments).enumerate() {
        if better(old, new) {
            let (old, new) = (flags_text(old), flags_text(new));
            text += &format!("  Flags for param {index} improved:{old} -> {new}\n");
        }
    }
    if better(chain, found.effects.chain) {
        let (old, new) = (flags_text(chain), flags_text(found.effects.chain));
        text += &format!("  Flags for static chain improved:{old} -> {new}\n");
    }
    text
}

fn write(cx: &mut PassContext<'_>, text: &str) {
    if cx.dump.enabled() {
        put!(cx.dump, "{text}");
    }
}

/// Whether a call surely calls this body, with its arguments as they are passed.
fn may_be_known(cx: &PassContext<'_>, f: &Function) -> bool {
    let data = &cx.unit.decls[f.decl];
    data.flags & (flag::NOIPA | flag::NAKED) == 0 && inline::binds_to_current_def(cx, f.decl)
}

/// Nothing where the function passes on its arguments without naming them.
fn analyze(cx: &PassContext<'_>, f: &Function, log: &mut Log) -> Option<Modref> {
    let name = |param: &DeclId| f.default_defs.get(param).copied();
    let names: Vec<Option<SsaName>> = f.params.iter().map(name).collect();
    let chain = Some(f.static_chain).filter(|chain| chain.is_some());
    let chain = chain.and_then(|chain| name(&chain));
    let used = |name: &SsaName| !f.has_zero_uses(*name);
    let looked_at: Vec<SsaName> =
        names.iter().flatten().copied().filter(used).chain(chain).collect();
    let mut escapes = Escapes::new(cx, f, log);
    escapes.analyze(&looked_at);
    let flags = |(name, &param): (&Option<SsaName>, &DeclId)| match name {
        Some(name) if used(name) => escapes.flags(*name),
        // What is no register may be used without a name.
        None if !cx.unit.is_gimple_reg(param) => (ArgFlags::NONE, ArgFlags::NONE, &[][..]),
        _ => (ArgFlags::UNUSED, ArgFlags::UNUSED, &[][..]),
    };
    let all: Vec<(ArgFlags, ArgFlags, Vec<Point>)> = names
        .iter()
        .zip(&f.params)
        .map(flags)
        .chain(chain.map(|chain| escapes.flags(chain)))
        .map(|(sure, better, points)| (sure, better, points.to_vec()))
        .collect();
    let news = without_implied(implied_flags(cx.unit, f.decl));
    let tells = |(sure, better, _): &(ArgFlags, ArgFlags, Vec<Point>)| {
        news(*sure) != ArgFlags::NONE || news(*better) != ArgFlags::NONE
    };
    let mut accesses = Accesses::of(cx, f, log, all.iter().any(tells));
    if accesses.passes_on_unnamed {
        return None;
    }
    let effects = std::mem::take(&mut accesses.found);
    let kills = std::mem::take(&mut accesses.kills);
    let mut found = Modref { effects, kills, ..Modref::default() };
    let waits = !accesses.pending.is_empty() || all.iter().any(|(.., points)| !points.is_empty());
    if waits {
        let mut pending = accesses.better.take().unwrap_or_else(|| pending_of(&found.effects));
        put_points(f, &mut pending, &accesses.pending, &all);
        found.pending = Some(pending);
    }
    let effects = &mut found.effects;
    effects.arguments = all.iter().take(f.params.len()).map(|(sure, ..)| news(*sure)).collect();
    effects.chain = all.get(f.params.len()).map_or(ArgFlags::NONE, |(sure, ..)| news(*sure));
    Some(found)
}

/// The accesses that are sure, where nothing is open of them.
fn pending_of(found: &Effects) -> Box<Pending> {
    Box::new(Pending { effects: found.clone(), calls: Vec::new() })
}

/// Notes what holds if functions not known yet do nothing with what they are passed, and what they are.
fn put_points(
    f: &Function,
    pending: &mut Pending,
    stmts: &[StmtId],
    all: &[(ArgFlags, ArgFlags, Vec<Point>)],
) {
    let mut places: FxHashMap<StmtId, usize> =
        stmts.iter().enumerate().map(|(place, &stmt)| (stmt, place)).collect();
    for (index, (_, better, points)) in all.iter().enumerate() {
        let param = match index < f.params.len() {
            true => Via::Param(index as u32),
            false => Via::Chain,
        };
        match param {
            Via::Chain => pending.effects.chain = *better,
            _ => pending.effects.arguments.push(*better),
        }
        for point in points {
            let place = *places.entry(point.call).or_insert_with(|| {
                // Of itself, whose accesses are there already.
                pending.calls.push(PendingCall::of(f.decl));
                pending.calls.len() - 1
            });
            let Point { arg, direct, least, .. } = *point;
            pending.calls[place].escapes.push(Escape { param, arg, direct, least });
        }
    }
}

/// Takes away what need not be said.
fn without_implied(implied: ArgFlags) -> impl Fn(ArgFlags) -> ArgFlags {
    move |flags| match flags {
        ArgFlags::UNUSED => flags,
        _ => flags.without(implied),
    }
}

/// What follows from what a function is known to be, or returns, and need not be said (`remove_useless_eaf_flags`).
fn implied_flags(unit: &Unit, function: DeclId) -> ArgFlags {
    let nothing = unit.returned_type(function).is_none();
    match unit.decls[function].flags {
        flags if flags & flag::CONST != 0 => ArgFlags::OF_CONST,
        flags if flags & flag::PURE != 0 => ArgFlags::OF_PURE,
        flags if flags & flag::NORETURN != 0 || nothing => {
            ArgFlags::of([ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY])
        }
        _ => ArgFlags::NONE,
    }
}

/// Whether the function called will be known better: it has not been looked at yet, or waits itself.
fn waits(cx: &PassContext<'_>, own: DeclId, callee: Callee) -> bool {
    let Callee::Decl(callee) = callee else { return false };
    if cx.pass.instance == 2 {
        return false;
    }
    match cx.unit.modref.get(&callee) {
        _ if callee == own => true,
        Some(known) => known.pending.is_some(),
        None => {
            cx.unit.symtab_node(callee).is_some_and(|node| node.definition)
                && cx.unit.decls[callee].builtin.is_none()
                && inline::binds_to_current_def(cx, callee)
        }
    }
}

/// What is known of a function's effects holds of its copy, in terms of the parameters that are left.
pub fn keep_effects(unit: &mut Unit, original: DeclId, copy: DeclId, dropped: &[bool]) {
    let Some(known) = unit.modref.get(&original) else { return };
    let goes = |index: usize| dropped.get(index).is_some_and(|&dropped| dropped);
    let mut left = 0;
    let args = (0..known.effects.arguments.len()).map(|index| {
        // What was reached through a parameter that goes is reached through the constant it is.
        if goes(index) {
            return Origin::UNKNOWN;
        }
        left += 1;
        Origin { via: Via::Param(left - 1), offset: Some(0) }
    });
    let chain = Origin { via: Via::Chain, offset: Some(0) };
    let map = ParamMap { args: args.collect(), chain };
    let flags = |known: &[ArgFlags]| {
        let stay = known.iter().enumerate().filter(|(index, _)| !goes(*index));
        stay.map(|(_, &flags)| flags).collect()
    };
    keep_mapped(unit, original, copy, &map, &flags);
}

/// As before, where `map` says where the parameters lead, and `flags` what is not done with those of the copy.
pub fn keep_mapped(
    unit: &mut Unit,
    original: DeclId,
    copy: DeclId,
    map: &ParamMap,
    flags: &dyn Fn(&[ArgFlags]) -> Vec<ArgFlags>,
) {
    let Some(known) = unit.modref.get(&original) else { return };
    let mut copied = known.with_params(map);
    copied.effects.arguments = flags(&known.effects.arguments);
    if let (Some(new), Some(old)) = (&mut copied.pending, &known.pending) {
        new.effects.arguments = flags(&old.effects.arguments);
    }
    copied.tracked = is_useful(unit, copy, &copied);
    unit.modref.insert(copy, copied);
}
