//! The keywords of C and of GNU C, and which of them a dialect has.

use gimple::options::Standard;
use gimple::symbol::{Interner, Symbol};

/// A keyword; alternate spellings (`__const`, `__asm__`) are the same keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // Named as they are spelled.
pub enum Keyword {
    Auto,
    Break,
    Case,
    Char,
    Const,
    Continue,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Extern,
    Float,
    For,
    Goto,
    If,
    Inline,
    Int,
    Long,
    Register,
    Restrict,
    Return,
    Short,
    Signed,
    Sizeof,
    Static,
    Struct,
    Switch,
    Typedef,
    Union,
    Unsigned,
    Void,
    Volatile,
    While,
    Alignas,
    Alignof,
    Atomic,
    Bool,
    Complex,
    Generic,
    Noreturn,
    StaticAssert,
    ThreadLocal,
    Asm,
    Typeof,
    AutoType,
    Attribute,
    Extension,
    Label,
    Real,
    Imag,
    Int128,
    Float16,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    Float128x,
    Decimal,
    FunctionName,
    BuiltinVaArg,
    BuiltinOffsetof,
    BuiltinChooseExpr,
    BuiltinTypesCompatible,
    BuiltinComplex,
    BuiltinShuffle,
    BuiltinShuffleVector,
    BuiltinConvertVector,
    BuiltinHasAttribute,
    BuiltinCallWithStaticChain,
    BuiltinTgmath,
    BuiltinAssocBarrier,
    Gimple,
    Rtl,
}

/// In which dialects a spelling is a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    All,
    /// C99 and GNU C.
    C99,
    /// GNU C only.
    Gnu,
    /// GNU C, and C99 without GNU extensions.
    GnuOrC99,
}

use In::{All, C99, Gnu, GnuOrC99};
use Keyword as K;

#[rustfmt::skip]
const SPELLINGS: &[(&str, Keyword, In)] = &[
    ("auto", K::Auto, All), ("break", K::Break, All), ("case", K::Case, All), ("char", K::Char, All),
    ("const", K::Const, All), ("__const", K::Const, All), ("__const__", K::Const, All),
    ("continue", K::Continue, All), ("default", K::Default, All), ("do", K::Do, All),
    ("double", K::Double, All), ("else", K::Else, All), ("enum", K::Enum, All),
    ("extern", K::Extern, All), ("float", K::Float, All), ("for", K::For, All),
    ("goto", K::Goto, All), ("if", K::If, All),
    ("inline", K::Inline, GnuOrC99), ("__inline", K::Inline, All), ("__inline__", K::Inline, All),
    ("int", K::Int, All), ("long", K::Long, All), ("register", K::Register, All),
    ("restrict", K::Restrict, C99), ("__restrict", K::Restrict, All), ("__restrict__", K::Restrict, All),
    ("return", K::Return, All), ("short", K::Short, All),
    ("signed", K::Signed, All), ("__signed", K::Signed, All), ("__signed__", K::Signed, All),
    ("sizeof", K::Sizeof, All), ("static", K::Static, All), ("struct", K::Struct, All),
    ("switch", K::Switch, All), ("typedef", K::Typedef, All), ("union", K::Union, All),
    ("unsigned", K::Unsigned, All), ("void", K::Void, All),
    ("volatile", K::Volatile, All), ("__volatile", K::Volatile, All), ("__volatile__", K::Volatile, All),
    ("while", K::While, All),
    ("_Alignas", K::Alignas, All), ("_Alignof", K::Alignof, All), ("__alignof", K::Alignof, All),
    ("__alignof__", K::Alignof, All), ("_Atomic", K::Atomic, All), ("_Bool", K::Bool, All),
    ("_Complex", K::Complex, All), ("__complex", K::Complex, All), ("__complex__", K::Complex, All),
    ("_Generic", K::Generic, All), ("_Noreturn", K::Noreturn, All),
    ("_Static_assert", K::StaticAssert, All),
    ("_Thread_local", K::ThreadLocal, All), ("__thread", K::ThreadLocal, All),
    ("asm", K::Asm, Gnu), ("__asm", K::Asm, All), ("__asm__", K::Asm, All),
    ("typeof", K::Typeof, Gnu), ("__typeof", K::Typeof, All), ("__typeof__", K::Typeof, All),
    ("__auto_type", K::AutoType, All),
    ("__attribute", K::Attribute, All), ("__attribute__", K::Attribute, All),
    ("__extension__", K::Extension, All), ("__label__", K::Label, All),
    ("__real", K::Real, All), ("__real__", K::Real, All),
    ("__imag", K::Imag, All), ("__imag__", K::Imag, All),
    ("__int128", K::Int128, All),
    ("_Float16", K::Float16, All), ("_Float32", K::Float32, All), ("_Float64", K::Float64, All),
    ("_Float128", K::Float128, All), ("_Float32x", K::Float32x, All), ("_Float64x", K::Float64x, All),
    ("_Float128x", K::Float128x, All),
    ("_Decimal32", K::Decimal, All), ("_Decimal64", K::Decimal, All), ("_Decimal128", K::Decimal, All),
    ("__func__", K::FunctionName, All), ("__FUNCTION__", K::FunctionName, All),
    ("__PRETTY_FUNCTION__", K::FunctionName, All),
    ("__builtin_va_arg", K::BuiltinVaArg, All), ("__builtin_offsetof", K::BuiltinOffsetof, All),
    ("__builtin_choose_expr", K::BuiltinChooseExpr, All),
    ("__builtin_types_compatible_p", K::BuiltinTypesCompatible, All),
    ("__builtin_complex", K::BuiltinComplex, All), ("__builtin_shuffle", K::BuiltinShuffle, All),
    ("__builtin_shufflevector", K::BuiltinShuffleVector, All),
    ("__builtin_convertvector", K::BuiltinConvertVector, All),
    ("__builtin_has_attribute", K::BuiltinHasAttribute, All),
    ("__builtin_call_with_static_chain", K::BuiltinCallWithStaticChain, All),
    ("__builtin_tgmath", K::BuiltinTgmath, All),
    ("__builtin_assoc_barrier", K::BuiltinAssocBarrier, All),
    ("__GIMPLE", K::Gimple, All), ("__RTL", K::Rtl, All),
];

/// The keywords of one compilation, found by symbol.
pub struct Keywords {
    by_symbol: Vec<Option<Keyword>>,
}

impl Keywords {
    /// The keywords of a dialect; it is GNU's if there are to be `asm` and `typeof` (`-fasm`). `__GIMPLE` is a keyword with
    /// `-fgimple` only.
    pub fn new(symbols: &mut Interner, standard: Standard, gimple: bool) -> Keywords {
        let mut by_symbol = Vec::new();
        for &(text, keyword, dialects) in SPELLINGS {
            let known = match dialects {
                All => true,
                C99 => standard.year >= 1999,
                Gnu => standard.gnu,
                GnuOrC99 => standard.gnu || standard.year >= 1999,
            };
            if !known || (keyword == K::Gimple && !gimple) {
                continue;
            }
            let index = symbols.intern(text).0 as usize;
            if by_symbol.len() <= index {
                by_symbol.resize(index + 1, None);
            }
            by_symbol[index] = Some(keyword);
        }
        Keywords { by_symbol }
    }

    /// The keyword a symbol is, if any.
    #[inline]
    pub fn get(&self, symbol: Symbol) -> Option<Keyword> {
        self.by_symbol.get(symbol.0 as usize).copied().flatten()
    }
}
