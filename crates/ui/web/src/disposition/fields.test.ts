import { expect, test } from "vitest";
import { BULK_FIELDS, EDITED_FIELDS, editedIn, fieldAt, FIELDS, isReference, listedIn } from "./fields";
import { FILTERS, MORE_FILTERS } from "./filters";

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
])("%s belongs to field %s", (pointer, member) => {
  expect(fieldAt(pointer, ["price", "discount"])).toBe(member);
});

const names = (fields: readonly { member: string }[]) => fields.map(({ member }) => member).join(" ");

test("bulk edit fields are in order of use", () => {
  expect(names(BULK_FIELDS)).toBe(
    "qty price discount dateRequired uomCode currencyCode pricingSystemCode taxCategoryCode productCode bpartner " +
      "poReference paymentRule paymentTerm shipper warehouseCode presetDateShipped description promotionCode",
  );
});

test("amounts are the first problems to fix", () => {
  expect(names(EDITED_FIELDS)).toBe(
    "qty price dateRequired discount poReference productCode uomCode currencyCode bpartner promotionCode",
  );
  expect(editedIn("dateOverride").member).toBe("dateRequired");
  expect(editedIn("shipTo")).toBeUndefined();
});

test("currency is a code, other records have a name", () => {
  expect(names(FIELDS.filter(isReference))).toBe(
    "paymentTerm shipper salesPartnerCode warehouseCode warehouseDestCode bpartner location contact productCode " +
      "uomCode pricingSystemCode taxCategoryCode",
  );
});

test("each column and filter belongs to one value", () => {
  const columns = FIELDS.flatMap(({ listed, column }) => [listed?.id, column?.id]).filter((id) => id !== undefined);
  expect(new Set(columns).size).toBe(columns.length);
  expect(new Set(FILTERS).size).toBe(FILTERS.length);
  expect(listedIn("dateRequired").member).toBe("dateRequired");
});

test("filters have a display order and an input order", () => {
  expect(FILTERS.slice(0, 8).join(" ")).toBe(
    "q dataSource org bpartner product poReference promotionCode externalHeaderId",
  );
  expect(MORE_FILTERS.map(({ name }) => name).join(" ")).toBe(
    "bpartner product poReference externalHeaderId dateRequiredFrom dateRequiredTo createdFrom createdTo " +
      "hasAttachment org requestId hold waitingUntilFrom waitingUntilTo assignedTo hasComments held promotionCode " +
      "externalSystem",
  );
});
