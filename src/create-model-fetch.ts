import { createGuardedFetch } from "./network/guard-fetch.ts";

/** Where Node keeps the connections that its own fetch uses; their class is exported nowhere else. */
const dispatcherKey = Symbol.for("undici.globalDispatcher.1");

type DispatcherClass = new (options: { headersTimeout: number; bodyTimeout: number }) => object;

/**
 * A guarded fetch that waits for an answer until its signal ends it, or `silenceMs` when given. Node's own gives up after 5 minutes, which is
 * less than a model may need for a long answer.
 */
export function createModelFetch(options: { allowPrivate: boolean; silenceMs?: number }): typeof fetch {
  const { silenceMs = 0 } = options;
  const Dispatcher = Reflect.get(globalThis, dispatcherKey)?.constructor as DispatcherClass | undefined;
  const dispatcher = Dispatcher && new Dispatcher({ headersTimeout: silenceMs, bodyTimeout: silenceMs });
  const guarded = createGuardedFetch(options);
  return (input, init) => guarded(input, { ...init, dispatcher } as RequestInit);
}
