//! Which variable a name of a plain dump means. Variables of different scopes, or of functions that were inlined, may have
//! one name. What the dump makes of it tells most of them apart: the members and elements it has, the type that is wanted,
//! what its versions are given. Before SSA form the C file's statements say the rest, and of variables of one type whose
//! scopes are side by side one can stand for all. Where all that does not tell, the dump is not read.

use super::declared::key;
use super::lexer::Tok;
use super::{Reader, Result};
use crate::decl::{DeclId, DeclKind, flag};
use crate::ssa::{NameFlags, SsaName};
use crate::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What only arithmetic types have.
const OPERATORS: [&str; 16] =
    ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];

/// How many definitions are followed to find out what a version's type is.
pub(super) const STEPS: u32 = 20;

/// What is known of the type of something.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    Type(TypeId),
    Integer,
    Real,
    Anything,
}

impl<'t> Reader<'t> {
    /// Enters a variable under its name.
    pub(super) fn enter_local(&mut self, name: &str, decl: DeclId) {
        if self.scope.binds > 0 {
            // A structured body says in which block a name means what.
            let before = self.scope.locals.insert(name.to_string(), decl);
            let twins = self.scope.twins.remove(name);
            self.scope.shadowed.push((name.to_string(), before, twins));
            return;
        }
        if let Some(before) = self.scope.locals.insert(name.to_string(), decl)
            && before != decl
        {
            let twins = self.scope.twins.entry(name.to_string()).or_insert_with(|| vec![before]);
            if !twins.contains(&decl) {
                twins.push(decl);
            }
        }
    }

    /// Names mean again what they meant outside a block.
    pub(super) fn leave_bind(&mut self, outside: usize) {
        self.scope.binds -= 1;
        while self.scope.shadowed.len() > outside {
            let Some((name, decl, twins)) = self.scope.shadowed.pop() else { return };
            if let Some(twins) = twins {
                self.scope.twins.insert(name.clone(), twins);
            }
            match decl {
                Some(decl) => self.scope.locals.insert(name, decl),
                None => self.scope.locals.remove(&name),
            };
        }
    }

    /// The local variable that a name in the text means: by what follows it, and by the type its surroundings want.
    pub(super) fn local_variable(
        &mut self,
        name: &str,
        hint: Option<TypeId>,
    ) -> Result<Option<DeclId>> {
        let Some(twins) = self.scope.twins.get(name) else {
            return Ok(self.scope.locals.get(name).copied());
        };
        let mut fitting = twins.clone();
        self.keep_those_used_so(&mut fitting, hint);
        self.keep_those_in_memory(&mut fitting);
        if let Some(decl) = self.settled(name, &fitting) {
            return Ok(Some(decl));
        }
        if self.is_at_clobber() && self.scope.declared.side_by_side(&fitting) {
            // Of the others nothing is there either.
            return Ok(fitting.first().copied());
        }
        if let Some(decl) = self.meant_by_the_statement(name, &fitting) {
            return Ok(Some(decl));
        }
        let part = matches!(self.tok, Tok::Punct("." | "[" | "->"));
        let wanted = match self.tok {
            Tok::Punct("=") => self.ahead(),
            _ if part => Wanted::Anything,
            _ => hint.or(self.scope.address_of).map_or(Wanted::Anything, Wanted::Type),
        };
        self.keep_those_of(&mut fitting, wanted);
        match self.settled(name, &fitting) {
            Some(decl) => Ok(Some(decl)),
            None => self.ambiguous(name),
        }
    }

