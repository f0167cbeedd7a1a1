//! What a rule claims: where the pattern has a value and the condition holds, the template has the same.

use crate::logic::{Bin, Cmp, Logic};
use crate::types::{Classes, Type, operator};
use gimlet_rules::ast::{Condition, Op, Pattern, Question, Rule, Template, TypeRef, Value};
use gimlet_rules::{Operator, Shape};
use std::collections::BTreeMap;

/// A choice of types for a rule.
pub struct Instance<'a> {
    pub rule: &'a Rule,
    pub classes: &'a Classes,
    pub types: BTreeMap<usize, Type>,
    /// The type of counts.
    pub count: Type,
    /// Bits to calculate in where there should be no limit.
    pub wide: u32,
}

/// What is claimed of all values: if `assumed`, then `claimed`.
pub struct Claim<T> {
    pub assumed: T,
    pub claimed: T,
}

impl Instance<'_> {
    pub fn ty(&self, ty: &TypeRef) -> Type {
        match ty {
            TypeRef::Int => self.count,
            TypeRef::Truth => Type::TRUTH,
            TypeRef::Unsigned(of) => Type { unsigned: true, ..self.ty(of) },
            TypeRef::Signed(of) => Type { unsigned: false, ..self.ty(of) },
            TypeRef::Root | TypeRef::Of(_) => {
                self.classes.class_of(ty).map_or(self.count, |class| self.types[&class])
            }
        }
    }

    /// A condition as far as types decide it.
    pub fn decide(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.decide(part)).collect();
                if parts.contains(&Some(false)) {
                    Some(false)
                } else {
                    parts.iter().all(|part| *part == Some(true)).then_some(true)
                }
            }
            Condition::Any(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.decide(part)).collect();
                if parts.contains(&Some(true)) {
                    Some(true)
                } else {
                    parts.iter().all(|part| *part == Some(false)).then_some(false)
                }
            }
            Condition::Not(inner) => self.decide(inner).map(|holds| !holds),
            Condition::Ask(question, types) => {
                let types: Vec<Type> = types.iter().map(|ty| self.ty(ty)).collect();
                Some(ask(*question, &types))
            }
            Condition::Compare(symbol, left, right) => {
                let (a, b) = (self.of_types(left)?, self.of_types(right)?);
                Some(match *symbol {
                    "==" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                })
            }
            Condition::Fits(..) | Condition::NotZero(_) | Condition::NotNegative(_) => None,
            Condition::Negative(_) => Some(false),
        }
    }

    fn of_types(&self, value: &Value) -> Option<i128> {
        match value {
            Value::Number(number) => Some(*number),
            Value::Bits(ty) => Some(self.ty(ty).bits.into()),
            _ => None,
        }
    }
}

fn ask(question: Question, types: &[Type]) -> bool {
    let ty = types.first().copied().unwrap_or(Type::TRUTH);
    match question {
        Question::Integral => !ty.pointer,
        Question::Pointer => ty.pointer,
        Question::Unsigned => ty.unsigned,
        Question::Wraps => ty.wraps(),
        Question::Undefined => {
            if ty.pointer {
                !ty.wrapv
            } else {
                !ty.wraps()
            }
        }
        Question::Truth => ty == Type::TRUTH,
        Question::Same => ty == types[1],
        Question::Alike => {
            let other = types[1];
            !ty.pointer && !other.pointer && (ty.bits, ty.unsigned) == (other.bits, other.unsigned)
        }
        Question::Nop => ty.bits == types[1].bits,
        Question::Whole => true,
        Question::Float | Question::Real | Question::Nans | Question::Trapping => false,
        Question::SignalingNans | Question::Rounding => false,
        Question::SignedZeros => true,
    }
}

/// Works a claim out in a logic.
pub struct Meaning<'a, L: Logic> {
    pub logic: &'a mut L,
    instance: &'a Instance<'a>,
    values: BTreeMap<String, L::Bits>,
    variables: usize,
    assumed: L::Truth,
    /// Whether the template has a value.
    defined: L::Truth,
    /// The masks of possible bits.
    possible: BTreeMap<String, L::Bits>,
    /// The inverses of numbers in types.
    inverses: Vec<(Value, L::Bits)>,
}

