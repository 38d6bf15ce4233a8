import type { FastifyInstance } from "fastify";
import { addVary } from "../add-vary.ts";
import { readErrorEntries } from "../error-entries.ts";
import { buildOpenapi } from "../openapi/build-openapi.ts";
import { renderError, renderErrors } from "../pages/render-errors.ts";
import { createPageFrame } from "../pages/render-page.ts";
import { renderReference } from "../pages/render-reference.ts";
import { prefersType } from "../prefers-type.ts";
import type { ServerDeps } from "../server-deps.ts";
import { operations } from "./openapi.ts";

/** The API's reference and the entry of every error, for people; entries also as JSON. */
export function registerReferencePages(app: FastifyInstance, deps: Pick<ServerDeps, "version">): void {
  const frame = createPageFrame();
  const entries = readErrorEntries();
  const send = (title: string, content: Parameters<typeof frame.render>[0]["content"]) =>
    frame.render({ title, content });
  const reference = send("Copydesk API", renderReference(buildOpenapi(operations, deps.version)));
  const all = send("Copydesk errors", renderErrors(entries));
  const single = new Map(
    entries.map((entry) => [entry.code as string, { entry, page: send(entry.code, renderError(entry)) }]),
  );

  app.get("/reference", async (_request, reply) => reply.headers(frame.headers).send(reference));
  app.get("/errors", async (_request, reply) => reply.headers(frame.headers).send(all));
  app.get<{ Params: { code: string } }>("/errors/:code", async (request, reply) => {
    const found = single.get(request.params.code);
    if (found === undefined) return reply.callNotFound();
    addVary(reply, "Accept");
    const wantsPage = prefersType(request.headers.accept, "text/html", "application/json");
    if (wantsPage) return reply.headers(frame.headers).send(found.page);
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(found.entry));
  });
}
