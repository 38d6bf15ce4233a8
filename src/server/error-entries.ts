import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, errorCatalogue } from "../errors.ts";
import { errorStatuses } from "./error-statuses.ts";

/** What `docs/errors.md` says of a code. */
export interface ErrorEntry {
  code: ErrorCode;
  /** HTTP status; null for a code that only ends jobs and commands. */
  status: number | null;
  retryable: boolean;
  /** With Markdown code spans, as the cure. */
  cause: string;
  cure: string;
}

/** Where the entry of a code is served: the `type` of its problem documents, relative to the instance. */
export function errorPath(code: ErrorCode): string {
  return `/errors/${code}`;
}

/** The entries of the documentation that ships with the service, in its order. */
export function readErrorEntries(): ErrorEntry[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/errors.md"), "utf8");
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
