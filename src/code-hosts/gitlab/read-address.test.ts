import { expect, test } from "vitest";
import { readGitlabAddress } from "./read-address.ts";

test.each([
  ["https://gitlab.com/acme/docs", null, "https://gitlab.com", "acme/docs"],
  ["https://gitlab.com/acme/handbook/team/docs.git", null, "https://gitlab.com", "acme/handbook/team/docs"],
  ["git@gitlab.com:acme/handbook/docs.git", null, "https://gitlab.com", "acme/handbook/docs"],
  ["ssh://git@altssh.gitlab.com:443/acme/docs.git", null, "https://gitlab.com", "acme/docs"],
  ["http://git.example.com:8080/acme/docs.git", null, "http://git.example.com:8080", "acme/docs"],
  [
    "https://example.com/gitlab/acme/docs",
    "https://example.com/gitlab",
    "https://example.com/gitlab",
    "acme/docs",
  ],
  [
    "https://example.com/gitlab/acme/docs",
    "https://example.com/gitlab/api/v4/",
    "https://example.com/gitlab",
    "acme/docs",
  ],
  [
    "ssh://git@example.com/gitlab/docs.git",
    "https://example.com/gitlab/api/v4",
    "https://example.com/gitlab",
    "gitlab/docs",
  ],
  [
    "https://git.example.com/acme/docs",
    "https://internal.example.com/api/v4",
    "https://internal.example.com",
    "acme/docs",
  ],
])("%s with the API %s is %s, %s", (repository, apiUrl, root, project) => {
  expect(readGitlabAddress({ repository, apiUrl })).toEqual({ root, project });
});

test.each([
  ["https://gitlab.com/docs", null],
  ["https://example.com/gitlab/docs", "https://example.com/gitlab"],
])("%s with the API %s names no group", (repository, apiUrl) => {
  expect(() => readGitlabAddress({ repository, apiUrl })).toThrow(
    expect.objectContaining({ code: "invalid_repository_url" }),
  );
});
