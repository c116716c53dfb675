//! Builds the interface: runs `npm ci` when the lockfile changed and Vite when a source changed. Works in `OUT_DIR`, so
//! that profiles and checkouts do not share `node_modules`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const INPUTS: [&str; 8] = [
    ".npmrc",
    "package.json",
    "package-lock.json",
    "index.html",
    "tsconfig.json",
    "vite.config.ts",
    "public",
    "src",
];
const NODE_REQUIRED: &str = "building the browser interface needs Node 20.19 or newer with npm: install it, or build \
                      without the interface by setting ORDERDOCK_UI=skip";

fn main() {
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("web");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-env-changed=ORDERDOCK_UI");
    for input in INPUTS {
        println!("cargo::rerun-if-changed={}", source.join(input).display());
    }
    if let Err(message) = build(&source, &out) {
        for line in message.lines() {
            println!("cargo::error={line}");
        }
    }
}

fn build(source: &Path, out: &Path) -> Result<(), String> {
    let (work, output) = (out.join("work"), out.join("web"));
    create_folder(&work)?;
    create_folder(&output)?;
    if env::var_os("ORDERDOCK_UI").is_some_and(|wanted| wanted == "skip") {
        return recreate_folder(&output);
    }
    recreate_folder(&work.join("src"))?;
    for input in INPUTS {
        copy(&source.join(input), &work.join(input)).map_err(|error| format!("{input}: {error}"))?;
    }
    install(&work)?;
    let target = output.to_str().ok_or("the path of the target folder is not valid UTF-8")?;
    npm(&work, &["run", "build", "--", "--outDir", target, "--emptyOutDir"])
}

/// Installs the dependencies unless those of this lockfile are installed.
fn install(work: &Path) -> Result<(), String> {
    let wanted = fs::read(work.join("package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = work.join("node_modules/.lockfile");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(work, &["ci", "--no-audit", "--no-fund", "--ignore-scripts"])?;
    fs::write(&stamp, &wanted).map_err(|error| error.to_string())
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|_| NODE_REQUIRED.to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let log = [output.stdout, output.stderr].concat();
    Err(format!("npm {} failed; {NODE_REQUIRED}\n{}", arguments.join(" "), String::from_utf8_lossy(&log)))
}

fn create_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn recreate_folder(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    create_folder(folder)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
