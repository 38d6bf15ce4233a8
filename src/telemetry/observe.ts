import { channel } from "node:diagnostics_channel";
import type { OperationName, Operations } from "./operations.ts";

/** One piece of work while it is done, and after it. */
export interface Operation<Name extends OperationName = OperationName> {
  name: Name;
  about: Operations[Name]["about"];
  /** What was told of it so far. */
  result: Partial<Operations[Name]["result"]>;
  /** By `performance.now()`. */
  startedAt: number;
  durationMs: number;
  /** What it threw. */
  error: unknown;
}

export type Tell<Name extends OperationName> = (result: Partial<Operations[Name]["result"]>) => void;

/** Who measures or traces listens here; without listeners nothing is made and nothing is kept. */
export const operationsBegun = channel("copydesk.operation.begun");
export const operationsEnded = channel("copydesk.operation.ended");

/**
 * Does the work; metrics and traces, where they are on, hear of it. `tell` adds what is known only
 * afterwards. What is told are names, numbers and ids: never texts, addresses or secrets.
 */
export async function observe<Name extends OperationName, Result>(
  name: Name,
  about: Operations[Name]["about"],
  work: (tell: Tell<Name>) => Promise<Result>,
): Promise<Result> {
  if (!isObserved()) return await work(ignore);
  const begun = beginOperation(name, about);
  return await begun.run(async () => {
    try {
      return await work(begun.tell);
    } catch (error) {
      begun.operation.error = error;
      throw error;
    } finally {
      begun.end();
    }
  });
}

/**
 * The same for work that does not end where it began, as a request does. `startedAt`: by `performance.now()`,
 * for what had begun before.
 */
export function beginOperation<Name extends OperationName>(
  name: Name,
  about: Operations[Name]["about"],
  startedAt = performance.now(),
) {
  const operation: Operation<Name> = { name, about, result: {}, startedAt, durationMs: 0, error: null };
  return {
    operation,
    tell: (result: Partial<Operations[Name]["result"]>): void => void Object.assign(operation.result, result),
    /** What is done in here belongs to it. */
    run: <Result>(work: () => Result): Result =>
      operationsBegun.runStores(operation, work as () => unknown) as Result,
    end(): void {
      operation.durationMs = performance.now() - operation.startedAt;
      operationsEnded.publish(operation);
    },
  };
}

export function isObserved(): boolean {
  return operationsBegun.hasSubscribers || operationsEnded.hasSubscribers;
}

/** Something that happened at once. */
export function note<Name extends OperationName>(
  name: Name,
  about: Operations[Name]["about"],
  result: Partial<Operations[Name]["result"]> = {},
): void {
  if (!operationsEnded.hasSubscribers) return;
  const begun = beginOperation(name, about);
  begun.tell(result);
  begun.end();
}

function ignore(): void {}
