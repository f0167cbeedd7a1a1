//! The variables of the constraints: SSA names, declarations, and what the analysis makes of its own. A structure is a
//! list of variables, one for each field that can hold a pointer and one for each run of others:
//!
//! ```text
//!   struct { int a, b; int *p; } s;        s.0+64  s.64+64
//! ```

use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::symbol::Symbol;
use gimple::types::{Quals, TypeId, TypeKind};
use gimple::unit::Unit;

/// Where no variable is meant.
pub const NO_VARIABLE: u32 = 0;
/// What a null pointer points to.
pub const NULL: u32 = 1;
/// Any memory.
pub const ANYTHING: u32 = 2;
/// String literals, which hold no pointers.
pub const STRING: u32 = 3;
/// All that has escaped from the function.
pub const ESCAPED: u32 = 4;
/// What the function could not see before it was called.
pub const NONLOCAL: u32 = 5;
/// What has been stored through a pointer to anything.
pub const STORED_ANYTHING: u32 = 6;
/// What an integer points to that is no null pointer.
pub const INTEGER: u32 = 7;

/// The size of what has none that is known.
pub const UNKNOWN_SIZE: u64 = u64::MAX;

/// Facts about a variable, as bits.
pub mod var_flag {
    /// Made by the analysis; no declaration and no name.
    pub const ARTIFICIAL: u16 = 1;
    /// One of the first, whose sets never change.
    pub const SPECIAL: u16 = 2;
    pub const UNKNOWN_SIZE: u16 = 4;
    /// The whole of what it stands for, not a field.
    pub const FULL: u16 = 8;
    /// Memory that was allocated.
    pub const HEAP: u16 = 16;
    pub const MAY_HAVE_POINTERS: u16 = 32;
    pub const ONLY_RESTRICT_POINTERS: u16 = 64;
    /// What a restrict-qualified pointer points to.
    pub const RESTRICT: u16 = 128;
    /// Outlives the function.
    pub const GLOBAL: u16 = 256;
    /// (Of the first field:) something points to it.
    pub const ADDRESS_TAKEN: u16 = 512;
    /// Printed with its place.
    pub const FIELD: u16 = 1024;
    /// A function of the unit, whose parts are its fields.
    pub const FUNCTION: u16 = 2048;
    /// What is stored in it others may see.
    pub const ESCAPE_POINT: u16 = 4096;
}

/// What a variable is called by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// One of the first ones.
    Special(&'static str),
    /// By its kind and the number it got first, `HEAP(12)`.
    Numbered(&'static str, u32),
    Name(SsaName),
    Decl(DeclId),
    /// A part of a function, `f.arg0`.
    Part(DeclId, Part),
    /// As this text among those kept says.
    Spelled(u32),
}

/// What is known of a function as a whole, in the order of the fields it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What it and those it calls write to, and read.
    Clobber,
    Use,
    Result,
    Arg(u32),
    /// Arguments beyond the parameters of a variadic function.
    VarArgs,
}

impl Part {
    /// The place of the first parameter among the fields (3 is that of a static chain, which no function has here).
    pub const FIRST_ARG: u64 = 5;

    /// The place among the fields; that of further arguments depends on the function.
    pub fn place(self) -> u64 {
        match self {
            Part::Clobber => 1,
            Part::Use => 2,
            Part::Result => 4,
            Part::Arg(index) => Part::FIRST_ARG + u64::from(index),
            Part::VarArgs => UNKNOWN_SIZE,
        }
    }

