import { z } from "zod";
import { AppError } from "../errors.ts";

/** Calls a method of Slack's Web API. Throws `slack_refused` with Slack's error code, `slack_unavailable`. */
export type CallSlack = (
  token: string,
  method: string,
  fields: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>;

const timeoutMs = 10_000;

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

/** Temporary errors. */
const passing = new Set([
  "ratelimited",
  "service_unavailable",
  "internal_error",
  "fatal_error",
  "request_timeout",
]);

/** `url`: Slack's address, without a trailing slash. `fetch` checks every address. */
export function createSlackApi({ fetch, url }: { fetch: typeof globalThis.fetch; url: string }): CallSlack {
  return async (token, method, fields) => {
    const response = await fetch(`${url}/api/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : unavailable(`Slack cannot be reached for ${method}.`, cause);
    });
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after"));
      throw unavailable("Slack wants fewer requests.", undefined, Number.isFinite(seconds) ? seconds : 30);
    }
    const answer = answerSchema.safeParse(await response.json().catch(() => null));
    if (!answer.success) throw unavailable(`Slack answered ${method} with the status ${response.status}.`);
    const { ok, error = "unknown" } = answer.data;
    if (ok) return answer.data;
    if (passing.has(error)) throw unavailable(`Slack answered ${method}: ${error}.`);
    throw new AppError("slack_refused", `Slack refused ${method}: ${error.slice(0, 100)}.`, {
      details: { slack: error },
    });
  };
}

function unavailable(message: string, cause?: unknown, retryAfterSeconds = 10): AppError {
  return new AppError("slack_unavailable", message, { cause, details: { retryAfterSeconds } });
}
