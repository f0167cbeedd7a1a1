//! Reading of the table.

use crate::ast::{
    Condition, Form, Loop, Node, Op, Pattern, Question, Rule, Template, TypeRef, Value,
};
use crate::operators::{Operator, operator};

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    /// `@x`
    Any(String),
    /// `@x` right after a parenthesis.
    Named(String),
    /// `#c`
    Constant(String),
    Number(i128),
    /// `0.0`, by its bits.
    Real(u64),
    Symbol(&'static str),
}

const SYMBOLS: &[&str] = &[
    "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "(", ")", "{", "}", ":", ",", "?", "!",
    "<", ">", "+", "-", "*", "&", "|", "^", "~",
];

/// Tokens with their lines.
fn tokens(file: &str, text: &str) -> Result<Vec<(Token, usize)>, String> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line.split("//").next().unwrap_or("").trim_start();
        let mut closed = false;
        while let Some(first) = rest.chars().next() {
            let word_of = |text: &str| {
                let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                text[..end.unwrap_or(text.len())].to_string()
            };
            let (token, length) = match first {
                '@' => {
                    let word = word_of(&rest[1..]);
                    let length = word.len() + 1;
                    (if closed { Token::Named(word) } else { Token::Any(word) }, length)
                }
                '#' => {
                    let word = word_of(&rest[1..]);
                    let length = word.len() + 1;
                    (Token::Constant(word), length)
                }
                '0'..='9' => {
                    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
                    let word = &rest[..end.unwrap_or(rest.len())];
                    if word.contains('.') {
                        let number = word.parse::<f64>();
                        let number = number.map_err(|_| format!("{file}:{}: {word}", index + 1))?;
                        (Token::Real(number.to_bits()), word.len())
                    } else {
                        let number = word.parse();
                        let number = number.map_err(|_| format!("{file}:{}: {word}", index + 1))?;
                        (Token::Number(number), word.len())
                    }
                }
                _ if first.is_ascii_alphabetic() => {
                    let word = word_of(rest);
                    let length = word.len();
                    (Token::Word(word), length)
                }
                _ => match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
                    Some(symbol) => (Token::Symbol(symbol), symbol.len()),
                    None => return Err(format!("{file}:{}: `{first}`?", index + 1)),
                },
            };
            rest = &rest[length..];
            closed = token == Token::Symbol(")") && rest.starts_with('@');
            tokens.push((token, index + 1));
            rest = rest.trim_start();
        }
    }
    Ok(tokens)
}

/// Reads the rules of a file.
///
/// # Errors
/// Says where the text is no table of rules, and why.
pub fn parse(file: &str, text: &str) -> Result<Vec<Rule>, String> {
    let tokens = tokens(file, text)?;
    let mut parser = Parser { file, tokens: &tokens, at: 0, loops: Vec::new() };
    let mut rules = Vec::new();
    while parser.at < tokens.len() {
        rules.push(parser.rule()?);
    }
    Ok(rules)
}

struct Parser<'a> {
    file: &'a str,
    tokens: &'a [(Token, usize)],
    at: usize,
    /// Those of the rule that is read.
    loops: Vec<Loop>,
}

