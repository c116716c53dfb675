//! Reads the product: a block, or `productCode` in the short format.

use orderdock_domain::candidate::{MaybeUndefined, ProductData};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name};

use super::advice::{self, SyncAdviceMembers, Understands};
use crate::request::json::{Members, Reader, TypedMember, ValueFault, members};

members! {
    ProductMembers("ProductData", Lenient, each MaybeUndefined)
        "A product. Creating it requires name, type and unit." {
        code: "code" Code;
        external_id: "externalId" Code;
        name: "name" Name;
        product_type: "type" ProductType;
        uom_code: "uomCode" Code;
        price_std: "priceStd" | "price" Decimal, "Price for a product that this row creates.";
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

fn read_members(reader: &mut Reader, members: &ProductMembers<'_>) -> ProductData {
    ProductData {
        code: reader.sent(members.code),
        external_id: reader.sent(members.external_id),
        name: reader.sent(members.name),
        product_type: reader.sent(members.product_type),
        uom_code: reader.sent(members.uom_code),
        price_std: reader.sent(members.price_std),
        flat: false,
        advice: advice::read(reader, members.sync_advise.not_null(), Understands::Everything),
    }
}

/// Requires exactly one of the two.
pub(super) fn read<'t>(
    reader: &mut Reader,
    block: TypedMember<'t, ProductMembers<'t>>,
    flat: TypedMember<'_, Code>,
) -> Option<ProductData> {
    reader.conflict(flat, block);
    if block.is_given() {
        return reader.object(block, read_block);
    }
    if flat.is_given() {
        let code = reader.read(flat)?;
        return Some(ProductData { code: MaybeUndefined::Value(code), flat: true, ..ProductData::default() });
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
