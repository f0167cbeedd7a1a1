//! Checking what passes claim, while the program runs (`-fchecking=2`).
//!
//! What is looked at and where [`super::compile_check`] has planned. A name that depends on one that was never given a
//! value may have any: it satisfies every claim. Where such a value decides which way control takes, anything may follow,
//! and nothing is checked any more.

use super::ErrorKind;
use super::code::{Check, Checked, Code, FRAME_SLOT};
use super::machine::Machine;
use super::shape::Shape;
use crate::claims::Pointees;

impl Machine<'_> {
    /// The number of a new tick of the clock by which writes are noted.
    pub fn tick(&mut self) -> u64 {
        self.memory.watch.as_mut().map_or(0, |watch| watch.tick().into())
    }

    /// Checks a claim.
    #[cold]
    pub fn check(&mut self, code: &Code, index: u32) -> Result<(), ErrorKind> {
        let claimed = self.bodies.list[code.index].1.filter(|_| self.memory.watch.is_some());
        let Some(claimed) = claimed else { return Ok(()) };
        let Check { claim, what, doubts } = code.checks[index as usize];
        let doubtful = doubts.iter().any(|&doubt| self.slots(code, doubt, 1)[0] != 0);
        let Some(claim) = claim else {
            if doubtful {
                self.memory.watch = None;
            }
            return Ok(());
        };
        let found = match what {
            _ if doubtful => None,
            Checked::Equal { a, b, shape, unknown } => {
                let n = shape.slots();
                let (a, b) = (self.slots(code, a, n), self.slots(code, b, n));
                (!equal(shape, a, b, unknown)).then(|| format!("it is {}", text(shape, a)))
            }
            Checked::Within { s, shape, low, high } => {
                let words = self.slots(code, s, shape.slots());
                let value = number(shape, words);
                let outside = value.is_some_and(|value| value < low || high < value);
                outside.then(|| format!("it is {}", text(shape, words)))
            }
            Checked::Unwritten { base, off, bytes, since } => {
                let address = self.slots(code, base, 1)[0].wrapping_add(off as u64);
                let since = self.slots(code, since, 1)[0] as u32;
                let written =
                    self.memory.watch.as_ref().is_some_and(|watch| {
                        watch.is_written_since(address, bytes as usize, since)
                    });
                written.then(|| format!("it has, at {address:#x}"))
            }
            Checked::PointsTo { s, pointees } => {
                let address = self.slots(code, s, 1)[0];
                self.points_elsewhere(code, address, &claimed.claims.pointees[pointees as usize])
            }
            Checked::Dead { base, off, bytes } => {
                let address = self.slots(code, base, 1)[0].wrapping_add(off as u64);
                let text = claimed.text(self.unit, claimed.claims.list[claim as usize]);
                self.memory.bury(address, bytes as usize, text);
                None
            }
            Checked::NotReached => Some("it is".to_string()),
        };
        match found {
            Some(found) => {
                let claim = claimed.claims.list[claim as usize];
                let text = claimed.text(self.unit, claim);
                Err(ErrorKind::FalseClaim(format!("{text}; {found}")))
            }
            None => Ok(()),
        }
    }

    /// What an address is in, if that is none of these objects.
    fn points_elsewhere(&self, code: &Code, address: u64, pointees: &Pointees) -> Option<String> {
        if self.memory.is_global(address) && !pointees.global {
            return Some("it points to a global object".to_string());
        }
        let within = address.wrapping_sub(self.regs[self.base + FRAME_SLOT as usize]);
        let object = code.objects.iter().find(|object| {
            (object.off as u64..object.off as u64 + object.bytes).contains(&within)
        })?;
        let expected = pointees.any_local || pointees.vars.contains(&object.var);
        (!expected).then(|| format!("it points into the frame at {within:#x}"))
    }
}

/// Whether two values of a shape are equal in the bits that are known. A NaN is as good as any other.
fn equal(shape: Shape, a: &[u64], b: &[u64], unknown: i128) -> bool {
    match shape {
        Shape::Int { norm, .. } => norm.apply((a[0] ^ b[0]) & !(unknown as u64)) == 0,
        Shape::Single => {
            let [x, y] = [a, b].map(|word| f32::from_bits(word[0] as u32));
            x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
        }
        Shape::Double => {
            let [x, y] = [a, b].map(|word| f64::from_bits(word[0]));
            x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
        }
        _ => {
            let mask = [unknown as u64, (unknown >> 64) as u64];
            a.iter().zip(b).zip(mask.iter().chain(&[0; 64])).all(|((a, b), m)| (a ^ b) & !m == 0)
        }
    }
}

/// The value of a number of one word.
fn number(shape: Shape, words: &[u64]) -> Option<i128> {
    match shape {
        Shape::Int { norm, .. } if norm.unsigned => Some(words[0].into()),
        Shape::Int { .. } => Some((words[0] as i64).into()),
        _ => None,
    }
}

fn text(shape: Shape, words: &[u64]) -> String {
    match shape {
        Shape::Int { norm, .. } if norm.unsigned => words[0].to_string(),
        Shape::Int { .. } => (words[0] as i64).to_string(),
        Shape::Single => f32::from_bits(words[0] as u32).to_string(),
        Shape::Double => f64::from_bits(words[0]).to_string(),
        _ => format!("{words:x?}"),
    }
}