    /// Drops variables of types that do not have what follows.
    fn keep_those_used_so(&self, fitting: &mut Vec<DeclId>, hint: Option<TypeId>) {
        let types = &self.unit.types;
        let kind = |decl: &DeclId| types.kind(self.unit.decls[*decl].ty);
        match self.tok {
            Tok::Punct(".") => {
                let member = self.lexer.coming_word();
                let whole = !self.lexer.goes_into(member.len());
                let field = |decl: &DeclId| {
                    let container = types.main_variant(self.unit.decls[*decl].ty);
                    self.fields.get(&(container, member.to_string())).copied()
                };
                let named = fitting.iter().any(|decl| field(decl).is_some());
                fitting.retain(|decl| match named {
                    true => field(decl).is_some(),
                    false => matches!(kind(decl), TypeKind::Record { .. } | TypeKind::Union { .. }),
                });
                let right = |decl: &DeclId| {
                    let wanted = hint.map(|ty| types.main_variant(ty));
                    let own = field(decl).map(|field| types.field(field).ty);
                    own.map(|ty| types.main_variant(ty)) == wanted
                };
                if whole && fitting.iter().any(right) {
                    fitting.retain(right);
                }
            }
            Tok::Punct("[") => fitting.retain(|decl| {
                matches!(kind(decl), TypeKind::Array { .. } | TypeKind::Vector { .. })
            }),
            Tok::Punct("->") => fitting.retain(|decl| types.is_pointer(self.unit.decls[*decl].ty)),
            Tok::Punct(text) if OPERATORS.contains(&text) => fitting.retain(|decl| {
                !matches!(
                    kind(decl),
                    TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
                )
            }),
            _ => {}
        }
    }

    /// Drops variables that could only have versions where a name stands alone: in SSA form that is one in memory.
    fn keep_those_in_memory(&self, fitting: &mut Vec<DeclId>) {
        let in_memory = |id: &DeclId| {
            let decl = &self.unit.decls[*id];
            let flags = flag::ADDRESSABLE | flag::VOLATILE | flag::STATIC;
            decl.flags & flags != 0 || !self.unit.types.is_register_type(decl.ty)
        };
        if self.is_in_ssa_form() && fitting.iter().any(in_memory) {
            fitting.retain(in_memory);
        }
    }

    /// Drops variables of other types than what is wanted, unless none would be left.
    fn keep_those_of(&self, fitting: &mut Vec<DeclId>, wanted: Wanted) {
        let types = &self.unit.types;
        let own = |decl: &DeclId| self.unit.decls[*decl].ty;
        let right = |decl: &DeclId| match wanted {
            Wanted::Type(ty) => types.same_main(own(decl), ty),
            Wanted::Integer => types.is_integral(own(decl)) || types.is_pointer(own(decl)),
            Wanted::Real => types.is_real(own(decl)),
            Wanted::Anything => true,
        };
        if fitting.iter().any(right) {
            fitting.retain(right);
        }
    }

    /// The variable, where one is left or it does not matter which.
    fn settled(&self, name: &str, fitting: &[DeclId]) -> Option<DeclId> {
        let (&first, others) = fitting.split_first()?;
        if others.is_empty() {
            return Some(first);
        }
        if others.iter().any(|other| !self.alike(first, *other)) {
            return None;
        }
        if self.versions().contains(name) {
            let in_memory = |decl: &&DeclId| self.unit.decls[**decl].has(flag::ADDRESSABLE);
            let mut addressed = fitting.iter().filter(in_memory);
            if let (Some(&only), None) = (addressed.next(), addressed.next()) {
                return Some(only);
            }
            if let Some((in_memory, _)) = self.pair(name) {
                return Some(in_memory);
            }
        }
        if self.scope.declared.side_by_side(fitting) {
            return Some(first);
        }
        self.own_of_two(name, fitting)
    }

    /// Of a variable of the function's own and one of a function that was inlined, the own one, where the other has no
    /// value: nothing is assigned to it that must have been its argument, or nothing at all is.
    fn own_of_two(&self, name: &str, fitting: &[DeclId]) -> Option<DeclId> {
        let &[first, second] = fitting else { return None };
        let declared = &self.scope.declared;
        let own = match (declared.has(first), declared.has(second)) {
            (true, false) => first,
            (false, true) => second,
            _ => return None,
        };
        let uses = self.uses();
        if uses.assigned.contains(name) {
            return None;
        }
        let untouched = self.f.params.contains(&own) && !uses.addressed.contains(name);
        let elsewhere = self.automatic.get(name).map_or(&[][..], |all| all);
        let argument = elsewhere.iter().all(|decl| declared.has(*decl));
        (untouched || argument).then_some(own)
    }

