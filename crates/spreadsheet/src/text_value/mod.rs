//! Numbers and dates that are written as text.

mod dates;
mod numbers;

pub use dates::{DateOrder, DateReading, instant, parse_date, read_date};
pub use numbers::{DecimalSign, NumberReading, currency_code, is_scientific, parse_number, read_number};
