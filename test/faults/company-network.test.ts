import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  hasOpenssl,
  makeCertificates,
  portOf,
  startConnectProxy,
  startTlsFront,
  withOpenssl,
} from "../helpers/company-network.ts";
import { createRepository, git } from "../helpers/git-fixture.ts";
import { type GitHttpServer, startGitHttpServer } from "../helpers/git-http-server.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../fixtures/ask-network.ts");

let folder: string;
let authority: string;
let commit: string;
let http: GitHttpServer;
let https: Server;
let proxy: Server;
/** What the proxy was asked to connect to. */
const connected: string[] = [];
const proxyLogin = "bot:p4ssw0rd";

const proxyUrl = (login = proxyLogin) => `http://${login}@127.0.0.1:${portOf(proxy)}`;

beforeAll(async () => {
  if (!hasOpenssl) return;
  folder = mkdtempSync(join(tmpdir(), "copydesk-company-"));
  makeCertificates(folder, "git.test");
  authority = join(folder, "ca.pem");
  const repository = await createRepository({ "a.md": "a\n" });
  commit = repository.commit;
  await git("/", ["clone", "--quiet", "--bare", repository.path, join(folder, "site.git")]);
  await repository.remove();
  http = await startGitHttpServer(folder);
  https = await startTlsFront(folder, http.port);
  proxy = await startConnectProxy(https, { login: proxyLogin, connected });
});

afterAll(async () => {
  if (!hasOpenssl) return;
  for (const server of [https, proxy]) server.close();
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, environment: Record<string, string>, projectFile?: string) {
  connected.length = 0;
  const { stdout } = await run(process.execPath, [program, url, ...(projectFile ? [projectFile] : [])], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
  });
  return JSON.parse(stdout) as { git: string; fetched: number | string };
}

const direct = () => `https://127.0.0.1:${portOf(https)}/site.git`;
const proxied = "https://git.test/site.git";

describe("a certificate of a company's own authority", withOpenssl, () => {
  test("is trusted by nobody without a setting", async () => {
    const { git: said, fetched } = await ask(direct(), {});
    expect(said).toMatch(/certificate/i);
    expect(fetched).toMatch(/certificate/i);
  });

  test.each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])(
    "is trusted by git and fetch with %s",
    async (variable) => {
      expect(await ask(direct(), { [variable]: authority })).toEqual({ git: commit, fetched: 200 });
    },
  );

  test("is trusted by git and fetch with the setting of a project", async () => {
    expect(await ask(direct(), {}, authority)).toEqual({ git: commit, fetched: 200 });
  });
});

describe("a company's proxy", withOpenssl, () => {
  test.each(["HTTPS_PROXY", "https_proxy"])("is used by git and fetch with %s", async (variable) => {
    const environment = { [variable]: proxyUrl(), SSL_CERT_FILE: authority };
    expect(await ask(proxied, environment)).toEqual({ git: commit, fetched: 200 });
    expect(connected.length).toBeGreaterThanOrEqual(2);
    expect(new Set(connected)).toEqual(new Set(["git.test:443"]));
  });

  test("does not make any certificate trusted", async () => {
    const { git: said, fetched } = await ask(proxied, { HTTPS_PROXY: proxyUrl() });
    expect(said).toMatch(/certificate/i);
    expect(fetched).toMatch(/certificate/i);
  });

  test("is not used for what NO_PROXY names, nor for this machine", async () => {
    const environment = { HTTPS_PROXY: proxyUrl(), SSL_CERT_FILE: authority };
    const { git: said, fetched } = await ask(proxied, { ...environment, NO_PROXY: "example.com, .test" });
    expect([said, fetched]).toEqual([expect.stringMatching(/resolved/), expect.stringMatching(/resolved/)]);
    expect(await ask(direct(), environment)).toEqual({ git: commit, fetched: 200 });
    expect(connected).toEqual([]);
  });

  test("is asked for no address of metadata, and its password is in no message", async () => {
    const metadata = await ask("https://169.254.169.254/site.git", { HTTPS_PROXY: proxyUrl() });
    expect(metadata.git).toMatch(/link-local/);
    expect(metadata.fetched).toMatch(/link-local/);
    const refused = await ask(proxied, { HTTPS_PROXY: proxyUrl("bot:wr0ngword"), SSL_CERT_FILE: authority });
    expect([refused.git, refused.fetched]).toEqual([
      expect.stringMatching(/407/),
      expect.stringMatching(/407/),
    ]);
    expect(JSON.stringify([metadata, refused])).not.toMatch(/p4ssw0rd|wr0ngword|Ym90O/);
    expect(connected).toEqual([]);
  });
});
