import { afterEach, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../helpers/otlp-receiver.ts";
import { startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

let receiver: OtlpReceiver;
let project: TestProject;
const processes: CopydeskProcess[] = [];
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.end()));
  for (const each of open.splice(0)) await each.close();
  await project.remove();
});

async function start(role: "api" | "worker" | "all", environment: Record<string, string>) {
  const started = await startCopydesk({
    role,
    environment: { ...project.environment, COPYDESK_LOG_LEVEL: "info", ...environment },
  });
  processes.push(started);
  return started;
}

async function prepare(protocol: string) {
  project = await makeTestProject();
  receiver = await startOtlpReceiver();
  open.push(receiver);
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-secret-1234",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  };
}

async function create(url: string, prompt: string): Promise<{ id: string; requestId: string }> {
  const response = await project.request(url, "/job", {
    method: "POST",
    body: JSON.stringify({ prompt }),
    headers: { traceparent },
  });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  return { id, requestId: response.headers.get("x-request-id")! };
}

const answers = [
  { calls: [{ name: "read", arguments: { path: "index.md" } }] },
  { calls: [{ name: "edit", arguments: { path: "index.md", edits: [{ old: "small", new: "tiny" }] } }] },
  { calls: [{ name: "finish", arguments: { title: "Say tiny", summary: "Said tiny." } }] },
];

test("one trace leads from the client's request through the queue to the worker, the model and git", async () => {
  const telemetry = await prepare("http/json");
  const model = await startScriptedModelServer({ script: (index) => answers[index] ?? answers[2]! });
  open.push(model);
  const own = {
    ...telemetry,
    COPYDESK_MODEL: "openai-compatible/m",
    OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  const api = await start("api", { ...own, OTEL_SERVICE_NAME: "copydesk-api" });
  const worker = await start("worker", { ...own, OTEL_SERVICE_NAME: "copydesk-worker" });
  const { id, requestId } = await create(api.url, "Say tiny");
  const [record] = await project.waitForAll(api.url, [id]);
  expect(record).toMatchObject({ status: "completed" });
  await expect.poll(() => receiver.spans.filter(({ name }) => name === "job")).toHaveLength(1);
  await expect
    .poll(() => receiver.spans.some(({ name }) => name === "POST /v2/agent/:projectId/job"))
    .toBe(true);
  const ours = receiver.spans.filter((span) => span.traceId === traceId);
  const find = (name: string) => ours.find((span) => span.name === name)!;
  const request = find("POST /v2/agent/:projectId/job");
  const job = find("job");
  expect(request).toMatchObject({
    parentSpanId: "b7ad6b7169203331",
    kind: 2,
    attributes: { "http.response.status_code": 201, "copydesk.job.id": id, "copydesk.request.id": requestId },
    resource: {
      "service.name": "copydesk-api",
      "deployment.environment.name": "test",
      "copydesk.role": "api",
    },
  });
  expect(job).toMatchObject({
    parentSpanId: request.spanId,
    kind: 5,
    attributes: {
      "copydesk.job.id": id,
      "copydesk.job.reason": "pull_request_opened",
      "copydesk.request.id": requestId,
    },
    resource: { "service.name": "copydesk-worker" },
  });
  expect(find("queue").parentSpanId).toBe(request.spanId);
  const steps = ["prepare", "context", "baseline", "edit", "publish"].map((step) => find(`step ${step}`));
  expect(steps.map(({ parentSpanId }) => parentSpanId)).toEqual(steps.map(() => job.spanId));
  const edit = find("step edit");
  const asked = ours.filter(({ name }) => name === "chat openai-compatible/m");
  expect(asked.map(({ parentSpanId }) => parentSpanId)).toEqual([edit.spanId, edit.spanId, edit.spanId]);
  expect(find("execute_tool edit")).toMatchObject({
    parentSpanId: edit.spanId,
    attributes: { "copydesk.tool.ok": true },
  });
  const publish = find("step publish");
  expect(
    ours.filter(({ name, parentSpanId }) => name.startsWith("git ") && parentSpanId === publish.spanId),
  ).not.toEqual([]);
  // What the model's server was told is the very span of its call.
  expect(model.headers.map((headers) => headers.traceparent)).toEqual(
    asked.map(({ spanId }) => `00-${traceId}-${spanId}-01`),
  );
  expect(receiver.spans.filter(({ endMs, startMs }) => endMs < startMs)).toEqual([]);
  expect(
    receiver.headers.every(({ authorization }) => authorization === "Bearer collector-secret-1234"),
  ).toBe(true);
  const ended = worker
    .log()
    .split("\n")
    .find((line) => line.includes("job ended"))!;
  expect(JSON.parse(ended)).toMatchObject({ job: id, requestId, traceId, spanId: job.spanId });
  const told = JSON.stringify(receiver.spans);
  for (const text of ["Say tiny", "index.md", project.key, project.repository])
    expect(told).not.toContain(text);
});

test("traces go out as protobuf unless told otherwise, and the sampler of the environment decides", async () => {
  const { OTEL_EXPORTER_OTLP_PROTOCOL: _, ...telemetry } = await prepare("");
  const all = await start("all", telemetry);
  const { id } = await create(all.url, 'Replace "widget" with "gadget"');
  await project.waitForAll(all.url, [id]);
  await expect
    .poll(() =>
      receiver.binary.some(
        ({ body }) => body.includes(Buffer.from(traceId, "hex")) && body.includes("step publish"),
      ),
    )
    .toBe(true);
  expect(new Set(receiver.binary.map(({ contentType }) => contentType))).toEqual(
    new Set(["application/x-protobuf"]),
  );
  await processes.pop()!.end();
  receiver.binary.length = 0;
  const off = await start("all", { ...telemetry, OTEL_TRACES_SAMPLER: "always_off" });
  const second = await create(off.url, 'Replace "gadget" with "widget"');
  await project.waitForAll(off.url, [second.id]);
  await processes.pop()!.end();
  expect(receiver.binary).toEqual([]);
});

test("without a collector the client's trace and the request are kept with the job, and the log names the request", async () => {
  project = await makeTestProject();
  const all = await start("all", {});
  const { id, requestId } = await create(all.url, 'Replace "widget" with "gadget"');
  await project.waitForAll(all.url, [id]);
  const events = (await (await project.request(all.url, `/job/${id}/events`)).json()) as {
    data: { kind: string; data: object }[];
  };
  expect(events.data[0]).toMatchObject({ kind: "created", data: { requestId, traceparent } });
  const lines = () =>
    all
      .log()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
  await expect.poll(lines).toContainEqual(expect.objectContaining({ msg: "job ended", job: id, requestId }));
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: "request", job: id, requestId, status: 201 }),
  );
  expect(lines().filter((line) => line.traceId !== undefined)).toEqual([]);
});

test("a collector that is away costs nothing but its traces", async () => {
  const telemetry = await prepare("http/json");
  await receiver.close();
  open.length = 0;
  const all = await start("all", telemetry);
  const { id } = await create(all.url, 'Replace "widget" with "gadget"');
  const [record] = await project.waitForAll(all.url, [id]);
  expect(record).toMatchObject({ status: "completed" });
  expect(await processes.pop()!.end()).toBe(0);
});
