// Webhook receiver of tests: accepts, rejects or never responds.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect } from "vitest";

export interface Call {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; subject?: string; data: Record<string, unknown> };
}

export type Mood = "takes" | "refuses" | "silent";

export interface Receiver {
  url: string;
  calls: Call[];
  mood: Mood;
  /** Returns the calls of an event type once there are enough. */
  received: (type: string, count?: number) => Promise<Call[]>;
  close: () => Promise<void>;
}

/** Hostile error text. */
export const REFUSAL = '<script>alert("no")</script> The ERP is closed for stock-taking';

export async function openReceiver(): Promise<Receiver> {
  const calls: Call[] = [];
  const held = new Set<ServerResponse>();
  const server = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString();
      calls.push({ headers: request.headers, body, event: JSON.parse(body) });
      if (receiver.mood === "silent") held.add(answer);
      else if (receiver.mood === "refuses") answer.writeHead(500, { "Content-Type": "text/plain" }).end(REFUSAL);
      else answer.writeHead(200, { "Content-Type": "text/plain" }).end("taken");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orderdock`,
    calls,
    mood: "takes",
    received: async (type, count = 1) => {
      const those = () => calls.filter(({ event }) => event.type === type);
      await expect.poll(() => those().length).toBeGreaterThanOrEqual(count);
      return those();
    },
    close: async () => {
      for (const answer of held) answer.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

/** Verifies a signature with the standardwebhooks package. */
export function verified({ headers, body }: Call, secret: string): boolean {
  const headerTexts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    new Webhook(secret).verify(body, headerTexts);
    return true;
  } catch (fault) {
    if (fault instanceof WebhookVerificationError) return false;
    throw fault;
  }
}
