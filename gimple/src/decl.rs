//! Declarations: variables, parameters, results, functions, labels.
//!
//! Every declaration of a unit lives in one table, locals and compiler temporaries too. A declaration's index is its
//! uid: declarations are made in the order in which GCC makes them, because the order of uids decides the order of φ
//! nodes and of SSA versions.

use crate::builtins::Builtin;
use crate::location::Location;
use crate::symbol::Symbol;
use crate::types::TypeId;

crate::entity! {
    /// A declaration; the number is its uid (`D.1234`).
    DeclId;
}

/// What a declaration declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclKind {
    Var,
    Parm,
    Result,
    Function,
    Label,
    /// A typedef name, or (without a name) a tag, of a block: dumps list them among the block's declarations.
    Type,
    /// An enumeration constant of a block; its value is among the unit's initialisers.
    Const,
}

/// How a symbol is seen from other units.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
    Internal,
}

/// How a thread-local object is reached (`-ftls-model=`), the most general way first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum TlsModel {
    #[default]
    GlobalDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

impl TlsModel {
    /// The models with their names.
    pub const WORDS: &'static [(&'static str, TlsModel)] = &[
        ("global-dynamic", TlsModel::GlobalDynamic),
        ("local-dynamic", TlsModel::LocalDynamic),
        ("initial-exec", TlsModel::InitialExec),
        ("local-exec", TlsModel::LocalExec),
    ];
}

