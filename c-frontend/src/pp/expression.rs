//! The expressions of `#if`: integers of the widest type, evaluated while they are read.
//!
//! Operators wait on a stack until one of lower precedence comes, so that the depth of parentheses
//! and of unary operators is bounded by memory only.

use super::Preprocessor;
use crate::lex::number::{self, Number};
use crate::lex::{Token, TokenKind, literal};
use gimple::location::Location;
use gimple::symbol::Symbol;

/// A value: 64 bits, signed or not.
#[derive(Clone, Copy, Debug)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Value {
        Value { bits: value as u64, unsigned: false }
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy)]
struct Waiting {
    operator: Operator,
    loc: Location,
    /// What is on its right is not evaluated.
    skips: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Paren,
    Plus,
    Minus,
    Not,
    Complement,
    Binary(TokenKind),
    /// `?`, and `:` after it.
    Question,
    Colon,
}

/// How tightly an operator binds; the higher, the tighter.
fn precedence(kind: TokenKind) -> Option<u8> {
    use TokenKind::*;
    Some(match kind {
        Comma => 1,
        Question | Colon => 2,
        OrOr => 3,
        AndAnd => 4,
        Or => 5,
        Xor => 6,
        And => 7,
        EqualEqual | NotEqual => 8,
        Less | Greater | LessEqual | GreaterEqual => 9,
        ShiftLeft | ShiftRight => 10,
        Plus | Minus => 11,
        Star | Slash | Percent => 12,
        _ => return None,
    })
}

impl Operator {
    fn precedence(self) -> u8 {
        match self {
            Operator::Paren => 0,
            Operator::Question | Operator::Colon => 2,
            Operator::Binary(kind) => precedence(kind).unwrap_or(0),
            _ => 13,
        }
    }
}

/// The expression could not be understood; that has been reported.
struct Bad;

struct Evaluation<'p, 'a> {
    pp: &'p mut Preprocessor<'a>,
    word: &'static str,
    values: Vec<Value>,
    waiting: Vec<Waiting>,
    /// How many waiting operators leave out what is read now.
    skipping: u32,
}

impl Preprocessor<'_> {
    /// Evaluates the condition of `#if` or `#elif`. Also returns the macro of `#if !defined NAME`.
    pub(super) fn condition(&mut self, word: &'static str) -> (bool, Option<Symbol>) {
        let guard = self.guard_name();
        let mut evaluation =
            Evaluation { pp: self, word, values: vec![], waiting: vec![], skipping: 0 };
        let value = evaluation.run();
        (value.is_ok_and(Value::is_true), guard)
    }

    /// The name in a line that reads `!defined NAME` or `!defined(NAME)` and no more.
    fn guard_name(&self) -> Option<Symbol> {
        let line = self.buffers.last()?.lexer.rest_of_line();
        let text = std::str::from_utf8(&line).ok()?.trim();
        let rest = text.strip_prefix('!')?.trim_start().strip_prefix("defined")?;
        let name = match rest.trim_start().strip_prefix('(') {
            Some(inner) => inner.strip_suffix(')')?.trim(),
            None => rest.trim(),
        };
        self.shared.symbols.get(name)
    }
}

impl Evaluation<'_, '_> {
    fn error(&mut self, text: impl AsRef<str>) -> Bad {
        self.pp.error(text);
        Bad
    }

    fn error_at(&mut self, at: Location, text: &str) -> Bad {
        self.pp.shared.diag.error(at, text);
        Bad
    }

    fn run(&mut self) -> Result<Value, Bad> {
        let mut want_operand = true;
        loop {
            let token = self.pp.get_no_padding();
            if want_operand {
                want_operand = self.operand(&token)?;
                continue;
            }
            match token.kind {
                TokenKind::Eof => return self.finish(),
                TokenKind::RightParen => self.close_paren()?,
                kind => {
                    let Some(level) = precedence(kind) else {
                        return Err(self.missing_operator(&token));
                    };
                    self.binary(kind, level)?;
                    want_operand = true;
                }
            }
        }
    }

    fn missing_operator(&mut self, token: &Token) -> Bad {
        let text = self.pp.text_of(token);
        if token.kind == TokenKind::Identifier || token.kind.is_literal() {
            let text = format!("missing binary operator before token \"{text}\"");
            return self.error(text);
        }
        let text = format!("token \"{text}\" is not valid in preprocessor expressions");
        self.error(text)
    }

