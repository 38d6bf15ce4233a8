import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Undici = typeof import("undici");

// The package's entry also loads its WebSockets, caches and mocks, which takes longer than all that a job
// needs of it.
export const Agent = require("undici/lib/dispatcher/agent.js") as Undici["Agent"];
export const ProxyAgent = require("undici/lib/dispatcher/proxy-agent.js") as Undici["ProxyAgent"];