/// Facts about a declaration, as bits of [`Decl::flags`].
pub mod flag {
    /// Lives as long as the program (`static` or at file scope).
    pub const STATIC: u64 = 1 << 0;
    /// Defined elsewhere.
    pub const EXTERNAL: u64 = 1 << 1;
    /// Visible to other units.
    pub const PUBLIC: u64 = 1 << 2;
    /// Its address is taken.
    pub const ADDRESSABLE: u64 = 1 << 3;
    /// A temporary or other thing of the compiler's own.
    pub const ARTIFICIAL: u64 = 1 << 4;
    /// Not for debuggers; such variables print as `_1` or `D.12`.
    pub const IGNORED: u64 = 1 << 5;
    /// May be renamed into SSA although complex or vector (`DECL_NOT_GIMPLE_REG_P` negated is `GIMPLE_REG`).
    pub const NOT_GIMPLE_REG: u64 = 1 << 6;
    /// Declared `register`.
    pub const REGISTER: u64 = 1 << 7;
    /// Bound to a hard register by `asm ("reg")`.
    pub const HARD_REGISTER: u64 = 1 << 8;
    pub const WEAK: u64 = 1 << 9;
    pub const COMMON: u64 = 1 << 10;
    pub const THREAD_LOCAL: u64 = 1 << 11;
    pub const READONLY: u64 = 1 << 12;
    pub const VOLATILE: u64 = 1 << 13;
    pub const USED: u64 = 1 << 14;
    pub const INLINE: u64 = 1 << 15;
    pub const ALWAYS_INLINE: u64 = 1 << 16;
    pub const NOINLINE: u64 = 1 << 17;
    pub const NORETURN: u64 = 1 << 18;
    /// `const`: reads nothing but its arguments.
    pub const CONST: u64 = 1 << 19;
    /// `pure`: writes nothing.
    pub const PURE: u64 = 1 << 20;
    pub const MALLOC: u64 = 1 << 21;
    pub const NOTHROW: u64 = 1 << 22;
    pub const RETURNS_TWICE: u64 = 1 << 23;
    /// `leaf`.
    pub const LEAF: u64 = 1 << 24;
    pub const CONSTRUCTOR: u64 = 1 << 25;
    pub const DESTRUCTOR: u64 = 1 << 26;
    pub const GNU_INLINE: u64 = 1 << 27;
    pub const COLD: u64 = 1 << 28;
    pub const HOT: u64 = 1 << 29;
    /// A user's label, as against one of the compiler's (`DECL_ARTIFICIAL` is not set either way in dumps).
    pub const FORCED_LABEL: u64 = 1 << 30;
    /// Jumped to from another function.
    pub const NONLOCAL: u64 = 1 << 31;
    /// Parameter or result passed by invisible reference.
    pub const BY_REFERENCE: u64 = 1 << 32;
    /// `nonnull`-returning function.
    pub const RETURNS_NONNULL: u64 = 1 << 33;
    pub const ALWAYS_EMIT: u64 = 1 << 34;
    /// The constant-pool-like variables made for initialisers (`C.12`).
    pub const CONST_POOL: u64 = 1 << 35;
    /// Seen in the body of the function it is local to.
    pub const SEEN_IN_BODY: u64 = 1 << 36;
    /// A formal temporary the gimplifier made: its uses are renamed into SSA names without a variable.
    pub const FORMAL_TEMP: u64 = 1 << 37;
    /// `no_reorder` and the like are not kept; `noclone` is.
    pub const NOCLONE: u64 = 1 << 38;
    /// `naked`.
    pub const NAKED: u64 = 1 << 39;
    /// Virtual operand variable (`.MEM`).
    pub const VIRTUAL: u64 = 1 << 40;
    /// `__attribute__((nonnull))` without arguments.
    pub const NONNULL: u64 = 1 << 41;
    /// Function is nested in another (its context is a function).
    pub const NESTED: u64 = 1 << 42;
    pub const NOIPA: u64 = 1 << 43;
    /// The user's `unused`.
    pub const UNUSED: u64 = 1 << 44;
    /// A variable a `DECL_VALUE_EXPR` stands for (variable length arrays).
    pub const HAS_VALUE_EXPR: u64 = 1 << 45;
    /// Kept though nothing refers to it (`__attribute__((used))`, `DECL_PRESERVE_P`).
    pub const PRESERVED: u64 = 1 << 46;
    /// A definition may be replaced at link time.
    pub const INTERPOSABLE: u64 = 1 << 47;
    /// `no_instrument_function`.
    pub const NO_INSTRUMENT: u64 = 1 << 48;
    /// `ifunc`: the alias is the function that says which function to call.
    pub const IFUNC: u64 = 1 << 49;
    /// `retain`: in a section the linker keeps.
    pub const RETAIN: u64 = 1 << 50;
    /// `uninitialized`: `-ftrivial-auto-var-init=` spares it.
    pub const UNINITIALIZED: u64 = 1 << 51;
    /// Its arcs are not counted.
    pub const NO_PROFILE: u64 = 1 << 52;
    /// With `CONST` or `PURE`: a call may not return.
    pub const LOOPING: u64 = 1 << 53;
    /// A caller has been compiled with what the function is known to do: that stays so.
    pub const SETTLED: u64 = 1 << 54;
    /// Where calls of its function go on that an exception ends; [`NONLOCAL`] too.
    pub const LANDING_PAD: u64 = 1 << 55;
    /// The value of the variable is read somewhere (`DECL_READ_P`).
    pub const READ: u64 = 1 << 56;
    /// A comment says that control is meant to run into the label (`FALLTHROUGH_LABEL_P`).
    pub const FALLEN_INTO: u64 = 1 << 57;
    /// It was said that the variable is used uninitialised, or is not to be said.
    pub const SAID_UNINITIALIZED: u64 = 1 << 58;
    /// Nothing reads the variable (`varpool_node::writeonly`).
    pub const WRITE_ONLY: u64 = 1 << 59;
    /// A function that was split off another one.
    pub const SPLIT_OFF: u64 = 1 << 60;
}

/// What attributes ask to be said where a declaration is used: each with its text, which may be empty.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Notices {
    /// `deprecated`: a warning at each use.
    pub deprecated: Option<String>,
    /// `unavailable`: an error at each use.
    pub unavailable: Option<String>,
    /// `warning`: one at each call that is not optimised away.
    pub call_warning: Option<String>,
    /// `error`: one at each call that is not optimised away.
    pub call_error: Option<String>,
}

impl Notices {
    /// What is said here and there.
    pub fn merge(&mut self, other: &Notices) {
        let take = |to: &mut Option<String>, from: &Option<String>| {
            if from.is_some() {
                to.clone_from(from);
            }
        };
        take(&mut self.deprecated, &other.deprecated);
        take(&mut self.unavailable, &other.unavailable);
        take(&mut self.call_warning, &other.call_warning);
        take(&mut self.call_error, &other.call_error);
    }
}

