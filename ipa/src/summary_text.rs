//! Summaries as dumps show them (`ipa_dump_fn_summary`), and the IPA pass `fnsummary`, which shows those of all functions.
//!
//! ```text
//! IPA function summary for f/0 inlinable
//!   global time:     14.000000
//!   ...
//!     size:3.000000, time:2.000000,  executed if:(op0 > 10)
//!   calls:
//!     g/1 function not considered for inlining
//!       freq:0.50 loop depth: 1 size: 3 time: 12 predicate: (op0 > 10)
//!        op0 is compile time invariant
//! ```

use super::fn_summary;
use super::inline::{self, node_name};
use super::predicate::{Condition, FIXED, Predicate, Test};
use super::summary::{ALWAYS, Argument, CallSummary, FnSummary};
use dumps::{Dump, put, putln};
use gimple::cfg::ENTRY;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::nonzero_bits::NonzeroBits;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::is_visible_outside;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::graph::order::reverse_post_order;

/// `fnsummary` for the pass table.
pub const PASS: Pass = Pass::ipa("fnsummary", |cx, functions| execute(cx, functions));

/// What stands at the head of a summary.
pub struct Head {
    pub name: String,
    /// Whether it is inlined whatever it takes.
    pub required: bool,
    pub inlinable: bool,
    /// Whether it computes with floating-point numbers, where that is known.
    pub floating: bool,
    /// The least it takes, once inlining has begun.
    pub least: i64,
    /// In instructions, and with what is inlined.
    pub sizes: (i64, i64),
    pub stack: (u64, u64),
}

/// A call in a summary.
pub struct CallText<'a> {
    /// How far it is within calls that are inlined.
    pub indent: usize,
    /// Of a call through a pointer there is none.
    pub callee: Option<String>,
    /// Why it is not inlined.
    pub state: &'a str,
    pub frequency: f64,
    pub depth: u32,
    pub size: i64,
    pub time: i64,
    /// The size and the stack of the function called, where they are known.
    pub of_callee: Option<(i64, u64)>,
    pub executed: &'a Predicate,
    pub args: &'a [Argument],
    /// Which of the arguments point to the caller's own memory or to what is never written, where that is known.
    pub harmless: &'a [bool],
}

/// The pass: its dump, as what it would find has been found in each function, and what the analysis leaves in GCC: loops
/// with preheaders and one latch.
fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    for f in functions.iter_mut().rev().filter(|f| f.properties.intersects(Prop::SSA)) {
        let own = f.options.clone();
        if own.as_deref().unwrap_or(cx.options).optimize > 0 && f.loops.is_some() {
            simplify_loops(cx.unit, f, &mut Dump::off());
        }
        if !cx.dump.enabled() {
            continue;
        }
        let summary = fn_summary::analyze(cx.unit, f, cx.options);
        let sizes = ((summary.size, 0), (summary.stack, 0));
        let text = of_local(cx.unit, f, &summary, sizes, &|_| None);
        putln!(cx.dump, "{text}");
    }
    Todo::NONE
}

/// The summary of a function of whose calls nothing has been decided yet, with its sizes and stacks, by itself and with what
/// is inlined.
pub fn of_local(
    unit: &Unit,
    f: &Function,
    summary: &FnSummary,
    (sizes, stack): ((i64, i64), (u64, u64)),
    of_callee: &dyn Fn(DeclId) -> Option<(i64, u64)>,
) -> String {
    let name = node_name(unit, f.decl);
    let required = unit.disregards_inline_limits(f.decl);
    let inlinable = summary.asked_for && inline::is_copyable(unit, f);
    let floating = computes_floating(unit, f);
    let head = Head { name, required, inlinable, floating, least: 0, sizes, stack };
    let mut text = of_function(unit, summary, &head);
    let (direct, indirect): (Vec<_>, Vec<_>) =
        summary.calls.iter().rev().partition(|call| call.callee.is_some());
    for call in direct.into_iter().chain(indirect) {
        let measured = call.callee.and_then(of_callee);
        text += &of_local_call(unit, f, summary, (call, measured));
    }
    text
}

/// What is said while a function is looked at: that it computes with floating-point numbers, and each index of an array
/// that is accounted for.
pub fn of_analysis(unit: &Unit, f: &Function, summary: &FnSummary) -> String {
    let mut text = String::new();
    let mut addresses = summary.addresses.iter().peekable();
    let mut floating = false;
    for block in reverse_post_order(f).blocks {
        for stmt in f.block_stmts(block) {
            if !floating && is_floating(unit, f, stmt) {
                floating = true;
                text.push_str("   fp_expression set\n");
            }
            while addresses.next_if_eq(&&stmt).is_some() {
                text.push_str("\t\tAccounting address calculation.\n");
            }
        }
    }
    text
}

