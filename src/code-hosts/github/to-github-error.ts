import { z } from "zod";
import { AppError } from "../../errors.ts";
import { readRetryAfter } from "../rest/read-retry-after.ts";
import { toHostError } from "../to-host-error.ts";

/** What Octokit throws. Without `response` there was no answer, whatever `status` says. */
export interface GithubFailure {
  status: number;
  headers: Headers;
  body: unknown;
  cause: unknown;
}

/** An answer that points elsewhere; it is not followed. */
export class RedirectError extends Error {
  readonly status: number;
  readonly location: string;

  constructor(status: number, location: string) {
    super(`the answer points to ${location}`);
    this.status = status;
    this.location = location;
  }
}

/** The throttling plugin gives no status to the limit of GraphQL, which is told in an answer with status 200. */
const octokitErrorSchema = z.object({
  status: z.number().default(429),
  response: z.object({ headers: z.record(z.string(), z.unknown()), data: z.unknown() }),
});

const bodySchema = z.object({
  message: z.string().nullish(),
  errors: z
    .array(
      z.union([
        z.string(),
        z.object({
          message: z.string().nullish(),
          resource: z.string().nullish(),
          field: z.string().nullish(),
          code: z.string().nullish(),
        }),
      ]),
    )
    .nullish()
    .catch(null),
});

/** Reads what a request threw; null when it was no answer of the host. */
export function readFailure(error: unknown): GithubFailure | null {
  const parsed = octokitErrorSchema.safeParse(error);
  if (!parsed.success) return null;
  const { status, response } = parsed.data;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  return { status, headers, body: response.data, cause: error };
}

/** A limit of GitHub, which answers 403 as often as 429. */
export function isLimit({ status, headers, body }: GithubFailure): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const isUsedUp = headers.get("x-ratelimit-remaining") === "0";
  return isUsedUp || headers.has("retry-after") || /secondary rate limit/i.test(textOf(body));
}

/** In GitHub's words: the message, and what is wrong with each field. */
export function textOf(body: unknown): string {
  if (typeof body === "string") return body.replace(/<[^<>]*>/g, " ").slice(0, 500);
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return "";
  const { message, errors } = parsed.data;
  const details = (errors ?? []).map((error) =>
    typeof error === "string"
      ? error
      : (error.message ?? [error.resource, error.field, error.code].filter(Boolean).join(" ")),
  );
  return [message, details.join("; ")].filter(Boolean).join(": ");
}

/** Whether GitHub's refusal is about this field of what was sent. */
export function hasFieldError(error: unknown, field: string): boolean {
  const failure = error instanceof AppError ? readFailure(error.cause) : null;
  const { errors } = bodySchema.safeParse(failure?.body).data ?? {};
  return (errors ?? []).some((found) => typeof found === "object" && found.field === field);
}

/** Whether GitHub says this: most of its refusals have no code but "custom". */
export function hasMessage(error: unknown, words: RegExp): boolean {
  return error instanceof AppError && words.test(String(error.details.hostText ?? ""));
}

/** The `AppError` of whatever a request threw. `secrets` never reach its message. */
export function toGithubError(
  error: unknown,
  { action, secrets }: { action: string; secrets: readonly string[] },
): AppError {
  const own = causeOf(error);
  if (own instanceof AppError) return own;
  const base = { host: "GitHub", action, secrets, cause: error };
  if (own instanceof RedirectError) {
    return toHostError({ ...base, status: own.status, text: `It points to ${own.location}` });
  }
  const failure = readFailure(error);
  if (failure === null) {
    return toHostError({ ...base, status: 0, text: own instanceof Error ? own.message : String(own) });
  }
  const wait = readRetryAfter(failure.headers, Date.now());
  return toHostError({
    ...base,
    status: isLimit(failure) ? 429 : failure.status,
    text: failure.status === 404 ? notFoundText(failure) : textOf(failure.body),
    retryAfterSeconds: wait === null ? null : Math.ceil(wait / 1_000),
  });
}

/** GitHub does not tell what is not there from what the credentials may not see. */
function notFoundText({ body }: GithubFailure): string {
  return `${textOf(body)} (or nothing that the credentials may see or do)`;
}

/** The innermost error: Octokit and fetch both wrap what went wrong. */
export function causeOf(error: unknown): unknown {
  if (error instanceof AppError || error instanceof RedirectError) return error;
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}
