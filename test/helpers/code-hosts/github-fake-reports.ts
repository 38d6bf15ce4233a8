import { z } from "zod";
import type { FakeAnswer } from "./fake-server.ts";
import { refuse } from "./github-fake-answers.ts";
import { addSuite, ownApp, refuseCommit, toCheckRun } from "./github-fake-checks.ts";
import { moment, toUser } from "./github-fake-objects.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { nextId, userOf } from "./github-fake-state.ts";

const annotation = z.strictObject({
  ...{ path: z.string().min(1), start_line: z.int().min(1), end_line: z.int().min(1) },
  annotation_level: z.enum(["notice", "warning", "failure"]),
  ...{ title: z.string().max(255), message: z.string().min(1).max(65_535) },
});

const run = z.strictObject({
  ...{ name: z.string().min(1), head_sha: z.string().length(40), external_id: z.string() },
  ...{ details_url: z.url(), status: z.literal("completed"), conclusion: z.enum(["success", "neutral"]) },
  output: z.strictObject({
    ...{ title: z.string(), summary: z.string().max(65_535), annotations: z.array(annotation).max(50) },
  }),
});

const status = z.strictObject({
  state: z.enum(["error", "failure", "pending", "success"]),
  ...{ context: z.string(), description: z.string().max(140), target_url: z.url() },
});

const repo = "/repos/{owner}/{repo}";

/** What those who check a commit tell of it. */
export const reportRoutes: Route[] = [
  { operation: `POST ${repo}/check-runs`, need: [{ checks: "write" }], body: run, handle: makeRun },
  {
    operation: `POST ${repo}/statuses/{sha}`,
    need: [{ statuses: "write" }],
    body: status,
    handle: addStatus,
  },
];

/** Each is a new one, whatever others are called. */
async function makeRun(call: Call): Promise<FakeAnswer> {
  const { state, addresses, repository, who } = call;
  if (who.kind !== "installation") return refuse(403, "You must authenticate via a GitHub App.");
  const {
    name,
    head_sha: ref,
    external_id,
    details_url: url,
    conclusion,
    output,
  } = call.body as z.output<typeof run>;
  const refusal = await refuseCommit({ path: { ref }, repository });
  if (refusal !== null) return refusal;
  const known = state.suites.find(({ commit, app }) => commit === ref && app === ownApp);
  const suite = known ?? addSuite(state, { commit: ref, branch: "", app: ownApp });
  const made = { externalId: external_id, url, annotations: output.annotations.length };
  const added = { id: nextId(state), suite, name, text: output.title, conclusion, made };
  state.runs.push(added);
  return { status: 201, body: toCheckRun(state, addresses, added) };
}

async function addStatus({ state, addresses, path, repository, who, ...call }: Call): Promise<FakeAnswer> {
  const { state: word, context, description, target_url: url } = call.body as z.output<typeof status>;
  const refusal = await refuseCommit({ path: { ref: path.sha! }, repository });
  if (refusal !== null) return refusal;
  const id = nextId(state);
  state.statuses.push({ id, commit: path.sha!, context, state: word, description, url });
  const body = {
    ...{ url: `${addresses.api}/repos/acme/docs/statuses/${path.sha}`, avatar_url: null },
    ...{ id, node_id: `SC_${id}`, state: word, description, target_url: url, context },
    ...{ created_at: moment, updated_at: moment, creator: toUser(addresses, userOf(state, who.login)) },
  };
  return { status: 201, body };
}
