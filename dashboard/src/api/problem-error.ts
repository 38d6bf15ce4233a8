export interface FieldError {
  path: string;
  message: string;
}

interface Problem {
  code?: string;
  title?: string;
  status?: number;
  detail?: string;
  errors?: FieldError[];
  requestId?: string;
}

/** A problem document of the service, or `unreachable` if no response came. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;
  /** Seconds, if the service said so; else null. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, status: number, retryAfter: number | null = null) {
    super(problem.detail ?? problem.title ?? `The service responded with status ${status}.`);
    this.name = "ProblemError";
    this.code = problem.code ?? "unknown";
    this.status = status;
    this.title = problem.title ?? "Something went wrong";
    this.detail = this.message;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

export function isProblem(error: unknown, ...codes: string[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code));
}

export async function toProblem(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => "");
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ProblemError(
    readProblem(text),
    response.status,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

function readProblem(text: string): Problem {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
