//! Access tokens created by the command line while a server runs.

use crate::engine::{missing, on_postgres};
use crate::running::{Server, call, printed, status_and_body, stderr_of, within_a_second};
use std::path::Path;

const LIST: &str = "/api/sales/order/candidates";

async fn status(server: &Server, authorization: &str) -> (u16, String) {
    let (status, body) =
        status_and_body(server.get(LIST).header("Authorization", authorization).send().await).await;
    (status, body["errors"][0]["code"].as_str().unwrap_or_default().to_owned())
}

fn create(folder: &Path, arguments: &[&str]) -> String {
    let printed = printed(folder, &[&["token", "create"], arguments].concat());
    let token = printed.strip_suffix('\n').unwrap();
    assert!(!token.contains(char::is_whitespace), "the token alone: {printed:?}");
    token.to_owned()
}

#[tokio::test]
async fn token_is_created_listed_and_revoked_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    let token = create(folder.path(), &["--name", "shop", "--scope", "candidates:read", "candidates:write"]);
    assert_eq!(status(&server, &token).await, (200, String::new()));
    assert_eq!(status(&server, &format!("Bearer {token}")).await, (200, String::new()));

    let id = &token[3..13];
    let listed = printed(folder.path(), &["token", "list"]);
    let line = listed.lines().find(|line| line.starts_with(id)).unwrap();
    for part in ["shop", "candidates:write,candidates:read", "all", "expires "] {
        assert!(line.contains(part), "{part:?} in {line}");
    }
    assert!(!listed.contains(&token[13..45]), "the secret is nowhere");

    printed(folder.path(), &["token", "revoke", id]);
    let revoked = (401, "token.revoked".to_owned());
    within_a_second("the token is dead", async || status(&server, &token).await == revoked).await;
    assert!(printed(folder.path(), &["token", "list"]).contains("revoked "));
}

#[tokio::test]
async fn rejected_token_gets_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    let other = tempfile::tempdir().unwrap();
    let unknown = create(other.path(), &["--name", "elsewhere", "--scope", "admin"]);
    let elsewhere = create(folder.path(), &["--name", "runs", "--scope", "process:run"]);
    for (authorization, expected) in [
        ("", (401, "token.missing")),
        ("secret", (401, "token.malformed")),
        (&unknown[..50], (401, "token.malformed")),
        (&unknown, (401, "token.unknown")),
        (&elsewhere, (403, "scope.missing")),
    ] {
        assert_eq!(
            status(&server, authorization).await,
            (expected.0, expected.1.to_owned()),
            "{authorization}"
        );
    }
    let open = status_and_body(server.get("/api/health").send().await).await;
    assert_eq!(open.0, 200, "{}", open.1);
}

#[test]
fn failed_commands_exit_with_1_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = missing("orderdock-data");
    let advice = if on_postgres() { "--database" } else { "--data-dir" };
    let cases: [(&[&str], &[&str]); 6] = [
        (&["token", "list"], &[&missing, advice]),
        (&["token", "create", "--name", "n", "--scope", "admin", "--org", "999"], &["999"]),
        (&["token", "revoke", "AAAAAAAAAA"], &["AAAAAAAAAA", "orderdock token list"]),
        (&["token", "list", "--database", "sqlite:none/x.db"], &["none/x.db"]),
        (&["migrate", "--database", "sqlite:none/x.db"], &["none/x.db"]),
        (
            &["token", "create", "--name", "a\u{1b}[2J", "--scope", "admin"],
            &["Invalid value “a\\u{1b}[2J” for the parameter “name”", "text of up to 255 characters"],
        ),
    ];
    for (arguments, parts) in cases {
        let output = call(folder.path(), &[], arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr_of(&output));
        for part in parts {
            assert!(stderr_of(&output).contains(part), "{part:?} of {arguments:?} in {}", stderr_of(&output));
        }
    }
}
