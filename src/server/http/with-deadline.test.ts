import { expect, test } from "vitest";
import { withDeadline } from "./with-deadline.ts";

test("work that ends in time gives its result or its own error", async () => {
  await expect(withDeadline(Promise.resolve(1), 5_000)).resolves.toBe(1);
  await expect(withDeadline(Promise.reject(new RangeError("own")), 5_000)).rejects.toThrow("own");
});

test("work that never ends is unavailable, and its later result is ignored", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  await expect(withDeadline(promise, 10)).rejects.toMatchObject({ code: "unavailable" });
  reject(new Error("too late"));
});
