//! Expressions made and simplified, as GCC folds trees: constants, the rules of the table, and sums whose parts are put
//! together.
//!
//! ```text
//!   ((unsigned int) n_4(D) - 1) + 3          (unsigned int) n_4(D) + 2
//!   (unsigned int) (i_5(D) + 2)              (unsigned int) i_5(D) + 2
//! ```

use super::expr::{ExprId, Exprs, Node};
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::function::Function;
use gimple::options::Options;
use gimple::simplify::{Subject, simplify_gimple};
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// An operation on expressions.
type Operation = gimple::simplify::Expr<ExprId, TypeId>;

/// Simplifications of simplifications that are tried.
const MAX_ROUNDS: u32 = 12;
/// Nesting of operations that rules make.
const MAX_DEPTH: u32 = 8;
const NONE: ExprId = ExprId::NONE;

/// What makes expressions.
pub struct Folder<'a> {
    pub unit: &'a mut Unit,
    pub f: &'a Function,
    pub options: &'a Options,
    pub exprs: &'a mut Exprs,
    depth: u32,
}

impl<'a> Folder<'a> {
    pub fn new(
        unit: &'a mut Unit,
        f: &'a Function,
        options: &'a Options,
        exprs: &'a mut Exprs,
    ) -> Folder<'a> {
        Folder { unit, f, options, exprs, depth: 0 }
    }

    /// An operand.
    pub fn leaf(&mut self, op: Operand) -> ExprId {
        self.exprs.leaf(self.unit, self.f, op)
    }

    /// A number of a type, wrapped.
    pub fn number(&mut self, ty: TypeId, value: i128) -> ExprId {
        self.constant(ty, value)
    }

    /// The number an expression is.
    pub fn as_int(&self, id: ExprId) -> Option<i128> {
        self.unit.as_int(self.exprs.operand(id))
    }

    /// A truth value.
    pub fn truth_value(&mut self, value: bool) -> ExprId {
        let bool_ = self.unit.common.bool_;
        self.number(bool_, value.into())
    }

    /// An operation with two operands (`fold_build2`).
    pub fn binary(&mut self, code: TreeCode, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        self.fold(code, ty, [a, b, NONE])
    }

    /// An operation with one operand (`fold_build1`).
    pub fn unary(&mut self, code: TreeCode, ty: TypeId, a: ExprId) -> ExprId {
        self.fold(code, ty, [a, NONE, NONE])
    }

    /// A comparison.
    pub fn compare(&mut self, code: TreeCode, a: ExprId, b: ExprId) -> ExprId {
        let bool_ = self.unit.common.bool_;
        self.fold(code, bool_, [a, b, NONE])
    }

    /// `test ? a : b`.
    pub fn choice(&mut self, test: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.as_int(test) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            // The simpler value comes last.
            None if self.is_constant(a) && !self.is_constant(b) && self.is_comparison(test) => {
                let inverse = self.not(test);
                self.choice(inverse, b, a)
            }
            None => self.exprs.operation_on(TreeCode::Cond, self.exprs.ty(a), [test, a, b]),
        }
    }

    fn is_comparison(&self, id: ExprId) -> bool {
        self.exprs.operation(id).is_some_and(|(code, _)| code.is_comparison())
    }

    /// An operation on a choice, of which one value is a constant, is a choice of what it makes of the values; the other
    /// operand, if there is one, is a constant, too.
    fn fold_in_choice(&mut self, code: TreeCode, ty: TypeId, ops: [ExprId; 3]) -> Option<ExprId> {
        let [mut a, mut b, third] = ops;
        if b.is_some() && code.is_commutative() && self.is_constant(a) {
            (a, b) = (b, a);
        }
        let chosen = |folder: &Folder<'_>, id: ExprId| match folder.exprs.operation(id) {
            Some((TreeCode::Cond, parts)) => Some(parts),
            _ => None,
        };
        if third.is_some() || !self.integral(ty) {
            return None;
        }
        let sums = matches!(code, TreeCode::Plus | TreeCode::Minus | TreeCode::Mult);
        let values = |[_, x, y]: [ExprId; 3], f: &mut dyn FnMut(ExprId) -> ExprId| (f(x), f(y));
        let (test, (x, y)) = match (chosen(self, a), code) {
            (Some(parts), TreeCode::Nop) if self.integral(self.exprs.ty(a)) => {
                (parts[0], values(parts, &mut |value| self.convert(ty, value)))
            }
            (Some(parts), _) if sums && self.is_constant(b) => {
                (parts[0], values(parts, &mut |value| self.binary(code, ty, value, b)))
            }
            _ => return None,
        };
        (self.is_constant(x) || self.is_constant(y)).then(|| self.choice(test, x, y))
    }

    /// `a && b`.
    pub fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (Some(_), _) | (_, Some(0)) => b,
            _ if a == b => a,
            _ => self.exprs.operation_on(TreeCode::TruthAnd, self.exprs.ty(a), [a, b, NONE]),
        }
    }

    /// `a || b`.
    pub fn either(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (Some(_), _) | (_, Some(1)) => b,
            _ if a == b => a,
            _ => self.exprs.operation_on(TreeCode::TruthOr, self.exprs.ty(a), [a, b, NONE]),
        }
    }

    /// `!a`.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        if let Some((code, [x, y, _])) = self.exprs.operation(a)
            && code.is_comparison()
            && let Some(inverted) = code.invert_comparison(false)
        {
            return self.compare(inverted, x, y);
        }
        if let Some((TreeCode::TruthNot, [inverse, ..])) = self.exprs.operation(a) {
            return inverse;
        }
        match self.as_int(a) {
            Some(value) => self.truth_value(value == 0),
            None => self.exprs.operation_on(TreeCode::TruthNot, self.exprs.ty(a), [a, NONE, NONE]),
        }
    }

    /// A value in another type (`fold_convert`).
    pub fn convert(&mut self, ty: TypeId, a: ExprId) -> ExprId {
        if a == ExprId::UNKNOWN || self.same(ty, self.exprs.ty(a)) {
            return a;
        }
        self.unary(TreeCode::Nop, ty, a)
    }

    /// The integer type of as many bits without sign; that of addresses for pointers (`unsigned_type_for`).
    pub fn unsigned_type(&mut self, ty: TypeId) -> TypeId {
        if self.pointer(ty) {
            let bits = self.unit.types.precision(ty).unwrap_or(64);
            return self.unit.types.nonstandard_integer(bits as u16, true);
        }
        self.integer_type(ty, true)
    }

    /// The integer type of as many bits with a sign.
    pub fn signed_type(&mut self, ty: TypeId) -> TypeId {
        self.integer_type(ty, false)
    }

    /// The type of what is added to values of a type: that of sizes for pointers.
    pub fn step_type(&self, ty: TypeId) -> TypeId {
        if self.pointer(ty) { self.unit.common.sizetype } else { ty }
    }

    /// A sum of a value and what fits to its type; addresses are moved (`fold_build_pointer_plus`).
    pub fn plus(&mut self, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        if self.pointer(ty) {
            let offset = self.convert(self.unit.common.sizetype, b);
            self.binary(TreeCode::PointerPlus, ty, a, offset)
        } else {
            self.binary(TreeCode::Plus, ty, a, b)
        }
    }

    /// An operation, simplified.
    pub fn fold(&mut self, code: TreeCode, ty: TypeId, ops: [ExprId; 3]) -> ExprId {
        if ops.contains(&ExprId::UNKNOWN) {
            return ExprId::UNKNOWN;
        }
        if ops.iter().any(|&op| op.is_some() && self.exprs.has_chrec(op)) {
            return self.exprs.operation_on(code, ty, ops);
        }
        if let Some(choice) = self.fold_in_choice(code, ty, ops) {
            return choice;
        }
        let mut expr = Operation { code, ty, ops };
        for _ in 0..MAX_ROUNDS {
            self.canonicalize(&mut expr);
            let Some(simpler) = self.step(&expr).filter(|simpler| *simpler != expr) else { break };
            expr = simpler;
            if expr.code == TreeCode::Single {
                return expr.ops[0];
            }
        }
        let Operation { code, ty, ops } = expr;
        self.exprs.operation_on(code, ty, ops)
    }

    fn canonicalize(&self, expr: &mut Operation) {
        let [a, b, _] = expr.ops;
        if !expr.code.is_comparison() && !expr.code.is_commutative() || !self.goes_second(a, b) {
            return;
        }
        expr.ops.swap(0, 1);
        if expr.code.is_comparison() {
            expr.code = expr.code.swap_comparison();
        }
    }

    /// Whether the first of two operands should be the second: constants are, and names after expressions, later ones
    /// after earlier ones (`tree_swap_operands_p`).
    fn goes_second(&self, a: ExprId, b: ExprId) -> bool {
        match (self.exprs.operand(a), self.exprs.operand(b)) {
            (_, Operand::Const(_)) => false,
            (Operand::Const(_), _) => true,
            (Operand::Ssa(x), Operand::Ssa(y)) => x > y,
            (_, Operand::Ssa(_)) => false,
            (Operand::Ssa(_), _) => true,
            _ => false,
        }
    }

    fn step(&mut self, expr: &Operation) -> Option<Operation> {
        let value = |op: ExprId| Operation::of_value(expr.ty, op, NONE);
        if let Some(constant) = self.fold_constants(expr) {
            return Some(value(constant));
        }
        if let Some(simpler) = simplify_gimple(self, expr) {
            return Some(simpler);
        }
        match expr.code {
            TreeCode::Plus | TreeCode::Minus => self.associate(expr).map(value),
            TreeCode::PointerPlus => {
                let at_once = self.distance_added(expr).or_else(|| self.offsets_added(expr));
                at_once.map(value)
            }
            _ => None,
        }
    }

    fn fold_constants(&mut self, expr: &Operation) -> Option<ExprId> {
        let constant = |folder: &Folder<'_>, op: ExprId| folder.exprs.operand(op).constant();
        let a = constant(self, expr.ops[0])?;
        let id = match expr.code.arity() {
            1 if expr.code != TreeCode::Single => {
                fold_const::const_unop(self.unit, expr.code, expr.ty, a)?
            }
            2 => {
                let b = constant(self, expr.ops[1])?;
                if expr.code.is_comparison() {
                    fold_const::const_compare(self.unit, expr.code, expr.ty, a, b)?
                } else {
                    fold_const::const_binop(self.unit, expr.code, expr.ty, a, b)?
                }
            }
            _ => return None,
        };
        let id = fold_const::drop_overflow(self.unit, id);
        Some(self.leaf(Operand::Const(id)))
    }

    /// An address with the distance to another added is the other.
    fn distance_added(&mut self, expr: &Operation) -> Option<ExprId> {
        let (TreeCode::Minus, [to, from, _]) = self.exprs.operation(expr.ops[1])? else {
            return None;
        };
        let (to, from) = (self.exprs.converted(to)?, self.exprs.converted(from)?);
        (from == expr.ops[0] && self.pointer(self.exprs.ty(to))).then(|| self.convert(expr.ty, to))
    }

    /// What is added to an address one after the other is added at once.
    fn offsets_added(&mut self, expr: &Operation) -> Option<ExprId> {
        let (TreeCode::PointerPlus, [address, by, _]) = self.exprs.operation(expr.ops[0])? else {
            return None;
        };
        let sizetype = self.unit.common.sizetype;
        let all = self.binary(TreeCode::Plus, sizetype, by, expr.ops[1]);
        Some(self.plus(expr.ty, address, all))
    }

    /// A sum of which parts were sums already, with their constants added up (`associate:`). It is added up in a type in which
    /// overflow wraps where an operand is a conversion from such.
    fn associate(&mut self, expr: &Operation) -> Option<ExprId> {
        if !self.integral(expr.ty) {
            return None;
        }
        let plain = [self.bare(expr.ops[0]), self.bare(expr.ops[1])];
        let wrapping = plain
            .map(|op| self.exprs.ty(op))
            .into_iter()
            .find(|&ty| self.integral(ty) && self.wraps(ty) && self.bits(ty) == self.bits(expr.ty));
        let (ty, [a, b]) = match wrapping.filter(|_| !self.wraps(expr.ty)) {
            Some(ty) => (ty, plain),
            None => (expr.ty, [expr.ops[0], expr.ops[1]]),
        };
        let mut parts = Parts::default();
        self.split_operand(ty, a, false, &mut parts);
        self.split_operand(ty, b, expr.code == TreeCode::Minus, &mut parts);
        let variables = parts.added.len() + parts.taken.len();
        // A sum with several variables may be added up in another order only where overflow wraps.
        if variables + parts.objects < 3 || !self.wraps(ty) && variables > 1 {
            return None;
        }
        let sum = self.sum_of_parts(ty, &parts);
        Some(self.convert(expr.ty, sum))
    }

    /// An integer without conversions that change no bits.
    fn bare(&self, id: ExprId) -> ExprId {
        let mut id = id;
        while let Some(inner) = self.exprs.converted(id) {
            let (to, from) = (self.exprs.ty(id), self.exprs.ty(inner));
            if !self.integral(from) || self.bits(to) != self.bits(from) {
                break;
            }
            id = inner;
        }
        id
    }

    fn sum_of_parts(&mut self, ty: TypeId, parts: &Parts) -> ExprId {
        let mut sum = NONE;
        for &part in &parts.added {
            let part = self.convert(ty, part);
            sum = if sum == NONE { part } else { self.sum(TreeCode::Plus, ty, sum, part) };
        }
        for &part in &parts.taken {
            let part = self.convert(ty, part);
            if sum == NONE {
                sum = self.number(ty, 0);
            }
            sum = self.sum(TreeCode::Minus, ty, sum, part);
        }
        let (plus, minus) = (parts.plus.unwrap_or(0), parts.minus.unwrap_or(0));
        let (code, number) = match parts.plus {
            None => (TreeCode::Minus, minus),
            Some(plus) if parts.minus.is_none() && self.unsigned(ty) => (TreeCode::Plus, plus),
            Some(plus) if plus < minus => (TreeCode::Minus, minus - plus),
            Some(_) => (TreeCode::Plus, plus - minus),
        };
        let number = self.wrap(ty, Some(number)).unwrap_or(number);
        if sum == NONE {
            return match self.wrap(ty, Some(plus - minus)) {
                Some(number) => self.number(ty, number),
                None => self.number(ty, plus - minus),
            };
        }
        if number == 0 {
            return sum;
        }
        let number = self.number(ty, number);
        self.sum(code, ty, sum, number)
    }

    /// A sum of parts that have just been put together: it is not looked at again.
    fn sum(&mut self, code: TreeCode, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        let is_sum = |folder: &Folder<'_>, op: ExprId| {
            let operation = folder.exprs.operation(op);
            operation.is_some_and(|(code, _)| matches!(code, TreeCode::Plus | TreeCode::Minus))
        };
        if is_sum(self, a) || is_sum(self, b) {
            self.exprs.operation_on(code, ty, [a, b, NONE])
        } else {
            self.binary(code, ty, a, b)
        }
    }

    /// Adds what an operand is the sum of to the parts: the address that a number is added to is a part, too, so that what is
    /// left is no sum of pointers, which must not wrap.
    fn split_operand(&mut self, ty: TypeId, id: ExprId, negative: bool, parts: &mut Parts) {
        let pointer = self.exprs.converted(id).filter(|&inner| {
            let from = self.exprs.ty(inner);
            self.pointer(from) && self.bits(from) == self.bits(ty)
        });
        match pointer.and_then(|inner| self.exprs.operation(inner)) {
            Some((TreeCode::PointerPlus, [address, by, _])) if self.as_int(by).is_some() => {
                let address = self.convert(ty, address);
                self.split(address, negative, parts);
                self.split(by, negative, parts);
            }
            _ => {
                // A sum of the other sign is taken apart, too, where nothing is lost by that.
                let inner = self.bare(id);
                let is_sum = matches!(
                    self.exprs.operation(inner),
                    Some((TreeCode::Plus | TreeCode::Minus, _))
                );
                self.split(if is_sum && self.wraps(ty) { inner } else { id }, negative, parts);
            }
        }
    }

    /// Adds what an expression is the sum of to the parts.
    fn split(&self, id: ExprId, negative: bool, parts: &mut Parts) {
        if let Some(number) = self.as_int(id) {
            let sum = if negative { &mut parts.minus } else { &mut parts.plus };
            *sum = Some(sum.unwrap_or(0) + number);
            parts.objects += 1;
            return;
        }
        match self.exprs.operation(id) {
            Some((code @ (TreeCode::Plus | TreeCode::Minus), [a, b, _]))
                if parts.added.len() + parts.taken.len() < MAX_PARTS =>
            {
                self.split(a, negative, parts);
                self.split(b, negative ^ (code == TreeCode::Minus), parts);
            }
            _ if negative => parts.take(id),
            _ => parts.give(id),
        }
    }
}

