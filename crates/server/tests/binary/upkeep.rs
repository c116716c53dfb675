//! Administration: users, backups and the doctor.

use crate::engine::{connect, ends_here};
use crate::running::{Server, call, call_with_input, demo_token, printed, status_and_body, stderr_of};
use orderdock_testkit::TestDatabaseAccess;
use std::path::Path;

fn demo(folder: &Path) -> Server {
    Server::start(folder, &["demo", "--data-dir", "d", "--scheduler", "false"])
}

#[test]
fn user_password_is_given_or_generated() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    let user = |arguments: &[&str], input: &str| {
        let arguments = [&["user"], arguments, &["--data-dir", "d"]].concat();
        let output = call_with_input(folder.path(), &arguments, input.as_bytes());
        (output.status.code(), String::from_utf8(output.stdout.clone()).unwrap(), stderr_of(&output))
    };
    let (code, password, message) = user(&["create", "Anna", "--role", "clerk"], "");
    assert_eq!(code, Some(0), "{message}");
    assert_eq!(password.trim_end().len(), 20, "alone on standard output, for a script: {password}");
    assert!(!message.contains(password.trim_end()), "{message}");

    let given = ["create", "Berta", "--role", "administrator", "--password-stdin"];
    assert_eq!(user(&given, "correct horse battery\nnot this\n").1, "");
    let cases: [(&[&str], &str, i32, &str); 6] = [
        (&["create", "aNNA", "--role", "clerk"], "", 1, "User aNNA already exists"),
        (&["create", "Carla", "--role", "clerk", "--password-stdin"], "short\n", 1, "12 to 256 characters"),
        (
            &["create", "Carla", "--role", "clerk", "--password-stdin"],
            "carla-carla-carla\n",
            1,
            "without the user name",
        ),
        (&["create", "Carla", "--role", "king"], "", 2, "viewer, clerk, administrator"),
        (&["create", "Carla", "--role", "clerk", "--org", "404"], "", 1, "“404” does not exist"),
        (&["password", "Carla"], "", 1, "User Carla does not exist"),
    ];
    for (arguments, input, expected, part) in cases {
        let (code, _, message) = user(arguments, input);
        assert_eq!(code, Some(expected), "{arguments:?}: {message}");
        assert!(message.contains(part), "{part:?} in {message}");
    }

    let hash =
        || connect(&folder.path().join("d")).text("SELECT password_hash FROM \"user\" WHERE name = 'Anna'");
    let before = hash();
    assert!(before.starts_with("$argon2id$v=19$"), "{before}");
    assert_eq!(user(&["password", "anna"], "").1.trim_end().len(), 20);
    assert_ne!(hash(), before);
    let viewer = user(&["create", "Vera", "--role", "viewer", "--password-stdin"], "correct horse battery\n");
    assert_eq!((viewer.0, viewer.2.contains("Vera created with role viewer")), (Some(0), true), "{viewer:?}");
    let (_, list, _) = user(&["list"], "");
    let lines: Vec<_> = list.lines().collect();
    assert_eq!(lines.len(), 4, "{list}");
    assert!(lines[3].starts_with("Vera   viewer"), "{list}");
    assert!(
        lines[1].starts_with("Anna   clerk") && lines[2].starts_with("Berta  administrator  all"),
        "{list}"
    );
}

#[test]
fn demo_has_an_administrator_with_a_stable_password() {
    let folder = tempfile::tempdir().unwrap();
    drop(demo(folder.path()));
    let text = || std::fs::read_to_string(folder.path().join("d/demo-access.txt")).unwrap();
    let line = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    let first = text();
    assert_eq!(line(&first, "User:"), "User:     admin");
    assert!(line(&first, "Password:").len() > 20, "{first}");
    drop(demo(folder.path()));
    assert_eq!(line(&text(), "Password:"), line(&first, "Password:"));
    assert!(
        printed(folder.path(), &["user", "list", "--data-dir", "d"]).contains("admin  administrator  all")
    );
}

