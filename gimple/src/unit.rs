//! A translation unit: everything functions share, and the functions themselves.

use crate::builtins::{Builtin, Ecf};
use crate::call_graph::CallEdges;
use crate::claims::Claimed;
use crate::constant::{ConstId, Consts};
use crate::debug_counter::DebugCounters;
use crate::decl::{Decl, DeclId, DeclKind, flag};
use crate::diagnostic::Diagnostics;
use crate::entity::EntityVec;
use crate::function::{Function, RtlDump};
use crate::location::Location;
use crate::remark::Remark;
use crate::stmt::{Case, Switch};
use crate::symbol::{Interner, Symbol};
use crate::target::TargetDesc;
use crate::tree::{Operand, TreeKind, Trees};
use crate::types::{CommonTypes, TypeId, TypeKind, TypeSize, Types};
use rustc_hash::FxHashMap;

/// The tables all functions of a unit share.
pub struct Unit {
    pub target: TargetDesc,
    pub symbols: Interner,
    pub types: Types,
    pub common: CommonTypes,
    pub decls: EntityVec<DeclId, Decl>,
    pub consts: Consts,
    pub trees: Trees,
    /// The sink of diagnostics; it owns the source map. In a box, as it changes places with the preprocessor's at each token.
    pub diagnostics: Box<Diagnostics>,
    /// Static initialisers: constants, addresses, constructors, and expressions over addresses.
    pub initializers: FxHashMap<DeclId, Operand>,
    /// The variable that holds the highest index of a variable length array type, by the number in its
    /// [`ArrayDomain::Variable`](crate::types::ArrayDomain::Variable): dumps print `int[0:D.12]`.
    pub array_bounds: FxHashMap<u32, DeclId>,
    /// Functions and variables of the symbol table in order of their `symbol_order`.
    symtab: Vec<SymtabNode>,
    symtab_index: FxHashMap<DeclId, u32>,
    /// The number after the largest `symbol_order`, and the largest `cgraph_uid`.
    next_order: u32,
    last_uid: u32,
    /// `asm` at file scope, in order, with the symbol order it stands at.
    pub toplevel_asm: Vec<(u32, String)>,
    /// Counters of names the compiler makes (`iftmp.0`, `C.1`, `static.2`): GCC has one for the unit.
    pub next_tmp: u32,
    /// The functions in the order in which they go through the passes after those over the unit, if these decided on it.
    pub expansion_order: Vec<DeclId>,
    /// The number of the last temporary of debug statements.
    pub next_debug_temp: u32,
    /// What changes passes have made and may make.
    pub counters: DebugCounters,
    /// What passes have to say to the user.
    pub remarks: Vec<Remark>,
    /// Whether somebody will read them.
    pub wants_remarks: bool,
    /// What passes have claimed since somebody looked, if somebody does.
    pub claims: Option<Vec<Claimed>>,
    /// Builtin functions that the compiler calls although the program does not name them.
    implicit_builtins: FxHashMap<Symbol, DeclId>,
    /// `.LC0`, `.L3`: see the backend.
    pub main_input: String,
    /// Definitions seen from outside may be replaced by others when a program is started (`-fPIC`).
    pub interposable: bool,
    /// Signed arithmetic that overflows ends the program (`-ftrapv`): it must not be done where it was not done before.
    pub trapping_overflow: bool,
    /// The simplification rules that have been applied since the list was last written to a dump, if one wants them.
    pub rules_applied: Option<Vec<&'static str>>,
    /// What is known of the effects of functions, by declaration.
    pub modref: FxHashMap<DeclId, crate::modref::Modref>,
    /// Which static variables functions read and write, once that has been found out.
    pub static_vars: crate::static_vars::StaticVars,
    /// Types in the order in which dumps have shown their alias sets, which gives those their numbers.
    pub shown_alias_sets: Vec<TypeId>,
    /// Types whose alias sets were asked for while the program was read, in that order.
    pub early_alias_sets: Vec<TypeId>,
    /// What folding of floating-point operations has to leave to the run (`-frounding-math`, `-fsignaling-nans`).
    pub folding: crate::fold_const::Folding,
    /// How much of the stack each function takes (`-fstack-usage`), a line each.
    pub stack_usage: String,
    /// Where arcs are counted: for whom.
    pub coverage: Option<Box<crate::coverage::Coverage>>,
    /// What the backend keeps of the unit between functions.
    pub backend: Option<Box<dyn std::any::Any>>,
    /// What passes keep of the unit between functions.
    pub pass_state: crate::pass_state::PassState,
    /// Who calls whom, as far as passes have noted it.
    pub calls: CallEdges,
    /// Functions and initialised variables in the order in which they turned out to be needed, until what they refer to
    /// has its nodes in the symbol table.
    pub analysis_order: Vec<DeclId>,
    /// How many functions were made of parts of each, by name.
    pub clones: FxHashMap<Symbol, u32>,
    /// Functions and variables that have become other names of others (`icf`), and of which.
    pub folded: FxHashMap<DeclId, DeclId>,
    /// Functions that a pass has made: the pass manager takes them over after it.
    pub made: Vec<Function>,
    /// Functions whose bodies are RTL, for the backend to read: the others' passes take them for what others define.
    pub written_rtl: Vec<Function>,
    /// Bodies from an RTL dump, by the functions' names: what `expand` makes of these functions is put aside for them.
    pub rtl_dumps: FxHashMap<Box<str>, RtlDump>,
    /// Whether bodies are written in RTL: what they refer to is not known before they are read.
    pub has_rtl_bodies: bool,
}

