const names: Readonly<Record<string, string>> = { id: "ID", url: "URL", ip: "IP", usd: "USD", api: "API" };

/** Words `settings.maxCostUsd` for people: "Settings: max cost USD". */
export function describeField(path: string): string {
  if (path === "") return "Value";
  const parts = path.split(".").map((part) =>
    part
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .split(/[ _]/)
      .map((word) => names[word.toLowerCase()] ?? word.toLowerCase())
      .join(" "),
  );
  const text = parts.join(": ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Whether a text is a time in the API's format. */
export function isInstant(value: unknown): value is string {
  return typeof value === "string" && instant.test(value);
}

/** Formats a recorded value for reading. */
export function describeValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length === 0) return "none";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
