//! Reads the value of a cell as the value of a member.

use orderdock_domain::text::fold;
use serde_json::{Number, Value};

use crate::detect::DetectedSheet;
use crate::members::MappedKind;
use crate::serial_date::{DateSystem, NumberKind};
use crate::text_value::{
    DateOrder, DecimalSign, currency_code, instant, is_scientific, parse_date, parse_number,
};
use crate::value::{CellFault, CellValue};

/// Result of reading a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum MappedValue {
    Absent,
    Value(Value),
    /// A number with a currency next to it.
    Price(Value, &'static str),
    Fault {
        /// Stable code of the fault, for example `cell.number`.
        code: &'static str,
        message: String,
        /// Text of the cell.
        seen: String,
    },
}

/// Reads cells with the settings of their file.
pub struct ValueReader {
    pub(super) sign: Option<DecimalSign>,
    pub(super) order: Option<DateOrder>,
    pub(super) dates: DateSystem,
}

/// Prefixes of identifier strings.
const IDENTIFIERS: [&str; 3] = ["int-", "ext-", "val-"];
const TRUE_WORDS: [&str; 8] = ["true", "yes", "y", "ja", "j", "wahr", "x", "1"];
const FALSE_WORDS: [&str; 7] = ["false", "no", "n", "nein", "falsch", "-", "0"];

impl MappedValue {
    /// Returns the fault of a cell without a usable value.
    pub(super) fn of_fault(value: &CellValue) -> Option<Self> {
        let CellValue::Fault(fault) = value else { return None };
        let code = match fault {
            CellFault::Formula(_) => "cell.formula_error",
            CellFault::NotCalculated => "cell.not_calculated",
            CellFault::TooManyDigits(_) => "cell.digits_lost",
            CellFault::Unreadable(_) => "cell.unreadable",
        };
        Some(Self::fault(code, fault.to_string(), value))
    }

    fn fault(code: &'static str, message: impl Into<String>, value: &CellValue) -> Self {
        Self::Fault { code, message: message.into(), seen: value.to_text().into_owned() }
    }

    fn text(text: &str) -> Self {
        if text.is_empty() { Self::Absent } else { Self::Value(text.into()) }
    }
}

impl ValueReader {
    /// Creates a reader for the cells of a sheet. Without a decimal sign or date order, texts that depend on it are faults.
    pub fn new(sheet: &DetectedSheet, sign: Option<DecimalSign>, order: Option<DateOrder>) -> Self {
        Self { sign, order, dates: sheet.dates }
    }

    /// Reads a constant, default or replacement of a mapping: numbers with a decimal point, dates as `2026-12-31`.
    pub fn canonical(kind: MappedKind, text: &str) -> MappedValue {
        let reader =
            Self { sign: Some(DecimalSign::Point), order: Some(DateOrder::Dmy), dates: DateSystem::From1900 };
        reader.read(kind, &CellValue::Text(text.to_owned()))
    }

    /// Reads a cell as the value of a member.
    pub fn read(&self, kind: MappedKind, value: &CellValue) -> MappedValue {
        if let Some(fault) = MappedValue::of_fault(value) {
            return fault;
        }
        match kind {
            MappedKind::Code => Self::code(value),
            MappedKind::Text => MappedValue::text(value.to_text().trim()),
            MappedKind::Identifier => {
                let text = value.to_text();
                let text = text.trim();
                let is_identifier =
                    text.is_empty() || IDENTIFIERS.iter().any(|prefix| text.starts_with(prefix));
                MappedValue::text(&if is_identifier { text.to_owned() } else { format!("val-{text}") })
            }
            MappedKind::Currency => {
                let text = value.to_text();
                MappedValue::text(currency_code(&text).unwrap_or(text.trim()))
            }
            MappedKind::Number => self.number(value),
            MappedKind::Percentage => match value {
                CellValue::Percentage(number) => number_value(number, value),
                CellValue::Text(text) => {
                    self.number(&CellValue::Text(text.trim().trim_end_matches('%').trim_end().to_owned()))
                }
                _ => self.number(value),
            },
            MappedKind::Integer => match self.number(value) {
                MappedValue::Value(Value::Number(number)) if number.as_i64().is_none() => {
                    MappedValue::fault("cell.integer", "The value must be a whole number.", value)
                }
                read => read,
            },
            MappedKind::Date => self.date(value),
            MappedKind::Boolean => Self::boolean(value),
        }
    }

