//! Validates stored candidates again, after changes of master data or overrides and when they are restored.

use super::ProcessingContext;
use super::candidate_validator::CandidateValidator;
use super::finder::ValidationResult;
use crate::candidate::{Candidate, CandidateChange, CandidateEvent, CandidateState, Status, ValidatedPrice};
use crate::correction::CorrectionCall;
use crate::masterdata::CurrencyCode;
use crate::number::Decimal;
use crate::order::{PricesByProduct, prices_by_product};
use crate::problem::Problem;

/// Result of validating a candidate: its state in the next run.
#[derive(Clone, PartialEq, Debug)]
pub struct Validation {
    /// `New`, or `Error` if there are problems.
    pub status: Status,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Problem>,
    /// List price; `None` with a manual price, or if none was found.
    pub list_price: Option<Decimal>,
    /// Net amount of the resulting order line.
    pub net: Option<Decimal>,
    /// Currency of the candidate, otherwise of its price list.
    pub currency: Option<CurrencyCode>,
}

impl Validation {
    /// Returns the change of the candidate; `None` if nothing differs, or if it is processed or inactive.
    pub fn change(&self, candidate: &Candidate, call: &CorrectionCall) -> Option<CandidateChange> {
        let same = candidate.status == self.status
            && candidate.problems == self.problems
            && candidate.list_price == self.list_price
            && candidate.net == self.net
            && candidate.currency == self.currency;
        if same {
            return None;
        }
        let found = CandidateState { problems: self.problems.clone(), ..CandidateState::plain(self.status) };
        let price = ValidatedPrice {
            list_price: self.list_price,
            net: self.net,
            currency: self.currency.clone(),
            in_effect: candidate.price_with(self.list_price),
        };
        CandidateChange::of(candidate, CandidateEvent::Validated, found, Some(price), call)
    }
}

/// Validates candidates regardless of status and incoming order. Returns one result per candidate, in the same order.
/// `headers` and `settings` of the context are not used.
pub fn validate(context: &ProcessingContext, candidates: &[Candidate]) -> Vec<Validation> {
    let validator = Validator::new(context);
    candidates.iter().map(|candidate| validator.validate(candidate)).collect()
}

/// Validates several candidates against the same records.
pub(crate) struct Validator<'a> {
    context: &'a ProcessingContext,
    prices: PricesByProduct<'a>,
}

impl<'a> Validator<'a> {
    pub fn new(context: &'a ProcessingContext) -> Self {
        Self { context, prices: prices_by_product(&context.product_prices) }
    }

    fn validator(&self) -> CandidateValidator<'_> {
        CandidateValidator { context: self.context, prices: &self.prices }
    }

    /// Returns the effective values, price and problems of a candidate.
    pub fn find<'c>(&'c self, candidate: &'c Candidate) -> ValidationResult<'c> {
        self.validator().find(candidate)
    }

    pub fn validate(&self, candidate: &Candidate) -> Validation {
        let found = self.validator().find(candidate);
        let status = if found.problems.is_empty() { Status::New } else { Status::Error };
        let (list_price, net) = (found.list_price(candidate), found.net());
        let listed = found.priced.map(|(_, quote)| quote.list.currency.clone());
        Validation {
            status,
            problems: found.problems,
            warnings: found.warnings,
            list_price,
            net,
            currency: candidate.currency.clone().or(listed),
        }
    }
}