/// Whether a function computes with floating-point numbers.
fn computes_floating(unit: &Unit, f: &Function) -> bool {
    f.block_iter().flat_map(|block| f.block_stmts(block)).any(|stmt| is_floating(unit, f, stmt))
}

/// Whether a statement computes, or uses, a floating-point number.
fn is_floating(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let floating = |ty| {
        let ty = unit.types.element(ty).unwrap_or(ty);
        unit.types.is_real(ty)
    };
    let mut found = false;
    f.for_each_used_name(unit, stmt, &mut |name| found |= floating(f.names[name].ty));
    f.for_each_write(stmt, &mut |op| {
        found |= op.ssa().is_some_and(|name| floating(f.names[name].ty));
    });
    found
}

/// Whether an argument is null or points to the function's own memory or to what is never written
/// (`points_to_local_or_readonly_memory_p`).
fn is_harmless(unit: &Unit, f: &Function, arg: Operand) -> bool {
    if unit.as_int(arg) == Some(0) {
        return true;
    }
    if arg.ssa().is_none() && unit.addressed(arg).is_none() {
        return false;
    }
    let ty = unit.type_of(f, arg);
    if let Some(name) = arg.ssa()
        && unit.types.is_integral(ty)
    {
        // GCC keeps ranges where it keeps what pointers point to, and reads the one as the other: a precision of 16 or 64
        // bits then says that nothing global is pointed to.
        return matches!(unit.types.precision(ty), Some(16 | 64)) && has_range(f, name);
    }
    let pointer = unit.types.is_pointer(ty);
    let access = Access::from_pointer(unit, f, arg, None);
    pointer
        && (!is_visible_outside(unit, f, &access)
            || matches!(access.base, Base::Decl(var) if unit.decls[var].has(flag::READONLY)))
}

/// Whether it is noted of a number where it is or which bits it may have.
fn has_range(f: &Function, name: SsaName) -> bool {
    f.value_ranges.contains_key(&name) || f.nonzero_bits.get(name) != NonzeroBits::ALL
}

/// A call of which nothing has been decided yet, and the size and the stack of the function called.
fn of_local_call(
    unit: &Unit,
    f: &Function,
    summary: &FnSummary,
    (call, of_callee): (&CallSummary, Option<(i64, u64)>),
) -> String {
    let defined =
        call.callee.and_then(|it| unit.symtab_node(it)).is_some_and(|node| node.definition);
    let state = match defined {
        true => "function not considered for inlining",
        false => "function body not available",
    };
    let entered = f.block_info[ENTRY].count;
    let args = match &f.stmts[call.stmt].kind {
        StmtKind::Call(call) => &call.args[..],
        _ => &[],
    };
    let harmless: Vec<bool> = args.iter().map(|&arg| is_harmless(unit, f, arg)).collect();
    of_call(
        unit,
        &summary.conditions,
        &CallText {
            indent: 4,
            callee: call.callee.map(|callee| node_name(unit, callee)),
            state,
            frequency: fn_summary::frequency(call.count, entered).to_f64(),
            depth: call.loop_depth,
            size: call.size,
            time: call.time,
            of_callee,
            executed: &call.executed,
            args: &call.args,
            harmless: &harmless,
        },
    )
}

/// The summary of a function, without its calls.
pub fn of_function(unit: &Unit, summary: &FnSummary, head: &Head) -> String {
    let required = if head.required { " always_inline" } else { "" };
    let inlinable = if head.inlinable { " inlinable" } else { "" };
    let floating = if head.floating { " fp_expression" } else { "" };
    let mut text = format!(
        "IPA function summary for {}{required}{inlinable}{floating}\n  global time:     {:.6}\n  self size:       {}\n  global size:     {}\n  \
         min size:       {}\n  self stack:      {}\n  global stack:    {}\n",
        head.name,
        summary.time.to_f64(),
        head.sizes.0,
        head.sizes.1,
        head.least,
        head.stack.0,
        head.stack.1,
    );
    for (size, time, executed, not_constant) in summary.entries() {
        put!(text, "    size:{:.6}, time:{:.6}", size as f64 / 2.0, time.to_f64());
        if !executed.is_true() {
            put!(text, ",  executed if:{}", of_predicate(unit, &summary.conditions, executed));
        }
        if not_constant != executed {
            put!(text, ",  nonconst if:{}", of_predicate(unit, &summary.conditions, not_constant));
        }
        text.push('\n');
    }
    text + "  calls:\n"
}

