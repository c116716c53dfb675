import { expect, test } from "vitest";
import { receiverOf, whoAsksWhy, type Handover } from "./handover";

const AT = "2026-11-20T12:00:00Z";
const TAKEN: Handover = { receiver: "ERP", at: AT, number: "4711" };
const REFUSED: Handover = { receiver: "ERP", at: AT, refused: "Kunde gesperrt" };
const order = (handedOver?: Handover, createdAt = AT) => ({ org: { code: "001" }, createdAt, handedOver });

test("receiver that rejects an order does not have it", () => {
  expect(receiverOf(order())).toBeUndefined();
  expect(receiverOf(order(TAKEN))).toBe("ERP");
  expect(receiverOf(order({ receiver: "WMS", at: AT }))).toBe("WMS");
  expect(receiverOf(order(REFUSED))).toBeUndefined();
});

test("voiding a transferred order needs a reason since the transfer is enabled", () => {
  const since = (handOverSince?: string, code = "001") => [{ org: { code: "002" } }, { org: { code }, handOverSince }];
  for (const [of, settings, asks] of [
    [order(TAKEN), since(AT), "ERP"],
    [order(TAKEN), since("2026-11-20T12:00:00.001Z"), undefined],
    [order(TAKEN), since("2026-11-20T11:00:00+01:00"), "ERP"],
    [order(TAKEN, "2026-11-20T12:00:00.123456Z"), since(AT), "ERP"],
    [order(TAKEN), since(), undefined],
    [order(TAKEN), since(AT, "003"), undefined],
    [order(TAKEN), [], undefined],
    [order(REFUSED), since(AT), undefined],
    [order(), since(AT), undefined],
  ] as const) {
    expect(whoAsksWhy(of, settings), JSON.stringify([of, settings])).toBe(asks);
  }
});
