//! `subreg1`: pseudos of several words become pseudos of one.
//!
//! ```text
//! (set (subreg:DI (reg:TI 76) 8) (reg:DI 80))   ⇒   (set (reg:DI 91 [+8]) (reg:DI 80))
//! ```
//! Everything the emitter does with `TI` and `TF` values it does by words, so that every such pseudo can be taken
//! apart, at any level of optimisation. Without optimisation `ira` begins with it, which gives the words of one pseudo
//! registers that follow each other.

use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, RtlFunction};
use crate::rtl::rtx::RtxId;
use crate::state::{self, RtlContext};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};

/// `subreg1` for the pass table.
pub const PASS: Pass = Pass::rtl("subreg1", execute).gate(optimizing).requires(Prop::RTL);

/// Words of the largest values: 16 bytes where a word has 4.
const MOST_WORDS: usize = 4;

/// A pseudo of several words that has been taken apart.
#[derive(Clone)]
pub struct Words {
    pub whole: u32,
    /// The pseudos of its words, as far as they are referred to.
    pub parts: [Option<u32>; MOST_WORDS],
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut RtlContext) {
    let apart = take_apart(f);
    if apart.is_empty() {
        return;
    }
    // That a pseudo holds nothing says nothing of its words, which are all set one by one.
    for id in f.chain().collect::<Vec<_>>() {
        let pattern = f.insn(id).pattern;
        if !f.is_real(id) || f.rtx.code(pattern) != Code::Clobber {
            continue;
        }
        let of = f.rtx.as_reg(f.rtx.op(pattern, 0));
        if of.is_some_and(|of| apart.binary_search_by_key(&of, |words| words.whole).is_ok()) {
            let (block, before) = (f.insn(id).block, f.prev(id));
            if let Some(block) = f.cfg.blocks.get_mut(block as usize).filter(|b| b.end == id) {
                block.end = before;
            }
            f.unlink(id);
        }
    }
}

/// Makes pseudos of the words of others. These are left where insns say that they hold nothing.
pub fn take_apart(f: &mut RtlFunction) -> Vec<Words> {
    let (count, word) = (f.num_regs(), f.rtx.word());
    let size = word.size();
    if !(FIRST_PSEUDO..count).any(|r| f.rtx.is_multiword(f.reg_mode(r))) {
        return Vec::new();
    }
    let mut words: Vec<[RtxId; MOST_WORDS]> = vec![[RtxId::NONE; MOST_WORDS]; count as usize];
    let mut index = 0;
    while let Some(x) = f.rtx.reg_node(index) {
        index += 1;
        if f.rtx.code(x) != Code::Subreg {
            continue;
        }
        let inner = f.rtx.op(x, 0);
        let Some(regno) = f.rtx.as_reg(inner) else { continue };
        if !(FIRST_PSEUDO..count).contains(&regno) || !f.rtx.is_multiword(f.reg_mode(regno)) {
            continue;
        }
        let byte = f.rtx.subreg_byte(x);
        let part = (byte / size) as usize;
        if words[regno as usize][part].is_none() {
            let part_reg = f.new_reg(word);
            let name = f.rtx.reg_name(inner).map(|name| (name.name, name.offset));
            if name.is_some() || part > 0 {
                let (name, offset) = name.unwrap_or_else(|| (f.rtx.string(""), 0));
                let offset = offset + (size * part as u32) as i32;
                f.rtx.set_reg_name(f.rtx.regno(part_reg), name, offset);
            }
            words[regno as usize][part] = part_reg;
        }
        let part_reg = words[regno as usize][part];
        if f.rtx.mode(x) == word {
            *f.rtx.node_mut(x) = f.rtx.node(part_reg);
        } else {
            let node = f.rtx.node_mut(x);
            node.a = part_reg.0;
            node.b = byte % size;
        }
    }
    let number = |part: RtxId| part.is_some().then(|| f.rtx.regno(part));
    let taken = words.iter().enumerate().filter(|(_, parts)| parts.iter().any(|x| x.is_some()));
    taken.map(|(whole, parts)| Words { whole: whole as u32, parts: parts.map(number) }).collect()
}
