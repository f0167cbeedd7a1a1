//! What bytes a store puts into memory, as far as it is known.
//!
//! ```text
//!   *p_1 = 97;                                 one byte that is not NUL
//!   MEM <unsigned int> [p_1] = 0x00626261;     three, then NUL
//!   *p_1 = c_2;    (c_2 is φ <97, 98>)         one
//! ```

use super::Strlen;
use super::info::Index;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::fold_const::constant_bytes;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use tree_ssa::fold::gimple_fold::address::Root;
use tree_ssa::fold::gimple_fold::address::root_and_offset;

/// Names that are looked at for one store.
const MOST_NAMES: u32 = 8;

/// The bytes of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// With how many bytes it begins that are not NUL, at least and at most.
    pub least: u64,
    pub most: u64,
    /// How many bytes there are.
    pub size: u64,
    /// A NUL is among them, in any case.
    pub full: bool,
    pub all_zeros: bool,
}

impl Content {
    /// Of a number of bytes that are known.
    fn of_bytes(bytes: &[u8]) -> Content {
        let nonzero = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()) as u64;
        let size = bytes.len() as u64;
        let all_zeros = bytes.iter().all(|&byte| byte == 0);
        Content { least: nonzero, most: nonzero, size, full: nonzero < size, all_zeros }
    }

    /// Of one or the other.
    fn or(self, other: Content) -> Option<Content> {
        (self.size == other.size).then(|| Content {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            size: self.size,
            full: self.full && other.full,
            all_zeros: self.all_zeros && other.all_zeros,
        })
    }

    /// All bytes are known not to be NUL.
    pub fn is_nonzero(&self) -> bool {
        self.least == self.size
    }
}

impl Strlen<'_, '_, '_> {
    /// The bytes of a value that a statement stores (`count_nonzero_bytes`).
    pub fn content(&mut self, f: &Function, value: Operand, at: StmtId) -> Option<Content> {
        let mut left = MOST_NAMES;
        self.content_within(f, value, at, &mut left)
    }

    fn content_within(
        &mut self,
        f: &Function,
        value: Operand,
        at: StmtId,
        left: &mut u32,
    ) -> Option<Content> {
        let unit = &*self.cx.unit;
        match value {
            Operand::Const(id) => match &unit.consts[id].value {
                ConstValue::String(bytes) => {
                    let size = unit.types.size(unit.consts[id].ty)? as usize;
                    let mut bytes = bytes.to_vec();
                    bytes.resize(size.min(bytes.len().max(size.min(4096))), 0);
                    (bytes.len() == size && size > 0).then(|| Content::of_bytes(&bytes))
                }
                ConstValue::Int(_) => Some(Content::of_bytes(&constant_bytes(unit, id)?)),
                _ => None,
            },
            Operand::Ssa(name) => self.content_of_name(f, name, at, left),
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Constructor(elements) if elements.is_empty() => {
                    let size = unit.types.size(unit.trees[id].ty).filter(|&size| size > 0)?;
                    Some(Content { least: 0, most: 0, size, full: true, all_zeros: true })
                }
                _ => self.content_of_memory(f, value),
            },
            _ => None,
        }
    }

    fn content_of_name(
        &mut self,
        f: &Function,
        name: SsaName,
        at: StmtId,
        left: &mut u32,
    ) -> Option<Content> {
        *left = left.checked_sub(1)?;
        let ty = f.names[name].ty;
        let byte = self.cx.unit.types.is_integral(ty) && self.cx.unit.types.size(ty) == Some(1);
        if byte && self.is_nonzero(f, Operand::Ssa(name), at) {
            return Some(Content { least: 1, most: 1, size: 1, full: false, all_zeros: false });
        }
        let def = f.names[name].def.expand()?;
        if f.is_phi(def) {
            let args = &f.phi(def).args;
            let mut all = self.content_within(f, args.first()?.value, at, left)?;
            for index in 1..args.len() {
                let value = f.phi(def).args[index].value;
                all = all.or(self.content_within(f, value, at, left)?)?;
            }
            return Some(all);
        }
        match f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Single, rhs, .. }
                if f.stmts[def].vuse.is_none() || f.stmts[def].vuse == f.stmts[at].vuse =>
            {
                match rhs[0] {
                    Operand::Ssa(_) => None,
                    value => self.content_within(f, value, at, left),
                }
            }
            _ => None,
        }
    }

    /// What is in memory that holds (part of) a literal, or a string something is known of.
    fn content_of_memory(&mut self, f: &Function, reference: Operand) -> Option<Content> {
        let unit = &*self.cx.unit;
        let size = unit.types.size(unit.type_of(f, reference)).filter(|&size| size > 0)?;
        let (root, offset) = root_and_offset(unit, reference)?;
        let offset = u64::try_from(offset).ok()?;
        let (index, offset) = match root {
            Root::Object(Operand::Const(id)) => {
                let ConstValue::String(bytes) = &unit.consts[id].value else { return None };
                let end = offset.checked_add(size)?;
                let range = usize::try_from(offset).ok()?..usize::try_from(end).ok()?;
                return bytes.get(range).map(Content::of_bytes);
            }
            Root::Object(_) => self.index_at(f, reference, None)?,
            Root::Pointer(pointer) => match self.index_of(f, pointer)? {
                Index::String(index) => (index, offset),
                Index::Literal(_) => return None,
            },
        };
        let info = self.strings.get(index)?;
        let chars = info.known()?.checked_sub(offset)?;
        let nonzero = chars.min(size);
        let full = info.full && chars < size;
        let most = if full || nonzero == size { nonzero } else { size };
        Some(Content { least: nonzero, most, size, full, all_zeros: false })
    }
}
