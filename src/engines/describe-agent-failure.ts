import { RequestError } from "@agentclientprotocol/sdk";
import { cutCharacters, oneLine } from "../agent/tools/cut-text.ts";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { withPeriod } from "../text/with-period.ts";
import { AgentProtocolError } from "./agent-protocol-error.ts";

const charactersMax = 700;

/** Describes the failure in one line for people, with the agent's last output and with secrets masked. */
export function describeAgentFailure(
  error: unknown,
  ended: { code: number | null } | null,
  errorOutput: string,
): string {
  const words =
    errorOutput.trim() === "" ? "" : ` Its last words: ${errorOutput.trim().slice(-charactersMax)}`;
  return cutCharacters(maskCredentials(oneLine(`${whatHappened(error, ended)}${words}`)), 2 * charactersMax);
}

function whatHappened(error: unknown, ended: { code: number | null } | null): string {
  if (error instanceof AgentProtocolError) return withPeriod(`The agent failed: ${error.message}`);
  if (error instanceof RequestError) {
    const data = error.data === undefined ? "" : ` (${JSON.stringify(error.data)})`;
    return withPeriod(
      `The agent answered with an error: ${cutCharacters(`${error.message}${data}`, charactersMax)}`,
    );
  }
  if (ended === null) return "The agent closed its output before it was done.";
  return ended.code === null
    ? "The agent was ended by a signal before it was done."
    : `The agent ended with code ${ended.code} before it was done.`;
}
