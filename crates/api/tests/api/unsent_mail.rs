//! Metrics of notification mails that cannot be delivered.

use std::sync::Arc;

use jiff::SignedDuration;
use orderdock_app::{MailFault, NotificationConfig};
use orderdock_testkit::TestApp;
use serde_json::json;

use crate::notifications::{Mailbox, faulty, make, pass_minutes};

#[tokio::test]
async fn undeliverable_mail_is_in_the_metrics() {
    let app = TestApp::start().await;
    let fault = MailFault { message: "no such mailbox".into(), of_server: false };
    let sent = Arc::new(Mailbox::default());
    *sent.fault.lock().unwrap() = Some(fault);
    app.services.notifications.notify_by(NotificationConfig { order_desk: None, mailer: Some(sent) });
    make(&app, json!({})).await;
    faulty(&app, "H", "001").await;
    pass_minutes(&app, 32).await;
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 0);
    app.clock.advance(SignedDuration::from_mins(20));
    let metrics = app.get("", "/metrics").await.text;
    assert!(metrics.contains("orderdock_notifications_waiting 1\n"), "{metrics}");
    assert!(metrics.contains("orderdock_notifications_failed 0\n"), "{metrics}");
    let age =
        metrics.lines().find_map(|line| line.strip_prefix("orderdock_notification_oldest_waiting_seconds "));
    let age = age.unwrap().parse::<i64>().unwrap();
    assert!((1_200..2_000).contains(&age), "{age}");
    app.clock.advance(SignedDuration::from_hours(25));
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 0);
    // each instance reads the database at most every ten seconds
    let second = app.start_second_instance().await;
    let metrics = second.get("", "/metrics").await.text;
    assert!(metrics.contains("orderdock_notifications_failed 1\n"), "{metrics}");
}
