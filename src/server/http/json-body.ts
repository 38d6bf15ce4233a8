import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";

/**
 * Accepts only JSON in UTF-8; refuses `__proto__` and `constructor.prototype` keys, other charsets and
 * invalid bytes.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addHook("preParsing", async ({ method, headers }) => {
    const encoding = headers["content-encoding"] ?? "identity";
    if (method !== "GET" && method !== "HEAD" && !/^\s*identity\s*$/i.test(encoding))
      throw new AppError(
        "unsupported_media_type",
        "Send the body without Content-Encoding: compressed bodies are not accepted.",
      );
  });
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const text = decode(request, body as Buffer);
    if (text instanceof AppError) done(text);
    // Many clients name a type even if they send nothing; an operation that needs a body reports it itself.
    else if (text === "") done(null, undefined);
    else parse(request, text, (error, value) => done(error && explain(error, text), value));
  });
}

/** The parser has one error both for invalid JSON and for JSON with a forbidden key. */
function explain(error: Error, text: string): Error {
  try {
    JSON.parse(text);
  } catch {
    return error;
  }
  const message =
    "The body has a field named __proto__ or constructor.prototype. No field may have such a name.";
  return new AppError("invalid_json", message, { cause: error });
}

function decode(request: FastifyRequest, body: Buffer): string | AppError {
  const charset =
    /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset)) return new AppError("unsupported_media_type", "The body must be in UTF-8.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return new AppError("invalid_json", "The body is not valid UTF-8.");
  }
}
