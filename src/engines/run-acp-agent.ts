import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError, type StopReason } from "@agentclientprotocol/sdk";
import { cutCharacters } from "../agent/tools/cut-text.ts";
import { AppError, isAppError } from "../errors.ts";
import { runInSandbox, type SandboxedProcess } from "../sandbox/run-in-sandbox.ts";
import type { SandboxLevel } from "../sandbox/sandbox-level.ts";
import type { SandboxLimits } from "../sandbox/sandbox-run.ts";
import { type AcpAgentOutcome, type AcpAgentRun, growthMaxDefault, limitsDefault } from "./acp-agent-run.ts";
import { AgentProtocolError } from "./agent-protocol-error.ts";
import { openAgentStream } from "./agent-stream.ts";
import { assertPlainTree } from "./assert-plain-tree.ts";
import { describeAgentFailure } from "./describe-agent-failure.ts";
import { createTemplateFill } from "./fill-templates.ts";
import { followUpdates, type Updates } from "./follow-updates.ts";
import { keepTail } from "./keep-tail.ts";
import { startModelProxy } from "./model-proxy.ts";
import { talkToAgent } from "./talk-to-agent.ts";
import { measureTree, type TreeSize, watchTreeGrowth } from "./watch-tree-growth.ts";

export interface EngineDeps {
  /** Result of `probeSandbox`. */
  sandbox: SandboxLevel;
  /** The guarded `fetch`. */
  fetch: typeof fetch;
}

/** Port on the loopback interface inside the sandbox. */
const modelPort = "7070";
const modelHost = `127.0.0.1:${modelPort}`;
const socketInside = "/opt/copydesk/model.sock";
const forwarder = join(import.meta.dirname, "forward-model.mjs");
const forwarderInside = "/opt/copydesk/forward-model.mjs";

/** Time that an agent has to stop by itself once asked. */
const cancelMs = 500;
const errorOutputBytesMax = 4_096;
const titleCharactersMax = 72;

type Unfinished = { kind: "failed" | "budget_exceeded" | "refused"; message: string };
type Ending = { kind: "finished"; title: string; summary: string } | Unfinished;

/** State shared by the steps of one run. */
interface Engine {
  run: AcpAgentRun;
  /** Aborted if the agent has to stop early, for whatever reason. */
  stop: AbortController;
  /** What ended the run before the agent did, if anything. */
  early: Unfinished | null;
}

/**
 * Runs a third-party agent on a working tree. Once this resolves, no process of the agent is left, and the
 * tree belongs to the service and has only plain files (otherwise the outcome is `refused`). Nothing else
 * that the agent says can be trusted. Throws the reason of an abort, whatever `emit` throws,
 * `sandbox_unavailable` and `invalid_configuration`.
 */
export async function runAcpAgent(deps: EngineDeps, run: AcpAgentRun): Promise<AcpAgentOutcome> {
  if (deps.sandbox.kind === "none")
    throw new AppError("sandbox_unavailable", `Other agents cannot be run here: ${deps.sandbox.reason}`);
  run.signal.throwIfAborted();
  const engine: Engine = { run, stop: new AbortController(), early: null };
  const onAbort = () => engine.stop.abort();
  run.signal.addEventListener("abort", onAbort);
  const proxy = await startModelProxy(deps, {
    model: run.model,
    host: modelHost,
    budget: run.budget,
    onUsage: (usage) => run.onUsage?.(usage),
    onBudgetExceeded(message) {
      endEarly(engine, { kind: "budget_exceeded", message });
    },
  });
  try {
    const ending = await runSandboxed(deps.sandbox, engine, proxy.socketPath);
    run.signal.throwIfAborted();
    await proxy.close();
    const usage = proxy.usage();
    return { ...(engine.early ?? ending), usage };
  } finally {
    run.signal.removeEventListener("abort", onAbort);
    await proxy.close();
  }
}

function endEarly(engine: Engine, early: Unfinished): void {
  engine.early ??= early;
  engine.stop.abort();
}

