import { createRequire } from "node:module";
import type undici from "undici";

const require = createRequire(import.meta.url);

type Undici = typeof undici;

// The package's entry also loads its WebSockets, caches and mocks, which takes longer than all that a job
// needs of it.
export const Agent = require("undici/lib/dispatcher/agent.js") as Undici["Agent"];

/** Loads the whole package: only its entry gives the proxy's client the method that asks for a tunnel. */
export function createProxyAgent(options: undici.ProxyAgent.Options): undici.ProxyAgent {
  const { ProxyAgent } = require("undici") as Undici;
  return new ProxyAgent(options);
}
