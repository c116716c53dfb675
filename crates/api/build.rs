//! Takes the two files of Swagger UI that `/docs/` loads out of its archive, and compresses them. Collects the recorded examples
//! of the OpenAPI document in one file.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Cursor, Read, Write};
use std::path::PathBuf;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipArchive;

/// Folder of the recorded examples.
const EXAMPLES: &str = "examples";

const FILES: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut archive = ZipArchive::new(Cursor::new(utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED))?;
    let first = archive.by_index(0)?.enclosed_name().unwrap_or_default();
    // named with its version, like swagger-ui-5.32.6
    let folder = first.iter().next().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    for name in FILES {
        let mut plain = Vec::new();
        archive.by_name(&format!("{folder}/dist/{name}"))?.read_to_end(&mut plain)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&plain)?;
        fs::write(out.join(format!("{name}.gz")), encoder.finish()?)?;
    }
    println!("cargo::rustc-env=SWAGGER_UI={folder}");
    println!("cargo::rerun-if-changed={EXAMPLES}");
    fs::write(out.join("examples.json"), collect_examples()?)?;
    Ok(())
}

/// Returns a JSON object with the content of each example file by its name, the id of its operation.
fn collect_examples() -> Result<String, Box<dyn Error>> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(EXAMPLES);
    let mut files = fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    let members = files.iter().map(|file| {
        let operation = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        Ok(format!("\"{operation}\":{}", fs::read_to_string(file)?))
    });
    Ok(format!("{{{}}}", members.collect::<io::Result<Vec<_>>>()?.join(",")))
}
