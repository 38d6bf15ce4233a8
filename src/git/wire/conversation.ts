import { StringDecoder } from "node:string_decoder";
import type { RemoteWords } from "../remote/remote-words.ts";
import type { PacketReader, ProtocolError } from "./packets.ts";

export type RemoteService = "upload-pack" | "receive-pack";

/** One service of a remote, which speaks first and is asked at most once. */
export interface Conversation {
  greeting: PacketReader;
  /** Sends the request. The answer may begin before everything was sent. */
  ask(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<PacketReader>;
  /** Text that the other side sends for people. */
  said: Said;
  /** Removes the credentials from a text of the other side. */
  redact(text: string): string;
}

/** Collects text in chunks, of which the last 64 KiB are kept. */
export interface Said {
  add(bytes: Buffer): void;
  /** Returns the text as git prints a host's text. */
  lines(): string;
}

export interface ConversationLimits {
  /** Limit for the whole conversation. */
  totalMs: number;
  /** Limit for silence of the other side, except while it works on the request; over http only. */
  silenceMs: number;
  /** Limit for the greeting, and again for the answer. */
  bytesMax: number;
}

export interface ConversationRequest extends Partial<ConversationLimits> {
  service: RemoteService;
  signal?: AbortSignal;
}

/** A conversation that failed. Its words contain no credentials. */
export class ConversationFailed extends Error {
  override readonly name = "ConversationFailed";
  readonly words: RemoteWords;
  /** HTTP status, if the host refused the request. */
  readonly status: number | null;

  constructor(words: RemoteWords, status: number | null = null) {
    super(words.stderr);
    this.words = words;
    this.status = status;
  }
}

export const limitsDefault: Omit<ConversationLimits, "totalMs"> = {
  silenceMs: 30_000,
  bytesMax: 256 * 1024 * 1024,
};

const saidCharactersMax = 64 * 1024;

export function createSaid(): Said {
  const decoder = new StringDecoder("utf8");
  let text = "";
  return {
    add(bytes) {
      text = (text + decoder.write(bytes)).slice(-saidCharactersMax);
    },
    lines: () => remoteLines(text),
  };
}

/** Tells whether the conversation was ended because the other side sent too much. */
export function endOf(error: ProtocolError): RemoteWords["ended"] {
  return error.isTooLarge ? "output_limit" : "exit";
}

/** Formats a host's text as git prints it. */
export function remoteLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line !== "");
  return lines.map((line) => `remote: ${line}\n`).join("");
}

/** Formats an error as git does, with control characters replaced. */
export function fatalLine(words: string): string {
  return `fatal: ${words.replace(/\p{Cc}/gu, "?")}\n`;
}
