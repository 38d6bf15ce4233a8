import { APICallError } from "@ai-sdk/provider";

/** Content of a provider's error body, in any of the usual formats. */
export interface ErrorBody {
  message: string | null;
  /** Codes, types and status names, in lower case. */
  codes: string[];
  /** Status given only in the body, e.g. in streams that began with 200. */
  status: number | null;
  /** Google's `details`. */
  details: Record<string, unknown>[];
  /** True if the answer began successfully, so that the SDK made up its status. */
  isAnswer: boolean;
}

/** Parses the body of a failed answer; empty for other kinds of errors. */
export function readErrorBody(error: unknown): ErrorBody {
  return parseErrorBody(APICallError.isInstance(error) ? error.responseBody : null);
}

/**
 * Parses `{error: {message, code, type, status, details}}`, `[{error}]`, `{error: "…"}`, `{message}` and
 * `{detail}`. Fields that are not found are empty.
 */
export function parseErrorBody(given: unknown): ErrorBody {
  const body = parse(given);
  const outer = asRecord(Array.isArray(body) ? body[0] : body) ?? {};
  const inner = asRecord(outer.error) ?? {};
  const texts = [inner.message, outer.error, outer.message, outer.detail];
  const codes = [inner.code, inner.type, inner.status, outer.code, outer.type];
  return {
    message: texts.find((text) => typeof text === "string" && text !== "") ?? null,
    codes: codes.filter((code) => typeof code === "string").map((code) => code.toLowerCase()),
    status: codes.find((code) => typeof code === "number" && code >= 400 && code < 600) ?? null,
    details: (Array.isArray(inner.details) ? inner.details : []).flatMap((detail) => asRecord(detail) ?? []),
    isAnswer: typeof given === "object" && given !== null,
  } as ErrorBody;
}

/** The SDK sometimes passes on a body that it has already parsed. */
function parse(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
