use super::Failure;
use crate::{
    config::{Options, StorageOptions},
    wiring,
};
use orderdock_app::{App, MAX_FILE_BYTES};
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Load master data from YAML or JSON files
///
/// Each file is loaded whole or not at all; loading it again changes nothing. May run beside a running server.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock load master-data.yaml\n  \
    orderdock load --data-dir /var/lib/orderdock partners.json products.yaml")]
pub struct Load {
    /// Files with the kinds of master data as members
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

impl Load {
    /// A file that is refused does not keep the others from being loaded.
    pub async fn run(self) -> Result<(), Failure> {
        let app = wiring::open(&Options::from(self.storage).resolve("orderdock-data")?)?;
        let mut refused = Vec::new();
        for file in &self.files {
            let shown = file.display();
            match load(&app, file).await {
                Ok(loaded) => super::print(&format!("{shown}\n{loaded}\n"))?,
                Err(faults) => {
                    eprintln!("{}", faults.join("\n"));
                    refused.push(shown.to_string());
                }
            }
        }
        if refused.is_empty() {
            return Ok(());
        }
        Err(Failure::work(format!("nothing was loaded of {}", refused.join(", "))))
    }
}

async fn load(app: &App, file: &Path) -> Result<String, Vec<String>> {
    let text = read(file).map_err(|error| vec![format!("{}: {error}", file.display())])?;
    let loaded = app.load_masterdata(&wiring::operator(app), &text).await;
    loaded.map(|loaded| loaded.to_string()).map_err(|failure| failure.lines(&file.display().to_string()))
}

fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MAX_FILE_BYTES as u64 + 1).read_to_string(&mut text)?;
    if text.len() > MAX_FILE_BYTES {
        return Err(io::Error::other(format!(
            "the file is larger than {} MiB; cut it in parts",
            MAX_FILE_BYTES >> 20
        )));
    }
    Ok(text)
}
