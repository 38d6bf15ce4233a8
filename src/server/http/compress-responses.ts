import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

export const compressedBytesMin = 1_024;

/** Compresses text responses over 1 kB for clients that accept it; event streams are sent as they come. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: compressedBytesMin,
    encodings: ["br", "gzip"],
    customTypes: /^(?:application\/(?:problem\+)?json|text\/(?!event-stream))/,
    globalDecompression: false,
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    const etag = reply.getHeader("etag");
    // The compressed body is another representation of the same record (RFC 9110, section 8.8.1).
    if (reply.hasHeader("content-encoding") && typeof etag === "string" && !etag.startsWith("W/"))
      reply.header("etag", `W/${etag}`);
    done(null, payload);
  });
}
