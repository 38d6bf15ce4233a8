import type { Readable, Writable } from "node:stream";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { AgentProtocolError } from "./agent-protocol-error.ts";
import { splitLines } from "./split-lines.ts";

const lineBytesMax = 8 * 1024 * 1024;
const totalBytesMax = 256 * 1024 * 1024;
/** Unanswered requests by the agent; the next ones are read only after an answer has been sent. */
const openRequestsMax = 16;
const idCharactersMax = 256;

interface Traffic {
  /** Ids of the service's unanswered requests. */
  asked: Set<unknown>;
  openRequests: number;
  wake(): void;
}

/**
 * Turns the agent's standard streams into a stream for the protocol library. That library reads without limit
 * and keeps what it cannot use, so it gets only requests, a few at a time, and answers to its own;
 * `session/update` goes to `onUpdate`.
 */
export function openAgentStream(
  agent: { stdin: Writable; stdout: Readable },
  onUpdate: (params: unknown) => void,
): Stream {
  const traffic: Traffic = { asked: new Set(), openRequests: 0, wake: () => {} };
  const messages = readMessages(agent.stdout, traffic, onUpdate);
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          const { value, done } = await messages.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          agent.stdout.destroy();
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({ write: (message) => send(agent.stdin, traffic, message) }),
  };
}

async function* readMessages(
  stdout: Readable,
  traffic: Traffic,
  onUpdate: (params: unknown) => void,
): AsyncGenerator<AnyMessage, void> {
  for await (const line of splitLines(stdout, { lineBytesMax, totalBytesMax })) {
    if (line.trim() === "") continue;
    const message = parseMessage(line);
    const { id, method } = message;
    if (method === undefined) {
      if (traffic.asked.delete(id)) yield message as unknown as AnyMessage;
    } else if (id !== undefined) {
      traffic.openRequests += 1;
      yield message as unknown as AnyMessage;
      while (traffic.openRequests >= openRequestsMax)
        await new Promise<void>((resolve) => {
          traffic.wake = resolve;
        });
    } else if (method === "session/update") onUpdate(message.params);
  }
}

type Message = { id?: string | number | null; method?: string; params?: unknown };

function parseMessage(line: string): Message {
  const message = parse(line);
  if (typeof message !== "object" || message === null || Array.isArray(message)) throw notAMessage(line);
  const { id, method } = message as Record<string, unknown>;
  const isId =
    id === undefined ||
    id === null ||
    typeof id === "number" ||
    (typeof id === "string" && id.length <= idCharactersMax);
  if (!isId || (method === undefined ? id === undefined : typeof method !== "string"))
    throw notAMessage(line);
  return message as Message;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function notAMessage(line: string): AgentProtocolError {
  return new AgentProtocolError(
    `it wrote a line that is not a message of the protocol: ${JSON.stringify(line.slice(0, 120))}`,
  );
}

async function send(stdin: Writable, traffic: Traffic, message: AnyMessage): Promise<void> {
  const { id, method } = message as Message;
  if (method !== undefined && id !== undefined) traffic.asked.add(id);
  const isFlowing = stdin.write(`${JSON.stringify(message)}\n`);
  if (!isFlowing && !stdin.destroyed) {
    await new Promise<void>((resolve) => {
      const done = () => {
        stdin.off("drain", done).off("close", done);
        resolve();
      };
      stdin.on("drain", done).on("close", done);
    });
  }
  if (method !== undefined) return;
  traffic.openRequests -= 1;
  traffic.wake();
}
