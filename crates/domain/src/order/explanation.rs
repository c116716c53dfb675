//! Stored explanation of the price of an order line.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::masterdata::Reference;
use crate::money::{PriceExplanation, PriceSource, PriceStep, StepOutcome};
use crate::number::{self, Decimal};
use crate::text::{Code, Text};

/// Explanation of a price, from the price list to the final rounding.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineExplanation {
    pub pricing_system: Code,
    pub list: Code,
    /// Decimal places of prices in the list.
    pub precision: u32,
    pub source: ExplainedSource,
    /// Included tax that was removed before the discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed_tax: Option<ExplainedTax>,
    /// Discount in percent.
    #[serde(with = "number::text")]
    pub discount: Decimal,
    /// Price after discount, before rounding; `None` if it has more digits than can be stored.
    #[serde(default, with = "number::optional_text", skip_serializing_if = "Option::is_none")]
    pub unrounded: Option<Decimal>,
}

/// Source of a price. Stored as `{"manual": "5.555"}`, `{"without_charge": "35.70", "reason": "Sample"}` (the value can
/// be null), or `{"steps": […], "price": "1.99", "scale_from": "10"}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExplainedSource {
    /// Price set by the sender or a clerk, before rounding.
    Manual {
        #[serde(rename = "manual", with = "number::text")]
        sent: Decimal,
    },
    /// Free of charge. `value` is the sent price, which is only informative.
    WithoutCharge {
        #[serde(rename = "without_charge", with = "number::optional_text")]
        value: Option<Decimal>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Text>,
    },
    /// Price from the last of the searched versions.
    List {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        steps: Vec<ExplainedStep>,
        /// Price before discount.
        #[serde(with = "number::text")]
        price: Decimal,
        /// Minimum quantity of the scale price, if one applies.
        #[serde(default, with = "number::optional_text", skip_serializing_if = "Option::is_none")]
        scale_from: Option<Decimal>,
    },
}

/// Code and rate of a tax when the order was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainedTax {
    pub code: Code,
    /// Rate in percent.
    #[serde(with = "number::text")]
    pub rate: Decimal,
}

/// Searched price list version with its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainedStep {
    pub list: Code,
    pub valid_from: Date,
    pub found: StepOutcome,
}

impl LineExplanation {
    pub fn of(explanation: &PriceExplanation<'_>, reference: &Reference) -> Self {
        let source = match &explanation.source {
            PriceSource::Manual { sent } => ExplainedSource::Manual { sent: *sent },
            PriceSource::WithoutCharge { reason, value } => {
                ExplainedSource::WithoutCharge { reason: reason.cloned(), value: *value }
            }
            PriceSource::List { steps, record, scale } => ExplainedSource::List {
                steps: steps.iter().map(|step| explained(step, explanation, reference)).collect(),
                price: scale.map_or(record.price, |scale| scale.price),
                scale_from: scale.map(|scale| scale.from_quantity),
            },
        };
        Self {
            pricing_system: explanation.pricing_system.code.clone(),
            list: explanation.list.code.clone(),
            precision: explanation.list.precision,
            source,
            removed_tax: explanation
                .removed_tax
                .map(|tax| ExplainedTax { code: tax.code.clone(), rate: tax.rate }),
            discount: explanation.discount,
            unrounded: explanation.unrounded,
        }
    }
}

fn explained(
    step: &PriceStep<'_>,
    explanation: &PriceExplanation<'_>,
    reference: &Reference,
) -> ExplainedStep {
    let list = reference.price_list(step.version.price_list).unwrap_or(explanation.list);
    ExplainedStep { list: list.code.clone(), valid_from: step.version.valid_from, found: step.found }
}
