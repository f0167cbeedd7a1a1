//! Reading of machine descriptions.

use super::ast::{Condition, Description, Insn, Output, Pattern, Piece, Predicate, Test, Unspec};

type Parsed<T> = Result<T, String>;

/// What an instruction costs, and how long it is, where nothing is said.
const ONE_INSTRUCTION: u32 = 4;

/// Reads a description.
///
/// # Errors
/// Says where the text is no description, and why.
pub fn parse(file: &str, text: &str) -> Parsed<Description> {
    let mut parser = Parser { file, tokens: tokens(file, text)?, at: 0 };
    let mut description = Description::default();
    while parser.at < parser.tokens.len() {
        parser.row(&mut description)?;
    }
    check(file, &description)?;
    Ok(description)
}

/// What no single row shows: numbers that two insns have, predicates that do not exist.
fn check(file: &str, description: &Description) -> Parsed<()> {
    for (index, insn) in description.insns.iter().enumerate() {
        if let Some(other) = description.insns[..index].iter().find(|o| o.icode == insn.icode) {
            let (name, number) = (&insn.name, insn.icode);
            return Err(format!(
                "{file}:{}: {name} and {} are both {number}",
                insn.line, other.name
            ));
        }
        for predicate in predicates_of(&insn.template) {
            if !description.predicates.iter().any(|p| p.name == predicate) {
                return Err(format!("{file}:{}: there is no predicate {predicate}", insn.line));
            }
        }
    }
    Ok(())
}

fn predicates_of(pattern: &Pattern) -> Vec<&str> {
    match pattern {
        Pattern::Operand { predicate, .. } => vec![predicate],
        Pattern::Node { operands, .. } | Pattern::Comparison { operands, .. } => {
            operands.iter().flat_map(predicates_of).collect()
        }
        Pattern::Same(_) | Pattern::Int(_) | Pattern::Leaf(_) => Vec::new(),
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    Text(String),
    /// One of `( ) { } ; = |` and `in`'s `..`.
    Mark(&'static str),
}

const MARKS: [&str; 9] = ["..", "(", ")", "{", "}", ";", "=", "|", ":"];

/// Whether a character goes on a word: names, numbers, operands, modes, and variables of `for` in braces.
fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '*' | '#' | '%' | '-')
}

/// Tokens with their lines. A variable of a `for` within a word or a text stays in braces there.
fn tokens(file: &str, text: &str) -> Parsed<Vec<(Token, usize)>> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let mut rest = line.trim_start();
        while !rest.is_empty() && !rest.starts_with(";;") {
            let (token, length) = if let Some(quoted) = rest.strip_prefix('"') {
                let Some(end) = quoted.find('"') else {
                    return Err(format!("{file}:{line_number}: a text ends in its line"));
                };
                (Token::Text(quoted[..end].to_string()), end + 2)
            } else if word_length(rest) > 0 {
                let length = word_length(rest);
                (Token::Word(rest[..length].to_string()), length)
            } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                (Token::Mark(mark), mark.len())
            } else {
                return Err(format!("{file}:{line_number}: what is `{rest}`?"));
            };
            tokens.push((token, line_number));
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

/// How long the word at the start of the text is; a `:` within is part of it, as in `plus:SI`, and a point, as in `*add.uw`.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let Some(c) = rest.chars().next() else { return length };
        let variable = rest.strip_prefix('{').and_then(|inner| {
            let end = inner.find('}')?;
            (end > 0 && inner[..end].chars().all(in_word)).then_some(end + 2)
        });
        let joint = matches!(c, ':' | '.')
            && length > 0
            && rest[1..].starts_with(|c: char| in_word(c) || c == '{');
        if let Some(variable) = variable {
            length += variable;
        } else if in_word(c) || joint {
            length += c.len_utf8();
        } else {
            return length;
        }
    }
}

