//! `-fopt-info[-KINDS][-GROUPS][=FILE]`: which remarks go where.

use crate::driver::output;
use gimple::remark::{Remark, RemarkKind};
use gimple::unit::Unit;

/// Kinds of optimisation that options may name.
const GROUPS: [&str; 6] = ["ipa", "loop", "inline", "omp", "vec", "optall"];

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptInfo {
    kinds: Vec<RemarkKind>,
    /// Empty for all.
    groups: Vec<String>,
    file: Option<String>,
}

impl OptInfo {
    /// Reads what follows `-fopt-info`. An error is the word that is none.
    pub fn read(rest: &str) -> Result<OptInfo, String> {
        let (words, file) = match rest.split_once('=') {
            Some((words, file)) => (words, Some(file.to_string())),
            None => (rest, None),
        };
        let mut info = OptInfo { kinds: Vec::new(), groups: Vec::new(), file };
        for word in words.split('-').filter(|word| !word.is_empty()) {
            use RemarkKind::{Missed, Note, Optimized};
            match word {
                "optimized" => info.kinds.push(Optimized),
                "missed" => info.kinds.push(Missed),
                "note" => info.kinds.push(Note),
                "all" => info.kinds.extend([Optimized, Missed, Note]),
                _ if GROUPS.contains(&word) => info.groups.push(word.to_string()),
                _ => return Err(word.to_string()),
            }
        }
        if info.kinds.is_empty() {
            info.kinds.push(RemarkKind::Optimized);
        }
        info.groups.retain(|group| group != "optall");
        Ok(info)
    }

    fn wants(&self, remark: &Remark) -> bool {
        self.kinds.contains(&remark.kind)
            && (self.groups.is_empty() || self.groups.iter().any(|group| group == remark.group))
    }

    /// Prints the remarks that are wanted; the exit status.
    pub fn print(&self, unit: &Unit) -> u8 {
        let wanted = unit.remarks.iter().filter(|remark| self.wants(remark));
        let text: String = wanted.map(|remark| remark.line(unit)).collect();
        match self.file.as_deref() {
            None | Some("stderr") => dumps::put::to_stderr(&text),
            Some("stdout") => return output::write("-", text.as_bytes()),
            Some(file) => return output::write(file, text.as_bytes()),
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_choose_remarks() {
        let read = |words: &str| OptInfo::read(words).expect("it is right");
        assert_eq!(read("").kinds, [RemarkKind::Optimized]);
        assert_eq!(read("-inline-missed=x-y.txt").file.as_deref(), Some("x-y.txt"));
        assert_eq!(read("-all").kinds.len(), 3);
        assert_eq!(read("-optall-note"), read("-note"));
        assert_eq!(OptInfo::read("-nonsense"), Err("nonsense".to_string()));
    }
}