#[tokio::test]
async fn file_backup_of_running_server_is_usable() {
    if ends_here("file_backup_of_running_server_is_usable") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = demo(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let list = async |server: &Server| {
        let path = "/api/sales/order/candidates?limit=500";
        status_and_body(server.get(path).header("Authorization", &token).send().await).await.1["items"]
            .clone()
    };
    let before = list(&server).await;
    assert!(!before.as_array().unwrap().is_empty());
    let file = folder.path().join("d/attachments/sha256/ab/cd");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "a file").unwrap();

    let backup = ["backup", "--data-dir", "d", "--copy-attachments", "copies", "copy.sqlite"];
    let output = printed(folder.path(), &backup);
    assert!(output.starts_with("copy.sqlite: ") && output.contains("copies: 1 new attachments"), "{output}");
    assert_eq!(std::fs::read(folder.path().join("copies/sha256/ab/cd")).unwrap(), b"a file");
    let again = call(folder.path(), &[], &backup);
    assert_eq!(again.status.code(), Some(2), "{}", stderr_of(&again));
    assert!(stderr_of(&again).contains("copy.sqlite already exists"), "{}", stderr_of(&again));
    assert!(
        printed(folder.path(), &["backup", "--data-dir", "d", "--copy-attachments", "copies", "2"])
            .contains("copies: 0 new")
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("copy.sqlite")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "the file contains the data of the database");
    }
    drop(server);

    std::fs::create_dir(folder.path().join("restored")).unwrap();
    std::fs::rename(folder.path().join("copy.sqlite"), folder.path().join("restored/orderdock.sqlite"))
        .unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "restored", "--scheduler", "false"]);
    assert_eq!(list(&server).await, before);

    let nowhere = call(folder.path(), &[], &["backup", "--data-dir", "none", "x.sqlite"]);
    assert_eq!(nowhere.status.code(), Some(1), "{}", stderr_of(&nowhere));
    let unwritable = call(folder.path(), &[], &["backup", "--data-dir", "d", "none/x.sqlite"]);
    assert_eq!(unwritable.status.code(), Some(1), "{}", stderr_of(&unwritable));
    let folder_named = call(folder.path(), &[], &["backup", "--data-dir", "d", "new/"]);
    assert_eq!(folder_named.status.code(), Some(2), "{}", stderr_of(&folder_named));
    assert!(
        stderr_of(&folder_named).contains("cannot write new/: it is a folder"),
        "{}",
        stderr_of(&folder_named)
    );
}

#[test]
fn backup_into_missing_folder_names_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    let output = call(folder.path(), &[], &["backup", "--data-dir", "d", "missing/copy.sqlite"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr_of(&output);
    assert!(text.contains("the backup failed: the folder missing does not exist. Create it"), "{text}");
}

#[test]
fn interrupted_backup_is_restarted_and_foreign_databases_are_refused() {
    if ends_here("interrupted_backup_is_restarted_and_foreign_databases_are_refused") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    std::fs::write(folder.path().join("empty.sqlite"), "").unwrap();
    TestDatabaseAccess::at(&folder.path().join("other.sqlite")).change("CREATE TABLE t (x)");
    for database in ["sqlite:empty.sqlite", "sqlite:other.sqlite"] {
        let output = call(folder.path(), &[], &["backup", "--database", database, "copy.sqlite"]);
        assert_eq!(output.status.code(), Some(1), "{database}");
        assert!(
            stderr_of(&output).contains("the file is not a database of Orderdock"),
            "{}",
            stderr_of(&output)
        );
    }
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name.starts_with("copy"));
        names
    };
    assert_eq!(names(), [""; 0]);

    let backup = ["backup", "--data-dir", "d", "copy.sqlite"];
    let half = std::fs::File::create(folder.path().join("copy.sqlite.unfinished")).unwrap();
    std::fs::write(folder.path().join("copy.sqlite.unfinished"), [7; 10_000]).unwrap();
    #[cfg(unix)]
    {
        half.lock().unwrap();
        let output = call(folder.path(), &[], &backup);
        assert_eq!(output.status.code(), Some(1), "{}", stderr_of(&output));
        assert!(stderr_of(&output).contains("another backup is writing this file"), "{}", stderr_of(&output));
    }
    drop(half);
    std::fs::write(folder.path().join("copy.sqlite.unfinished-journal"), [7; 1000]).unwrap();
    assert!(printed(folder.path(), &backup).ends_with(" bytes, verified\n"));
    assert_eq!(names(), ["copy.sqlite"]);
}

