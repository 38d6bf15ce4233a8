import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isAppError } from "../../errors.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { parseRepository } from "./parse-repository.ts";

describe("parseRepository", () => {
  it.each([
    ["https://github.com/owner/name.git", "https://github.com/owner/name.git", "https", "github.com", 443],
    ["HTTPS://GitHub.com:8443/a/b", "https://github.com:8443/a/b", "https", "github.com", 8443],
    ["http://①②⑦.1/x", "http://127.0.0.1/x", "http", "127.0.0.1", 80],
    ["http://[::1]:81/x", "http://[::1]:81/x", "http", "::1", 81],
    ["https://host/a/../../b", "https://host/b", "https", "host", 443],
    [
      "ssh://git@Git.Example.com:2222/o/n.git",
      "ssh://git@git.example.com:2222/o/n.git",
      "ssh",
      "git.example.com",
      2222,
    ],
    ["ssh://0x7f.1/x", "ssh://127.0.0.1/x", "ssh", "127.0.0.1", 22],
    ["git@github.com:owner/name.git", "git@github.com:owner/name.git", "ssh", "github.com", 22],
    ["host:path", "host:path", "ssh", "host", 22],
    ["git@[::1]:name", "git@[::1]:name", "ssh", "::1", 22],
  ])("reads %s as a URL", (text, url, scheme, host, port) => {
    expect(parseRepository(text)).toEqual({ kind: "url", url, scheme, host, port });
  });

  it.each([
    ["/srv/git/docs.git", "/srv/git/docs.git"],
    ["/srv/my docs/文档:x", "/srv/my docs/文档:x"],
    ["./docs", resolve("docs")],
    ["../docs", resolve("../docs")],
    [".", resolve(".")],
    ["docs", resolve("docs")],
    ["file:///srv/a%20b", "/srv/a b"],
    ["file://localhost/srv/x", "/srv/x"],
  ])("reads %s as a path", (text, path) => {
    expect(parseRepository(text)).toEqual({ kind: "path", path });
  });

  it.each([
    "",
    " /srv/x",
    "ext::sh -c touch% /tmp/x",
    "EXT::sh",
    "fd::17",
    "git://host/x",
    "ftp://host/x",
    "javascript://x",
    "--upload-pack=touch x",
    "-x",
    "https://",
    "https://host",
    "https://user:password@host/x",
    "https://token@host/x",
    "https://host/x?y",
    "https://host/x#y",
    "https://host/a b",
    "http://ho st/x",
    "http://host:99999/x",
    "ssh://-oProxyCommand=touch/x",
    "ssh://user:password@host/x",
    "ssh://git@host",
    "ssh://host:0/x",
    "ssh://-x@host/y",
    "-oProxyCommand=x:y",
    "git@-oProxyCommand=x:y",
    "host:-x",
    "git@ho st:x",
    "file://other-host/srv/x",
    "file:///srv/x?y",
    "file:///srv/%00",
    "/srv/a\0b",
    "/srv/a\nb",
    "/srv/a\u202Eb",
    "https://host/\u200Bx",
    "a".repeat(2_049),
  ])("refuses %j", (text) => {
    const refused = expect(() => parseRepository(text));
    refused.toThrow(expect.objectContaining({ code: "invalid_repository_url" }));
  });

  it.each(["https://user:pass-word-1@host/x", "https://pass-word-1@host/x", "ssh://user:pass-word-1@host/x"])(
    "does not repeat the credentials of %s in its error",
    (text) => {
      let message = "";
      try {
        parseRepository(text);
      } catch (error) {
        message = isAppError(error) ? error.message : "";
      }
      expect(message).toContain("host/x");
      expect(message).not.toContain("pass-word-1");
    },
  );
});

describe("assertRefName", () => {
  it.each(["main", "v1.2", "feature/a-b_c", "dependabot/npm/x@1.0", "fix#12", "a+b=c", "0", "a/-b", "lock"])(
    "admits %s",
    (name) => {
      expect(() => assertRefName(name)).not.toThrow();
    },
  );

  it.each([
    "",
    "-x",
    "--upload-pack=x",
    "a..b",
    "@",
    "@{-1}",
    "main@{1}",
    "HEAD",
    "x.lock",
    "x.LOCK/y",
    "/a",
    "a/",
    "a//b",
    ".a",
    "a/.b",
    "a.",
    "a./b",
    "a b",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[b",
    "a\\b",
    "a\0",
    "a\n",
    "a\x7f",
    "a\u202Eb",
    "é",
    "x".repeat(256),
  ])("refuses %j", (name) => {
    expect(() => assertRefName(name)).toThrow(expect.objectContaining({ code: "invalid_ref" }));
  });
});
