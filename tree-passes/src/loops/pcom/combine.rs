//! Combinations: where an operation takes what two chains load, what it computes is kept instead of what they load.
//!
//! ```text
//!   a[i + 2] * b[i + 1]       is        a[i] * b[i - 1]       two iterations later
//! ```

use super::chains::{Chain, Kind, Link, Start, What, same_distances};
use super::references::Memory;
use gimple::code::TreeCode;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::analyses::scev::Scev;

/// Combinations that one loop's chains may take part in: each chain is compared with those after it.
const MOST_CHAINS: usize = 100;

/// What two references are operands of.
#[derive(Clone, Copy)]
struct Operation {
    code: TreeCode,
    ty: TypeId,
    swapped: bool,
}

/// Adds the combinations of chains to them (`try_combine_chains`).
pub fn combine(scev: &Scev<'_, '_>, memory: &Memory, chains: &mut Vec<Chain>) {
    if chains.len() > MOST_CHAINS {
        return;
    }
    let mut first = 0;
    while first < chains.len() {
        for second in (0..chains.len()).rev().filter(|&second| second != first) {
            if let Some(both) = combination(scev, memory, chains, [first, second]) {
                chains[first].combined = true;
                chains[second].combined = true;
                chains.push(both);
                break;
            }
        }
        first += 1;
    }
}

/// What two chains are combined to, if each of their references is an operand of the same operation
/// (`combine_chains`).
fn combination(
    scev: &Scev<'_, '_>,
    memory: &Memory,
    chains: &[Chain],
    parts: [usize; 2],
) -> Option<Chain> {
    let [a, b] = parts.map(|part| &chains[part]);
    let fits = |chain: &Chain| {
        !chain.combined
            && matches!(chain.kind, Kind::Loads | Kind::Combination { .. })
            && chain.links.iter().all(|link| link.what != What::Carried)
    };
    if !fits(a) || !fits(b) || !same_distances(a, b) {
        return None;
    }
    let mut operation: Option<Operation> = None;
    let mut links: Vec<Link> = Vec::new();
    for (x, y) in a.links.iter().zip(&b.links) {
        let (stmt, found) = common_use(scev, memory, x, y)?;
        let first = *operation.get_or_insert(found);
        let same = (first.code, first.ty) == (found.code, found.ty);
        if !same || first.swapped != found.swapped && !found.code.is_commutative() {
            return None;
        }
        let value = scev.f.stmts[stmt].kind.lhs();
        let number = *memory.positions.get(&stmt)?;
        links.push(Link { stmt, what: What::Combined, value, writes: false, number, ..x.clone() });
    }
    let Operation { code, ty, swapped } = operation?;
    let last = |link: &&Link| link.distance == a.length;
    let used_after = links.iter().filter(last).any(|link| link.number > links[0].number);
    let starts = a.starts.iter().zip(&b.starts).map(|(x, y)| {
        let of = if swapped { [y.clone(), x.clone()] } else { [x.clone(), y.clone()] };
        Start::Operation { code, ty, of: Box::new(of) }
    });
    Some(Chain {
        kind: Kind::Combination { parts, code, swapped },
        starts: starts.collect(),
        links,
        root: None,
        ty,
        length: a.length,
        used_after,
        always: a.always && b.always,
        combined: false,
        ends: Vec::new(),
    })
}

/// The operation in the loop that is the only use of what two references have.
fn common_use(
    scev: &Scev<'_, '_>,
    memory: &Memory,
    x: &Link,
    y: &Link,
) -> Option<(StmtId, Operation)> {
    let f = scev.f;
    let only_use = |link: &Link| {
        let mut uses = f.imm_uses(link.value.ssa()?).map(|node| node.stmt);
        let only = uses.next()?;
        uses.next().is_none().then_some(only)
    };
    let stmt = only_use(x)?;
    if only_use(y) != Some(stmt) || !memory.positions.contains_key(&stmt) {
        return None;
    }
    let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let swapped = match rhs {
        [a, b, Operand::None] if (a, b) == (x.value, y.value) => false,
        [a, b, Operand::None] if (a, b) == (y.value, x.value) => true,
        _ => return None,
    };
    let cheap = matches!(
        code,
        TreeCode::Plus
            | TreeCode::Minus
            | TreeCode::Mult
            | TreeCode::BitAnd
            | TreeCode::BitIor
            | TreeCode::BitXor
            | TreeCode::Min
            | TreeCode::Max
            | TreeCode::Rdiv
    );
    let data = &f.names[name];
    let ty = data.ty;
    // Where it is computed before the loop, it is computed for iterations that may not come: it must be able to.
    let harmless = scev.unit.types.is_integral(ty) && !scev.unit.overflow_traps(ty)
        || code != TreeCode::Rdiv && !scev.unit.types.is_integral(ty);
    (cheap && harmless && !data.flags.intersects(NameFlags::ABNORMAL))
        .then_some((stmt, Operation { code, ty, swapped }))
}
