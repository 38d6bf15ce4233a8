import { expect, test } from "vitest";
import { emptyCredentials, toCredentials } from "./credentials-form.ts";
import { nameOfRepository } from "./name-of-repository.ts";

test("only what was filled in is sent, of the chosen kind", () => {
  expect(toCredentials(emptyCredentials)).toBeUndefined();
  const form = { ...emptyCredentials, token: " glpat-1 ", sshKey: "left over from another choice" };
  expect(toCredentials(form)).toEqual({ token: "glpat-1" });
  expect(toCredentials({ ...emptyCredentials, kind: "app", appId: "7", appKey: "-----KEY-----" })).toEqual({
    app: { id: "7", privateKey: "-----KEY-----\n" },
  });
  expect(toCredentials({ ...form, kind: "ssh", webhookSecret: "s" })).toEqual({
    ssh: { privateKey: "left over from another choice\n", knownHosts: null },
    webhookSecret: "s",
  });
});

test.each([
  ["https://github.com/acme/docs.git", "docs"],
  ["git@example.com:handbook", "handbook"],
  ["/srv/git/site/", "site"],
  ["", ""],
])("a project of %s is called %s at first", (address, name) => {
  expect(nameOfRepository(address)).toBe(name);
});