/// How often a function is expected to run in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Frequency {
    Unlikely,
    Once,
    #[default]
    Normal,
    Hot,
}

/// What a symbol-table node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymtabNode {
    pub decl: DeclId,
    /// Number printed as `symbol_order`; [`SymtabNode::UNNUMBERED`] until it is given.
    pub order: u32,
    /// Number printed as `cgraph_uid` (functions only).
    pub cgraph_uid: u32,
    /// Whether the unit defines it.
    pub definition: bool,
    /// How often a function runs, as far as passes have found out.
    pub frequency: Frequency,
}

impl SymtabNode {
    /// The order of a static variable of a function until all that functions refer to is numbered.
    pub const UNNUMBERED: u32 = u32::MAX;

    /// Whether it has a number.
    pub fn is_numbered(&self) -> bool {
        self.order != SymtabNode::UNNUMBERED
    }
}

/// A whole translation unit.
pub struct Module {
    pub unit: Unit,
    /// Functions with bodies, in order of definition.
    pub functions: Vec<Function>,
}

impl Unit {
    /// Whether a function is inlined however large it is (`DECL_DISREGARD_INLINE_LIMITS`): because it must be, or because
    /// the body at hand is for inlining only.
    pub fn disregards_inline_limits(&self, decl: DeclId) -> bool {
        let decl = &self.decls[decl];
        decl.has(flag::ALWAYS_INLINE) || decl.has(flag::EXTERNAL | flag::INLINE | flag::GNU_INLINE)
    }

    /// Whether a symbol is kept though nothing in the unit may refer to it. `keep_static`: so is what is static and not
    /// declared inline.
    pub fn is_kept(&self, decl: DeclId, keep_static: bool) -> bool {
        let data = &self.decls[decl];
        let visible = data.has(flag::PUBLIC) && !data.has(flag::EXTERNAL);
        let kept = data.flags & (flag::PRESERVED | flag::CONSTRUCTOR | flag::DESTRUCTOR) != 0;
        visible || kept || keep_static && !data.has(flag::INLINE)
    }

    /// Whether arithmetic of a type ends the program where it overflows.
    pub fn overflow_traps(&self, ty: TypeId) -> bool {
        self.trapping_overflow && self.types.is_integral(ty) && !self.types.is_unsigned(ty)
    }

