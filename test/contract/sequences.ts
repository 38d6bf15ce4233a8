import { randomUUID } from "node:crypto";
import { type Draft, type Expected, jsonBody, jsonType } from "./draft.ts";
import type { Answer } from "./send-request.ts";
import type { ContractScene } from "./start-contract-scene.ts";

export interface Sequence {
  operationId: string;
  what: string;
  run(send: Send, draft: Draft): Promise<string[]>;
}

/** Another operation than the sequence's own when it is named. */
type Send = (draft: Draft, expected: Expected, operationId?: string) => Promise<Answer>;

/** What only several requests together can show; each answers what was not as it must be. */
export function sequences({ query, project }: ContractScene): Sequence[] {
  const both = ["createJob", "sendMessage"];
  return [
    ...both.map((operationId) => ({ operationId, what: "the same key and body again", run: sendAgain })),
    ...both.map((operationId) => ({ operationId, what: "at the limit", run: meetLimit })),
    { operationId: "sendMessage", what: "a model that the project no longer allows", run: refuseModel },
    { operationId: "createJob", what: "its topic again", run: joinTopic },
    { operationId: "createJob", what: "from state to state", run: walkStates },
    { operationId: "getJob", what: "the ETag that it has", run: sendEtag },
    { operationId: "getOpenapi", what: "the ETag that it has", run: sendEtag },
    { operationId: "listJobs", what: "page after page", run: readPages },
    { operationId: "listJobEvents", what: "page after page", run: readEventPages },
  ];

  async function refuseModel(send: Send, draft: Draft): Promise<string[]> {
    const allow = (models: string) =>
      query(
        "update projects set settings = settings || jsonb_build_object('models', $2::jsonb) where id = $1",
        [project.id, models],
      );
    await allow('["openai/none"]');
    await send(withoutKey(draft), { status: 400, code: "unknown_model" });
    await allow("null");
    return [];
  }

  async function meetLimit(send: Send, draft: Draft): Promise<string[]> {
    await query(
      `insert into rate_uses (project_id, operation, used_at)
       select $1, operation, clock_timestamp() from unnest(array['create', 'message']) operation, generate_series(1, 100)`,
      [project.id],
    );
    const refused = await send(withoutKey(draft), { status: 429, code: "rate_limited" });
    await query("delete from rate_uses");
    const seconds = Number(refused.headers["retry-after"]);
    return seconds > 3_500 && seconds <= 3_600 ? [] : [`Retry-After is ${seconds}`];
  }
}

let keys = 0;

async function sendAgain(send: Send, draft: Draft): Promise<string[]> {
  keys += 1;
  const keyed = {
    ...withFreshBranch(draft),
    headers: { ...draft.headers, "Idempotency-Key": `again ${keys}` },
  };
  const first = await send(keyed, "by state");
  const { id: jobId } = JSON.parse(first.body.toString("utf8")) as { id: string };
  const repeated = { ...keyed, place: { jobId } };
  const again = await send(repeated, { status: first.status });
  const other = { ...repeated, body: jsonBody({ prompt: "something else" }) };
  await send(other, { status: 422, code: "idempotency_key_reused" });
  const isSame = again.body.equals(first.body) && again.headers["idempotent-replayed"] === "true";
  return isSame ? [] : ["the second answer is not the first"];
}

async function joinTopic(send: Send, draft: Draft): Promise<string[]> {
  const plain = withoutKey(draft);
  const say = (more: object) => ({ ...plain, body: jsonBody({ prompt: "x", topic, ...more }) });
  const topic = randomUUID();
  const first = await send(say({}), { status: 201 });
  const again = await send(say({}), { status: 200 });
  await send(say({ mode: "preview" }), { status: 409, code: "topic_mismatch" });
  const idOf = ({ body }: Answer) => (JSON.parse(body.toString("utf8")) as { id: string }).id;
  return idOf(first) === idOf(again) ? [] : ["one topic has two jobs"];
}

/** Each operation where it does something and where it is refused. */
async function walkStates(send: Send, draft: Draft): Promise<string[]> {
  const created = await send(withoutKey(draft), "by state");
  const { id: jobId } = JSON.parse(created.body.toString("utf8")) as { id: string };
  const message = {
    ...draft,
    place: { jobId },
    query: "",
    headers: jsonType,
    body: jsonBody({ prompt: "more" }),
  };
  const bare = { ...message, headers: {}, body: null };
  const walk = [
    ...["archiveJob", "openPreviewPullRequest", "unarchiveJob", "cancelJob", "cancelJob"],
    ...["archiveJob", "archiveJob", "cancelJob", "sendMessage", "unarchiveJob", "sendMessage", "cancelJob"],
    "deleteJob",
  ];
  for (const operationId of walk)
    await send(operationId === "sendMessage" ? message : bare, "by state", operationId);
  return [];
}

async function sendEtag(send: Send, draft: Draft): Promise<string[]> {
  const plain = { ...draft, query: "", headers: {} };
  const { etag = "" } = (await send(plain, { status: 200 })).headers;
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
    await send({ ...plain, headers: { "If-None-Match": known } }, { status: 304 });
  await send({ ...plain, headers: { "If-None-Match": '"another"' } }, { status: 200 });
  return [];
}

async function readPages(send: Send, draft: Draft): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "limit=7" : `limit=7&cursor=${cursor}`;
    const { body } = await send({ ...draft, query }, { status: 200 });
    const page = JSON.parse(body.toString("utf8")) as { data: { id: string }[]; nextCursor: string | null };
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null && ids.length < 100);
  return new Set(ids).size === ids.length ? [] : ["a job is on two pages"];
}

async function readEventPages(send: Send, draft: Draft): Promise<string[]> {
  const numbers: number[] = [];
  let after: number | null = 0;
  while (after !== null && numbers.length < 100) {
    const { body } = await send(
      { ...draft, pick: 0, suits: false, query: `limit=3&after=${after}` },
      { status: 200 },
    );
    const page = JSON.parse(body.toString("utf8")) as { data: { seq: number }[]; nextAfter: number | null };
    numbers.push(...page.data.map(({ seq }) => seq));
    after = page.nextAfter;
  }
  return numbers.every((seq, index) => seq === index + 1) ? [] : [`the numbers are ${numbers}`];
}

function withoutKey(given: Draft): Draft {
  const { headers, ...draft } = withFreshBranch(given);
  const { "Idempotency-Key": _, ...others } = headers;
  return { ...draft, headers: others };
}

/** A draft is sent several times: a branch is given to one job only, and a topic's job takes no other. */
function withFreshBranch(draft: Draft): Draft {
  if (draft.body === null) return draft;
  const body = JSON.parse(draft.body.toString("utf8")) as { branch?: string; topic?: string };
  const fresh = {
    ...(body.branch !== undefined && { branch: `own/${randomUUID()}` }),
    ...(body.topic !== undefined && { topic: randomUUID() }),
  };
  return Object.keys(fresh).length === 0 ? draft : { ...draft, body: jsonBody({ ...body, ...fresh }) };
}
