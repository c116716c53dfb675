import { ApiError, ConnectionFailedError } from "./errors.js";

/** How often and how long a request is repeated. */
export interface RetryPolicy {
  /** Maximum number of attempts, including the first. [default: 8] */
  attempts: number;
  /** Milliseconds after which no further attempt starts. [default: 120,000] */
  deadline: number;
  /** Upper bound of the first delay in milliseconds. It doubles with each attempt. [default: 500] */
  firstDelay: number;
  /** Upper bound of a delay in milliseconds, unless the server requests a longer one. [default: 30,000] */
  maxDelay: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 8, deadline: 120_000, firstDelay: 500, maxDelay: 30_000 };

/** Waits; ends early if the signal is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) return done();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

/** Delay after an attempt, counted from 1: random up to a bound that doubles. `Retry-After` is the minimum. */
function delayOf(policy: RetryPolicy, attempt: number, error: ApiError | ConnectionFailedError): number {
  const jitter = Math.random() * Math.min(policy.firstDelay * 2 ** (attempt - 1), policy.maxDelay);
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  return retryAfter === undefined ? jitter : retryAfter * 1000 + Math.min(jitter, policy.firstDelay);
}

/** Repeats an attempt while its error is retryable and the policy permits another one. */
export async function retry<T>(policy: RetryPolicy, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isRetryable = error instanceof ConnectionFailedError || (error instanceof ApiError && error.retryable);
      if (!isRetryable || signal?.aborted) throw error;
      const delay = delayOf(policy, number, error);
      if (number >= policy.attempts || performance.now() - started + delay > policy.deadline) throw error;
      await wait(delay, signal);
    }
  }
}
