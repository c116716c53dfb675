//! Price calculation in responses, in words and steps.

use std::fmt::Write;

use jiff::civil::Date;
use orderdock_domain::money::StepOutcome;
use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::order::{ExplainedSource, ExplainedStep, OrderLine};
use orderdock_domain::problem::{Language, Param};
use serde::Serialize;
use utoipa::ToSchema;

use super::Exact;

/// Calculation of the price of a line.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceExplanation)]
pub struct PriceExplanationResponse<'a> {
    /// Price calculation as text, in the requested language.
    pub message: String,
    /// Source of the price: `manual`, `list` or `withoutCharge`.
    pub source: &'static str,
    pub pricing_system_code: &'a str,
    pub price_list_code: &'a str,
    /// Number of decimal places to which prices of the price list are rounded.
    pub precision: u32,
    /// Manual price before rounding. Absent if the price is not manual.
    pub sent: Option<Exact>,
    /// Price list versions that were searched. The last one contains the price.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub steps: Vec<PriceStepResponse<'a>>,
    /// List price before discount. Absent if the price is not from a price list.
    pub list_price: Option<Exact>,
    /// Minimum quantity of the scale price. Absent if the price is not a scale price.
    pub scale_from: Option<Exact>,
    /// Included tax that was removed from the price before the discount, with `exemptBuyers: removeTax`. Absent
    /// otherwise.
    pub removed_tax: Option<RemovedTaxResponse<'a>>,
    /// Discount in percent.
    pub discount: Exact,
    /// Price after discount, before rounding.
    pub unrounded: Option<Exact>,
}

/// A tax that was removed from a price.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = RemovedTax)]
pub struct RemovedTaxResponse<'a> {
    pub tax_code: &'a str,
    /// Tax rate in percent.
    pub rate: Exact,
}

/// A price list version that was searched.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceStep)]
pub struct PriceStepResponse<'a> {
    pub price_list_code: &'a str,
    pub valid_from: Date,
    /// Result of the search: `price`, `noPrice`, `belowScales` (quantity below the first scale) or `otherTerms`
    /// (different currency or price type: gross or net).
    pub found: &'static str,
}

impl<'a> PriceExplanationResponse<'a> {
    pub fn of(line: &'a OrderLine, currency_digits: u32, language: Language) -> Self {
        let explanation = &line.explanation;
        let money = |amount| Exact::money(amount, currency_digits);
        let mut shape = Self {
            message: describe_line(line, currency_digits, language),
            source: "manual",
            pricing_system_code: explanation.pricing_system.as_str(),
            price_list_code: explanation.list.as_str(),
            precision: explanation.precision,
            sent: None,
            steps: Vec::new(),
            list_price: None,
            scale_from: None,
            removed_tax: explanation
                .removed_tax
                .as_ref()
                .map(|tax| RemovedTaxResponse { tax_code: tax.code.as_str(), rate: Exact::plain(tax.rate) }),
            discount: Exact::plain(explanation.discount),
            unrounded: explanation.unrounded.map(Exact::plain),
        };
        match &explanation.source {
            ExplainedSource::Manual { sent } => shape.sent = Some(Exact::plain(*sent)),
            ExplainedSource::WithoutCharge { .. } => shape.source = "withoutCharge",
            ExplainedSource::List { steps, price, scale_from } => {
                shape.source = "list";
                shape.steps = steps.iter().map(step).collect();
                shape.list_price = Some(money(*price));
                shape.scale_from = scale_from.map(Exact::plain);
            }
        }
        shape
    }
}

fn step(step: &ExplainedStep) -> PriceStepResponse<'_> {
    PriceStepResponse {
        price_list_code: step.list.as_str(),
        valid_from: step.valid_from,
        found: step.found.as_str(),
    }
}

/// Summary of the calculation in one or two sentences.
fn describe_line(line: &OrderLine, currency_digits: u32, language: Language) -> String {
    let english = language == Language::English;
    let pick = |en: &'static str, de: &'static str| if english { en } else { de };
    let money = |amount: Decimal| language.decimal(Exact::money(amount, currency_digits).0.to_string());
    let plain = |number: &Decimal| language.decimal(canonical(number));
    let rounded_to = pick("rounded to", "gerundet auf");
    let mut text = String::new();
    // writing to a String cannot fail
    match &line.explanation.source {
        ExplainedSource::Manual { sent } => {
            let _ = write!(text, "{} {}", pick("Manual price", "Manueller Preis"), money(*sent));
            if *sent != line.price_entered && line.explanation.removed_tax.is_none() {
                let _ = write!(text, ", {rounded_to} {}", money(line.price_entered));
            }
        }
        ExplainedSource::WithoutCharge { reason, value } => {
            text.push_str(pick("Free of charge", "Ohne Berechnung"));
            if let Some(reason) = reason {
                let _ = write!(text, " ({reason})");
            }
            if let Some(value) = value {
                let _ = write!(text, ", {} {}", pick("value", "Wert"), money(*value));
            }
            text.push('.');
            return text;
        }
        ExplainedSource::List { steps, scale_from, price } => {
            for step in steps {
                let version = pick("version of", "Version vom");
                let found = match step.found {
                    StepOutcome::Price => money(*price),
                    StepOutcome::NoPrice => pick("no price; ", "kein Preis; ").to_owned(),
                    StepOutcome::BelowScales => {
                        pick("quantity below the first scale; ", "Menge unter der ersten Staffel; ")
                            .to_owned()
                    }
                    StepOutcome::OtherTerms => pick(
                        "different currency or price type (gross/net); ",
                        "andere Währung oder Preisart (brutto/netto); ",
                    )
                    .to_owned(),
                };
                let list = pick("Price list", "Preisliste");
                let valid_from = Param::from(step.valid_from).text(language);
                let _ = write!(text, "{list} {}, {version} {valid_from}: {found}", step.list);
            }
            let _ = write!(text, " {} {}", pick("per", "je"), line.price_unit.code);
            if let Some(from) = scale_from {
                let _ = write!(text, ", {} {}", pick("scale from quantity", "Staffel ab Menge"), plain(from));
            }
        }
    }
    if let Some(tax) = &line.explanation.removed_tax {
        let without = pick("excluding the included tax", "ohne die enthaltene Steuer");
        let (code, rate) = (&tax.code, plain(&tax.rate));
        let _ = write!(text, "; {without} {code} ({rate} %): {}", money(line.price_entered));
    }
    text.push_str(&discounted(line, currency_digits, language));
    text.push('.');
    text
}

/// Returns the discount; empty if there is none.
fn discounted(line: &OrderLine, currency_digits: u32, language: Language) -> String {
    let explanation = &line.explanation;
    if explanation.discount.is_zero() {
        return String::new();
    }
    let (less, rounded_to) = match language {
        Language::English => ("less", "rounded to"),
        Language::German => ("abzüglich", "gerundet auf"),
    };
    let discount = language.decimal(canonical(&explanation.discount));
    let price = language.decimal(Exact::money(line.price, currency_digits).0.to_string());
    match explanation.unrounded {
        Some(exact) if exact == line.price => format!("; {less} {discount} %: {price}"),
        Some(exact) => {
            let unrounded = language.decimal(canonical(&exact));
            format!("; {less} {discount} %: {unrounded}, {rounded_to} {price}")
        }
        None => format!("; {less} {discount} %, {rounded_to} {price}"),
    }
}
