import { createHmac } from "node:crypto";
import fc from "fast-check";
import type { Operation } from "./description.ts";
import { type Case, type Draft, jsonBody, withPart } from "./draft.ts";
import type { ContractScene } from "./start-contract-scene.ts";

type Good = fc.Arbitrary<Draft>;

/** What single operations know beside the document's schemas. */
export function specialCases(scene: ContractScene, operation: Operation, good: Good): Case[] {
  switch (operation.operationId) {
    case "createJob":
      return createCases(good);
    case "streamJobEvents":
      return streamCases(good);
    case "receiveHostWebhook":
      return deliveryCases(scene, good);
    default:
      return [];
  }
}

function createCases(good: Good): Case[] {
  const field = (what: string, name: string, values: unknown[], code: string, path = ""): Case => ({
    what,
    drafts: withPart(good, fc.constantFrom(...values), (_, value) => ({
      body: jsonBody({ prompt: "x", [name]: value }),
    })),
    expected: { status: 400, code, path },
  });
  const refs = [
    "-x",
    "a..b",
    "@",
    "HEAD",
    "x.lock",
    "a b",
    "\u202Ex",
    "/a",
    "a/",
    ".a",
    "a~1",
    "a^",
    "a:b",
    "refs/../x",
  ];
  const unknown = ["acme/gpt", "copydesk/poet", "x/y", `${"p".repeat(100)}/${"m".repeat(99)}`];
  const globs = ["/etc/**", "../x", "a/../../b"];
  return [
    field("a base branch that is none", "ref", refs, "invalid_ref"),
    field("a branch that is none", "branch", [...refs, "copydesk/mine"], "invalid_ref"),
    {
      what: "a branch that is the base",
      drafts: good.map((draft) => ({
        ...draft,
        body: jsonBody({ prompt: "Fix typos", ref: "main", branch: "main" }),
      })),
      expected: { status: 409, code: "branch_taken" },
    },
    field("a model that nobody has", "model", unknown, "unknown_model"),
    field(
      "a model whose provider is not configured",
      "model",
      ["openai/gpt-5", "anthropic/claude"],
      "unknown_model",
    ),
    ...globs.map((glob) =>
      field("a glob that leads outside", "paths", [[glob]], "invalid_request", "paths.0"),
    ),
  ];
}

const streamTypes = ["text/event-stream", "*/*", "application/json"];

function streamCases(good: Good): Case[] {
  const asked = withPart(good, fc.constantFrom(...streamTypes), (draft, accept) => ({
    headers: { ...draft.headers, accept },
  }));
  const broken = (what: string, query: string[], headers: string[], path: string): Case => ({
    what: `a stream ${what}`,
    drafts: withPart(
      asked,
      fc.tuple(fc.constantFrom(...query), fc.constantFrom(...headers)),
      (_, [text, id]) => ({
        query: text,
        headers: { accept: "text/event-stream", ...(id !== "" && { "Last-Event-ID": id }) },
      }),
    ),
    expected: { status: 400, code: "invalid_request", path },
  });
  return [
    { what: "a stream", drafts: asked, expected: "by state" },
    {
      what: "a stream from the beginning",
      drafts: asked.map((draft) => ({ ...draft, query: "", headers: { accept: "text/event-stream" } })),
      expected: { status: 200 },
    },
    {
      what: "a stream that the client leaves",
      drafts: asked.map((draft) => ({
        ...{ ...draft, query: "after=0", headers: { accept: "text/event-stream" } },
        leaveAfter: /^data: [^\n]*\n/m,
      })),
      expected: { status: 200 },
    },
    {
      what: "a stream after its last event",
      drafts: asked.map((draft) => ({
        ...draft,
        query: "",
        headers: { accept: "text/event-stream", "Last-Event-ID": "999999" },
      })),
      expected: { status: 204 },
    },
    broken("after no number", [""], ["x", "-1", "1.5", "1e3", "9999999999"], "Last-Event-ID"),
    broken("after no number in the query", ["after=x", "after=-1", "after=", "after=1.5"], [""], "after"),
    broken("with a query that does not exist", ["colour=red", "After=1"], ["", "1"], ""),
  ];
}

function deliveryCases({ hooked }: ContractScene, good: Good): Case[] {
  const sign = (body: Buffer, secret = hooked.secret) =>
    `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  let deliveries = 0;
  const signed = (draft: Draft, body: Buffer, more: Record<string, string> = {}): Draft => {
    deliveries += 1;
    const headers = {
      ...{
        "content-type": "application/json",
        "x-github-event": "ping",
        "x-github-delivery": `${deliveries}`,
      },
      ...{ "x-hub-signature-256": sign(body), ...more },
    };
    return { ...draft, place: { projectId: hooked.id }, body, headers };
  };
  const bad = (what: string, status: number, code: string, change: (draft: Draft) => Draft): Case => ({
    what: `a delivery ${what}`,
    drafts: good.map(change),
    expected: { status, code },
  });
  const body = (draft: Draft) => draft.body as Buffer;
  return [
    {
      what: "a delivery",
      drafts: good.map((draft) => signed(draft, body(draft))),
      expected: { status: 200 },
    },
    bad("without a signature", 401, "invalid_signature", (draft) => ({
      ...draft,
      place: { projectId: hooked.id },
    })),
    bad("with another's signature", 401, "invalid_signature", (draft) =>
      signed(draft, body(draft), { "x-hub-signature-256": sign(body(draft), "guessed") }),
    ),
    bad("with an odd signature", 401, "invalid_signature", (draft) =>
      signed(draft, body(draft), { "x-hub-signature-256": "sha256=\u00e9" }),
    ),
    bad("without its event", 400, "invalid_request", (draft) =>
      signed(draft, body(draft), { "x-github-event": "" }),
    ),
    bad("that is no JSON", 400, "invalid_request", (draft) => signed(draft, Buffer.from("{"))),
    bad("that is not what its event says", 400, "invalid_request", (draft) =>
      signed(draft, body(draft), { "x-github-event": "pull_request" }),
    ),
    bad("that is empty", 400, "invalid_request", (draft) => signed(draft, Buffer.alloc(0))),
    bad("that is a form", 415, "unsupported_media_type", (draft) =>
      signed(draft, Buffer.from("payload=%7B"), { "content-type": "application/x-www-form-urlencoded" }),
    ),
    bad("of more than 1 MiB", 413, "body_too_large", (draft) =>
      signed(draft, Buffer.alloc(2 ** 20 + 1, " ")),
    ),
    bad("for a project without webhooks", 404, "project_not_found", (draft) => ({
      ...signed(draft, body(draft)),
      place: {},
    })),
    bad("for an odd project", 404, "project_not_found", (draft) => ({
      ...signed(draft, body(draft)),
      place: { projectId: "%00" },
    })),
  ];
}
