//! Quote of one line: price, quantity, net amount and tax, or all problems that prevent it.

use jiff::civil::Date;

use super::{
    ConvertedQuantity, Factor, FoundPrice, PriceSearch, PriceStep, TaxCriteria, choose_list, choose_tax,
    choose_version, effective_pricing_system, find_factor, from_country, no_conversion,
};
use crate::ids::{PricingSystemId, TaxCategoryId, UnitId, WarehouseId};
use crate::masterdata::{
    CountryCode, CurrencyCode, ExemptBuyers, NegativePrices, NetPrecision, Organisation, Partner, PriceList,
    PriceListVersion, PricingSystem, Product, ProductPrice, Reference, ScalePrice, Tax,
};
use crate::number::{
    Decimal, add, canonical, divide_exact, multiply, multiply_divide_rounded, round, subtract,
};
use crate::problem::{Problem, ProblemCode};
use crate::text::Text;

/// Decimal places of amounts in an unknown currency. Stored currencies are always known.
const DEFAULT_PRECISION: u32 = 2;

/// Input of a quote: effective values of a row that determine its price, with the referenced records.
#[derive(Clone, Copy, Debug)]
pub struct LineToPrice<'a> {
    pub organisation: &'a Organisation,
    /// Invoice recipient: the bill partner, otherwise the buyer.
    pub bill_partner: &'a Partner,
    /// Country of the drop-ship location, otherwise of the ship-to location.
    pub ship_to_country: &'a CountryCode,
    /// Effective warehouse; that of the organisation if absent.
    pub warehouse: Option<WarehouseId>,
    /// Pricing date: the required date, otherwise a date chosen by the caller.
    pub date: Date,
    pub product: &'a Product,
    /// All loaded or created prices of the product; the price search selects the applicable one.
    pub prices: &'a [&'a ProductPrice],
    /// Quantity in `unit`. Quantities of 0 or less are priced too; the caller must reject them.
    pub quantity: Decimal,
    pub unit: UnitId,
    /// Pricing system of the row; that of the bill partner, its group or the organisation if absent.
    pub pricing_system: Option<PricingSystemId>,
    /// Manual price per `unit`. 0 is a valid price; a negative price is valid if the organisation allows it.
    pub price: Option<Decimal>,
    /// Present if the line is free of charge; `price` is then only its value.
    pub without_charge: Option<FreeOfCharge<'a>>,
    /// Requested currency; the currency of the list if absent.
    pub currency: Option<&'a CurrencyCode>,
    /// Discount in percent; negative for a surcharge.
    pub discount: Option<Decimal>,
    /// Tax category of the row; takes precedence over product price, product, list and organisation.
    pub tax_category: Option<TaxCategoryId>,
    /// JSON Pointer to the product in the row: `/product/code`, `/productCode`, …
    pub product_pointer: &'static str,
}

/// Marks a line as free of charge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FreeOfCharge<'a> {
    pub reason: Option<&'a Text>,
}

/// Price, net amount and tax of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Quote<'a> {
    /// Price list; defines currency, precision and whether prices include tax.
    pub list: &'a PriceList,
    /// Unit of `price`: that of the list price, or of the row for a manual price.
    pub price_unit: UnitId,
    /// Quantity in `price_unit`; only for display if it has no finite decimal form.
    pub quantity: Decimal,
    /// Factor from the line's quantity to `quantity`; `None` if `quantity` was rounded before pricing.
    pub factor: Option<Factor>,
    /// Price before discount: the manual price, rounded to the precision of the list, or the list price. Without the
    /// included tax if the buyer is not charged tax and the list removes it.
    pub price_entered: Decimal,
    /// Price after discount, rounded to the precision of the list.
    pub price: Decimal,
    /// Exact quantity × price, rounded once as the list's [`NetPrecision`] specifies.
    pub net: Decimal,
    /// `None` only if the partner is exempt.
    pub tax_category: Option<TaxCategoryId>,
    /// `None` if the partner is exempt: no tax is charged and no tax record is required.
    pub tax: Option<&'a Tax>,
    pub explanation: PriceExplanation<'a>,
}

