//! Assignee, customer wait and comment in request bodies.

use jiff::civil::Date;
use orderdock_domain::candidate::{DateOrInstant, MaybeUndefined};
use orderdock_domain::correction::{Assignee, Attention};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Text};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use crate::request::json::{Reader, TypedMember, ValueFault, checked, no_longer, scalars, typed};

/// Maximum length of a comment in characters.
const MAX_COMMENT_LENGTH: usize = 2_000;

scalars! {
    /// A text of at most [`MAX_COMMENT_LENGTH`] characters.
    CommentText -> Text,
        |description| typed(Type::String, description).max_length(Some(MAX_COMMENT_LENGTH)).into(),
        |value| checked::<Text>(value, |text| no_longer(text.as_str(), MAX_COMMENT_LENGTH));
    /// Calendar date.
    CalendarDay -> Date,
        |description| typed(Type::String, description).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into(),
        |value| match DateOrInstant::read(value)? {
            None => Ok(None),
            Some(DateOrInstant::Date(day)) => Ok(Some(day)),
            Some(DateOrInstant::Instant(_)) => Err(ValueFault::new(ProblemCode::DateInvalid)),
        };
}

/// Reads assignee, customer wait and comment of a body.
pub fn read_attention(
    reader: &mut Reader,
    waiting: TypedMember<'_, MaybeUndefined<CalendarDay>>,
    assigned: TypedMember<'_, MaybeUndefined<Code>>,
    comment: TypedMember<'_, CommentText>,
) -> Attention {
    Attention {
        waiting: reader.sent(waiting),
        assigned: reader.sent(assigned).map(Assignee::named),
        comment: reader.read(comment),
    }
}
