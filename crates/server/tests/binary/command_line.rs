//! Command line: precedence of option sources, and errors of wrong calls.

use crate::running::{FREE_PORT, call, printed, stderr_of};

#[test]
fn flag_wins_over_environment_over_file_over_default() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("orderdock.toml"), "listen = \"192.0.2.3:1\"\n").unwrap();
    // an address beyond loopback is rejected with its value, which shows the effective source
    let flag = ["--listen", "192.0.2.1:1"];
    let environment = ("ORDERDOCK_LISTEN", "192.0.2.2:1");
    let file = ("ORDERDOCK_CONFIG", "orderdock.toml");
    let cases = [
        (&flag[..], &[environment, file][..], "192.0.2.1:1"),
        (&[], &[environment, file], "192.0.2.2:1"),
        (&[], &[file], "192.0.2.3:1"),
    ];
    for (flags, environment, winner) in cases {
        let output = call(folder.path(), environment, &[&["serve"], flags].concat());
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(&format!("cannot listen on {winner}")), "{stderr}");
        assert!(stderr.contains("--behind-proxy"), "{stderr}");
    }
}

#[test]
fn invalid_arguments_exit_with_2_and_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.toml"), "log = \"info\"\nlistn = \"127.0.0.1:1\"\n").unwrap();
    let cases: [(&[&str], &[&str]); 14] = [
        (&["serve", "--config", "bad.toml"], &["bad.toml", "line 2, column 1", "`listn`", "`listen`"]),
        (&["serve", "--config", "none.toml"], &["none.toml", "No such file"]),
        (&["serve", "--listen", "8080"], &["--listen", "8080", "invalid"]),
        (&["serve", "--lisen", "127.0.0.1:1"], &["--lisen", "'--listen'"]),
        (&["serve", "--database", "postgres://localhost/x"], &["--attachments-shared", "s3:BUCKET"]),
        (
            &["serve", "--database", "postgres://localhost"],
            &["name of the database is missing", "postgres://"],
        ),
        (&["serve", "--database", "x.sqlite"], &["sqlite:PATH", "postgres://USER@HOST/DATABASE"]),
        (&["serve", "--log", "a=b=c"], &["--log", "a=b=c"]),
        (&["load"], &["<FILE>"]),
        (
            &["token", "create", "--name", "n", "--expires-in", "soon"],
            &["--expires-in", "90d", "never", "soon"],
        ),
        (&["token", "create", "--name", "n"], &["--scope", "candidates:write", "process:run", "admin"]),
        (&["token", "create", "--name", "n", "--scope", "admin,write"], &["\"write\"", "masterdata:write"]),
        (&["token", "create", "--name", "", "--scope", "admin"], &["--name", "value is required"]),
        (&["procss"], &["procss", "'process'"]),
    ];
    for (arguments, parts) in cases {
        let output = call(folder.path(), &[FREE_PORT], arguments);
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?} wrote to standard output");
        for part in parts {
            assert!(stderr.contains(part), "{part:?} of {arguments:?} in {stderr}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "a wrong call leaves nothing behind");
}

#[test]
fn port_in_use_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = call(folder.path(), &[], &["serve", "--listen", &address]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr_of(&output).contains(&format!("cannot listen on {address}")), "{}", stderr_of(&output));
}

#[test]
fn version_has_commit_date_and_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let version = concat!("orderdock ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(printed(folder.path(), &["-V"]), version);
    let long = printed(folder.path(), &["--version"]);
    let lines: Vec<_> = long.strip_prefix(version).unwrap().lines().collect();
    let names: Vec<_> = lines.iter().filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
    assert_eq!(names, ["commit", "date", "SQLite"], "{long}");
    assert!(lines[2].starts_with("SQLite: 3."), "{long}");
}
