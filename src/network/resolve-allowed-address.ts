import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AppError } from "../errors.ts";
import { addressRefusal } from "./address-refusal.ts";

interface AllowedAddress {
  address: string;
  family: 4 | 6;
}

export interface ResolveOptions {
  /**
   * Permits private, loopback, unique-local and carrier-grade NAT addresses; never link-local or metadata
   * addresses.
   */
  allowPrivate: boolean;
  /** Returns every address of a host name; default: the system's resolver. */
  lookup?(host: string): Promise<{ address: string; family: number }[]>;
}

const lookupMs = 10_000;

/**
 * Resolves a host (a name, or an address in any spelling that URLs allow) once and checks every answer.
 * Connect to the returned address: resolving again could give another one. Throws `url_not_allowed`, also
 * if the name cannot be resolved.
 */
export async function resolveAllowedAddress(host: string, options: ResolveOptions): Promise<AllowedAddress> {
  const name = normalizeHost(host);
  const answers = await resolveAll(name, options.lookup ?? lookupAll);
  for (const { address } of answers) {
    const refusal = addressRefusal(address, options.allowPrivate);
    if (refusal !== null) throw notAllowed(name, address, refusal);
  }
  const [first] = answers;
  if (first === undefined) throw unresolved(name);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/**
 * Checks a host that is contacted through the operator's proxy, which resolves the name itself: checks what
 * this machine's resolver answers, and leaves a name that only the proxy knows to it. Throws
 * `url_not_allowed`.
 */
export async function assertAllowedThroughProxy(host: string, options: ResolveOptions): Promise<void> {
  const name = normalizeHost(host);
  const answers = await resolveAll(name, options.lookup ?? lookupAll).catch(() => []);
  for (const { address } of answers) {
    const refusal = addressRefusal(address, options.allowPrivate);
    if (refusal !== null) throw notAllowed(name, address, refusal);
  }
}

/**
 * Refuses, before it is stored, a host that is an address in any spelling that even the operator cannot
 * allow. Names are checked when they are contacted. Throws `url_not_allowed`.
 */
export function assertStorableHost(host: string): void {
  const name = normalizeHost(host);
  if (isIP(name) === 0) return;
  const refusal = addressRefusal(name, true);
  if (refusal !== null) throw notAllowed(name, name, refusal);
}

/**
 * Returns the host as URL parsers read it: `0x7f.1`, `2130706433` and `①②⑦.1` all become `127.0.0.1`. IPv6
 * without brackets.
 */
export function normalizeHost(host: string): string {
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const url = URL.parse(`http://${bracketed}/`);
  if (
    url === null ||
    url.hostname === "" ||
    url.host !== url.hostname ||
    url.username !== "" ||
    url.pathname !== "/"
  ) {
    throw new AppError("url_not_allowed", `"${host}" is not a host name or an address.`);
  }
  return url.hostname.replace(/^\[|\]$/g, "");
}

async function resolveAll(
  name: string,
  lookup: NonNullable<ResolveOptions["lookup"]>,
): Promise<{ address: string; family: number }[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the resolver did not answer in time")), lookupMs);
  try {
    return await Promise.race([lookup(name), late.promise]);
  } catch (error) {
    throw unresolved(name, error);
  } finally {
    clearTimeout(timer);
  }
}

async function lookupAll(name: string): Promise<{ address: string; family: number }[]> {
  return await systemLookup(name, { all: true, verbatim: true });
}

function unresolved(name: string, cause?: unknown): AppError {
  return new AppError(
    "url_not_allowed",
    `The host ${name} cannot be resolved to an address. Check its spelling and this machine's DNS.`,
    { cause },
  );
}

function notAllowed(name: string, address: string, refusal: string): AppError {
  const place = name === address ? address : `${name} (${address})`;
  const permission = refusal.includes("private address")
    ? " The operator can permit private addresses with COPYDESK_ALLOW_PRIVATE_ADDRESSES=yes."
    : "";
  return new AppError(
    "url_not_allowed",
    `The address ${place} may not be contacted: ${refusal}.${permission}`,
  );
}
