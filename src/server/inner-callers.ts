import type { Principal } from "../people/permissions.ts";
import { randomBase62 } from "../text/base62.ts";

/** Callers inside this process that may call the API for the duration of one call. */
export interface InnerCallers {
  /** Calls `work` with a key that stands for the principal until `work` has ended. */
  during<Result>(principal: Principal, work: (key: string) => Promise<Result>): Promise<Result>;
  find(key: string): Principal | null;
}

export const innerKeyPrefix = "cpi_";

export function createInnerCallers(): InnerCallers {
  const callers = new Map<string, Principal>();
  return {
    async during(principal, work) {
      const key = innerKeyPrefix + randomBase62(43);
      callers.set(key, principal);
      try {
        return await work(key);
      } finally {
        callers.delete(key);
      }
    },
    find: (key) => callers.get(key) ?? null,
  };
}
