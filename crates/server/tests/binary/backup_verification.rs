//! Verification of existing backups.

use crate::attachments::{attach, create_header};
use crate::engine::on_postgres;
use crate::running::{Server, call, demo_token, printed, status_and_body, stderr_of};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Backs up a database with one attached file to the folder `backups`, and copies the file to `files`.
async fn backed_up(folder: &Path) -> PathBuf {
    let server = Server::start(folder, &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.join("d"));
    create_header(&server, &token).await;
    let pieces = std::iter::once(b"content".to_vec());
    let attached = attach(&server, &token, "note.txt", pieces, Duration::ZERO).send().await;
    assert_eq!(status_and_body(attached).await.0, 201);
    std::fs::create_dir(folder.join("backups")).unwrap();
    printed(folder, &["backup", "--data-dir", "d", "--keep", "2", "--copy-attachments", "files", "backups"]);
    only_file(&folder.join("backups"))
}

/// Returns the only file below a folder.
fn only_file(folder: &Path) -> PathBuf {
    let mut entries = std::fs::read_dir(folder).unwrap();
    let path = entries.next().unwrap().unwrap().path();
    assert!(entries.next().is_none(), "{}", folder.display());
    if path.is_dir() { only_file(&path) } else { path }
}

/// Returns exit code, output and messages of `orderdock backup verify`.
fn verified(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = call(folder, &[], &[&["backup", "verify"], arguments].concat());
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    (output.status.code(), printed, stderr_of(&output))
}

#[tokio::test]
async fn intact_backup_is_reported_with_its_contents() {
    let folder = tempfile::tempdir().unwrap();
    let file = backed_up(folder.path()).await;
    let before = std::fs::read(&file).unwrap();
    for path in ["backups", file.to_str().unwrap()] {
        let (code, output, _) = verified(folder.path(), &[path, "--attachments", "files"]);
        assert_eq!(code, Some(0), "{output}");
        for part in [
            ": intact\n",
            " migration steps\n",
            "  organisations with the shared one: ",
            "  users: 1\n",
            "  candidates: ",
            "  attachments: 1\n",
            "  attached files: 1, 7 bytes; all in files with matching hashes\n",
        ] {
            assert!(output.contains(part), "{part:?} in {output}");
        }
    }
    let (code, output, _) = verified(folder.path(), &["backups"]);
    assert_eq!(code, Some(0));
    assert!(output.contains("1, 7 bytes; not checked, use --attachments DIR"), "{output}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(only_file(&folder.path().join("backups")), file, "no files are created");
}

#[tokio::test]
async fn damaged_and_missing_attachments_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    backed_up(folder.path()).await;
    let attached = only_file(&folder.path().join("files"));
    std::fs::write(&attached, "CONTENT").unwrap();
    let check = || verified(folder.path(), &["backups", "--attachments", "files"]);
    let (code, output, message) = check();
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("is damaged: its hash differs from the stored hash"), "{output}");
    assert!(message.contains("the backup is damaged or incomplete"), "{message}");
    std::fs::remove_file(&attached).unwrap();
    let (code, output, _) = check();
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains(" is missing\n"), "{output}");
}

#[tokio::test]
async fn truncated_backup_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = backed_up(folder.path()).await;
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let (code, output, message) = verified(folder.path(), &["backups"]);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains(": damaged or incomplete\n  error: "), "{output}");
    assert!(message.contains("the backup is damaged or incomplete"), "{message}");
}

#[test]
fn other_files_are_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text"), "no database").unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    let in_use = "the file is a database with a write-ahead log, not a backup";
    let mut cases = vec![
        (vec!["missing"], 2, "cannot read missing: "),
        (vec!["."], 1, "contains no backup named like orderdock-"),
        (vec!["text"], 1, "neither a SQLite database nor an archive of pg_dump"),
        (vec!["text", "--attachments", "d"], 2, "d has no folder sha256"),
    ];
    if !on_postgres() {
        cases.push((vec!["d/orderdock.sqlite"], 1, in_use));
    }
    for (arguments, expected, part) in cases {
        let (code, output, message) = verified(folder.path(), &arguments);
        assert_eq!(code, Some(expected), "{arguments:?}: {output}{message}");
        assert!(format!("{output}{message}").contains(part), "{arguments:?}: {output}{message}");
    }
}
