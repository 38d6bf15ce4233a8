import { AppError, type ErrorCode } from "../errors.ts";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { withPeriod } from "../text/with-period.ts";

export interface HostAnswer {
  /** The host's display name, e.g. "GitHub". */
  host: string;
  /** 0 if there was no answer. */
  status: number;
  /** The host's own text, if it gave one. */
  text: string;
  /** What was attempted, e.g. "open the pull request". */
  action: string;
  /** Credentials to mask in messages. */
  secrets: readonly string[];
  /** Seconds that the host asked to wait. */
  retryAfterSeconds?: number | null;
  /** Error code to use if the status is misleading. */
  code?: ErrorCode;
  /** Further facts from the answer, for the host's own client. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

const textCharactersMax = 1_000;

/**
 * Builds the error for an unsuccessful answer, with the host's own text. `details` has `{status, hostText}`
 * and those of the answer.
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
  return new AppError(
    code,
    `${withPeriod(`Could not ${action}: ${answered}${said}`)}${wait} ${advice[code] ?? ""}`.trim(),
    {
      cause,
      details: { ...answer.details, status, hostText },
    },
  );
}

/** True if the host may have carried out the request without confirming it. */
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
