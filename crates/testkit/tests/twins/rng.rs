//! Reproducible pseudo-random numbers.

/// A generator with a seed (splitmix64).
pub struct Rng(u64);

impl Rng {
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }

    pub fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    pub fn below(&mut self, length: usize) -> usize {
        usize::try_from(self.roll(u64::try_from(length).unwrap())).unwrap()
    }

    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// Picks an element with a probability proportional to its weight.
    pub fn weighted<T: Copy>(&mut self, of: &[(u64, T)]) -> T {
        let mut rolled = self.roll(of.iter().map(|(weight, _)| weight).sum());
        for (weight, one) in of {
            if rolled < *weight {
                return *one;
            }
            rolled -= weight;
        }
        unreachable!("one of the weights is reached")
    }
}