/// Steps by which a price was calculated.
#[derive(Clone, PartialEq, Debug)]
pub struct PriceExplanation<'a> {
    pub pricing_system: &'a PricingSystem,
    pub list: &'a PriceList,
    pub source: PriceSource<'a>,
    /// Tax that was removed from the price before the discount.
    pub removed_tax: Option<&'a Tax>,
    /// Discount in percent.
    pub discount: Decimal,
    /// Price after discount, before rounding to the precision of the list; `None` if it has more than 28 digits.
    pub unrounded: Option<Decimal>,
}

impl PriceExplanation<'_> {
    /// Returns whether the price includes tax.
    pub fn tax_included(&self) -> bool {
        self.list.tax_included && self.removed_tax.is_none()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum PriceSource<'a> {
    /// Price set by the sender or a clerk, before rounding.
    Manual { sent: Decimal },
    /// Free of charge. `value` is the sent price, which is only informative.
    WithoutCharge { reason: Option<&'a Text>, value: Option<Decimal> },
    /// Price from the last of the searched versions.
    List { steps: Vec<PriceStep<'a>>, record: &'a ProductPrice, scale: Option<&'a ScalePrice> },
}

/// Quote or the problems that prevent it, with warnings in both cases.
#[derive(Clone, PartialEq, Debug)]
pub struct QuoteResult<'a> {
    pub result: Result<Quote<'a>, Vec<Problem>>,
    /// Price list, if found and in the currency of the line, even if other problems prevent a quote.
    pub list: Option<&'a PriceList>,
    pub warnings: Vec<Problem>,
}

/// Prices one line.
///
/// Pointers of problems and warnings are relative to the candidate. Problem codes: `pricingsystem.none`,
/// `pricelist.none`, `pricelist.no_version`, `pricelist.cycle`, `price.none`, `price.ambiguous`,
/// `price.negative`, `price.rounds_to_zero`, `net.rounds_to_zero`, `currencyCode.mismatch`, `uomCode.no_conversion`,
/// `taxcategory.none`, `tax.none`, `tax.ambiguous`, `number.too_large`. Warning codes: `price.rounded`,
/// `price.includes_tax`.
pub fn quote<'a>(line: &LineToPrice<'a>, reference: &'a Reference) -> QuoteResult<'a> {
    let mut pricing =
        LinePricing { line, reference, confirmed_list: None, problems: Vec::new(), warnings: Vec::new() };
    let quote = pricing.decide();
    let LinePricing { confirmed_list, problems, warnings, .. } = pricing;
    let result = match quote {
        Some(quote) if problems.is_empty() => Ok(quote),
        _ => Err(problems),
    };
    QuoteResult { result, list: confirmed_list, warnings }
}

/// Returns the number of decimal places of amounts in a currency.
pub fn currency_digits(currency: &CurrencyCode, reference: &Reference) -> u32 {
    reference.currency(currency).map_or(DEFAULT_PRECISION, |currency| currency.precision)
}

/// State of a line during pricing.
struct LinePricing<'c, 'a> {
    line: &'c LineToPrice<'a>,
    reference: &'a Reference,
    /// Price list, after it was found and its currency compared with the line.
    confirmed_list: Option<&'a PriceList>,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

/// Price before discount, from a list or set manually.
struct PriceBeforeDiscount<'a> {
    /// Price as in the list or as sent.
    exact: Decimal,
    /// Price to which the discount is applied.
    price: Decimal,
    unit: UnitId,
    quantity: ConvertedQuantity,
    source: PriceSource<'a>,
    /// Included tax that was removed from `price`.
    removed_tax: Option<&'a Tax>,
}

impl<'a> LinePricing<'_, 'a> {
    fn decide(&mut self) -> Option<Quote<'a>> {
        self.check_stock_unit();
        let Some((pricing_system, list)) = self.list() else {
            // without a list, the tax category of row, product or organisation is still checked, so that all problems are found
            self.tax(self.category(None, None));
            return None;
        };
        self.check_currency(list);
        let (entered, category) = match (self.line.without_charge, self.line.price) {
            (Some(free), value) => self.without_charge(free, value, list),
            (None, Some(price)) => self.manual_price(price, list),
            (None, None) => self.list_price(list),
        };
        let tax = self.tax(category);
        let mut entered = entered?;
        self.remove_included_tax(&mut entered, list, tax, category)?;
        let discount = self.line.discount.unwrap_or_default();
        let Some(left) = subtract(Decimal::ONE_HUNDRED, discount) else {
            return self.too_large("/discount");
        };
        let price = multiply_divide_rounded(entered.price, left, Decimal::ONE_HUNDRED, list.precision);
        let Some(price) = price else { return self.too_large("/price") };
        let unrounded = multiply(entered.price, left).and_then(|p| divide_exact(p, Decimal::ONE_HUNDRED));
        self.check_price(&entered, (price, unrounded), list);
        let net = self.net(entered.quantity, price, list)?;
        Some(Quote {
            list,
            price_unit: entered.unit,
            quantity: entered.quantity.decimal,
            factor: entered.quantity.factor,
            price_entered: entered.price,
            price,
            net,
            tax_category: category,
            tax,
            explanation: PriceExplanation {
                pricing_system,
                list,
                source: entered.source,
                removed_tax: entered.removed_tax,
                discount,
                unrounded,
            },
        })
    }

    /// Removes the included tax from the price if the buyer is not charged tax and the list is configured to do so.
    /// Records a problem and returns `None` if the included tax cannot be determined.
    fn remove_included_tax(
        &mut self,
        entered: &mut PriceBeforeDiscount<'a>,
        list: &'a PriceList,
        tax: Option<&Tax>,
        category: Option<TaxCategoryId>,
    ) -> Option<()> {
        let pays_none = self.line.bill_partner.tax_exempt || tax.is_some_and(|tax| tax.reverse_charge);
        if !list.tax_included || !pays_none {
            return Some(());
        }
        match list.exempt_buyers {
            ExemptBuyers::KeepGross => {
                if !entered.exact.is_zero() {
                    let warning = Problem::new(ProblemCode::PriceIncludesTax, "/price")
                        .with("price", canonical(&entered.exact))
                        .with("list", list.code.as_str());
                    self.warnings.push(warning);
                }
            }
            ExemptBuyers::RemoveTax => {
                let Some(category) = category else { return self.no_category() };
                let included = self.seller_tax(category)?;
                let price = add(Decimal::ONE_HUNDRED, included.rate).and_then(|gross| {
                    multiply_divide_rounded(entered.exact, Decimal::ONE_HUNDRED, gross, list.precision)
                });
                let Some(price) = price else { return self.too_large("/price") };
                (entered.price, entered.removed_tax) = (price, Some(included));
            }
        }
        Some(())
    }

    /// Returns the tax of a sale within the seller's country to a buyer without a VAT id.
    fn seller_tax(&mut self, category: TaxCategoryId) -> Option<&'a Tax> {
        let (line, reference) = (self.line, self.reference);
        let country = from_country(line.warehouse, line.organisation, reference);
        let criteria = TaxCriteria {
            organisation: line.organisation.id,
            category,
            from_country: country,
            to_country: country.unwrap_or(line.ship_to_country),
            date: line.date,
            has_vat_id: false,
        };
        self.or_problem(choose_tax(&criteria, reference, line.product_pointer))
    }

    /// Records a problem if rounding reduces the price to 0, unless the discount is 100 %. Other rounding is a warning.
    fn check_price(
        &mut self,
        entered: &PriceBeforeDiscount<'a>,
        (price, unrounded): (Decimal, Option<Decimal>),
        list: &PriceList,
    ) {
        let given_away = self.line.discount == Some(Decimal::ONE_HUNDRED);
        if price.is_zero() && !entered.exact.is_zero() && !given_away {
            let before = unrounded.filter(|before| !before.is_zero()).unwrap_or(entered.exact);
            let problem = Problem::new(ProblemCode::PriceRoundsToZero, "/price")
                .with("price", canonical(&before))
                .with("digits", i64::from(list.precision));
            self.problem::<()>(problem);
            return;
        }
        let rounded = round(entered.exact, list.precision);
        if rounded != entered.exact {
            let warning = Problem::new(ProblemCode::PriceRounded, "/price")
                .with("price", canonical(&entered.exact))
                .with("rounded", canonical(&rounded))
                .with("list", list.code.as_str());
            self.warnings.push(warning);
        }
    }

    fn net(&mut self, quantity: ConvertedQuantity, price: Decimal, list: &PriceList) -> Option<Decimal> {
        let currency = currency_digits(&list.currency, self.reference);
        let digits = match list.net_precision {
            NetPrecision::Currency => currency,
            NetPrecision::List => currency.min(list.precision),
        };
        let Some(net) = quantity.times(price, digits) else { return self.too_large("/qty") };
        let vanished = net.is_zero() && !price.is_zero() && !self.line.quantity.is_zero();
        if vanished && list.net_precision == NetPrecision::Currency {
            let problem = Problem::new(ProblemCode::NetRoundsToZero, "/qty")
                .with("qty", canonical(&self.line.quantity))
                .with("price", canonical(&price))
                .with("digits", i64::from(digits));
            return self.problem(problem);
        }
        Some(net)
    }

    fn too_large<T>(&mut self, pointer: &'static str) -> Option<T> {
        self.problem(Problem::new(ProblemCode::NumberTooLarge, pointer))
    }

    fn problem<T>(&mut self, problem: Problem) -> Option<T> {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
        None
    }

    /// Returns the value, or records the problem.
    fn or_problem<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => self.problem(problem),
        }
    }

    /// Records a problem if the quantity cannot be converted to the stock unit. Manual prices require this too, because
    /// stock is counted in this unit.
    fn check_stock_unit(&mut self) {
        let (line, reference) = (self.line, self.reference);
        if find_factor(line.unit, line.product.unit, line.product, reference).is_none() {
            let problem = no_conversion(line.unit, line.product.unit, line.product, reference);
            self.problem::<()>(problem);
        }
    }

    fn list(&mut self) -> Option<(&'a PricingSystem, &'a PriceList)> {
        let (line, reference) = (self.line, self.reference);
        let system =
            effective_pricing_system(line.pricing_system, line.bill_partner, line.organisation, reference);
        let system = self.or_problem(system)?;
        let (organisation, country) = (line.organisation.id, line.ship_to_country);
        let list = choose_list(system, organisation, country, line.currency, reference);
        Some((system, self.or_problem(list)?))
    }

    fn check_currency(&mut self, list: &'a PriceList) {
        if let Some(currency) = self.line.currency.filter(|currency| **currency != list.currency) {
            let problem = Problem::new(ProblemCode::CurrencyMismatch, "/currencyCode")
                .with("currency", currency.as_str())
                .with("list", list.code.as_str())
                .with("listCurrency", list.currency.as_str());
            self.problem::<()>(problem);
        } else {
            self.confirmed_list = Some(list);
        }
    }

    fn version(&self, list: &PriceList) -> Result<&'a PriceListVersion, Problem> {
        choose_version(list, self.line.organisation.id, self.line.date, self.reference)
    }

    fn search(&self, list: &'a PriceList) -> PriceSearch<'a> {
        PriceSearch {
            reference: self.reference,
            organisation: self.line.organisation.id,
            product: self.line.product,
            prices: self.line.prices,
            unit: self.line.unit,
            list,
            date: self.line.date,
        }
    }

    /// Returns the list price and its tax category.
    fn list_price(
        &mut self,
        list: &'a PriceList,
    ) -> (Option<PriceBeforeDiscount<'a>>, Option<TaxCategoryId>) {
        let found =
            self.version(list).and_then(|version| self.search(list).price_for(self.line.quantity, version));
        let Some(FoundPrice { record, scale, price, quantity, steps }) = self.or_problem(found) else {
            return (None, self.category(None, Some(list)));
        };
        self.check_sign(price);
        let category = self.category(Some(record), Some(list));
        self.require_category(category);
        let source = PriceSource::List { steps, record, scale };
        let unit = record.unit;
        let entered = PriceBeforeDiscount { exact: price, price, unit, quantity, source, removed_tax: None };
        (Some(entered), category)
    }

    /// Returns the manual price and its tax category. The list defines the precision. The list price of the product can
    /// define the tax category but is not required.
    fn manual_price(
        &mut self,
        sent: Decimal,
        list: &'a PriceList,
    ) -> (Option<PriceBeforeDiscount<'a>>, Option<TaxCategoryId>) {
        let category = self.manual_category(list);
        self.check_sign(sent);
        let entered = PriceBeforeDiscount {
            exact: sent,
            price: round(sent, list.precision),
            unit: self.line.unit,
            quantity: ConvertedQuantity::same(self.line.quantity),
            source: PriceSource::Manual { sent },
            removed_tax: None,
        };
        (Some(entered), category)
    }

    /// Returns a price of 0 and its tax category. The list defines currency and precision, as for a manual price.
    fn without_charge(
        &mut self,
        FreeOfCharge { reason }: FreeOfCharge<'a>,
        value: Option<Decimal>,
        list: &'a PriceList,
    ) -> (Option<PriceBeforeDiscount<'a>>, Option<TaxCategoryId>) {
        let category = self.manual_category(list);
        let entered = PriceBeforeDiscount {
            exact: Decimal::ZERO,
            price: Decimal::ZERO,
            unit: self.line.unit,
            quantity: ConvertedQuantity::same(self.line.quantity),
            source: PriceSource::WithoutCharge { reason, value },
            removed_tax: None,
        };
        (Some(entered), category)
    }

    /// Returns the tax category of a line that does not use the list price.
    fn manual_category(&mut self, list: &'a PriceList) -> Option<TaxCategoryId> {
        let record = self.version(list).and_then(|version| self.search(list).record(version)).ok().flatten();
        let category = self.category(record, Some(list));
        self.require_category(category);
        category
    }

    /// Rejects a negative list price or manual price unless the organisation allows it.
    fn check_sign(&mut self, price: Decimal) {
        if price < Decimal::ZERO && self.line.organisation.negative_prices == NegativePrices::Problem {
            let problem = Problem::new(ProblemCode::PriceNegative, "/price").with("price", canonical(&price));
            self.problem::<()>(problem);
        }
    }

    /// Returns the tax category of the row, otherwise of the product price, the product, the list or the organisation.
    fn category(&self, record: Option<&ProductPrice>, list: Option<&PriceList>) -> Option<TaxCategoryId> {
        let line = self.line;
        line.tax_category
            .or(record.and_then(|record| record.tax_category))
            .or(line.product.tax_category)
            .or(list.and_then(|list| list.default_tax_category))
            .or(line.organisation.tax_category)
    }

    /// Records a problem if the tax category is missing, unless the partner is exempt from tax.
    fn require_category(&mut self, category: Option<TaxCategoryId>) {
        if category.is_none() && !self.line.bill_partner.tax_exempt {
            self.no_category::<()>();
        }
    }

    fn no_category<T>(&mut self) -> Option<T> {
        let problem = Problem::new(ProblemCode::TaxCategoryNone, "/taxCategoryCode")
            .with("product", self.line.product.label());
        self.problem(problem)
    }

    fn tax(&mut self, category: Option<TaxCategoryId>) -> Option<&'a Tax> {
        let (line, reference) = (self.line, self.reference);
        if line.bill_partner.tax_exempt {
            return None;
        }
        let criteria = TaxCriteria {
            organisation: line.organisation.id,
            category: category?,
            from_country: from_country(line.warehouse, line.organisation, reference),
            to_country: line.ship_to_country,
            date: line.date,
            has_vat_id: line.bill_partner.vat_id.is_some(),
        };
        self.or_problem(choose_tax(&criteria, reference, line.product_pointer))
    }
}
