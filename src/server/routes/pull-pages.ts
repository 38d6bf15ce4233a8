import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { loadProject } from "../../store/projects/load-projects.ts";
import { loadPublishedChecks } from "../../store/pull-requests/load-published-checks.ts";
import { loadPullRequest } from "../../store/pull-requests/load-pull-request.ts";
import type { PullRequestRow } from "../../store/pull-requests/pull-request-row.ts";
import { renderMissingPage } from "../pages/render-missing-page.ts";
import { createPageFrame, type PageFrame } from "../pages/render-page.ts";
import { renderPullPage } from "../pages/render-pull-page.ts";

interface Address {
  projectId: string;
  number: string;
}

/** The pages of the local host's pull requests. Without a key: whoever knows a project's id may read them. */
export function registerPullPages(app: FastifyInstance, { database }: { database: Database }): void {
  const frame = createPageFrame();

  app.get<{ Params: Address }>("/projects/:projectId/pulls/:number", async (request, reply) => {
    const pull = await findPull(database, request.params);
    if (pull === undefined) return sendMissing(frame, request, reply);
    const [project, checks] = await Promise.all([
      loadProject(database, pull.project_id),
      pull.job_id === null ? null : loadPublishedChecks(database, pull.job_id),
    ]);
    const page = {
      title: `${pull.title} · #${pull.number}`,
      content: renderPullPage({ pull, projectName: project?.name ?? "", checks }),
    };
    return reply.headers(frame.headers).send(frame.render(page));
  });

  app.get<{ Params: Address }>("/projects/:projectId/pulls/:number/diff", async (request, reply) => {
    const pull = await findPull(database, request.params);
    if (pull === undefined) throw missing();
    return reply
      .headers({
        "content-type": "text/x-diff; charset=utf-8",
        "content-disposition": `attachment; filename="pull-${pull.number}.diff"`,
        "content-security-policy": "default-src 'none'; sandbox",
      })
      .send(pull.patch);
  });
}

async function findPull(
  database: Database,
  { projectId, number }: Address,
): Promise<PullRequestRow | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(number) || projectId.includes("\0")) return undefined;
  return await loadPullRequest(database, { projectId, number: Number(number) });
}

function sendMissing(frame: PageFrame, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(request.headers.accept ?? "").includes("text/html")) throw missing();
  const content = renderMissingPage({
    title: "There is no such pull request",
    reason: "The address may be mistyped, or the project was deleted.",
  });
  const page = { title: "No such pull request", content };
  return reply.code(404).headers(frame.headers).send(frame.render(page));
}

function missing(): AppError {
  return new AppError("pull_request_not_found", "There is no such pull request.");
}
