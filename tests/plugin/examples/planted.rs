//! A plugin that plants a fault: `-fplugin-arg-libplanted-fault=KIND`, `-fplugin-arg-libplanted-at=N`. Each kind is a
//! mistake of its own in a function of its own, at the `N`th place of those where it could be made; at all of them the
//! debug counter of the pass beside it is asked.

use gimlet::gimple::code::TreeCode;
use gimlet::gimple::debug_counter::Counter;
use gimlet::gimple::function::{Function, Prop};
use gimlet::gimple::pass::{DynamicPass, Hook, Pass, PassContext, Todo};
use gimlet::gimple::stmt::{Call, Phi, StmtId, StmtKind};
use gimlet::gimple::tree::Operand;
use gimlet::gimple::unit::Unit;
use gimlet::plugin::Plugin;

gimlet::plugin!(register);

/// A place where a mistake can be made; makes it if it is told to. The answer is whether it can be made there.
type Mistake = fn(&mut Unit, &mut Function, StmtId, bool) -> bool;

/// Its name, the function it is planted in, the pass it goes to with its instance, where there, the counter, and the
/// mistake.
type Fault = (&'static str, &'static str, &'static str, u32, Hook, Option<Counter>, Mistake);

const FAULTS: [Fault; 14] = [
    ("constant", "sums", "ccp", 1, Hook::After, Some(Counter::Ccp), constant),
    ("operands", "differences", "forwprop", 1, Hook::After, Some(Counter::Forwprop), operands),
    ("branch", "branches", "copyprop", 1, Hook::Before, Some(Counter::Copyprop), branch),
    ("comparison", "branches", "fre", 1, Hook::After, Some(Counter::Fre), comparison),
    ("store", "stores", "ssa", 0, Hook::Before, Some(Counter::Dse), removed),
    ("call", "calls", "ssa", 0, Hook::Before, Some(Counter::Dce), removed),
    ("argument", "calls", "lim", 2, Hook::Before, Some(Counter::Lim), argument),
    ("phi", "joins", "mergephi", 1, Hook::After, Some(Counter::Mergephi), phi),
    ("operator", "sums", "phiopt", 1, Hook::After, Some(Counter::Phiopt), operator),
    ("shift", "shifts", "sink", 1, Hook::Before, Some(Counter::Sink), shift),
    ("load", "loads", "ch", 2, Hook::After, Some(Counter::Ch), load),
    ("stored", "stores", "vrp", 1, Hook::After, Some(Counter::Vrp), stored),
    ("case", "cases", "dse", 3, Hook::After, Some(Counter::Dse), case),
    ("result", "differences", "mergephi", 2, Hook::Replace, None, result),
];

fn register(plugin: &mut Plugin) -> Result<(), String> {
    let value = |key: &str| {
        let given = plugin.arguments().iter().find(|argument| argument.key == key);
        given.and_then(|argument| argument.value.clone()).ok_or(format!("‘{key}’ is missing"))
    };
    let name = value("fault")?;
    let at = value("at")?.parse().map_err(|_| "‘at’ is no number".to_string())?;
    let fault = FAULTS.iter().find(|fault| fault.0 == name);
    let &(_, function, pass, instance, hook, counter, mistake) =
        fault.ok_or(format!("there is no fault ‘{name}’"))?;
    plugin.register(pass, instance, hook, Planted { function, counter, at, mistake });
    Ok(())
}

struct Planted {
    function: &'static str,
    counter: Option<Counter>,
    at: usize,
    mistake: Mistake,
}

impl DynamicPass for Planted {
    fn describe(&self) -> Pass {
        Pass::of_user("planted").requires(Prop::CFG)
    }

    fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
        if cx.unit.decl_name(f.decl) != Some(self.function) {
            return Todo::NONE;
        }
        let mut places = 0;
        for block in f.block_order() {
            let stmts: Vec<StmtId> = f.phis(block).chain(f.block_stmts(block)).collect();
            for stmt in stmts {
                if !(self.mistake)(cx.unit, f, stmt, false) {
                    continue;
                }
                places += 1;
                let allowed = self.counter.is_none_or(|counter| cx.dbg_cnt(counter));
                if allowed && places == self.at {
                    (self.mistake)(cx.unit, f, stmt, true);
                }
            }
        }
        Todo::NONE
    }
}

/// A right-hand side with something else in its place.
fn change(unit: &Unit, f: &mut Function, stmt: StmtId, new: (TreeCode, [Operand; 3])) {
    if let StmtKind::Assign { code, rhs, .. } = &mut f.stmts[stmt].kind {
        (*code, *rhs) = new;
    }
    f.update_stmt(unit, stmt);
}