/// Parts of a sum that is taken apart.
const MAX_PARTS: usize = 8;

/// The parts of a sum.
#[derive(Default)]
struct Parts {
    added: Vec<ExprId>,
    taken: Vec<ExprId>,
    /// The sums of the numbers added and taken away.
    plus: Option<i128>,
    minus: Option<i128>,
    /// How many numbers there were, and variables that went away.
    objects: usize,
}

impl Parts {
    fn give(&mut self, id: ExprId) {
        self.objects += put(&mut self.added, &mut self.taken, id);
    }

    fn take(&mut self, id: ExprId) {
        self.objects += put(&mut self.taken, &mut self.added, id);
    }
}

/// Puts a part on one side of a sum, or takes it from the other; how many went away.
fn put(to: &mut Vec<ExprId>, other: &mut Vec<ExprId>, id: ExprId) -> usize {
    match other.iter().position(|&part| part == id) {
        Some(index) => {
            other.remove(index);
            2
        }
        None => {
            to.push(id);
            0
        }
    }
}

impl gimple::typed_subject::TypedSubject for Folder<'_> {
    type Value = ExprId;

    const NONE: ExprId = NONE;

    fn unit(&self) -> &Unit {
        self.unit
    }

    fn unit_mut(&mut self) -> &mut Unit {
        self.unit
    }

    fn options(&self) -> &Options {
        self.options
    }

    fn definition(&self, value: ExprId) -> Option<Operation> {
        let Node::Operation { code, ty, ops } = self.exprs.node(value) else { return None };
        Some(Operation { code, ty, ops })
    }

    fn operand(&self, value: ExprId) -> Operand {
        self.exprs.operand(value)
    }

    fn of_operand(&mut self, op: Operand) -> ExprId {
        self.leaf(op)
    }

    fn single_use(&self, _: ExprId) -> bool {
        true
    }

    fn used_once(&self, _: ExprId) -> bool {
        true
    }

    fn type_of(&self, value: ExprId) -> TypeId {
        self.exprs.ty(value)
    }

    fn known_bits(&self, name: SsaName) -> u64 {
        self.f.nonzero_bits.get(name)
    }

    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [ExprId; 3]) -> Option<ExprId> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.fold(code, ty, ops);
        self.depth -= 1;
        value.known()
    }
}
