import { expect, test } from "vitest";
import { fieldAt } from "./fields";

test.each([
  ["/qty", "qty"],
  ["/productCode", "productCode"],
  ["/product", "productCode"],
  ["/product/code", "productCode"],
  ["/bpartner/bpartner/code", "bpartner"],
  ["/bpartner", "bpartner"],
  ["/bpartner/location/postal", "location"],
  ["/bpartner/contact/email", "contact"],
  ["/billBPartner/location", "billBPartner"],
  ["/requests/3/price", "price"],
  ["/override/dateRequired", "dateRequired"],
  ["/clear/1", "discount"],
  ["/clear/7", undefined],
  ["/dataSource", undefined],
  ["", undefined],
])("%s is about %s", (pointer, member) => {
  expect(fieldAt(pointer, ["price", "discount"])).toBe(member);
});