impl<'a, L: Logic> Meaning<'a, L> {
    pub fn claim(logic: &'a mut L, instance: &'a Instance<'a>) -> Claim<L::Truth> {
        let (assumed, defined) = (logic.truth(true), logic.truth(true));
        let mut meaning = Meaning {
            logic,
            instance,
            values: BTreeMap::new(),
            variables: 0,
            assumed,
            defined,
            possible: BTreeMap::new(),
            inverses: Vec::new(),
        };
        let root = instance.ty(&TypeRef::Root);
        let (before, ty) = meaning.pattern(&instance.rule.pattern, root);
        assert_eq!(ty, root);
        let condition = meaning.condition(&instance.rule.condition);
        meaning.assume(&condition);
        let (after, ty) = meaning.template(&instance.rule.result, root, true);
        assert!(
            (ty.bits, ty.unsigned, ty.pointer) == (root.bits, root.unsigned, root.pointer),
            "{}: {ty:?} in place of {root:?}",
            instance.rule.name
        );
        let same = meaning.logic.cmp(Cmp::Eq, &before, &after);
        let claimed = meaning.logic.and(&meaning.defined.clone(), &same);
        Claim { assumed: meaning.assumed, claimed }
    }

    fn assume(&mut self, truth: &L::Truth) {
        self.assumed = self.logic.and(&self.assumed.clone(), truth);
    }

    fn fresh(&mut self, width: u32) -> L::Bits {
        self.variables += 1;
        self.logic.variable(self.variables - 1, width)
    }

    /// The type of a part of the pattern, which has type `place` unless it says otherwise itself.
    fn type_of_pattern(&self, pattern: &Pattern, place: Type) -> Type {
        match pattern {
            Pattern::Any(name) | Pattern::Constant(name) => {
                self.instance.ty(&TypeRef::Of(name.clone()))
            }
            Pattern::Literal(_) | Pattern::Real(_) => place,
            Pattern::Node(node) => match &node.name {
                Some(name) => self.instance.ty(&TypeRef::Of(name.clone())),
                None => match operator(&node.op).shape {
                    Shape::Uniform | Shape::Shift | Shape::PointerPlus => {
                        self.type_of_pattern(&node.args[0], place)
                    }
                    // As wide as the pointers are, in a comparison, too.
                    Shape::PointerDiff => {
                        let pointer = self.type_of_pattern(&node.args[0], place);
                        match place.bits == pointer.bits && !place.pointer {
                            true => place,
                            false => Type { pointer: false, unsigned: false, ..pointer },
                        }
                    }
                    _ => place,
                },
            },
        }
    }

    fn pattern(&mut self, pattern: &Pattern, place: Type) -> (L::Bits, Type) {
        let ty = self.type_of_pattern(pattern, place);
        match pattern {
            Pattern::Any(name) | Pattern::Constant(name) => {
                if let Some(value) = self.values.get(name) {
                    return (value.clone(), ty);
                }
                let value = self.fresh(ty.bits);
                self.values.insert(name.clone(), value.clone());
                (value, ty)
            }
            Pattern::Literal(number) => (self.logic.literal(ty.bits, *number), ty),
            Pattern::Real(_) => (self.logic.literal(ty.bits, 0), ty),
            Pattern::Node(node) => {
                let op = operator(&node.op);
                // A number has the type of its neighbour.
                let place = match op.shape {
                    Shape::Comparison => {
                        let typed = node
                            .args
                            .iter()
                            .find(|arg| !matches!(arg, Pattern::Literal(_) | Pattern::Real(_)));
                        typed.map_or(ty, |arg| self.type_of_pattern(arg, ty))
                    }
                    _ => ty,
                };
                let mut args = Vec::new();
                for (index, arg) in node.args.iter().enumerate() {
                    let place = match (op.shape, index) {
                        (Shape::Shift, 1) => self.instance.count,
                        (Shape::Cond, 0) => Type::TRUTH,
                        (Shape::PointerPlus, 1) => Type { pointer: false, ..ty },
                        _ => place,
                    };
                    args.push(self.pattern(arg, place));
                }
                let (value, defined) = self.operation(op, ty, &args);
                self.assume(&defined);
                if op.name == "pointer_plus" && !ty.wrapv {
                    self.stays_in_object(&node.args[0], &args[1]);
                }
                if let Some(name) = &node.name {
                    self.values.insert(name.clone(), value.clone());
                }
                (value, ty)
            }
        }
    }

