import { expect, test } from "vitest";
import { assertTokenSafe } from "./assert-token-safe.ts";

test.each([
  "https://git.example.com/docs",
  "http://127.0.0.1:3000/docs",
  "http://127.1/docs",
  "http://[::1]:80/docs",
  "http://localhost:3000/docs",
  "http://git.localhost./docs",
  "ssh://git@git.example.com/docs",
])("credentials may be sent to %s", (url) => {
  expect(() => assertTokenSafe(url, false)).not.toThrow();
});

test.each([
  "http://git.example.com/docs",
  "HTTP://10.0.0.7/docs",
  "http://127.0.0.1.example.com/docs",
  "http://localhost.example.com/docs",
  "http://notlocalhost/docs",
  "http://[::2]/docs",
])("credentials are not sent to %s, unless the operator allows it", (url) => {
  const refusal = { code: "url_not_allowed", message: expect.stringContaining("COPYDESK_ALLOW_PLAIN_HTTP") };
  expect(() => assertTokenSafe(url, false)).toThrow(expect.objectContaining(refusal));
  expect(() => assertTokenSafe(url, true)).not.toThrow();
});
