import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { startCopydesk } from "./copydesk-process.ts";
import type { ScriptedModelServer } from "./scripted-model-server.ts";
import type { TestProject } from "./test-project.ts";

/** The two roles as processes of their own, with what makes triggers and secrets that both can read. */
export async function startApiAndWorker(
  project: TestProject,
  model: Pick<ScriptedModelServer, "baseUrl">,
  secretKey: Buffer,
) {
  const environment: Record<string, string> = {
    ...project.environment,
    COPYDESK_SECRET_KEY: secretKey.toString("hex"),
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  const [api, worker] = await Promise.all([
    startCopydesk({ role: "api", environment }),
    startCopydesk({ role: "worker", environment }),
  ]);
  const deps = { ...project.store, secretBox: createSecretBox(secretKey), publicUrl: api.url };
  return { api, worker, environment, deps };
}