/// A call that is inlined: where the frame of what is called begins, and how large that is.
pub fn of_inlined(indent: usize, callee: &str, frequency: f64, frame: (u64, u64)) -> String {
    let (offset, size) = frame;
    format!(
        "{:indent$}{callee} inlined\n{:indent$}  freq:{frequency:4.2}\n\
         {:indent$}  Stack frame offset {offset}, callee self size {size}\n",
        "", "", ""
    )
}

/// A call and what is passed.
pub fn of_call(unit: &Unit, conditions: &[Condition], call: &CallText<'_>) -> String {
    let CallText { indent, frequency, depth, size, time, .. } = *call;
    let Some(callee) = &call.callee else {
        let predicate = match call.executed.is_true() {
            true => String::new(),
            false => format!("predicate: {}", of_predicate(unit, conditions, call.executed)),
        };
        return format!(
            "{:indent$}indirect call loop depth:{depth:2} freq:{frequency:4.2} size:{size:2} time: {time:2}{predicate}\n",
            ""
        );
    };
    let mut text = format!(
        "{:indent$}{callee} {}\n{:indent$}  freq:{frequency:4.2} loop depth:{depth:2} size:{size:2} time: {time:2}",
        "", call.state, ""
    );
    if let Some((size, stack)) = call.of_callee {
        // GCC counts in halves of insns, and divides what is whole already.
        put!(text, " callee size:{:2} stack:{stack:2}", size / 2);
    }
    if !call.executed.is_true() {
        put!(text, " predicate: {}", of_predicate(unit, conditions, call.executed));
    }
    text.push('\n');
    for (number, argument) in call.args.iter().enumerate() {
        let _ = match argument.change {
            0 => writeln!(text, "{:indent$}   op{number} is compile time invariant", ""),
            ALWAYS => Ok(()),
            change => {
                let percent = f64::from(change) * 100.0 / f64::from(ALWAYS);
                writeln!(text, "{:indent$}   op{number} change {percent:.6}% of time", "")
            }
        };
        if call.harmless.get(number) == Some(&true) {
            putln!(text, "{:indent$}   op{number} points to local or readonly memory", "");
        }
    }
    text
}

/// A predicate: `(op0 == 2) && (op1 changed || not inlined)`.
pub fn of_predicate(unit: &Unit, conditions: &[Condition], of: &Predicate) -> String {
    if of.is_true() {
        return "(true)".to_owned();
    }
    let clauses: Vec<String> =
        of.clauses().map(|clause| of_clause(unit, conditions, clause)).collect();
    clauses.join(" && ")
}

fn of_clause(unit: &Unit, conditions: &[Condition], clause: u32) -> String {
    let named = (0..u32::BITS).filter(|bit| clause >> bit & 1 == 1);
    let words: Vec<String> = named
        .map(|bit| match bit.checked_sub(FIXED) {
            Some(index) => of_condition(unit, &conditions[index as usize]),
            None if bit == 0 => "false".to_owned(),
            None => "not inlined".to_owned(),
        })
        .collect();
    format!("({})", words.join(" || "))
}

fn of_condition(unit: &Unit, condition: &Condition) -> String {
    let mut text = format!("op{}", condition.param);
    if let Some(part) = condition.part {
        let by_ref = if part.by_ref { "ref " } else { "" };
        put!(text, "[{by_ref}offset: {}]", part.offset);
    }
    let value = |op: Operand| {
        let nobody = Function::new(gimple::decl::DeclId::NONE, 0);
        print::operand_text(unit, &nobody, op, dumps::DumpFlags::NONE)
    };
    for operation in &condition.operations {
        let code = operation.code.symbol().unwrap_or(operation.code.name());
        let constants = operation.constants.map(|op| op.is_some().then(|| value(op)));
        let [first, second] = &constants;
        let _ = match (operation.position, first, second) {
            (0, Some(right), None) | (0, None, Some(right)) => write!(text, ",(# {code} {right})"),
            (1, Some(left), None) | (1, None, Some(left)) => write!(text, ",({left} {code} #)"),
            _ => match operation.code {
                TreeCode::Nop => {
                    let ty = print::type_text(unit, operation.ty, dumps::DumpFlags::NONE);
                    write!(text, ",(({ty}) #)")
                }
                _ => write!(text, ",({code} #)"),
            },
        };
    }
    let _ = match condition.test {
        Test::Changed => write!(text, " changed"),
        Test::NotConstant => write!(text, " not constant"),
        Test::Compare(code, with) => {
            write!(text, " {} {}", code.symbol().unwrap_or(code.name()), value(with))
        }
    };
    text
}
