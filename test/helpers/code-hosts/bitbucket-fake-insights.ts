import { type BitbucketCall, fail, notFound, refuseField } from "./bitbucket-fake-call.ts";
import { type BodyShape, type FakeRoute, findBodyProblems, route } from "./bitbucket-fake-routes.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

const reports = "/repositories/{workspace}/{repo_slug}/commit/{commit}/reports/{report}";

/** The published description of the host that the fakes are held against has none of these. */
export const insightsRoutes: FakeRoute<BitbucketCall>[] = [
  route(`PUT ${reports}`, "repository", writeReport),
  route(`POST ${reports}/annotations`, "repository", addAnnotations),
];

const reportShape: BodyShape = {
  ...{ title: "string!", details: "string", link: "string", report_type: "string!" },
  ...{ reporter: "string", result: "string", logo_url: "string", data: "array" },
};

async function writeReport({ state, params, body }: BitbucketCall): Promise<FakeAnswer> {
  const [first] = findBodyProblems(body, reportShape);
  if (first !== undefined) return refuseField(...first);
  const { report_type: kind, result = "PENDING", link } = body as Record<string, string>;
  if (!["SECURITY", "COVERAGE", "TEST", "BUG"].includes(kind!)) return refuseField("report_type", "Invalid.");
  if (!["PASSED", "FAILED", "PENDING"].includes(result)) return refuseField("result", "Invalid.");
  if (link !== undefined && !URL.canParse(link)) return refuseField("link", "Enter a valid URL.");
  const commit = params.commit!;
  if (![...(await branchCommits(state.repository.folder)).values()].includes(commit)) return notFound;
  const known = state.insights.find((one) => one.commit === commit && one.key === params.report);
  if (known === undefined) state.insights.push({ commit, key: params.report!, result, annotations: [] });
  else known.result = result;
  return { status: 200, body: { type: "report", external_id: params.report, result } };
}

const annotationShape: BodyShape = {
  ...{ external_id: "string!", annotation_type: "string!", summary: "string!", severity: "string" },
  ...{ path: "string", line: "number", link: "string", details: "string", result: "string" },
};

/** At most 100 at a time; one of the same id is overwritten. */
function addAnnotations({ state, params, body }: BitbucketCall): FakeAnswer {
  const report = state.insights.find(({ commit, key }) => commit === params.commit && key === params.report);
  if (report === undefined) return notFound;
  if (!Array.isArray(body) || body.length < 1 || body.length > 100) return fail(400, "1 to 100 annotations.");
  for (const one of body) {
    const [first] = findBodyProblems(one, annotationShape);
    if (first !== undefined) return refuseField(...first);
    if (!["VULNERABILITY", "CODE_SMELL", "BUG"].includes(one.annotation_type))
      return refuseField("annotation_type", "Invalid.");
    if (!["CRITICAL", "HIGH", "MEDIUM", "LOW"].includes(one.severity ?? "LOW"))
      return refuseField("severity", "Invalid.");
    if (one.summary.length > 450) return refuseField("summary", "At most 450 characters.");
    if (one.line !== undefined && (!Number.isInteger(one.line) || one.line < 1))
      return refuseField("line", "Must be greater than 0.");
  }
  for (const { external_id: id, path, line, summary: text } of body) {
    report.annotations = [...report.annotations.filter((one) => one.id !== id), { id, path, line, text }];
  }
  return { status: 200, body };
}