type Parsed<T> = Result<T, String>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|token| &token.0)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |token| token.1)
    }

    fn error<T>(&self, wanted: &str) -> Parsed<T> {
        Err(format!("{}:{}: {wanted} expected, not {:?}", self.file, self.line(), self.peek()))
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(Token::Symbol(next)) if *next == symbol)
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { self.error(&format!("`{symbol}`")) }
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self) -> Parsed<String> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            _ => {
                self.at -= 1;
                self.error("a word")
            }
        }
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let line = self.line();
        if !self.accept_word("rule") {
            return self.error("`rule`");
        }
        let name = self.word()?;
        self.expect(":")?;
        let mut forms = Vec::new();
        if self.accept_word("on") {
            loop {
                if self.accept_word("gimple") {
                    forms.push(Form::Gimple);
                } else if self.accept_word("generic") {
                    forms.push(Form::Generic);
                } else if self.accept_word("rtl") {
                    forms.push(Form::Rtl);
                } else {
                    break;
                }
            }
        } else {
            forms.extend([Form::Gimple, Form::Generic]);
        }
        self.loops.clear();
        while self.accept_word("for") {
            let mut columns = vec![self.column()?];
            while self.accept_word("with") {
                columns.push(self.column()?);
            }
            if columns.iter().any(|column| column.1.len() != columns[0].1.len()) {
                return self.error("as many operators");
            }
            self.loops.push(Loop { columns });
        }
        let pattern = self.pattern()?;
        self.expect("=>")?;
        let result = self.template()?;
        let condition =
            if self.accept_word("if") { self.condition()? } else { Condition::always() };
        let loops = std::mem::take(&mut self.loops);
        let file = self.file.to_string();
        Ok(Rule { name, file, line, forms, loops, pattern, result, condition })
    }

    fn column(&mut self) -> Parsed<(String, Vec<&'static Operator>)> {
        let name = self.word()?;
        if !self.accept_word("in") {
            return self.error("`in`");
        }
        self.expect("(")?;
        let mut operators = Vec::new();
        while !self.accept(")") {
            let word = self.word()?;
            match operator(&word) {
                Some(op) => operators.push(op),
                None => return self.error(&format!("an operator in place of {word}")),
            }
        }
        Ok((name, operators))
    }

    /// The operator of a pattern or template, and the least number of operands among those it may stand for.
    fn op(&mut self) -> Parsed<(Op, usize)> {
        let word = self.word()?;
        let columns = self.loops.iter().flat_map(|l| &l.columns);
        if let Some(column) = columns.into_iter().find(|column| column.0 == word) {
            let arity = column.1.iter().map(|op| op.arity).min().unwrap_or(0);
            return Ok((Op::Variable(word), arity));
        }
        match operator(&word) {
            Some(op) => Ok((Op::Known(op), op.arity)),
            None => self.error(&format!("an operator in place of {word}")),
        }
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        if let Some(number) = self.literal() {
            return Ok(Pattern::Literal(number));
        }
        let minus = self.accept("-");
        if let Some(Token::Real(bits)) = self.peek() {
            let sign = if minus { 1 << 63 } else { 0 };
            let bits = *bits | sign;
            self.at += 1;
            return Ok(Pattern::Real(bits));
        }
        match self.next() {
            Some(Token::Any(name)) => Ok(Pattern::Any(name)),
            Some(Token::Constant(name)) => Ok(Pattern::Constant(name)),
            Some(Token::Symbol("(")) => {
                let (op, arity) = self.op()?;
                let optional = self.accept("?");
                let (mut commutes, mut single, mut once) = (false, false, false);
                if self.accept(":") {
                    let flags = self.word()?;
                    commutes = flags.contains('c');
                    single = flags.contains('s');
                    once = flags.contains('u');
                }
                let mut args = Vec::new();
                while !self.accept(")") {
                    args.push(self.pattern()?);
                }
                if args.len() != arity {
                    return self.error(&format!("{arity} operands before"));
                }
                let name = match self.peek() {
                    Some(Token::Named(name)) => Some(name.clone()),
                    _ => None,
                };
                self.at += usize::from(name.is_some());
                Ok(Pattern::Node(Node { op, commutes, single, once, optional, args, name }))
            }
            _ => {
                self.at -= 1;
                self.error("a pattern")
            }
        }
    }

    fn literal(&mut self) -> Option<i128> {
        let minus = self.is_symbol("-");
        match self.tokens.get(self.at + usize::from(minus)) {
            Some((Token::Number(number), _)) => {
                self.at += 1 + usize::from(minus);
                Some(if minus { -number } else { *number })
            }
            _ => None,
        }
    }

    fn type_ref(&mut self) -> Parsed<TypeRef> {
        match self.next() {
            Some(Token::Any(name) | Token::Constant(name)) => Ok(TypeRef::Of(name)),
            Some(Token::Word(word)) if word == "type" => Ok(TypeRef::Root),
            Some(Token::Word(word)) if word == "int" => Ok(TypeRef::Int),
            Some(Token::Word(word)) if word == "truth" => Ok(TypeRef::Truth),
            Some(Token::Word(word)) if word == "unsigned" || word == "signed" => {
                self.expect("(")?;
                let of = Box::new(self.type_ref()?);
                self.expect(")")?;
                Ok(if word == "signed" { TypeRef::Signed(of) } else { TypeRef::Unsigned(of) })
            }
            _ => {
                self.at -= 1;
                self.error("a type")
            }
        }
    }

    fn optional_type(&mut self) -> Parsed<Option<TypeRef>> {
        if self.accept(":") { self.type_ref().map(Some) } else { Ok(None) }
    }

    fn template(&mut self) -> Parsed<Template> {
        if let Some(number) = self.literal() {
            let ty = self.optional_type()?;
            return Ok(Template::Value(Value::Number(number), ty));
        }
        match self.next() {
            Some(Token::Any(name) | Token::Constant(name)) => Ok(Template::Capture(name)),
            Some(Token::Symbol("{")) => {
                let value = self.value(0)?;
                self.expect("}")?;
                let ty = self.optional_type()?;
                Ok(Template::Value(value, ty))
            }
            Some(Token::Symbol("(")) => {
                let (op, arity) = self.op()?;
                let ty = self.optional_type()?;
                let mut args = Vec::new();
                while !self.accept(")") {
                    args.push(self.template()?);
                }
                if args.len() != arity {
                    return self.error(&format!("{arity} operands before"));
                }
                Ok(Template::Node { op, ty, args })
            }
            _ => {
                self.at -= 1;
                self.error("a template")
            }
        }
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let mut parts = vec![self.conjunction()?];
        while self.accept("||") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Any(parts) })
    }

    fn conjunction(&mut self) -> Parsed<Condition> {
        let mut parts = vec![self.test()?];
        while self.accept("&&") {
            parts.push(self.test()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    fn test(&mut self) -> Parsed<Condition> {
        if self.accept("!") {
            let test = self.test()?;
            let definite = match &test {
                Condition::Ask(..) => true,
                Condition::Any(parts) | Condition::All(parts) => {
                    parts.iter().all(|part| matches!(part, Condition::Ask(..)))
                }
                _ => false,
            };
            if !definite {
                return self.error("a question of types after `!`");
            }
            return Ok(Condition::Not(Box::new(test)));
        }
        // A parenthesis opens a condition or a number: which, what follows tells.
        let start = self.at;
        if self.accept("(") {
            if let Ok(condition) = self.condition()
                && self.accept(")")
                && !self.is_operator()
            {
                return Ok(condition);
            }
            self.at = start;
        }
        if let Some(Token::Word(word)) = self.peek().cloned() {
            let question = Question::ALL.iter().find(|row| row.0 == word);
            if let Some(&(_, question, count)) = question {
                self.at += 1;
                self.expect("(")?;
                let mut types = Vec::new();
                while !self.accept(")") {
                    types.push(self.type_ref()?);
                    self.accept(",");
                }
                if types.len() != count {
                    return self.error(&format!("{count} types"));
                }
                return Ok(Condition::Ask(question, types));
            }
            match word.as_str() {
                "fits" => {
                    self.at += 1;
                    self.expect("(")?;
                    let ty = self.type_ref()?;
                    self.expect(",")?;
                    let value = self.value(0)?;
                    self.expect(")")?;
                    return Ok(Condition::Fits(ty, value));
                }
                "nonzero" | "nonnegative" | "negative" => {
                    self.at += 1;
                    self.expect("(")?;
                    let TypeRef::Of(name) = self.type_ref()? else {
                        return self.error("a capture");
                    };
                    self.expect(")")?;
                    return Ok(match word.as_str() {
                        "nonzero" => Condition::NotZero(name),
                        "negative" => Condition::Negative(name),
                        _ => Condition::NotNegative(name),
                    });
                }
                _ => {}
            }
        }
        let left = self.value(0)?;
        for symbol in ["==", "!=", "<=", ">=", "<", ">"] {
            if self.accept(symbol) {
                return Ok(Condition::Compare(symbol, left, self.value(0)?));
            }
        }
        self.error("a comparison")
    }

    fn is_operator(&self) -> bool {
        const CONTINUE: &[&str] =
            &["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "&", "|", "^", "<<", ">>"];
        matches!(self.peek(), Some(Token::Symbol(next)) if CONTINUE.contains(next))
    }

    /// A number; operators bind as in C, `level` leaves weaker ones to the caller.
    fn value(&mut self, level: usize) -> Parsed<Value> {
        const LEVELS: &[&[&str]] = &[&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*"]];
        let Some(symbols) = LEVELS.get(level) else { return self.primary() };
        let mut left = self.value(level + 1)?;
        while let Some(symbol) = symbols.iter().find(|symbol| self.is_symbol(symbol)) {
            self.at += 1;
            let right = self.value(level + 1)?;
            let letter = symbol.chars().next().unwrap_or('?');
            left = Value::Binary(letter, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn primary(&mut self) -> Parsed<Value> {
        match self.next() {
            Some(Token::Number(number)) => Ok(Value::Number(number)),
            Some(Token::Symbol("-")) => Ok(Value::Negate(Box::new(self.primary()?))),
            Some(Token::Symbol("~")) => Ok(Value::Not(Box::new(self.primary()?))),
            Some(Token::Symbol("(")) => {
                let value = self.value(0)?;
                self.expect(")")?;
                Ok(value)
            }
            Some(Token::Word(word)) if self.is_symbol("(") => {
                self.at += 1;
                let value = match word.as_str() {
                    "bits" => Value::Bits(self.type_ref()?),
                    "min" => Value::Min(self.type_ref()?),
                    "max" => Value::Max(self.type_ref()?),
                    "log2" => Value::Log2(Box::new(self.value(0)?)),
                    "wrap" => {
                        let ty = self.type_ref()?;
                        self.expect(",")?;
                        Value::Wrap(ty, Box::new(self.value(0)?))
                    }
                    "inverse" => {
                        let ty = self.type_ref()?;
                        self.expect(",")?;
                        Value::Inverse(ty, Box::new(self.value(0)?))
                    }
                    "possible" => match self.type_ref()? {
                        TypeRef::Of(name) => Value::Possible(name),
                        _ => return self.error("a capture"),
                    },
                    _ => return self.error(&format!("a function in place of {word}")),
                };
                self.expect(")")?;
                Ok(value)
            }
            Some(Token::Word(word)) => Ok(Value::Constant(word)),
            _ => {
                self.at -= 1;
                self.error("a number")
            }
        }
    }
}