    /// Reads what may begin an operand; returns whether an operand is still wanted.
    fn operand(&mut self, token: &Token) -> Result<bool, Bad> {
        let operator = match token.kind {
            TokenKind::LeftParen => Operator::Paren,
            TokenKind::Plus => Operator::Plus,
            TokenKind::Minus => Operator::Minus,
            TokenKind::Not => Operator::Not,
            TokenKind::Tilde => Operator::Complement,
            _ => {
                let value = self.primary(token)?;
                self.values.push(value);
                return Ok(false);
            }
        };
        self.waiting.push(Waiting { operator, loc: token.loc, skips: false });
        Ok(true)
    }

    fn primary(&mut self, token: &Token) -> Result<Value, Bad> {
        match token.kind {
            TokenKind::Number => self.number(token),
            TokenKind::Identifier => self.identifier(token),
            kind if kind.is_char() => Ok(self.character(token)),
            TokenKind::Hash => {
                let holds = self.pp.test_assertion().ok_or(Bad)?;
                Ok(Value::signed(holds.into()))
            }
            TokenKind::Eof if self.values.is_empty() && self.waiting.is_empty() => {
                let text = format!("#{} with no expression", self.word);
                Err(self.error(text))
            }
            TokenKind::Eof => Err(self.no_right_operand()),
            TokenKind::RightParen
                if self.waiting.last().is_some_and(|w| w.operator == Operator::Paren) =>
            {
                Err(self.error("missing expression between '(' and ')'"))
            }
            kind if precedence(kind).is_some() || kind == TokenKind::RightParen => {
                let text = self.pp.text_of(token);
                let text = if self.waiting.is_empty() && kind != TokenKind::RightParen {
                    format!("operator '{text}' has no left operand")
                } else if kind == TokenKind::RightParen && self.waiting.is_empty() {
                    "missing '(' in expression".to_string()
                } else {
                    return Err(self.no_right_operand());
                };
                Err(self.error(text))
            }
            _ => {
                let text = self.pp.text_of(token);
                let text = format!("token \"{text}\" is not valid in preprocessor expressions");
                Err(self.error(text))
            }
        }
    }

    fn no_right_operand(&mut self) -> Bad {
        let Some(last) = self.waiting.last().copied() else {
            let text = format!("#{} with no expression", self.word);
            return self.error(text);
        };
        let spelled = match last.operator {
            Operator::Paren => return self.error_at(last.loc, "missing ')' in expression"),
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Not => "!",
            Operator::Complement => "~",
            Operator::Question => "?",
            Operator::Colon => ":",
            Operator::Binary(kind) => kind.punctuator(),
        };
        let text = format!("operator '{spelled}' has no right operand");
        self.error(text)
    }

    fn number(&mut self, token: &Token) -> Result<Value, Bad> {
        let spelling = self.pp.literal(token).to_vec();
        let standard = self.pp.options.standard;
        match number::classify(&spelling, standard, token.loc, self.pp.shared.diag) {
            Number::Integer { suffix, .. } if suffix.imaginary => {
                Err(self.error("imaginary number in preprocessor expression"))
            }
            Number::Integer { value, base, suffix, .. } => {
                let bits = value as u64;
                let mut unsigned = suffix.unsigned;
                if !unsigned && bits >> 63 != 0 {
                    unsigned = true;
                    if base == 10 {
                        let text = "integer constant is so large that it is unsigned";
                        self.pp.shared.diag.warning("", self.pp.last, text);
                    }
                }
                Ok(Value { bits, unsigned })
            }
            Number::Floating { .. } => {
                Err(self.error("floating constant in preprocessor expression"))
            }
            Number::Invalid => Err(Bad),
        }
    }

    fn character(&mut self, token: &Token) -> Value {
        let spelling = self.pp.literal(token).to_vec();
        let macro_defined = |name| {
            let name = self.pp.shared.symbols.get(name);
            name.is_some_and(|name| self.pp.macro_of(name).is_some())
        };
        let signed = !macro_defined("__CHAR_UNSIGNED__");
        let narrow = self.pp.options.exec_charset;
        let traits = literal::CharTraits { signed, int_bits: 32, wchar: 4, narrow };
        let diag = &mut *self.pp.shared.diag;
        let value = literal::char_value(token.kind, &spelling, traits, token.loc, diag);
        let unsigned = match token.kind {
            TokenKind::Char16 | TokenKind::Char32 => true,
            TokenKind::Utf8Char => self.pp.options.standard.year > 2017,
            _ => false,
        };
        if unsigned {
            return Value { bits: value as u64, unsigned };
        }
        let wide = token.kind == TokenKind::WideChar;
        if wide { Value::signed(i64::from(value as i32)) } else { Value::signed(value) }
    }

