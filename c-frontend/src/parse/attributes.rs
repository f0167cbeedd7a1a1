//! Attributes: `__attribute__((…))` and `[[…]]`, gathered into an [`AttrSet`] as they are read.
//!
//! What an attribute means is the same wherever it stands, but for what it applies to; so the parser sums up a run of
//! attributes, and whoever has the type, field or declaration takes from the sum what concerns it.

use super::Parser;
use super::attribute_table::{ARGUMENT_COUNTS, Action, NOT_SHOWN, OF_TYPE, find, plain};
use super::keyword::Keyword;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use gimple::constant::ConstValue;
use gimple::decl::{AttributeArgument, Notices, TlsModel, Visibility, WrittenAttribute, flag};
use gimple::location::Location;
use gimple::options::ZeroedRegisters;
use gimple::sanitize::Sanitize;
use gimple::symbol::Symbol;
use gimple::types::{TypeFlags, TypeId};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// What a run of attributes says. Most declarations have none, and those that share specifiers share what these say.
#[derive(Clone, Debug, Default)]
pub struct AttrSet(Option<Rc<Attributes>>);

/// What is said where attributes stand.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// Bits of [`gimple::decl::flag`] to be set on the declaration.
    pub decl_flags: u64,
    /// Bits of [`TypeFlags`] to be set on the type.
    pub type_flags: u16,
    /// `aligned`, in bytes.
    pub align: Option<u32>,
    pub packed: bool,
    /// `mode`, without underscores.
    pub mode: Option<(Symbol, Location)>,
    /// `vector_size`, in bytes.
    pub vector_size: Option<(u64, Location)>,
    pub section: Option<Symbol>,
    pub alias: Option<Symbol>,
    pub weakref: bool,
    pub visibility: Option<Visibility>,
    pub tls_model: Option<(TlsModel, Location)>,
    /// The function a `cleanup` names.
    pub cleanup: Option<(Symbol, Location)>,
    pub priority: Option<u16>,
    pub nonnull: Vec<u32>,
    pub alloc_size: Vec<u32>,
    /// The words of `optimize`.
    pub optimize: Vec<Symbol>,
    /// `common` and `nocommon`.
    pub common: Option<bool>,
    /// `stack_protect` and `no_stack_protector`.
    pub stack_protector: Option<bool>,
    /// `zero_call_used_regs`.
    pub zeroed: Option<Option<ZeroedRegisters>>,
    /// `no_sanitize`.
    pub no_sanitize: Sanitize,
    /// `patchable_function_entry`: instructions that do nothing, and how many of them before the entry.
    pub patchable: Option<(u16, u16)>,
    /// `scalar_storage_order`: whether it is other than the target's.
    pub reversed: Option<bool>,
    pub fallthrough: Option<Location>,
    /// `deprecated`, `unavailable`, `warning` and `error`.
    pub notices: Option<Box<Notices>>,
    /// A `designated_init` record or another harmless one was seen.
    pub any: bool,
    /// All attributes as written.
    pub written: Vec<WrittenAttribute>,
    /// All attributes as dumps show them above a function, in the order in which GCC applies them: those after a declarator
    /// come first, then those among the specifiers, the last group first.
    pub shown: Vec<ShownAttribute>,
}

/// What is said where none stands.
static NO_ATTRIBUTES: Attributes = Attributes {
    decl_flags: 0,
    type_flags: 0,
    align: None,
    packed: false,
    mode: None,
    vector_size: None,
    section: None,
    alias: None,
    weakref: false,
    visibility: None,
    tls_model: None,
    cleanup: None,
    priority: None,
    nonnull: Vec::new(),
    alloc_size: Vec::new(),
    optimize: Vec::new(),
    common: None,
    stack_protector: None,
    zeroed: None,
    no_sanitize: Sanitize::NONE,
    patchable: None,
    reversed: None,
    fallthrough: None,
    notices: None,
    any: false,
    written: Vec::new(),
    shown: Vec::new(),
};

