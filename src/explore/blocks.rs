//! The graph of a function, read off its dump, with blocks that keep their identity when they are renumbered.
//!
//! A block of a dump is the one before that most of its statements were in; where that says nothing, the one of the
//! same number. So drawings can leave it where it was:
//!
//! ```text
//! <bb 4>:  x_5 = y_3 + 1;      <bb 3>:  x_5 = y_3 + 1;      both are block 4 of the drawing
//! ```

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// The blocks of a function in order.
#[derive(Default)]
pub struct Graph {
    blocks: Vec<Block>,
    /// The next identity that no block has had.
    fresh: u32,
}

/// A block.
#[derive(Default)]
struct Block {
    number: u32,
    identity: u32,
    /// Where it goes: the number of a block, and how: `t`, `f`, or empty.
    succs: Vec<(u32, &'static str)>,
    /// What its statements are known by, hashed.
    keys: Vec<u64>,
}

impl Graph {
    /// A line for each block: identity, number, successors.
    pub fn lines(&self) -> Vec<String> {
        let line = |block: &Block| {
            let succs: Vec<String> =
                block.succs.iter().map(|(to, how)| format!("{to}{how}")).collect();
            format!("{}:{}:{}", block.identity, block.number, succs.join(","))
        };
        self.blocks.iter().map(line).collect()
    }
}

/// The graph of the lines of a dump; blocks are told by the graph before.
pub fn graph<'a>(lines: impl Iterator<Item = &'a String>, before: &Graph) -> Graph {
    let texts: Vec<&str> =
        lines.map(|line| line.split_once('|').map_or("", |(_, text)| text)).collect();
    let rtl = texts.iter().any(|text| text.starts_with("(note ") || text.starts_with("(insn "));
    let blocks = if rtl { rtl_blocks(&texts) } else { tree_blocks(&texts) };
    let mut graph = Graph { blocks, fresh: before.fresh };
    identify(&mut graph, before);
    graph
}

// Tree dumps.

/// The number in `<bb N>` after a prefix.
fn block_number(text: &str, prefix: &str) -> Option<u32> {
    let rest = text.strip_prefix(prefix)?.strip_prefix("<bb ")?;
    rest[..rest.find('>')?].parse().ok()
}

fn tree_blocks(texts: &[&str]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut labels: FxHashMap<&str, u32> = FxHashMap::default();
    let mut jumps: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut ends = false;
    let mut taken = "t";
    for text in texts {
        let trimmed = text.trim_start();
        if let Some(number) = block_number(text, "  ").filter(|_| text.ends_with(':')) {
            fall_through(&mut blocks, number, ends);
            blocks.push(Block { number, ..Block::default() });
            ends = false;
            continue;
        }
        let Some(index) = blocks.len().checked_sub(1) else { continue };
        let block = &mut blocks[index];
        if let Some(to) = block_number(trimmed, "goto ") {
            let conditional = text.starts_with("    ");
            block.succs.push((to, if conditional { taken } else { "" }));
            taken = if conditional && taken == "t" { "f" } else { "t" };
            ends = true;
        } else if trimmed.starts_with("switch (") {
            jumps.push((index, quoted_labels(trimmed)));
            ends = true;
        } else if trimmed.starts_with("return") || trimmed.starts_with("resx") {
            ends = true;
        } else if trimmed.starts_with("goto ") {
            // A computed goto may go to any label.
            jumps.push((index, Vec::new()));
            ends = true;
        } else if let Some(label) = trimmed.split(':').next().filter(|_| is_label(trimmed)) {
            labels.insert(label, block.number);
        }
        if !trimmed.is_empty() && !trimmed.starts_with("else") {
            block.keys.push(tree_key(trimmed));
        }
    }
    for (index, names) in jumps {
        let mut targets: Vec<u32> =
            names.iter().filter_map(|name| labels.get(name).copied()).collect();
        if names.is_empty() {
            targets = labels.values().copied().collect();
        }
        targets.sort_unstable();
        targets.dedup();
        blocks[index].succs.extend(targets.into_iter().map(|to| (to, "")));
    }
    blocks
}

/// A block that does not end in a jump goes on in the next.
fn fall_through(blocks: &mut [Block], next: u32, ends: bool) {
    if let (Some(last), false) = (blocks.last_mut(), ends) {
        last.succs.push((next, ""));
    }
}

/// `<L3>:`, `out:`
fn is_label(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default();
    text.contains(':') && !name.is_empty() && !name.contains([' ', '(', '='])
}

/// The labels in `switch (x_1) <default: <L4>, case 1: <L2>>`.
fn quoted_labels(text: &str) -> Vec<&str> {
    let labels = text.split(": ").skip(1).map(|part| {
        let end = part.find([',', ' ']).unwrap_or(part.len());
        let word = part[..end].trim_end_matches(';');
        let word = word.strip_suffix(" [INV]").unwrap_or(word);
        // The last one is followed by the end of the list.
        if word.starts_with('<') {
            &word[..word.find('>').map_or(word.len(), |i| i + 1)]
        } else {
            word.trim_end_matches('>')
        }
    });
    labels.collect()
}