/// Rarely needed facts, kept apart, by one pointer.
#[derive(Clone, Default, Debug)]
pub struct DeclExtra {
    /// The name in assembly where it is not the identifier.
    pub assembler_name: Option<Symbol>,
    /// The program itself says that name (`asm ("…")`): the target's prefix of names does not stand before it.
    pub assembler_name_given: bool,
    pub section: Option<Symbol>,
    /// `__attribute__((alias))`'s target.
    pub alias: Option<Symbol>,
    pub visibility: Visibility,
    /// `tls_model`, where the attribute says one.
    pub tls_model: Option<TlsModel>,
    /// The program itself says the visibility, be it the default.
    pub visibility_given: bool,
    /// Priority of a constructor or destructor.
    pub priority: Option<u16>,
    /// Hard register number or name for `register asm`.
    pub hard_register: Option<Symbol>,
    /// A function's attributes as dumps show them above its declarator: `__attribute__((noinline))`, one line for
    /// those of the declaration and one for those of the type.
    pub attributes: Option<Symbol>,
    /// `common` and `nocommon`, where one of them is said.
    pub common: Option<bool>,
    /// `stack_protect` and `no_stack_protector`, where one of them is said.
    pub stack_protector: Option<bool>,
    /// `zero_call_used_regs`.
    pub zeroed: Option<Option<crate::options::ZeroedRegisters>>,
    /// `no_sanitize`: what is not looked for in the function.
    pub no_sanitize: crate::sanitize::Sanitize,
    /// `patchable_function_entry`: instructions that do nothing, and how many of them before the entry.
    pub patchable: Option<(u16, u16)>,
    /// What is said of uses: `deprecated`, `unavailable`, and of calls that are left: `warning`, `error`.
    pub notices: Option<Box<Notices>>,
    /// The words of `optimize` attributes.
    pub optimize: Vec<Symbol>,
    /// The parameters whose product is the size of what the result points to (`alloc_size`, 1-based).
    pub alloc_size: Vec<u32>,
    /// `format`, `access`… are not kept; `nonnull` argument numbers are (1-based).
    pub nonnull: Vec<u32>,
    /// All attributes as written, for `__builtin_has_attribute`.
    pub written: Vec<WrittenAttribute>,
}

/// An attribute as a program writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenAttribute {
    /// Without underscores around it.
    pub name: Symbol,
    pub args: Vec<AttributeArgument>,
}

/// An argument of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeArgument {
    Name(Symbol),
    Int(i128),
    Text(String),
    /// An expression that is neither.
    Other,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Decl {
    pub kind: DeclKind,
    /// `None` for temporaries, which print as `D.uid`.
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// Bits of [`flag`].
    pub flags: u64,
    pub loc: Location,
    /// The function it is local to (`NONE` at file scope).
    pub context: DeclId,
    /// In bytes; 0 for the type's own.
    pub align: u32,
    /// The builtin function this declares.
    pub builtin: Option<Builtin>,
    pub extra: Option<Box<DeclExtra>>,
}

impl Decl {
    /// A declaration with no flag set.
    pub fn new(kind: DeclKind, name: Option<Symbol>, ty: TypeId, loc: Location) -> Decl {
        Decl {
            kind,
            name,
            ty,
            flags: 0,
            loc,
            context: DeclId::NONE,
            align: 0,
            builtin: None,
            extra: None,
        }
    }

    /// Whether all bits of `flag` are set.
    #[inline]
    pub fn has(&self, flag: u64) -> bool {
        self.flags & flag == flag
    }

    /// Whether one of some bits is set.
    pub fn has_any(&self, flags: u64) -> bool {
        self.flags & flags != 0
    }

    /// Sets or clears the bits of `flag`.
    pub fn set(&mut self, flag: u64, on: bool) {
        if on { self.flags |= flag } else { self.flags &= !flag }
    }

    /// The rarely needed facts, made on demand.
    pub fn extra_mut(&mut self) -> &mut DeclExtra {
        self.extra.get_or_insert_with(Box::default)
    }

    /// Whether it outlives its function or unit of work: static, external, or a function (`is_global_var` and
    /// functions).
    pub fn is_global(&self) -> bool {
        self.flags & (flag::STATIC | flag::EXTERNAL) != 0 || self.kind == DeclKind::Function
    }
}
