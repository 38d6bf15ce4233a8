import { StringDecoder } from "node:string_decoder";
import type { RemoteWords } from "../remote-words.ts";
import type { PacketReader, ProtocolError } from "./packets.ts";

export type RemoteService = "upload-pack" | "receive-pack";

/** One service of a remote, that speaks first and is asked once at most. */
export interface Conversation {
  greeting: PacketReader;
  /** Sends what it is asked. What it says may begin before everything was sent. */
  ask(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<PacketReader>;
  /** What the other side says to people meanwhile. */
  said: Said;
  /** A text of the other side without the credentials. */
  redact(text: string): string;
}

/** Words in pieces, of which the last 64 KiB are kept. */
export interface Said {
  add(bytes: Buffer): void;
  /** The words as git prints those of a host. */
  lines(): string;
}

export interface ConversationLimits {
  /** Of everything together. */
  totalMs: number;
  /** How long the other side may say nothing, except while it does what it was asked; over http only. */
  silenceMs: number;
  /** Of the greeting, and again of the answer. */
  bytesMax: number;
}

export interface ConversationRequest extends Partial<ConversationLimits> {
  service: RemoteService;
  signal?: AbortSignal;
}

/** A conversation that came to no result. No credentials are in its words. */
export class ConversationFailed extends Error {
  override readonly name = "ConversationFailed";
  readonly words: RemoteWords;
  /** Of http, when the host refused what it was asked. */
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

/** Whether it was ended because the other side says too much. */
export function endOf(error: ProtocolError): RemoteWords["ended"] {
  return error.isTooLarge ? "output_limit" : "exit";
}

/** What a host says, as git prints it. */
export function remoteLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line !== "");
  return lines.map((line) => `remote: ${line}\n`).join("");
}

/** A line of git's for what went wrong, whatever characters are in it. */
export function fatalLine(words: string): string {
  return `fatal: ${words.replace(/\p{Cc}/gu, "?")}\n`;
}