    fn alike(&self, a: DeclId, b: DeclId) -> bool {
        self.same_shape(self.unit.decls[a].ty, self.unit.decls[b].ty)
    }

    /// Whether two types are one, or look the same: structures without a name that have the same members.
    pub(super) fn same_shape(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.unit.types;
        if types.same_main(a, b) {
            return true;
        }
        if let (
            TypeKind::Array { element, domain },
            TypeKind::Array { element: of, domain: other },
        ) = (types.kind(a), types.kind(b))
        {
            return domain == other && self.same_shape(*element, *of);
        }
        let same_kind = matches!(
            (types.kind(a), types.kind(b)),
            (TypeKind::Record { tag: None, .. }, TypeKind::Record { tag: None, .. })
                | (TypeKind::Union { tag: None, .. }, TypeKind::Union { tag: None, .. })
        );
        let (ours, theirs) = (types.fields(a), types.fields(b));
        let nameless = types[a].name.is_none() && types[b].name.is_none();
        let same = |(one, other): (&_, &_)| {
            let (one, other) = (types.field(*one), types.field(*other));
            one.name == other.name && types.same_main(one.ty, other.ty)
        };
        same_kind && nameless && ours.len() == theirs.len() && ours.iter().zip(theirs).all(same)
    }

    /// The variable that the C file's statement means which prints as this one does. In SSA form statements have changed.
    fn meant_by_the_statement(&self, name: &str, fitting: &[DeclId]) -> Option<DeclId> {
        let declared = &self.scope.declared;
        if self.is_in_ssa_form() || !fitting.iter().all(|decl| declared.has(*decl)) {
            return None;
        }
        let lines = self.scope.lines.get_or_init(|| lines_by_key(self.scope.text));
        let (start, line) = self.lexer.line();
        let like = lines.get(&key(line))?;
        let nth = like.binary_search(&start).ok()?;
        let meant = declared.meant(name, line, nth, like.len())?;
        fitting.contains(&meant).then_some(meant)
    }

    /// Of two variables of one name and type of which one has versions, the other is what the bare name means: it is in
    /// memory.
    fn pair(&self, name: &str) -> Option<(DeclId, DeclId)> {
        let [first, second] = self.scope.twins.get(name)?[..] else { return None };
        let in_memory = |decl: DeclId| self.unit.decls[decl].has(flag::ADDRESSABLE);
        let swapped = in_memory(second) && !in_memory(first);
        let pair = if swapped { (second, first) } else { (first, second) };
        (self.versions().contains(name) && self.alike(first, second)).then_some(pair)
    }