struct Parser<'a> {
    file: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
}

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

    fn accept(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Mark(m)) if *m == mark);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.error(&format!("`{mark}`")) }
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(w)) if w == word);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, wanted: &str) -> Parsed<String> {
        let Some(Token::Word(word)) = self.peek() else { return self.error(wanted) };
        let word = word.clone();
        self.at += 1;
        Ok(word)
    }

    fn text(&mut self, wanted: &str) -> Parsed<String> {
        let Some(Token::Text(text)) = self.peek() else { return self.error(wanted) };
        let text = text.clone();
        self.at += 1;
        Ok(text)
    }

    fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let word = self.word("a number")?;
        word.parse().or_else(|_| {
            self.at -= 1;
            self.error("a number")
        })
    }

    fn row(&mut self, description: &mut Description) -> Parsed<()> {
        let line = self.line();
        let kind = self.word("a row")?;
        match kind.as_str() {
            "unspec" | "unspecv" => {
                let name = self.word("a name")?;
                let (number, printed) = (self.number()?, self.text("what dumps print")?);
                let volatile = kind == "unspecv";
                description.unspecs.push(Unspec { name, number, printed, volatile });
            }
            "register" | "predicate" => {
                let register = kind == "register";
                if register && !self.accept_word("predicate") {
                    return self.error("`predicate`");
                }
                description.predicates.push(self.predicate(register)?);
            }
            "for" => self.repeat()?,
            "insn" => description.insns.push(self.insn(line)?),
            _ => {
                self.at -= 1;
                return self.error("a row");
            }
        }
        Ok(())
    }

    /// `name = test | test`.
    fn predicate(&mut self, register: bool) -> Parsed<Predicate> {
        let name = self.word("a name")?;
        self.expect("=")?;
        let mut tests = vec![self.test()?];
        while self.accept("|") {
            tests.push(self.test()?);
        }
        Ok(Predicate { name, tests, register })
    }

    fn test(&mut self) -> Parsed<Test> {
        let word = self.word("a test")?;
        if self.accept("(") {
            self.expect(")")?;
            return Ok(Test::Function(word));
        }
        if word != "int" {
            return Ok(Test::Code(word));
        }
        let bounded = matches!(self.peek(), Some(Token::Word(w)) if w.parse::<i64>().is_ok());
        Ok(Test::Int(if bounded { Some(self.bounds()?) } else { None }))
    }

    /// `1` or `1..31`.
    fn bounds(&mut self) -> Parsed<(i64, i64)> {
        let low = self.number()?;
        let high = if self.accept("..") { self.number()? } else { low };
        Ok((low, high))
    }

    /// `(a b) in (x y) (z w) { rows }`: the rows are put into the tokens in place of it, once for each tuple.
    fn repeat(&mut self) -> Parsed<()> {
        let names = self.tuple()?;
        if !self.accept_word("in") {
            return self.error("`in`");
        }
        let mut tuples = Vec::new();
        while matches!(self.peek(), Some(Token::Mark("("))) {
            let tuple = self.tuple()?;
            if tuple.len() != names.len() {
                self.at -= 1;
                return self.error(&format!("{} values", names.len()));
            }
            tuples.push(tuple);
        }
        self.expect("{")?;
        let start = self.at;
        while !matches!(self.peek(), Some(Token::Mark("}")) | None) {
            self.at += 1;
        }
        self.expect("}")?;
        let body = self.tokens[start..self.at - 1].to_vec();
        let mut rows = Vec::new();
        for tuple in tuples {
            for (token, line) in &body {
                let token = match token {
                    Token::Word(word) => Token::Word(substitute(word, &names, &tuple)),
                    Token::Text(text) => Token::Text(substitute(text, &names, &tuple)),
                    Token::Mark(mark) => Token::Mark(mark),
                };
                rows.push((token, *line));
            }
        }
        self.tokens.splice(self.at..self.at, rows);
        Ok(())
    }

    /// `(a "b" 3)`.
    fn tuple(&mut self) -> Parsed<Vec<String>> {
        self.expect("(")?;
        let mut items = Vec::new();
        while !self.accept(")") {
            match self.peek() {
                Some(Token::Word(item) | Token::Text(item)) => items.push(item.clone()),
                _ => return self.error("a word or a text"),
            }
            self.at += 1;
        }
        Ok(items)
    }

    /// `name number: template clauses`.
    fn insn(&mut self, line: usize) -> Parsed<Insn> {
        let name = self.word("a name")?;
        let icode = self.number()?;
        self.expect(":")?;
        let template = self.pattern()?;
        let mut insn = Insn {
            name,
            icode,
            shown: icode,
            template,
            when: Vec::new(),
            early: false,
            constraints: Vec::new(),
            cost: ONE_INSTRUCTION,
            load_cost: ONE_INSTRUCTION,
            length: ONE_INSTRUCTION,
            output: Output::Special("Nothing".to_string(), None),
            line,
        };
        let mut load_cost = None;
        loop {
            let clause = self.word("`asm`, or a clause before it")?;
            match clause.as_str() {
                "when" => insn.when.push(self.condition()?),
                "needs" => insn.when.push(Condition::Needs(self.word("an extension")?)),
                "as" => insn.shown = self.number()?,
                "early" => insn.early = true,
                "constraints" => insn.constraints = self.texts(),
                "cost" => insn.cost = self.number()?,
                "load" => load_cost = Some(self.number()?),
                "length" => insn.length = self.number()?,
                "asm" => {
                    insn.output = self.output()?;
                    insn.load_cost = load_cost.unwrap_or(insn.cost);
                    self.expect(";")?;
                    return Ok(insn);
                }
                _ => {
                    self.at -= 1;
                    return self.error("a clause");
                }
            }
            self.expect(";")?;
        }
    }

    /// `"a" "b"`.
    fn texts(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(Token::Text(text)) = self.peek() {
            texts.push(text.clone());
            self.at += 1;
        }
        texts
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let word = self.word("a condition")?;
        let Some(operand) = word.strip_prefix('%') else {
            self.expect("(")?;
            self.expect(")")?;
            return Ok(Condition::Function(word));
        };
        let Ok(operand) = operand.parse() else { return self.error("an operand") };
        if self.accept_word("is") {
            return Ok(Condition::Is(operand, self.word("a code")?));
        }
        if !self.accept_word("in") {
            return self.error("`in` or `is`");
        }
        let (low, high) = self.bounds()?;
        Ok(Condition::In(operand, low, high))
    }

    fn output(&mut self) -> Parsed<Output> {
        if let Some(Token::Text(text)) = self.peek() {
            let Some(pieces) = pieces(text) else { return self.error("a text with operands") };
            self.at += 1;
            return Ok(Output::Text(pieces));
        }
        let word = self.word("a text")?;
        let kind = match word.as_str() {
            "move" => "Move",
            "branch" => "Branch",
            "jump" => "Jump",
            "none" => "Nothing",
            "interrupt_return" => "InterruptReturn",
            "call" => return Ok(Output::Special("Call".to_string(), Some(self.number()?))),
            "sibcall" => return Ok(Output::Special("Sibcall".to_string(), Some(self.number()?))),
            _ => return self.error("`move`, `branch`, `jump`, `call`, `sibcall` or `none`"),
        };
        Ok(Output::Special(kind.to_string(), None))
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        if !self.accept("(") {
            let word = self.word("a template")?;
            return self.leaf(&word);
        }
        let head = self.word("a code")?;
        let (code, mode) = match head.split_once(':') {
            Some((code, mode)) => (code.to_string(), Some(mode.to_string())),
            None => (head, None),
        };
        let mut operands = Vec::new();
        let mut number = None;
        while !self.accept(")") {
            match self.peek() {
                Some(Token::Word(word)) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    number = Some(word.clone());
                    self.at += 1;
                }
                _ => operands.push(self.pattern()?),
            }
        }
        if let Some(index) = code.strip_prefix("cmp") {
            return match index.parse() {
                Ok(index) if operands.len() == 2 => Ok(Pattern::Comparison { index, operands }),
                _ => self.error("a comparison of two operands"),
            };
        }
        if operands.is_empty() {
            return Ok(Pattern::Leaf(code));
        }
        Ok(Pattern::Node { code, mode, operands, number })
    }

    fn leaf(&self, word: &str) -> Parsed<Pattern> {
        if let Some(number) = word.strip_prefix('#') {
            return number.parse().map(Pattern::Int).or_else(|_| self.error("a number after `#`"));
        }
        let (name, mode) = match word.split_once(':') {
            Some((name, mode)) => (name, Some(mode.to_string())),
            None => (word, None),
        };
        let predicate = name.trim_end_matches(|c: char| c.is_ascii_digit());
        match name[predicate.len()..].parse() {
            Ok(index) if predicate == "same" => Ok(Pattern::Same(index)),
            Ok(index) => Ok(Pattern::Operand { index, predicate: predicate.to_string(), mode }),
            Err(_) => Ok(Pattern::Leaf(name.to_string())),
        }
    }
}

