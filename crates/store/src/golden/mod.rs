//! Tests that the stored representation of values does not change. Rows of older versions must stay readable, and
//! during a rolling upgrade older instances read rows of this version. The files in `tests/golden` were written by
//! version 0.2.0 and never change.

mod orders;
mod problems;
mod row_notes;
mod run_work;

use orderdock_domain::number::{self, Decimal};
use orderdock_domain::text::{Code, Name, Text};

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

fn text(text: &str) -> Text {
    Text::parse(text).unwrap().unwrap()
}

fn decimal(text: &str) -> Decimal {
    number::exact(text).unwrap()
}
