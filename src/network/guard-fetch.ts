import type { LookupFunction } from "node:net";
import { isAppError } from "../errors.ts";
import { type ResolveOptions, resolveAllowedAddress } from "./resolve-allowed-address.ts";

export interface GuardedFetchOptions extends ResolveOptions {
  /** How long a server may be silent before and during its answer; 0 for as long as the signal allows. Default 5 minutes. */
  silenceMs?: number;
}

/** Node's own fetch keeps its connections here; the class is exported nowhere else. */
const dispatcherKey = Symbol.for("undici.globalDispatcher.1");

interface DispatcherOptions {
  headersTimeout?: number;
  bodyTimeout?: number;
  connect: { lookup: LookupFunction };
}

/**
 * A fetch for addresses that the operator or a project has configured: the host is resolved once, every address checked, and the
 * connection made to that address; redirects are refused. Rejects with `url_not_allowed`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  const dispatcher = createDispatcher(options);
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    // An address needs no look-up, so the connection would not be asked about.
    if (/^\[|^[\d.]+$/.test(hostname)) await resolveAllowedAddress(hostname, options);
    try {
      const redirect = init?.redirect === "manual" ? "manual" : "error";
      return await fetch(input, { ...init, redirect, dispatcher } as RequestInit);
    } catch (error) {
      const { cause } = error as Error;
      throw isAppError(cause, "url_not_allowed") ? cause : error;
    }
  };
}

function createDispatcher(options: GuardedFetchOptions): object {
  // Loads what makes the default dispatcher.
  void new Request("http://localhost");
  const Dispatcher = Reflect.get(globalThis, dispatcherKey).constructor as new (
    options: DispatcherOptions,
  ) => object;
  const { silenceMs } = options;
  const limits = silenceMs === undefined ? {} : { headersTimeout: silenceMs, bodyTimeout: silenceMs };
  return new Dispatcher({ ...limits, connect: { lookup: createLookup(options) } });
}

function createLookup(options: ResolveOptions): LookupFunction {
  return (host, { all }, answer) => {
    resolveAllowedAddress(host, options).then(
      ({ address, family }) => (all ? answer(null, [{ address, family }]) : answer(null, address, family)),
      (error: NodeJS.ErrnoException) => answer(error, ""),
    );
  };
}
