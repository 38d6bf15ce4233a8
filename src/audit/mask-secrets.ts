const masked = "[masked]";

/** Fields whose values are secrets, at any depth. */
const secretNames = new Set([
  ...["token", "password", "privateKey", "secret", "secrets", "webhookSecret", "key", "secretHash"],
  ...["apiKey", "credentials", "clientSecret"],
]);

/** Records whose names may be shown, but not their values. */
const secretRecords = new Set(["environment"]);

/** Returns the data with the values of secret fields masked; it remains visible whether they are set. */
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
