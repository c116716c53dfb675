import type { components } from "./schema.gen.js";

export type Item = components["schemas"]["Item"];
export type Problem = components["schemas"]["Problem"];

/** Base of all errors of this package. */
export class OrderdockError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No complete response was received, even after retries. A write may have happened: repeat it with the same key. */
export class ConnectionFailedError extends OrderdockError {}

/** The received content of a file differs from the sent or expected one. */
export class ChecksumError extends OrderdockError {}

/** The request was not signed by Orderdock with a known secret, or is too old. */
export class WebhookVerificationError extends OrderdockError {}

/** An error response. */
export class ApiError extends OrderdockError {
  /** All errors, each with `code`, `message`, `pointer`, and where known `line`, `column`, `index` and `seen`. */
  readonly errors: Item[];
  /** Code of the first error. Undefined if the response is not from Orderdock, for example from a proxy. */
  readonly code: string | undefined;
  readonly detail: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The complete body. */
    readonly problem: Partial<Problem>,
    /** Identifies the request in the log of the server. */
    readonly requestId: string | undefined,
    /** Seconds to wait before a repetition. */
    readonly retryAfter: number | undefined,
  ) {
    const errors = problem.errors ?? [];
    const detail = problem.detail ?? `HTTP status ${status}`;
    super(`${detail} (status ${status}, code ${errors[0]?.code}, request ${requestId})`);
    this.errors = errors;
    this.code = errors[0]?.code;
    this.detail = detail;
    this.retryable = problem.retryable ?? [429, 502, 503, 504, 507].includes(status);
  }
}

/** 400, 413, 415: the request breaks a rule, names a missing record or is too large. A person must correct it. */
export class InvalidRequestError extends ApiError {}
/** 401: the access token is missing, invalid or expired. */
export class AuthenticationError extends ApiError {}
/** 403: the access token lacks a scope or an organisation. */
export class PermissionDeniedError extends ApiError {}
/** 404: the record does not exist. */
export class NotFoundError extends ApiError {}
/** 409: the ids were used with other content, or the state of the record forbids the change. */
export class ConflictError extends ApiError {}
/** 410: the cursor of the event feed has expired, or the database never issued it. */
export class CursorLostError extends ApiError {}
/** 412, 428: the record has changed since it was read, or `If-Match` is missing. */
export class PreconditionFailedError extends ApiError {}
/** 422: the idempotency key was used with another body. */
export class IdempotencyReusedError extends ApiError {}
/** 429: too many requests, even after retries. */
export class RateLimitedError extends ApiError {}
/** 408, 500, 502, 503, 504: overloaded, or the outcome is unknown, even after retries. */
export class UnavailableError extends ApiError {}
/** 507: no space, or a quota is reached, even after retries. */
export class StorageFullError extends ApiError {}

const CLASSES: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  408: UnavailableError,
  409: ConflictError,
  410: CursorLostError,
  412: PreconditionFailedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: IdempotencyReusedError,
  428: PreconditionFailedError,
  429: RateLimitedError,
  507: StorageFullError,
};

/** Returns the error of a response. */
export function errorOf(response: Response, problem: Partial<Problem>): ApiError {
  const kind = CLASSES[response.status] ?? (response.status >= 500 ? UnavailableError : ApiError);
  const header = response.headers.get("Retry-After");
  const seconds = header === null ? Number.NaN : Number(header);
  const retryAfter = Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
  return new kind(response.status, problem, response.headers.get("X-Request-Id") ?? undefined, retryAfter);
}
