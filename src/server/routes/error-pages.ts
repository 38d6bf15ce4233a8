import type { FastifyInstance } from "fastify";
import { readErrorEntries } from "../errors/error-entries.ts";
import { addVary } from "../http/add-vary.ts";
import { prefersType } from "../http/prefers-type.ts";
import { renderError, renderErrors } from "../pages/render-errors.ts";
import { createPageFrame } from "../pages/render-page.ts";

/** Serves the entry of every error as a page; single entries also as JSON. */
export function registerErrorPages(app: FastifyInstance): void {
  const frame = createPageFrame();
  const entries = readErrorEntries();
  const send = (title: string, content: Parameters<typeof frame.render>[0]["content"]) =>
    frame.render({ title, content });
  const all = send("Copydesk errors", renderErrors(entries));
  const single = new Map(
    entries.map((entry) => [entry.code as string, { entry, page: send(entry.code, renderError(entry)) }]),
  );

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
