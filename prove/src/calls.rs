//! Which bodies are put in the place of calls: those that a pass has inlined, split, cloned or joined.
//!
//! A function is expanded on both sides if one of them calls it more often than the other, counting calls within what is
//! expanded. What both call as often stays a call.

use crate::semantics::objects::Bodies;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::{Callee, StmtKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How deep calls are counted within calls.
const DEPTH: u32 = 6;
/// Calls that are counted at most.
const MOST: u32 = 200;

type Counts = BTreeMap<DeclId, u32>;

/// The bodies to expand so that both sides call the same; why there are none, where a recursive one is among them.
pub fn to_expand<'a>(
    before: &Function,
    after: &Function,
    bodies: &Bodies<'a>,
) -> Result<Bodies<'a>, String> {
    let mut chosen: Bodies<'a> = FxHashMap::default();
    loop {
        let mut sides = [Counts::new(), Counts::new()];
        for (f, counts) in [before, after].into_iter().zip(&mut sides) {
            count(f, &chosen, counts, DEPTH)?;
        }
        let differs = |callee: &&DeclId| sides[0].get(callee) != sides[1].get(callee);
        let mut more = false;
        for &callee in sides[0].keys().chain(sides[1].keys()).filter(differs) {
            if let Some(&body) = bodies.get(&callee) {
                if callee == before.decl || calls(body).any(|inner| inner == callee) {
                    return Err(
                        "not modelled: recursive functions in the place of calls".to_string()
                    );
                }
                more |= chosen.insert(callee, body).is_none();
            }
        }
        if !more {
            return Ok(chosen);
        }
    }
}

fn calls(f: &Function) -> impl Iterator<Item = DeclId> {
    let stmts = f.block_order().into_iter().flat_map(|block| f.block_stmts(block));
    stmts.filter_map(|stmt| match &f.stmts[stmt].kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Decl(callee) => Some(callee),
            _ => None,
        },
        _ => None,
    })
}

fn count(f: &Function, chosen: &Bodies<'_>, counts: &mut Counts, depth: u32) -> Result<(), String> {
    for callee in calls(f) {
        match chosen.get(&callee) {
            Some(body) if depth > 0 => count(body, chosen, counts, depth - 1)?,
            _ => *counts.entry(callee).or_default() += 1,
        }
        if counts.values().sum::<u32>() > MOST {
            return Err("bound: too many calls".to_string());
        }
    }
    Ok(())
}
