use orderdock_domain::masterdata::{Product, ProductPrice};
use orderdock_domain::product_members;
use orderdock_domain::text::fold;

use super::{record, table_record};

product_members!(table_record! [
    Product in "product" { id, version, organisation: org_id, active, unit: uom_id, tax_category: tax_category_id, }
    made of product {
        code_key: fold(product.code.as_str()),
        name_key: fold(product.name.as_str()),
    }
    apart { conversions }
]);

record! {
    ProductPrice in "product_price" {
        id, organisation: org_id, active, price_list_version: price_list_version_id, product: product_id,
        unit: uom_id, price, tax_category: tax_category_id,
    }
    apart { scales }
    later { version: i64 }
}
