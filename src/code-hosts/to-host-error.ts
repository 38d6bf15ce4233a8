import { AppError, type ErrorCode } from "../errors.ts";
import { maskCredentials } from "../outgoing/mask-credentials.ts";

export interface HostAnswer {
  /** What people call the host, e.g. "GitHub". */
  host: string;
  /** 0: there was no answer. */
  status: number;
  /** The host's own text, if it gave one. */
  text: string;
  /** What was tried: "open the pull request". */
  action: string;
  /** Words of the credentials, which never reach a message. */
  secrets: readonly string[];
  /** Seconds that the host asked to wait. */
  retryAfterSeconds?: number | null;
  /** What is meant, where the status says something else. */
  code?: ErrorCode;
  /** What else the host said, for its own client. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

const textCharactersMax = 1_000;

/**
 * The error of an answer that was not a success, in the host's own words. `details`: `{status, hostText}` and
 * those of the answer.
 */
export function toHostError(answer: HostAnswer): AppError {
  const { host, status, action, secrets, cause } = answer;
  const code = answer.code ?? codeOf(status);
  const hostText = maskCredentials(answer.text, secrets)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, textCharactersMax);
  const said = hostText === "" ? "" : `: ${hostText}`;
  const wait = answer.retryAfterSeconds ? ` It asks to wait ${answer.retryAfterSeconds} s.` : "";
  const answered = status === 0 ? `${host} did not answer` : `${host} answered ${status}`;
  return new AppError(code, `Could not ${action}: ${answered}${said}.${wait} ${advice[code] ?? ""}`.trim(), {
    cause,
    details: { ...answer.details, status, hostText },
  });
}

/** True when the host may have done what it was asked to, although it did not say so. */
export function isUncertain(error: unknown): boolean {
  return error instanceof AppError && error.code === "code_host_unavailable" && error.details.status !== 429;
}

export function statusOf(error: unknown): number | null {
  const status = error instanceof AppError ? error.details.status : null;
  return typeof status === "number" ? status : null;
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return "code_host_unauthorized";
  if (status === 403) return "code_host_forbidden";
  if (status === 0 || status === 408 || status === 429 || status >= 500) return "code_host_unavailable";
  return "code_host_refused";
}

const advice: Partial<Record<ErrorCode, string>> = {
  code_host_unauthorized: "The credentials are wrong, expired or revoked: connect the project again.",
  code_host_forbidden:
    "The credentials lack a permission: the page of your host in docs/code-hosts/ lists those it needs.",
};