    /// A pointer that has been moved already stays in the same object, which is no larger than half of the address space:
    /// together the offsets do not overflow.
    fn stays_in_object(&mut self, pointer: &Pattern, offset: &(L::Bits, Type)) {
        let Some(node) = pointer.node() else { return };
        match operator(&node.op).name {
            "convert" => self.stays_in_object(&node.args[0], offset),
            "pointer_plus" => {
                let (first, _) = self.pattern(&node.args[1], offset.1);
                let sum = self.logic.bin(Bin::Add, &first, &offset.0);
                let exact = self.is_exact(Bin::Add, &first, &offset.0, &sum);
                self.assume(&exact);
            }
            _ => {}
        }
    }

    /// The type a part of the template says it has.
    fn type_of(&self, template: &Template) -> Option<Type> {
        match template {
            Template::Capture(name) => Some(self.instance.ty(&TypeRef::Of(name.clone()))),
            Template::Value(_, ty) => ty.as_ref().map(|ty| self.instance.ty(ty)),
            Template::Node { ty: Some(ty), .. } => Some(self.instance.ty(ty)),
            Template::Node { op, args, .. } => match operator(op).shape {
                Shape::Uniform | Shape::PointerPlus => {
                    args.iter().find_map(|arg| self.type_of(arg))
                }
                Shape::Shift => self.type_of(&args[0]),
                Shape::Comparison => Some(Type::TRUTH),
                _ => None,
            },
        }
    }

    fn template(&mut self, template: &Template, place: Type, root: bool) -> (L::Bits, Type) {
        match template {
            Template::Capture(name) => {
                (self.values[name].clone(), self.instance.ty(&TypeRef::Of(name.clone())))
            }
            Template::Value(value, ty) => {
                let ty = ty.as_ref().map_or(place, |ty| self.instance.ty(ty));
                let (number, exists) = self.number(value);
                self.defined = self.logic.and(&self.defined.clone(), &exists);
                (self.logic.resize(&number, ty.bits, true), ty)
            }
            Template::Node { op, args, .. } => {
                let ty = if root { place } else { self.type_of(template).unwrap_or(place) };
                let operator_ = operator(op);
                let known = args.iter().find_map(|arg| self.type_of(arg));
                let mut values = Vec::new();
                for (index, arg) in args.iter().enumerate() {
                    let place = match operator_.shape {
                        Shape::Shift if index == 1 => self.instance.count,
                        Shape::Uniform | Shape::Cond | Shape::Shift => ty,
                        _ => known.unwrap_or(ty),
                    };
                    values.push(self.template(arg, place, false));
                }
                // Numbers made of numbers wrap: nobody sees them overflow.
                let constants = args.iter().all(|arg| self.is_constant(arg));
                let (value, defined) = self.operation(operator_, ty, &values);
                if !constants {
                    self.defined = self.logic.and(&self.defined.clone(), &defined);
                }
                (value, ty)
            }
        }
    }

    fn is_constant(&self, template: &Template) -> bool {
        match template {
            Template::Capture(name) => {
                let mut constant = false;
                self.instance.rule.pattern.walk(&mut |part| {
                    constant |= matches!(part, Pattern::Constant(other) if other == name);
                });
                constant
            }
            Template::Value(..) => true,
            Template::Node { args, .. } => args.iter().all(|arg| self.is_constant(arg)),
        }
    }

