import { createHash } from "node:crypto";

/** The queue wants UUIDs: one per job and turn, derived, so that it never has to be stored or searched. */
export function entryId(jobId: string, turn: number): string {
  const hex = createHash("sha256").update(`${jobId}:${turn}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
