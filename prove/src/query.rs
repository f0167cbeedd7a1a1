//! Questions to the solver: terms written as SMT-LIB, and a process of z3 for each question.

use crate::terms::{FloatOp, Format, Op, Sort, Term, Terms};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What the solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No values make it true.
    Never,
    /// Values that do, of the terms asked for.
    Possible(Vec<(Term, u128)>),
    /// It did not come to an end.
    Timeout,
    /// It could not be asked.
    Failed(String),
}

/// The solver's program.
#[derive(Clone, Debug)]
pub struct Solver {
    pub program: String,
    pub timeout: Duration,
    /// When nothing more is asked, whatever time a question had left.
    pub until: Option<Instant>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { program: "z3".to_string(), timeout: Duration::from_secs(10), until: None }
    }
}

impl Solver {
    /// How long a question may take; nothing where it is too late to ask.
    fn time_left(&self) -> Option<Duration> {
        let Some(until) = self.until else { return Some(self.timeout) };
        let left = until.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(self.timeout.min(left))
    }

    /// Whether all of `conditions` can hold at once; with the values of `wanted`, which are bit vectors.
    pub fn ask(&self, terms: &Terms, conditions: &[Term], wanted: &[Term]) -> Verdict {
        let Some(time) = self.time_left() else { return Verdict::Timeout };
        let text = question(terms, conditions, wanted);
        let millis = time.as_millis().max(1);
        let process = Command::new(&self.program)
            .arg("-in")
            .arg(format!("-t:{millis}"))
            .arg(format!("-T:{}", millis.div_ceil(1000) + 1))
            .arg("-memory:1500")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = match process {
            Ok(process) => process,
            Err(error) => {
                let what = format!("the solver ‘{}’ cannot be run: {error}", self.program);
                return Verdict::Failed(what);
            }
        };
        let input = process.stdin.take();
        let writer = std::thread::spawn(move || {
            // A solver that has given up reads no further.
            input.map(|mut input| input.write_all(text.as_bytes()))
        });
        let output = process.wait_with_output();
        let _written = writer.join();
        match output {
            Ok(output) => read_answer(&String::from_utf8_lossy(&output.stdout), wanted),
            Err(error) => Verdict::Failed(error.to_string()),
        }
    }
}

fn read_answer(text: &str, wanted: &[Term]) -> Verdict {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim() {
        "unsat" => Verdict::Never,
        "sat" => {
            let values = values_of(rest);
            Verdict::Possible(wanted.iter().copied().zip(values).collect())
        }
        "unknown" | "timeout" | "" => Verdict::Timeout,
        other if other.contains("memory") => Verdict::Timeout,
        other => Verdict::Failed(other.to_string()),
    }
}

/// The values in what `get-value` answers, in order: the last word of each pair.
fn values_of(text: &str) -> Vec<u128> {
    let mut values = Vec::new();
    for word in text.split([' ', '(', ')', '\n']) {
        if let Some(digits) = word.strip_prefix("#x") {
            values.push(u128::from_str_radix(digits, 16).unwrap_or(0));
        } else if let Some(digits) = word.strip_prefix("#b") {
            values.push(u128::from_str_radix(digits, 2).unwrap_or(0));
        }
    }
    values
}

/// The text of a question.
pub fn question(terms: &Terms, conditions: &[Term], wanted: &[Term]) -> String {
    let mut writer = Writer { terms, text: String::new(), declared: FxHashSet::default() };
    let roots: Vec<Term> = conditions.iter().chain(wanted).copied().collect();
    let order = in_order(terms, &roots);
    let has = |test: fn(&Sort) -> bool| order.iter().any(|&t| test(&terms.node(t).sort));
    let floats = order.iter().any(|&t| matches!(terms.node(t).op, Op::Float(..)));
    let effects = has(|sort| *sort == Sort::Effects);
    let arrays = has(|sort| *sort == Sort::Array);
    let functions = order.iter().any(|&t| matches!(terms.node(t).op, Op::Apply(_)));
    let logic = match (floats, arrays, functions || effects) {
        (false, false, false) => "QF_BV",
        (false, false, true) => "QF_UFBV",
        (false, true, _) => "QF_AUFBV",
        (true, false, false) => "QF_FPBV",
        _ => "ALL",
    };
    if !wanted.is_empty() {
        writer.text.push_str("(set-option :produce-models true)\n");
    }
    // Only where no logic is set does z3 know whether products fit.
    if !order.iter().any(|&t| matches!(terms.node(t).op, Op::ProductFits { .. })) {
        writer.line(format_args!("(set-logic {logic})"));
    }
    if effects {
        // As good as a sort of their own, of which no question needs more than a few, and much easier.
        writer.line(format_args!("(define-sort Effects () (_ BitVec 64))"));
    }
    for term in order {
        writer.term(term);
    }
    for &condition in conditions {
        writer.line(format_args!("(assert t{})", condition.0));
    }
    writer.line(format_args!("(check-sat)"));
    if !wanted.is_empty() {
        let names: Vec<String> = wanted.iter().map(|term| format!("t{}", term.0)).collect();
        writer.line(format_args!("(get-value ({}))", names.join(" ")));
    }
    writer.text
}

