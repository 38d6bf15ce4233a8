import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { HostResponse, Meaning } from "../rest/create-rest-client.ts";
import { waitMaxMs } from "../rest/pause-before-retry.ts";

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

const graphqlErrorsSchema = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().nullish() })).min(1),
});

/** REST statuses by GraphQL error type. */
const statusOfType: Record<string, number | undefined> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  STALE_DATA: 409,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** A secondary rate limit comes as 403 or 429, and GraphQL errors come with status 200. */
export function readMeaning({ status, body }: HostResponse): Meaning | null {
  if (status === 403 || status === 429) {
    return /secondary rate/i.test(textOf(body)) ? { status: 429, retryAfterMs: waitMaxMs } : null;
  }
  const { errors } = (status === 200 && graphqlErrorsSchema.safeParse(body).data) || {};
  return errors === undefined ? null : { status: statusOfType[errors[0]!.type ?? ""] ?? 422 };
}

/** GitHub does not distinguish missing resources from hidden ones. */
export function readText(body: unknown, status: number): string {
  return `${textOf(body)}${status === 404 ? " (or nothing that the credentials may see or do)" : ""}`;
}

/** Returns the fields that a refusal is about. */
export function readDetails(body: unknown): { fields: string[] } {
  return {
    fields: errorsOf(body).flatMap((found) => (typeof found === "string" ? [] : (found.field ?? []))),
  };
}

/** True if GitHub's refusal is about this field of the request. */
export function hasFieldError(error: unknown, field: string): boolean {
  const fields = error instanceof AppError ? error.details.fields : null;
  return Array.isArray(fields) && fields.includes(field);
}

/** True if GitHub's text matches: most of its refusals have no code but "custom". */
export function hasMessage(error: unknown, words: RegExp): boolean {
  return error instanceof AppError && words.test(String(error.details.hostText ?? ""));
}

/** Returns GitHub's own text: the message, and the problem with each field. */
export function textOf(body: unknown): string {
  const details = errorsOf(body).map((error) =>
    typeof error === "string"
      ? error
      : (error.message ?? [error.resource, error.field, error.code].filter(Boolean).join(" ")),
  );
  return [bodySchema.safeParse(body).data?.message, details.join("; ")].filter(Boolean).join(": ");
}

function errorsOf(body: unknown) {
  return bodySchema.safeParse(body).data?.errors ?? [];
}
