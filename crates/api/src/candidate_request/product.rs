//! The product: a block, or the flat `productCode` of the short shape.

use orderdock_domain::candidate::{ProductData, Sent};
use orderdock_domain::problem::Code;

use super::advice::{self, Understands};
use crate::json::{Fault, Node, Reader, Slot, members};

members! {
    ProductMembers {
        code: "code",
        external_id: "externalId",
        name: "name",
        product_type: "type",
        uom_code: "uomCode",
        price_std: "priceStd" | "price",
        sync_advise: "syncAdvise",
    }
}

/// One of the two must be there, not both.
pub(super) fn read(reader: &mut Reader, block: Slot<'_>, flat: Slot<'_>) -> Option<ProductData> {
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

fn read_block(reader: &mut Reader, node: &Node<'_>) -> Option<ProductData> {
    let members = ProductMembers::open(reader, node)?;
    if !members.code.is_given() && !members.external_id.is_given() {
        reader.fault_here(node.at, None, Fault::new(Code::ProductKeyMissing));
    }
    Some(ProductData {
        code: reader.sent(members.code),
        external_id: reader.sent(members.external_id),
        name: reader.sent(members.name),
        product_type: reader.sent(members.product_type),
        uom_code: reader.sent(members.uom_code),
        price_std: reader.sent(members.price_std),
        advice: advice::read(reader, members.sync_advise, Understands::Everything),
        flat: false,
    })
}
