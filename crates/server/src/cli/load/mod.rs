//! Loads master data from files.

mod columns;
mod load_sheet;
mod located;
mod members;
mod records;
mod sheet;
mod sheet_options;

use crate::{
    cli::import::Format,
    config::StorageOptions,
    failure::{CommandFailure, on_one_line},
    wiring,
};
use orderdock_app::{MAX_FILE_BYTES, Services};
use sheet_options::SheetOptions;
use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// Load master data from YAML, JSON, CSV, XLSX or ODS files
///
/// Each file is loaded completely or not at all. Loading it again changes nothing. Can run while the server is
/// running.
///
/// YAML and JSON files name their kinds of master data. A spreadsheet has one record per row, of the kind in --kind. Its
/// columns are mapped by name to the members of the kind, nested ones with a dot (`locations.city`). Empty cells leave
/// members unchanged. Unknown columns, ambiguous numbers and ambiguous dates are errors.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock load master-data.yaml\n  \
    orderdock load --data-dir /var/lib/orderdock partners.json products.yaml\n  \
    orderdock load prices.xlsx --kind product-prices --org 001 --set priceList=DE-EUR --set validFrom=2027-01-01 \
    --dry-run\n  \
    orderdock load products.csv --kind products --org 001 --set uom=PCE --column code=Art.-Nr. --ignore Farbe")]
pub struct Load {
    /// YAML or JSON files; top-level fields are kinds of master data. With --kind, spreadsheets
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    sheets: SheetOptions,
    #[command(flatten)]
    storage: StorageOptions,
}

impl Load {
    /// Loads each file. A rejected file does not prevent loading the others.
    pub async fn run(self) -> Result<(), CommandFailure> {
        let kind = self.sheets.kind.as_deref().map(load_sheet::find_kind).transpose()?;
        self.check_formats()?;
        let services = wiring::open(&self.storage.clone().resolve()?).await?;
        let mut rejected = Vec::new();
        for file in &self.files {
            let shown = file.display();
            let loaded = match kind {
                Some(kind) => load_sheet::load(&services, file, kind, &self.sheets)
                    .await
                    .map_err(|faults| faults.iter().map(|fault| format!("{shown}: {fault}")).collect()),
                None => load(&services, file).await,
            };
            match loaded {
                Ok(text) => super::print(&format!("{shown}\n{text}\n"))?,
                Err(faults) => {
                    for fault in faults {
                        eprintln!("{}", on_one_line(&fault));
                    }
                    rejected.push(shown.to_string());
                }
            }
        }
        if rejected.is_empty() {
            return Ok(());
        }
        Err(CommandFailure::work(format!("not loaded: {}", rejected.join(", "))))
    }

    /// Checks that --kind is given for spreadsheets and only for them.
    fn check_formats(&self) -> Result<(), CommandFailure> {
        for file in &self.files {
            let shown = file.display();
            let name = file.to_string_lossy().to_ascii_lowercase();
            let is_document = [".yaml", ".yml", ".json"].iter().any(|ending| name.ends_with(ending));
            let is_sheet = Format::of_name(&name) == Some(Format::Spreadsheet);
            if self.sheets.kind.is_none() && is_sheet {
                return Err(CommandFailure::call(format!(
                    "{shown} is a spreadsheet: name the kind of its records with --kind, for example --kind \
                     product-prices"
                )));
            }
            if self.sheets.kind.is_some() && is_document {
                return Err(CommandFailure::call(format!(
                    "{shown} is not a spreadsheet: load YAML and JSON files without --kind"
                )));
            }
        }
        Ok(())
    }
}

/// Loads a YAML or JSON file. Returns the text to print, or all errors.
async fn load(services: &Services, file: &Path) -> Result<String, Vec<String>> {
    let text = read(file).map_err(|fault| vec![fault])?;
    let shown = file.display().to_string();
    let loaded = services.master_data.load_masterdata(&wiring::operator(services), &text).await;
    let loaded = loaded.map_err(|failure| failure.lines(&shown))?;
    for warning in &loaded.warnings {
        eprintln!("{}", on_one_line(&format!("{shown}:{warning}")));
    }
    Ok(if loaded.counts.is_empty() { "no records".to_owned() } else { loaded.to_string() })
}

fn read(file: &Path) -> Result<String, String> {
    let shown = file.display();
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("{shown}: {error}"))?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(format!("{shown}: the file is larger than {} MiB; split it", MAX_FILE_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let (line, column) = end(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        format!("{shown}:{line}:{column}: invalid UTF-8; save the file as UTF-8")
    })
}

/// Returns line and column after the end of the text, 1-based.
fn end(text: &[u8]) -> (usize, usize) {
    let mut lines = text.split(|byte| *byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    (lines.count() + 1, String::from_utf8_lossy(last).chars().count() + 1)
}
