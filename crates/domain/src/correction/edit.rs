//! Bulk edit: one change of many candidates that sets, adjusts or clears values.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::patch::{Attention, CandidatePatch, OverrideChange, RecordKeys, RequestedValue};
use super::plan::{Correction, Corrector};
use crate::candidate::{Candidate, Field, MaybeUndefined, Status, StoredText};
use crate::number::{self, Decimal, NumberFault, add, canonical, exact, multiply, round};
use crate::problem::{Param, Problem, ProblemCode};

/// Decimal places of a changed price if no price list applies.
const PRICE_DIGITS: u32 = 4;

/// A bulk edit, parsed, with references that are not looked up yet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CandidateEdit {
    pub changes: Vec<(Field, FieldEdit)>,
    /// `false` excludes the candidate, `true` restores it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    #[serde(flatten)]
    pub attention: Attention,
}

/// Change of one member. Stored as `"clear"`, `{"days": 3}` or `{"code": "KGM"}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldEdit {
    /// Removes the override.
    Clear,
    /// Adjusts the effective value.
    #[serde(untagged)]
    ChangeBy(Step),
    #[serde(untagged)]
    Set(RequestedValue),
}

/// Amount by which a value is adjusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Step {
    Percent(#[serde(with = "number::text")] Decimal),
    Amount(#[serde(with = "number::text")] Decimal),
    Days(i32),
}

impl Step {
    /// Parses the step of a member: `+10%`, `-2.5`; for a date `+3`, in days.
    pub fn parse(field: Field, text: &str) -> Result<Self, ProblemCode> {
        let number = match text.strip_prefix('+') {
            Some(number) if !number.starts_with(['+', '-']) => number,
            None if text.starts_with('-') => text,
            _ => return Err(ProblemCode::ChangeByInvalid),
        };
        match kind(field) {
            None => Err(ProblemCode::ChangeByNotAllowed),
            Some(StepKind::Day) => number.parse().map(Self::Days).map_err(|_| ProblemCode::ChangeByInvalid),
            Some(StepKind::Number) => match number.strip_suffix('%') {
                Some(percent) => decimal(percent.trim_end()).map(Self::Percent),
                None => decimal(number).map(Self::Amount),
            },
        }
    }

    /// Returns example steps of a member for the message about an invalid step.
    pub fn examples(field: Field) -> Param {
        match kind(field) {
            Some(StepKind::Day) => Param::one_of(["+3", "-1"]),
            _ => Param::one_of(["+10%", "-2.5"]),
        }
    }
}

enum StepKind {
    Number,
    Day,
}

/// Returns the kind of step that the member supports.
fn kind(field: Field) -> Option<StepKind> {
    match field {
        Field::Qty | Field::Price | Field::Discount => Some(StepKind::Number),
        Field::DateOrdered | Field::DateRequired | Field::PresetDateInvoiced | Field::PresetDateShipped => {
            Some(StepKind::Day)
        }
        _ => None,
    }
}

fn decimal(text: &str) -> Result<Decimal, ProblemCode> {
    exact(text).map_err(|fault| match fault {
        NumberFault::DecimalComma => ProblemCode::NumberDecimalComma,
        NumberFault::TooManyDigits => ProblemCode::NumberTooLarge,
        NumberFault::NotANumber => ProblemCode::ChangeByInvalid,
    })
}

impl CandidateEdit {
    pub fn keys(&self) -> RecordKeys {
        CandidatePatch::setting(self.given().collect()).keys()
    }

    /// Returns the changes with a fixed value, which do not depend on the current value.
    fn given(&self) -> impl Iterator<Item = (Field, OverrideChange)> {
        self.changes.iter().filter_map(|(field, edit)| match edit {
            FieldEdit::Set(wanted) => Some((*field, OverrideChange::Set(wanted.clone()))),
            FieldEdit::Clear => Some((*field, OverrideChange::Remove)),
            FieldEdit::ChangeBy(_) => None,
        })
    }
}

impl Corrector<'_> {
    /// Applies an edit to a candidate, or returns all problems with pointers relative to the candidate. Unlike a patch,
    /// an edit rejects a quantity that is not positive, because a bulk edit should not create lines with problems.
    pub fn edit(&self, candidate: &Candidate, edit: &CandidateEdit) -> Result<Correction, Vec<Problem>> {
        if candidate.status == Status::Processed {
            return Err(vec![Problem::new(ProblemCode::ProcessedReadonly, "")]);
        }
        let digits = self.price_digits(candidate, edit);
        let (mut changes, mut problems) = (Vec::new(), Vec::new());
        for (field, edit) in &edit.changes {
            match change(candidate, *field, edit, digits) {
                Ok(change) => changes.extend(change.map(|change| (*field, change))),
                Err(problem) => problems.push(problem),
            }
        }
        let overrides = MaybeUndefined::Value(changes);
        let (active, attention) = (edit.active, edit.attention.clone());
        let patch = CandidatePatch { overrides, clear: MaybeUndefined::Absent, active, attention };
        let corrected = self.correct(candidate, &patch);
        match corrected {
            Ok(correction) if problems.is_empty() => Ok(correction),
            corrected => {
                problems.extend(corrected.err().into_iter().flatten().map(within_candidate));
                Err(problems)
            }
        }
    }

    /// Returns the decimal places of the price list that applies after the edit.
    fn price_digits(&self, candidate: &Candidate, edit: &CandidateEdit) -> u32 {
        let moves_price = |(field, edit): &(Field, FieldEdit)| {
            *field == Field::Price && matches!(edit, FieldEdit::ChangeBy(_))
        };
        if !edit.changes.iter().any(moves_price) {
            return PRICE_DIGITS;
        }
        let patch = CandidatePatch::setting(edit.given().collect());
        // errors are ignored here, because they are reported when the whole edit is applied
        let draft = self.correct(candidate, &patch);
        let candidate = draft.as_ref().map_or(candidate, |draft| &draft.candidate);
        self.validator.find(candidate).list.map_or(PRICE_DIGITS, |list| list.precision)
    }
}