    /// The value of an operation, and whether it has one.
    fn operation(
        &mut self,
        op: &Operator,
        ty: Type,
        args: &[(L::Bits, Type)],
    ) -> (L::Bits, L::Truth) {
        let (a, of) = args[0].clone();
        let b = args.get(1).map_or_else(|| a.clone(), |arg| arg.0.clone());
        let always = self.logic.truth(true);
        let width = ty.bits;
        let zero = self.logic.literal(width, 0);
        let signed = !ty.unsigned;
        let fragile = signed && !ty.wrapv && !ty.pointer;
        match op.name {
            "plus" | "minus" | "mult" => {
                let bin = match op.name {
                    "plus" => Bin::Add,
                    "minus" => Bin::Sub,
                    _ => Bin::Mul,
                };
                let value = self.logic.bin(bin, &a, &b);
                let defined = if fragile { self.is_exact(bin, &a, &b, &value) } else { always };
                (value, defined)
            }
            "negate" | "abs" | "absu" => {
                let negated = self.logic.bin(Bin::Sub, &zero, &a);
                let least = self.logic.literal(width, 1 << (width - 1));
                let is_least = self.logic.cmp(Cmp::Eq, &a, &least);
                let is_not = self.logic.not(&is_least);
                let defined = if fragile { is_not } else { always };
                if op.name == "negate" {
                    return (negated, defined);
                }
                let negative = self.logic.cmp(Cmp::Slt, &a, &zero);
                let value = if op.name == "abs" && !signed {
                    a
                } else {
                    self.logic.select(&negative, &negated, &a)
                };
                (value, defined)
            }
            "bit_not" => {
                let ones = self.logic.literal(width, -1);
                (self.logic.bin(Bin::Xor, &a, &ones), always)
            }
            "paren" | "non_lvalue" => (a, always),
            "bit_and" => (self.logic.bin(Bin::And, &a, &b), always),
            "bit_ior" => (self.logic.bin(Bin::Or, &a, &b), always),
            "bit_xor" => (self.logic.bin(Bin::Xor, &a, &b), always),
            "trunc_div" | "exact_div" | "trunc_mod" => self.division(op.name, ty, &a, &b),
            "min" | "max" => {
                let order = if signed { Cmp::Slt } else { Cmp::Ult };
                let less = self.logic.cmp(order, &a, &b);
                let (x, y) = if op.name == "min" { (a, b) } else { (b, a) };
                (self.logic.select(&less, &x, &y), always)
            }
            "lshift" | "rshift" | "lrotate" | "rrotate" => self.shift(op.name, ty, &a, &args[1]),
            "convert" => (self.logic.resize(&a, width, !of.unsigned), always),
            "pointer_plus" => {
                let value = self.logic.bin(Bin::Add, &a, &b);
                if ty.wrapv {
                    return (value, always);
                }
                // Forwards the sum is no less, backwards no more.
                let back = self.logic.cmp(Cmp::Slt, &b, &zero);
                let less = self.logic.cmp(Cmp::Ult, &value, &a);
                let (and, or) = (self.logic.and(&back, &less), self.logic.or(&back, &less));
                let not = self.logic.not(&or);
                (value, self.logic.or(&and, &not))
            }
            "pointer_diff" => {
                // Both point into one object, and none is larger than half of the address space.
                let value = self.logic.bin(Bin::Sub, &a, &b);
                let at_least = self.comparison("ge", of, &a, &b);
                let positive = self.comparison("ge", ty, &value, &zero);
                let both = self.logic.and(&at_least, &positive);
                let (below, negative) = (self.logic.not(&at_least), self.logic.not(&positive));
                let neither = self.logic.and(&below, &negative);
                let defined = self.logic.or(&both, &neither);
                (value, if of.wrapv { always } else { defined })
            }
            "cond" => {
                let zero = self.logic.literal(of.bits, 0);
                let fails = self.logic.cmp(Cmp::Eq, &a, &zero);
                (self.logic.select(&fails, &args[2].0, &b), always)
            }
            name => {
                let holds = self.comparison(name, of, &a, &b);
                let one = self.logic.literal(width, 1);
                (self.logic.select(&holds, &one, &zero), always)
            }
        }
    }

    /// Whether a signed result is not cut off.
    fn is_exact(&mut self, bin: Bin, a: &L::Bits, b: &L::Bits, value: &L::Bits) -> L::Truth {
        let width = self.logic.width(value);
        if bin == Bin::Mul {
            let (x, y) =
                (self.logic.resize(a, 2 * width, true), self.logic.resize(b, 2 * width, true));
            let exact = self.logic.bin(bin, &x, &y);
            let kept = self.logic.resize(value, 2 * width, true);
            return self.logic.cmp(Cmp::Eq, &exact, &kept);
        }
        // A sum has the sign of its parts if they agree; a difference that of the first if they do not.
        let zero = self.logic.literal(width, 0);
        let mut differ = self.logic.bin(Bin::Xor, a, b);
        if bin == Bin::Add {
            let ones = self.logic.literal(width, -1);
            differ = self.logic.bin(Bin::Xor, &differ, &ones);
        }
        let changed = self.logic.bin(Bin::Xor, a, value);
        let wrong = self.logic.bin(Bin::And, &differ, &changed);
        let overflows = self.logic.cmp(Cmp::Slt, &wrong, &zero);
        self.logic.not(&overflows)
    }

