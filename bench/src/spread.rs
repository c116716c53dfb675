//! A figure over the rounds of a measurement.

use std::fmt;

/// The middle one, and between which it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread {
    pub median: f64,
    pub lowest: f64,
    pub highest: f64,
}

impl Spread {
    pub fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        let at = |place: usize| figures.get(place).copied().unwrap_or_default();
        Self { median: at(figures.len() / 2), lowest: at(0), highest: at(figures.len().saturating_sub(1)) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let Self { median, lowest, highest } = self;
        write!(f, "{median:.digits$} (from {lowest:.digits$} to {highest:.digits$})")
    }
}
