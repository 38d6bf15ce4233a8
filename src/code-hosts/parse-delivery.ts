import type { z } from "zod";
import { AppError } from "../errors.ts";
import { parseExplained } from "../schemas/parse-explained.ts";

/** Parses the JSON body of a delivery. Throws `invalid_request`. */
export function parseDeliveryBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw unreadable("its body is not JSON");
  }
}

/** Returns what is used of a delivery. Throws `invalid_request`, which names the first wrong field. */
export function parseDelivery<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = parseExplained(schema, payload);
  if ("data" in parsed) return parsed.data;
  const { path, message } = parsed.issues[0]!;
  throw unreadable(`${path.join(".") || "its body"} ${message}`);
}

function unreadable(why: string): AppError {
  return new AppError("invalid_request", `The delivery cannot be read: ${why}.`);
}
