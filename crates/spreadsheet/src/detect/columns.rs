//! Counts and samples of the values in a column, from which settings and members are detected.

use orderdock_domain::text::gtin;

use crate::address::CellAddress;
use crate::text_value::{
    DateOrder, DateReading, DecimalSign, NumberReading, currency_code, read_date, read_number,
};
use crate::value::{CellValue, SheetCell};

/// Number of samples of a column.
const SAMPLES: usize = 3;
/// Maximum number of characters of a sample.
const SAMPLE_CHARACTERS: usize = 80;

/// A cell value that supports a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueSample {
    pub cell: CellAddress,
    pub text: String,
}

/// A column of a sheet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SheetColumn {
    /// Column number, from 0.
    pub column: u32,
    /// Text of the header cell; empty if the column has none.
    pub header: String,
    /// Number of cells with content.
    pub filled: u64,
    /// The first different values.
    pub samples: Vec<ValueSample>,
    pub(crate) facts: ColumnFacts,
}

/// Counts of cells by possible interpretation, and the first cell for some interpretations.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ColumnFacts {
    pub numbers: u64,
    pub dates: u64,
    pub gtins: u64,
    pub currencies: u64,
    /// Numbers with a currency before or after them.
    pub priced: u64,
    pub faults: u64,
    pub merged: u64,
    pub comma: Option<ValueSample>,
    pub point: Option<ValueSample>,
    pub unclear_number: Option<ValueSample>,
    pub day_first: Option<ValueSample>,
    pub month_first: Option<ValueSample>,
    pub unclear_date: Option<ValueSample>,
}

impl SheetColumn {
    pub(super) fn add(&mut self, row: u32, cell: &SheetCell) {
        self.filled += 1;
        let address = CellAddress { row, column: cell.column };
        if self.samples.len() < SAMPLES {
            let sample = sample(address, &cell.value);
            if self.samples.iter().all(|known| known.text != sample.text) {
                self.samples.push(sample);
            }
        }
        self.facts.merged += u64::from(cell.merged);
        match &cell.value {
            CellValue::Number(number) => {
                self.facts.numbers += 1;
                self.facts.gtins += u64::from(gtin(number).is_some());
            }
            CellValue::Percentage(_) => self.facts.numbers += 1,
            CellValue::Date(_) | CellValue::DateTime(_) => self.facts.dates += 1,
            CellValue::Boolean(_) => {}
            CellValue::Fault(_) => self.facts.faults += 1,
            CellValue::Text(text) => self.facts.add_text(text.trim(), || sample(address, &cell.value)),
        }
    }
}

impl ColumnFacts {
    fn add_text(&mut self, text: &str, sample: impl Fn() -> ValueSample) {
        self.gtins += u64::from(gtin(text).is_some());
        self.currencies += u64::from(currency_code(text).is_some());
        let keep_first = |first: &mut Option<ValueSample>| {
            if first.is_none() {
                *first = Some(sample());
            }
        };
        let (reading, currency) = read_number(text);
        self.numbers += u64::from(reading != NumberReading::NotANumber);
        self.priced += u64::from(currency.is_some());
        match reading {
            NumberReading::Only(DecimalSign::Comma) => keep_first(&mut self.comma),
            NumberReading::Only(DecimalSign::Point) => keep_first(&mut self.point),
            NumberReading::Ambiguous => keep_first(&mut self.unclear_number),
            NumberReading::Either | NumberReading::NotANumber => {}
        }
        let reading = read_date(text);
        self.dates += u64::from(reading != DateReading::NotADate);
        match reading {
            DateReading::Only(DateOrder::Dmy) => keep_first(&mut self.day_first),
            DateReading::Only(DateOrder::Mdy) => keep_first(&mut self.month_first),
            DateReading::Ambiguous => keep_first(&mut self.unclear_date),
            DateReading::Either | DateReading::NotADate => {}
        }
    }
}

fn sample(cell: CellAddress, value: &CellValue) -> ValueSample {
    ValueSample { cell, text: value.to_text().chars().take(SAMPLE_CHARACTERS).collect() }
}
