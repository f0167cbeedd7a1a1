//! What passes claim of the functions they work on, so that the interpreter can check it (`-fchecking=2`).
//!
//! A pass that has a lattice or a table of values says what these hold as a list of [`Claim`]s about the function as it
//! stands at that moment, before anything is changed:
//!
//! ```text
//!   <bb 3> :                                   ccp2 claims:
//!   # q_1 = PHI <p_2(D)(2), q_4(3)>
//!   _5 = q_1 - p_2(D);                           _5 is 0
//! ```
//!
//! [`crate::interp::run_checked`] runs the program with that function as it was and looks at every name and every access
//! that something is claimed of; the second round of this loop shows that the claim is false. A pass says so only where
//! [`crate::pass::PassContext::claim`] finds that somebody asks. As all bodies that a function has had do the same, one run
//! checks a claim of each function: [`rounds`].

use crate::cfg::{BlockId, EdgeFlags, EdgeId};
use crate::decl::{DeclId, flag};
use crate::function::Function;
use crate::nonzero_bits::NonzeroBits;
use crate::print::{Flags, decl_text, operand_text, ssa_name_text, stmt_text};
use crate::ssa::{NameFlags, SsaData, SsaName};
use crate::stmt::StmtId;
use crate::tree::Operand;
use crate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that holds in every run, unless undefined values or undefined behaviour are met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Claim {
    /// A name is a constant or an address; or another name, where the definition of one dominates that of the other.
    Value(SsaName, Operand),
    /// The bits of a name are those of a value, but for the unknown ones.
    Bits { name: SsaName, value: i128, unknown: i128 },
    /// The value of a name is between these, both included.
    Within { name: SsaName, low: i128, high: i128 },
    /// An edge is not taken.
    NotTaken(EdgeId),
    /// What a statement loads has not been written since a memory state was reached.
    Unwritten { load: StmtId, since: SsaName },
    /// A store writes what is there already.
    Redundant(StmtId),
    /// Nothing reads what a store writes; it is not executed.
    Dead(StmtId),
    /// Nothing needs a statement; it is not executed.
    Unused(StmtId),
    /// A pointer points into these objects ([`Claims::pointees`]), or to none.
    PointsTo(SsaName, u32),
    /// A name has one value in all iterations of the loop with this header, from when the loop is entered until it is left.
    Invariant(SsaName, BlockId),
}

/// What a pass claims of a function.
#[derive(Clone, Default, Debug)]
pub struct Claims {
    pub list: Vec<Claim>,
    /// Local variables that live in memory.
    pub objects: Vec<DeclId>,
    /// What pointers point to.
    pub pointees: Vec<Pointees>,
}

/// What a pointer may point to, of what the interpreter can tell apart.
#[derive(Clone, Default, Debug)]
pub struct Pointees {
    /// Global variables.
    pub global: bool,
    /// Any local variable.
    pub any_local: bool,
    /// These variables.
    pub vars: Vec<DeclId>,
}

impl From<Vec<Claim>> for Claims {
    fn from(list: Vec<Claim>) -> Claims {
        Claims { list, ..Claims::default() }
    }
}

/// That the edges which a propagation has not marked as executable are not taken.
pub fn untaken(f: &Function) -> Vec<Claim> {
    let blocks = f.block_order().into_iter();
    let edges = blocks.flat_map(|block| f.blocks[block].succs.iter().copied());
    let untaken = edges.filter(|&edge| !f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE));
    untaken.map(Claim::NotTaken).collect()
}

/// The names that statements compute: claims about others say nothing.
pub fn computed_names(f: &Function) -> impl Iterator<Item = SsaName> + '_ {
    let computed = |data: &SsaData| {
        data.def.is_some() && !data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL)
    };
    f.names.iter().filter(move |(_, data)| computed(data)).map(|(name, _)| name)
}

