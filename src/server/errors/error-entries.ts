import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, errorCatalogue } from "../../errors.ts";
import { errorStatuses } from "./error-statuses.ts";

/** Entry of a code in `docs/errors.md`. */
export interface ErrorEntry {
  code: ErrorCode;
  /** HTTP status; null for a code that only ends jobs and commands. */
  status: number | null;
  retryable: boolean;
  /** With Markdown code spans, like the cure. */
  cause: string;
  cure: string;
}

/**
 * Returns where the entry of a code is served: the `type` of its problem documents, relative to the instance.
 */
export function errorPath(code: ErrorCode): string {
  return `/errors/${code}`;
}

/** Returns the entries of the documentation that ships with the service, in the order of that page. */
export function readErrorEntries(): ErrorEntry[] {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/errors.md"), "utf8");
  const rows = text.matchAll(/^\| `(\w+)` \| [^|]* \| [^|]* \| ([^|]*) \| ([^|]*) \|$/gm);
  return [...rows].flatMap(([, name, cause, cure]) => {
    const code = name as ErrorCode;
    if (!(code in errorCatalogue)) return [];
    const { retryable } = errorCatalogue[code];
    const status = errorStatuses[code];
    const answered = status === 500 && code !== "internal_error" ? null : status;
    return [{ code, status: answered, retryable, cause: cause!, cure: cure! }];
  });
}
