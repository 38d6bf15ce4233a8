import { once } from "node:events";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { createGuardedFetch } from "../../src/network/guard-fetch.ts";
import { connectProject } from "../../src/projects/connect-project.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createWebhook } from "../../src/webhooks/create-webhook.ts";
import { listDeliveries } from "../../src/webhooks/list-deliveries.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { askEachHost, hostCount } from "./ask-each-host.ts";

const loopback = [
  ...[
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
  ],
  ...[
    "localhost",
    "LocalHost.",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:0:0:1]",
    "0.0.0.0",
    "0",
    "[::]",
  ],
];
const metadata = [
  "169.254.169.254",
  "0xa9fea9fe",
  "[::ffff:169.254.169.254]",
  "[fd00:ec2::254]",
  "100.100.100.200",
];
const spellings = [...loopback, ...metadata];
// Those that nobody may contact, whatever the operator allows.
const never = [...metadata, "[fe80::1]", "0.0.0.0", "0", "[::]", "255.255.255.255", "224.0.0.1"];
const unknownName = "no-such-name.invalid";

const secretKey = "5".repeat(64);
const secretBox = createSecretBox(Buffer.from(secretKey, "hex"));

let scene: TestProject;

/** A server whose connections are counted and ended. */
interface Trap {
  port: number;
  connections(): number;
  close(): void;
}

async function openTrap(): Promise<Trap> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "::");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, close: () => void server.close() };
}

/** Where every spelling of loopback leads. */
let trap: Trap;
let trapPort: number;

beforeAll(async () => {
  scene = await makeTestProject();
  trap = await openTrap();
  trapPort = trap.port;
});

afterAll(async () => {
  trap.close();
  await scene.remove();
});

interface Place {
  projectId: string;
  key: string;
  webhookId: string;
}

/** A project whose repository and webhook are both there. */
async function addPlace(repository: string, webhookUrl: string): Promise<Place> {
  const { id: projectId } = await createProject(scene.store, { name: "x", repository, host: "git" });
  const { key } = await createApiKey(scene.store, projectId, {});
  const { record } = await createWebhook({ ...scene.store, secretBox }, projectId, { url: webhookUrl });
  return { projectId, key, webhookId: record.id };
}

/**
 * The same with addresses that are refused when they are given: as if they had been stored before that was
 * so.
 */
async function addOldPlace(repository: string, webhookUrl: string): Promise<Place> {
  const place = await addPlace("https://git.example/x.git", "https://git.example/hook");
  const { pool } = scene.store.database;
  await pool.query("update projects set repository = $2 where id = $1", [place.projectId, repository]);
  await pool.query("update webhooks set url = $2 where id = $1", [place.webhookId, webhookUrl]);
  return place;
}

async function runJob(service: CopydeskProcess, { projectId, key }: Place): Promise<JobRecord> {
  const base = `${service.url}/v2/agent/${projectId}/job`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const created = await fetch(base, { method: "POST", headers, body: '{"prompt": "Fix broken links"}' });
  const { id } = (await created.json()) as JobRecord;
  const ended = await fetch(`${base}/${id}?wait=60`, { headers });
  return (await ended.json()) as JobRecord;
}

/** The error of the first attempt to tell the webhook that the job has failed. */
async function firstAttempt({
  projectId,
  webhookId,
}: Place): Promise<{ status: number | null; error: string | null }> {
  const log = async () => (await listDeliveries(scene.store, { projectId, webhookId })).data;
  await expect.poll(async () => (await log())[0]?.attempts.length ?? 0).toBeGreaterThan(0);
  return (await log())[0]!.attempts[0]!;
}

function serve(allowPrivate: "yes" | "no"): Promise<CopydeskProcess> {
  const environment = { ...scene.environment, COPYDESK_SECRET_KEY: secretKey };
  return startCopydesk({ environment: { ...environment, COPYDESK_ALLOW_PRIVATE_ADDRESSES: allowPrivate } });
}

// The log of deliveries has the resolver's own words.
const refused = /may not be contacted|cannot be resolved|getaddrinfo/;

describe("a service that may not contact private addresses", () => {
  let service: CopydeskProcess;

  beforeAll(async () => {
    service = await serve("no");
  });

  afterAll(() => service?.end());

  test(`${spellings.length} spellings and an unknown name in repositories (http, ssh) and webhooks: no connection`, async () => {
    const hosts = [...spellings, unknownName];
    const places = await Promise.all(
      hosts.flatMap((host) => {
        const add = never.includes(host) ? addOldPlace : addPlace;
        return [
          add(`http://${host}:${trapPort}/x.git`, `http://${host}:${trapPort}/hook`),
          add(`ssh://git@${host}:${trapPort}/x.git`, `https://${host}:${trapPort}/hook`),
        ];
      }),
    );
    const jobs = await Promise.all(places.map((place) => runJob(service, place)));
    const attempts = await Promise.all(places.map(firstAttempt));
    for (const { status, reason, message } of jobs)
      expect({ status, reason, message }).toEqual({
        ...{ status: "failed", reason: "repository_error" },
        message: expect.stringMatching(refused),
      });
    for (const { status, error } of attempts)
      expect({ status, error }).toEqual({ status: null, error: expect.stringMatching(refused) });
    expect(trap.connections()).toBe(0);
    console.log(
      `addresses: ${jobs.length} repositories and ${attempts.length} webhooks refused, 0 connections`,
    );
  });
});

