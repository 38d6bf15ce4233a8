import type { FastifyInstance } from "fastify";
import { policyJsonSchema } from "../../policy/policy-schema.ts";

/** Serves the schema by which editors complete and check a repository's `.copydesk.yml`. */
export function registerPolicySchema(app: FastifyInstance): void {
  const text = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
  app.get("/policy.schema.json", async (_, reply) =>
    reply
      .headers({
        "content-type": "application/schema+json; charset=utf-8",
        "cache-control": "no-cache",
        "access-control-allow-origin": "*",
      })
      .send(text),
  );
}
