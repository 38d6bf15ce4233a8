import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publishedHostKeys } from "./published-host-keys.ts";

/** As printed on the hosts' own pages. */
const fingerprints: Record<string, string[]> = {
  "github.com": [
    "ssh-ed25519 +DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
    "ecdsa-sha2-nistp256 p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM",
  ],
  "gitlab.com": [
    "ssh-ed25519 eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8",
    "ecdsa-sha2-nistp256 HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw",
  ],
  "bitbucket.org": [
    "ssh-ed25519 ybgmFkzwOSotHTHLJgHO0QN8L0xErw6vd0VhFA9m3SM",
    "ecdsa-sha2-nistp256 FC73VB6C4OQLSCrjEayhMp9UMxS97caD/Yyi2bhW/J0",
  ],
  "ssh.dev.azure.com": ["ssh-rsa ohD8VZEXGWo6Ez8GSEJQ9WpafgLFsOfLOtGGQCQo6Og"],
  "codeberg.org": [
    "ssh-ed25519 mIlxA9k46MmM6qdJOdMnAQpzGxF4WIVVL+fj+wZbw0g",
    "ecdsa-sha2-nistp256 T9FYDEHELhVkulEKKwge5aVhVTbqCW0MIRwAfpARs/E",
  ],
};

describe("publishedHostKeys", () => {
  it.each(Object.keys(fingerprints))("has the keys of %s by their published fingerprints", (host) => {
    const lines = publishedHostKeys(host)!.trimEnd().split("\n");
    const found = lines.map((line) => {
      const [name, type, key] = line.split(" ");
      expect(name).toBe(host);
      const digest = createHash("sha256").update(Buffer.from(key!, "base64")).digest("base64");
      return `${type} ${digest.replace(/=+$/, "")}`;
    });
    expect(found).toEqual(fingerprints[host]);
  });

  it.each(["example.com", "constructor", "github.com.example.com", ""])("returns null for %j", (host) => {
    expect(publishedHostKeys(host)).toBeNull();
  });
});
