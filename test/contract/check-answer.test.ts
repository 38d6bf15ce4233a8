import { expect, test } from "vitest";
import { buildOpenapi } from "../../src/server/openapi/build-openapi.ts";
import { exampleJob } from "../../src/server/openapi/example-job.ts";
import { operations } from "../../src/server/routes/openapi.ts";
import { eventExamples } from "../helpers/event-examples.ts";
import { createAnswerChecker } from "./check-answer.ts";
import { type Description, listOperations } from "./description.ts";
import type { Answer } from "./send-request.ts";

const description = JSON.parse(JSON.stringify(buildOpenapi(operations, "1.2.3"))) as Description;
const check = createAnswerChecker(description);
const find = (id: string) => listOperations(description).find(({ operationId }) => operationId === id)!;

const requestId = "req_1c9a3b58-64a1-4a8e-9d5c-5b1f0f0f8f51";
const common = { "x-request-id": requestId, "x-content-type-options": "nosniff", date: "now" };
const sent = { method: "GET", path: "/v2/agent/p/job/j?wait=1", headers: {}, body: null };

function answer(status: number, headers: Record<string, string>, body: unknown, whole = true): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { ...common, ...headers }, body: Buffer.from(text), whole };
}

const json = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-cache",
  etag: '"x"',
};
const missing = {
  ...{ type: "/errors/job_not_found", title: "Not Found", status: 404, detail: "No.", error: "No." },
  ...{ instance: "/v2/agent/p/job/j", code: "job_not_found", requestId },
};
const problemJson = {
  "content-type": "application/problem+json; charset=utf-8",
  "cache-control": "no-store",
};

test("answers as they are described pass", () => {
  expect(check(find("getJob"), sent, answer(200, json, exampleJob))).toEqual([]);
  expect(check(find("getJob"), sent, answer(404, problemJson, missing))).toEqual([]);
  const { "content-type": _, ...headers } = json;
  expect(check(find("getJob"), sent, answer(304, headers, ""))).toEqual([]);
});

const withoutEtag = { "content-type": json["content-type"], "cache-control": "x" };

test.each<[string, Answer, string]>([
  ["a status that is not described", answer(418, json, exampleJob), "the status 418"],
  ["a failure of the service", answer(500, problemJson, missing), "the status is 500"],
  ["a missing header", answer(200, withoutEtag, exampleJob), "the header ETag is missing"],
  [
    "a header of another form",
    answer(200, { ...json, "x-request-id": "1" }, exampleJob),
    "must match pattern",
  ],
  [
    "a header that is not described",
    answer(200, { ...json, "x-powered-by": "y" }, exampleJob),
    "x-powered-by",
  ],
  ["another type", answer(200, { ...json, "content-type": "text/html" }, exampleJob), "the type text/html"],
  [
    "another charset",
    answer(200, { ...json, "content-type": "application/json; charset=latin1" }, exampleJob),
    "odd",
  ],
  ["a body where none is described", answer(304, json, "x"), "there is a body"],
  [
    "a missing field",
    answer(200, json, { ...exampleJob, title: undefined }),
    "must have required property 'title'",
  ],
  ["a field too many", answer(200, json, { ...exampleJob, secret: 1 }), "must NOT have additional"],
  [
    "a value that is not listed",
    answer(200, json, { ...exampleJob, status: "open" }),
    "must be equal to one of",
  ],
  [
    "a time without its zone",
    answer(200, json, { ...exampleJob, createdAt: "2026-11-21T09:30:00.000" }),
    "/createdAt",
  ],
  [
    "another code",
    answer(404, problemJson, { ...missing, code: "invalid_json" }),
    "invalid_json is not described",
  ],
  [
    "another type of problem",
    answer(404, problemJson, { ...missing, type: "about:blank" }),
    "the problem's type",
  ],
  [
    "another request id",
    answer(404, problemJson, { ...missing, requestId: "req_2" }),
    "the problem's requestId",
  ],
  ["another path", answer(404, problemJson, { ...missing, instance: "/v2" }), "the problem's instance"],
  ["a stack", answer(404, problemJson, { ...missing, detail: "at x.ts:1", error: "at x.ts:1" }), "a stack"],
])("%s is noticed", (_what, wrong, said) => {
  expect(check(find("getJob"), sent, wrong).join("; ")).toContain(said);
});

const event = {
  seq: 1,
  at: "2026-11-21T09:30:00.000Z",
  kind: "created",
  data: eventExamples.created,
  author: null,
};
const message = (id: number, data: unknown) => `id: ${id}\nevent: created\ndata: ${JSON.stringify(data)}\n\n`;
const begin = "retry: 1000\n\n";

test.each<[string, string, boolean, string]>([
  ["a whole stream", begin + message(1, event), true, ""],
  ["a stream with silence", `${begin}: still here\n\n${message(1, event)}`, true, ""],
  ["a stream that the client left", `${begin}${message(1, event)}id: 2\nev`, false, ""],
  ["a stream that breaks off", `${begin}id: 1\nevent: created\n`, true, "the stream ends with"],
  ["an event under another number", begin + message(2, event), true, "id and kind"],
  ["an event without its time", begin + message(1, { ...event, at: undefined }), true, "'at'"],
  ["something that is no message", `${begin}hello\n\n`, true, "not a message"],
])("%s", (_what, text, whole, said) => {
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
  };
  const found = check(find("streamJobEvents"), sent, answer(200, headers, text, whole));
  expect(found.join("; ")).toMatch(said === "" ? /^$/ : said);
});
