import { expect, test } from "vitest";
import { readAddress } from "./read-address.ts";

test.each([
  ["https://bb.example.com/scm/docs/guide.git", "https://bb.example.com/rest/api/1.0", "DOCS"],
  ["https://bb.example.com:8443/scm/DOCS/Guide", "https://bb.example.com:8443/rest/api/1.0", "DOCS"],
  ["https://example.com/bitbucket/scm/docs/guide.git", "https://example.com/bitbucket/rest/api/1.0", "DOCS"],
  ["https://bb.example.com/scm/~bot/guide.git", "https://bb.example.com/rest/api/1.0", "~BOT"],
  ["ssh://git@bb.example.com:7999/docs/guide.git", "https://bb.example.com/rest/api/1.0", "DOCS"],
])("%s", (repository, apiUrl, projectKey) => {
  expect(readAddress(repository)).toEqual({ apiUrl, projectKey, slug: "guide" });
});

test.each([
  "https://bb.example.com/projects/DOCS/repos/guide/browse",
  "https://bb.example.com/docs/guide.git",
])("%s is not a clone URL", (repository) => {
  expect(() => readAddress(repository)).toThrow(
    expect.objectContaining({ code: "invalid_repository_url", message: expect.stringContaining("/scm/") }),
  );
});
