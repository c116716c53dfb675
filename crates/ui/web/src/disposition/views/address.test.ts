import { expect, test } from "vitest";
import { addressOf, differs, keptOfSeen, isEmptyAddress, throughView, viewNamed, withChange } from "./address";

const VIEW = { list: "headers", query: "status=error&bpartner=G0001&sort=-dateRequired" };
const address = (text: string) => new URLSearchParams(text);
const seen = (text: string) => throughView(VIEW, address(text)).toString();

test("URL parameters override the saved view", () => {
  expect(seen("view=7")).toBe("view=7&status=error&bpartner=G0001&sort=-dateRequired&list=orders");
  expect(seen("view=7&bpartner=&q=x&open=5")).toBe(
    "view=7&bpartner=&q=x&open=5&status=error&sort=-dateRequired&list=orders",
  );
  expect(throughView(undefined, address("q=x")).toString()).toBe("q=x");
  expect(throughView({ list: "candidates", query: "q=x" }, address("view=8")).toString()).toBe("view=8&q=x&list=rows");
});

test.each([
  ["view=7", { bpartner: "G0002" }, "view=7&bpartner=G0002"],
  ["view=7&bpartner=G0002", { bpartner: "G0001" }, "view=7"],
  ["view=7", { bpartner: undefined }, "view=7&bpartner="],
  ["view=7&bpartner=", { bpartner: "G0001" }, "view=7"],
  ["view=7", { q: "x" }, "view=7&q=x"],
  ["view=7&q=x", { q: undefined }, "view=7"],
  ["view=7", { list: "rows" }, "view=7&list=rows"],
  ["view=7&list=rows", { list: "orders" }, "view=7"],
  ["view=7&list=", { list: "orders" }, "view=7"],
  ["view=7", { open: "5" }, "view=7&open=5"],
])("view %s with %j shows %s", (before, to, after) => {
  expect(withChange(VIEW, address(before), to).toString()).toBe(after);
});

test("URL without view contains all non-empty parameters", () => {
  expect(withChange(undefined, address("status=new&q=x"), { q: undefined, sort: "qty" }).toString()).toBe(
    "status=new&sort=qty",
  );
});

test.each([
  ["view=7", false],
  ["view=7&open=5&panel=history", false],
  ["view=7&bpartner=G0001", false],
  ["view=7&bpartner=", true],
  ["view=7&q=x", true],
  ["view=7&q=", false],
  ["view=7&status=all", true],
  ["view=7&sort=-createdAt", true],
  ["view=7&list=orders", false],
  ["view=7&list=rows", true],
])("%s differs from the view: %s", (text, is) => expect(differs(VIEW, address(text))).toBe(is));

test("view stores the state in API form", () => {
  expect(keptOfSeen(throughView(VIEW, address("view=7&q=&open=5")))).toEqual({
    list: "headers",
    query: "bpartner=G0001&status=error&sort=-dateRequired",
  });
  expect(keptOfSeen(address("list=orders&sort=qty&q=x"))).toEqual({ list: "headers", query: "q=x" });
  expect(keptOfSeen(address("status=all&sort=-createdAt&q=a%26b"))).toEqual({ list: "candidates", query: "q=a%26b" });
});

test("another view or tab discards overrides", () => {
  expect(addressOf({ view: 8 }, address("view=7&q=x&open=5&run=3"))).toBe("open=5&run=3&view=8");
  expect(addressOf({ status: "new" }, address("view=7&bpartner="))).toBe("status=new");
  expect(addressOf({ status: undefined }, address("view=7"))).toBe("");
});

test("own default view precedes shared ones", () => {
  expect([
    isEmptyAddress(address("")),
    isEmptyAddress(address("run=3")),
    isEmptyAddress(address("status=all")),
  ]).toEqual([true, true, false]);
});

test("view is found by id or name, own ones first", () => {
  const views = [
    { id: 7, name: "Spät", own: false },
    { id: 8, name: "spät", own: true },
    { id: 9, name: "7", own: true },
  ];
  expect(viewNamed(views, "7")?.id).toBe(7);
  expect(viewNamed(views, "SPÄT")?.id).toBe(8);
  expect(viewNamed(views, "none")).toBeUndefined();
});
