import { describe, expect, it } from "vitest";
import { maskCredentials } from "./mask-credentials.ts";

const secrets = [
  "Bearer abcdef123456",
  "sk-proj-abcdefghijkl",
  "sk-ab*****************yz",
  "ghp_0123456789abcdefghij",
  "github_pat_11ABCDEFG_0123456789",
  "glpat-abcdefghij0123456789",
  "cpd_abcdefgh_0123456789abcdefghijkl",
  "AKIAABCDEFGHIJKLMNOP",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def",
  "api_key=abcdef123456",
  '"token": "abcdef123456"',
  "https://user:password@host.test/x",
];

describe("maskCredentials", () => {
  it.each(secrets)("hides %s", (secret) => {
    const redacted = maskCredentials(`before ${secret} after`);
    expect(redacted).toMatch(/^before .* after$/);
    expect(redacted).not.toMatch(/abcdef|0123456789|ABCDEFGH|eyJzdWI|user:password|ab\*/);
  });

  it("hides a given secret in other spellings", () => {
    const secret = "p4ss-Word-of-the-host-91";
    for (const text of [secret, Buffer.from(`me:${secret}`).toString("base64"), encodeURIComponent(secret)])
      expect(maskCredentials(`got ${text}.`, [secret])).toMatch(/^got \[redacted\]\.?$/);
  });

  it("leaves an ordinary text alone", () => {
    const text = "The model gpt-x does not exist; max_tokens is 4096 and the token limit is 128000.";
    expect(maskCredentials(text)).toBe(text);
  });
});
