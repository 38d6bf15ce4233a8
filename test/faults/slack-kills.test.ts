import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import {
  countJobs,
  endReservations,
  environmentAt,
  jobsOf,
  mention,
  saidIn,
  send,
  slackUrl,
  useSlackScene,
} from "../helpers/slack-scene.ts";

useSlackScene();

const slow = { timeout: 240_000, interval: 100 };
const isReply = (text: string) => text.startsWith("I am on it");

let folder: string;
let relay: Server | undefined;
let worker: CopydeskProcess | undefined;
/** Gets no answer; `heard` says whether it reaches Slack. */
let held: { is(text: string): boolean; heard: boolean; reached(): void } | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-slack-"));
});

afterEach(async () => {
  await worker?.end("SIGKILL");
  relay?.closeAllConnections();
  relay?.close();
  await rm(folder, { recursive: true, force: true });
});

async function startRelay(): Promise<string> {
  relay = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const said = new URLSearchParams(body.toString()).get("text") ?? "";
    const holder = request.url === "/api/chat.postMessage" && held?.is(said) ? held : null;
    if (holder !== null) held = null;
    if (holder?.heard === false) return holder.reached();
    const { authorization = "", "content-type": type = "" } = request.headers;
    const headers = { authorization, "content-type": type };
    const answer = await fetch(`${slackUrl()}${request.url}`, { method: "POST", headers, body });
    const text = await answer.text();
    if (holder !== null) return holder.reached();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => relay!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

async function startWorker(slack: string): Promise<void> {
  const environment = { ...environmentAt(slack), COPYDESK_DATA: folder };
  worker = await startCopydesk({ role: "worker", environment });
}

test.for([
  ["before Slack has heard them", false],
  ["after Slack has heard them", true],
] as const)(
  "workers that are killed while they answer and while they tell the outcome, %s, leave one of each and one job",
  { timeout: 600_000 },
  async ([, heard]) => {
    const before = await countJobs();
    const slack = await startRelay();
    const { ts, payload } = await mention("ed", "Survive");
    await send(payload);
    for (const [is, saidBefore] of [
      [isReply, 0],
      [(text: string) => !isReply(text), 1],
    ] as const) {
      const reached = Promise.withResolvers<void>();
      held = { is, heard, reached: reached.resolve };
      await startWorker(slack);
      await reached.promise;
      await worker!.end("SIGKILL");
      expect(await saidIn(ts)).toHaveLength(saidBefore + (heard ? 1 : 0));
      await endReservations();
    }
    await startWorker(slack);
    await expect.poll(() => jobsOf(ts), slow).toMatchObject([{ turn: 1, toldTurn: 1 }]);
    const [reply, outcome, ...more] = await saidIn(ts);
    expect([isReply(reply!), isReply(outcome!), more]).toEqual([true, false, []]);
    expect((await countJobs()) - before).toBe(1);
  },
);
