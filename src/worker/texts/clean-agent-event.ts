import type { AgentEvent } from "../../agent/types.ts";
import type { Gate } from "../../outgoing/create-gate.ts";

const refused =
  "the arguments have a secret or what looks like an access token, so the call was not run. Leave it out, or write a placeholder such as <your-token>.";

/**
 * Returns the event with its secrets masked. A tool call with a secret is not run, so that the masked
 * record leads to the same tree.
 */
export async function cleanAgentEvent(gate: Gate, { kind, ...data }: AgentEvent): Promise<AgentEvent> {
  const kept = { kind, ...(await gate.maskData(data)) } as unknown as AgentEvent;
  if (kept.kind !== "model_answer" || !("toolCalls" in data)) return kept;
  const toolCalls = kept.toolCalls.map((call, index) => {
    const isSame = JSON.stringify(call.input) === JSON.stringify(data.toolCalls[index]!.input);
    return isSame ? call : { ...call, refused };
  });
  return { ...kept, toolCalls };
}
