import { expect, test } from "vitest";
import { siblingRepository } from "./sibling-repository.ts";

test.each([
  ["https://bitbucket.org/acme/docs.git", "https://bitbucket.org/bot/acme-docs.git"],
  ["https://bitbucket.org/acme/docs", "https://bitbucket.org/bot/acme-docs"],
  ["https://example.com/bitbucket/scm/acme/docs.git", "https://example.com/bitbucket/scm/bot/acme-docs.git"],
  ["ssh://git@bb.example.com:7999/acme/docs.git", "ssh://git@bb.example.com:7999/bot/acme-docs.git"],
  ["git@bitbucket.org:acme/docs.git", "git@bitbucket.org:bot/acme-docs.git"],
])("beside %s", (repository, expected) => {
  expect(siblingRepository(repository, { owner: "bot", name: "acme-docs" })).toBe(expected);
});

test("keeps the name of a personal project, and refuses one that would lead elsewhere", () => {
  const repository = "https://bb.example.com/scm/acme/docs.git";
  expect(siblingRepository(repository, { owner: "~bot", name: "docs" })).toBe(
    "https://bb.example.com/scm/~bot/docs.git",
  );
  expect(() => siblingRepository(repository, { owner: "..", name: "docs" })).toThrow(
    expect.objectContaining({ code: "invalid_request" }),
  );
});
