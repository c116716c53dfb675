// An order while it is typed. It is kept in the tab until it is created, so that nothing typed is lost.
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
  /** A day. */
  datePromised: string | undefined;
  docTypeName: string;
  lines: DraftLine[];
  /** However often this draft is sent, one order comes of it. */
  idempotencyKey: string;
}

export type OrderBody = Schemas["OrderBody"];

/** What is wrong, by field: `datePromised`, or `qty` of a line under its key. */
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

/** The draft of a user in this tab. */
export function useDraft(user: string): [Draft, (change: (before: Draft) => Draft) => void, () => void] {
  const place = `orderdock.newOrder.${user}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(place);
    return kept ? (JSON.parse(kept) as Draft) : emptyDraft();
  });
  useEffect(() => sessionStorage.setItem(place, JSON.stringify(draft)), [place, draft]);
  return [draft, setDraft, () => setDraft(emptyDraft())];
}

export function isEmpty({ productCode, qty, price }: DraftLine): boolean {
  return !(productCode.trim() || qty.trim() || price.trim());
}

export interface Readout {
  body: OrderBody;
  /** The keys of the lines in the body. */
  keys: string[];
  /** Fields that hold no number. */
  unreadable: string[];
}

/** The draft as the API takes it; empty lines are left out. */
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
    // midday of the reader, so that it is the same day by the organisation's clock
    datePromised: draft.datePromised && new Date(`${draft.datePromised}T12:00:00`).toISOString(),
    docTypeName: draft.docTypeName || undefined,
    lines: lines.map(({ key, productCode, qty, price }) => ({
      productCode: productCode.trim() || undefined,
      qty: number(qty, `${key}/qty`),
      price: number(price, `${key}/price`),
    })),
  };
  // what is missing is the service's to say
  return { body: body as OrderBody, keys: lines.map(({ key }) => key), unreadable };
}

/** The service's words under the fields they are about; what is about none stands under "". */
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
