import { afterEach, expect, test, vi } from "vitest";
import { newIdempotencyKey } from "../../sdk/src/new-idempotency-key.ts";

afterEach(() => vi.unstubAllGlobals());

test.each(["with", "without"])(
  "keys are printable, short and all different, %s crypto.randomUUID",
  (which) => {
    const { crypto } = globalThis;
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    // What a page has that was not loaded over HTTPS.
    if (which === "without") vi.stubGlobal("crypto", { getRandomValues });
    const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
    expect(new Set(keys).size).toBe(1_000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{32,36}$/);
  },
);
