import { channel } from "node:diagnostics_channel";
import type { OperationName, Operations } from "./operations.ts";

/** An operation, during and after its execution. */
export interface Operation<Name extends OperationName = OperationName> {
  name: Name;
  about: Operations[Name]["about"];
  /** Results reported so far. */
  result: Partial<Operations[Name]["result"]>;
  /** Start time by `performance.now()`. */
  startedAt: number;
  durationMs: number;
  /** Error that it threw, if any. */
  error: unknown;
}

export type Tell<Name extends OperationName> = (result: Partial<Operations[Name]["result"]>) => void;

/** Metrics and traces subscribe to these; without subscribers, no operation is created. */
export const operationsBegun = channel("copydesk.operation.begun");
export const operationsEnded = channel("copydesk.operation.ended");

/**
 * Runs the work and reports it to metrics and traces if they are on. `tell` adds facts known only afterwards.
 * Report only names, numbers and ids: never texts, addresses or secrets.
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
 * Starts an operation that ends elsewhere, such as a request. `startedAt`: by `performance.now()`, if it
 * started earlier.
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
    /** Runs work as part of the operation. */
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

/** Reports an operation without duration. */
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
