//! The cycles of a graph: its strongly connected components.
//!
//! ```text
//!   0 -> 1, 1 -> 2, 2 -> 1, 2 -> 3:   {3} {1, 2} {0}, each after what it leads to
//! ```

/// The components of a graph of so many nodes, each after those it leads to, found from nodes in the order given. Linear
/// in nodes and edges.
pub fn components(
    nodes: usize,
    order: impl Iterator<Item = u32>,
    leads_to: impl Fn(u32) -> Vec<u32>,
) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let (mut number, mut low) = (vec![NEW; nodes], vec![0; nodes]);
    let (mut open, mut found, mut is_open) = (Vec::new(), Vec::new(), vec![false; nodes]);
    let mut next = 0;
    for root in order {
        if number[root as usize] != NEW {
            continue;
        }
        let mut walk: Vec<(u32, std::vec::IntoIter<u32>)> = Vec::new();
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered.take() {
                (number[node as usize], low[node as usize]) = (next, next);
                next += 1;
                open.push(node);
                is_open[node as usize] = true;
                walk.push((node, leads_to(node).into_iter()));
            }
            let Some((node, ways)) = walk.last_mut() else { break };
            let node = *node as usize;
            match ways.next() {
                Some(to) if number[to as usize] == NEW => entered = Some(to),
                Some(to) if is_open[to as usize] => low[node] = low[node].min(number[to as usize]),
                Some(_) => {}
                None => {
                    walk.pop();
                    if let Some((above, _)) = walk.last() {
                        let above = *above as usize;
                        low[above] = low[above].min(low[node]);
                    }
                    if low[node] == number[node] {
                        let start = open.iter().rposition(|&it| it as usize == node).unwrap_or(0);
                        let members = open.split_off(start);
                        members.iter().for_each(|&it| is_open[it as usize] = false);
                        found.push(members);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn a_cycle_is_one_component_after_what_it_leads_to() {
        let edges: [&[u32]; 5] = [&[1], &[2], &[1, 3], &[], &[0]];
        let found = components(5, 0..5, |node| edges[node as usize].to_vec());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
    }
}
