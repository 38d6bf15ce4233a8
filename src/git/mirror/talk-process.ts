import type { Socket } from "node:net";
import { StarterLost } from "../../processes/open-starter.ts";
import { startProgram } from "../../processes/start-program.ts";
import type { StartedProgram } from "../../processes/started-program.ts";
import { gitEnvironment, hardening } from "../programs/git-environment.ts";
import { gitFailed } from "../programs/git-output.ts";
import type { GitResult } from "../programs/run-git.ts";
import {
  endGroup,
  lostWords,
  memoryBytesDefault,
  processesMax,
  processesOverMemory,
  stderrCharactersMax,
  timeoutMsDefault,
} from "../programs/run-program.ts";

/** Reads one answer. A question may be asked again if git dies, each time with a new reader. */
export interface AnswerReader<Answer> {
  /**
   * Takes the next chunk. Returns null if more has to come, otherwise the bytes that belong to the next
   * answer.
   */
  read(chunk: Buffer): Buffer | null;
  /** Returns what was read; may throw. */
  answer(): Answer;
}

export interface TalkOptions {
  /** Input that makes git answer all questions so far. */
  flush?: string;
  /** Time without questions after which the process ends; the next question starts another one. */
  idleMs?: number;
  /** Limit for one answer. */
  timeoutMs?: number;
  /** Number of questions after which a new process takes over: git keeps much of what it has read. */
  questionsMax?: number;
  /** Ends the process if the caller of a running question aborts; for answers that take long. */
  endOnAbort?: boolean;
}

/** A question waiting for its answer. */
export interface Pending {
  text: string;
  begin(): AnswerReader<unknown>;
  reader: AnswerReader<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  /** True if nobody waits for the answer any more. */
  isAbandoned: boolean;
  /** How often git died while answering this question. */
  deaths: number;
}

const idleMsDefault = 60_000;

interface Talk {
  program: StartedProgram;
  stdin: Socket;
  args: readonly string[];
  options: Required<Pick<TalkOptions, "timeoutMs" | "idleMs" | "questionsMax">>;
  owner: TalkOwner;
  process: TalkProcess;
  waiting: Pending[];
  words: string;
  asked: number;
  ended: GitResult["ended"];
  timer: NodeJS.Timeout | undefined;
}

/** A git process that answers questions until it ends and then returns the open ones to its owner. */
export interface TalkProcess {
  put(questions: readonly Pending[], flush: string): void;
  endIfAnswering(pending: Pending): void;
  close(): void;
}

export interface TalkOwner {
  /** Called when the process takes no more questions. */
  onEnding(ending: TalkProcess): void;
  /** Called with the questions left without an answer. */
  onEnd(left: Pending[], result: GitResult): void;
}

/** Throws `git_failed` if no process could be started. */
export async function startTalk(
  args: readonly string[],
  {
    timeoutMs = timeoutMsDefault,
    idleMs = idleMsDefault,
    questionsMax = Number.POSITIVE_INFINITY,
  }: TalkOptions,
  owner: TalkOwner,
): Promise<TalkProcess> {
  const program = await startGit(args);
  const [stdin, stdout, stderr] = program.pipes as [Socket, Socket, Socket];
  const process: TalkProcess = {
    put: (questions, flush) => put(talk, questions, flush),
    endIfAnswering(pending) {
      if (talk.waiting[0] !== pending) return;
      talk.waiting.shift();
      end(talk, "stopped");
    },
    close: () => end(talk, "stopped"),
  };
  const talk: Talk = {
    ...{ program, stdin, args, owner, process },
    options: { timeoutMs, idleMs, questionsMax },
    waiting: [],
    words: "",
    asked: 0,
    ended: "exit",
    timer: undefined,
  };
  stdout.on("data", (chunk: Buffer) => hear(talk, chunk));
  stderr.on("data", (chunk: Buffer) => {
    talk.words = (talk.words + chunk.toString("utf8")).slice(-stderrCharactersMax);
  });
  stdin.on("error", () => {});
  void program.exited.then(({ isLost }) => isLost && endGroup(program));
  void program.closed.then(({ code, isLost, isOverMemory }) => {
    clearTimeout(talk.timer);
    owner.onEnding(process);
    const { words, waiting, ended } = talk;
    const result = { code: code ?? -1, stderr: isLost ? words + lostWords : words, isOverMemory };
    owner.onEnd(waiting, { ...result, stdout: Buffer.alloc(0), ended });
  });
  return process;
}

function put(talk: Talk, questions: readonly Pending[], flush: string): void {
  const { waiting, options } = talk;
  const wasIdle = waiting.length === 0;
  for (const pending of questions) pending.reader = pending.begin();
  waiting.push(...questions);
  talk.stdin.write(questions.map(({ text }) => text).join("") + flush);
  talk.asked += questions.length;
  if (talk.asked >= options.questionsMax) endPolitely(talk);
  if (wasIdle) restartTimer(talk);
}

function hear(talk: Talk, chunk: Buffer): void {
  if (talk.ended !== "exit") return;
  try {
    take(talk, chunk);
  } catch (error) {
    // A malformed or oversized answer.
    talk.waiting.shift()?.reject(error);
    end(talk, "stopped");
  }
}

function take(talk: Talk, chunk: Buffer): void {
  for (let rest: Buffer | null = chunk; rest !== null && rest.length > 0; ) {
    const [head] = talk.waiting;
    // Nobody asked for this: a process that is out of step is of no use.
    if (head === undefined) {
      end(talk, "stopped");
      return;
    }
    rest = head.reader.read(rest);
    if (rest === null) return;
    talk.waiting.shift();
    finish(head);
    restartTimer(talk);
  }
}

/** Starts the time limit of the next answer, or the idle time. */
function restartTimer(talk: Talk): void {
  const { timeoutMs, idleMs } = talk.options;
  clearTimeout(talk.timer);
  talk.timer =
    talk.waiting.length > 0 ? setTimeout(endSlow, timeoutMs, talk) : setTimeout(endPolitely, idleMs, talk);
  talk.timer.unref();
}

function end(talk: Talk, how: GitResult["ended"]): void {
  talk.ended = how;
  talk.owner.onEnding(talk.process);
  endGroup(talk.program);
}

function endSlow(talk: Talk): void {
  end(talk, "timeout");
  const result = { code: -1, stderr: talk.words, stdout: Buffer.alloc(0), isOverMemory: false };
  talk.waiting.shift()?.reject(gitFailed(talk.args, { ...result, ended: talk.ended }));
}

function endPolitely({ owner, process, stdin }: Talk): void {
  owner.onEnding(process);
  stdin.end();
}

function finish(pending: Pending): void {
  if (pending.isAbandoned) return;
  try {
    pending.resolve(pending.reader.answer());
  } catch (error) {
    pending.reject(error);
  }
}

async function startGit(args: readonly string[]): Promise<StartedProgram> {
  return await startProgram({
    command: ["git", ...hardening, ...args],
    env: gitEnvironment(),
    pipes: 3,
    ownGroup: true,
    limits: { memoryBytes: memoryBytesDefault },
    groupLimits: { memoryBytes: memoryBytesDefault * processesOverMemory, processes: processesMax },
  }).catch((error: unknown) => {
    if (!(error instanceof StarterLost)) throw error;
    const result = { code: -1, stderr: lostWords, stdout: Buffer.alloc(0), isOverMemory: false };
    throw gitFailed(args, { ...result, ended: "exit" });
  });
}
