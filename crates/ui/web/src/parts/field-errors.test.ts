import { expect, test } from "vitest";
import { fieldErrors } from "./field-errors";

const failure = (...errors: [pointer: string, message: string][]) =>
  errors.map(([pointer, message]) => ({ pointer, message }));

test("message appears once at the field of its pointer", () => {
  const refused = failure(
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

test.each([[failure(["", "Outdated."])], [failure(["/url", "Missing."], ["/other", "Unknown."])], [failure()]])(
  "message without field is not placed",
  (refused) => expect(fieldErrors(refused, ["url"]).placed).toBe(false),
);
