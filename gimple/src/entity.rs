//! Typed 32-bit indices and the dense tables they index.
//!
//! Every entity of the IR (types, declarations, blocks, edges, statements, SSA names, …) is named by a
//! `u32` newtype made by [`crate::entity!`]. `X::NONE` (all bits set) stands for "no entity", so that an optional
//! index costs nothing; a table never grows that far.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// What an index type offers to the tables in this module.
pub trait EntityRef: Copy + Eq {
    /// The index made from its position.
    fn new(index: usize) -> Self;
    /// The position this index names.
    fn index(self) -> usize;
}

/// Declares 32-bit index types.
#[macro_export]
macro_rules! entity {
    ($($(#[$meta:meta])* $name:ident;)+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The index that names nothing.
            pub const NONE: $name = $name(u32::MAX);
            /// Whether this names an entity at all.
            #[inline]
            pub fn is_some(self) -> bool { self.0 != u32::MAX }
            /// Whether this names nothing.
            #[inline]
            pub fn is_none(self) -> bool { self.0 == u32::MAX }
            /// This index, or `None` where it names nothing.
            #[inline]
            pub fn expand(self) -> Option<$name> { if self.is_some() { Some(self) } else { None } }
        }

        impl $crate::entity::EntityRef for $name {
            #[inline]
            fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                $name(index as u32)
            }
            #[inline]
            fn index(self) -> usize { self.0 as usize }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                if self.is_none() { f.write_str(concat!(stringify!($name), "(none)")) }
                else { write!(f, concat!(stringify!($name), "({})"), self.0) }
            }
        }
    )+ };
}

/// A dense table owned by its index type.
#[derive(Clone)]
pub struct EntityVec<K, V> {
    items: Vec<V>,
    key: PhantomData<fn(K) -> K>,
}

impl<K: EntityRef, V> EntityVec<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        EntityVec { items: Vec::new(), key: PhantomData }
    }

    /// An empty table with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        EntityVec { items: Vec::with_capacity(capacity), key: PhantomData }
    }

    /// Makes room for so many entries more, so that the table is not copied as it grows.
    pub fn reserve(&mut self, more: usize) {
        self.items.reserve(more);
    }

    /// Gives back the room beyond the entries.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
    }

    /// A table of `len` copies of `value`: the form of a side table over another table's entities.
    pub fn filled(value: V, len: usize) -> Self
    where
        V: Clone,
    {
        EntityVec { items: vec![value; len], key: PhantomData }
    }

    /// Appends `value` and returns its index.
    #[inline]
    pub fn push(&mut self, value: V) -> K {
        let key = K::new(self.items.len());
        self.items.push(value);
        key
    }

    /// The index the next [`push`](Self::push) returns.
    pub fn next_key(&self) -> K {
        K::new(self.items.len())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the table has no entry.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entry, if `key` is within the table.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// Grows or shrinks the table to `len` entries.
    pub fn resize(&mut self, len: usize, value: V)
    where
        V: Clone,
    {
        self.items.resize(len, value);
    }

    /// All indices in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::new)
    }

    /// All entries in index order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All entries in index order, mutably.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }

    /// Index and entry, in index order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(index, value)| (K::new(index), value))
    }

    /// Lets two entries change places.
    pub fn swap(&mut self, a: K, b: K) {
        self.items.swap(a.index(), b.index());
    }

    /// Drops the entries whose indices `keep` does not want; the others move down, in place.
    pub fn retain(&mut self, mut keep: impl FnMut(K) -> bool) {
        let mut index = 0;
        self.items.retain(|_| {
            index += 1;
            keep(K::new(index - 1))
        });
    }

    /// Drops the entries from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Forgets every entry and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<K: EntityRef, V> Default for EntityVec<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: EntityRef, V> Index<K> for EntityVec<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: EntityRef, V> IndexMut<K> for EntityVec<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K, V: std::fmt::Debug> std::fmt::Debug for EntityVec<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