/// What a statement is known by: the name it defines, or itself without the numbers of blocks.
fn tree_key(text: &str) -> u64 {
    match text.split_once(" = ") {
        Some((defined, _)) => hash(defined),
        None => hash(text.split("<bb ").next().unwrap_or_default()),
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

// RTL dumps.

fn rtl_blocks(texts: &[&str]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut labels: FxHashMap<&str, u32> = FxHashMap::default();
    let mut jumps: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut pending: Vec<&str> = Vec::new();
    let mut barrier = false;
    let mut jumping = false;
    for text in texts {
        let words: Vec<&str> = text.split_whitespace().take(5).collect();
        if let Some(code) = words.first().and_then(|word| word.strip_prefix('('))
            && text.starts_with('(')
        {
            jumping = code.starts_with("jump_insn") || code.starts_with("jump_table_data");
            barrier |= code.starts_with("barrier");
            match (code, blocks.last_mut()) {
                ("code_label", _) => pending.extend(words.get(1)),
                (_, Some(block)) if code.contains("insn") => {
                    block.keys.push(hash(words.get(1).unwrap_or(&"")));
                }
                _ => {}
            }
            if code.starts_with("jump_insn") && !blocks.is_empty() {
                jumps.push((blocks.len() - 1, Vec::new()));
            }
        }
        if let Some(number) = basic_block(text) {
            fall_through(&mut blocks, number, barrier);
            blocks.push(Block { number, ..Block::default() });
            labels.extend(pending.drain(..).map(|label| (label, number)));
            barrier = false;
        }
        if let (true, Some(jump)) = (jumping, jumps.last_mut()) {
            let named = text.split("(label_ref").skip(1).filter_map(|part| {
                part.split_whitespace().nth(1).map(|uid| uid.trim_end_matches(')'))
            });
            jump.1.extend(named);
        }
    }
    for (index, names) in jumps {
        let mut seen: FxHashSet<u32> = blocks[index].succs.iter().map(|(to, _)| *to).collect();
        for to in names.iter().filter_map(|name| labels.get(name).copied()) {
            if seen.insert(to) {
                blocks[index].succs.insert(0, (to, ""));
            }
        }
    }
    blocks
}

/// The number in `(note 9 8 10 3 [bb 3] NOTE_INSN_BASIC_BLOCK)`.
fn basic_block(text: &str) -> Option<u32> {
    let at = text.strip_suffix(" NOTE_INSN_BASIC_BLOCK)")?;
    at[at.find("[bb ")? + 4..].trim_end_matches(']').parse().ok()
}

// Identities.

/// Gives each block the identity of the one it was.
fn identify(graph: &mut Graph, before: &Graph) {
    let mut homes: FxHashMap<u64, Option<u32>> = FxHashMap::default();
    for block in &before.blocks {
        for &key in &block.keys {
            // What stands in two blocks tells nothing.
            let home = homes.entry(key).or_insert(Some(block.identity));
            if *home != Some(block.identity) {
                *home = None;
            }
        }
    }
    let mut taken: FxHashSet<u32> = FxHashSet::default();
    for block in &mut graph.blocks {
        let mut votes: FxHashMap<u32, usize> = FxHashMap::default();
        for home in block.keys.iter().filter_map(|key| homes.get(key).copied().flatten()) {
            *votes.entry(home).or_default() += 1;
        }
        let free = votes.into_iter().filter(|(home, _)| !taken.contains(home));
        let best = free.max_by_key(|&(home, count)| (count, std::cmp::Reverse(home)));
        block.identity = best.map_or(u32::MAX, |(home, _)| home);
        taken.insert(block.identity);
    }
    let known: FxHashMap<u32, u32> =
        before.blocks.iter().map(|block| (block.number, block.identity)).collect();
    for block in graph.blocks.iter_mut().filter(|block| block.identity == u32::MAX) {
        let same = known.get(&block.number).copied().filter(|identity| !taken.contains(identity));
        block.identity = same.unwrap_or_else(|| {
            graph.fresh = graph.fresh.max(block.number) + 1;
            graph.fresh - 1
        });
        taken.insert(block.identity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, before: &Graph) -> Graph {
        let lines: Vec<String> = text.lines().map(|line| format!("|{line}")).collect();
        graph(lines.iter(), before)
    }

    #[test]
    fn jumps_switches_and_ends_make_edges() {
        let text = "  <bb 2> :\n  if (n_3(D) > 1)\n    goto <bb 3>; [INV]\n  else\n    goto <bb 4>; [INV]\n\n  <bb 3> :\n  switch (n_3(D)) <default: <L2>, case 1: out>\n\n  <bb 4> :\n  x_1 = 2;\n\n  <bb 5> :\n<L2>:\n  goto <bb 6>; [INV]\n\n  <bb 6> [local count: 7]:\nout:\n  return;\n";
        let found = of(text, &Graph::default());
        assert_eq!(found.lines(), ["2:2:3t,4f", "3:3:5,6", "4:4:5", "5:5:6", "6:6:"]);
    }

    #[test]
    fn a_renumbered_block_is_known_by_what_it_does() {
        let first = of(
            "  <bb 2> :\n  a_1 = 1;\n\n  <bb 3> :\n\n  <bb 4> :\n  b_2 = 2;\n  return;\n",
            &Graph::default(),
        );
        let second = of("  <bb 2> :\n  a_1 = 1;\n\n  <bb 3> :\n  b_2 = 2;\n  return;\n", &first);
        assert_eq!(second.lines(), ["2:2:3", "4:3:"]);
    }

    #[test]
    fn rtl_has_a_graph_too() {
        let text = "(note 3 0 4 2 [bb 2] NOTE_INSN_BASIC_BLOCK)\n(jump_insn 7 6 8 2 (set (pc)\n            (label_ref:DI 5)\n            (pc))) -1\n     (nil)\n -> 5)\n(note 9 8 10 3 [bb 3] NOTE_INSN_BASIC_BLOCK)\n(insn 10 9 11 3 (use (reg:DI 10 a0)) -1\n     (nil))\n(barrier 24 23 5)\n(code_label 5 24 25 4 3 (nil) [1 uses])\n(note 25 5 26 4 [bb 4] NOTE_INSN_BASIC_BLOCK)\n";
        assert_eq!(of(text, &Graph::default()).lines(), ["2:2:4,3", "3:3:", "4:4:"]);
    }
}