/// All parts of terms, each after its own parts.
pub fn in_order(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = roots.to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(&terms.node(term).args);
        }
    }
    // Parts are made before what they are parts of.
    let mut order: Vec<Term> = seen.into_iter().collect();
    order.sort_unstable();
    order
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_string(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Array => "(Array (_ BitVec 64) (_ BitVec 8))".to_string(),
        Sort::Effects => "Effects".to_string(),
    }
}

struct Writer<'t> {
    terms: &'t Terms,
    text: String,
    declared: FxHashSet<String>,
}

impl Writer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
        self.text.push('\n');
    }

    fn declare(&mut self, name: &str, args: &[Term], sort: Sort) {
        if self.declared.insert(name.to_string()) {
            let sorts: Vec<String> =
                args.iter().map(|&arg| sort_text(self.terms.sort(arg))).collect();
            let result = sort_text(sort);
            self.line(format_args!("(declare-fun {name} ({}) {result})", sorts.join(" ")));
        }
    }

    fn term(&mut self, term: Term) {
        let node = self.terms.node(term);
        let args: Vec<String> = node.args.iter().map(|arg| format!("t{}", arg.0)).collect();
        let all = args.join(" ");
        let text = match &node.op {
            Op::Var(name) | Op::Apply(name) => {
                let own = format!("|{}|", self.terms.name(*name).replace(['|', '\\', '\n'], "/"));
                self.declare(&own, &node.args, node.sort);
                if args.is_empty() { own } else { format!("({own} {all})") }
            }
            Op::Const(value) => format!("(_ bv{value} {})", self.terms.width(term)),
            Op::Fill => format!("((as const {}) {all})", sort_text(Sort::Array)),
            Op::Extract(high, low) => format!("((_ extract {high} {low}) {all})"),
            Op::ZeroExtend | Op::SignExtend => {
                let by = self.terms.width(term) - self.terms.width(node.args[0]);
                let how = if node.op == Op::ZeroExtend { "zero_extend" } else { "sign_extend" };
                format!("((_ {how} {by}) {all})")
            }
            Op::ProductFits { unsigned: true } => format!("(bvumul_noovfl {all})"),
            Op::ProductFits { unsigned: false } => {
                format!("(and (bvsmul_noovfl {all}) (bvsmul_noudfl {all}))")
            }
            Op::Float(op, format) => float_text(*op, *format, &args),
            op => match operator(op) {
                Some(name) if args.is_empty() => name.to_string(),
                Some(name) => format!("({name} {all})"),
                None => all,
            },
        };
        let sort = sort_text(node.sort);
        self.line(format_args!("(define-fun t{} () {sort} {text})", term.0));
    }
}

fn operator(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::True => "true",
        Op::False => "false",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::Udiv => "bvudiv",
        Op::Urem => "bvurem",
        Op::Sdiv => "bvsdiv",
        Op::Srem => "bvsrem",
        Op::BitAnd => "bvand",
        Op::BitOr => "bvor",
        Op::BitXor => "bvxor",
        Op::BitNot => "bvnot",
        Op::Shl => "bvshl",
        Op::Lshr => "bvlshr",
        Op::Ashr => "bvashr",
        Op::Concat => "concat",
        Op::Select => "select",
        Op::Store => "store",
        _ => return None,
    })
}

fn number(format: Format, bits: &str) -> String {
    format!("((_ to_fp {} {}) {bits})", format.exponent, format.significand)
}

/// A number as its bits, with the canonical NaN.
fn bits_of(format: Format, number: &str) -> String {
    let nan = format.nan();
    let width = format.bits();
    format!("(let ((r {number})) (ite (fp.isNaN r) (_ bv{nan} {width}) (fp.to_ieee_bv r)))")
}

