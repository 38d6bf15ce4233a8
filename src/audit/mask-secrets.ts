const masked = "[masked]";

/** Whose values are secrets, wherever they stand. */
const secretNames = new Set([
  ...["token", "password", "privateKey", "secret", "secrets", "webhookSecret", "key", "secretHash"],
  ...["apiKey", "credentials", "clientSecret"],
]);

/** Whose entries have names that may be shown and values that may not. */
const secretRecords = new Set(["environment"]);

/** The same data with the values of secret fields masked; whether there is one can still be seen. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskField(name, item)]));
}

function maskField(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (secretNames.has(name) && typeof value !== "boolean") return masked;
  if (!secretRecords.has(name) || typeof value !== "object") return maskSecrets(value);
  return Object.fromEntries(Object.keys(value).map((entry) => [entry, masked]));
}
