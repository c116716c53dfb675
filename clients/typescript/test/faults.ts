// Proxy that fails in a given way before it forwards requests.
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Fault of one request: a status with its `Retry-After`, `drop` (the connection is closed before the request is forwarded), `lose` (the
 * request is forwarded, but its response is not returned).
 */
export type Fault = "drop" | "lose" | undefined | { status: number; retryAfter?: number };

export class FaultyProxy {
  readonly requests: { method: string; url: string; key: string | undefined }[] = [];
  private readonly server: Server;

  private constructor(
    private readonly target: URL,
    private readonly faults: Fault[],
  ) {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(target: string, ...faults: Fault[]): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(target), faults);
    await new Promise<void>((done) => proxy.server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url = "", headers } = request;
    this.requests.push({ method, url, key: headers["idempotency-key"] as string | undefined });
    const fault = this.faults.shift();
    if (fault === "drop") {
      request.socket.destroy();
      return;
    }
    if (typeof fault === "object") {
      response.writeHead(fault.status, fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter }).end();
      return;
    }
    const options = { host: this.target.hostname, port: this.target.port, method, path: url, headers: { ...headers, host: this.target.host } };
    forward(options, async (received) => {
      const content = Buffer.concat(await received.toArray());
      if (fault === "lose") request.socket.destroy();
      else response.writeHead(received.statusCode ?? 500, received.headers).end(content);
    }).end(body);
  }
}
