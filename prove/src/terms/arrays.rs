//! Arrays of bytes: reads go through writes as far as addresses tell them apart.

use super::{Op, Sort, Term, Terms};

/// How many writes a new one is moved past, to stand in the order of addresses.
const DEPTH: usize = 64;

impl Terms {
    /// An array with the same byte everywhere.
    pub fn fill(&mut self, byte: u8) -> Term {
        let byte = self.constant(8, byte.into());
        self.intern(Op::Fill, &[byte], Sort::Array)
    }

    /// Whether two addresses are known to be the same or not.
    fn same_address(&mut self, a: Term, b: Term) -> Option<bool> {
        match self.eq(a, b) {
            Terms::TRUE => Some(true),
            Terms::FALSE => Some(false),
            _ => None,
        }
    }

    /// The byte at an address.
    pub fn select(&mut self, array: Term, address: Term) -> Term {
        if let Some(&known) = self.selected.get(&(array, address)) {
            return known;
        }
        // Writes that are elsewhere for certain are walked past, not recursed into.
        let mut at = array;
        let result = loop {
            let node = self.node(at).clone();
            match node.op {
                Op::Fill => break node.args[0],
                Op::Store => match self.same_address(node.args[1], address) {
                    Some(true) => break node.args[2],
                    Some(false) => at = node.args[0],
                    None => {
                        let is = self.eq(node.args[1], address);
                        let before = self.select(node.args[0], address);
                        break self.ite(is, node.args[2], before);
                    }
                },
                Op::Ite => {
                    let x = self.select(node.args[1], address);
                    let y = self.select(node.args[2], address);
                    break self.ite(node.args[0], x, y);
                }
                _ => break self.intern(Op::Select, &[at, address], Sort::Bits(8)),
            }
        };
        self.selected.insert((array, address), result);
        result
    }

    /// The array with another byte at an address. Writes to addresses that are known to differ stand in the order of these,
    /// so that the order in which they are made does not show.
    pub fn store(&mut self, array: Term, address: Term, byte: Term) -> Term {
        let mut passed: Vec<(Term, Term)> = Vec::new();
        let mut at = array;
        while passed.len() < DEPTH && self.node(at).op == Op::Store {
            let node = self.node(at).clone();
            match self.same_address(node.args[1], address) {
                Some(true) => {
                    at = node.args[0];
                    break;
                }
                Some(false) => {
                    passed.push((node.args[1], node.args[2]));
                    at = node.args[0];
                }
                None => break,
            }
        }
        // What is there already need not be written.
        if let Op::Select = self.node(byte).op {
            let args = &self.node(byte).args;
            if args[0] == at && args[1] == address {
                return passed.iter().rev().fold(at, |array, &(a, b)| {
                    self.intern(Op::Store, &[array, a, b], Sort::Array)
                });
            }
        }
        passed.push((address, byte));
        passed.sort_unstable_by_key(|&(address, _)| self.split_key(address));
        passed.iter().fold(at, |array, &(a, b)| self.intern(Op::Store, &[array, a, b], Sort::Array))
    }

    fn split_key(&self, address: Term) -> (Option<Term>, u128) {
        self.split_sum(address)
    }
}
