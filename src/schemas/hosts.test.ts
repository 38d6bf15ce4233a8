import { expect, test } from "vitest";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { guessHost } from "./hosts.ts";

test.each([
  ["https://github.com/acme/docs", "github"],
  ["git@github.com:acme/docs.git", "github"],
  ["https://gitlab.com/group/sub/docs.git", "gitlab"],
  ["https://codeberg.org/acme/docs", "forgejo"],
  ["https://bitbucket.org/acme/docs", "bitbucket"],
  ["https://dev.azure.com/acme/docs/_git/docs", "azure-devops"],
  ["git@ssh.dev.azure.com:v3/acme/docs/docs", "azure-devops"],
  ["https://acme.visualstudio.com/docs/_git/docs", "azure-devops"],
  ["https://git.example.com/acme/docs.git", "git"],
  ["https://github.com.example.com/acme/docs", "git"],
  ["/srv/git/docs.git", "local"],
  ["file:///srv/git/docs.git", "local"],
])("%s is on %s", (repository, host) => {
  expect(guessHost(parseRepository(repository))).toBe(host);
});