fn float_text(op: FloatOp, format: Format, args: &[String]) -> String {
    let numbers: Vec<String> = args.iter().map(|bits| number(format, bits)).collect();
    let all = numbers.join(" ");
    let rounded = |name: &str| bits_of(format, &format!("(fp.{name} RNE {all})"));
    match op {
        FloatOp::Add => rounded("add"),
        FloatOp::Sub => rounded("sub"),
        FloatOp::Mul => rounded("mul"),
        FloatOp::Div => rounded("div"),
        FloatOp::Fma => rounded("fma"),
        FloatOp::Sqrt => rounded("sqrt"),
        FloatOp::Convert(to) => {
            let value = format!("((_ to_fp {} {}) RNE {all})", to.exponent, to.significand);
            bits_of(to, &value)
        }
        FloatOp::FromInt { unsigned } => {
            let how = if unsigned { "to_fp_unsigned" } else { "to_fp" };
            let (e, s) = (format.exponent, format.significand);
            bits_of(format, &format!("((_ {how} {e} {s}) RNE {})", args[0]))
        }
        FloatOp::ToInt { unsigned, bits } => {
            let how = if unsigned { "fp.to_ubv" } else { "fp.to_sbv" };
            format!("((_ {how} {bits}) RTZ {all})")
        }
        FloatOp::Lt => format!("(fp.lt {all})"),
        FloatOp::Le => format!("(fp.leq {all})"),
        FloatOp::Eq => format!("(fp.eq {all})"),
        FloatOp::Fits { unsigned, bits } => {
            // Cut off, it is between the bounds, which are powers of two.
            let (e, s) = (format.exponent, format.significand);
            let exact = |value: u128| format!("((_ to_fp {e} {s}) RNE {value}.0)");
            let whole = format!("(fp.roundToIntegral RTZ {all})");
            let top = exact(1 << (bits - u32::from(!unsigned)).min(127));
            let low = if unsigned { exact(0) } else { format!("(fp.neg {top})") };
            let low = format!("(fp.geq {whole} {low})");
            format!("(and {low} (fp.lt {whole} {top}))")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solver() -> Solver {
        Solver::default()
    }

    #[test]
    fn sums_commute_and_differences_do_not() {
        let mut t = Terms::new();
        let (a, b) = (t.var("a", Sort::Bits(32)), t.var("b", Sort::Bits(32)));
        let (x, y) = (t.sub(a, b), t.sub(b, a));
        let same = t.eq(x, y);
        let differ = t.not(same);
        let Verdict::Possible(values) = solver().ask(&t, &[differ], &[a, b]) else {
            panic!("they differ for some")
        };
        assert_ne!(values[0].1, values[1].1);
        let zero = t.constant(32, 0);
        let one = t.sub(x, y);
        let twice = t.add(x, x);
        let off = t.eq(one, twice);
        let off = t.not(off);
        assert_eq!(solver().ask(&t, &[off], &[]), Verdict::Never);
        assert_ne!(zero, one);
    }

    #[test]
    fn nans_are_canonical() {
        let mut t = Terms::new();
        let format = Format { exponent: 8, significand: 24 };
        let a = t.var("a", Sort::Bits(32));
        let nan = t.constant(32, format.nan());
        let sum = t.float(FloatOp::Add, format, &[a, nan]);
        let same = t.eq(sum, nan);
        let other = t.not(same);
        assert_eq!(solver().ask(&t, &[other], &[]), Verdict::Never);
    }

    #[test]
    fn products_fit_or_do_not() {
        let mut t = Terms::new();
        let (a, b) = (t.var("a", Sort::Bits(32)), t.var("b", Sort::Bits(32)));
        let fits = t.product_fits(false, a, b);
        let (least, minus) = (t.constant(32, 1 << 31), t.constant(32, u128::MAX));
        let (x, y) = (t.eq(a, least), t.eq(b, minus));
        assert_eq!(solver().ask(&t, &[fits, x, y], &[]), Verdict::Never);
        assert_eq!(t.product_fits(false, least, minus), Terms::FALSE);
        assert!(matches!(solver().ask(&t, &[fits, x], &[]), Verdict::Possible(_)));
    }

    #[test]
    fn when_time_is_over_nothing_is_asked() {
        let t = Terms::new();
        let over = Solver { until: Some(Instant::now()), ..Solver::default() };
        assert_eq!(over.ask(&t, &[Terms::TRUE], &[]), Verdict::Timeout);
    }

    #[test]
    fn a_missing_solver_is_said() {
        let t = Terms::new();
        let none = Solver { program: "no-such-solver".to_string(), ..Solver::default() };
        assert!(matches!(none.ask(&t, &[Terms::TRUE], &[]), Verdict::Failed(_)));
    }
}
