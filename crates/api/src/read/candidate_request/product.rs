//! The product: a block, or the flat `productCode` of the short shape.

use orderdock_domain::candidate::{ProductData, Sent};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::product_members;
use orderdock_domain::text::{Code, Name};

use super::advice::Understands;
use super::table::sent_members;
use crate::read::json::{Members, Reader, Slot, ValueFault};

product_members!(sent_members! [
    ProductMembers("ProductData") "A product. Creating it requires name, type and unit." {} {
        uom_code: "uomCode" Code;
        price_std: "priceStd" | "price" Decimal, "Price for a product that this row creates.";
    }
    read_members(Understands::Everything) ProductData {} { uom_code, price_std } with { flat: false, }
]);

/// One of the two must be there, not both.
pub(super) fn read<'t>(
    reader: &mut Reader,
    block: Slot<'t, ProductMembers<'t>>,
    flat: Slot<'_, Code>,
) -> Option<ProductData> {
    reader.conflict(flat, block);
    if block.is_given() {
        return reader.object(block, read_block);
    }
    if flat.is_given() {
        let code = reader.read(flat)?;
        return Some(ProductData { code: Sent::Value(code), flat: true, ..ProductData::default() });
    }
    reader.missing(block);
    None
}

fn read_block(reader: &mut Reader, members: &ProductMembers<'_>) -> ProductData {
    if !members.code.is_given() && !members.external_id.is_given() {
        reader.fault_here(members.node().at, None, ValueFault::new(ProblemCode::ProductKeyMissing));
    }
    read_members(reader, members)
}