test.each(never)(
  "%s is refused when it is given: as repository, as API of a code host, as webhook",
  async (host) => {
    const refusal = { code: "url_not_allowed", message: expect.stringContaining("may not be contacted") };
    const project = (more: object) => createProject(scene.store, { name: "x", host: "gitea", ...more });
    const deps = { ...scene.store, secretBox };
    const { id } = await project({ repository: "https://git.example/acme/docs" });
    const identify = () => Promise.reject(new Error("nobody may be asked"));
    for (const given of [
      project({ repository: `https://${host}/acme/docs` }),
      project({ repository: `ssh://git@${host}/acme/docs` }),
      project({ repository: "https://git.example/acme/docs", hostUrl: `http://${host}/api` }),
      connectProject({ ...deps, identify }, id, { hostUrl: `http://${host}/api` }),
      createWebhook(deps, id, { url: `http://${host}/hook` }),
    ])
      await expect(given).rejects.toMatchObject(refusal);
  },
);

test(`${spellings.length} spellings as the API of ${hostCount} code hosts: url_not_allowed, no connection`, async () => {
  const before = trap.connections();
  const guarded = createGuardedFetch({ allowPrivate: false });
  for (const host of [...spellings, unknownName]) {
    const codes = await askEachHost(`http://${host}:${trapPort}/api`, guarded);
    expect([host, codes]).toEqual([host, Array(hostCount).fill("url_not_allowed")]);
  }
  const permitted = createGuardedFetch({ allowPrivate: true });
  for (const host of metadata) {
    const codes = await askEachHost(`http://${host}:${trapPort}/api`, permitted);
    expect([host, codes]).toEqual([host, Array(hostCount).fill("url_not_allowed")]);
  }
  expect(trap.connections() - before).toBe(0);
  console.log(`addresses: ${(spellings.length + 1) * hostCount} calls of code hosts refused, 0 connections`);
});

describe("a service that may contact private addresses", () => {
  let service: CopydeskProcess;
  /** Nobody is sent there but by a redirect: the other trap still meets a webhook's later attempts. */
  let redirectTrap: Trap;
  let redirecting: HttpServer;
  let redirectUrl: string;
  let redirects = 0;

  beforeAll(async () => {
    service = await serve("yes");
    redirectTrap = await openTrap();
    redirecting = createHttpServer((request, response) => {
      redirects += 1;
      response.writeHead(302, { location: `http://127.0.0.1:${redirectTrap.port}${request.url}` }).end();
    }).listen(0, "127.0.0.1");
    await once(redirecting, "listening");
    redirectUrl = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await service?.end();
    redirecting.closeAllConnections();
    redirecting.close();
    redirectTrap.close();
  });

  test("connects to what it may contact, so that the trap above could have noticed it", async () => {
    const before = trap.connections();
    const url = `http://127.0.0.1:${trapPort}`;
    const place = await addPlace(`${url}/x.git`, `${url}/hook`);
    expect(await runJob(service, place)).toMatchObject({ status: "failed", reason: "repository_error" });
    await firstAttempt(place);
    expect(trap.connections() - before).toBeGreaterThanOrEqual(2);
  });

  test("follows no redirect of a repository, a webhook or a code host", async () => {
    const place = await addPlace(`${redirectUrl}/x.git`, `${redirectUrl}/hook`);
    expect(await runJob(service, place)).toMatchObject({ status: "failed", reason: "repository_error" });
    expect(await firstAttempt(place)).toMatchObject({ status: 302, error: "The receiver answered 302." });
    const codes = await askEachHost(`${redirectUrl}/api`, createGuardedFetch({ allowPrivate: true }));
    expect(codes.filter((code) => !String(code).startsWith("code_host_"))).toEqual([]);
    expect(redirects).toBeGreaterThanOrEqual(2 + hostCount);
    expect(redirectTrap.connections()).toBe(0);
    console.log(`addresses: ${redirects} redirects answered, 0 followed`);
  });

  test.each(["http://169.254.169.254/x.git", "http://[fd00:ec2::254]/x.git", "http://[fe80::1]/x.git"])(
    "never fetches %s",
    async (repository) => {
      const job = await runJob(service, await addOldPlace(repository, `http://127.0.0.1:${trapPort}/`));
      expect(job).toMatchObject({ reason: "repository_error", message: expect.stringMatching(refused) });
    },
  );
});