/// The text with the values of variables in place of their names in braces; of a name in small letters that is a
/// variable's in capitals, the value in small letters.
fn substitute(text: &str, names: &[String], values: &[String]) -> String {
    let mut out = text.to_string();
    for (name, value) in names.iter().zip(values) {
        out = out.replace(&format!("{{{name}}}"), value);
        let small = name.to_lowercase();
        if small != *name && !names.contains(&small) {
            out = out.replace(&format!("{{{small}}}"), &value.to_lowercase());
        }
    }
    out
}

/// The pieces of a text, if every `%` has an operand or another `%` after it.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let text = text.replace("\\t", "\t").replace("\\n", "\n");
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            plain.push(c);
            continue;
        }
        let mut next = chars.next()?;
        if next == '%' {
            plain.push('%');
            continue;
        }
        let letter = next.is_ascii_alphabetic().then_some(next);
        if letter.is_some() {
            next = chars.next()?;
        }
        if !plain.is_empty() {
            pieces.push(Piece::Plain(std::mem::take(&mut plain)));
        }
        pieces.push(Piece::Operand(letter, next.to_digit(10)? as u8));
    }
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREDICATES: &str = "predicate reg = is_gpr()\npredicate arith = int -8..7 | is_gpr()\n";

    fn parsed(rows: &str) -> Parsed<Description> {
        parse("t.md", &format!("{PREDICATES}{rows}"))
    }

    #[test]
    fn rows_are_repeated_with_values_in_place_of_variables() {
        let rows = "for (M w n) in (SI \"w\" 3) (DI \"\" 4) {\n\
                    insn add{m}3 {n}: (set reg0:{M} (plus:{M} reg1:{M} arith2:{M})) asm \"add%i2{w}\\t%0,%1,%2\";\n}";
        let description = parsed(rows).expect("a description");
        let names: Vec<(&str, u16)> =
            description.insns.iter().map(|insn| (insn.name.as_str(), insn.icode)).collect();
        assert_eq!(names, [("addsi3", 3), ("adddi3", 4)]);
        let Output::Text(pieces) = &description.insns[0].output else { panic!("a text") };
        let start =
            [Piece::Plain("add".into()), Piece::Operand(Some('i'), 2), Piece::Plain("w\t".into())];
        assert_eq!(pieces[..3], start);
    }

    #[test]
    fn constraints_are_said_operand_by_operand() {
        let row = "insn a 1: (set reg0 (plus reg1 arith2)) constraints \"=r,r\" \"r,r\" \"r,I\"; asm none;";
        let description = parsed(row).expect("a description");
        assert_eq!(description.insns[0].constraints, ["=r,r", "r,r", "r,I"]);
    }

    #[test]
    fn mistakes_have_a_line() {
        for (rows, message) in [
            (
                "insn a 1: (set reg0 reg1) asm none;\ninsn b 1: (set reg0 arith1) asm none;",
                "t.md:4: b and a are both 1",
            ),
            ("insn a 1: (set reg0 rag1) asm none;", "t.md:3: there is no predicate rag"),
            ("insn a 1: (set reg0 reg1) hurry;", "t.md:3: a clause expected"),
            ("for (a b) in (x) { }", "t.md:3: 2 values expected"),
            ("insn a 1: (set reg0 reg1) asm \"mv %\";", "t.md:3: a text with operands expected"),
        ] {
            let error = parsed(rows).expect_err(rows);
            assert!(error.starts_with(message), "{error}");
        }
    }
}
