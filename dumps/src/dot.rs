//! The control-flow graph of a function in Graphviz form (`-graph`), a cluster for the function and one for each loop.

use std::fmt::Write as _;

/// Begins a field of a block's text.
pub const FIELD: char = '\x01';

/// What an edge is, and so how it is drawn.
#[derive(Clone, Copy)]
pub enum Look {
    Fake,
    Back,
    FallThrough,
    True,
    False,
    Abnormal,
    Jump,
}

/// Writes one function's cluster; the caller has begun the `digraph` and will end it.
pub struct Dot<'a> {
    pub out: &'a mut String,
    id: u32,
}

impl Dot<'_> {
    /// Begins the cluster of a function, by its name and number.
    pub fn new<'a>(out: &'a mut String, name: &str, id: u32) -> Dot<'a> {
        let mut dot = Dot { out, id };
        dot.line(format_args!(
            "subgraph \"cluster_{name}\" {{\n\tstyle=\"dashed\";\n\tcolor=\"black\";\n\tlabel=\"{name} ()\";\n"
        ));
        dot
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string succeeds");
    }

    pub fn open_loop(&mut self, number: u32, depth: u32) {
        const FILLS: [&str; 4] = ["grey88", "grey77", "grey66", "grey55"];
        let fill = FILLS[(depth.max(1) as usize - 1) % FILLS.len()];
        let id = self.id;
        self.line(format_args!(
            "\tsubgraph cluster_{id}_{number} {{\n\tstyle=\"filled\";\n\tcolor=\"darkgreen\";\n\t\
             fillcolor=\"{fill}\";\n\tlabel=\"loop {number}\";\n\tlabeljust=l;\n\tpenwidth=2;\n"
        ));
    }

    pub fn close_loop(&mut self) {
        self.out.push_str("\t}\n");
    }

    /// The entry, which is block 0, or the exit.
    pub fn terminal(&mut self, block: u32) {
        let label = if block == 0 { "ENTRY" } else { "EXIT" };
        let id = self.id;
        self.line(format_args!(
            "\tfn_{id}_basic_block_{block} [shape=Mdiamond,style=filled,fillcolor=white,label=\"{label}\"];\n\n"
        ));
    }

    /// A block with its count, the first line as it is, and the text of its fields.
    pub fn block(&mut self, block: u32, count: Option<u64>, first: &str, text: &str) {
        let id = self.id;
        self.line(format_args!(
            "\tfn_{id}_basic_block_{block} [shape=record,style=filled,fillcolor=lightgrey,label=\"{{"
        ));
        if let Some(count) = count {
            self.line(format_args!("COUNT:{count}"));
        }
        self.out.push_str(first);
        escape(self.out, text);
        self.out.push_str("}\"];\n\n");
    }

    pub fn edge(&mut self, from: u32, to: u32, look: Look, percent: Option<u64>) {
        let (style, color, weight) = match look {
            Look::Fake => ("dotted", "green", 0),
            Look::Back => ("dotted,bold", "blue", 10),
            Look::FallThrough => ("solid,bold", "black", 100),
            Look::True => ("solid,bold", "forestgreen", 10),
            Look::False => ("solid,bold", "darkorange", 10),
            Look::Abnormal => ("solid,bold", "red", 10),
            Look::Jump => ("solid,bold", "black", 10),
        };
        let (id, constraint) = (self.id, !matches!(look, Look::Back));
        self.line(format_args!(
            "\tfn_{id}_basic_block_{from}:s -> fn_{id}_basic_block_{to}:n \
             [style=\"{style}\",color={color},weight={weight},constraint={constraint}"
        ));
        if let Some(percent) = percent {
            self.line(format_args!(",label=\"[{percent}%]\""));
        }
        self.out.push_str("];\n");
    }

    /// Ends the cluster.
    pub fn end(&mut self) {
        let id = self.id;
        self.line(format_args!(
            "\tfn_{id}_basic_block_0:s -> fn_{id}_basic_block_1:n [style=\"invis\",constraint=true];\n}}\n"
        ));
    }
}

/// The edges that lead to a block still open in a depth-first walk from the entry: by their numbers, of which there are so
/// many. `succ` names the edge out of a block and where it leads.
pub fn back_edges(
    blocks: usize,
    edges: usize,
    succ: impl Fn(u32, usize) -> Option<(u32, u32)>,
) -> Vec<bool> {
    let mut back = vec![false; edges];
    let (mut seen, mut open) = (vec![false; blocks], vec![false; blocks]);
    if blocks == 0 {
        return back;
    }
    let mut stack = vec![(0u32, 0)];
    (seen[0], open[0]) = (true, true);
    while let Some((block, next)) = stack.last_mut() {
        let Some((edge, dst)) = succ(*block, *next) else {
            open[*block as usize] = false;
            stack.pop();
            continue;
        };
        *next += 1;
        let at = dst as usize;
        if open[at] {
            back[edge as usize] = true;
        } else if !seen[at] {
            (seen[at], open[at]) = (true, true);
            stack.push((dst, 0));
        }
    }
    back
}

/// Escapes for a record label; [`FIELD`] is the bar between its fields.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            FIELD => out.push('|'),
            '\n' => out.push_str("\\l\\\n"),
            '{' | '}' | '<' | '>' | '|' | '"' | ' ' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
}