impl Deref for AttrSet {
    type Target = Attributes;
    #[inline]
    fn deref(&self) -> &Attributes {
        self.0.as_deref().unwrap_or(&NO_ATTRIBUTES)
    }
}

impl DerefMut for AttrSet {
    fn deref_mut(&mut self) -> &mut Attributes {
        Rc::make_mut(self.0.get_or_insert_default())
    }
}

/// An attribute as dumps show it: `nonnull (1)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownAttribute {
    pub text: String,
    /// It belongs to the function's type rather than to the function.
    pub of_type: bool,
    /// Dumps do not show it after all; only the type is another.
    pub hidden: bool,
}

impl AttrSet {
    /// Takes over what `other` says.
    #[inline]
    pub fn merge(&mut self, other: AttrSet) {
        match other.0 {
            None => {}
            Some(_) if self.0.is_none() => *self = other,
            Some(other) => self.add(Rc::unwrap_or_clone(other)),
        }
    }
}

impl Attributes {
    fn add(&mut self, other: Attributes) {
        self.decl_flags |= other.decl_flags;
        self.type_flags |= other.type_flags;
        self.align = self.align.max(other.align);
        self.packed |= other.packed;
        self.mode = other.mode.or(self.mode);
        self.vector_size = other.vector_size.or(self.vector_size);
        self.section = other.section.or(self.section);
        self.alias = other.alias.or(self.alias);
        self.weakref |= other.weakref;
        self.visibility = other.visibility.or(self.visibility);
        self.tls_model = other.tls_model.or(self.tls_model);
        self.cleanup = other.cleanup.or(self.cleanup);
        self.priority = other.priority.or(self.priority);
        self.nonnull.extend(other.nonnull);
        self.alloc_size.extend(other.alloc_size);
        self.optimize.extend(other.optimize);
        self.common = other.common.or(self.common);
        self.stack_protector = other.stack_protector.or(self.stack_protector);
        self.zeroed = other.zeroed.or(self.zeroed);
        self.no_sanitize |= other.no_sanitize;
        self.patchable = other.patchable.or(self.patchable);
        self.reversed = other.reversed.or(self.reversed);
        if let Some(notices) = other.notices {
            self.notices.get_or_insert_default().merge(&notices);
        }
        self.fallthrough = other.fallthrough.or(self.fallthrough);
        self.any |= other.any;
        self.shown.splice(0..0, other.shown);
        self.written.extend(other.written);
    }

