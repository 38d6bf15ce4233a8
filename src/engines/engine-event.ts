/**
 * What the agent said and did since the previous event; at most one event a second and 2 kB each. Untrusted
 * text, without secrets and NUL characters.
 */
export interface EngineEvent {
  kind: "engine_update";
  text: string;
  /** The last tool call, as the agent describes it. */
  toolCall?: { title: string; kind: string; status: string };
}
