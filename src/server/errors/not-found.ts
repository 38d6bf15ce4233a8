import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { requestPath } from "../http/request-path.ts";
import { sendError } from "./send-error.ts";

interface KnownPath {
  parts: string[];
  methods: Set<string>;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/**
 * Returns the response to unknown paths, 404, and to known paths with another method, 405 with `Allow`. A
 * browser's requests go to `answerPage`, which returns null for the rest. Must be called before any route is
 * registered.
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  answerPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null,
): Answer {
  const paths = new Map<string, KnownPath>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = paths.get(url) ?? { parts: url.split("/"), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    paths.set(url, known);
  });
  const answer: Answer = (request, reply) =>
    answerPage(request, reply) ?? sendError(toError(request, paths), request, reply);
  // For routes that find out themselves that there is nothing at their path.
  app.setNotFoundHandler(answer);
  return answer;
}

/** Answers before the body is read: on a path or with a method that is unknown, no body can be right. */
export function answerBeforeBody(app: FastifyInstance, answer: Answer): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) return answer(request, reply);
  });
}

function toError(request: FastifyRequest, paths: Map<string, KnownPath>): AppError {
  const path = requestPath(request.raw.url);
  const asked = path.split("/");
  const known = [...paths.values()].filter(({ parts }) => isAsked(parts, asked));
  const methods = [...new Set(known.flatMap(({ methods }) => [...methods]))].sort();
  if (methods.length === 0 || methods.includes(request.method))
    return new AppError("route_not_found", "There is no such path.");
  const allow = methods.join(", ");
  return new AppError("method_not_allowed", `This path allows ${allow}.`, { details: { allow } });
}

/** `*` stands for the rest of the path, a segment with `:` for any non-empty one. */
function isAsked(parts: readonly string[], asked: readonly string[]): boolean {
  const rest = parts.indexOf("*");
  if (rest === -1 ? asked.length !== parts.length : asked.length <= rest) return false;
  return parts
    .slice(0, rest === -1 ? undefined : rest)
    .every((part, index) => (part.includes(":") ? asked[index] !== "" : asked[index] === part));
}
