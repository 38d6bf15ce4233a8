const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Schemes that editors register with the system. Every other scheme must be a reversed domain. */
const editors = new Set([...["cursor:", "vscode:", "vscode-insiders:", "vscodium:", "windsurf:", "zed:"]]);

/**
 * True if a browser may be redirected there with a code: https, http on this machine, or an application's own
 * scheme (RFC 8252). Schemes that browsers execute, such as `javascript:`, have no dot.
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return loopback.has(url.hostname);
  return editors.has(url.protocol) || url.protocol.includes(".");
}

/** True if the address was registered. On this machine, the port may vary. */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  return registered.includes(text) || registered.some((one) => onAnyPort(one) === onAnyPort(text));
}

function onAnyPort(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:" || !loopback.has(url.hostname)) return text;
  url.port = "";
  return url.href;
}
