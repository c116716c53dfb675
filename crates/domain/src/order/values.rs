//! Effective values of an order with their origins, copied when the order is created.

use serde::{Deserialize, Serialize};

use super::RecordSnapshot;
use crate::candidate::{Field, PaymentRule};
use crate::ids::{PaymentTermId, ShipperId, WarehouseId};
use crate::masterdata::{EffectiveValues, Reference, ValueLevel, Warehouse};
use crate::text::{Code, Name};

/// Origin of an order value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueOrigin {
    pub field: Field,
    pub level: ValueLevel,
    /// Code of the partner or organisation, or name of the group; `None` for a candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Name>,
}

/// Stored effective values of an order, except its pricing system.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderValues {
    pub payment_rule: Option<PaymentRule>,
    pub payment_term: Option<RecordSnapshot<PaymentTermId>>,
    pub shipper: Option<RecordSnapshot<ShipperId>>,
    pub warehouse: Option<RecordSnapshot<WarehouseId>>,
    pub delivery_rule: Option<Code>,
    pub delivery_via_rule: Option<Code>,
    /// Origins of these values and of the pricing system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<ValueOrigin>,
}

impl OrderValues {
    pub(crate) fn of(values: &EffectiveValues<'_>, reference: &Reference) -> Self {
        let term = values.payment_term.and_then(|term| reference.payment_term(term.value));
        let shipper = values.shipper.and_then(|shipper| reference.shipper(shipper.value));
        let warehouse = values.warehouse.and_then(|warehouse| reference.warehouse(warehouse.value));
        let origins = values.sources().map(|(field, source)| ValueOrigin {
            field,
            level: source.level,
            code: source.code.and_then(|code| Name::parse(code).ok().flatten()),
        });
        Self {
            payment_rule: values.payment_rule.map(|rule| rule.value),
            payment_term: term.map(|term| RecordSnapshot::new(term.id, &term.code, term.name.as_ref())),
            shipper: shipper
                .map(|shipper| RecordSnapshot::new(shipper.id, &shipper.code, shipper.name.as_ref())),
            warehouse: warehouse.map(named_warehouse),
            delivery_rule: values.delivery_rule.map(|rule| rule.value.clone()),
            delivery_via_rule: values.delivery_via_rule.map(|rule| rule.value.clone()),
            origins: origins.collect(),
        }
    }
}

pub(crate) fn named_warehouse(warehouse: &Warehouse) -> RecordSnapshot<WarehouseId> {
    RecordSnapshot::new(warehouse.id, &warehouse.code, warehouse.name.as_ref())
}