    /// An empty unit for a target.
    pub fn new(target: TargetDesc, mut symbols: Interner, diagnostics: Diagnostics) -> Unit {
        let (types, common) = Types::new(&target, &mut |name| symbols.intern(name));
        let mut trees = Trees::new();
        if target.pointer_size == 4 {
            trees.narrow_addresses();
        }
        Unit {
            target,
            symbols,
            types,
            common,
            decls: EntityVec::new(),
            consts: Consts::new(),
            trees,
            diagnostics: Box::new(diagnostics),
            initializers: FxHashMap::default(),
            array_bounds: FxHashMap::default(),
            symtab: Vec::new(),
            symtab_index: FxHashMap::default(),
            next_order: 0,
            last_uid: 0,
            toplevel_asm: Vec::new(),
            next_tmp: 0,
            expansion_order: Vec::new(),
            next_debug_temp: 0,
            counters: DebugCounters::default(),
            remarks: Vec::new(),
            wants_remarks: true,
            claims: None,
            implicit_builtins: FxHashMap::default(),
            main_input: String::new(),
            interposable: false,
            trapping_overflow: false,
            rules_applied: None,
            modref: FxHashMap::default(),
            static_vars: Default::default(),
            shown_alias_sets: Vec::new(),
            early_alias_sets: Vec::new(),
            stack_usage: String::new(),
            coverage: None,
            folding: crate::fold_const::Folding::default(),
            backend: None,
            pass_state: Default::default(),
            calls: CallEdges::default(),
            analysis_order: Vec::new(),
            clones: FxHashMap::default(),
            folded: FxHashMap::default(),
            made: Vec::new(),
            written_rtl: Vec::new(),
            rtl_dumps: FxHashMap::default(),
            has_rtl_bodies: false,
        }
    }

    /// The name of what a declaration is an alias of, or is resolved by.
    pub fn alias_target(&self, decl: DeclId) -> Option<Symbol> {
        self.decls[decl].extra.as_ref()?.alias
    }

    /// What a function or variable stands for: itself, unless it has become another's name.
    pub fn ultimate_alias_target(&self, decl: DeclId) -> DeclId {
        self.folded.get(&decl).copied().unwrap_or(decl)
    }

