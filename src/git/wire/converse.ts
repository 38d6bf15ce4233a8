import { observe } from "../../telemetry/observe.ts";
import { withStandInFolder } from "../path-repository/with-stand-in.ts";
import { gitEnvironment } from "../programs/git-environment.ts";
import { assertWithinLimits } from "../programs/run-git.ts";
import { noAccess, proofOf } from "../remote/git-access.ts";
import { type RemoteAccess, type RemoteOptions, repositoryName } from "../remote/open-remote.ts";
import { openSsh } from "../remote/open-ssh.ts";
import type { ParsedRepository } from "../remote/parse-repository.ts";
import type { RemoteWords } from "../remote/remote-words.ts";
import { withSecretFolder } from "../remote/with-secret-folder.ts";
import {
  type Conversation,
  ConversationFailed,
  type ConversationLimits,
  type ConversationRequest,
  createSaid,
  limitsDefault,
  type RemoteService,
  type Said,
} from "./conversation.ts";
import { converseOverHttp } from "./converse-over-http.ts";
import { converseWithProgram } from "./converse-with-program.ts";
import { sshCommand } from "./ssh-command.ts";

interface Conversed<T> {
  result: T;
  /** What the remote printed along with the result. */
  words: RemoteWords;
}

interface Opened {
  service: RemoteService;
  limits: ConversationLimits;
  said: Said;
  signal: AbortSignal;
}

/**
 * Talks to a service of the remote with its current credentials: in this process over http, through one
 * program otherwise. Throws the signal's reason, `ConversationFailed`, what `access` throws,
 * `url_not_allowed` for a password over http, `repository_unreachable` for an unusable ssh key, and for a
 * path what `withStandInFolder` and `runGit` throw.
 */
export async function converse<T>(
  options: RemoteOptions,
  remote: RemoteAccess,
  request: ConversationRequest & { totalMs: number },
  use: (conversation: Conversation) => Promise<T>,
): Promise<Conversed<T>> {
  const { service, signal, ...limits } = request;
  signal?.throwIfAborted();
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), limits.totalMs);
  const both = AbortSignal.any([end.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    const opened = { service, said: createSaid(), signal: both, limits: { ...limitsDefault, ...limits } };
    const command = service === "receive-pack" ? "push" : "ls-remote";
    return await observe("git", { command }, async (tell) => {
      const conversed = await open(options, remote, opened, use);
      tell({ outcome: "ok" });
      return conversed;
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!end.signal.aborted) throw error;
    throw new ConversationFailed({ stderr: "", proof: "none", ended: "timeout" });
  } finally {
    clearTimeout(timer);
  }
}

async function open<T>(
  options: RemoteOptions,
  remote: RemoteAccess,
  opened: Opened,
  use: (conversation: Conversation) => Promise<T>,
): Promise<Conversed<T>> {
  const { repository } = options;
  if (repository.kind === "path") return await openPathService(remote, opened, use);
  const access = (await options.access?.()) ?? noAccess;
  if (repository.scheme === "ssh") return await openSshService(repository, { remote, access }, opened, use);
  const { result, stderr } = await converseOverHttp(options, { remote, access, ...opened }, use);
  return { result, words: { stderr, proof: proofOf(access), ended: "exit" } };
}

async function openPathService<T>(
  remote: RemoteAccess,
  { service, limits, said, signal }: Opened,
  use: (conversation: Conversation) => Promise<T>,
): Promise<Conversed<T>> {
  const { user } = remote.local!;
  return await withStandInFolder(remote.local!, service, async (folder) => {
    const env = gitEnvironment({ GIT_CONFIG_GLOBAL: "/dev/null", ...protocolOf(service) });
    const place = { command: ["git", service, folder], env, user, folder, proof: "none" } as const;
    const { bytesMax } = limits;
    const { result, stderr } = await converseWithProgram(
      { ...place, bytesMax, said, signal },
      assertWithinLimits,
      use,
    );
    return { result, words: { stderr, proof: "none", ended: "exit" } };
  });
}

async function openSshService<T>(
  repository: Extract<ParsedRepository, { kind: "url" }>,
  { remote, access }: { remote: RemoteAccess; access: typeof noAccess },
  { service, limits, said, signal }: Opened,
  use: (conversation: Conversation) => Promise<T>,
): Promise<Conversed<T>> {
  const { host, port } = repository;
  const place = { name: repositoryName(repository), host, port, address: remote.address! };
  return await withSecretFolder(async (folder) => {
    const config = await openSsh(folder, place, access.ssh);
    const command = sshCommand(config, repository, service);
    const env = gitEnvironment(protocolOf(service));
    const { bytesMax } = limits;
    const run = { command, env, folder, proof: "key", bytesMax, said, signal } as const;
    const { result, stderr } = await converseWithProgram(run, () => {}, use);
    return { result, words: { stderr, proof: "key", ended: "exit" } };
  });
}

/** Protocol version 2 exists for fetches only. */
function protocolOf(service: RemoteService): Record<string, string> {
  return service === "upload-pack" ? { GIT_PROTOCOL: "version=2" } : {};
}