    /// The names of which the body has versions.
    fn versions(&self) -> &FxHashSet<&'t str> {
        self.scope.versioned.get_or_init(|| versioned(self.scope.text))
    }

    /// Whether what has just been read is said to hold nothing any more: ` ={v} {CLOBBER}`.
    fn is_at_clobber(&self) -> bool {
        self.is("=") && self.lexer.at_mark("{v} {CLOBBER")
    }

    /// Whether the body has versions of variables.
    fn is_in_ssa_form(&self) -> bool {
        *self.scope.in_ssa_form.get_or_init(|| {
            let is_local = |stem: &&str| self.scope.locals.contains_key(*stem);
            self.scope.text.contains(" = PHI <") || self.versions().iter().any(is_local)
        })
    }

    fn uses(&self) -> &Uses<'t> {
        self.scope.uses.get_or_init(|| Uses::of(self.scope.text))
    }

    /// The variable of which `x_1` is a version. Versions of one type are like those of one variable; what has a value from
    /// the beginning is a parameter.
    pub(super) fn variable_of_version(
        &mut self,
        stem: &str,
        version: u32,
        default: bool,
    ) -> Result<Option<DeclId>> {
        let named = |decl: &DeclId| self.unit.decl_name(*decl) == Some(stem);
        if default && let Some(&param) = self.f.params.iter().find(|decl| named(decl)) {
            return Ok(Some(param));
        }
        if let Some((_, versions)) = self.pair(stem) {
            return Ok(Some(versions));
        }
        let Some(twins) = self.scope.twins.get(stem) else {
            return Ok(self.scope.locals.get(stem).copied());
        };
        let types = &self.unit.types;
        let register = |decl: &DeclId| types.is_register_type(self.unit.decls[*decl].ty);
        let mut registers: Vec<DeclId> = twins.iter().copied().filter(register).collect();
        let one_type =
            |registers: &[DeclId]| registers.iter().all(|other| self.alike(registers[0], *other));
        if registers.len() < 2 {
            return Ok(registers.first().copied());
        }
        let same = one_type(&registers);
        let wanted = self.given_to(stem, version, STEPS);
        if !same {
            self.keep_those_of(&mut registers, wanted);
            if !registers.iter().all(|other| self.alike(registers[0], *other)) {
                let types: Vec<TypeId> =
                    registers.iter().map(|decl| self.unit.decls[*decl].ty).collect();
                let Some(ty) = self.type_of_class(stem, version, &types) else {
                    return self.ambiguous(stem);
                };
                self.keep_those_of(&mut registers, Wanted::Type(ty));
            }
        }
        // Of equal types by other names, the definition may say which.
        let named =
            |decl: &&DeclId| matches!(wanted, Wanted::Type(ty) if self.unit.decls[**decl].ty == ty);
        Ok(registers.iter().find(named).or(registers.first()).copied())
    }

    fn definitions(&self) -> &FxHashMap<&'t str, usize> {
        self.scope.definitions.get_or_init(|| definitions(self.scope.text))
    }

    /// Whether the body gives something of this name a value.
    pub(super) fn defines_version(&self, name: &str) -> bool {
        self.definitions().contains_key(name)
    }

    /// Whether `length_8` is a version of `length` although a function has the name: nothing else is assigned to.
    pub(super) fn is_version_not_function(&self, name: &str, decl: DeclId) -> bool {
        if self.unit.decls[decl].kind != DeclKind::Function {
            return false;
        }
        if self.scope.plain {
            return self.defines_version(name);
        }
        let Some((stem, version)) = name.rsplit_once('_') else { return false };
        let Some(data) = version.parse().ok().and_then(|v| self.f.names.get(SsaName(v))) else {
            return false;
        };
        let own = data.var.expand().and_then(|var| self.unit.decls[var].name);
        let own = own.or(data.ident.expand());
        !data.has(NameFlags::RELEASED) && own.is_some_and(|own| self.unit.symbols.text(own) == stem)
    }

    /// What type the definition of a version in the text gives it.
    pub(super) fn given_to(&mut self, stem: &str, version: u32, steps: u32) -> Wanted {
        let place = self.definitions().get(format!("{stem}_{version}").as_str());
        let Some(&place) = place.filter(|_| steps > 0) else { return Wanted::Anything };
        self.aside(place, |reader| reader.type_given(steps))
    }

    /// The type of what stands after `=`, without taking it.
    fn ahead(&mut self) -> Wanted {
        self.aside(self.lexer.here(), |reader| reader.type_given(STEPS))
    }

    /// Looks at another place of the text.
    fn aside(&mut self, place: usize, look: impl FnOnce(&mut Self) -> Result<Wanted>) -> Wanted {
        let lexer = self.lexer.clone();
        let (tok, previous, depth) = (self.tok.clone(), self.previous, self.depth);
        self.lexer.go_to(place);
        let wanted = self.advance().and_then(|()| look(self)).unwrap_or(Wanted::Anything);
        (self.lexer, self.tok, self.previous, self.depth) = (lexer, tok, previous, depth);
        wanted
    }

    /// What a right-hand side says of its type by how it begins.
    fn type_given(&mut self, steps: u32) -> Result<Wanted> {
        self.eat("{v}")?;
        Ok(match self.tok {
            Tok::Punct("(") if !self.lexer.follows('*') && !self.lexer.follows('(') => {
                self.advance()?;
                Wanted::Type(self.ty()?)
            }
            Tok::Punct("-" | "~") => {
                self.advance()?;
                return self.nested(|reader| reader.type_given(steps));
            }
            Tok::Num(text) if text.contains('.') && !text.starts_with("0x") => Wanted::Real,
            Tok::Num(_) => Wanted::Integer,
            // What a φ joins, its class says.
            Tok::Ident("PHI") => Wanted::Anything,
            Tok::Ident(word) if word.ends_with("_EXPR") && self.lexer.follows('<') => {
                self.advance()?;
                self.advance()?;
                return self.nested(|reader| reader.type_given(steps));
            }
            Tok::Ident(_) => return self.type_of_word(steps),
            Tok::Punct("*") => {
                let operand = self.operand(None)?;
                Wanted::Type(self.type_of(operand))
            }
            _ => Wanted::Anything,
        })
    }

    /// What a name says, be it a version that the text defines elsewhere, a call, or a reference.
    fn type_of_word(&mut self, steps: u32) -> Result<Wanted> {
        let Tok::Ident(word) = self.tok else { return Ok(Wanted::Anything) };
        if let Some((stem, version)) = word.rsplit_once('_')
            && let Ok(version) = version.parse::<u32>()
            && self.scope.twins.contains_key(stem)
        {
            if self.lexer.at_mark("->") || self.lexer.at_mark("[") || self.lexer.at_mark(".") {
                return Ok(Wanted::Anything);
            }
            let stem = stem.to_string();
            return self.nested(|reader| Ok(reader.given_to(&stem, version, steps - 1)));
        }
        if self.scope.twins.contains_key(word) {
            return Ok(Wanted::Anything);
        }
        let operand = self.operand(None)?;
        if let Tok::Punct("==" | "!=" | "<" | "<=" | ">" | ">=") = self.tok {
            return Ok(Wanted::Integer);
        }
        let ty = self.type_of(operand);
        Ok(match *self.unit.types.kind(ty) {
            TypeKind::Function { result, .. } => Wanted::Type(result),
            TypeKind::Void => Wanted::Anything,
            _ => Wanted::Type(ty),
        })
    }

    fn ambiguous<T>(&self, name: &str) -> Result<T> {
        self.error(format!("which of the variables ‘{name}’ is meant?"))
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || "_.$".contains(c)
}

