import type { FastifyInstance } from "fastify";
import { matchesEtag } from "../http/matches-etag.ts";
import { packSdk, type SdkPackage } from "../pack-sdk.ts";

/** Serves the client library of exactly this version: `npm install <URL of the instance>/sdk.tgz`. */
export function registerSdkPackage(app: FastifyInstance): void {
  let packing: Promise<SdkPackage> | undefined;

  app.get("/sdk.tgz", async (request, reply) => {
    packing ??= packSdk().catch((error) => {
      packing = undefined;
      throw error;
    });
    const { bytes, etag, fileName } = await packing;
    reply.headers({ etag, "cache-control": "no-cache" });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    reply.headers({
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="${fileName}"`,
    });
    return reply.send(bytes);
  });
}
