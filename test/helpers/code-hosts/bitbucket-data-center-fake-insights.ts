import { type DataCenterCall, fail, refuseBody } from "./bitbucket-data-center-fake-call.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer } from "./fake-server.ts";

const report = "/insights/1.0/projects/{key}/repos/{slug}/commits/{commit}/reports/{report}";

export const insightsRoutes: FakeRoute<DataCenterCall>[] = [
  route(`PUT ${report}`, "REPO_READ", writeReport),
  route(`DELETE ${report}/annotations`, "REPO_READ", removeAnnotations),
  route(`POST ${report}/annotations`, "REPO_READ", addAnnotations),
];

/** One of the same key is replaced; its annotations stay. */
function writeReport({ state, params, body }: DataCenterCall): FakeAnswer {
  const problem = refuseBody(body, {
    ...{ title: "string!", details: "string", result: "string", reporter: "string", link: "string" },
    ...{ logoUrl: "string", data: "array" },
  });
  if (problem !== null) return problem;
  const { title, details = "", result = "PASS", link } = body as Record<string, string>;
  if (title!.length > 450 || details.length > 2_000) return fail(400, null, "The text is too long.");
  if (!["PASS", "FAIL"].includes(result)) return fail(400, null, `${result} is no result.`);
  if (link !== undefined && !URL.canParse(link)) return fail(400, null, "The link is no URL.");
  const known = findReport({ state, params });
  if (known !== undefined) known.result = result;
  else state.insights.push({ commit: params.commit!, key: params.report!, result, annotations: [] });
  return { status: 200, body: { key: params.report, title, details, result } };
}

function removeAnnotations(call: DataCenterCall): FakeAnswer {
  const found = findReport(call);
  if (found !== undefined) found.annotations = [];
  return { status: 204 };
}

/** All of one request or none; each external id is there once. */
function addAnnotations(call: DataCenterCall): FakeAnswer {
  const found = findReport(call);
  if (found === undefined) return fail(404, null, "No report has this key.");
  const problem = refuseBody(call.body, { annotations: "array!" });
  if (problem !== null) return problem;
  const { annotations } = call.body as { annotations: Record<string, string>[] };
  if (found.annotations.length + annotations.length > 1_000) return fail(400, null, "Too many annotations.");
  for (const one of annotations) {
    const wrong = refuseBody(one, {
      ...{ externalId: "string", line: "number!", message: "string!", path: "string!", severity: "string!" },
      ...{ type: "string", link: "string" },
    });
    if (wrong !== null) return wrong;
    if (one.message!.length > 2_000) return fail(400, null, "The message is too long.");
    if (!["LOW", "MEDIUM", "HIGH"].includes(one.severity!)) return fail(400, null, "Unknown severity.");
    if (!["VULNERABILITY", "CODE_SMELL", "BUG"].includes(one.type ?? "BUG"))
      return fail(400, null, "Unknown type.");
    if (found.annotations.some(({ id }) => id === one.externalId))
      return fail(409, null, `${one.externalId} is there already.`);
  }
  const added = annotations.map(({ externalId, path, line, message }) => ({
    ...{ id: externalId!, path: path!, line: Number(line), text: message! },
  }));
  found.annotations.push(...added);
  return { status: 204 };
}

function findReport({ state, params }: Pick<DataCenterCall, "state" | "params">) {
  return state.insights.find(({ commit, key }) => commit === params.commit && key === params.report);
}