    fn division(&mut self, name: &str, ty: Type, a: &L::Bits, b: &L::Bits) -> (L::Bits, L::Truth) {
        let zero = self.logic.literal(ty.bits, 0);
        let by_zero = self.logic.cmp(Cmp::Eq, b, &zero);
        let mut defined = self.logic.not(&by_zero);
        let (div, rem) = if ty.unsigned { (Bin::Udiv, Bin::Urem) } else { (Bin::Sdiv, Bin::Srem) };
        if !ty.unsigned {
            let least = self.logic.literal(ty.bits, 1 << (ty.bits - 1));
            let minus_one = self.logic.literal(ty.bits, -1);
            let is_least = self.logic.cmp(Cmp::Eq, a, &least);
            let by_minus_one = self.logic.cmp(Cmp::Eq, b, &minus_one);
            let overflows = self.logic.and(&is_least, &by_minus_one);
            let exact = self.logic.not(&overflows);
            defined = self.logic.and(&defined, &exact);
        }
        if name == "exact_div" {
            let rest = self.logic.bin(rem, a, b);
            let exact = self.logic.cmp(Cmp::Eq, &rest, &zero);
            defined = self.logic.and(&defined, &exact);
        }
        let value = self.logic.bin(if name == "trunc_mod" { rem } else { div }, a, b);
        (value, defined)
    }

    fn shift(
        &mut self,
        name: &str,
        ty: Type,
        a: &L::Bits,
        (count, count_type): &(L::Bits, Type),
    ) -> (L::Bits, L::Truth) {
        let wide = self.instance.wide;
        let n = self.logic.resize(count, wide, !count_type.unsigned);
        let limit = self.logic.literal(wide, ty.bits.into());
        let defined = self.logic.cmp(Cmp::Ult, &n, &limit);
        let x = self.logic.resize(a, wide, name == "rshift" && !ty.unsigned);
        let value = match name {
            "lshift" => self.logic.bin(Bin::Shl, &x, &n),
            "rshift" => self.logic.bin(Bin::Ashr, &x, &n),
            _ => {
                let rest = self.logic.bin(Bin::Sub, &limit, &n);
                let (left, right) = if name == "lrotate" { (n, rest) } else { (rest, n) };
                let high = self.logic.bin(Bin::Shl, &x, &left);
                let low = self.logic.bin(Bin::Lshr, &x, &right);
                self.logic.bin(Bin::Or, &high, &low)
            }
        };
        (self.logic.resize(&value, ty.bits, false), defined)
    }

    /// The exponent of a power of two, and whether it is one: one bit only, below the sign. Each bit of the exponent
    /// says in which half of the positions that bit is.
    fn log2(&mut self, number: &L::Bits) -> (L::Bits, L::Truth) {
        let wide = self.instance.wide;
        let zero = self.logic.literal(wide, 0);
        let positions = wide.min(126) - 1;
        let any_of = |logic: &mut L, mask: i128| {
            let mask = logic.literal(wide, mask);
            let bits = logic.bin(Bin::And, number, &mask);
            let none = logic.cmp(Cmp::Eq, &bits, &zero);
            logic.not(&none)
        };
        let outside = any_of(self.logic, !((1 << positions) - 1));
        let mut log = zero.clone();
        for bit in (0..7).filter(|&bit| positions >> bit != 0) {
            let mask = (0..positions).filter(|at| at >> bit & 1 == 1).map(|at| 1 << at).sum();
            let is_set = any_of(self.logic, mask);
            let value = self.logic.literal(wide, 1 << bit);
            let value = self.logic.select(&is_set, &value, &zero);
            log = self.logic.bin(Bin::Or, &log, &value);
        }
        let one = self.logic.literal(wide, 1);
        let below = self.logic.bin(Bin::Sub, number, &one);
        let others = self.logic.bin(Bin::And, number, &below);
        let alone = self.logic.cmp(Cmp::Eq, &others, &zero);
        let nothing = self.logic.cmp(Cmp::Eq, number, &zero);
        let wrong = self.logic.or(&outside, &nothing);
        let right = self.logic.not(&wrong);
        (log, self.logic.and(&right, &alone))
    }

