/** For scenes: every wait passes at once, and ends with its signal. */
export async function shortSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
  signal?.throwIfAborted();
}
