//! The types a rule can have: every part of its pattern gets one, parts that must agree the same.

use gimlet_rules::ast::{Condition, Form, Node, Op, Pattern, Question, Rule, TypeRef};
use gimlet_rules::{Operator, Shape};
use std::collections::BTreeMap;

/// A type of integers or pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    pub bits: u32,
    pub unsigned: bool,
    pub pointer: bool,
    /// Overflow wraps around although there is a sign.
    pub wrapv: bool,
}

impl Type {
    pub const TRUTH: Type = Type { bits: 1, unsigned: true, pointer: false, wrapv: false };

    pub fn int(bits: u32) -> Type {
        Type { bits, unsigned: false, pointer: false, wrapv: false }
    }

    pub fn wraps(self) -> bool {
        self.unsigned || self.wrapv
    }
}

/// The operator of a part of a rule without loops.
pub fn operator(op: &Op) -> &'static Operator {
    match op {
        Op::Known(op) => op,
        Op::Variable(name) => panic!("{name} is still there"),
    }
}

/// Which parts have the same type: parts are numbered in the order of [`number_parts`], classes of them by a union-find.
pub struct Classes {
    parent: Vec<usize>,
    /// The class of each capture.
    pub captures: BTreeMap<String, usize>,
    /// What is required of classes beyond being the same.
    pub relations: Vec<Relation>,
    on_trees: bool,
}

/// What an operator says of types that differ.
#[derive(Clone, Copy)]
pub enum Relation {
    /// The second is the unsigned type of the first.
    UnsignedOf(usize, usize),
    Truth(usize),
    /// What a comparison yields: in trees a number of some type.
    Outcome(usize),
    Count(usize),
    Pointer(usize),
    /// Arithmetic is not done on pointers.
    Number(usize),
    /// Offset of pointers, unsigned or signed, of the width of the class.
    Offset(usize, bool, usize),
}

impl Classes {
    pub fn of(rule: &Rule) -> Classes {
        let mut classes = Classes {
            parent: Vec::new(),
            captures: BTreeMap::new(),
            relations: Vec::new(),
            on_trees: false,
        };
        let root = classes.fresh();
        classes.on_trees = rule.forms.contains(&Form::Generic);
        classes.pattern(&rule.pattern, root, true);
        // What a condition says to be the same is.
        for part in rule.condition.conjuncts() {
            if let Condition::Ask(Question::Same, types) = part {
                let a = classes.class_of(&types[0]);
                let b = classes.class_of(&types[1]);
                if let (Some(a), Some(b)) = (a, b) {
                    classes.join(a, b);
                }
            }
        }
        classes
    }

    fn fresh(&mut self) -> usize {
        self.parent.push(self.parent.len());
        self.parent.len() - 1
    }

    pub fn find(&self, mut class: usize) -> usize {
        while self.parent[class] != class {
            class = self.parent[class];
        }
        class
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        // The root of the pattern stays class 0.
        self.parent[a.max(b)] = a.min(b);
    }

    /// The class a type in a condition or template means.
    pub fn class_of(&self, ty: &TypeRef) -> Option<usize> {
        match ty {
            TypeRef::Root => Some(self.find(0)),
            TypeRef::Of(name) => self.captures.get(name).map(|&class| self.find(class)),
            TypeRef::Int | TypeRef::Truth | TypeRef::Unsigned(_) | TypeRef::Signed(_) => None,
        }
    }

    /// All classes, each by its representative.
    pub fn all(&self) -> Vec<usize> {
        (0..self.parent.len()).filter(|&class| self.find(class) == class).collect()
    }

    fn name(&mut self, name: &str, class: usize) {
        match self.captures.get(name) {
            Some(&known) => self.join(known, class),
            None => {
                self.captures.insert(name.to_string(), class);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern, class: usize, root: bool) {
        match pattern {
            Pattern::Any(name) | Pattern::Constant(name) => self.name(name, class),
            Pattern::Literal(_) | Pattern::Real(_) => {}
            Pattern::Node(node) => {
                if let Some(name) = &node.name {
                    self.name(name, class);
                }
                self.node(node, class, root);
            }
        }
    }

    fn node(&mut self, node: &Node, class: usize, root: bool) {
        let args: Vec<usize> = node.args.iter().map(|_| self.fresh()).collect();
        match operator(&node.op).shape {
            Shape::Uniform => {
                args.iter().for_each(|&arg| self.join(class, arg));
                self.relations.push(Relation::Number(class));
            }
            Shape::Shift => {
                self.join(class, args[0]);
                self.relations.push(Relation::Number(class));
                self.relations.push(Relation::Count(args[1]));
            }
            Shape::Comparison => {
                self.join(args[0], args[1]);
                if root {
                    let outcome = if self.on_trees { Relation::Outcome } else { Relation::Truth };
                    self.relations.push(outcome(class));
                }
            }
            Shape::Cond => {
                self.relations.push(Relation::Truth(args[0]));
                self.join(class, args[1]);
                self.join(class, args[2]);
            }
            Shape::Absolute => self.relations.push(Relation::UnsignedOf(class, args[0])),
            Shape::PointerPlus => {
                self.join(class, args[0]);
                self.relations.push(Relation::Pointer(class));
                self.relations.push(Relation::Offset(args[1], true, class));
            }
            Shape::PointerDiff => {
                self.join(args[0], args[1]);
                self.relations.push(Relation::Pointer(args[0]));
                self.relations.push(Relation::Offset(class, false, args[0]));
            }
            Shape::Convert | Shape::Parts => {}
        }
        for (arg, &class) in node.args.iter().zip(&args) {
            self.pattern(arg, class, false);
        }
    }

    /// Whether a choice of types, by class, keeps to the relations.
    pub fn allowed(&self, types: &BTreeMap<usize, Type>, count: Type) -> bool {
        let of = |class: usize| types[&self.find(class)];
        let mut fits = true;
        for relation in &self.relations {
            fits &= match *relation {
                Relation::UnsignedOf(to, from) => {
                    let (to, from) = (of(to), of(from));
                    to.unsigned && !from.unsigned && to.bits == from.bits && !to.pointer
                }
                Relation::Truth(class) => of(class) == Type::TRUTH,
                Relation::Outcome(class) => !of(class).pointer,
                Relation::Count(class) => of(class) == count,
                Relation::Pointer(class) => of(class).pointer,
                Relation::Number(class) => !of(class).pointer,
                Relation::Offset(class, unsigned, pointer) => {
                    let (offset, pointer) = (of(class), of(pointer));
                    !offset.pointer && offset.unsigned == unsigned && offset.bits == pointer.bits
                }
            };
        }
        fits
    }
}
