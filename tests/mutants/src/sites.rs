//! Where a file can be changed: operators, negations, `min` and `max`, statements that only have an effect.

use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ImplItemFn, ItemConst, ItemFn, ItemMod, ItemStatic, Stmt, UnOp};

/// A change: what stands in a range of a file's text, and what may stand there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    pub start: usize,
    pub end: usize,
    pub line: usize,
    pub change: Change,
}

/// How the text of a site is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// An expression becomes another one.
    Expression { mutant: String, what: String },
    /// A statement is left out.
    Dropped,
}

impl Change {
    /// What the list says of it.
    pub fn describe(&self) -> &str {
        match self {
            Change::Expression { what, .. } => what,
            Change::Dropped => "statement dropped",
        }
    }
}

/// All sites of a file, in no particular order. `None` if it does not parse.
pub fn sites(text: &str) -> Option<Vec<Site>> {
    let file = syn::parse_file(text).ok()?;
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut finder = Finder { text, starts, found: Vec::new() };
    finder.visit_file(&file);
    Some(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
    found: Vec<Site>,
}

impl Finder<'_> {
    fn offset(&self, at: LineColumn) -> usize {
        let start = self.starts[at.line - 1];
        let line = &self.text[start..];
        start + line.char_indices().nth(at.column).map_or(line.len(), |(offset, _)| offset)
    }

    fn range(&self, span: Span) -> (usize, usize) {
        (self.offset(span.start()), self.offset(span.end()))
    }

    /// An expression in which the text of one part is replaced.
    fn replace(&mut self, whole: Span, part: Span, with: &str) {
        let ((start, end), (from, to)) = (self.range(whole), self.range(part));
        let mutant = format!("{}{with}{}", &self.text[start..from], &self.text[to..end]);
        let what = format!("`{}` → `{with}`", self.text[from..to].replace('\n', " "));
        let line = part.start().line;
        self.found.push(Site { start, end, line, change: Change::Expression { mutant, what } });
    }
}

/// What an operator is changed to.
fn other_operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        _ => return None,
    })
}

/// Whether an expression is, or joins, a `let`: such a condition is no value.
fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Whether something is there for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = match &attribute.meta {
            syn::Meta::Path(path) => path.segments.last().map(|last| last.ident.to_string()),
            syn::Meta::List(list) => Some(list.tokens.to_string()),
            syn::Meta::NameValue(_) => None,
        };
        text.is_some_and(|text| {
            text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test")
        })
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if item.sig.constness.is_none() && !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if item.sig.constness.is_none() {
            visit::visit_impl_item_fn(self, item);
        }
    }

    // What is computed by the compiler can not depend on the environment.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_repeat(&mut self, _: &'ast syn::ExprRepeat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(e, Some(_)) = stmt {
            let call = match e {
                Expr::Try(of) => &*of.expr,
                other => other,
            };
            let compound =
                matches!(e, Expr::Binary(binary) if other_operator(&binary.op).is_none());
            if matches!(call, Expr::Call(_) | Expr::MethodCall(_)) || compound {
                let (start, end) = self.range(stmt.span());
                let line = stmt.span().start().line;
                self.found.push(Site { start, end, line, change: Change::Dropped });
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Binary(binary) if !has_let(e) => {
                if let Some(other) = other_operator(&binary.op) {
                    self.replace(e.span(), binary.op.span(), other);
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                self.replace(e.span(), unary.op.span(), "");
            }
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "min" => self.replace(e.span(), call.method.span(), "max"),
                "max" => self.replace(e.span(), call.method.span(), "min"),
                _ => {}
            },
            _ => {}
        }
        visit::visit_expr(self, e);
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, sites};

    /// What can be changed in a function's body.
    fn changes(body: &str) -> Vec<String> {
        let found = sites(&format!("fn f() {{ {body} }}")).expect("it parses");
        found.iter().map(|site| site.change.describe().to_string()).collect()
    }

    #[test]
    fn operators_calls_and_negations_are_sites() {
        assert_eq!(changes("a < b"), ["`<` → `<=`"]);
        assert_eq!(changes("g(x);"), ["statement dropped"]);
        assert_eq!(changes("x |= 1;"), ["statement dropped"]);
        assert_eq!(changes("!a.min(b)"), ["`!` → ``", "`min` → `max`"]);
    }

    #[test]
    fn conditions_that_bind_and_constants_are_none() {
        assert_eq!(changes("if let Some(x) = y && z {}"), Vec::<String>::new());
        assert_eq!(changes("const A: usize = 1 + 2;"), Vec::<String>::new());
        assert_eq!(sites("#[cfg(test)] mod tests { fn f() { a < b } }"), Some(Vec::new()));
    }

    #[test]
    fn columns_count_characters() {
        let text = "fn f() { let é = \"é\"; é == b }";
        let site = sites(text).expect("it parses").remove(0);
        assert_eq!(&text[site.start..site.end], "é == b");
        let mutant = "é != b".to_string();
        assert!(matches!(site.change, Change::Expression { mutant: found, .. } if found == mutant));
    }
}
