import { expect, test } from "vitest";
import { describeExpiry } from "./describe-expiry.ts";
import { emptyKeyForm, toApiKeyBody, toManagementKeyBody } from "./key-form.ts";
import { keySnippets } from "./key-snippets.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

test.each([
  [{ expiresAt: null, revokedAt: null }, "Does not expire", "valid"],
  [{ expiresAt: inHours(5 * 24), revokedAt: null }, "Expires in 5 days", "soon"],
  [{ expiresAt: inHours(90 * 24), revokedAt: null }, "Expires in 90 days", "valid"],
  [{ expiresAt: inHours(24), revokedAt: null }, "Expires in 24 hours", "soon"],
  [{ expiresAt: inHours(1), revokedAt: null }, "Expires in 1 hour", "soon"],
  [{ expiresAt: inHours(0.2), revokedAt: null }, "Expires within the hour", "soon"],
  [{ expiresAt: inHours(-1), revokedAt: null }, "Expired", "expired"],
  [{ expiresAt: inHours(5), revokedAt: inHours(-2) }, "Revoked", "revoked"],
])("%j is said as %s", (key, text, state) => {
  expect(describeExpiry(key, now)).toEqual({ text, state });
});

test("the snippets of a new key contain it, the project and the address", () => {
  const key = { key: "cpd_abc", origin: "https://docs.example.com", projectId: "prj_1" };
  for (const { code } of keySnippets(key)) {
    expect(code).toContain("cpd_abc");
    expect(code).toContain("prj_1");
    expect(code).toContain("https://docs.example.com");
  }
  expect(keySnippets({ ...key, projectId: null })[0]!.code).toContain("/v2/manage/projects");
});

test("a form becomes the body of its kind of key", () => {
  const form = { ...emptyKeyForm, name: " ci ", lifetime: "none", monthlyCostUsd: 20 };
  expect(toApiKeyBody(form)).toEqual({
    name: "ci",
    scopes: ["read", "write"],
    expiresInDays: null,
    allowedIps: [],
    monthlyCap: { maxCostUsd: 20 },
  });
  expect(toManagementKeyBody({ ...form, grants: ["jobs:read"], lifetime: "30" })).toEqual({
    name: "ci",
    permissions: ["jobs:read"],
    expiresInDays: 30,
    allowedIps: [],
  });
});