/// That the bits which earlier passes have found to be 0 in what names hold are.
pub fn nonzero_bits<'a>(unit: &'a Unit, f: &'a Function) -> impl Iterator<Item = Claim> + 'a {
    computed_names(f).filter_map(|name| {
        let known = f.nonzero_bits.get(name);
        let unknown = unit.types.wrap(f.names[name].ty, known.into());
        (known != NonzeroBits::ALL).then_some(Claim::Bits { name, value: 0, unknown })
    })
}

/// Claims, and the function they are about as it was then.
pub struct Claimed {
    /// The pass that claims this, with its instance.
    pub pass: String,
    pub function: Function,
    pub claims: Claims,
    /// Its variables whose addresses were taken: later passes may find that they are not any more.
    pub in_memory: FxHashSet<DeclId>,
}

impl Claimed {
    /// A function as it is now, of which nothing is claimed yet.
    pub fn new(unit: &Unit, f: &Function, pass: String) -> Claimed {
        let addressable = |&&var: &&DeclId| unit.decls[var].has(flag::ADDRESSABLE);
        let in_memory = f.locals.iter().chain(&f.params).filter(addressable).copied().collect();
        Claimed { pass, function: f.snapshot(), claims: Claims::default(), in_memory }
    }

    /// A claim in words, and whose it is.
    pub fn text(&self, unit: &Unit, claim: Claim) -> String {
        let function = decl_text(unit, None, self.function.decl, Flags::NONE);
        format!("{} of {function} claims that {}", self.pass, self.words(unit, claim))
    }

    fn words(&self, unit: &Unit, claim: Claim) -> String {
        let f = &self.function;
        let name = |name| ssa_name_text(unit, f, name);
        match claim {
            Claim::Value(of, value) => {
                format!("{} is {}", name(of), operand_text(unit, f, value, Flags::NONE))
            }
            Claim::Bits { name: of, value, unknown } => {
                format!("{} is {value:#x} but for the bits {unknown:#x}", name(of))
            }
            Claim::Within { name: of, low, high } => {
                format!("{} is between {low} and {high}", name(of))
            }
            Claim::NotTaken(edge) => {
                let edge = &f.edges[edge];
                format!("the edge from <bb {}> to <bb {}> is not taken", edge.src.0, edge.dst.0)
            }
            Claim::Unwritten { since, .. } => {
                format!("what is loaded has not been written since {}", name(since))
            }
            Claim::Redundant(store) => {
                let store = stmt_text(unit, f, store, Flags::NONE);
                format!("‘{store}’ stores what is there")
            }
            Claim::Dead(store) => {
                let store = stmt_text(unit, f, store, Flags::NONE);
                format!("nothing reads what ‘{store}’ writes; this does")
            }
            Claim::Unused(stmt) => {
                format!("nothing needs ‘{}’", stmt_text(unit, f, stmt, Flags::NONE))
            }
            Claim::PointsTo(of, _) => format!("{} points to no such object", name(of)),
            Claim::Invariant(of, header) => {
                format!("{} is the same all through the loop at <bb {}>", name(of), header.0)
            }
        }
    }
}

/// What has been claimed, for one run each: of every function its first body, of which nothing is claimed, or a later one.
pub fn rounds(claimed: &[Claimed]) -> Vec<Vec<&Claimed>> {
    let mut bodies: Vec<Vec<&Claimed>> = Vec::new();
    let mut position: FxHashMap<DeclId, usize> = FxHashMap::default();
    for one in claimed {
        let index = *position.entry(one.function.decl).or_insert_with(|| {
            bodies.push(Vec::new());
            bodies.len() - 1
        });
        if bodies[index].is_empty() || !one.claims.list.is_empty() {
            bodies[index].push(one);
        }
    }
    let count = bodies.iter().map(Vec::len).max().unwrap_or(0);
    (1..count)
        .map(|round| bodies.iter().map(|of| *of.get(round).unwrap_or(&of[0])).collect())
        .collect()
}
