import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CopydeskError } from "../../sdk/src/errors.ts";
import type { AnyJobEvent } from "../../sdk/src/stream-events.ts";
import { revokeApiKey } from "../../src/api-keys/revoke-api-key.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { type ClientScenes, startClientScenes } from "./client-scenes.ts";
import type { Fault } from "./faulty-proxy.ts";
import { createJobLog } from "./job-log.ts";

let scenes: ClientScenes;
let log: ReturnType<typeof createJobLog>;

beforeAll(async () => {
  scenes = await startClientScenes();
  log = createJobLog(scenes.server.store);
});

afterAll(() => scenes.close());

async function open() {
  const scene = await scenes.open();
  const { proxy } = scene;
  return {
    ...scene,
    streams: () => proxy.requests.filter(({ headers }) => headers.accept === "text/event-stream"),
  };
}

async function collect(events: AsyncIterable<AnyJobEvent>): Promise<AnyJobEvent[]> {
  const all: AnyJobEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const numbers = (events: AnyJobEvent[]) => events.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

function inPieces(bytes: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let place = 0;
  return new ReadableStream({
    pull(controller) {
      if (place >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(place, place + size));
      place += size;
    },
  });
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: CopydeskError) => error,
  );

const text = "Grüße, 日本語, naïve, 👩‍👩‍👧‍👦, \r\n\u2028, 𝔘𝔫𝔦𝔠𝔬𝔡𝔢. ".repeat(4);

describe.concurrent("a stream has every event once and in order", () => {
  test("while they happen, and ends with the job", async () => {
    const { clientOf, newJob } = await open();
    const id = await newJob();
    const reading = collect(clientOf().jobs.stream(id));
    for (let n = 0; n < 20; n += 1) {
      await log.add(id, "noted", { n, text });
      if (n % 7 === 0) await sleep(60);
    }
    await log.end(id);
    const events = await reading;
    expect(numbers(events)).toEqual(upTo(22));
    expect(events[5]).toMatchObject({ seq: 6, kind: "noted", data: { n: 4, text } });
    expect(events.at(-1)?.kind).toBe("completed");
  });

  test("from where it is told", async () => {
    const { clientOf, newJob } = await open();
    const id = await newJob();
    for (let n = 0; n < 5; n += 1) await log.add(id, "noted");
    await log.end(id);
    expect(numbers(await collect(clientOf().jobs.stream(id, { after: 4 })))).toEqual([5, 6, 7]);
    expect(await collect(clientOf().jobs.stream(id, { after: 7 }))).toEqual([]);
  });

  test(
    "over connections that are cut inside of a character, 300 events",
    onlyInTestAll("the client over many lost connections"),
    async () => {
      const { proxy, clientOf, newJob, streams } = await open();
      const id = await newJob();
      for (let n = 0; n < 298; n += 1) await log.add(id, "noted", { n, text });
      await log.end(id);
      let cuts = 0;
      proxy.reset(() => {
        let left = 3_000 + Math.floor(Math.random() * 15_000);
        return {
          cut(piece) {
            const place = piece.findIndex((byte, index) => index > left && (byte & 0xc0) === 0x80);
            left -= piece.length;
            if (place !== -1) cuts += 1;
            return place === -1 ? null : place;
          },
        };
      });
      const events = await collect(clientOf().jobs.stream(id));
      expect(numbers(events)).toEqual(upTo(300));
      expect(events.slice(1, -1).every(({ data }) => "text" in data && data.text === text)).toBe(true);
      expect(cuts).toBeGreaterThan(5);
      expect(streams().length).toBeGreaterThanOrEqual(cuts);
    },
  );

  test("in pieces of any size", async () => {
    const { clientOf } = await open();
    const event = (seq: number) => JSON.stringify({ seq, at: "", kind: "noted", data: { text } });
    const sent = Buffer.from(
      `\ufeff${upTo(9)
        .map((seq) => `id: ${seq}\r\ndata: ${event(seq)}\r\n\r\n`)
        .join("")}`,
    );
    for (const size of [1, 2, 3, 7, 1_000]) {
      const answers = [
        new Response(inPieces(sent, size), {
          headers: { "content-type": "text/event-stream; charset=utf-8" },
        }),
        new Response(null, { status: 204 }),
      ];
      const client = clientOf({ fetch: async () => answers.shift()! });
      const events = await collect(client.jobs.stream("job_x"));
      expect(events.map(({ data }) => "text" in data && data.text)).toEqual(upTo(9).map(() => text));
    }
  });

  test("over lost answers, 503 and a proxy's page", async () => {
    const { proxy, clientOf, newJob, streams } = await open();
    const id = await newJob();
    await log.end(id);
    const faults: Fault[] = [
      "drop_before",
      { status: 503, headers: { "retry-after": "1" } },
      { status: 502, body: "<h1>Bad gateway</h1>" },
      "drop_after",
    ];
    proxy.reset(({ n }) => faults[n] ?? "pass");
    expect(numbers(await collect(clientOf().jobs.stream(id)))).toEqual([1, 2]);
    expect(streams().map(({ headers }) => headers["last-event-id"])).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined, "2"],
    ]);
  });

  test("also when the service tells one twice or leaves one out", async () => {
    const { proxy, clientOf, newJob, streams } = await open();
    const id = await newJob();
    const message = (seq: number) => `id: ${seq}\ndata: {"seq":${seq},"kind":"x","at":"","data":{}}\n\n`;
    const said = [
      [1, 2, 2, 1, 3],
      [3, 4, 6],
      [5, 6],
    ];
    proxy.reset(({ n }) => {
      const body = `retry: 1\n\n${said[n]?.map(message).join("")}`;
      return n < 3
        ? { status: 200, headers: { "content-type": "text/event-stream" }, body }
        : { status: 204 };
    });
    expect(numbers(await collect(clientOf().jobs.stream(id)))).toEqual(upTo(6));
    expect(streams().map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "3", "4", "6"]);
  });
});

