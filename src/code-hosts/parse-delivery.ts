import type { z } from "zod";
import { AppError } from "../errors.ts";

/** The JSON of a delivery's body. Throws `invalid_request`. */
export function parseDeliveryBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw unreadable("its body is no JSON");
  }
}

/** What is read of a delivery. Throws `invalid_request` for one that is not what its event says. */
export function parseDelivery<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") || "its body";
  throw unreadable(`${where} is not what the event's name says`);
}

function unreadable(why: string): AppError {
  return new AppError("invalid_request", `The delivery cannot be read: ${why}.`);
}
