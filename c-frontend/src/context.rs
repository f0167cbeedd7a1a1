//! The state all parts of the front end share: the unit being built and the expressions of the function at hand.

use crate::generic::{Expr, ExprId, ExprKind, Exprs, expr_flag};
use gimple::constant::ConstId;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::options::{Flag, Options};
use gimple::tree::Operand;
use gimple::types::{FieldId, Type, TypeId};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A function definition as the parser hands it to the gimplifier.
pub struct FunctionDef {
    pub decl: DeclId,
    pub params: Vec<DeclId>,
    /// The `RESULT_DECL`; `NONE` for `void` functions.
    pub result: DeclId,
    pub body: ExprId,
    /// Lexical blocks, by `ScopeId`.
    pub scopes: gimple::entity::EntityVec<gimple::stmt::ScopeId, gimple::function::Scope>,
    pub funcdef_no: u32,
    pub start: Location,
    pub end: Location,
    /// The functions nested in it, in order of definition.
    pub nested: Vec<FunctionDef>,
    /// The function itself, where its body was written as GIMPLE.
    pub gimple: Option<Box<gimple::function::Function>>,
}

/// The size of a structure of variable size, as expressions.
#[derive(Clone, Copy, Debug)]
pub struct RecordSize {
    /// Of `bitsizetype`.
    pub bits: ExprId,
    /// Of `sizetype`.
    pub bytes: ExprId,
}

/// Where a field after something of variable size is: the field's own offset, in bits, comes on top.
#[derive(Clone, Copy, Debug)]
pub struct FieldOffset {
    /// Of `sizetype`.
    pub bytes: ExprId,
    /// What `bytes` is surely a multiple of (`DECL_OFFSET_ALIGN`, in bytes).
    pub unit: u32,
}

/// The front end's shared state.
pub struct Context {
    pub unit: Unit,
    pub exprs: Exprs,
    pub options: Options,
    /// The first token of the line that is being read: where complaints go that have no better place
    /// (`input_location`).
    pub line_start: Location,
    /// The function being parsed or gimplified, or `NONE`.
    pub current_function: DeclId,
    /// Variable length arrays: the number of elements, as a `sizetype` expression over the saved bound
    /// (`(sizetype) SAVE_EXPR <n>`).
    pub variable_sizes: FxHashMap<TypeId, ExprId>,
    /// Sizes of structures and unions that hold something of variable size, by main variant.
    pub record_sizes: FxHashMap<TypeId, RecordSize>,
    /// Places of the fields after something of variable size.
    pub field_offsets: FxHashMap<FieldId, FieldOffset>,
    /// Structures with bit-fields that have no name: no initialiser gives those.
    pub with_unnamed_bits: FxHashSet<TypeId>,
    /// Initialisers of automatic variables as written, until gimplified.
    pub local_inits: FxHashMap<DeclId, ExprId>,
    /// Where the parameters of functions are declared.
    pub parameter_locations: FxHashMap<DeclId, Vec<Location>>,
    /// Whether expressions of a function are kept when it has been parsed, to be gimplified later.
    pub keep_bodies: bool,
    /// Numbers the functions as they are defined.
    pub next_funcdef_no: u32,
    /// Constants in memory (`*.LC0`), by type and text: equal ones share a variable.
    pub constant_pool: FxHashMap<String, DeclId>,
    /// The type sizes in bits are counted in, once there is one.
    pub bitsizetype: Option<TypeId>,
    /// Numbers the assembler names of what is static in functions, and of nested functions.
    pub private_names: u32,
    /// The options of functions that have their own, each set once.
    own_options: Vec<Arc<Options>>,
    /// Whether any warning about implicit conversions is on; unknown again after each pragma that could change that.
    pub checks_conversions: Option<bool>,
    /// Where folding and the semantic actions are.
    pub folding: crate::fold::FoldState,
}

impl Context {
    /// A context with an empty unit.
    pub fn new(unit: Unit, options: Options) -> Context {
        Context {
            unit,
            exprs: Exprs::new(),
            options,
            line_start: Location::UNKNOWN,
            current_function: DeclId::NONE,
            variable_sizes: FxHashMap::default(),
            record_sizes: FxHashMap::default(),
            field_offsets: FxHashMap::default(),
            with_unnamed_bits: FxHashSet::default(),
            local_inits: FxHashMap::default(),
            parameter_locations: FxHashMap::default(),
            keep_bodies: true,
            next_funcdef_no: 0,
            constant_pool: FxHashMap::default(),
            bitsizetype: None,
            private_names: 0,
            own_options: Vec::new(),
            checks_conversions: None,
            folding: crate::fold::FoldState::default(),
        }
    }

    /// Lets the options be those of a function with an `optimize` attribute; returns those there were, to be put back.
    pub fn enter_options(&mut self, function: DeclId) -> Option<Options> {
        let words = &self.unit.decls[function].extra.as_ref()?.optimize;
        if words.is_empty() {
            return None;
        }
        let words = words.iter().map(|&word| self.unit.symbols.text(word));
        let own = self.options.with_attribute(words);
        // What one function asks for is heeded in all: it is the unit that passes ask.
        self.unit.folding.rounding_math |= own.on(Flag::RoundingMath);
        self.unit.folding.signaling_nans |= own.on(Flag::SignalingNans);
        Some(std::mem::replace(&mut self.options, own))
    }