describe.concurrent("a stream ends", () => {
  test("when its reader has had enough: the connection is closed", async ({ expect }) => {
    const { proxy, clientOf, newJob, streams } = await open();
    const id = await newJob();
    for await (const { seq } of clientOf().jobs.stream(id)) {
      expect([seq, proxy.open()]).toEqual([1, 1]);
      break;
    }
    await expect.poll(() => proxy.open()).toBe(0);
    expect(streams().length).toBe(1);
  });

  test("with the signal's reason, while it waits for an event and between two connections", async () => {
    const { proxy, clientOf, newJob, streams } = await open();
    const reason = new Error("enough");
    const id = await newJob();
    for (const fault of ["pass", { status: 503, headers: { "retry-after": "60" } }] satisfies Fault[]) {
      const controller = new AbortController();
      proxy.reset(() => {
        setTimeout(() => controller.abort(reason), 200);
        return fault;
      });
      expect(await failure(collect(clientOf().jobs.stream(id, { signal: controller.signal })))).toBe(reason);
      expect(streams().length).toBe(1);
    }
  });

  test("with the error when a key is revoked meanwhile", async () => {
    const { project, clientOf, newJob } = await open();
    const id = await newJob();
    const { database } = scenes.server.store;
    const found = await database.pool.query("select id from api_keys where project_id = $1", [project.id]);
    const reading = failure(collect(clientOf().jobs.stream(id)));
    await sleep(300);
    await revokeApiKey({ database }, project.id, found.rows[0].id);
    expect(await reading).toMatchObject({
      name: "AuthenticationError",
      code: "invalid_api_key",
      status: 401,
    });
  });

  test("with the error when there is no such job", async () => {
    const { clientOf } = await open();
    const reading = failure(collect(clientOf().jobs.stream("job_0000000000000000000000")));
    expect(await reading).toMatchObject({ name: "NotFoundError", code: "job_not_found" });
  });

  test("with the error when the service is away for too long", async () => {
    const { proxy, clientOf, streams } = await open();
    proxy.reset(() => "drop_before");
    const error = await failure(collect(clientOf().jobs.stream("job_x", { outageMs: 1_500 })));
    expect(error).toMatchObject({ name: "ConnectionError", code: "connection_failed" });
    expect(streams().length).toBeGreaterThan(1);
  });

  test("with the error when something else answers", async () => {
    const { proxy, clientOf } = await open();
    proxy.reset(() => ({ status: 200, headers: { "content-type": "application/json" }, body: "{}" }));
    const error = await failure(collect(clientOf().jobs.stream("job_x")));
    expect(error).toMatchObject({ name: "CopydeskError", code: "unexpected_response" });
  });
});
