const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Of editors that register themselves with the system. Every other scheme has to be a reversed domain. */
const editors = new Set([...["cursor:", "vscode:", "vscode-insiders:", "vscodium:", "windsurf:", "zed:"]]);

/**
 * Whether a browser may be sent there with a code: https, this machine over http, or a scheme that an
 * application has for itself (RFC 8252). Schemes that browsers run, such as `javascript:`, have no dot.
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return loopback.has(url.hostname);
  return editors.has(url.protocol) || url.protocol.includes(".");
}

/** Whether the address was registered. On this machine the port may be another one each time. */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  return registered.includes(text) || registered.some((one) => onAnyPort(one) === onAnyPort(text));
}

function onAnyPort(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:" || !loopback.has(url.hostname)) return text;
  url.port = "";
  return url.href;
}
