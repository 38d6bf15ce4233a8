import { describe, expect, test } from "vitest";
import { readOwnerAndName, readRepositoryAddress } from "./repository-address.ts";

describe("the location of a repository", () => {
  test.each([
    ["https://github.com/acme/docs", "https://github.com", ["acme", "docs"]],
    ["https://github.com/acme/docs.git/", "https://github.com", ["acme", "docs"]],
    ["http://127.0.0.1:8080/acme/docs.git", "http://127.0.0.1:8080", ["acme", "docs"]],
    ["https://gitlab.example.com/group/sub/docs.git", "https://gitlab.example.com", ["group", "sub", "docs"]],
    ["git@github.com:acme/docs.git", "https://github.com", ["acme", "docs"]],
    ["ssh://git@git.example.com:2222/acme/docs.git", "https://git.example.com", ["acme", "docs"]],
    [
      "https://dev.azure.com/acme/My%20Docs/_git/docs",
      "https://dev.azure.com",
      ["acme", "My Docs", "_git", "docs"],
    ],
    ["https://host/acme/docs.github.io", "https://host", ["acme", "docs.github.io"]],
  ])("%s", (repository, origin, segments) => {
    expect(readRepositoryAddress(repository)).toMatchObject({ origin, segments });
  });

  test.each(["/srv/git/docs.git", "file:///srv/docs", "https://github.com", "", "ftp://host/a/b"])(
    "%j is on no host",
    (repository) => {
      expect(() => readRepositoryAddress(repository)).toThrowError(
        expect.objectContaining({ code: "invalid_repository_url" }),
      );
    },
  );

  test("owner and name are the last two segments", () => {
    expect(readOwnerAndName("https://host/git/acme/docs.git")).toMatchObject({ owner: "acme", name: "docs" });
    expect(() => readOwnerAndName("https://host/docs")).toThrow();
  });
});
