/** The agent violated the Agent Client Protocol. The message continues "The agent failed: ". */
export class AgentProtocolError extends Error {
  override readonly name = "AgentProtocolError";
}