/// A wrong constant: one more.
fn constant(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    more(unit, f, stmt, make, TreeCode::Plus)
}

/// Shifted by one more.
fn shift(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    more(unit, f, stmt, make, TreeCode::Lshift)
}

fn more(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool, wanted: TreeCode) -> bool {
    let StmtKind::Assign { code, rhs: [a, b @ Operand::Const(id), c], .. } = f.stmts[stmt].kind
    else {
        return false;
    };
    let Some(value) = unit.as_int(b).filter(|_| code == wanted) else { return false };
    if make {
        let ty = unit.consts[id].ty;
        let wrong = unit.int(ty, value + 1);
        change(unit, f, stmt, (code, [a, wrong, c]));
    }
    true
}

/// Operands that have changed places.
fn operands(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Assign { code: TreeCode::Minus, rhs: [a, b, c], .. } = f.stmts[stmt].kind else {
        return false;
    };
    if make {
        change(unit, f, stmt, (TreeCode::Minus, [b, a, c]));
    }
    true
}

/// Another operator.
fn operator(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Assign { code: TreeCode::Plus, rhs, .. } = f.stmts[stmt].kind else {
        return false;
    };
    if make {
        change(unit, f, stmt, (TreeCode::Minus, rhs));
    }
    true
}

/// What would come back is another value: the operand itself.
fn result(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Assign { code: TreeCode::Minus, rhs: [a, ..], .. } = f.stmts[stmt].kind else {
        return false;
    };
    if make {
        change(unit, f, stmt, (TreeCode::Single, [a, Operand::None, Operand::None]));
    }
    true
}

/// The other branch.
fn branch(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    compares(unit, f, stmt, make, [TreeCode::Gt, TreeCode::Le])
}

/// A comparison that takes in one value too many.
fn comparison(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    compares(unit, f, stmt, make, [TreeCode::Gt, TreeCode::Ge])
}

fn compares(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    make: bool,
    [from, to]: [TreeCode; 2],
) -> bool {
    let StmtKind::Cond { code, .. } = &mut f.stmts[stmt].kind else { return false };
    let fits = *code == from;
    if make && fits {
        *code = to;
        f.update_stmt(unit, stmt);
    }
    fits
}

/// A store or a call without a result that is gone. Made before there are virtual operands.
fn removed(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let fits = match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => unit.is_memory_operand(*lhs),
        StmtKind::Call(call) => call.lhs.is_none(),
        _ => false,
    };
    if make && fits {
        f.remove_stmt(stmt);
    }
    fits
}

/// Two arguments that have changed places.
fn argument(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Call(call) = &mut f.stmts[stmt].kind else { return false };
    let Call { args, .. } = &mut **call;
    let fits = args.len() == 2;
    if make && fits {
        args.swap(0, 1);
        f.update_stmt(unit, stmt);
    }
    fits
}

/// The first two arguments of a φ that have changed places.
fn phi(_: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Phi(node) = &f.stmts[stmt].kind else { return false };
    let Phi { args, .. } = &**node;
    let values: Vec<Operand> = args.iter().map(|arg| arg.value).collect();
    let constants = values.iter().all(|value| matches!(value, Operand::Const(_)));
    let fits = constants && values.len() > 1;
    if make && fits {
        f.set_phi_arg(stmt, 0, values[1]);
        f.set_phi_arg(stmt, 1, values[0]);
    }
    fits
}

/// A load that is taken for nothing.
fn load(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [from, ..] } = f.stmts[stmt].kind else {
        return false;
    };
    let fits = unit.is_memory_operand(from) && !unit.is_memory_operand(lhs);
    if make && fits {
        let ty = unit.type_of(f, lhs);
        let nothing = unit.int(ty, 0);
        change(unit, f, stmt, (TreeCode::Single, [nothing, Operand::None, Operand::None]));
    }
    fits
}

/// A wrong value that is stored.
fn stored(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, .. } = f.stmts[stmt].kind else {
        return false;
    };
    let fits = unit.is_memory_operand(lhs);
    if make && fits {
        let ty = unit.type_of(f, lhs);
        let wrong = unit.int(ty, 77);
        change(unit, f, stmt, (TreeCode::Single, [wrong, Operand::None, Operand::None]));
    }
    fits
}

/// Two cases of a switch that have changed places.
fn case(unit: &mut Unit, f: &mut Function, stmt: StmtId, make: bool) -> bool {
    let StmtKind::Switch(switch) = &mut f.stmts[stmt].kind else { return false };
    let cases = &mut switch.cases;
    let fits = cases.len() > 2;
    if make && fits {
        (cases[1].label, cases[2].label) = (cases[2].label, cases[1].label);
        f.update_stmt(unit, stmt);
    }
    fits
}
