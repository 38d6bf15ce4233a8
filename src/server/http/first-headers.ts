/** Returns the headers that every response has. */
export function firstHeaders(requestId: string) {
  return {
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
