//! The semantic actions as the parser calls them: [`crate::typeck`] and [`crate::fold`] over the parser's context.

use super::Parser;
use crate::fold;
use crate::generic::{ExprId, ExprKind, Incr, expr_flag};
use crate::scope::FrameKind;
use crate::typeck::{self, Assigning, UnaryOp};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

impl Parser<'_> {
    /// The value of an expression: arrays and functions become pointers.
    pub fn rvalue(&mut self, e: ExprId) -> ExprId {
        self.rvalue_at(self.cx.exprs[e].loc, e)
    }

    /// As [`Self::rvalue`], at the place GCC's parser makes it a value: most often where the expression starts.
    pub fn rvalue_at(&mut self, loc: Location, e: ExprId) -> ExprId {
        self.mark_read(e);
        typeck::default_function_array_conversion(&mut self.cx, loc, e)
    }

    /// A complete expression, folded.
    pub fn fully_fold(&mut self, e: ExprId) -> ExprId {
        fold::fully_fold(&mut self.cx, e, false)
    }

    /// The value of an expression that is an integer constant once folded.
    pub fn folded_int(&mut self, e: ExprId) -> Option<i128> {
        let in_init = self.cx.folding.require_constant;
        let folded = fold::fully_fold(&mut self.cx, e, in_init);
        self.cx.int_value(folded)
    }

    /// An expression compared with zero.
    pub fn truth_value(&mut self, e: ExprId, loc: Location) -> ExprId {
        let value = self.rvalue_at(loc, e);
        typeck::truthvalue_conversion(&mut self.cx, loc, value)
    }

    /// An expression as a statement.
    pub fn expression_as_statement(&mut self, e: ExprId, loc: Location) -> ExprId {
        let e = self.evaluated(e, loc);
        // The last statement of a statement expression may be its value.
        let in_value = self
            .function
            .as_deref()
            .is_some_and(|function| function.lists.iter().any(|list| list.is_value));
        if !in_value && !self.cx.is_error(e) {
            typeck::unused_value::warn_of_statement(&mut self.cx, e, loc);
        }
        self.placed(e, loc)
    }

    /// The value of `return` in a function that returns nothing: it is evaluated, and was meant.
    pub fn value_for_nobody(&mut self, e: ExprId, loc: Location) -> ExprId {
        let e = self.evaluated(e, loc);
        self.placed(e, loc)
    }

    fn evaluated(&mut self, e: ExprId, loc: Location) -> ExprId {
        self.mark_read_by_statement(e);
        typeck::verify_sequence_points(&mut self.cx, e);
        let e = typeck::default_function_array_conversion(&mut self.cx, loc, e);
        self.fully_fold(e)
    }

    /// A statement that evaluates an expression, at a place.
    fn placed(&mut self, e: ExprId, loc: Location) -> ExprId {
        let ty = self.cx.type_of(e);
        // What may occur in many places cannot carry the statement's location.
        if matches!(self.cx.exprs[e].kind, ExprKind::Decl(_) | ExprKind::Const(_)) {
            let flags = self.cx.exprs[e].flags;
            return self.cx.expr(ExprKind::Unary(TreeCode::Nop, e), ty, loc, flags);
        }
        e
    }

    /// The quantity a switch statement switches on, and the type it had before the integer promotions.
    pub fn switch_quantity(&mut self, e: ExprId, loc: Location) -> (ExprId, TypeId) {
        let e = self.rvalue(e);
        let ty = self.cx.type_of(e);
        if self.cx.is_error(e) {
            return (e, ty);
        }
        if !self.cx.unit.types.is_integral(ty) {
            self.error(loc, "switch quantity not an integer");
            let int = self.cx.unit.common.int;
            return (self.cx.int_expr(int, 0, loc), int);
        }
        let e = typeck::perform_integral_promotions(&mut self.cx, e);
        (self.fully_fold(e), ty)
    }

    /// A conversion as by a cast, without its warnings.
    pub fn convert(&mut self, ty: TypeId, e: ExprId, _loc: Location) -> ExprId {
        let e = self.fully_fold(e);
        typeck::convert(&mut self.cx, ty, e)
    }

    /// The value of a `return` statement.
    pub fn convert_returned(&mut self, ty: TypeId, e: ExprId, loc: Location) -> ExprId {
        self.warn_of_enumerator(ty, self.written, loc);
        let e = self.rvalue(e);
        let e = self.fully_fold(e);
        let value = typeck::convert_for_assignment(&mut self.cx, loc, ty, e, &Assigning::Return);
        typeck::convert(&mut self.cx, ty, value)
    }

    /// The value an object is initialised with.
    pub fn convert_initial_value(&mut self, ty: TypeId, e: ExprId, loc: Location) -> ExprId {
        self.warn_of_enumerator(ty, self.written, loc);
        let e = self.rvalue(e);
        let in_init = self.cx.folding.require_constant;
        let e = fold::fully_fold(&mut self.cx, e, in_init);
        typeck::convert_for_assignment(&mut self.cx, loc, ty, e, &Assigning::Init)
    }

    /// Whether two types are compatible.
    pub fn compatible_types(&self, a: TypeId, b: TypeId) -> bool {
        typeck::compatible(&self.cx, a, b)
    }

    /// The type two compatible types give together.
    pub fn composite_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        typeck::composite_type(&mut self.cx, a, b)
    }

    /// A type in quotes, for messages.
    pub fn quoted_type(&self, ty: TypeId) -> String {
        typeck::spell::quoted(&self.cx, ty)
    }

    /// A type in C's syntax, for messages.
    pub fn type_text(&self, ty: TypeId) -> String {
        typeck::spell::type_text(&self.cx, ty, false)
    }

    /// Lets an object live in memory; it complains where that cannot be.
    pub fn mark_addressable(&mut self, e: ExprId) {
        let loc = self.cx.exprs[e].loc;
        typeck::mark_addressable(&mut self.cx, loc, e);
    }

    /// An object an `asm` writes.
    pub fn asm_output(&mut self, e: ExprId, loc: Location) -> ExprId {
        if !typeck::lvalue_p(&self.cx, e) {
            self.error(loc, "lvalue required in ‘asm’ statement");
            return self.cx.error_expr(loc);
        }
        fold::fully_fold_lvalue(&mut self.cx, e)
    }

    /// `&e`.
    pub fn address_of(&mut self, e: ExprId, loc: Location) -> ExprId {
        self.mark_read(e);
        typeck::build_address(&mut self.cx, loc, e)
    }

    /// A call that is not written as one.
    pub fn call(&mut self, callee: ExprId, args: Vec<ExprId>, loc: Location) -> ExprId {
        self.placed_call(callee, args, &[], loc)
    }

    /// A call; `places` are where its arguments are written, or empty.
    pub fn placed_call(
        &mut self,
        callee: ExprId,
        args: Vec<ExprId>,
        places: &[Location],
        loc: Location,
    ) -> ExprId {
        self.mark_read(callee);
        let callee = self.fitting_callee(callee, &args, loc);
        typeck::build_call(&mut self.cx, loc, callee, &args, places)
    }

    /// A call whose type the caller knows.
    pub fn generic_call(
        &mut self,
        callee: ExprId,
        args: Vec<ExprId>,
        ty: TypeId,
        loc: Location,
    ) -> ExprId {
        let callee = self.address_of(callee, loc);
        let args: Box<[ExprId]> = args.into_iter().map(|arg| self.fully_fold(arg)).collect();
        if let Some(decl) = fold::util::called_function(&self.cx, callee)
            && let Some(folded) = fold::fold_builtin_call(&mut self.cx, loc, decl, ty, &args)
        {
            return folded;
        }
        self.cx.expr(ExprKind::Call { callee, args }, ty, loc, expr_flag::SIDE_EFFECTS)
    }

    /// Zero of a scalar type.
    pub fn zero_of(&mut self, ty: TypeId, loc: Location) -> ExprId {
        fold::int_const(&mut self.cx, loc, ty, 0)
    }

    /// An expression to be evaluated once only.
    pub fn save_expr(&mut self, e: ExprId) -> ExprId {
        fold::save_expr(&mut self.cx, e)
    }

    /// `a code b`.
    pub fn binary(&mut self, loc: Location, code: TreeCode, a: ExprId, b: ExprId) -> ExprId {
        typeck::build_binary(&mut self.cx, loc, code, a, b)
    }

    /// A prefix operator.
    pub fn unary(&mut self, loc: Location, op: UnaryOp, e: ExprId) -> ExprId {
        typeck::build_unary(&mut self.cx, loc, op, e)
    }

    /// `++` and `--`.
    pub fn increment(&mut self, loc: Location, incr: Incr, e: ExprId) -> ExprId {
        self.mark_read(e);
        typeck::build_increment(&mut self.cx, loc, incr, e)
    }

    /// `(type) e`.
    pub fn cast(&mut self, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
        typeck::build_cast(&mut self.cx, loc, ty, e)
    }

    /// `a, b`.
    pub fn comma(&mut self, loc: Location, a: ExprId, b: ExprId) -> ExprId {
        typeck::build_compound(&mut self.cx, loc, a, b)
    }

    /// `c ? a : b`.
    pub fn conditional(&mut self, loc: Location, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        typeck::build_conditional(&mut self.cx, loc, c, a, b)
    }

    /// `target code= value`; plain `=` for `Single`. The value comes with where it begins.
    pub fn assign(
        &mut self,
        loc: Location,
        target: ExprId,
        code: TreeCode,
        value: (ExprId, Location),
    ) -> ExprId {
        let operator = (code != TreeCode::Single).then_some(code);
        if operator.is_some() {
            self.mark_read(target);
        }
        typeck::build_modify(&mut self.cx, loc, target, operator, value)
    }

    /// `*pointer`.
    pub fn indirect(&mut self, loc: Location, pointer: ExprId) -> ExprId {
        let pointer = self.rvalue_at(loc, pointer);
        typeck::build_indirect(&mut self.cx, loc, pointer, "unary *")
    }

    /// What `pointer->` selects a member of.
    pub fn indirect_member(&mut self, loc: Location, pointer: ExprId) -> ExprId {
        let pointer = self.rvalue_at(loc, pointer);
        typeck::build_indirect(&mut self.cx, loc, pointer, "->")
    }

    /// `object.name`.
    pub fn member(
        &mut self,
        loc: Location,
        object: ExprId,
        name: Symbol,
        name_loc: Location,
    ) -> ExprId {
        typeck::build_component_ref(&mut self.cx, loc, object, name, name_loc)
    }

    /// `array[index]`.
    pub fn index(&mut self, loc: Location, array: ExprId, index: ExprId) -> ExprId {
        self.mark_read(index);
        if !matches!(self.cx.unit.types.kind(self.cx.type_of(array)), TypeKind::Array { .. }) {
            self.mark_read(array);
        }
        typeck::build_array_ref(&mut self.cx, loc, array, index)
    }

    /// `sizeof`, of a type or of an expression.
    pub fn size_of(&mut self, loc: Location, ty: TypeId, operand: Option<ExprId>) -> ExprId {
        match operand {
            Some(e) => typeck::size_of_expr(&mut self.cx, loc, e),
            None => typeck::size_of(&mut self.cx, loc, ty, "sizeof"),
        }
    }

    /// `_Alignof`.
    pub fn align_of(&mut self, loc: Location, ty: TypeId, operand: Option<ExprId>) -> ExprId {
        match operand {
            Some(e) => typeck::size::align_of_expr(&mut self.cx, loc, e),
            None => typeck::align_of(&mut self.cx, loc, ty, "__alignof__"),
        }
    }

    /// Offset of the object a reference names within the object it is part of.
    pub fn offset_of(&mut self, loc: Location, reference: ExprId) -> ExprId {
        typeck::size::offset_of(&mut self.cx, loc, reference)
    }

    /// Whether an expression is a bit-field.
    pub fn is_bit_field(&self, e: ExprId) -> bool {
        typeck::rvalue::bit_field(&self.cx, e).is_some()
    }

    /// `&&label`.
    pub fn label_address_expr(&mut self, label: DeclId, loc: Location) -> ExprId {
        self.cx.unit.decls[label].flags |= flag::FORCED_LABEL | flag::ADDRESSABLE;
        let ty = self.cx.unit.common.void_ptr;
        self.cx.expr(ExprKind::LabelAddr(label), ty, loc, expr_flag::CONSTANT)
    }

    /// A compound literal whose braces have been parsed: an unnamed variable, static at file scope.
    pub fn compound_literal_of(&mut self, ty: TypeId, init: ExprId, loc: Location) -> ExprId {
        let is_static = self.function.is_none() || matches!(self.scopes.kind(), FrameKind::File);
        let ty = if self.is_unbounded_array(ty) { self.cx.type_of(init) } else { ty };
        if self.cx.is_error(init) || self.is_incomplete(ty) {
            return self.cx.error_expr(loc);
        }
        let mut decl = Decl::new(DeclKind::Var, None, ty, loc);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        self.set_qualifier_flags(&mut decl);
        let stmt = if is_static {
            let name = format!("__compound_literal.{}", self.unit.compound_literals);
            self.unit.compound_literals += 1;
            decl.name = Some(self.cx.unit.symbols.intern(&name));
            decl.flags |= flag::STATIC;
            let decl = self.cx.new_decl(decl);
            let operand = self.static_initializer(init);
            self.cx.unit.initializers.insert(decl, operand);
            self.add_to_symtab(decl, true);
            (decl, ExprId::NONE)
        } else {
            decl.context = self.cx.current_function;
            let decl = self.cx.new_decl(decl);
            self.cx.local_inits.insert(decl, init);
            self.scopes.current().vars.push(decl);
            (decl, self.statement_expr(ExprKind::DeclStmt(decl), loc))
        };
        let mut flags = self.cx.exprs[init].flags & expr_flag::SIDE_EFFECTS;
        if is_static {
            flags |= expr_flag::CONSTANT;
        }
        self.cx.expr(ExprKind::CompoundLiteral(stmt.0, stmt.1), ty, loc, flags)
    }

    /// The operand a static object was initialised with, if it was.
    pub fn static_value(&self, decl: DeclId) -> Option<Operand> {
        self.cx.unit.initializers.get(&decl).copied()
    }
}
