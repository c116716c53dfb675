//! Webhooks and deliveries as they are shown on a terminal.

use crate::{cli::table, failure::on_one_line};
use jiff::Timestamp;
use orderdock_app::{DeliveryView, WebhookView};
use orderdock_domain::masterdata::Reference;

const NOTHING: &str = "-";

/// Formats webhooks, one line each.
pub fn webhooks(views: &[WebhookView]) -> String {
    let rows = views.iter().map(|view| {
        let webhook = &view.webhook;
        [
            webhook.id.to_string(),
            webhook.state.status.as_str().to_owned(),
            view.waiting.map_or(0, |waiting| waiting.deliveries).to_string(),
            instant(webhook.last_success_at),
            instant(webhook.failing_since),
            webhook.settings.url.clone(),
        ]
    });
    table::aligned(["ID", "STATUS", "PENDING", "LAST SUCCESS", "FAILING SINCE", "URL"], rows)
}

/// Formats a webhook without its secrets.
pub fn webhook(view: &WebhookView, reference: &Reference) -> String {
    let webhook = &view.webhook;
    let settings = &webhook.settings;
    let types: Vec<_> = settings.types.iter().map(|one| one.as_str()).collect();
    let code = |id| reference.organisation(id).map_or(NOTHING, |one| one.code.as_str());
    let status = match view.reason() {
        Some(reason) => format!("{} ({})", webhook.state.status.as_str(), on_one_line(&reason)),
        None => webhook.state.status.as_str().to_owned(),
    };
    let rows = [
        ("URL", settings.url.clone()),
        ("status", status),
        ("types", if types.is_empty() { "all".to_owned() } else { types.join(", ") }),
        ("organisation", settings.organisation.map_or("all", code).to_owned()),
        ("data source", settings.data_source.map_or_else(|| "all".to_owned(), |id| id.to_string())),
        ("include", if settings.records { "record" } else { NOTHING }.to_owned()),
        ("description", settings.description.as_deref().map_or_else(|| NOTHING.to_owned(), on_one_line)),
        ("created", format!("{:.0} by {}", webhook.created_at, on_one_line(&webhook.created_by))),
        ("last success", instant(webhook.last_success_at)),
        ("last failure", instant(webhook.last_failure_at)),
        ("failing since", instant(webhook.failing_since)),
        ("pending", view.waiting.map_or(0, |waiting| waiting.deliveries).to_string()),
        ("oldest pending", instant(view.waiting.map(|waiting| waiting.oldest))),
        ("secret rotated", instant(webhook.secrets.rotated_at)),
    ];
    let rows = rows.map(|(name, value)| [name.to_owned(), value]);
    table::aligned(["WEBHOOK", &webhook.id.to_string()], rows)
}

/// Formats deliveries with their last attempt, one line each.
pub fn deliveries(views: &[DeliveryView]) -> String {
    let rows = views.iter().map(|view| {
        let delivery = &view.delivery;
        let last = view.attempts.last();
        let outcome = last.map_or_else(String::new, |attempt| match (attempt.status, &attempt.error) {
            (Some(status), None) => status.to_string(),
            (Some(status), Some(error)) => format!("{status}, {}", on_one_line(error)),
            (None, error) => on_one_line(error.as_deref().unwrap_or(NOTHING)),
        });
        [
            delivery.id.to_string(),
            delivery.message.id(),
            delivery.message.event_type().to_owned(),
            delivery.status.as_str().to_owned(),
            delivery.attempts.to_string(),
            instant(last.map(|attempt| attempt.at)),
            instant(delivery.next_attempt_at),
            outcome,
        ]
    });
    table::aligned(["ID", "EVENT", "TYPE", "STATUS", "ATTEMPTS", "LAST", "NEXT", "RESPONSE"], rows)
}

fn instant(at: Option<Timestamp>) -> String {
    at.map_or_else(|| NOTHING.to_owned(), |at| format!("{at:.0}"))
}
