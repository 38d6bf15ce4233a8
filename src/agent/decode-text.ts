import { AppError } from "../errors.ts";

/** Decodes a file's text, including any byte order mark. Throws `not_a_regular_file` if it is not text. */
export function decodeText(path: string, bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    throw notRegular(path, "not UTF-8 text");
  }
  throw notRegular(path, "a binary file");
}

export function notRegular(path: string, what: string): AppError {
  return new AppError("not_a_regular_file", `${path} cannot be used: it is ${what}`);
}
