import { describe, expect, test } from "vitest";
import { createClient } from "../../sdk/src/create-client.ts";
import * as sdk from "../../sdk/src/errors.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { errorStatuses } from "../../src/server/errors/error-statuses.ts";
import { toProblem } from "../../src/server/errors/problem.ts";

const classes: Record<number, typeof sdk.CopydeskError> = {
  400: sdk.ValidationError,
  401: sdk.AuthenticationError,
  403: sdk.PermissionError,
  404: sdk.NotFoundError,
  405: sdk.ValidationError,
  408: sdk.TimeoutError,
  409: sdk.ConflictError,
  410: sdk.NotFoundError,
  413: sdk.ValidationError,
  415: sdk.ValidationError,
  422: sdk.ConflictError,
  429: sdk.RateLimitError,
  431: sdk.ValidationError,
  500: sdk.UnavailableError,
  503: sdk.UnavailableError,
};

const project = { url: "http://copydesk.test", projectId: "prj_x", apiKey: "cpd_x", retries: 0 };

const failWith = (answer: () => Response | Promise<Response>) =>
  createClient({ ...project, fetch: async () => answer() })
    .jobs.get("job_x")
    .then(
      () => expect.unreachable("the call succeeded"),
      (error: sdk.CopydeskError) => error,
    );

test.each(Object.entries(errorStatuses))("%s (%i) has a class of its group", async (code, status) => {
  const details = { errors: [{ path: "prompt", message: "is bad" }], retryAfterSeconds: 7 };
  const { problem, headers } = toProblem(new AppError(code as ErrorCode, "Because.", { details }), {
    ...{ id: "req_1", path: "/x" },
  });
  const error = await failWith(() => new Response(JSON.stringify(problem), { status, headers }));
  expect(error).toBeInstanceOf(classes[status]);
  expect(error).toBeInstanceOf(sdk.CopydeskError);
  expect(error).toMatchObject({
    ...{
      name: classes[status]?.name,
      code: problem.code,
      status,
      detail: problem.detail,
      requestId: "req_1",
    },
    ...{ problems: status < 500 ? details.errors : [], retryAfterSeconds: 7, attempts: 1 },
    message: `${problem.detail} (${problem.code}, req_1)`,
  });
});

test("an error of the network has its cause and its words", async () => {
  const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9") });
  const error = await failWith(() => Promise.reject(cause));
  expect(error).toBeInstanceOf(sdk.ConnectionError);
  expect(error).toMatchObject({ code: "connection_failed", cause, status: null, requestId: null });
  expect(error.message).toContain("connect ECONNREFUSED 127.0.0.1:9");
});

describe("what cannot work is refused before anything is sent", () => {
  test.each<[string, object]>([
    ["an address that is none", { url: "copydesk" }],
    ["another protocol", { url: "ftp://127.0.0.1" }],
    ["a user in the address", { url: "http://me:word@127.0.0.1" }],
    ["a key with a line end", { apiKey: "cpd_x\n" }],
    ["no key", { apiKey: undefined }],
    ["a project that leads elsewhere", { projectId: "../x" }],
    ["half a retry", { retries: 0.5 }],
    ["no time", { timeoutMs: 0 }],
  ])("%s", (_, options) => {
    expect(() => createClient({ ...project, ...options })).toThrow(TypeError);
  });

  test("a key is never part of the error about it", () => {
    expect(() => createClient({ ...project, apiKey: "cpd_secret\r\nx: y" })).toThrow(/^(?!.*secret)/s);
  });

  test.each(["", ".", "..", "a/b", "a?b", "a%2fb", "ä"])("the job id %j", async (id) => {
    const client = createClient({ ...project, fetch: async () => expect.unreachable("it was sent") });
    await expect(client.jobs.get(id)).rejects.toThrow(TypeError);
    await expect(client.jobs.wait(id)).rejects.toThrow(TypeError);
    await expect(client.jobs.stream(id).next()).rejects.toThrow(TypeError);
  });

  test("an idempotency key that no header can carry", async () => {
    const client = createClient({ ...project, fetch: async () => expect.unreachable("it was sent") });
    await expect(client.jobs.create({ prompt: "x" }, { idempotencyKey: "日本" })).rejects.toThrow(TypeError);
  });
});

test("the service may be below a path", async () => {
  const urls: string[] = [];
  const client = createClient({
    ...{ ...project, url: "https://tools.test/copydesk/" },
    async fetch(input) {
      urls.push(String(input));
      return Response.json({ data: [], nextCursor: null });
    },
  });
  await client.jobs.page({ status: "failed", limit: 5 });
  expect(urls).toEqual(["https://tools.test/copydesk/v2/agent/prj_x/jobs?status=failed&limit=5"]);
});

test.each([-1, 1.5, Number.NaN, "12" as unknown as number])(
  "a stream after %j begins nowhere: that is said at once",
  async (after) => {
    const client = createClient({ ...project, fetch: () => expect.unreachable("nothing is sent") });
    await expect(client.jobs.stream("job_x", { after }).next()).rejects.toThrow(/^after must be/);
  },
);
