//! Builds the interface and the guide: runs `npm ci` when a lockfile changed, Vite and VitePress when one of their sources
//! changed. Works in `OUT_DIR`, so that profiles and checkouts do not share `node_modules`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

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
const NODE_REQUIRED: &str = "building the browser interface and the guide needs Node 20.19 or newer with npm: install it, or build \
                      without the interface by setting ORDERDOCK_UI=skip";

/// Sources of the guide, in the repository.
const GUIDE_INPUTS: [&str; 9] = [
    "docs",
    "examples",
    "crates/ui/web/public/mark.svg",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
];
/// Files of the guide that are embedded as gzip only.
const TEXT_FILES: [&str; 10] = ["html", "js", "css", "svg", "json", "txt", "yaml", "yml", "py", "sh"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (web, repository) = (root.join("web"), root.join("../.."));
    println!("cargo::rerun-if-env-changed=ORDERDOCK_UI");
    let inputs = INPUTS.map(|input| web.join(input)).into_iter();
    for input in inputs.chain(GUIDE_INPUTS.map(|input| repository.join(input))) {
        println!("cargo::rerun-if-changed={}", input.display());
    }
    if let Err(message) = build(&web, &repository, &out) {
        for line in message.lines() {
            println!("cargo::error={line}");
        }
    }
}

fn build(web: &Path, repository: &Path, out: &Path) -> Result<(), String> {
    let (interface, guide) = (out.join("web"), out.join("guide"));
    if env::var_os("ORDERDOCK_UI").is_some_and(|wanted| wanted == "skip") {
        return [&interface, &guide].into_iter().try_for_each(|output| {
            // otherwise the next build with the interface would take the empty folder for its output
            remove(&stamp(output))?;
            recreate_folder(output)
        });
    }
    let inputs: Vec<_> = INPUTS.iter().map(|input| web.join(input)).collect();
    unless_unchanged(&inputs, &interface, || build_interface(web, &out.join("work"), &interface))?;
    let inputs: Vec<_> = GUIDE_INPUTS.iter().map(|input| repository.join(input)).collect();
    unless_unchanged(&inputs, &guide, || build_guide(repository, &out.join("guide-work"), &guide))
}

fn build_interface(source: &Path, work: &Path, output: &Path) -> Result<(), String> {
    recreate_folder(&work.join("src"))?;
    for input in INPUTS {
        copy(&source.join(input), &work.join(input)).map_err(|error| format!("{input}: {error}"))?;
    }
    install(work)?;
    let target = output.to_str().ok_or("the path of the target folder is not valid UTF-8")?;
    run("npm", work, &["run", "build", "--", "--outDir", target, "--emptyOutDir"])
}

/// Builds and checks the site of `docs/`, then compresses its text files.
fn build_guide(repository: &Path, work: &Path, output: &Path) -> Result<(), String> {
    copy(&repository.join("docs/site"), work).map_err(|error| format!("docs/site: {error}"))?;
    install(work)?;
    let repository = repository.to_str().ok_or("the path of the repository is not valid UTF-8")?;
    run("node", work, &["build.mjs", repository])?;
    recreate_folder(output)?;
    compress(&work.join("site"), output).map_err(|error| format!("files of the guide: {error}"))
}

/// Copies a folder, text files as gzip.
fn compress(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        let is_text =
            path.extension().is_some_and(|extension| TEXT_FILES.iter().any(|text| extension == *text));
        if path.is_dir() {
            compress(&path, &target)?;
        } else if is_text {
            let mut name = target.into_os_string();
            name.push(".gz");
            let mut encoder = GzEncoder::new(fs::File::create(name)?, Compression::best());
            encoder.write_all(&fs::read(&path)?)?;
            encoder.finish()?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Builds a folder unless it was built from inputs with the same content.
fn unless_unchanged(
    inputs: &[PathBuf],
    output: &Path,
    build: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let mut hasher = DefaultHasher::new();
    for input in inputs {
        hash_content(input, &mut hasher).map_err(|error| format!("{}: {error}", input.display()))?;
    }
    let (hash, stamp) = (hasher.finish().to_string(), stamp(output));
    if output.is_dir() && fs::read_to_string(&stamp).is_ok_and(|built| built == hash) {
        return Ok(());
    }
    remove(&stamp)?;
    create_folder(output)?;
    build()?;
    fs::write(&stamp, hash).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// Returns the file with the hash of the inputs that an output was built from.
fn stamp(output: &Path) -> PathBuf {
    output.with_extension("inputs")
}

fn hash_content(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().hash(hasher);
    if !path.is_dir() {
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut entries: Vec<_> = fs::read_dir(path)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    entries.iter().try_for_each(|entry| hash_content(&entry.path(), hasher))
}

/// Installs the dependencies unless those of this lockfile are installed.
fn install(work: &Path) -> Result<(), String> {
    let wanted = fs::read(work.join("package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = work.join("node_modules/.lockfile");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run("npm", work, &["ci", "--no-audit", "--no-fund", "--ignore-scripts"])?;
    fs::write(&stamp, &wanted).map_err(|error| error.to_string())
}

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let file = if cfg!(windows) && program == "npm" { "npm.cmd" } else { program };
    let output = Command::new(file).args(arguments).current_dir(folder).output();
    let output = output.map_err(|_| NODE_REQUIRED.to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let log = [output.stdout, output.stderr].concat();
    let log = String::from_utf8_lossy(&log);
    Err(format!("{program} {} failed; {NODE_REQUIRED}\n{log}", arguments.join(" ")))
}

fn create_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn recreate_folder(folder: &Path) -> Result<(), String> {
    remove(folder)?;
    create_folder(folder)
}

fn remove(path: &Path) -> Result<(), String> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{}: {error}", path.display())),
        _ => Ok(()),
    }
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
