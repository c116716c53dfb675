//! Who looks after candidates and for what they wait, as calls say it and as queries ask for it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use orderdock_app::OpContext;
use orderdock_domain::candidate::{HoldReason, Sent, SentDay};
use orderdock_domain::correction::{Assignee, Attention};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Text};
use orderdock_store::{Assigned, CandidateFilter, Waiting};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use crate::read::json::{Reader, Slot, ValueFault, checked, no_longer, scalars, typed};

/// Characters of a comment.
const LONGEST_COMMENT: usize = 2_000;
/// Whoever asks, and nobody, among the names of users.
const ME: &str = "me";
const NOBODY: &str = "none";

scalars! {
    /// A text of at most [`LONGEST_COMMENT`] characters.
    CommentText -> Text,
        |words| typed(Type::String, words).max_length(Some(LONGEST_COMMENT)).into(),
        |value| checked::<Text>(value, |text| no_longer(text.as_str(), LONGEST_COMMENT));
    /// A day of the calendar.
    CalendarDay -> Date,
        |words| typed(Type::String, words).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into(),
        |value| match SentDay::read(value)? {
            None => Ok(None),
            Some(SentDay::Date(day)) => Ok(Some(day)),
            Some(SentDay::Instant(_)) => Err(ValueFault::new(ProblemCode::DateInvalid)),
        };
}

/// What a body says of it.
pub fn read_attention(
    reader: &mut Reader,
    waiting: Slot<'_, Sent<CalendarDay>>,
    assigned: Slot<'_, Sent<Code>>,
    comment: Slot<'_, CommentText>,
) -> Attention {
    Attention {
        waiting: reader.sent(waiting),
        assigned: reader.sent(assigned).map(Assignee::named),
        comment: reader.read(comment),
    }
}

/// What a query asks of it.
pub struct SentAttention {
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub assigned: Option<String>,
}

impl SentAttention {
    /// Adds it to a filter, whose reason to wait may be that someone waits for the customer.
    pub fn add_to(self, filter: &mut CandidateFilter, caller: &OpContext, reference: &Reference) {
        let waits = filter.hold.take_if(|hold| *hold == HoldReason::Waiting).is_some();
        if waits || self.from.is_some() || self.to.is_some() {
            filter.waiting = Some(waiting(self.from, self.to, caller, reference));
        }
        filter.assigned = self.assigned.map(|name| match name.as_str() {
            ME => Assigned::To(caller.actor.name.clone()),
            NOBODY => Assigned::Nobodys,
            _ => Assigned::To(name),
        });
    }
}

/// The days for which someone still waits, where each organisation is.
fn waiting(from: Option<Date>, to: Option<Date>, caller: &OpContext, reference: &Reference) -> Waiting {
    let mut firsts: BTreeMap<Date, Vec<OrganisationId>> = BTreeMap::new();
    for organisation in &reference.organisations {
        let today = caller.now.to_zoned(organisation.time_zone.clone()).date();
        let tomorrow = today.tomorrow().unwrap_or(today);
        firsts.entry(from.map_or(tomorrow, |from| from.max(tomorrow))).or_default().push(organisation.id);
    }
    let mut firsts = firsts.into_iter();
    let first = firsts.next().map(|(day, _)| day).or(from).unwrap_or(Date::MIN);
    let mut later = || firsts.next().map_or((Vec::new(), first), |(day, organisations)| (organisations, day));
    Waiting { from: first, elsewhere: [later(), later()], to }
}