/// The names of which a body has versions, `x` of `x_1`. One walk over the text.
fn versioned(text: &str) -> FxHashSet<&str> {
    let stem = |word| {
        let (stem, version): (&str, &str) = str::rsplit_once(word, '_')?;
        // `x.0_1` is what was made of `x` before.
        let variable = !stem.is_empty() && !stem.contains('.');
        (version.starts_with(|c: char| c.is_ascii_digit()) && variable).then_some(stem)
    };
    text.split(|c| !is_part(c)).filter_map(stem).collect()
}

/// What a body does with what has names.
pub(super) struct Uses<'t> {
    /// The names that begin what is assigned to.
    assigned: FxHashSet<&'t str>,
    /// Those after `&`.
    addressed: FxHashSet<&'t str>,
}

impl<'t> Uses<'t> {
    fn of(text: &'t str) -> Uses<'t> {
        let name = |text: &str| text.find(|c| !is_part(c) || c == '.').unwrap_or(text.len());
        let mut uses = Uses { assigned: FxHashSet::default(), addressed: FxHashSet::default() };
        for line in text.lines() {
            let line = line.trim_start();
            if line.contains(" = ") || line.contains(" ={v} ") {
                uses.assigned.insert(&line[..name(line)]);
            }
            for (at, _) in line.match_indices('&') {
                let after = &line[at + 1..];
                uses.addressed.insert(&after[..name(after)]);
            }
        }
        uses
    }
}

/// Where a body gives versions their values, after the `=`.
fn definitions(text: &str) -> FxHashMap<&str, usize> {
    let mut places = FxHashMap::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start().trim_start_matches("# ");
        if let Some((name, rest)) = start.split_once(" =")
            && !name.contains(' ')
        {
            let name = name.split('(').next().unwrap_or(name);
            places.insert(name, at + line.len() - rest.len());
        }
        at += line.len();
    }
    places
}

/// The lines of a body where they begin, by what tells statements apart.
fn lines_by_key(text: &str) -> FxHashMap<String, Vec<usize>> {
    let mut lines: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.entry(key(line)).or_default().push(at);
        at += line.len();
    }
    lines
}
