import type { CreateJobBody } from "../../../../sdk/src/generated-types.ts";
import type { AnyEvent } from "./event-log.ts";

/** Returns the body that creates the same job again; null until the first event has been read. */
export function toCreateBody(event: AnyEvent | undefined): CreateJobBody | null {
  if (event?.kind !== "created") return null;
  const { prompt, ref, model, mode, asDraft, paths, budget, metadata } = event.data;
  return {
    prompt,
    model,
    asDraft,
    mode: mode === "preview" ? "preview" : "pull_request",
    ...(ref !== null && { ref }),
    ...(paths.length > 0 && { paths }),
    ...(Object.keys(budget).length > 0 && { budget }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}
