import type { ParsedRepository } from "../remote/parse-repository.ts";
import type { RemoteService } from "./conversation.ts";

/** Returns the command line of ssh that starts a repository's service, with only this configuration file. */
export function sshCommand(
  configFile: string,
  repository: Extract<ParsedRepository, { kind: "url" }>,
  service: RemoteService,
): [string, ...string[]] {
  const { user, path } = placeOf(repository.url);
  const destination = user === null ? repository.host : `${user}@${repository.host}`;
  const protocol = service === "upload-pack" ? ["-o", "SendEnv=GIT_PROTOCOL"] : [];
  const port = ["-p", String(repository.port)];
  return ["ssh", "-F", configFile, ...protocol, ...port, "--", destination, `git-${service} ${quote(path)}`];
}

/** Parses the URL as git does: `ssh://user@host:22/path` with percent-encoding, `user@host:path` as it is. */
function placeOf(url: string): { user: string | null; path: string } {
  const isUrl = url.startsWith("ssh://");
  const pattern = isUrl
    ? /^ssh:\/\/(?:([^@/]*)@)?[^/]*(\/.*)$/
    : /^(?:([^@/:]*)@)?(?:\[[^\]]*\]|[^:]*):(.*)$/;
  const [, user, path = ""] = pattern.exec(url) ?? [];
  const plain = isUrl ? decode(path).replace(/^\/~/, "~") : path;
  return { user: user ?? null, path: plain };
}

function decode(path: string): string {
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (codes) =>
    Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

/** Quotes for the shell of the other side, which may be a C shell. */
function quote(text: string): string {
  return `'${text.replace(/['!]/g, "'\\$&'")}'`;
}
