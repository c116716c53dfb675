import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportedColumns } from "./exported-columns";
import { EDITED_FIELDS, FIELDS } from "./fields";

/** Returns the column ids in the source of a list. */
function idsIn(file: string): string[] {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  return [...source.matchAll(/\bid: "(\w+)"/g)].flatMap(([, id]) => id ?? []);
}

const SUMMARY = "line";

test("every_column_of_both_lists_is_exported", () => {
  const listed = FIELDS.flatMap(({ listed }) => listed?.id ?? []);
  const lines = [...idsIn("./columns.tsx"), ...EDITED_FIELDS.map(({ column }) => column.id), ...listed];
  const orders = idsIn("./orders/columns.tsx");
  const missing = (ids: string[], ofOrders: boolean) =>
    ids.filter((id) => id !== SUMMARY && exportedColumns([{ id }], ofOrders).length === 0);
  expect(lines.length).toBeGreaterThan(25);
  expect(missing(lines, false)).toEqual([]);
  expect(missing(orders, true)).toEqual([]);
});

test("exported_columns_exist_in_the_api", () => {
  const document = JSON.parse(readFileSync(new URL("../../../../../docs/openapi.json", import.meta.url), "utf8"));
  const parameters = document.paths["/api/sales/order/candidates/export"].get.parameters as {
    name?: string;
    description?: string;
  }[];
  const described = parameters.find(({ name }) => name === "columns")?.description ?? "";
  const ids = [...idsIn("./columns.tsx"), ...idsIn("./orders/columns.tsx")].map((id) => ({ id }));
  for (const name of [...exportedColumns(ids, false), ...exportedColumns(ids, true)]) {
    expect(described).toContain(`\`${name}\``);
  }
});

test("exported_columns_keep_the_order_of_the_list", () => {
  const visible = [{ id: "lines" }, { id: "customer" }, { id: "status" }, { id: "headerId" }];
  expect(exportedColumns(visible, true)).toEqual([
    "qty",
    "bpartnerCode",
    "bpartnerName",
    "productCode",
    "productName",
    "status",
    "externalHeaderId",
    "externalLineId",
  ]);
});
