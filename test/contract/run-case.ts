import type { CheckAnswer } from "./check-answer.ts";
import type { Operation } from "./description.ts";
import type { Draft, Expected } from "./draft.ts";
import type { JobStates } from "./job-states.ts";
import type { Answer, Sender, SentRequest } from "./send-request.ts";

export interface Runner {
  sender: Sender;
  projectId: string;
  check: CheckAnswer;
  states: JobStates;
  /** One entry for each answer that is not as it must be. */
  failures: string[];
  /** `<operation> <status> <code>`: how often. */
  seen: Map<string, number>;
}

/** Sends the draft, checks its answer against the document and what is expected, and answers it. */
export async function runDraft(
  runner: Runner,
  operation: Operation,
  what: string,
  draft: Draft,
  expected: Expected,
): Promise<Answer> {
  const jobId = draft.place.jobId ?? runner.states.choose(operation, draft);
  const foreseen = toOutcome(runner, operation, draft, expected, jobId);
  const sent = toRequest(runner, operation, draft, jobId);
  const answer = await runner.sender.send(sent).catch((error: unknown) => noAnswer(String(error)));
  const problem = answer.status < 400 ? null : JSON.parse(answer.body.toString("utf8"));
  const found = [...runner.check(operation, sent, answer), ...differences(foreseen, answer.status, problem)];
  if (found.length === 0) found.push(...runner.states.learn(operation, answer, jobId));
  const key = [operation.operationId, answer.status, problem?.code].filter(Boolean).join(" ");
  runner.seen.set(key, (runner.seen.get(key) ?? 0) + 1);
  if (found.length > 0) runner.failures.push(describe(operation, what, sent, answer, found));
  return answer;
}

/** A connection that broke off before the end of an answer; no operation describes it. */
function noAnswer(why: string): Answer {
  return { status: 599, headers: {}, body: Buffer.from(JSON.stringify({ why })), whole: false };
}

interface Foreseen {
  statuses: number[] | null;
  code?: string | undefined;
  path?: string | undefined;
}

function toOutcome(
  { states }: Runner,
  operation: Operation,
  draft: Draft,
  expected: Expected,
  jobId: string,
): Foreseen {
  if (expected === "described") return { statuses: null };
  if (expected === "by state") return states.foresee(operation, draft, jobId);
  return { ...expected, statuses: [expected.status] };
}

function toRequest({ projectId }: Runner, operation: Operation, draft: Draft, jobId: string): SentRequest {
  const { place, query, headers, authorization, body, leaveAfter } = draft;
  const path = operation.path
    .replace("{projectId}", () => place.projectId ?? projectId)
    .replace("{jobId}", () => jobId);
  return {
    method: operation.method,
    path: query === "" ? path : `${path}?${query}`,
    headers: { ...headers, ...(authorization !== null && { authorization }) },
    body,
    ...(leaveAfter && { leaveAfter }),
  };
}

interface ReadProblem {
  code: string;
  errors?: { path: string }[];
}

function differences(
  { statuses, code, path }: Foreseen,
  status: number,
  problem: ReadProblem | null,
): string[] {
  if (statuses === null) return [];
  if (!statuses.includes(status)) return [`the status is ${status} instead of ${statuses.join(" or ")}`];
  if (code !== undefined && problem?.code !== code)
    return [`the code is ${problem?.code} instead of ${code}`];
  if (path === undefined || path === "" || problem?.errors?.some((error) => error.path.startsWith(path)))
    return [];
  return [`no problem names ${path}: ${JSON.stringify(problem?.errors)}`];
}

function describe(
  { operationId }: Operation,
  what: string,
  sent: SentRequest,
  answer: Answer,
  found: string[],
): string {
  const { method, path, headers, body } = sent;
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const request = `${method} ${path.slice(0, 300)} [${shown.join("; ")}] ${body?.toString("utf8").slice(0, 200) ?? ""}`;
  const said = answer.body.toString("utf8").slice(0, 300);
  return `${operationId}, ${what}: ${found.slice(0, 5).join("; ")}\n  ${request}\n  ${answer.status} ${said}`;
}
