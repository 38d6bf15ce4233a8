import { execFileSync } from "node:child_process";
import { type GiteaProgram, giteaPassword } from "../gitea-program.ts";

/** Answers what the API says; throws its refusal. */
export type AskGitea = <Answer = unknown>(
  who: string,
  method: string,
  path: string,
  body?: unknown,
) => Answer;

/**
 * Asks as one of the instance's people. Answers before anybody else has a turn, because what people do in a
 * scene is done when the call returns.
 */
export function askGitea({ url }: Pick<GiteaProgram, "url">): AskGitea {
  return (who, method, path, body) => {
    const quiet = ["--silent", "--show-error", "--request", method, "--user", `${who}:${giteaPassword}`];
    const sent = ["--header", "content-type: application/json", "--data-binary", "@-"];
    const shown = ["--write-out", "\n%{http_code}", `${url}/api/v1${path}`];
    const input = body === undefined ? "" : JSON.stringify(body);
    const output = execFileSync("curl", [...quiet, ...sent, ...shown], { input, maxBuffer: 2 ** 28 });
    const [, text, status] = /^(.*)\n(\d+)$/s.exec(output.toString("utf8"))!;
    if (Number(status) >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text === "" ? undefined : JSON.parse(text!);
  };
}