    fn comparison(&mut self, name: &str, of: Type, a: &L::Bits, b: &L::Bits) -> L::Truth {
        let order = if of.unsigned { Cmp::Ult } else { Cmp::Slt };
        match name {
            "lt" | "unlt" => self.logic.cmp(order, a, b),
            "gt" | "ungt" => self.logic.cmp(order, b, a),
            "le" | "unle" => {
                let more = self.logic.cmp(order, b, a);
                self.logic.not(&more)
            }
            "ge" | "unge" => {
                let less = self.logic.cmp(order, a, b);
                self.logic.not(&less)
            }
            "eq" | "uneq" => self.logic.cmp(Cmp::Eq, a, b),
            "ne" | "ltgt" => {
                let equal = self.logic.cmp(Cmp::Eq, a, b);
                self.logic.not(&equal)
            }
            "ordered" => self.logic.truth(true),
            "unordered" => self.logic.truth(false),
            _ => panic!("{name} has no meaning"),
        }
    }

    fn condition(&mut self, condition: &Condition) -> L::Truth {
        match condition {
            Condition::All(parts) => {
                let mut all = self.logic.truth(true);
                for part in parts {
                    let part = self.condition(part);
                    all = self.logic.and(&all, &part);
                }
                all
            }
            Condition::Any(parts) => {
                let mut any = self.logic.truth(false);
                for part in parts {
                    let part = self.condition(part);
                    any = self.logic.or(&any, &part);
                }
                any
            }
            Condition::Not(inner) => {
                let inner = self.condition(inner);
                self.logic.not(&inner)
            }
            Condition::Ask(..) => {
                let holds = self.instance.decide(condition) == Some(true);
                self.logic.truth(holds)
            }
            Condition::NotZero(name) => {
                let value = self.values[name].clone();
                let zero = self.logic.literal(self.logic.width(&value), 0);
                let is_zero = self.logic.cmp(Cmp::Eq, &value, &zero);
                self.logic.not(&is_zero)
            }
            // Integers are no floating-point numbers.
            Condition::Negative(_) => self.logic.truth(false),
            Condition::NotNegative(name) => {
                let ty = self.instance.ty(&TypeRef::Of(name.clone()));
                if ty.unsigned {
                    return self.logic.truth(true);
                }
                let value = self.values[name].clone();
                let zero = self.logic.literal(self.logic.width(&value), 0);
                let negative = self.logic.cmp(Cmp::Slt, &value, &zero);
                self.logic.not(&negative)
            }
            Condition::Fits(ty, value) => {
                let ty = self.instance.ty(ty);
                let (number, exists) = self.number(value);
                let (low, high) = ends(ty);
                let low = self.logic.literal(self.instance.wide, low);
                let high = self.logic.literal(self.instance.wide, high);
                let below = self.logic.cmp(Cmp::Slt, &number, &low);
                let above = self.logic.cmp(Cmp::Slt, &high, &number);
                let outside = self.logic.or(&below, &above);
                let inside = self.logic.not(&outside);
                self.logic.and(&exists, &inside)
            }
            Condition::Compare(symbol, left, right) => {
                let (a, first) = self.number(left);
                let (b, second) = self.number(right);
                let both = self.logic.and(&first, &second);
                let name = match *symbol {
                    "==" => "eq",
                    "!=" => "ne",
                    "<" => "lt",
                    "<=" => "le",
                    ">" => "gt",
                    _ => "ge",
                };
                let wide = Type::int(self.instance.wide);
                let holds = self.comparison(name, wide, &a, &b);
                self.logic.and(&both, &holds)
            }
        }
    }

    /// What a number is multiplied with to be 1, if it is odd.
    fn inverse(
        &mut self,
        value: &Value,
        (bits, number): (u32, &L::Bits),
        odd: &L::Truth,
    ) -> L::Bits {
        if let Some((_, known)) = self.inverses.iter().find(|(other, _)| other == value) {
            return known.clone();
        }
        let inverse = self.fresh(bits);
        let (product, one) =
            (self.logic.bin(Bin::Mul, number, &inverse), self.logic.literal(bits, 1));
        let right = self.logic.cmp(Cmp::Eq, &product, &one);
        let even = self.logic.not(odd);
        let right = self.logic.or(&even, &right);
        self.assume(&right);
        self.inverses.push((value.clone(), inverse.clone()));
        inverse
    }