    fn text(self) -> String {
        match self {
            Part::Clobber => "clobber".into(),
            Part::Use => "use".into(),
            Part::Result => "result".into(),
            Part::Arg(index) => format!("arg{index}"),
            Part::VarArgs => "varargs".into(),
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub called: Called,
    /// The declaration it is, or is a field of; `NONE` for names and what is artificial.
    pub decl: DeclId,
    pub flags: u16,
    /// The next field.
    pub next: u32,
    /// The first field.
    pub head: u32,
    /// Place and size in bits, and the size of the whole.
    pub offset: u64,
    pub size: u64,
    pub full_size: u64,
}

impl Variable {
    /// Whether all bits of `flag` are set.
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag == flag
    }
}

/// All variables; number 0 is none.
#[derive(Debug)]
pub struct Variables {
    pub list: Vec<Variable>,
    /// Names of several functions, as they are printed.
    pub spelled: Vec<String>,
}

impl std::ops::Index<u32> for Variables {
    type Output = Variable;
    fn index(&self, number: u32) -> &Variable {
        &self.list[number as usize]
    }
}

impl std::ops::IndexMut<u32> for Variables {
    fn index_mut(&mut self, number: u32) -> &mut Variable {
        &mut self.list[number as usize]
    }
}

impl Variables {
    /// The variables that every function has, and room for as many as are expected.
    pub fn with_special_ones(expected: usize) -> Variables {
        let mut all = Variables { list: Vec::with_capacity(expected), spelled: Vec::new() };
        let names =
            ["", "NULL", "ANYTHING", "STRING", "ESCAPED", "NONLOCAL", "STOREDANYTHING", "INTEGER"];
        for name in names {
            all.artificial(Called::Special(name));
        }
        for number in [NULL, ANYTHING, STRING, NONLOCAL, INTEGER] {
            all[number].flags |= var_flag::SPECIAL;
        }
        for number in [NULL, STRING] {
            all[number].flags &= !var_flag::MAY_HAVE_POINTERS;
        }
        all[NULL].flags &= !var_flag::GLOBAL;
        all
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.list.len() as u32
    }

    fn artificial(&mut self, called: Called) -> u32 {
        let flags =
            var_flag::ARTIFICIAL | var_flag::FULL | var_flag::GLOBAL | var_flag::MAY_HAVE_POINTERS;
        self.add(called, DeclId::NONE, flags, UNKNOWN_SIZE)
    }

    /// A new variable of the analysis's own, called by a kind and its number.
    pub fn temporary(&mut self, kind: &'static str) -> u32 {
        self.artificial(Called::Numbered(kind, self.len()))
    }

    /// A new variable, whole, that may have pointers.
    pub fn add(&mut self, called: Called, decl: DeclId, flags: u16, size: u64) -> u32 {
        let number = self.len();
        self.list.push(Variable {
            called,
            decl,
            flags,
            next: NO_VARIABLE,
            head: number,
            offset: 0,
            size,
            full_size: size,
        });
        number
    }

    /// The fields of a variable from this one on.
    pub fn from(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(first), |&at| {
            Some(self[at].next).filter(|&next| next != NO_VARIABLE)
        })
    }

    /// The field at an offset of the variable that `start` is a field of, or the one before it.
    pub fn at_or_before(&self, start: u32, offset: u64) -> u32 {
        let mut at = if self[start].offset > offset { self[start].head } else { start };
        while self[at].next != NO_VARIABLE
            && offset >= self[at].offset
            && offset - self[at].offset >= self[at].size
        {
            at = self[at].next;
        }
        at
    }

    /// The fields that what lies `by` bits after a field may overlap.
    pub fn shifted(&self, field: u32, by: i64) -> impl Iterator<Item = u32> + '_ {
        let Variable { offset, size, flags, head, .. } = self[field];
        let moved = (offset as i64).wrapping_add(by);
        let whole = flags & var_flag::FULL != 0;
        let first = match moved {
            _ if whole || by == 0 => field,
            ..0 => head,
            _ => self.at_or_before(field, moved as u64),
        };
        let end = (moved as u64).wrapping_add(size);
        let rest = self.from(first).skip(1).take_while(move |&at| self[at].offset < end);
        std::iter::once(first).chain(rest.take(if whole { 0 } else { usize::MAX }))
    }

    /// A variable as dumps print it.
    pub fn text(&self, unit: &Unit, f: &Function, number: u32) -> String {
        let variable = &self[number];
        let field = variable.has(var_flag::FIELD);
        let mut text = match variable.called {
            Called::Special(name) => name.to_string(),
            Called::Numbered(kind, _) if field => kind.to_string(),
            Called::Numbered(kind, number) => format!("{kind}({number})"),
            Called::Name(name) => name_text(unit, f, name),
            Called::Decl(decl) => decl_text(unit, decl),
            Called::Part(decl, part) => format!("{}.{}", decl_text(unit, decl), part.text()),
            Called::Spelled(index) => self.spelled[index as usize].clone(),
        };
        if field {
            text += &format!(".{}+{}", variable.offset, variable.size);
        }
        text
    }
}

