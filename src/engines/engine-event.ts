/**
 * What the agent said and did since the last one; at most one a second and 2 kB each. Untrusted text, without
 * secrets and NUL.
 */
export interface EngineEvent {
  kind: "engine_update";
  text: string;
  /** The last call of a tool, as the agent describes it. */
  toolCall?: { title: string; kind: string; status: string };
}
