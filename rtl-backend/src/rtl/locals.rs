//! What a function keeps of its lexical blocks and variables from `expand`, where its GIMPLE goes, for debuggers.
//!
//! ```text
//! { int a; { int b; } { } }       blocks 0: a, 1: b within 0; statements of the third block are block 0's
//! ```
//!
//! Without optimisation every variable has its memory. With it, those have whose address is taken, or that are
//! volatile; the value of any other may be anywhere, or nowhere.

use crate::rtl::function::RtlFunction;
use crate::rtl::rtx::RtxId;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Inlined};
use gimple::stmt::ScopeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks and variables of a function.
#[derive(Default, Debug)]
pub struct Locals {
    /// The parameters in order.
    pub params: Vec<DeclId>,
    /// Those lexical blocks that declare something or were inlined, the function's own first, outer ones before inner ones.
    pub blocks: Vec<LexicalBlock>,
    /// Where in that list the block is that each of the function's blocks belongs to.
    block_of: Vec<u32>,
    /// The labels that the source has, and the numbers of those that jumps need.
    pub labels: Vec<UserLabel>,
    /// The variables that came with no other function.
    own: FxHashSet<DeclId>,
    homes: Vec<Home>,
    /// The frame slots of registers that hold addresses of variables.
    slots: FxHashMap<u32, RtxId>,
}

/// The memory of a variable, and the pseudo-register that holds its address, if one does.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    pub decl: DeclId,
    pub memory: RtxId,
    pub register: Option<u32>,
}

/// A lexical block, and where in the list the block around it is.
#[derive(Clone, Default, Debug)]
pub struct LexicalBlock {
    pub parent: u32,
    pub vars: Vec<DeclId>,
    /// The call that it has taken the place of.
    pub inlined: Option<Inlined>,
}

/// A label of the source, in a block of the list.
#[derive(Clone, Copy, Debug)]
pub struct UserLabel {
    pub decl: DeclId,
    pub block: u32,
    /// Its number in the code, where it is there.
    pub number: Option<u32>,
}

/// No block: nothing is known of where an insn belongs.
pub const NO_BLOCK: u32 = 0;

impl Locals {
    /// The blocks of a function.
    pub fn of(unit: &Unit, f: &Function) -> Locals {
        let mut locals = Locals { params: f.params.clone(), ..Locals::default() };
        let named = |param: &DeclId| is_parameter(unit, *param);
        locals.params.retain(named);
        locals.block_of = vec![u32::MAX; f.scopes.len()];
        locals.blocks.push(LexicalBlock::default());
        locals.own.extend(&f.params);
        let mut work = vec![(ScopeId(0), 0, true)];
        work.truncate(f.scopes.len());
        while let Some((scope, parent, around)) = work.pop() {
            let data = &f.scopes[scope];
            let is_own = around && data.inlined.is_none();
            if is_own {
                locals.own.extend(data.vars.iter().chain(&data.unused));
            }
            let told = |var: &DeclId| is_told(unit, *var);
            let all = data.vars.iter().chain(&data.unused);
            let vars: Vec<DeclId> = all.copied().filter(told).collect();
            let declares = vars.iter().any(|&var| unit.decls[var].kind == DeclKind::Var);
            let mut own = parent;
            let inlined = data.inlined;
            if (declares || inlined.is_some()) && scope != ScopeId(0) {
                own = locals.blocks.len() as u32;
                locals.blocks.push(LexicalBlock { parent, vars, inlined });
            } else {
                locals.blocks[own as usize].vars.extend(vars);
            }
            locals.block_of[scope.0 as usize] = own;
            let labels = data.vars.iter().copied().filter(|&var| is_label(unit, var));
            locals.labels.extend(labels.map(|decl| UserLabel { decl, block: own, number: None }));
            // The last block within comes first.
            work.extend(data.blocks.iter().map(|&inner| (inner, own, is_own)));
        }
        locals
    }

    /// The block that statements of a lexical block belong to, counted from 1; [`NO_BLOCK`] if that is not known.
    pub fn block(&self, scope: ScopeId) -> u32 {
        let known = scope.expand().and_then(|scope| self.block_of.get(scope.0 as usize));
        known.map_or(NO_BLOCK, |block| block.wrapping_add(1))
    }

    /// Whether a variable is the function's own: a parameter, or one that a block of it declares which was not inlined.
    pub fn is_own(&self, decl: DeclId) -> bool {
        self.own.contains(&decl)
    }

    /// Notes the memory of variables.
    pub fn set_homes(&mut self, f: &RtlFunction, mut homes: Vec<(DeclId, RtxId)>) {
        homes.sort_unstable();
        // What is in two places may be in either.
        let twice = |homes: &[(DeclId, RtxId)], at: usize| {
            let next = homes.get(at + 1).is_some_and(|next| next.0 == homes[at].0);
            next || at > 0 && homes[at - 1].0 == homes[at].0
        };
        let home = |at: usize| {
            let (decl, memory) = homes[at];
            Home { decl, memory, register: f.rtx.as_reg(f.rtx.op(memory, 0)) }
        };
        self.homes = (0..homes.len()).filter(|&at| !twice(&homes, at)).map(home).collect();
    }

    /// The registers that hold addresses of variables.
    pub fn address_registers(&self) -> Vec<u32> {
        self.homes.iter().filter_map(|home| home.register).collect()
    }

    /// Notes that such a register has a place in the frame for as long as the function runs.
    pub fn set_slot(&mut self, register: u32, slot: RtxId) {
        self.slots.insert(register, slot);
    }

    /// The variables with memory.
    pub fn homes(&self) -> &[Home] {
        &self.homes
    }

    /// The place in the frame of a register that holds an address.
    pub fn slot(&self, register: u32) -> Option<RtxId> {
        self.slots.get(&register).copied()
    }
}

/// Whether debuggers are told of what a block declares.
fn is_told(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    match data.kind {
        DeclKind::Var => {
            let own = data.has(flag::ARTIFICIAL) && !data.is_global();
            data.name.is_some() && !own && data.flags & (flag::IGNORED | flag::VIRTUAL) == 0
        }
        DeclKind::Type => true,
        _ => false,
    }
}

/// Whether a declaration is a label with a name.
fn is_label(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    data.kind == DeclKind::Label && data.name.is_some() && !data.has(flag::ARTIFICIAL)
}

/// Whether debuggers are told of a parameter: of what an optimisation has made of one they are not.
fn is_parameter(unit: &Unit, decl: DeclId) -> bool {
    unit.decls[decl].flags & (flag::IGNORED | flag::ARTIFICIAL) == 0
}