async function runSandboxed(sandbox: SandboxLevel, engine: Engine, socketPath: string): Promise<Ending> {
  const { run, stop } = engine;
  const killer = new AbortController();
  const fill = createTemplateFill(run.model, modelHost);
  const { growthMax: growth = growthMaxDefault, limits = limitsDefault } = run;
  const before = await measureTree(run.directory, run.signal);
  const sandboxed = await runInSandbox(sandbox, {
    command: ["node", forwarderInside, modelPort, socketInside, ...run.command.map(fill)],
    workspace: run.directory,
    readOnlyPaths: run.readOnlyPaths,
    contextFolders: run.contextFolders ?? {},
    environment: Object.fromEntries(
      Object.entries(run.environment).map(([name, value]) => [name, fill(value)]),
    ),
    sockets: { [socketPath]: socketInside, [forwarder]: forwarderInside },
    limits,
    signal: killer.signal,
  });
  const updates = followUpdates(run.emit, () => stop.abort());
  const watching = watchTreeGrowth(run.directory, { before, growth }, killer.signal);
  watching.then(
    (isTooLarge) => isTooLarge && endEarly(engine, tooLarge(growth)),
    () => stop.abort(),
  );
  let ending: Ending;
  try {
    ending = await converse(engine, sandboxed, updates);
  } finally {
    killer.abort();
    if ((await sandboxed.ended).isOverMemory) endEarly(engine, tooMuchMemory(limits));
  }
  await updates.close();
  if (engine.early !== null) return ending;
  return (await findTreeProblem(run.directory)) ?? ending;
}

function tooLarge({ bytes, entries }: TreeSize): Unfinished {
  const message = `The agent has filled the workspace with more than ${bytes} bytes or ${entries} files.`;
  return { kind: "refused", message };
}

function tooMuchMemory({ groupMemoryBytes }: SandboxLimits): Unfinished {
  const mebibytes = Math.floor(groupMemoryBytes / 1024 ** 2);
  const message = `The agent and its processes used more than ${mebibytes} MiB of memory and were ended. Use an agent that needs less, or a machine with more memory.`;
  return { kind: "refused", message };
}

async function converse(engine: Engine, sandboxed: SandboxedProcess, updates: Updates): Promise<Ending> {
  const { run, stop } = engine;
  const errorOutput = keepTail(sandboxed.stderr, errorOutputBytesMax);
  try {
    const stopReason = await talkToAgent({
      stream: openAgentStream(sandboxed, updates.take),
      files: {
        ...{ directory: run.directory, contextFolders: run.contextFolders ?? {} },
        ...{ refuseWrite: run.refuseWrite, hostUser: sandboxed.hostUser },
      },
      prompt: run.prompt,
      authMethod: run.authMethod ?? null,
      signal: stop.signal,
    });
    return toEnding(stopReason, run.prompt, updates.finalMessage());
  } catch (error) {
    const hasSpoken = error instanceof AgentProtocolError || error instanceof RequestError;
    // If the agent was asked to stop or has gone, wait for its end, which says more than its silence.
    const ended = hasSpoken ? null : await Promise.race([sandboxed.ended, sleep(cancelMs, null)]);
    return { kind: "failed", message: describeAgentFailure(error, ended, errorOutput()) };
  }
}

function toEnding(stopReason: StopReason, prompt: string, message: string): Ending {
  switch (stopReason) {
    case "end_turn":
      return { kind: "finished", title: firstLine(message) || firstLine(prompt), summary: message };
    case "refusal":
      return { kind: "refused", message: `The agent refused: ${firstLine(message) || "it gave no reason"}` };
    case "max_turn_requests":
      return { kind: "budget_exceeded", message: "The agent has reached its own limit of requests." };
    default:
      return { kind: "failed", message: `The agent stopped before it was done (${stopReason}).` };
  }
}

function firstLine(text: string): string {
  const line = text
    .trim()
    .split(/\r?\n/, 1)[0]!
    .replace(/^[#>*\s-]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= titleCharactersMax
    ? line
    : `${cutCharacters(line, titleCharactersMax - 1).trimEnd()}…`;
}

async function findTreeProblem(directory: string): Promise<Ending | null> {
  try {
    await assertPlainTree(directory);
    return null;
  } catch (error) {
    if (isAppError(error, "forbidden_change")) return { kind: "refused", message: error.message };
    throw error;
  }
}
