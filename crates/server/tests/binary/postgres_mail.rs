//! Notifications from two instances: each cause is sent once; only mail in transit may be repeated after a crash.

use crate::{
    mail::{MailServer, TEST_TIMEOUT, faulty_row, messages, post},
    postgres::{TestDatabase, start},
    postgres_faults::demo,
    running::Server,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path, time::Duration};

const HELD: &str = "bert@shop.example";

/// Starts an instance with its own sender address.
fn instance(folder: &Path, database: &TestDatabase, mails: &MailServer, sender: &str) -> Server {
    let serve = ["serve", "--data-dir", "d", "--scheduler", "false", "--attachments-shared"];
    let mail = ["--mail-host", "127.0.0.1", "--mail-port", &mails.port, "--mail-tls", "none"];
    start(folder, &[&serve[..], &mail, &["--mail-from", sender]].concat(), database, "127.0.0.1:0")
}

fn header<'m>(mail: &'m Value, name: &str) -> &'m str {
    let value = &mail[name];
    value.as_str().or(value[0].as_str()).unwrap()
}

async fn wait_until_all_are_sent(server: &Server, token: &str) -> Value {
    let sent = async {
        loop {
            let messages = messages(server, token).await;
            if messages.iter().all(|message| message["status"] == "sent") && !messages.is_empty() {
                return json!(messages);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, sent).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_cause_is_mailed_once_and_an_interrupted_mail_again() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (server, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let to = ["anna@shop.example", HELD, "carla@shop.example", "dora@shop.example"];
    let rule = json!({ "orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "recipients": to });
    post(&server, &token, "/api/notification-rules", &rule).await;
    post(&server, &token, "/api/sales/order/candidates", &faulty_row()).await;
    assert!(server.stop().status.success());
    // moves the stored times by an hour
    let connection = database.connect();
    for change in
        ["notification_rule SET active_since = active_since", "candidate_row SET created_at = created_at"]
    {
        connection.batch(&format!("UPDATE {change} - interval '1 hour'")).unwrap();
    }
    let mails = MailServer::start("none", &["--hold", HELD]);
    let senders = ["first@shop.example", "second@shop.example"];
    let mut instances: BTreeMap<&str, Server> =
        senders.map(|sender| (sender, instance(folder.path(), &database, &mails, sender))).into();
    let mut seen = vec![mails.mail()];
    while !seen.iter().any(|mail| header(mail, "to") == HELD) {
        seen.push(mails.mail());
    }
    let dead = header(seen.last().unwrap(), "from").to_owned();
    instances.remove(&*dead).unwrap().kill();
    while seen.len() < to.len() {
        seen.push(mails.mail());
    }
    // the sending instance has no heartbeat and is considered dead
    connection
        .batch("UPDATE notification_sending SET next_attempt_at = next_attempt_at - interval '5 minutes' WHERE status = 'waiting'")
        .unwrap();
    let again = mails.mail();
    assert_eq!(header(&again, "to"), HELD);
    assert!(header(&again, "from") != dead, "the other one sends it");
    let of_held = seen.iter().find(|mail| header(mail, "to") == HELD).unwrap();
    assert_eq!(again["text"], of_held["text"]);
    // equal ids let the mailbox detect the duplicate
    assert_eq!(again["headers"]["Message-ID"], of_held["headers"]["Message-ID"]);
    let mut once: Vec<_> = seen.iter().map(|mail| header(mail, "to")).collect();
    once.sort_unstable();
    assert_eq!(once, to);
    let (_, left) = instances.pop_first().unwrap();
    let sent = wait_until_all_are_sent(&left, &token).await;
    assert_eq!(sent.as_array().unwrap().len(), 1, "{sent}");
    // a new instance replaces the dead one; no notification is repeated
    let next = instance(folder.path(), &database, &mails, &dead);
    let poll_count =
        "SELECT count(*) FROM lease l JOIN instance i ON i.id = l.holder WHERE l.name = 'notifications'";
    assert!(left.stop().status.success());
    let leads = async {
        while connection.figure(poll_count).unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, leads).await.unwrap();
    // the stop completes the current evaluation
    assert!(next.stop().status.success());
    assert!(mails.mails.try_recv().is_err());
    assert_eq!(connection.figure("SELECT count(*) FROM notification_message").unwrap(), 1);
}
