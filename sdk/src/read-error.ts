import {
  AuthenticationError,
  ConflictError,
  CopydeskError,
  type ErrorFacts,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from "./errors.ts";

const classes: Record<number, typeof CopydeskError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  408: TimeoutError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** Returns the error that a response stands for, even if it does not come from Copydesk. */
export async function readError(response: Response): Promise<CopydeskError> {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id");
  const retryAfterSeconds = readRetryAfter(headers.get("retry-after"));
  const problem = parseProblem(await response.text());
  const facts: ErrorFacts = problem
    ? { ...problem, status, requestId: problem.requestId ?? requestId, retryAfterSeconds }
    : {
        code: "unexpected_response",
        detail: `The response has the status ${status} and is none of Copydesk's.`,
        ...{ status, requestId, retryAfterSeconds },
      };
  return new (classFor(status, facts.code))(facts);
}

/** Following a redirect would lose the body or the key. */
export function redirectError(status: number): CopydeskError {
  const detail = "The address redirects: set url to where it leads.";
  return new CopydeskError({ code: "unexpected_response", detail, status: status === 0 ? null : status });
}

function classFor(status: number, code: string): typeof CopydeskError {
  if (code === "idempotency_key_reused") return ConflictError;
  if (status >= 500) return UnavailableError;
  return classes[status] ?? (status >= 400 ? ValidationError : CopydeskError);
}

function parseProblem(text: string): (ErrorFacts & { requestId?: string }) | null {
  try {
    const { code, detail, requestId, errors } = JSON.parse(text);
    if (typeof code !== "string" || typeof detail !== "string") return null;
    return { code, detail, requestId, problems: Array.isArray(errors) ? errors : [] };
  } catch {
    return null;
  }
}

/** Parses seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
