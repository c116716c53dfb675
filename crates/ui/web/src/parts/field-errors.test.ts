import { expect, test } from "vitest";
import { fieldErrors } from "./field-errors";

const said = (...errors: [pointer: string, message: string][]) =>
  errors.map(([pointer, message]) => ({ pointer, message }));

test("message appears once at the field of its pointer", () => {
  const refused = said(
    ["/recipients/0", "No address."],
    ["/recipients/1", "No address."],
    ["/recipients", "Too many."],
    ["/url", "Missing."],
  );
  expect(fieldErrors(refused, ["url", "recipients"])).toEqual({
    fields: { recipients: "No address. Too many.", url: "Missing." },
    placed: true,
  });
});

test.each([[said(["", "Outdated."])], [said(["/url", "Missing."], ["/other", "Unknown."])], [said()]])(
  "message without field is not placed",
  (refused) => expect(fieldErrors(refused, ["url"]).placed).toBe(false),
);