    /// The options as they are now, for a function to keep. Equal ones are the same object, as GCC's
    /// optimization nodes are: that is what tells passes whether two functions have the same options.
    pub fn own_options(&mut self) -> Arc<Options> {
        if let Some(known) = self.own_options.iter().find(|known| ***known == self.options) {
            return known.clone();
        }
        let own = Arc::new(self.options.clone());
        self.own_options.push(own.clone());
        own
    }

    /// Gives what is static in a function a name in assembly that nothing else has: `x.0`
    /// (`lhd_set_decl_assembler_name`).
    pub fn name_privately(&mut self, decl: DeclId) {
        let Some(name) = self.unit.decl_name(decl) else { return };
        let label = format!("{name}.{}", self.private_names);
        self.private_names += 1;
        let label = self.unit.symbols.intern(&label);
        self.unit.decls[decl].extra_mut().assembler_name.get_or_insert(label);
    }

    /// Forgets the sizes of the types of a function whose expressions are gone.
    pub fn forget_sizes(&mut self) {
        self.variable_sizes.clear();
        self.record_sizes.clear();
        self.field_offsets.clear();
    }

    /// The type sizes in bits are counted in, `bitsizetype`.
    pub fn bitsizetype(&mut self) -> TypeId {
        if let Some(ty) = self.bitsizetype {
            return ty;
        }
        let name = self.unit.symbols.intern("bitsizetype");
        // Bits are counted in the next larger mode that has some more than an address.
        let like = match self.unit.target.pointer_size {
            4 => self.unit.common.ullong,
            _ => self.unit.common.uint128,
        };
        let wide = self.unit.types[like].clone();
        let ty = self.unit.types.add(Type { name: Some(name), main_variant: TypeId::NONE, ..wide });
        self.bitsizetype = Some(ty);
        ty
    }

    /// Adds an expression; side effects are inherited from operands by whoever builds it.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: Location, flags: u16) -> ExprId {
        self.exprs.add(kind, ty, loc, flags)
    }

    /// The expression that stands for an error.
    pub fn error_expr(&mut self, loc: Location) -> ExprId {
        let ty = self.unit.common.int;
        self.exprs.add(ExprKind::Error, ty, loc, 0)
    }

    /// Where a complaint goes that is about no token in particular.
    pub fn input_location(&self) -> Location {
        self.unit.diagnostics.sources.expansion_point(self.line_start)
    }

    /// Whether an expression is the error expression.
    pub fn is_error(&self, e: ExprId) -> bool {
        matches!(self.exprs[e].kind, ExprKind::Error)
    }

    /// A constant as an expression.
    pub fn const_expr(&mut self, id: ConstId, loc: Location) -> ExprId {
        let ty = self.unit.consts[id].ty;
        self.exprs.add(ExprKind::Const(id), ty, loc, expr_flag::CONSTANT)
    }

    /// An integer constant of a type (wrapped to it) as an expression.
    pub fn int_expr(&mut self, ty: TypeId, value: i128, loc: Location) -> ExprId {
        let id = self.unit.int_id(ty, value);
        self.const_expr(id, loc)
    }

    /// The value of an expression that is an integer constant.
    pub fn int_value(&self, e: ExprId) -> Option<i128> {
        match self.exprs[e].kind {
            ExprKind::Const(id) => self.unit.consts.as_int(id),
            _ => None,
        }
    }

    /// A reference to a declaration, volatile and read-only as the declaration is.
    pub fn decl_expr(&mut self, decl: DeclId, loc: Location) -> ExprId {
        let d = &self.unit.decls[decl];
        let mut flags = 0;
        if d.has(flag::VOLATILE) {
            flags |= expr_flag::VOLATILE | expr_flag::SIDE_EFFECTS;
        }
        if d.has(flag::READONLY) {
            flags |= expr_flag::READONLY;
        }
        let ty = d.ty;
        self.exprs.add(ExprKind::Decl(decl), ty, loc, flags)
    }

    /// Declares something; its uid is the next one.
    pub fn new_decl(&mut self, decl: Decl) -> DeclId {
        self.unit.decls.push(decl)
    }

    /// A temporary variable of a type (`create_tmp_var_raw`).
    pub fn temporary(&mut self, ty: TypeId) -> DeclId {
        let mut decl = Decl::new(DeclKind::Var, None, ty, Location::default());
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        decl.context = self.current_function;
        self.unit.decls.push(decl)
    }

    /// A label of the compiler's own (`create_artificial_label`).
    pub fn artificial_label(&mut self, loc: Location) -> DeclId {
        let ty = self.unit.common.void;
        let mut decl = Decl::new(DeclKind::Label, None, ty, loc);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        decl.context = self.current_function;
        self.unit.decls.push(decl)
    }

    /// The expression.
    pub fn get(&self, e: ExprId) -> &Expr {
        &self.exprs[e]
    }

    /// The type of an expression.
    pub fn type_of(&self, e: ExprId) -> TypeId {
        self.exprs[e].ty
    }

    /// Whether evaluating an expression does anything besides yielding its value.
    pub fn has_side_effects(&self, e: ExprId) -> bool {
        e.is_some() && self.exprs[e].has(expr_flag::SIDE_EFFECTS)
    }

    /// A constant or declaration expression as an operand of the IR, if it is one.
    pub fn simple_operand(&self, e: ExprId) -> Option<Operand> {
        match self.exprs[e].kind {
            ExprKind::Const(id) => Some(Operand::Const(id)),
            ExprKind::Decl(id) => Some(Operand::Decl(id)),
            _ => None,
        }
    }
}
