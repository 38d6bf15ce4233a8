import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { percentile } from "../helpers/percentile.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { onlyInTestFaults } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { startTestServer } from "../helpers/test-server.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const clientCount = 50;
const steps = full ? 150 : 40;
const rounds = full ? 5 : 1;
const stepMs = 50;

let project: TestProject;
let model: ScriptedModelServer;
let environment: Record<string, string>;
/** Called with the number of each step that the model is asked for. */
let atStep: (step: number) => void = () => undefined;

beforeAll(async () => {
  project = await makeTestProject();
  model = await startScriptedModelServer({
    script(_, { messages }) {
      const step = messages.filter(({ role }) => role === "assistant").length + 1;
      atStep(step);
      if (step === 1) return { calls: [{ name: "read", arguments: { path: "guide.md" } }] };
      // Always something else: a model that repeats itself is stopped.
      const page = { path: "guide.md", content: `# Guide\n\nEdition ${step}.\n` };
      if (step < steps) return { calls: [{ name: "write", arguments: page }], delayMs: stepMs };
      return { calls: [{ name: "finish", arguments: { title: "New guide", summary: "Wrote it anew." } }] };
    },
  });
  environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
});

afterAll(async () => {
  await model?.close();
  await project?.remove();
});

interface Seen {
  seq: number;
  kind: string;
  text: string;
}

interface Client {
  events: Seen[];
  /** Times at which a stream began, broke off, and brought its first event after that. */
  opened: number;
  cutAt: number | null;
  backAt: number | null;
  done: Promise<void>;
}

/**
 * Follows a job as a browser's EventSource does: whole messages only, and back with the last id after
 * `retry`.
 */
function follow(jobId: string, target: () => string): Client {
  const client: Client = { events: [], opened: 0, cutAt: null, backAt: null, done: Promise.resolve() };
  client.done = (async () => {
    for (;;) {
      const last = client.events.at(-1)?.seq;
      const headers = { accept: "text/event-stream", ...(last && { "last-event-id": String(last) }) };
      const answer = await project.request(target(), `/job/${jobId}/events`, { headers }).catch(() => null);
      if (answer?.status === 204) return;
      if (answer?.status === 200) await readStream(answer, client);
      await sleep(1_000);
    }
  })();
  return client;
}

async function readStream(answer: Response, client: Client): Promise<void> {
  client.opened += 1;
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) take(message, client);
    }
  } catch {
    client.cutAt = performance.now();
  }
}

function take(message: string, client: Client): void {
  const [, id, kind, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(message) ?? [];
  if (id === undefined) return;
  client.events.push({ seq: Number(id), kind: kind!, text: data! });
  if (client.cutAt !== null) client.backAt ??= performance.now();
}

async function allEvents(url: string, jobId: string): Promise<Seen[]> {
  const answer = await project.request(url, `/job/${jobId}/events?limit=1000`);
  const { data } = (await answer.json()) as { data: { seq: number; kind: string }[] };
  return data.map((event) => ({ seq: event.seq, kind: event.kind, text: JSON.stringify(event) }));
}

describe(`${clientCount} clients of one job, which another process runs`, () => {
  let running: CopydeskProcess;
  let third: CopydeskProcess;

  beforeAll(async () => {
    running = await startCopydesk({ environment });
    third = await startCopydesk({ role: "api", environment });
  });

  afterAll(async () => {
    await Promise.all([running, third].map((one) => one?.end()));
  });

  test("each have every event once and in order, although the process that streams is killed in the middle", async () => {
    const figures: string[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await killInTheMiddle(round));
    console.log(`streams: ${figures.join("; ")}`);
  }, 600_000);

  async function killInTheMiddle(round: number): Promise<string> {
    const doomed = await startCopydesk({ role: "api", environment });
    const middle = Promise.withResolvers<void>();
    atStep = (step) => {
      if (step === Math.ceil(steps / 2)) middle.resolve();
    };
    const [jobId = ""] = await project.createJobs(running.url, 1, () => `Read the guide, round ${round}`);
    let target = doomed.url;
    const clients = Array.from({ length: clientCount }, () => follow(jobId, () => target));
    await middle.promise;
    await expect.poll(() => clients.every(({ events }) => events.length > 0)).toBe(true);
    const killedAt = performance.now();
    await doomed.end("SIGKILL");
    target = third.url;
    await Promise.all(clients.map(({ done }) => done));

    const expected = await allEvents(running.url, jobId);
    expect(expected.at(-1)?.kind).toBe("completed");
    for (const { events } of clients) expect(events).toEqual(expected);
    const cut = clients.filter(({ cutAt }) => cutAt !== null);
    expect(cut.length).toBe(clientCount);
    const backMs = cut.map(({ backAt }) => (backAt ?? Number.NaN) - killedAt);
    const opened = clients.reduce((sum, client) => sum + client.opened, 0);
    return `${clientCount} clients × ${expected.length} events, ${cut.length} cut off, ${opened} streams, back with the next event after p50 ${Math.round(percentile(backMs, 50))} ms, max ${Math.round(Math.max(...backMs))} ms`;
  }
});

test("a stream that has nothing to say says so every 15 seconds", {
  ...onlyInTestFaults,
  timeout: 240_000,
}, async () => {
  const server = await startTestServer();
  const quiet = await server.newProject();
  const { id } = (await (await quiet.create({ prompt: "x" })).json()) as { id: string };
  const answer = await quiet.get(`/${id}/events`, { accept: "text/event-stream" });
  const start = performance.now();
  const beats: number[] = [];
  let text = "";
  for await (const chunk of answer.body!) {
    text += new TextDecoder().decode(chunk);
    while (text.split("\n: still here\n").length - 1 > beats.length) beats.push(performance.now() - start);
    if (beats.length === 3) break;
  }
  console.log(`heartbeats after ${beats.map((ms) => (ms / 1_000).toFixed(1)).join(", ")} s of silence`);
  expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind)).toEqual(["created"]);
  await server.close();
});
