/** What the agent does is not the Agent Client Protocol; the message goes on after "The agent failed: ". */
export class AgentProtocolError extends Error {
  override readonly name = "AgentProtocolError";
}