/// Returns the new override; `None` if it stays unchanged.
fn change(
    candidate: &Candidate,
    field: Field,
    edit: &FieldEdit,
    price_digits: u32,
) -> Result<Option<OverrideChange>, Problem> {
    let wanted = match edit {
        FieldEdit::Clear => return Ok(Some(OverrideChange::Remove)),
        FieldEdit::Set(wanted) => wanted.clone(),
        FieldEdit::ChangeBy(step) => {
            let value = field.read(candidate).ok_or_else(|| {
                Problem::new(ProblemCode::ChangeByNoValue, at(field)).with("name", field.as_str())
            })?;
            let moved = match step {
                Step::Days(days) => later(field, &value, *days)?.to_stored(),
                Step::Percent(percent) => settled(field, raised(&value, *percent), price_digits)?.to_stored(),
                Step::Amount(amount) => {
                    let sum = exact(&value).ok().and_then(|value| add(value, *amount));
                    settled(field, sum, price_digits)?.to_stored()
                }
            };
            if moved == value {
                return Ok(None);
            }
            RequestedValue::Value(moved)
        }
    };
    match &wanted {
        RequestedValue::Value(value) if field == Field::Qty => check_quantity(value)?,
        _ => {}
    }
    Ok(Some(OverrideChange::Set(wanted)))
}

/// Rounds an adjusted price half up. Quantity and discount stay exact.
fn settled(field: Field, moved: Option<Decimal>, price_digits: u32) -> Result<Decimal, Problem> {
    let moved = moved.ok_or_else(|| Problem::new(ProblemCode::NumberTooLarge, at(field)))?;
    match field {
        Field::Discount if moved > Decimal::ONE_HUNDRED => {
            Err(Problem::new(ProblemCode::DiscountOutOfRange, at(field)).with("seen", canonical(&moved)))
        }
        Field::Price => {
            let rounded = round(moved, price_digits);
            if rounded.is_zero() && !moved.is_zero() {
                let problem = Problem::new(ProblemCode::PriceRoundsToZero, at(field));
                let digits = i64::from(price_digits);
                return Err(problem.with("price", canonical(&moved)).with("digits", digits));
            }
            Ok(rounded)
        }
        _ => Ok(moved),
    }
}

/// Returns the exact value increased by `percent`; `None` on overflow.
fn raised(value: &str, percent: Decimal) -> Option<Decimal> {
    let factor = multiply(add(Decimal::ONE_HUNDRED, percent)?, Decimal::new(1, 2))?;
    multiply(exact(value).ok()?, factor)
}

/// Adds days to a date, independent of time zones.
fn later(field: Field, value: &str, days: i32) -> Result<Date, Problem> {
    let problem = || Problem::new(ProblemCode::DateOutOfRange, at(field)).with("days", i64::from(days));
    let day = Date::from_stored(value).ok_or_else(|| problem().with("date", value))?;
    let moved = || day.checked_add(Span::new().try_days(days).ok()?).ok().filter(|day| day.year() > 0);
    moved().ok_or_else(|| problem().with("date", day))
}

fn check_quantity(value: &str) -> Result<(), Problem> {
    if exact(value).is_ok_and(|quantity| quantity > Decimal::ZERO) {
        return Ok(());
    }
    Err(Problem::new(ProblemCode::QtyNotPositive, at(Field::Qty)).with("seen", value))
}

fn at(field: Field) -> String {
    format!("/{}", field.as_str())
}

/// Converts a pointer into the patch to a pointer into the candidate.
fn within_candidate(problem: Problem) -> Problem {
    match problem.pointer.strip_prefix("/override") {
        Some(pointer) => Problem { pointer: pointer.to_owned().into(), ..problem },
        None => problem,
    }
}
