import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { AppError } from "../errors.ts";

/** Encrypts what is stored: AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits for every text. */
export interface SecretBox {
  /** `context` says what the secret is for, e.g. `project prj_… credentials`; it opens under the same context only. */
  seal(secret: string, context: string): string;
  /** Throws `invalid_configuration` when it was sealed with another key, for another context, or was changed. */
  open(sealed: string, context: string): string;
}

const algorithm = "aes-256-gcm";
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/** `key`: 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed, context) {
      const [, body] = /^v1\.([\w-]+)$/.exec(sealed) ?? [];
      const bytes = Buffer.from(body ?? "", "base64url");
      // One text for the same bytes: the last character has bits that decoding ignores.
      if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== body) throw cannotOpen();
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
        const text = bytes.subarray(nonceBytes, -tagBytes);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
      } catch {
        throw cannotOpen();
      }
    },
  };
}

function cannotOpen(): AppError {
  return new AppError(
    "invalid_configuration",
    "A stored secret cannot be decrypted. Is COPYDESK_SECRET_KEY (or secret.key in the data folder) the one that it was stored with?",
  );
}
