export { type ErrorPolicy, type FileOptions, Orderdock, type OrderdockOptions, type Schemas } from "./client.js";
export * from "./errors.js";
export { type CursorStore, currentCursor, type Event, type EventLoopOptions, FileCursorStore, followEvents } from "./events.js";
export type { RetryPolicy } from "./retry.js";
export type { components, paths } from "./schema.gen.js";
export { type HeaderSource, type WebhookOptions, WebhookVerifier } from "./webhooks.js";
