//! Results of measurements, which can be printed, stored and loaded.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Median, minimum and maximum of a figure over all rounds.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct Spread {
    pub median: f64,
    pub lowest: f64,
    pub highest: f64,
}

impl Spread {
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        let at = |place: usize| figures.get(place).copied().unwrap_or_default();
        Self { median: at(figures.len() / 2), lowest: at(0), highest: at(figures.len().saturating_sub(1)) }
    }

    /// Returns the spread of a single figure.
    pub fn once(figure: f64) -> Self {
        Self { median: figure, lowest: figure, highest: figure }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Microseconds,
    Milliseconds,
    Seconds,
    PerSecond,
    Bytes,
    Mebibytes,
    Ratio,
    Times,
    Statements,
    Rows,
}

impl Unit {
    fn word(self) -> &'static str {
        match self {
            Self::Microseconds => " µs",
            Self::Milliseconds => " ms",
            Self::Seconds => " s",
            Self::PerSecond => " per second",
            Self::Bytes => " bytes",
            Self::Mebibytes => " MiB",
            Self::Times => " times",
            Self::Statements => " statements",
            Self::Rows => " rows",
            Self::Ratio => "",
        }
    }

    fn digits(self) -> usize {
        match self {
            Self::Microseconds | Self::Milliseconds | Self::Times | Self::Statements | Self::Rows => 1,
            Self::Seconds | Self::Ratio => 2,
            Self::PerSecond | Self::Bytes | Self::Mebibytes => 0,
        }
    }

    fn number(self, figure: f64) -> String {
        format!("{figure:.*}", self.digits())
    }
}

/// The target of a figure.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

impl Goal {
    fn met_by(self, figure: f64) -> bool {
        match self {
            Self::AtMost(maximum) => figure <= maximum,
            Self::AtLeast(minimum) => figure >= minimum,
        }
    }
}

#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Figure {
    /// Description of the measured quantity.
    #[serde(rename = "what")]
    pub label: String,
    pub unit: Unit,
    pub spread: Spread,
    pub goal: Option<Goal>,
}

impl Figure {
    pub fn new(label: impl Into<String>, unit: Unit, spread: Spread) -> Self {
        Self { label: label.into(), unit, spread, goal: None }
    }

    #[must_use]
    pub fn at_most(self, maximum: f64) -> Self {
        Self { goal: Some(Goal::AtMost(maximum)), ..self }
    }

    #[must_use]
    pub fn at_least(self, minimum: f64) -> Self {
        Self { goal: Some(Goal::AtLeast(minimum)), ..self }
    }

    /// Returns the target in words, and whether it was met.
    fn goal_words(&self) -> (String, &'static str) {
        let Some(goal) = self.goal else { return ("–".to_owned(), "") };
        let (word, bound) = match goal {
            Goal::AtMost(bound) => ("at most", bound),
            Goal::AtLeast(bound) => ("at least", bound),
        };
        let bound = format!("{word} {bound}{}", self.unit.word());
        (bound, if goal.met_by(self.spread.median) { "met" } else { "**missed**" })
    }
}

/// Formats the figure as a row of a Markdown table.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, unit, spread, .. } = self;
        let Spread { median, lowest, highest } = *spread;
        let (goal, met) = self.goal_words();
        let (median, word) = (unit.number(median), unit.word());
        let (lowest, highest) = (unit.number(lowest), unit.number(highest));
        let between = if lowest == highest { String::new() } else { format!("{lowest} to {highest}") };
        write!(f, "| {label} | {median}{word} | {between} | {goal} | {met} |")
    }
}

/// A series of points in a plot.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Curve {
    pub plot: Plot,
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// A plot to which a curve belongs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    BatchSize,
    Clients,
    DatabaseSize,
    Latency,
}

/// The result of one measurement.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Measured {
    /// Name on the command line.
    pub name: String,
    /// Amount of work in words.
    pub amount: String,
    pub figures: Vec<Figure>,
    pub curves: Vec<Curve>,
}

impl Measured {
    pub fn new(name: &str, amount: String) -> Self {
        Self { name: name.to_owned(), amount, ..Self::default() }
    }

    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    pub fn draw(&mut self, plot: Plot, name: impl Into<String>, points: Vec<(f64, f64)>) {
        self.curves.push(Curve { plot, name: name.into(), points });
    }
}

pub const TABLE_HEAD: &str = "| Work | Median | Lowest to highest | Goal | |\n|---|---|---|---|---|";

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}: {}\n\n{TABLE_HEAD}", self.name, self.amount)?;
        self.figures.iter().try_for_each(|figure| writeln!(f, "{figure}"))
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for reading, not amounts")]
pub fn per_second(count: usize, time: std::time::Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "figures for reading, not amounts")]
pub fn microseconds_each(time: std::time::Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}

pub fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_is_formatted_with_spread_and_goal() {
        let spread = Spread::of([5.0, 1.0, 3.04]);
        let figure = Figure::new("a thing", Unit::Milliseconds, spread);
        for (figure, row) in [
            (figure.clone(), "| a thing | 3.0 ms | 1.0 to 5.0 | – |  |"),
            (figure.clone().at_most(3.0), "| a thing | 3.0 ms | 1.0 to 5.0 | at most 3 ms | **missed** |"),
            (figure.at_least(3.0), "| a thing | 3.0 ms | 1.0 to 5.0 | at least 3 ms | met |"),
            (
                Figure::new("once", Unit::Ratio, Spread::once(0.5)).at_least(0.5),
                "| once | 0.50 |  | at least 0.5 | met |",
            ),
        ] {
            assert_eq!(figure.to_string(), row);
        }
    }
}
