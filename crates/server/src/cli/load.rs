use crate::{
    config::StorageOptions,
    failure::{CommandFailure, on_one_line},
    wiring,
};
use orderdock_app::{LoadedFile, MAX_FILE_BYTES, Services};
use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// Load master data from YAML or JSON files
///
/// Each file is loaded completely or not at all. Loading it again changes nothing. Can run while the server is
/// running.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock load master-data.yaml\n  \
    orderdock load --data-dir /var/lib/orderdock partners.json products.yaml")]
pub struct Load {
    /// YAML or JSON files; top-level fields are kinds of master data
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

impl Load {
    /// Loads each file. A rejected file does not prevent loading the others.
    pub async fn run(self) -> Result<(), CommandFailure> {
        let services = wiring::open(&self.storage.resolve()?).await?;
        let mut rejected = Vec::new();
        for file in &self.files {
            let shown = file.display();
            match load(&services, file).await {
                Ok(loaded) if loaded.counts.is_empty() => super::print(&format!("{shown}\nno records\n"))?,
                Ok(loaded) => {
                    for warning in &loaded.warnings {
                        eprintln!("{}", on_one_line(&format!("{shown}:{warning}")));
                    }
                    super::print(&format!("{shown}\n{loaded}\n"))?;
                }
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
}

async fn load(services: &Services, file: &Path) -> Result<LoadedFile, Vec<String>> {
    let text = read(file).map_err(|fault| vec![fault])?;
    let loaded = services.master_data.load_masterdata(&wiring::operator(services), &text).await;
    loaded.map_err(|failure| failure.lines(&file.display().to_string()))
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
