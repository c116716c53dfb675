//! Options of spreadsheets.

use crate::cli::one_of;
use orderdock_spreadsheet::{DateOrder, DecimalSign, FileSettings, HiddenRows, TextDelimiter, TextEncoding};

/// Options for loading spreadsheets.
#[derive(clap::Args)]
pub struct SheetOptions {
    /// Load spreadsheets (CSV, XLSX, ODS) with one record of this kind per row, for example `product-prices`
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Organisation that owns the records of spreadsheets without a column `org` [default: shared by all]
    #[arg(long = "org", value_name = "CODE", requires = "kind")]
    pub organisation: Option<String>,
    /// Value of a member in all rows, with a decimal point and dates as 2026-12-31; repeatable
    #[arg(long = "set", value_name = "MEMBER=VALUE", requires = "kind", value_parser = assignment)]
    pub constants: Vec<MemberOption>,
    /// Name of the column of a member, or its letters in brackets, for example `[D]`; repeatable [default: found by name]
    #[arg(long = "column", value_name = "MEMBER=COLUMN", requires = "kind", value_parser = assignment)]
    pub columns: Vec<MemberOption>,
    /// Name of a column that is not loaded; repeatable
    #[arg(long = "ignore", value_name = "COLUMN", requires = "kind")]
    pub ignored: Vec<String>,
    /// Print new and changed records of spreadsheets and write nothing
    #[arg(long, requires = "kind")]
    pub dry_run: bool,
    /// Name of the sheet [default: the sheet with known column names]
    #[arg(long, value_name = "NAME", requires = "kind")]
    pub sheet: Option<String>,
    /// Number of the row with the column names [default: detected]
    #[arg(long, value_name = "ROW", requires = "kind", value_parser = clap::value_parser!(u32).range(1..))]
    pub header_row: Option<u32>,
    /// Decimal sign of numbers that are text [default: detected]
    #[arg(long, value_name = "SIGN", requires = "kind", value_parser = one_of(&SIGNS, sign_name))]
    pub decimal_sign: Option<DecimalSign>,
    /// Order of day and month in dates that are text [default: detected]
    #[arg(long, value_name = "ORDER", requires = "kind", value_parser = one_of(&ORDERS, order_name))]
    pub date_order: Option<DateOrder>,
    /// Rows that the spreadsheet program does not show, for example because of a filter
    #[arg(long, value_name = "HANDLING", requires = "kind", value_parser = one_of(&HIDDEN_ROWS, hidden_rows_name))]
    pub hidden_rows: Option<HiddenRows>,
    /// Character between the columns of a CSV file [default: detected]
    #[arg(long, value_name = "CHARACTER", requires = "kind", value_parser = one_of(&DELIMITERS, delimiter_name))]
    pub delimiter: Option<TextDelimiter>,
    /// Encoding of a CSV file [default: detected]
    #[arg(long, value_name = "ENCODING", requires = "kind", value_parser = one_of(&ENCODINGS, encoding_name))]
    pub encoding: Option<TextEncoding>,
}

/// Value or column of a member.
#[derive(Clone)]
pub struct MemberOption {
    pub member: String,
    pub value: String,
}

fn assignment(text: &str) -> Result<MemberOption, String> {
    match text.split_once('=') {
        Some((member, value)) if !member.trim().is_empty() && !value.trim().is_empty() => {
            Ok(MemberOption { member: member.trim().to_owned(), value: value.trim().to_owned() })
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

const SIGNS: [DecimalSign; 2] = [DecimalSign::Comma, DecimalSign::Point];
const ORDERS: [DateOrder; 2] = [DateOrder::Dmy, DateOrder::Mdy];
const HIDDEN_ROWS: [HiddenRows; 2] = [HiddenRows::Import, HiddenRows::Skip];
const DELIMITERS: [TextDelimiter; 4] =
    [TextDelimiter::Semicolon, TextDelimiter::Comma, TextDelimiter::Tab, TextDelimiter::Pipe];
const ENCODINGS: [TextEncoding; 4] =
    [TextEncoding::Utf8, TextEncoding::Utf16Le, TextEncoding::Utf16Be, TextEncoding::Windows1252];

fn sign_name(sign: DecimalSign) -> &'static str {
    match sign {
        DecimalSign::Comma => "comma",
        DecimalSign::Point => "point",
    }
}

fn order_name(order: DateOrder) -> &'static str {
    match order {
        DateOrder::Dmy => "dmy",
        DateOrder::Mdy => "mdy",
    }
}

fn hidden_rows_name(handling: HiddenRows) -> &'static str {
    match handling {
        HiddenRows::Import => "load",
        HiddenRows::Skip => "skip",
    }
}

fn delimiter_name(delimiter: TextDelimiter) -> &'static str {
    match delimiter {
        TextDelimiter::Semicolon => "semicolon",
        TextDelimiter::Comma => "comma",
        TextDelimiter::Tab => "tab",
        TextDelimiter::Pipe => "pipe",
    }
}

fn encoding_name(encoding: TextEncoding) -> &'static str {
    match encoding {
        TextEncoding::Utf8 => "utf-8",
        TextEncoding::Utf16Le => "utf-16le",
        TextEncoding::Utf16Be => "utf-16be",
        TextEncoding::Windows1252 => "windows-1252",
    }
}

impl SheetOptions {
    /// Returns the settings for opening and inspecting a file.
    pub fn file_settings(&self) -> FileSettings {
        FileSettings {
            sheet: self.sheet.clone(),
            header_row: self.header_row,
            encoding: self.encoding,
            delimiter: self.delimiter,
            hidden_rows: self.hidden_rows,
            ..FileSettings::default()
        }
    }
}
