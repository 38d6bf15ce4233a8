import { AppError } from "../errors.ts";

const streamsPerKeyDefault = 100;
const retryAfterSeconds = 5;

/** Counts the requests that an API key keeps open here: event streams and waiting GETs. */
export interface OpenStreams {
  /** Takes a place and returns the function that gives it back. Throws `too_many_streams`. */
  open(apiKeyId: string): () => void;
}

export function createOpenStreams(maxPerKey = streamsPerKeyDefault): OpenStreams {
  const counts = new Map<string, number>();
  return {
    open(apiKeyId) {
      const count = counts.get(apiKeyId) ?? 0;
      if (count >= maxPerKey) throw tooMany(maxPerKey);
      counts.set(apiKeyId, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = counts.get(apiKeyId)! - 1;
        if (left === 0) counts.delete(apiKeyId);
        else counts.set(apiKeyId, left);
      };
    },
  };
}

function tooMany(maxPerKey: number): AppError {
  return new AppError(
    "too_many_streams",
    `The API key already has ${maxPerKey} event streams and waits open here. Close one, or send the request without wait.`,
    { details: { retryAfterSeconds } },
  );
}
