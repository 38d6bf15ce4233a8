/** Names and data of server-sent events; a `null` name is omitted. */
export type ServerSentEvent = [name: string | null, data: unknown];

// biome-ignore lint/suspicious/noExplicitAny: whole answers of three protocols, as the scripted models make them.
type Whole = any;

/** Splits a whole chat completion into the pieces of a stream. */
export function streamCompletion({ choices, usage, ...about }: Whole): ServerSentEvent[] {
  const [{ message, finish_reason }] = choices;
  const calls = message.tool_calls?.map((call: object, index: number) => ({ index, ...call }));
  const delta = { ...message, ...(calls && { tool_calls: calls }) };
  const chunk = (part: object) =>
    [null, { ...about, object: "chat.completion.chunk", ...part }] as ServerSentEvent;
  return [
    chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
    chunk({ choices: [], usage }),
    [null, "[DONE]"],
  ];
}

/** The same for Anthropic's Messages API. */
export function streamMessage(message: Whole): ServerSentEvent[] {
  const { content, stop_reason, stop_sequence, usage } = message;
  const typed = (data: { type: string; [name: string]: unknown }): ServerSentEvent => [data.type, data];
  return [
    typed({ type: "message_start", message: { ...message, content: [], stop_reason: null } }),
    ...content.flatMap((block: Whole, index: number) => {
      const [empty, delta] =
        block.type === "text"
          ? [
              { ...block, text: "" },
              { type: "text_delta", text: block.text },
            ]
          : [
              { ...block, input: {} },
              { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
            ];
      return [
        typed({ type: "content_block_start", index, content_block: empty }),
        typed({ type: "content_block_delta", index, delta }),
        typed({ type: "content_block_stop", index }),
      ];
    }),
    typed({ type: "message_delta", delta: { stop_reason, stop_sequence }, usage }),
    typed({ type: "message_stop" }),
  ];
}

/** The same for OpenAI's Responses API. */
export function streamResponse(response: Whole): ServerSentEvent[] {
  const output: Whole[] = response.output;
  const pieces = output.flatMap((item, output_index) => [
    { type: "response.output_item.added", output_index, item },
    { type: "response.output_item.done", output_index, item },
  ]);
  const all = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...pieces,
    { type: "response.completed", response },
  ];
  return all.map((event, sequence_number) => [event.type, { ...event, sequence_number }]);
}