/// The database is read-only for the caller. The binary runs as another user, because root can write everywhere.
#[cfg(unix)]
#[test]
fn read_only_database_is_reported() {
    use std::os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    };
    if ends_here("read_only_database_is_reported") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    std::fs::write(path("uoms.yaml"), "uoms: []").unwrap();
    let mut program = env!("CARGO_BIN_EXE_orderdock").into();
    let superuser = std::fs::metadata(path("d")).unwrap().uid() == 0;
    if superuser {
        // a path that the other user can access
        program = path("orderdock");
        std::fs::copy(env!("CARGO_BIN_EXE_orderdock"), &program).unwrap();
    }
    let (placed, missing) = (path("d/attachments/sha256/ab/ab01"), "d/attachments/sha256/ab/ab02");
    insert_attachments(&path("d/orderdock.sqlite"), &["ab01", "ab02"]);
    std::fs::create_dir_all(placed.parent().unwrap()).unwrap();
    std::fs::write(placed, "12345").unwrap();
    std::fs::remove_dir(path("d/attachments/incoming")).unwrap();
    let modes = [("", 0o755), ("d", 0o755), ("d/orderdock.sqlite", 0o444), ("d/attachments", 0o555)];
    for (name, mode) in modes {
        std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let output_of = |arguments: &[&str]| {
        let mut command = std::process::Command::new(&program);
        command.current_dir(folder.path()).env_clear().args(arguments);
        if superuser {
            command.uid(65_534);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    for arguments in [&["load", "--data-dir", "d", "uoms.yaml"][..], &["token", "list", "--data-dir", "d"]] {
        let text = output_of(arguments);
        assert!(text.contains("this user can read the file but not write it"), "{text}");
    }
    let text = output_of(&["doctor", "--data-dir", "d"]);
    assert!(text.contains("error  this user cannot write d/orderdock.sqlite"), "{text}");
    assert!(text.contains("error  this user cannot write d/attachments\n"), "{text}");

    // read access to the folder is enough for the doctor
    for (name, mode) in [("d", 0o777), ("d/orderdock.sqlite", 0o666)] {
        std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let text = output_of(&["doctor", "--data-dir", "d"]);
    assert!(text.contains(&format!("error  {missing} is missing")), "{text}");
    assert!(!text.contains("ab01"), "{text}");
    // required for deleting the folder
    std::fs::set_permissions(path("d/attachments"), std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Inserts attachments of five bytes with these hashes.
fn insert_attachments(database: &Path, hashes: &[&str]) {
    let database = TestDatabaseAccess::at(database);
    for (id, hash) in hashes.iter().enumerate() {
        let attachment = format!(
            "PRAGMA foreign_keys = OFF; INSERT INTO attachment_content (sha256) VALUES (x'{hash}'); \
             INSERT INTO attachment (id, org_id, order_id, sha256, size, file_name, media_type, tags, \
             created_at, created_by) VALUES ({id}, 0, 1, x'{hash}', 5, 'f', 't', '[]', 0, 'x')"
        );
        database.change(&attachment);
    }
}

/// Inserts an import draft with a file of five bytes.
fn insert_import_draft(database: &Path, hash: &str) {
    let draft = format!(
        "INSERT INTO attachment_content (sha256) VALUES (x'{hash}'); \
         INSERT INTO import_draft (id, version, org_id, file_name, size, sha256, status, settings, results, \
         created_by, created_at, changed_by, changed_at, expires_at) \
         VALUES (1, 1, 0, 'f', 5, x'{hash}', 'open', '', '', 'x', 0, 'x', 0, 0)"
    );
    TestDatabaseAccess::at(database).change(&draft);
}

#[test]
fn doctor_checks_restored_files_without_creating_any() {
    if ends_here("doctor_checks_restored_files_without_creating_any") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    insert_attachments(&folder.path().join("d/orderdock.sqlite"), &["ab01", "ab02", "ac03", "ad04"]);
    insert_import_draft(&folder.path().join("d/orderdock.sqlite"), "af06");
    let files = folder.path().join("d/attachments");
    std::fs::remove_dir(files.join("incoming")).unwrap();
    for (name, bytes) in [("ab/ab01", "12345"), ("ab/ab02", "123"), ("ad/ad04", "12345"), ("ae/ae05", "1")] {
        let file = files.join("sha256").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
    let output = call(folder.path(), &[], &["doctor", "--data-dir", "d"]);
    let found = String::from_utf8(output.stdout).unwrap();
    let about: Vec<_> = found.lines().filter(|line| line.contains("d/attachments")).collect();
    let expected = [
        "error  d/attachments/sha256/ab/ab02 has 3 bytes, not 5",
        "error  d/attachments/sha256/ac/ac03 is missing",
        "error  d/attachments/sha256/af/af06 is missing",
    ];
    assert_eq!(about, expected, "{found}");
    let names = std::fs::read_dir(files).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["sha256"]);
}

/// Faults of logged requests and sent records, with the expected findings.
const SENT_FAULTS: [(&str, &str); 4] = [
    (
        "UPDATE candidate SET po_reference = 'x', po_reference_key = 'x' WHERE id = (SELECT min(id) FROM candidate)",
        "candidate_content.content_hash is wrong in ",
    ),
    ("UPDATE request SET last_candidate_id = 0", "candidates outside the id range of their request: "),
    ("UPDATE request SET dictionary_id = 1", "requests with an unreadable body"),
    ("PRAGMA foreign_keys = OFF; UPDATE request SET origin_id = 0", "requests without their origin record: "),
];

/// Faults of comments, saved views and import drafts.
const KEPT_FAULTS: [(&str, &str); 5] = [
    (
        "INSERT INTO comment (id, candidate_id, at, actor, text) VALUES (901, 1, 0, 'x', 'y')",
        "comments on missing candidates or sales orders: 901",
    ),
    (
        "INSERT INTO comment (id, order_id, at, actor, text) VALUES (902, 1, 0, 'x', 'y')",
        "comments on missing candidates or sales orders: 901, 902",
    ),
    (
        "INSERT INTO saved_view SELECT 1, 1, 1, 'x', 'x', 0, 'candidates', '', '', 0, 0",
        "saved views of missing users: 1",
    ),
    (
        "INSERT INTO saved_view_default (user_id, view_id) SELECT min(id), 2 FROM user",
        "default views with a missing user or a missing view: ",
    ),
    (
        "INSERT INTO import_draft_cell VALUES (903, 1, 0, 'x')",
        "cells or results of missing import drafts: 903",
    ),
];

/// Each fault is planted in a copy of a demo.
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn doctor_finds_planted_faults_with_remedies() {
    if ends_here("doctor_finds_planted_faults_with_remedies") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = demo(folder.path());
    let doctor = || {
        let output = call(folder.path(), &[], &["doctor", "--data-dir", "d"]);
        (output.status.code(), String::from_utf8(output.stdout.clone()).unwrap())
    };
    assert_eq!(doctor(), (Some(0), "no errors found\n".to_owned()), "beside the server");
    drop(server);
    let path = folder.path().join("d/orderdock.sqlite");
    let sql = |sql: &str| TestDatabaseAccess::at(&path).change(sql);
    let graves = [
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM candidate_identity WHERE candidate_id = (SELECT min(id) FROM candidate)",
            "candidates without an identity: ",
        ),
        (
            "DELETE FROM candidate_content WHERE candidate_id = (SELECT max(id) FROM candidate)",
            "candidates without content: ",
        ),
        (
            "INSERT INTO candidate_content (candidate_id, content, content_version, content_hash) \
             SELECT 1, content, content_version, content_hash FROM candidate_content LIMIT 1",
            "contents without their candidate: 1",
        ),
        (
            "DELETE FROM content_block WHERE id = (SELECT max(product_block) FROM candidate_content)",
            "contents with a missing block: ",
        ),
        ("UPDATE content_block SET members = '/x' WHERE id = 1", "content_block.key is wrong in 1 records"),
        ("UPDATE candidate_count SET error = error + 1 WHERE quarter = 0", "wrong candidate counters"),
        (
            "INSERT INTO candidate_problem (code, candidate_id) SELECT 'x', min(id) FROM candidate",
            "candidates with a wrong problem index: ",
        ),
        (
            "UPDATE bpartner_location SET address_key = 'x' WHERE id = (SELECT min(id) FROM bpartner_location)",
            "bpartner_location.address_key is wrong in 1 records",
        ),
        ("UPDATE candidate SET header_group = 'x'", "candidate.header_group is wrong in"),
        (
            "INSERT INTO open_reference (candidate_id, member, key, value, kind, external_system_id, org_id, data_source_id) \
             VALUES (7, '/product', 'code', 'x', 'product', 0, 1, 1)",
            "candidates whose open references differ from their keys or lines: 7",
        ),
        (
            "INSERT INTO missing_record (id, org_id, data_source_id, kind, external_system_id, bpartner_id, keys, key_text, \
             lines, orders, unpriced, worth, oldest_id, oldest_at) VALUES ('ab', 1, 1, 'product', 0, 0, '[]', '', 1, 1, 1, '[]', 7, 0)",
            "missing records with wrong numbers: ab",
        ),
        (
            "INSERT INTO attachment_content (sha256) VALUES (x'ab01'); INSERT INTO attachment (id, org_id, \
             order_id, sha256, size, file_name, media_type, tags, created_at, created_by) \
             VALUES (1, 0, 1, x'ab01', 5, 'f', 't', '[]', 0, 'x')",
            "d/attachments/sha256/ab/ab01 is missing",
        ),
        ("UPDATE product SET code_key = 'x'", "product.code_key is wrong in"),
        ("UPDATE counter SET value = 5 WHERE name = 'id'", "is above the id counter"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM tax_category", "references to missing records: "),
        ("PRAGMA journal_mode = DELETE", "the journal mode is delete instead of wal"),
    ];
    for (fault, expected) in graves.into_iter().chain(SENT_FAULTS).chain(KEPT_FAULTS) {
        sql(fault);
        let (code, found) = doctor();
        assert_eq!(code, Some(1), "{fault}: {found}");
        assert!(
            found.lines().any(|line| line.starts_with("error  ") && line.contains(expected)),
            "{expected} in {found}"
        );
    }
    let notes = [
        (
            "UPDATE organisation SET pricing_system_id = NULL WHERE code = '001'",
            "without a default pricing system: 001",
        ),
        ("UPDATE price_list_version SET active = 0", "price lists without a version: "),
        ("UPDATE price_list SET default_tax_category_id = NULL", "without a default tax category: "),
        ("UPDATE token SET expires_at = 1", "expired access tokens: demo"),
        ("DELETE FROM user_org; DELETE FROM user", "no user"),
    ];
    for (fault, expected) in notes {
        sql(fault);
        let (_, found) = doctor();
        assert!(
            found.lines().any(|line| line.starts_with("note   ") && line.contains(expected)),
            "{expected} in {found}"
        );
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(doctor().1.contains("orderdock.sqlite is accessible to other users (mode 644)"));
    }
    sql("PRAGMA user_version = 2");
    assert!(doctor().1.contains("the schema is older than this program: 2 of "));
    sql("PRAGMA user_version = 999");
    assert!(doctor().1.contains("the schema is newer than this program"));
    std::fs::write(&path, "SQLite format 3\0 and then something else").unwrap();
    assert_eq!(doctor().0, Some(1));
}

#[cfg(unix)]
#[tokio::test]
async fn password_file_that_anyone_may_read_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mail-password");
    let permit = |mode| std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    std::fs::write(&file, "s3cret\n").unwrap();
    let config = "[mail]\nhost = \"127.0.0.1\"\ntls = \"none\"\nuser = \"u\"\nfrom = \"u@shop.example\"\n\
                  unencrypted = true\npassword-file = \"mail-password\"\n";
    std::fs::write(folder.path().join("c.toml"), config).unwrap();
    let options = ["--config", "c.toml", "--data-dir", "d"];
    let doctor = || call(folder.path(), &[], &[&["doctor"], &options[..]].concat());
    let text = "every user of this machine can read mail-password, which contains a secret (mode 644)";
    permit(0o644);
    let server = Server::start(folder.path(), &[&["serve"], &options[..]].concat());
    assert!(server.logged("listening").await.contains(text));
    let output = doctor();
    let found = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(found.contains(text) && !output.status.success(), "{found}");
    permit(0o640);
    let output = doctor();
    let found = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(!found.contains("mail-password"), "its owner's group may read it: {found}");
}