    /// The aliases that are visible outside: what they stand for is needed.
    pub fn visible_aliases(&self) -> impl Iterator<Item = DeclId> + '_ {
        let visible = |decl: &Decl| {
            decl.has(flag::PUBLIC) && decl.extra.as_ref().is_some_and(|e| e.alias.is_some())
        };
        self.decls.iter().filter(move |(_, decl)| visible(decl)).map(|(id, _)| id)
    }

    /// The symbol-table nodes in order.
    pub fn symtab(&self) -> &[SymtabNode] {
        &self.symtab
    }

    /// The node of a function or variable.
    pub fn symtab_node(&self, decl: DeclId) -> Option<&SymtabNode> {
        self.symtab_index.get(&decl).map(|&index| &self.symtab[index as usize])
    }

    /// The node of a function or variable, to be changed.
    pub fn symtab_node_mut(&mut self, decl: DeclId) -> Option<&mut SymtabNode> {
        self.symtab_index.get(&decl).map(|&index| &mut self.symtab[index as usize])
    }

    /// How often a function is expected to run.
    pub fn frequency(&self, function: DeclId) -> Frequency {
        self.symtab_node(function).map_or(Frequency::Normal, |node| node.frequency)
    }

    /// Notes how often a function is expected to run.
    pub fn set_frequency(&mut self, function: DeclId, frequency: Frequency) {
        if let Some(node) = self.symtab_node_mut(function) {
            node.frequency = frequency;
        }
    }

    /// Adds a node.
    pub fn add_symtab_node(&mut self, node: SymtabNode) {
        if node.is_numbered() {
            self.next_order = self.next_order.max(node.order + 1);
        }
        self.last_uid = self.last_uid.max(node.cgraph_uid);
        self.symtab_index.insert(node.decl, self.symtab.len() as u32);
        self.symtab.push(node);
    }

    /// The number of the next node.
    pub fn next_order(&self) -> u32 {
        self.next_order
    }

    /// Adds a node after all others, with the next numbers.
    pub fn append_symtab_node(&mut self, decl: DeclId, definition: bool) {
        let function = self.decls[decl].kind == DeclKind::Function;
        let cgraph_uid = if function { self.last_uid + 1 } else { 0 };
        let of_asm = self.toplevel_asm.last().map_or(0, |(order, _)| order + 1);
        let order = of_asm.max(self.next_order());
        let frequency = Frequency::default();
        self.add_symtab_node(SymtabNode { decl, order, cgraph_uid, definition, frequency });
    }

    /// Gives a symbol the next number: an unnumbered node, or a new one of something that others define.
    pub fn number_symbol(&mut self, decl: DeclId) {
        let of_asm = self.toplevel_asm.last().map_or(0, |(order, _)| order + 1);
        let order = of_asm.max(self.next_order());
        match self.symtab_node_mut(decl) {
            Some(node) if node.is_numbered() => {}
            Some(node) => {
                node.order = order;
                self.next_order = order + 1;
            }
            None => self.append_symtab_node(decl, false),
        }
    }

    /// Puts the nodes in the order of their numbers.
    pub fn sort_symtab(&mut self) {
        self.symtab.sort_by_key(|node| node.order);
        let places = self.symtab.iter().enumerate().map(|(at, node)| (node.decl, at as u32));
        self.symtab_index = places.collect();
    }

    /// A call of a function is inlined: what is copied has a node of its own, unless the function itself goes. Returns whether
    /// it does.
    pub fn count_inlined(&mut self, caller: DeclId, callee: DeclId) -> bool {
        let last = self.calls.inline(caller, callee);
        let data = &self.decls[callee];
        let visible = data.has(flag::PUBLIC) && !data.has(flag::EXTERNAL)
            || data.has(flag::PRESERVED)
            || self.calls.is_address_taken(callee);
        let stays = !last || visible;
        if stays {
            self.next_order += 1;
            self.last_uid += 1;
        }
        !stays
    }

    /// An integer constant of a type, wrapped to it.
    pub fn int(&mut self, ty: TypeId, value: i128) -> Operand {
        Operand::Const(self.int_id(ty, value))
    }

    /// As [`Self::int`], as an id.
    pub fn int_id(&mut self, ty: TypeId, value: i128) -> ConstId {
        let value = self.types.wrap(ty, value);
        self.consts.int(ty, value)
    }

    /// The value of an operand that is an integer constant.
    pub fn as_int(&self, op: Operand) -> Option<i128> {
        op.constant().and_then(|id| self.consts.as_int(id))
    }

    /// The integer type of 64 bits, the one of least rank.
    pub fn int64(&self, unsigned: bool) -> TypeId {
        if unsigned { self.common.uint64 } else { self.common.int64 }
    }

    /// What a constant adds to an address: the type of sizes has no sign, but distances have one.
    pub fn as_distance(&self, op: Operand) -> Option<i64> {
        self.as_int(op).map(|bytes| self.types.wrap(self.common.ssizetype, bytes) as i64)
    }

    /// The least and the greatest value of a case, as [`Types::order_key`] orders them;
    /// `None` for the default.
    pub fn case_range(&self, case: &Case) -> Option<(i128, i128)> {
        let low = case.low.expand()?;
        let key = |id| Some(self.types.order_key(self.consts[id].ty, self.consts.as_int(id)?));
        Some((key(low)?, key(case.high.expand().unwrap_or(low))?))
    }

    /// The case of a switch that a value of its index leads to.
    pub fn case_of<'a>(&self, switch: &'a Switch, value: ConstId) -> Option<&'a Case> {
        let value = self.types.order_key(self.consts[value].ty, self.consts.as_int(value)?);
        let (default, cases) = switch.cases.split_first()?;
        let holds = |case: &&Case| {
            self.case_range(case).is_some_and(|(low, high)| (low..=high).contains(&value))
        };
        Some(cases.iter().find(holds).unwrap_or(default))
    }

    /// Whether an operand is an integer or real zero (also of either sign), or a null pointer.
    pub fn is_zero(&self, op: Operand) -> bool {
        self.as_int(op) == Some(0)
    }

    /// The address of an object, as an operand.
    pub fn address_of(&mut self, object: Operand, object_type: TypeId) -> Operand {
        let ty = self.types.pointer_to(object_type);
        Operand::Tree(self.trees.add(TreeKind::Addr(object), ty))
    }

    /// As [`Self::address_of`], for a pointer that is not just part of a reference: the object may be reached through it.
    pub fn take_address(&mut self, object: Operand, object_type: TypeId) -> Operand {
        if let Operand::Decl(decl) = self.trees.base_address(object) {
            self.decls[decl].set(flag::ADDRESSABLE, true);
        }
        self.address_of(object, object_type)
    }

    /// Whether an operand is the address of something (`ADDR_EXPR`), and of what.
    pub fn addressed(&self, op: Operand) -> Option<Operand> {
        match op {
            Operand::Tree(id) => match *self.trees.kind(id) {
                TreeKind::Addr(object) => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of what a function returns, if it returns anything.
    pub fn returned_type(&self, function: DeclId) -> Option<TypeId> {
        match *self.types.kind(self.decls[function].ty) {
            TypeKind::Function { result, .. } if result != self.common.void => Some(result),
            _ => None,
        }
    }

    /// Whether a value of the type is returned in memory whose address the caller passes (`aggregate_value_p`): whatever
    /// does not fit two machine words.
    pub fn returns_in_memory(&self, ty: TypeId) -> bool {
        let words = u64::from(self.target.word_bits / 8) * 2;
        match self.types[ty].size {
            TypeSize::Const(size) => size > words,
            TypeSize::Variable => true,
            TypeSize::Incomplete => false,
        }
    }

    /// The name a declaration has in the source, if any.
    pub fn decl_name(&self, decl: DeclId) -> Option<&str> {
        self.decls[decl].name.map(|name| self.symbols.text(name))
    }

    /// A library function the compiler itself calls by its own name, made on first use.
    pub fn implicit_function(&mut self, name: &str, result: TypeId, params: &[TypeId]) -> DeclId {
        let symbol = self.symbols.intern(name);
        if let Some(&decl) = self.implicit_builtins.get(&symbol) {
            return decl;
        }
        let ty = self.types.function_of(result, params.to_vec(), false, true);
        let mut decl = Decl::new(DeclKind::Function, Some(symbol), ty, Location::BUILTIN);
        decl.flags = flag::EXTERNAL | flag::PUBLIC | flag::ARTIFICIAL;
        let decl = self.decls.push(decl);
        self.implicit_builtins.insert(symbol, decl);
        decl
    }

    /// The declaration `__builtin_name`, made on first use for what the compiler itself calls.
    pub fn implicit_builtin(
        &mut self,
        builtin: Builtin,
        result: TypeId,
        params: &[TypeId],
        variadic: bool,
    ) -> DeclId {
        let info = builtin.info();
        let symbol = self.symbols.intern(&format!("__builtin_{}", info.name));
        if let Some(&decl) = self.implicit_builtins.get(&symbol) {
            return decl;
        }
        let ty = self.types.function_of(result, params.to_vec(), variadic, true);
        let mut decl = Decl::new(DeclKind::Function, Some(symbol), ty, Location::BUILTIN);
        decl.flags = flag::EXTERNAL | flag::PUBLIC | flag::ARTIFICIAL | flag::NOTHROW;
        decl.builtin = Some(builtin);
        for (bit, flag) in
            [(Ecf::LEAF, flag::LEAF), (Ecf::CONST, flag::CONST), (Ecf::PURE, flag::PURE)]
        {
            decl.set(flag, info.flags.intersects(bit));
        }
        if info.flags.intersects(Ecf::NORETURN) {
            decl.flags |= flag::NORETURN;
        }
        if info.library {
            decl.extra_mut().assembler_name = Some(self.symbols.intern(info.name));
        }
        let decl = self.decls.push(decl);
        self.implicit_builtins.insert(symbol, decl);
        decl
    }
}