/// A name as dumps print it.
pub fn name_text(unit: &Unit, f: &Function, name: SsaName) -> String {
    let data = &f.names[name];
    let base = match data.var.expand() {
        Some(var) => unit.decl_name(var),
        None => data.ident.expand().map(|ident| unit.symbols.text(ident)),
    };
    format!("{}_{}", base.unwrap_or(""), name.0)
}

/// A declaration by its name in assembly, where that is decided already.
pub fn decl_text(unit: &Unit, decl: DeclId) -> String {
    let data = &unit.decls[decl];
    let assembler = data.extra.as_ref().and_then(|extra| extra.assembler_name);
    // Constants of the compiler's own have names that are no words.
    let own = |name: &Symbol| unit.symbols.text(*name).starts_with('*');
    let Some(name) = data.name.filter(own).or(assembler).or(data.name) else {
        return format!("D.{}", decl.0);
    };
    let text = unit.symbols.text(name);
    let library = data.builtin.is_some_and(|builtin| builtin.info().library);
    if library && assembler.is_none() {
        return text.strip_prefix("__builtin_").unwrap_or(text).to_string();
    }
    text.to_string()
}

/// A field of a structure, or a run of fields without pointers.
#[derive(Clone, Copy, Debug)]
pub struct FieldPart {
    pub offset: u64,
    pub size: u64,
    pub must_have_pointers: bool,
    /// What it points to, if it is a restrict-qualified pointer.
    pub restrict_to: Option<TypeId>,
}

/// The parts of a structure with at most `limit` of them; nothing where it is looked at as one: it has more, or some of
/// unknown size, or at one place.
pub fn parts_of(unit: &Unit, ty: TypeId, limit: usize) -> Vec<FieldPart> {
    let mut parts = Vec::new();
    if push_fields(unit, ty, limit, 0, &mut parts).is_err() || parts.len() > limit {
        return Vec::new();
    }
    parts.sort_by_key(|part| (part.offset, part.size));
    if parts.windows(2).any(|pair| pair[0].offset == pair[1].offset) {
        return Vec::new();
    }
    parts
}

/// Appends the parts of a structure; says whether there are any, and errs where a size is unknown.
fn push_fields(
    unit: &Unit,
    ty: TypeId,
    limit: usize,
    offset: u64,
    parts: &mut Vec<FieldPart>,
) -> Result<bool, ()> {
    let TypeKind::Record { fields, .. } = unit.types.kind(ty) else { return Ok(false) };
    if parts.len() > limit {
        return Ok(false);
    }
    for &field in fields {
        let field = unit.types.field(field);
        let at = offset.checked_add(field.bit_offset).ok_or(())?;
        let is_record = matches!(unit.types.kind(field.ty), TypeKind::Record { .. });
        let is_volatile = unit.types[field.ty].quals.contains(Quals::VOLATILE);
        let split = is_record && !is_volatile;
        if split && (push_fields(unit, field.ty, limit, at, parts)? || field.bit_size == 0) {
            continue;
        }
        push_field(unit, field, at, parts)?;
    }
    Ok(!fields.is_empty())
}

fn push_field(
    unit: &Unit,
    field: &gimple::types::Field,
    at: u64,
    parts: &mut Vec<FieldPart>,
) -> Result<(), ()> {
    let must_have_pointers = has_pointers(unit, field.ty);
    if !field.is_bitfield && unit.types.size(field.ty).is_none() {
        return Err(());
    }
    let size = field.bit_size;
    if parts.is_empty() && at != 0 {
        let (offset, size) = (0, at);
        parts.push(FieldPart { offset, size, must_have_pointers: false, restrict_to: None });
    }
    match parts.last_mut() {
        Some(last)
            if !must_have_pointers && !last.must_have_pointers && last.offset + last.size == at =>
        {
            last.size += size;
        }
        _ => {
            let pointee = unit.types.pointee(field.ty);
            let restrict_to =
                pointee.filter(|_| unit.types[field.ty].quals.contains(Quals::RESTRICT));
            parts.push(FieldPart { offset: at, size, must_have_pointers, restrict_to });
        }
    }
    Ok(())
}

fn has_pointers(unit: &Unit, mut ty: TypeId) -> bool {
    while let TypeKind::Array { element, .. } = *unit.types.kind(ty) {
        ty = element;
    }
    matches!(unit.types.kind(ty), TypeKind::Pointer(_) | TypeKind::Function { .. })
}
