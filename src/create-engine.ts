import { type Provider, providers, readEndpoint } from "./agent/models/provider-settings.ts";
import type { Config } from "./config.ts";
import type { EngineModel, EngineProtocol } from "./engines/engine-model.ts";
import { runAcpAgent } from "./engines/run-acp-agent.ts";
import { AppError } from "./errors.ts";
import { createGuardedFetch } from "./network/guard-fetch.ts";
import { probeSandbox } from "./sandbox/probe-sandbox.ts";
import type { SandboxLevel } from "./sandbox/sandbox-level.ts";
import type { RunEngine } from "./worker/engine.ts";

const protocols: Record<Provider, EngineProtocol> = {
  anthropic: "anthropic",
  openai: "openai-responses",
  google: "google",
  "openai-compatible": "openai",
};

/** Joins another agent with the sandbox, which is looked for once, and with the endpoint of the job's model. */
export function createEngine(config: Config): RunEngine {
  const fetch = createGuardedFetch({ allowPrivate: config.allowPrivateAddresses, silenceMs: 0 });
  let sandbox: Promise<SandboxLevel> | null = null;
  return async ({ engine, model, ...run }) => {
    sandbox ??= probeSandbox();
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

function findEndpoint(config: Config, model: string): EngineModel {
  const slash = model.indexOf("/");
  const provider = providers.find((known) => known === model.slice(0, slash));
  if (provider === undefined)
    throw new AppError(
      "unknown_model",
      `Another agent cannot use the model ${model}; it needs one of a provider.`,
    );
  const endpoint = readEndpoint(config, provider);
  if ("variable" in endpoint)
    throw new AppError(
      "invalid_configuration",
      `The model ${model} needs ${endpoint.variable} to be set to ${endpoint.what}.`,
    );
  const { baseUrl, apiKey } = endpoint;
  return { name: model.slice(slash + 1), protocol: protocols[provider], baseUrl, apiKey: apiKey ?? "" };
}