    /// A number, and whether it exists.
    fn number(&mut self, value: &Value) -> (L::Bits, L::Truth) {
        let wide = self.instance.wide;
        let always = self.logic.truth(true);
        match value {
            Value::Number(number) => (self.logic.literal(wide, *number), always),
            Value::Constant(name) => {
                let ty = self.instance.ty(&TypeRef::Of(name.clone()));
                let value = self.values[name].clone();
                (self.logic.resize(&value, wide, !ty.unsigned), always)
            }
            Value::Bits(ty) => {
                let bits = self.instance.ty(ty).bits;
                (self.logic.literal(wide, bits.into()), always)
            }
            Value::Min(ty) => (self.logic.literal(wide, ends(self.instance.ty(ty)).0), always),
            Value::Max(ty) => (self.logic.literal(wide, ends(self.instance.ty(ty)).1), always),
            Value::Wrap(ty, inner) => {
                let ty = self.instance.ty(ty);
                let (number, exists) = self.number(inner);
                let cut = self.logic.resize(&number, ty.bits, false);
                (self.logic.resize(&cut, wide, !ty.unsigned), exists)
            }
            Value::Inverse(ty, inner) => {
                let ty = self.instance.ty(ty);
                let (number, exists) = self.number(inner);
                let cut = self.logic.resize(&number, ty.bits, false);
                let one = self.logic.literal(ty.bits, 1);
                let lowest = self.logic.bin(Bin::And, &cut, &one);
                let odd = self.logic.cmp(Cmp::Eq, &lowest, &one);
                let inverse = self.inverse(value, (ty.bits, &cut), &odd);
                let inverse = self.logic.resize(&inverse, wide, !ty.unsigned);
                (inverse, self.logic.and(&exists, &odd))
            }
            Value::Log2(inner) => {
                let (number, exists) = self.number(inner);
                let (log, is_power) = self.log2(&number);
                (log, self.logic.and(&exists, &is_power))
            }
            Value::Possible(name) => {
                let ty = self.instance.ty(&TypeRef::Of(name.clone()));
                let mask = match self.possible.get(name) {
                    Some(mask) => mask.clone(),
                    None => {
                        let mask = self.fresh(ty.bits);
                        // All the bits of the value are among them.
                        let value = self.values[name].clone();
                        let both = self.logic.bin(Bin::And, &value, &mask);
                        let within = self.logic.cmp(Cmp::Eq, &both, &value);
                        self.assume(&within);
                        self.possible.insert(name.clone(), mask.clone());
                        mask
                    }
                };
                (self.logic.resize(&mask, wide, !ty.unsigned), always)
            }
            Value::Negate(inner) => {
                let (number, exists) = self.number(inner);
                let zero = self.logic.literal(wide, 0);
                (self.logic.bin(Bin::Sub, &zero, &number), exists)
            }
            Value::Not(inner) => {
                let (number, exists) = self.number(inner);
                let ones = self.logic.literal(wide, -1);
                (self.logic.bin(Bin::Xor, &number, &ones), exists)
            }
            Value::Binary(letter, left, right) => {
                let (a, first) = self.number(left);
                let (b, second) = self.number(right);
                let exists = self.logic.and(&first, &second);
                let op = match letter {
                    '+' => Bin::Add,
                    '-' => Bin::Sub,
                    '*' => Bin::Mul,
                    '&' => Bin::And,
                    '|' => Bin::Or,
                    '^' => Bin::Xor,
                    '<' => Bin::Shl,
                    _ => Bin::Ashr,
                };
                (self.logic.bin(op, &a, &b), exists)
            }
        }
    }
}

/// The least and greatest value of a type.
fn ends(ty: Type) -> (i128, i128) {
    if ty.unsigned {
        (0, (1 << ty.bits) - 1)
    } else {
        (-(1 << (ty.bits - 1)), (1 << (ty.bits - 1)) - 1)
    }
}

/// Whether a rule multiplies or divides two values that both vary: hard for a solver.
pub fn is_nonlinear(rule: &Rule) -> bool {
    let hard =
        |op: &Op| matches!(operator(op).name, "mult" | "trunc_div" | "exact_div" | "trunc_mod");
    let mut found = false;
    rule.pattern.walk(&mut |part| {
        found |= part.node().is_some_and(|node| hard(&node.op));
    });
    found
}
