import fc from "fast-check";
import { type Case, type Draft, jsonType, withPart } from "./draft.ts";

const wireText = fc.stringMatching(/^[!$&'()*+,./:;=?@\w~-]{0,40}$/);
const escaped = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
const queries = fc.array(fc.tuple(wireText, fc.oneof(wireText, escaped)), { maxLength: 5 });

// Bytes that HTTP allows in a header's value.
const headerValues = fc
  .stringMatching(/^[\x21-\x7e\x80-\xff][\x20-\x7e\x80-\xff]{0,60}$/)
  .map((text) => text.trimEnd());
const headerNames = fc.constantFrom(
  ...[
    "accept",
    "accept-encoding",
    "accept-language",
    "cookie",
    "forwarded",
    "from",
    "if-match",
    "if-modified-since",
  ],
  ...[
    "if-none-match",
    "if-range",
    "last-event-id",
    "origin",
    "prefer",
    "range",
    "referer",
    "te",
    "traceparent",
    "user-agent",
    "via",
  ],
  ...[
    "x-forwarded-for",
    "x-forwarded-host",
    "x-http-method-override",
    "x-original-url",
    "x-request-id",
    "idempotency-key",
  ],
);
const odd = fc.dictionary(headerNames, headerValues, { maxKeys: 6, noNullPrototype: true });

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc.constant(Buffer.alloc(0)),
);
const types = fc.constantFrom<Record<string, string>>(
  jsonType,
  {},
  { "content-type": "application/json;charset=UTF-8" },
  { "content-type": "application/json", "transfer-encoding": "chunked" },
  { "content-type": "application/json", "content-encoding": "gzip" },
  { "content-type": ";;;" },
);

/** Requests that nobody would send on purpose; whatever is answered must be described. */
export function wildCases(good: fc.Arbitrary<Draft>): Case[] {
  const wild = (what: string, drafts: fc.Arbitrary<Draft>): Case => ({ what, drafts, expected: "described" });
  return [
    wild(
      "a wild query",
      withPart(good, queries, (_, pairs) => ({ query: pairs.map((pair) => pair.join("=")).join("&") })),
    ),
    wild(
      "wild headers",
      withPart(good, odd, (draft, headers) => ({ headers: { ...draft.headers, ...headers } })),
    ),
    wild(
      "a wild body",
      withPart(good, fc.tuple(bodies, types), (_, [body, headers]) => ({ body, headers })),
    ),
    wild(
      "wild ids",
      withPart(good, fc.tuple(escaped, escaped), (_, [projectId, jobId]) => ({
        place: { projectId: `p${projectId}`, jobId: `j${jobId}` },
      })),
    ),
  ];
}