    fn code(value: &CellValue) -> MappedValue {
        if let CellValue::Text(text) = value
            && is_scientific(text)
        {
            let message = "The value is a number in scientific notation, so its last digits are lost. Export the column \
                           as text.";
            return MappedValue::fault("cell.digits_lost", message, value);
        }
        MappedValue::text(value.to_text().trim())
    }

    fn number(&self, value: &CellValue) -> MappedValue {
        let not_a_number = |message: &str| MappedValue::fault("cell.number", message, value);
        match value {
            CellValue::Number(number) => number_value(number, value),
            CellValue::Text(text) => {
                let comma = parse_number(text, DecimalSign::Comma);
                let point = parse_number(text, DecimalSign::Point);
                let read = match self.sign {
                    Some(DecimalSign::Comma) => comma,
                    Some(DecimalSign::Point) => point,
                    None if comma == point => comma,
                    None => return not_a_number("The decimal sign of the file is not known."),
                };
                match (read, self.sign) {
                    (Some(read), _) => match (number_value(&read.number, value), read.currency) {
                        (MappedValue::Value(number), Some(currency)) => MappedValue::Price(number, currency),
                        (read, _) => read,
                    },
                    (None, Some(DecimalSign::Comma)) => {
                        not_a_number("The value is not a number with decimal comma, such as 1.234,50.")
                    }
                    (None, Some(DecimalSign::Point)) => {
                        not_a_number("The value is not a number with decimal point, such as 1,234.50.")
                    }
                    (None, None) => not_a_number("The value is not a number."),
                }
            }
            CellValue::Percentage(_) => not_a_number("The cell is formatted as a percentage."),
            _ => not_a_number("The value is not a number."),
        }
    }

    fn date(&self, value: &CellValue) -> MappedValue {
        let not_a_date = |message: &str| MappedValue::fault("cell.date", message, value);
        let day = match value {
            CellValue::Date(date) => Some(*date),
            CellValue::DateTime(time) => Some(time.date()),
            CellValue::Number(number) if number.len() == 5 => {
                match self.dates.value(number, NumberKind::Date) {
                    Some(CellValue::Date(date)) => Some(date),
                    _ => None,
                }
            }
            CellValue::Number(text) | CellValue::Text(text) => {
                if let Some(instant) = instant(text) {
                    return MappedValue::Value(instant.into());
                }
                let (dmy, mdy) = (parse_date(text, DateOrder::Dmy), parse_date(text, DateOrder::Mdy));
                match self.order {
                    Some(DateOrder::Dmy) => dmy,
                    Some(DateOrder::Mdy) => mdy,
                    None if dmy == mdy => dmy,
                    None => return not_a_date("The order of day and month in the file is not known."),
                }
            }
            _ => None,
        };
        match day {
            Some(day) => MappedValue::Value(day.to_string().into()),
            None => not_a_date("The value is not a date. Use a format like 2026-12-31 or 31.12.2026."),
        }
    }

    fn boolean(value: &CellValue) -> MappedValue {
        let text = fold(&value.to_text());
        let read = if TRUE_WORDS.contains(&text.as_str()) {
            true
        } else if FALSE_WORDS.contains(&text.as_str()) {
            false
        } else {
            return MappedValue::fault("cell.boolean", "The value is neither yes nor no.", value);
        };
        MappedValue::Value(read.into())
    }
}

/// Returns a JSON number with all digits of the text, or a fault.
fn number_value(number: &str, value: &CellValue) -> MappedValue {
    match number.parse::<Number>() {
        Ok(number) => MappedValue::Value(Value::Number(number)),
        Err(_) => MappedValue::fault("cell.number", "The value is not a number.", value),
    }
}
