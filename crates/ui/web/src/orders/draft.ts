// Draft of a new order, stored in the tab until it is created.
import { useEffect, useState } from "react";
import type { Item, Schemas } from "../api/client";
import { randomKey } from "../parts/random-key";
import { readDecimal, type Language } from "../values/decimal";

export interface DraftLine {
  key: string;
  productCode: string;
  qty: string;
  price: string;
}

export interface Draft {
  shipBPartnerCode: string;
  /** ISO date. */
  datePromised: string | undefined;
  docTypeName: string;
  lines: DraftLine[];
  /** Makes repeated requests create one order. */
  idempotencyKey: string;
}

export type OrderBody = Schemas["OrderBody"];

/** Errors by field: `datePromised`, or `qty` under the key of a line. */
export type FieldErrors = Record<string, string>;

export function emptyLine(): DraftLine {
  return { key: randomKey(), productCode: "", qty: "", price: "" };
}

function emptyDraft(): Draft {
  return {
    shipBPartnerCode: "",
    datePromised: undefined,
    docTypeName: "",
    lines: [emptyLine()],
    idempotencyKey: randomKey(),
  };
}

/** Draft of a user in this tab. */
export function useDraft(user: string): [Draft, (change: (before: Draft) => Draft) => void, () => void] {
  const place = `orderdock.newOrder.${user}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = sessionStorage.getItem(place);
    return stored ? (JSON.parse(stored) as Draft) : emptyDraft();
  });
  useEffect(() => sessionStorage.setItem(place, JSON.stringify(draft)), [place, draft]);
  return [draft, setDraft, () => setDraft(emptyDraft())];
}

export function isEmpty({ productCode, qty, price }: DraftLine): boolean {
  return !(productCode.trim() || qty.trim() || price.trim());
}

export interface Readout {
  body: OrderBody;
  /** Keys of the lines in the body. */
  keys: string[];
  /** Fields with invalid numbers. */
  unreadable: string[];
}

/** Converts the draft to a request body without empty lines. */
export function readDraft(draft: Draft, language: Language): Readout {
  const unreadable: string[] = [];
  const number = (typed: string, field: string): string | undefined => {
    if (!typed.trim()) return undefined;
    const read = readDecimal(typed, language);
    if (read === undefined) unreadable.push(field);
    return read;
  };
  const lines = draft.lines.filter((line) => !isEmpty(line));
  const body = {
    shipBPartnerCode: draft.shipBPartnerCode.trim() || undefined,
    // local midday is the same day in the organisation's time zone
    datePromised: draft.datePromised && new Date(`${draft.datePromised}T12:00:00`).toISOString(),
    docTypeName: draft.docTypeName || undefined,
    lines: lines.map(({ key, productCode, qty, price }) => ({
      productCode: productCode.trim() || undefined,
      qty: number(qty, `${key}/qty`),
      price: number(price, `${key}/price`),
    })),
  };
  // the server reports missing values
  return { body: body as OrderBody, keys: lines.map(({ key }) => key), unreadable };
}

/** Maps errors to fields; those without field have the key "". */
export function fieldErrors(refused: Item[], keys: string[], required: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const { pointer, code, message } of refused) {
    const [, head = "", index = "", member = ""] = pointer.split("/");
    const key = head === "lines" ? keys[Number(index)] : undefined;
    const field =
      key && member
        ? `${key}/${member}`
        : ["shipBPartnerCode", "datePromised", "docTypeName"].includes(head)
          ? head
          : "";
    const words = code === "property.missing" && field ? required : message;
    errors[field] = errors[field] ? `${errors[field]} ${words}` : words;
  }
  return errors;
}
