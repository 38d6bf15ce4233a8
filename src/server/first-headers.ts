/** What every response begins with, whatever it is. */
export function firstHeaders(requestId: string) {
  return {
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
