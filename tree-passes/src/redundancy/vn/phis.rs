//! φs: what their arguments come to, and which φs are equal.
//!
//! ```text
//!   if (b_1) i_2 = x_3 (else undefined);      # i_4 = PHI <x_3, i_5(D)>
//!   if (b_1) j_6 = x_3 (else undefined);      # j_7 = PHI <x_3, j_8(D)>     j_7 is i_4
//!   # p_9 = PHI <&s.a[0], &s>                                               p_9 is &s.a[0], if a comes first
//! ```

use super::reference::{RefKey, canonical_type, operand_words};
use super::{Key, Numbering, PHI_WORD, Reader};
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use smallvec::{SmallVec, smallvec};
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::reference::pointed_to;
use tree_ssa::ssa::out_of_ssa::is_undefined;

/// What a φ's arguments come to: one value, or several by which the φ is known.
pub(super) enum Joined {
    Value(Operand),
    Args(SmallVec<[Operand; 2]>),
}

/// The words by which a φ of any number of arguments is known.
fn phi_words(block: BlockId, args: &[Operand]) -> RefKey {
    let mut words: RefKey = smallvec![PHI_WORD, u64::from(block.0)];
    words.extend(args.iter().map(|&op| operand_words(op)));
    words
}

impl Numbering {
    pub(super) fn visit_phi(&mut self, r: &mut Reader<'_, '_>, block: BlockId, phi: StmtId) {
        let result = r.f.phi(phi).result;
        let value = match self.joined(r, block, phi) {
            Joined::Value(value) => value,
            Joined::Args(args) => match args[..] {
                [a, b] => {
                    let key = self.phi_key(r, block, phi, [a, b]);
                    self.known_or(key, Operand::Ssa(result))
                }
                _ => self.long_known_or(&phi_words(block, &args), Operand::Ssa(result)),
            },
        };
        let elsewhere = value.ssa().is_some_and(|name| self.is_elsewhere(r.f, name));
        let value = if elsewhere && r.f.is_virtual_phi(phi) { Operand::Ssa(result) } else { value };
        self.set(r, result, value);
    }

    /// Whether a state of memory was made outside of the region that is numbered: what was stored before it is not looked at.
    pub(super) fn is_elsewhere(&self, f: &Function, state: SsaName) -> bool {
        let def = f.names[state].def.expand();
        self.regional
            && def.is_some_and(|def| {
                let place = self.place.get(f.stmts[def].block.0 as usize);
                place.is_none_or(|&place| place == u32::MAX)
            })
    }

    /// What a φ's arguments come to.
    pub(super) fn joined(&self, r: &Reader<'_, '_>, block: BlockId, phi: StmtId) -> Joined {
        let data = r.f.phi(phi);
        let own = Operand::Ssa(data.result);
        if r.f.names[data.result].has(NameFlags::ABNORMAL) {
            return Joined::Value(own);
        }
        let undefined = |op: Operand| {
            op.ssa().is_some_and(|name| {
                !r.f.names[name].has(NameFlags::VIRTUAL) && is_undefined(r.unit, r.f, name)
            })
        };
        let (mut same, mut indeterminate) = (Operand::None, Operand::None);
        let (mut all_same, mut executable) = (true, 0);
        let mut args: SmallVec<[Operand; 2]> = SmallVec::with_capacity(data.args.len());
        for (arg, &edge) in data.args.iter().zip(&r.f.blocks[block].preds) {
            let around = self.pessimistic && self.closes(r.f, edge);
            let ignored = !self.executable[edge.0 as usize] && !around;
            executable += usize::from(!ignored);
            let unknown = self.is_unknown(arg.value) && !around;
            if ignored || unknown {
                args.push(Operand::None);
                continue;
            }
            let value = if around { arg.value } else { self.value_of(arg.value) };
            if undefined(value) {
                // It may be what the others are; what is only sometimes so must not be warned about less.
                indeterminate = value;
                args.push(Operand::None);
                continue;
            }
            args.push(value);
            if value == own && !self.pessimistic {
                continue;
            }
            if same.is_none() {
                same = value;
            } else if same != value
                && !is_same_constant(r, same, value)
                && !is_same_address(r, same, value)
            {
                all_same = false;
            }
        }
        if same.is_none() && indeterminate.is_some() || indeterminate.is_some() && executable <= 1 {
            return Joined::Value(indeterminate);
        }
        let certain = indeterminate.is_none() || same.ssa().is_none();
        if all_same && same.is_some() && certain && !self.arrives_around(r, block, same) {
            return Joined::Value(same);
        }
        Joined::Args(args)
    }

    /// What a φ of two arguments is known by: the comparison that decides between them, where there is one, so that φs of
    /// other blocks that the same decides are equal.
    fn phi_key(&self, r: &Reader<'_, '_>, block: BlockId, phi: StmtId, args: [Operand; 2]) -> Key {
        let plain = Key::Phi(block, args);
        if r.f.is_virtual_phi(phi) {
            return plain;
        }
        let above = r.tree.idom(block);
        let Some((yes, no)) = above.expand().and_then(|above| r.f.true_false_edges(above)) else {
            return plain;
        };
        let Some(last) = r.f.last_stmt(above) else { return plain };
        let StmtKind::Cond { code, lhs, rhs, .. } = r.f.stmts[last].kind else { return plain };
        let &[first, second] = &r.f.blocks[block].preds[..] else { return plain };
        if self.closes(r.f, first) || self.closes(r.f, second) {
            return plain;
        }
        let leads = |from: EdgeId, to: EdgeId| {
            let arm = r.f.edges[from].dst;
            from == to
                || r.f.single_pred(arm).is_some() && r.tree.dominated_by(r.f.edges[to].src, arm)
        };
        let chosen = if leads(yes, first) && leads(no, second) {
            args
        } else if leads(yes, second) && leads(no, first) {
            [args[1], args[0]]
        } else {
            return plain;
        };
        let ops = [self.value_of(lhs), self.value_of(rhs)];
        match code {
            TreeCode::Ne => Key::Chosen(TreeCode::Eq, ops, [chosen[1], chosen[0]]),
            code => Key::Chosen(code, ops, chosen),
        }
    }

    /// Whether a value is a name computed below the φ's block: then the φ holds that of an earlier round of the loop.
    fn arrives_around(&self, r: &Reader<'_, '_>, block: BlockId, value: Operand) -> bool {
        value.ssa().is_some_and(|name| {
            r.f.names[name].def.expand().is_some_and(|def| {
                let home = r.f.stmts[def].block;
                home != block && r.tree.dominated_by(home, block)
                    || home == block && !r.f.is_phi(def)
            })
        })
    }
}

/// Whether two integers are equal, whatever names their types have.
fn is_same_constant(r: &Reader<'_, '_>, a: Operand, b: Operand) -> bool {
    let (Some(x), Some(y)) = (a.constant(), b.constant()) else { return false };
    let plain = |id| canonical_type(r.unit, r.unit.consts[id].ty);
    r.unit.as_int(a).is_some() && r.unit.as_int(a) == r.unit.as_int(b) && plain(x) == plain(y)
}

/// Whether two addresses, however they are written, are of the same byte of the same object.
fn is_same_address(r: &Reader<'_, '_>, a: Operand, b: Operand) -> bool {
    let place = |op: Operand| {
        r.unit.addressed(op)?;
        match pointed_to(r.unit, r.f, op) {
            (Base::Decl(object), Some(offset)) => Some((object, offset)),
            _ => None,
        }
    };
    place(a).is_some_and(|first| place(b) == Some(first))
}
