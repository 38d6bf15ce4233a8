import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { AppError } from "../errors.ts";

/** Encrypts what is stored: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce for every text. */
export interface SecretBox {
  /**
   * `context` describes the secret's purpose, e.g. `project prj_… credentials`; it opens only with the same
   * context.
   */
  seal(secret: string, context: string): string;
  /**
   * Throws `invalid_configuration` if the text was sealed with an unknown key or for another context, or
   * was changed.
   */
  open(sealed: string, context: string): string;
  /** Tells whether the text opens, and with which key. */
  judge(sealed: string, context: string): "current" | "old" | "unreadable";
}

/** Keys, newest first: the first seals, all open. Called each time, because the key file may change. */
export type SecretKeys = () => readonly Buffer[];

const algorithm = "aes-256-gcm";
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/** Creates a secret box with keys of 32 bytes each. */
export function createSecretBox(given: Buffer | SecretKeys): SecretBox {
  const keys = typeof given === "function" ? given : () => [given];
  const find = (sealed: string, context: string) => {
    const bytes = decode(sealed);
    if (bytes === null) return null;
    for (const [index, key] of keys().entries()) {
      const text = decrypt(bytes, key, context);
      if (text !== null) return { text, index };
    }
    return null;
  };
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keys()[0]!, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed, context) {
      const found = find(sealed, context);
      if (found === null) throw cannotOpen();
      return found.text;
    },
    judge(sealed, context) {
      const found = find(sealed, context);
      if (found === null) return "unreadable";
      return found.index === 0 ? "current" : "old";
    },
  };
}

function decode(sealed: string): Buffer | null {
  const [, body] = /^v1\.([\w-]+)$/.exec(sealed) ?? [];
  const bytes = Buffer.from(body ?? "", "base64url");
  // Accepts only one spelling of the same bytes: the last character has bits that decoding ignores.
  const isWhole = bytes.length >= nonceBytes + tagBytes && bytes.toString("base64url") === body;
  return isWhole ? bytes : null;
}

function decrypt(bytes: Buffer, key: Buffer, context: string): string | null {
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
    const text = bytes.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function cannotOpen(): AppError {
  return new AppError(
    "invalid_configuration",
    "A stored secret cannot be decrypted. Is COPYDESK_SECRET_KEY (or secret.key in the data folder) the one that it was stored with? A key that was replaced must stay in COPYDESK_SECRET_KEY_OLD until `copydesk secrets rotate` has ended.",
  );
}