    fn identifier(&mut self, token: &Token) -> Result<Value, Bad> {
        let name = Symbol(token.value);
        if name == self.pp.names.defined {
            return self.defined();
        }
        let text = self.pp.shared.symbols.text(name).to_string();
        if self.skipping == 0 {
            let warning = format!("\"{text}\" is not defined, evaluates to 0");
            self.pp.shared.diag.warning("undef", self.pp.last, warning);
        }
        Ok(Value::signed(0))
    }

    fn defined(&mut self) -> Result<Value, Bad> {
        self.pp.prevent_expansion += 1;
        let mut token = self.pp.get_no_padding();
        let paren = token.kind == TokenKind::LeftParen;
        if paren {
            token = self.pp.get_no_padding();
        }
        let close = paren.then(|| self.pp.get_no_padding());
        self.pp.prevent_expansion -= 1;
        let Some(name) = token.symbol() else {
            let text = "operator \"defined\" requires an identifier";
            return Err(self.error(text));
        };
        if close.is_some_and(|close| close.kind != TokenKind::RightParen) {
            return Err(self.error("missing ')' after \"defined\""));
        }
        self.pp.mark_asked(name);
        Ok(Value::signed(i64::from(self.pp.macro_of(name).is_some())))
    }

    /// A binary operator, or `?` or `:`.
    fn binary(&mut self, kind: TokenKind, level: u8) -> Result<(), Bad> {
        // The conditional operator groups to the right.
        let least = match kind {
            TokenKind::Question => level + 1,
            // What stands between `?` and `:` is as in parentheses.
            TokenKind::Colon => 1,
            _ => level,
        };
        self.reduce(least, matches!(kind, TokenKind::Colon | TokenKind::Comma))?;
        let top = self.values.last().copied().unwrap_or(Value::signed(0));
        let (operator, skips) = match kind {
            TokenKind::Question => (Operator::Question, !top.is_true()),
            TokenKind::Colon => {
                let question = self.waiting.pop();
                match question {
                    Some(question) if question.operator == Operator::Question => {
                        self.skipping -= u32::from(question.skips);
                    }
                    _ => return Err(self.error(" ':' without preceding '?'")),
                }
                let condition = self.values.iter().rev().nth(1);
                (Operator::Colon, condition.is_some_and(|value| value.is_true()))
            }
            TokenKind::AndAnd => (Operator::Binary(kind), !top.is_true()),
            TokenKind::OrOr => (Operator::Binary(kind), top.is_true()),
            _ => (Operator::Binary(kind), false),
        };
        if kind == TokenKind::Comma && self.skipping == 0 && self.pp.shared.diag.warnings.pedantic()
        {
            let text = "comma operator in operand of #if";
            self.pp.shared.diag.pedwarn("pedantic", self.pp.last, text);
        }
        self.skipping += u32::from(skips);
        self.waiting.push(Waiting { operator, loc: self.pp.last, skips });
        Ok(())
    }

    fn close_paren(&mut self) -> Result<(), Bad> {
        self.reduce(1, false)?;
        match self.waiting.pop() {
            Some(Waiting { operator: Operator::Paren, .. }) => Ok(()),
            _ => Err(self.error("missing '(' in expression")),
        }
    }

    fn finish(&mut self) -> Result<Value, Bad> {
        self.reduce(1, false)?;
        if let Some(open) = self.waiting.pop() {
            return Err(self.error_at(open.loc, "missing ')' in expression"));
        }
        self.values.pop().ok_or(Bad)
    }

    /// Applies the operators that bind at least as tightly as `least`; up to a `?` before a `:` or within its reach.
    fn reduce(&mut self, least: u8, to_question: bool) -> Result<(), Bad> {
        while let Some(&top) = self.waiting.last() {
            if top.operator.precedence() < least
                || (to_question && top.operator == Operator::Question)
            {
                break;
            }
            self.waiting.pop();
            self.skipping -= u32::from(top.skips);
            self.apply(top)?;
        }
        Ok(())
    }

    fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::signed(0))
    }

    fn apply(&mut self, waiting: Waiting) -> Result<(), Bad> {
        let right = self.pop();
        let value = match waiting.operator {
            Operator::Paren | Operator::Plus => right,
            Operator::Minus => {
                let overflow = !right.unsigned && right.bits == 1 << 63;
                self.overflow(overflow);
                Value { bits: right.bits.wrapping_neg(), ..right }
            }
            Operator::Complement => Value { bits: !right.bits, ..right },
            Operator::Not => Value::signed(i64::from(!right.is_true())),
            Operator::Question => {
                return Err(self.error("'?' without following ':'"));
            }
            Operator::Colon => {
                let middle = self.pop();
                let condition = self.pop();
                let chosen = if condition.is_true() { middle } else { right };
                Value { bits: chosen.bits, unsigned: middle.unsigned || right.unsigned }
            }
            Operator::Binary(kind) => {
                let left = self.pop();
                self.binary_value(kind, left, right, waiting.loc)?
            }
        };
        self.values.push(value);
        Ok(())
    }

    fn overflow(&mut self, overflow: bool) {
        if overflow && self.skipping == 0 {
            let text = "integer overflow in preprocessor expression";
            self.pp.shared.diag.pedwarn("", self.pp.last, text);
        }
    }

    fn binary_value(
        &mut self,
        kind: TokenKind,
        left: Value,
        right: Value,
        at: Location,
    ) -> Result<Value, Bad> {
        use TokenKind::*;
        let truth = |truth| Ok(Value::signed(i64::from(truth)));
        let unsigned = left.unsigned || right.unsigned;
        let (a, b) = (left.bits as i64, right.bits as i64);
        let order = if unsigned { left.bits.cmp(&right.bits) } else { a.cmp(&b) };
        let (bits, overflow) = match kind {
            Comma => return Ok(right),
            AndAnd => return truth(left.is_true() && right.is_true()),
            OrOr => return truth(left.is_true() || right.is_true()),
            EqualEqual => return truth(left.bits == right.bits),
            NotEqual => return truth(left.bits != right.bits),
            Less => return truth(order.is_lt()),
            Greater => return truth(order.is_gt()),
            LessEqual => return truth(order.is_le()),
            GreaterEqual => return truth(order.is_ge()),
            ShiftLeft | ShiftRight => return Ok(self.shift(kind == ShiftLeft, left, right)),
            Or => (left.bits | right.bits, false),
            Xor => (left.bits ^ right.bits, false),
            And => (left.bits & right.bits, false),
            Plus => (left.bits.wrapping_add(right.bits), a.checked_add(b).is_none()),
            Minus => (left.bits.wrapping_sub(right.bits), a.checked_sub(b).is_none()),
            Star => (left.bits.wrapping_mul(right.bits), a.checked_mul(b).is_none()),
            _ if right.bits == 0 => {
                if self.skipping == 0 {
                    let text = format!("division by zero in #{}", self.word);
                    return Err(self.error_at(at, &text));
                }
                (0, false)
            }
            Slash if unsigned => (left.bits / right.bits, false),
            Slash => (a.wrapping_div(b) as u64, a.checked_div(b).is_none()),
            _ if unsigned => (left.bits % right.bits, false),
            _ => (a.wrapping_rem(b) as u64, false),
        };
        self.overflow(overflow && !unsigned);
        Ok(Value { bits, unsigned })
    }

    fn shift(&mut self, to_left: bool, left: Value, right: Value) -> Value {
        let backwards = !right.unsigned && (right.bits as i64) < 0;
        let to_left = to_left != backwards;
        let amount = if backwards { right.bits.wrapping_neg() } else { right.bits };
        let count = amount.min(127) as u32;
        let signed = left.bits as i64;
        let bits = match (to_left, left.unsigned) {
            (true, _) => {
                let bits = left.bits.checked_shl(count).unwrap_or(0);
                let back = (bits as i64) >> count.min(63);
                self.overflow(!left.unsigned && back != signed);
                bits
            }
            (false, true) => left.bits.checked_shr(count).unwrap_or(0),
            (false, false) => (signed >> count.min(63)) as u64,
        };
        Value { bits, unsigned: left.unsigned }
    }
}

impl Preprocessor<'_> {
    /// Whether `__has_include ( header )` finds something.
    pub(super) fn has_include(&mut self, name: &Token, next: bool) -> bool {
        let spelled = self.text_of(name);
        if !self.in_directive {
            let text = format!("\"{spelled}\" used outside of preprocessing directive");
            self.error(text);
            return false;
        }
        let set_angled = |pp: &mut Self, angled| {
            if let Some(buffer) = pp.buffers.last_mut() {
                buffer.lexer.angled = angled;
            }
        };
        set_angled(self, true);
        let mut token = self.get_no_padding();
        let paren = token.kind == TokenKind::LeftParen;
        if paren {
            token = self.get_no_padding();
        } else {
            let text = format!("missing '(' before \"{spelled}\" operand");
            self.error(text);
        }
        let header = self.header_name(&token);
        set_angled(self, false);
        let Some((path, angled)) = header else {
            let text = format!("operator \"{spelled}\" requires a header-name");
            self.error(text);
            return false;
        };
        if paren {
            let close = self.get_no_padding();
            if close.kind != TokenKind::RightParen {
                let text = format!("missing ')' after \"{spelled}\" operand");
                self.error(text);
            }
        }
        self.find_header(&path, angled, next).is_some()
    }
}
