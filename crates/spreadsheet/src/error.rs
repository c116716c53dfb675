//! Reasons why a spreadsheet is rejected.

/// Reason why a file is rejected. The message contains the remedy.
#[derive(Debug, thiserror::Error)]
pub enum SpreadsheetError {
    #[error("cannot read the file: {0}")]
    Io(#[from] std::io::Error),
    #[error("the file is empty")]
    Empty,
    #[error("the file has {size} MiB; the limit is {limit} MiB. Split it into several files")]
    FileTooLarge { size: u64, limit: u64 },
    #[error("the file would unpack to more than {limit} MiB. Split it into several files")]
    UnpackedTooLarge { limit: u64 },
    #[error("{quantity} exceeds the limit of {limit}. Split the file or remove content that is not needed")]
    TooMuch {
        /// Noun phrase, for example "the number of columns".
        quantity: String,
        limit: u64,
    },
    #[error("the file is protected with a password. Save it without a password")]
    Protected,
    #[error("the file contains macros. Save it as .xlsx without macros")]
    Macros,
    #[error(
        "the file is {kind}, not a spreadsheet that can be read. Open it in a spreadsheet program and save it as .xlsx"
    )]
    Unsupported {
        /// Kind of the file with its article, for example "an HTML page".
        kind: &'static str,
    },
    #[error("the file is damaged: {reason}. Open it in a spreadsheet program and save it again")]
    Broken { reason: String },
    #[error("the text is not valid {encoding}. Choose another encoding, or save the file as CSV UTF-8")]
    WrongEncoding { encoding: &'static str },
    #[error("the workbook has no sheet {name:?}; its sheets are {known}")]
    UnknownSheet { name: String, known: String },
}

impl SpreadsheetError {
    pub(crate) fn broken(reason: impl Into<String>) -> Self {
        Self::Broken { reason: reason.into() }
    }
}
