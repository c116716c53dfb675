import { createHmac, timingSafeEqual } from "node:crypto";
import { parseJson } from "./decimals.js";
import { WebhookVerificationError } from "./errors.js";
import type { components } from "./schema.gen.js";

/** Headers as Node (`request.headers`) or the Fetch API represent them. */
export type HeaderSource = Headers | Record<string, string | string[] | undefined>;

export interface WebhookOptions {
  /** Seconds that the time of a request may differ from the local time. [default: 300] */
  tolerance?: number;
  /** Current time in milliseconds. [default: Date.now] */
  clock?: () => number;
}

/** Verifies requests that are signed with one of several secrets, so that a secret can be replaced without a gap. */
export class WebhookVerifier {
  private readonly keys: Buffer[];
  private readonly tolerance: number;
  private readonly clock: () => number;

  constructor(secrets: string | string[], { tolerance = 300, clock = Date.now }: WebhookOptions = {}) {
    this.keys = [secrets].flat().map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
    // anybody can sign with an empty key
    if (this.keys.length === 0 || this.keys.some((key) => key.length === 0)) {
      throw new TypeError("a secret is missing or empty: pass the `secret` of the webhook");
    }
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /** Returns the event of a request; throws `WebhookVerificationError`. `body` must be the bytes as received. */
  verify(body: Uint8Array, headers: HeaderSource): components["schemas"]["Event"] {
    const id = headerOf(headers, "webhook-id");
    const timestamp = headerOf(headers, "webhook-timestamp");
    const signatures = headerOf(headers, "webhook-signature");
    if (!id || !/^\d+$/.test(timestamp) || !signatures) {
      throw new WebhookVerificationError("a webhook header is missing or invalid");
    }
    const age = Math.abs(this.clock() / 1000 - Number(timestamp));
    if (age > this.tolerance) throw new WebhookVerificationError(`the request is ${Math.round(age)} s old or from the future`);
    const expected = this.keys.map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest());
    const valid = signatures.split(" ").map((signature) => matches(signature, expected));
    if (!valid.includes(true)) throw new WebhookVerificationError("no signature is valid");
    return parseJson(Buffer.from(body).toString("utf8")) as components["schemas"]["Event"];
  }
}

function matches(signature: string, expected: Buffer[]): boolean {
  const [version, value = ""] = signature.split(",");
  const sent = Buffer.from(value, "base64");
  // all comparisons are made, so that the time does not depend on the matching secret
  const equal = expected.map((one) => sent.length === one.length && timingSafeEqual(sent, one));
  return version === "v1" && equal.includes(true);
}

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found].flat()[0] ?? "";
}
