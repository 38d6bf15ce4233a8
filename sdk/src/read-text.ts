import { orConnectionError } from "./send.ts";
import type { Watch } from "./watch.ts";

/**
 * Yields the text of a response as it comes. Throws the watch's reason, or `ConnectionError`, if nothing
 * comes for too long or the connection is lost; cancels the response when the reader stops.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  { watch, silenceMs }: { watch: Watch; silenceMs: number },
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      watch.allow(silenceMs);
      const { done, value } = await orConnectionError(watch.signal, () => reader.read());
      watch.pause();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // A broken response cannot be cancelled.
    reader.cancel().catch(() => undefined);
  }
}
