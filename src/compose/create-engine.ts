import { findModel } from "../agent/models/find-model.ts";
import type { Config } from "../config.ts";
import type { EngineModel, EngineProtocol } from "../engines/engine-model.ts";
import { findExposedSecret } from "../engines/find-exposed-secret.ts";
import { AppError } from "../errors.ts";
import { probeSandbox } from "../sandbox/probe-sandbox.ts";
import type { SandboxLevel } from "../sandbox/sandbox-level.ts";
import type { Provider } from "../schemas/providers.ts";
import type { RunEngine } from "../worker/engine.ts";
import { createModelCheck } from "./create-model-check.ts";
import { createNetworkFetch } from "./create-network.ts";

const protocols: Record<Provider, EngineProtocol> = {
  anthropic: "anthropic",
  openai: "openai-responses",
  google: "google",
  "openai-compatible": "openai",
};

/**
 * Connects other agents with the sandbox, which is detected once, and with the endpoint of the job's model.
 */
export function createEngine(config: Config): RunEngine {
  const fetch = createNetworkFetch(config, { silenceMs: 0 });
  const check = createModelCheck(config);
  let sandbox: Promise<SandboxLevel> | null = null;
  return async ({ engine, model, projectModels, ...run }) => {
    check(model, projectModels);
    const exposed = await findExposedSecret(engine.readOnlyPaths ?? [], config.dataFolder);
    if (exposed !== null) throw new AppError("invalid_configuration", exposed);
    sandbox ??= probeSandbox();
    // Most services and commands never use another agent.
    const { runAcpAgent } = await import("../engines/run-acp-agent.ts");
    return await runAcpAgent(
      { sandbox: await sandbox, fetch },
      {
        ...run,
        model: findEndpoint(config, model),
        command: engine.command,
        environment: engine.environment ?? {},
        readOnlyPaths: engine.readOnlyPaths ?? [],
        ...(engine.authMethod !== undefined && { authMethod: engine.authMethod }),
      },
    );
  };
}

function findEndpoint(config: Config, name: string): EngineModel {
  const found = findModel(config, name);
  if (found === null)
    throw new AppError(
      "unknown_model",
      `Another agent cannot use the model ${name}; it needs one of a provider.`,
    );
  const { provider, model, endpoint } = found;
  const { baseUrl, apiKey } = endpoint;
  return { name: model, protocol: protocols[provider], baseUrl, apiKey: apiKey ?? "" };
}
