import type { Config } from "../config.ts";
import { type KnownSecrets, secretsOfUrl } from "../outgoing/known-secrets.ts";
import { providerKeys } from "../schemas/providers.ts";

/** Tells the gate every secret that the process was started with. */
export function learnInstanceSecrets(
  knownSecrets: KnownSecrets,
  config: Config,
  own: { secretKeys?: readonly Buffer[]; databasePassword?: unknown } = {},
): void {
  const { secretKeys = [], databasePassword } = own;
  knownSecrets.learn(null, [
    ...providerKeys(config),
    ...(config.secretKey === null ? [] : [config.secretKey]),
    ...(config.remote.key === null ? [] : [config.remote.key]),
    ...secretsOfUrl(config.databaseUrl),
    ...config.otherSecrets,
    ...config.oldSecretKeys,
    ...secretKeys.flatMap((key) => [key.toString("hex"), ...spellBytes(key)]),
    ...(typeof databasePassword === "string" ? [databasePassword] : []),
  ]);
}

/** Returns the base64 of the bytes at each alignment, as it differs inside other bytes. */
function spellBytes(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(offset === 0 ? 0 : offset + 1)
      .replaceAll("=", "")
      .slice(0, -1),
  );
}
