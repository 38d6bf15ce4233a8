import type { FastifyInstance, FastifyReply } from "fastify";
import { isAppError } from "../../errors.ts";
import { githubAppPath } from "../../projects/github-app-link.ts";
import type { OpenGithubAppSetup } from "../github-app-setup.ts";
import type { Html } from "../pages/html.ts";
import { renderAppForm, renderAppMade, renderAppRefused } from "../pages/render-github-app.ts";
import { renderMissingPage } from "../pages/render-missing-page.ts";
import { createPageFrame } from "../pages/render-page.ts";

interface Address {
  Params: { token: string };
  Querystring: { code?: unknown; state?: unknown };
}

const title = "GitHub App";

/**
 * Serves the pages behind the set-up link of a project's GitHub App. No key is needed: the link is the
 * credential.
 */
export function registerGithubAppPages(app: FastifyInstance, openSetup: OpenGithubAppSetup): void {
  const frame = createPageFrame();
  const send = (reply: FastifyReply, content: Html, headers = frame.headers) =>
    reply.headers(headers).send(frame.render({ title, content }));

  app.get<Address>(`${githubAppPath}/:token`, async (request, reply) => {
    const setup = await openSetup(request.params.token);
    if (setup === null) return send(reply.code(404), missing());
    if (setup.made !== null) return send(reply, renderAppMade(setup.projectName, setup.made));
    return send(reply, renderAppForm(setup), frame.formHeaders(new URL(setup.form.action).origin));
  });

  // Not for HEAD: requesting the headers would use up the code.
  app.get<Address>(`${githubAppPath}/:token/created`, { exposeHeadRoute: false }, async (request, reply) => {
    const { code, state } = request.query;
    const { token } = request.params;
    const setup = await openSetup(token);
    if (setup === null || state !== setup.state || typeof code !== "string" || code === "")
      return send(reply.code(404), missing());
    const { projectId, projectName } = setup;
    try {
      return send(reply, renderAppMade(projectName, setup.made ?? (await setup.finish(code))));
    } catch (error) {
      if (!isAppError(error) || !error.code.startsWith("code_host_")) throw error;
      // Another instance may have used the same code first.
      const made = (await openSetup(token))?.made ?? null;
      if (made !== null) return send(reply, renderAppMade(projectName, made));
      request.log.warn({ requestId: request.id, projectId, err: error }, "no GitHub App was stored");
      const status = error.code === "code_host_unavailable" ? 503 : 502;
      return send(reply.code(status), renderAppRefused(projectName, { reason: error.message, token }));
    }
  });
}

function missing(): Html {
  return renderMissingPage({
    title: "This link leads nowhere",
    reason: "It may be mistyped, or older than an hour. Run the command that made it again for a new one.",
  });
}
