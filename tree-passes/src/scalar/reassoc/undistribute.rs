//! Common factors taken out of sums (`undistribute_ops_list`).
//!
//! ```text
//!   _1 = a * x;                 _5 = a + b;
//!   _2 = b * x;            =>   _6 = _5 * x;
//!   _3 = _1 + _2;               _3 = _6;
//! ```

use super::Reassoc;
use super::operands::Entry;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use rustc_hash::FxHashMap;

/// Summands that are looked at.
const MAX_SUMMANDS: usize = 100;

/// A product among the summands: where in the list, its operation and its factors.
struct Product {
    index: usize,
    code: TreeCode,
    factors: Vec<Operand>,
}

impl Reassoc<'_, '_> {
    /// Takes common factors out of the summands of a list. Whether there were any.
    pub fn undistribute(&mut self, code: TreeCode, list: &mut [Entry], root: StmtId) -> bool {
        if code != TreeCode::Plus || list.len() < 2 {
            return false;
        }
        let mut products = Vec::new();
        for (index, entry) in list.iter().enumerate().take(MAX_SUMMANDS) {
            let found = [TreeCode::Mult, TreeCode::Rdiv]
                .into_iter()
                .find_map(|code| Some((code, self.part(entry.op, code, root)?.0)));
            if let Some((code, def)) = found {
                products.push((index, code, def));
            }
        }
        if products.len() < 2 {
            return false;
        }
        let count = products.len();
        let first = list[products[0].0].op;
        self.say(&format!("searching for un-distribute opportunities % {count}"), &[first]);
        let products: Vec<Product> = products
            .into_iter()
            .map(|(index, code, def)| {
                let factors = self.linearize(def, code == TreeCode::Mult, false);
                Product { index, code, factors: factors.iter().map(|it| it.op).collect() }
            })
            .collect();
        let counts = count_factors(&products);
        self.say_candidates(&counts);
        let mut changed = false;
        for &(count, code, factor) in counts.iter().rev() {
            if count < 2 {
                break;
            }
            changed |= self.take_out(list, &products, (code, factor), root);
        }
        changed
    }

    /// Takes one factor out of all products that have it still.
    fn take_out(
        &mut self,
        list: &mut [Entry],
        products: &[Product],
        (code, factor): (TreeCode, Operand),
        root: StmtId,
    ) -> bool {
        let with: Vec<usize> = products
            .iter()
            .filter(|product| product.code == code && product.factors.contains(&factor))
            .map(|product| product.index)
            .filter(|&index| self.chain_to(list[index].op, code, factor, root).is_some())
            .collect();
        if with.len() < 2 {
            return false;
        }
        let all: Vec<Operand> = with.iter().map(|&index| list[index].op).collect();
        let names = vec!["%"; all.len()].join(" + ");
        let sign = if code == TreeCode::Mult { "*" } else { "/" };
        let said: Vec<Operand> = all.iter().copied().chain([factor]).collect();
        self.say(&format!("Building ({names}) {sign} %"), &said);
        let ty = self.cx.unit.type_of(self.f, factor);
        let zero = Operand::Const(fold_const::zero(self.cx.unit, ty));
        let mut sum = None;
        for &index in &with {
            let rest = self.without(list[index].op, code, factor, root);
            (list[index].op, list[index].rank) = (zero, 0);
            sum = Some(match sum {
                Some(sum) => self.combine(root, TreeCode::Plus, [sum, rest]),
                None => rest,
            });
        }
        let Some(sum) = sum else { return false };
        let product = self.combine(root, code, [sum, factor]);
        let rank = self.ranks.of_operand(self.cx, self.f, product);
        (list[with[0]].op, list[with[0]].rank) = (product, rank);
        true
    }

    /// An operation, put after what it uses, to be looked at as others are.
    fn combine(&mut self, root: StmtId, code: TreeCode, args: [Operand; 2]) -> Operand {
        let ty = self.cx.unit.type_of(self.f, args[0]);
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let stmt = self.make(root, name, code, args);
        self.visited.remove(&stmt);
        self.insert_after_operands(stmt, args);
        Operand::Ssa(name)
    }

    /// The statements of a product from its last to the one that multiplies by a factor.
    fn chain_to(
        &self,
        product: Operand,
        code: TreeCode,
        factor: Operand,
        root: StmtId,
    ) -> Option<Vec<StmtId>> {
        let mut chain = Vec::new();
        let mut at = product;
        loop {
            let (def, operation) = self.part(at, code, root)?;
            chain.push(def);
            let [left, right] = operation.args;
            if right == factor || code == TreeCode::Mult && left == factor {
                return Some(chain);
            }
            at = left;
        }
    }

    /// A product without one of its factors (`zero_one_operation`). What computes other values than before has other names.
    fn without(
        &mut self,
        product: Operand,
        code: TreeCode,
        factor: Operand,
        root: StmtId,
    ) -> Operand {
        let Some(chain) = self.chain_to(product, code, factor, root) else { return product };
        let Some((&last, above)) = chain.split_last() else { return product };
        let Some(operation) = self.binary(last) else { return product };
        let [left, right] = operation.args;
        let mut value = if right == factor { left } else { right };
        self.f.replace_uses_by(self.cx.unit, operation.lhs, value);
        self.f.remove_stmt(last);
        for &stmt in above.iter().rev() {
            let Some(operation) = self.binary(stmt) else { continue };
            let ty = self.f.names[operation.lhs].ty;
            let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            self.f.replace_uses_by(self.cx.unit, operation.lhs, Operand::Ssa(name));
            if let StmtKind::Assign { lhs, .. } = &mut self.f.stmts[stmt].kind {
                *lhs = Operand::Ssa(name);
            }
            self.f.names[name].def = stmt;
            self.f.release_ssa_name(operation.lhs);
            self.ranks.forget(operation.lhs);
            value = Operand::Ssa(name);
        }
        value
    }
}

/// How often each factor occurs in how many products, the least often first.
fn count_factors(products: &[Product]) -> Vec<(u32, TreeCode, Operand)> {
    let mut index: FxHashMap<(TreeCode, Operand), usize> = FxHashMap::default();
    let mut counts: Vec<(u32, TreeCode, Operand)> = Vec::new();
    for product in products {
        for &factor in &product.factors {
            let at = *index.entry((product.code, factor)).or_insert_with(|| {
                counts.push((0, product.code, factor));
                counts.len() - 1
            });
            counts[at].0 += 1;
        }
    }
    counts.sort_by_key(|count| count.0);
    counts
}
