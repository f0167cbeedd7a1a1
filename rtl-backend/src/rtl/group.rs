//! Grouping by small numbers: a stable counting sort.
//!
//! ```text
//! items (2,a) (0,b) (2,c)        ⇒        items (0,b) (2,a) (2,c), starts 0 1 1 3
//! ```
//! Registers and blocks are dense numbers, so what belongs to each is put together in linear time, where sorting would take
//! a logarithm more, and more of the caches.

/// Items put together by number, those of one number in the order they came in.
pub struct Groups<T> {
    items: Vec<T>,
    starts: Vec<u32>,
}

impl<T: Copy> Groups<T> {
    /// Groups `items` by `number`, which is less than `count`.
    pub fn new(items: &[T], count: usize, number: impl Fn(&T) -> u32) -> Groups<T> {
        // Each start is kept one place further on while the items are put in, which moves it to the next one's.
        let mut starts = vec![0u32; count + 2];
        for item in items {
            starts[number(item) as usize + 2] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut sorted = items.first().map_or(Vec::new(), |&first| vec![first; items.len()]);
        for item in items {
            let place = &mut starts[number(item) as usize + 1];
            sorted[*place as usize] = *item;
            *place += 1;
        }
        Groups { items: sorted, starts }
    }

    /// The items of `number`.
    #[inline]
    pub fn of(&self, number: u32) -> &[T] {
        let number = number as usize;
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The items of `number`, to be changed.
    #[inline]
    pub fn of_mut(&mut self, number: u32) -> &mut [T] {
        let number = number as usize;
        &mut self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn items_keep_their_order_within_a_group() {
        let groups = Groups::new(&[(2, 'a'), (0, 'b'), (2, 'c')], 4, |item| item.0);
        let found: Vec<&[(u32, char)]> = (0..4).map(|number| groups.of(number)).collect();
        assert_eq!(found, [&[(0, 'b')][..], &[], &[(2, 'a'), (2, 'c')], &[]]);
    }
}