    /// What dumps show above a function: a line for the attributes of the declaration, one for those of its type, the last
    /// one first.
    pub fn shown_text(&self) -> Option<String> {
        let has = |name: &str| self.shown.iter().any(|shown| shown.text == name);
        let implied: &[&str] = if has("noipa") { &["no_icf", "noclone", "noinline"] } else { &[] };
        let mut lines = Vec::new();
        for of_type in [false, true] {
            let mut names: Vec<&str> = Vec::new();
            if !of_type {
                names.extend(implied.iter().copied().filter(|name| !has(name)));
            }
            let seen = self.shown.iter().filter(|shown| shown.of_type == of_type && !shown.hidden);
            for shown in seen {
                if !names.contains(&shown.text.as_str()) {
                    names.push(&shown.text);
                }
            }
            names.reverse();
            if !names.is_empty() {
                lines.push(format!("__attribute__(({}))", names.join(", ")));
            }
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// An argument of an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arg {
    Name(Symbol),
    Expr(ExprId),
}

impl Parser<'_> {
    /// Whether attributes come next.
    pub fn at_attributes(&mut self) -> bool {
        self.at_keyword(Keyword::Attribute) || self.at_standard_attributes()
    }

    /// Whether `[[` comes next.
    pub fn at_standard_attributes(&mut self) -> bool {
        self.at(TokenKind::LeftBracket) && self.peek2().kind == TokenKind::LeftBracket
    }

    /// Parses any number of attribute specifiers.
    pub fn attributes(&mut self) -> AttrSet {
        let mut set = AttrSet::default();
        loop {
            if self.at_keyword(Keyword::Attribute) {
                self.gnu_attributes(&mut set);
            } else if self.at_standard_attributes() {
                self.standard_attributes(&mut set);
            } else {
                return set;
            }
        }
    }

    /// Parses GNU attributes only: where `[[` would be something else.
    pub fn gnu_attributes_only(&mut self) -> AttrSet {
        let mut set = AttrSet::default();
        while self.at_keyword(Keyword::Attribute) {
            self.gnu_attributes(&mut set);
        }
        set
    }

    fn gnu_attributes(&mut self, set: &mut AttrSet) {
        set.any = true;
        self.next();
        if !self.expect(TokenKind::LeftParen) {
            self.skip_until(TokenKind::RightParen);
            return;
        }
        if !self.expect(TokenKind::LeftParen) {
            self.skip_until(TokenKind::RightParen);
            self.skip_until(TokenKind::RightParen);
            return;
        }
        loop {
            while self.accept(TokenKind::Comma) {}
            if self.at(TokenKind::RightParen) || self.at(TokenKind::Eof) {
                break;
            }
            if !self.attribute(set) {
                break;
            }
        }
        if self.expect_or_skip(TokenKind::RightParen) {
            self.expect_or_skip(TokenKind::RightParen);
        } else {
            self.skip_until(TokenKind::RightParen);
        }
    }

    fn standard_attributes(&mut self, set: &mut AttrSet) {
        self.next();
        self.next();
        loop {
            while self.accept(TokenKind::Comma) {}
            if self.at(TokenKind::RightBracket) || self.at(TokenKind::Eof) {
                break;
            }
            if self.at(TokenKind::Identifier) && self.scope_after() {
                self.next();
                while self.accept(TokenKind::Colon) || self.accept(TokenKind::Scope) {}
            }
            if !self.attribute(set) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightBracket);
        self.expect_or_skip(TokenKind::RightBracket);
    }

    fn scope_after(&mut self) -> bool {
        let second = self.peek2().kind;
        second == TokenKind::Scope
            || (second == TokenKind::Colon && self.peek_nth(2).kind == TokenKind::Colon)
    }

    /// Parses one attribute; `false` at a syntax error.
    pub(super) fn attribute(&mut self, set: &mut AttrSet) -> bool {
        let token = self.peek();
        let Some(symbol) = token.symbol() else {
            self.syntax_error("expected identifier");
            return false;
        };
        self.next();
        let name = plain(self.cx.unit.symbols.text(symbol)).to_string();
        let action = find(&name);
        let has_args = self.at(TokenKind::LeftParen);
        let mut shown_args = None;
        let mut written = Vec::new();
        let args = match action {
            None | Some(Action::SkipArguments | Action::NotHere) => {
                if has_args {
                    self.next();
                    let text = self.skip_arguments();
                    written.push(AttributeArgument::Text(text.clone()));
                    shown_args = Some(text);
                    self.expect(TokenKind::RightParen);
                }
                Vec::new()
            }
            Some(_) if has_args => {
                let args = self.attribute_arguments(&name);
                shown_args = Some(self.shown_arguments(&args));
                written.extend(args.iter().map(|arg| self.written_argument(arg)));
                args
            }
            Some(_) => Vec::new(),
        };
        if action.is_some() {
            let name = self.cx.unit.symbols.intern(&name);
            set.written.push(WrittenAttribute { name, args: written });
        }
        let hidden = NOT_SHOWN.contains(&name.as_str());
        let of_type = OF_TYPE.contains(&name.as_str());
        if action.is_some() && (!hidden || of_type) {
            let text = shown_args.map_or(name.clone(), |args| format!("{name} ({args})"));
            set.shown.push(ShownAttribute { text, of_type, hidden });
        }
        match action {
            None => {
                let text = format!("‘{name}’ attribute directive ignored");
                let at = self.cx.input_location();
                self.warning("attributes", at, text);
            }
            Some(Action::NotHere) => {
                let text = "target attribute is not supported on this machine";
                let at = self.cx.input_location();
                self.warning("attributes", at, text);
            }
            Some(action) => {
                let at = self.cx.input_location();
                if self.argument_count_fits(&name, args.len(), at) {
                    self.take_attribute(set, action, &args, &name, at);
                }
            }
        }
        true
    }

    /// Skips arguments; returns their text.
    fn skip_arguments(&mut self) -> String {
        let mut nesting = 0u32;
        let mut text = String::new();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                    nesting += 1
                }
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    if nesting == 0 {
                        break;
                    }
                    nesting -= 1;
                }
                _ => {}
            }
            let spelling = self.spelling(token);
            text.push_str(plain(&spelling));
            if token.kind == TokenKind::Comma {
                text.push(' ');
            }
            self.next();
        }
        text
    }

    /// Arguments as dumps show them.
    fn shown_arguments(&mut self, args: &[Arg]) -> String {
        let texts = args.iter().map(|&arg| match arg {
            Arg::Name(symbol) => self.text(symbol),
            Arg::Expr(e) => match (self.string_text(e), self.folded_int(e)) {
                (Some(text), _) => format!("\"{text}\""),
                (None, Some(value)) => value.to_string(),
                (None, None) => String::new(),
            },
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    fn attribute_arguments(&mut self, name: &str) -> Vec<Arg> {
        self.next();
        let mut args = Vec::new();
        let takes_name = matches!(name, "mode" | "cleanup" | "malloc");
        while !self.at(TokenKind::RightParen) && !self.at(TokenKind::Eof) {
            let token = self.peek();
            match token.symbol() {
                Some(symbol) if takes_name && args.is_empty() => {
                    self.next();
                    args.push(Arg::Name(symbol));
                }
                _ => {
                    let argument = self.untranslated(|parser| parser.assignment_expression());
                    args.push(Arg::Expr(argument));
                }
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
        args
    }

    fn written_argument(&mut self, arg: &Arg) -> AttributeArgument {
        match *arg {
            Arg::Name(name) => AttributeArgument::Name(name),
            Arg::Expr(e) => match (self.string_text(e), self.folded_int(e)) {
                (Some(text), _) => AttributeArgument::Text(text),
                (None, Some(value)) => AttributeArgument::Int(value),
                (None, None) => AttributeArgument::Other,
            },
        }
    }

    /// The text of an expression that is a string literal.
    pub fn string_text(&self, mut e: ExprId) -> Option<String> {
        loop {
            match self.cx.exprs[e].kind {
                ExprKind::Addr(inner) | ExprKind::Unary(_, inner) | ExprKind::NonLvalue(inner) => {
                    e = inner
                }
                ExprKind::Const(id) => {
                    let ConstValue::String(bytes) = &self.cx.unit.consts[id].value else {
                        return None;
                    };
                    let text = bytes.strip_suffix(b"\0").unwrap_or(bytes);
                    return Some(String::from_utf8_lossy(text).into_owned());
                }
                _ => return None,
            }
        }
    }

    /// Whether an attribute has as many arguments as it takes; says so if not.
    fn argument_count_fits(&mut self, name: &str, given: usize, loc: Location) -> bool {
        let Some(&(_, least, most)) = ARGUMENT_COUNTS.iter().find(|row| row.0 == name) else {
            return true;
        };
        if (least..=most).contains(&given) {
            return true;
        }
        self.error(loc, format!("wrong number of arguments specified for ‘{name}’ attribute"));
        let expected = if least == most {
            format!("expected {least}, found {given}")
        } else {
            format!("expected between {least} and {most}, found {given}")
        };
        self.note(loc, expected);
        false
    }

    fn take_attribute(
        &mut self,
        set: &mut AttrSet,
        action: Action,
        args: &[Arg],
        name: &str,
        loc: Location,
    ) {
        match action {
            Action::Decl(flags) => set.decl_flags |= flags,
            Action::Type(flags) => set.type_flags |= flags,
            Action::Packed => set.packed = true,
            Action::Common(common) => set.common = Some(common),
            Action::StackProtector(on) => set.stack_protector = Some(on),
            Action::ZeroedRegisters => self.take_zeroed(set, args, loc),
            Action::NotSanitized(kinds) => set.no_sanitize |= kinds,
            Action::NoSanitize => self.take_no_sanitize(set, args, loc),
            Action::Patchable => self.take_patchable(set, args, loc),
            Action::Copy => self.take_copy(set, args, loc),
            Action::Fallthrough => set.fallthrough = Some(loc),
            Action::Aligned => self.take_aligned(set, args, loc),
            Action::Mode => match args.first() {
                Some(&Arg::Name(mode)) => {
                    let mode = plain(self.cx.unit.symbols.text(mode)).to_string();
                    set.mode = Some((self.cx.unit.symbols.intern(&mode), loc));
                }
                _ => self.error(loc, "wrong number of arguments specified for ‘mode’ attribute"),
            },
            Action::VectorSize => {
                if let Some(size) = self.integer_argument(args.first(), name, loc) {
                    set.vector_size = Some((size.clamp(0, 1 << 40) as u64, loc));
                }
            }
            Action::Section => {
                set.section = match args.first() {
                    Some(&Arg::Expr(e)) => self.string_text(e),
                    _ => None,
                }
                .map(|text| self.cx.unit.symbols.intern(&text));
                if set.section.is_none() {
                    self.error(loc, "section attribute argument not a string constant");
                }
            }
            Action::Alias => set.alias = self.string_argument(args, name, loc),
            Action::Ifunc => {
                set.decl_flags |= flag::IFUNC | flag::NOINLINE;
                set.alias = self.string_argument(args, name, loc);
            }
            Action::NoInit => {
                let section = self.cx.unit.symbols.intern(".noinit");
                set.section = set.section.or(Some(section));
            }
            Action::Weakref => {
                set.weakref = true;
                if !args.is_empty() {
                    set.alias = self.string_argument(args, name, loc);
                }
            }
            Action::Visibility => self.take_visibility(set, args, loc),
            Action::TlsModel => self.take_tls_model(set, args, loc),
            Action::Cleanup => match args.first() {
                Some(&Arg::Name(function)) => set.cleanup = Some((function, loc)),
                _ => self.error(loc, "cleanup argument not an identifier"),
            },
            Action::Priority(flag) => {
                set.decl_flags |= flag;
                let value = match args.first() {
                    None => return,
                    Some(&Arg::Expr(e)) => self.folded_int(e),
                    Some(Arg::Name(..)) => None,
                };
                match value.map(u16::try_from) {
                    Some(Ok(priority)) => set.priority = Some(priority),
                    _ => {
                        let text =
                            format!("{name} priorities must be integers from 0 to 65535 inclusive");
                        self.error(loc, text);
                    }
                }
            }
            Action::Nonnull if args.is_empty() => set.decl_flags |= flag::NONNULL,
            Action::Nonnull => set.nonnull.extend(self.position_arguments(args, name, loc)),
            Action::AllocSize => set.alloc_size.extend(self.position_arguments(args, name, loc)),
            Action::Interrupt => self.check_interrupt(set, args, loc),
            Action::Symver => self.check_version(args, loc),
            Action::Optimize => self.take_optimize(set, args),
            Action::Notice => self.take_notice(set, args, name, loc),
            Action::StorageOrder => self.take_storage_order(set, args, loc),
            Action::Nothing | Action::SkipArguments | Action::NotHere => {}
        }
    }

    fn take_notice(&mut self, set: &mut AttrSet, args: &[Arg], name: &str, loc: Location) {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e),
            Some(Arg::Name(_)) => None,
            None => Some(String::new()),
        };
        let Some(text) = text else {
            if matches!(name, "deprecated" | "unavailable") {
                self.error(loc, format!("{name} message is not a string"));
            } else {
                self.warning("attributes", loc, format!("‘{name}’ attribute ignored"));
            }
            return;
        };
        let notices = set.notices.get_or_insert_default();
        match name {
            "deprecated" => notices.deprecated = Some(text),
            "unavailable" => notices.unavailable = Some(text),
            "warning" => notices.call_warning = Some(text),
            _ => notices.call_error = Some(text),
        }
    }

    fn take_optimize(&mut self, set: &mut AttrSet, args: &[Arg]) {
        for &arg in args {
            let Arg::Expr(e) = arg else { continue };
            let text = match self.folded_int(e) {
                Some(level) => level.to_string(),
                None => self.string_text(e).unwrap_or_default(),
            };
            let words = text.split(',').filter(|word| !word.is_empty());
            set.optimize.extend(words.map(|word| self.cx.unit.symbols.intern(word)));
        }
    }

    fn take_zeroed(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let word = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e),
            _ => None,
        };
        match word.as_deref().map(ZeroedRegisters::from_word) {
            Some(Some(zeroed)) => set.zeroed = Some(zeroed),
            Some(None) => {
                let word = word.unwrap_or_default();
                self.error(
                    loc,
                    format!("unrecognized ‘zero_call_used_regs’ attribute argument ‘{word}’"),
                );
            }
            None => self.error(loc, "‘zero_call_used_regs’ attribute argument not a string"),
        }
    }

    /// Takes the kinds of undefined behaviour that are not looked for; what is none is not GCC's concern either, but
    /// for a warning.
    fn take_no_sanitize(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        for arg in args {
            let text = match arg {
                Arg::Expr(e) => self.string_text(*e),
                Arg::Name(_) => None,
            };
            let Some(text) = text else {
                self.error(loc, "‘no_sanitize’ argument not a string");
                return;
            };
            for word in text.split(',').filter(|word| !word.is_empty()) {
                match Sanitize::from_word(word) {
                    Some(kinds) => set.no_sanitize |= kinds,
                    None if word == "all" => set.no_sanitize |= Sanitize::EVERYTHING,
                    None if Sanitize::is_other(word) => {}
                    None => {
                        let text = format!("‘{word}’ attribute directive ignored");
                        self.cx.warning("attributes", loc, text);
                    }
                }
            }
        }
    }

    fn take_patchable(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let mut counts = [0; 2];
        for (count, arg) in counts.iter_mut().zip(args) {
            let value = match arg {
                Arg::Expr(e) => self.folded_int(*e),
                Arg::Name(_) => None,
            };
            match value {
                Some(value) if (0..=65535).contains(&value) => *count = value as u16,
                Some(value) if value >= 0 => {
                    let text = format!(
                        "‘patchable_function_entry’ attribute argument ‘{value}’ exceeds 65535"
                    );
                    self.warning("attributes", loc, text);
                    return;
                }
                _ => {
                    let spelled = match arg {
                        Arg::Expr(e) => crate::typeck::spell::expr_text(&self.cx, *e),
                        Arg::Name(symbol) => Some(self.text(*symbol)),
                    };
                    let spelled = value.map(|value| value.to_string()).or(spelled);
                    let text = format!(
                        "‘patchable_function_entry’ attribute argument ‘{}’ is not an integer constant",
                        spelled.unwrap_or_default()
                    );
                    self.warning("attributes", loc, text);
                    return;
                }
            }
        }
        if counts[1] > counts[0] {
            let text = format!("patchable function entry {} exceeds size {}", counts[1], counts[0]);
            self.warning("attributes", loc, text);
        }
        set.patchable = Some((counts[0], counts[1].min(counts[0])));
    }

    /// `copy`: what another declaration's attributes say, but for what concerns its linkage and whether it is inlined.
    fn take_copy(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        const COPIED: u64 = flag::COLD
            | flag::HOT
            | flag::CONST
            | flag::PURE
            | flag::MALLOC
            | flag::NOTHROW
            | flag::LEAF
            | flag::NORETURN
            | flag::RETURNS_TWICE
            | flag::RETURNS_NONNULL
            | flag::NONNULL
            | flag::NOCLONE
            | flag::NO_INSTRUMENT
            | flag::UNUSED;
        let mut e = match args.first() {
            Some(&Arg::Expr(e)) => e,
            _ => return self.error(loc, "‘copy’ attribute argument is not a declaration"),
        };
        while let ExprKind::Addr(inner)
        | ExprKind::Unary(_, inner)
        | ExprKind::NonLvalue(inner)
        | ExprKind::Compound(_, inner) = self.cx.exprs[e].kind
        {
            e = inner;
        }
        let ExprKind::Decl(decl) = self.cx.exprs[e].kind else {
            return self.copy_of_type(set, self.cx.type_of(e), loc);
        };
        let data = &self.cx.unit.decls[decl];
        set.decl_flags |= data.flags & COPIED;
        let aligned = (data.align > 0).then_some(data.align);
        set.align = set.align.max(aligned);
        if let Some(extra) = &data.extra {
            set.section = set.section.or(extra.section);
            set.nonnull.extend(&extra.nonnull);
            set.alloc_size.extend(&extra.alloc_size);
            set.optimize.extend(&extra.optimize);
            set.stack_protector = set.stack_protector.or(extra.stack_protector);
            set.patchable = set.patchable.or(extra.patchable);
            set.common = set.common.or(extra.common);
            self.copy_written(set, decl);
        }
    }

    /// `copy` of an expression that is no declaration: what its type's attributes say.
    fn copy_of_type(&mut self, set: &mut AttrSet, ty: TypeId, loc: Location) {
        let types = &self.cx.unit.types;
        let data = &types[types.main_variant(ty)];
        let has = |flag: u16| data.flags.0 & flag != 0;
        if has(TypeFlags::PACKED) {
            set.packed = true;
        }
        if has(TypeFlags::USER_ALIGN) {
            set.align = set.align.max(Some(data.align));
        }
        set.type_flags |= data.flags.0 & TypeFlags::MAY_ALIAS;
        if !types.is_aggregate(ty) && !types.is_pointer(ty) {
            let text = "‘copy’ attribute ignored on a declaration of a different kind than referenced symbol";
            self.warning("attributes", loc, text);
        }
    }

    fn take_aligned(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let align = match args.first() {
            None => Some(i128::from(self.cx.unit.target.biggest_alignment)),
            Some(&Arg::Expr(e)) => self.folded_int(e),
            Some(Arg::Name(..)) => None,
        };
        match align {
            None => self.error(loc, "requested alignment is not an integer constant"),
            Some(0) => {
                let text = "requested alignment ‘0’ is not a positive power of 2";
                self.warning("attributes", loc, text);
            }
            Some(value) if value < 0 || value & (value - 1) != 0 => {
                self.error(
                    loc,
                    format!("requested alignment ‘{value}’ is not a positive power of 2"),
                );
            }
            Some(value) if value > 1 << 28 => {
                self.error(
                    loc,
                    format!("requested alignment ‘{value}’ exceeds maximum {}", 1 << 28),
                );
            }
            Some(value) => set.align = set.align.max(Some(value as u32)),
        }
    }

    fn take_visibility(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e).unwrap_or_default(),
            _ => String::new(),
        };
        set.visibility = match text.as_str() {
            "default" => Some(Visibility::Default),
            "hidden" => Some(Visibility::Hidden),
            "protected" => Some(Visibility::Protected),
            "internal" => Some(Visibility::Internal),
            _ => {
                let text = "attribute ‘visibility’ argument must be one of ‘default’, ‘hidden’, ‘protected’, or ‘internal’";
                self.error(loc, text);
                None
            }
        };
    }

    fn take_tls_model(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e),
            _ => None,
        };
        let Some(text) = text else {
            self.error(loc, "‘tls_model’ argument not a string");
            return;
        };
        match TlsModel::WORDS.iter().find(|row| row.0 == text) {
            Some(&(_, model)) => set.tls_model = Some((model, loc)),
            None => {
                let text = "‘tls_model’ argument must be one of ‘local-exec’, ‘initial-exec’, ‘local-dynamic’, or ‘global-dynamic’";
                self.error(loc, text);
            }
        }
    }
}
