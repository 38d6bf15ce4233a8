import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createRequestLog } from "./log-requests.ts";

test("a path goes through the mask, without its query, before its line is written as it is", () => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const lines = pino({}, stream);
  const mask = (text: string) => text.replaceAll("hunter2-hunter2", "[redacted]");
  const answered = { requestId: "req_1", job: undefined, method: "GET", status: 404, ms: 1.26 };
  createRequestLog(Object.assign(pino({ enabled: false }), { masked: { lines, mask } }))({
    ...answered,
    url: "/v2/hunter2-hunter2?q=hunter2-hunter2",
  });
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0]!)).toMatchObject({ path: "/v2/[redacted]", status: 404, ms: 1.3 });
  expect(written[0]).not.toContain("hunter2");
});
