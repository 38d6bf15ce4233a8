import type { Socket } from "node:net";
import { StarterLost } from "../../processes/open-starter.ts";
import { startProgram } from "../../processes/start-program.ts";
import type { StartedProgram } from "../../processes/started-program.ts";
import { gitEnvironment, hardening } from "../git-environment.ts";
import { gitFailed } from "../git-output.ts";
import { assertWithinLimits, type GitResult, gitMissing } from "../run-git.ts";
import {
  endGroup,
  isMissing,
  lostWords,
  memoryBytesDefault,
  processesMax,
  processesOverMemory,
  stderrCharactersMax,
  timeoutMsDefault,
} from "../run-program.ts";

/** Reads one answer. It may be read several times: when git dies, the question is asked again. */
export interface AnswerReader<Answer> {
  /** Takes what comes next. Null: more has to come. Else the bytes that belong to the answer after this one. */
  read(chunk: Buffer): Buffer | null;
  /** What was read; may throw. */
  answer(): Answer;
}

export interface Question<Answer> {
  text: string;
  begin(): AnswerReader<Answer>;
}

/** A git process that is asked again and again; its answers come in the order of the questions. */
export interface GitTalk {
  /** Throws `git_failed`, the signal's reason, and what `runGit` throws. */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Questions that are open or come later are refused. */
  close(): void;
}

export interface TalkOptions {
  /** What makes git answer all that was asked so far. */
  flush?: string;
  /** After which time without questions the process ends; the next question starts another one. */
  idleMs?: number;
  /** Of one answer. */
  timeoutMs?: number;
  /** After so many questions another process goes on: git keeps much of what it has read. */
  questionsMax?: number;
  /** Whether an answer that nobody wants any more is long work that is better ended with the process. */
  endOnAbort?: boolean;
}

interface Pending {
  text: string;
  begin(): AnswerReader<unknown>;
  reader: AnswerReader<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  /** Nobody waits for it any more. */
  isAbandoned: boolean;
  /** How often git died while it answered this. */
  deaths: number;
}

const idleMsDefault = 60_000;
/** A question may outlive one process that was ended from outside. */
const deathsMax = 2;

/** Opens nothing yet: the first question starts the process. */
export function openGitTalk(args: readonly string[], options: TalkOptions = {}): GitTalk {
  const { flush = "" } = options;
  const unsent: Pending[] = [];
  let running: Running | null = null;
  let isClosed = false;
  let isSending = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      while (unsent.length > 0) {
        running ??= await start(args, options, owner);
        const questions = unsent.splice(0).filter((pending) => !pending.isAbandoned);
        if (questions.length > 0) running.put(questions, flush);
      }
    } catch (error) {
      for (const pending of unsent.splice(0)) pending.reject(error);
    } finally {
      isSending = false;
    }
  };
  const owner: Owner = {
    onEnding(ending) {
      if (running === ending) running = null;
    },
    onEnd(left, result) {
      const [head] = left;
      if (result.ended === "exit" && head !== undefined && ++head.deaths === deathsMax) {
        left.shift();
        head.reject(toError(args, result));
      }
      if (isClosed) for (const pending of left) pending.reject(closed());
      else unsent.unshift(...left);
      void send();
    },
  };
  return {
    ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer> {
      return new Promise<Answer>((resolve, reject) => {
        if (isClosed) throw closed();
        signal?.throwIfAborted();
        const settle = (): void => signal?.removeEventListener("abort", onAbort);
        const pending: Pending = {
          text: question.text,
          begin: () => question.begin(),
          reader: question.begin(),
          resolve(answer) {
            settle();
            resolve(answer as Answer);
          },
          reject(error) {
            settle();
            reject(error);
          },
          isAbandoned: false,
          deaths: 0,
        };
        const onAbort = (): void => {
          pending.isAbandoned = true;
          if (options.endOnAbort) running?.endIfAnswering(pending);
          reject(signal!.reason);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        unsent.push(pending);
        queueMicrotask(() => void send());
      });
    },
    close() {
      isClosed = true;
      running?.close();
      for (const pending of unsent.splice(0)) pending.reject(closed());
    },
  };
}

interface Running {
  put(questions: readonly Pending[], flush: string): void;
  endIfAnswering(pending: Pending): void;
  close(): void;
}

interface Owner {
  /** Nothing more may be asked of it. */
  onEnding(ending: Running): void;
  /** What it has left without an answer. */
  onEnd(left: Pending[], result: GitResult): void;
}

async function start(
  args: readonly string[],
  {
    timeoutMs = timeoutMsDefault,
    idleMs = idleMsDefault,
    questionsMax = Number.POSITIVE_INFINITY,
  }: TalkOptions,
  owner: Owner,
): Promise<Running> {
  const program = await startGit(args);
  const [stdin, stdout, stderr] = program.pipes as [Socket, Socket, Socket];
  const waiting: Pending[] = [];
  let words = "";
  let asked = 0;
  let ended: GitResult["ended"] = "exit";
  let timer: NodeJS.Timeout | undefined;
  const end = (how: GitResult["ended"]): void => {
    ended = how;
    owner.onEnding(running);
    endGroup(program);
  };
  const endSlow = (): void => {
    end("timeout");
    const result = { code: -1, stderr: words, stdout: Buffer.alloc(0), isOverMemory: false };
    waiting.shift()?.reject(gitFailed(args, { ...result, ended }));
  };
  const endPolitely = (): void => {
    owner.onEnding(running);
    stdin.end();
  };
  /** The next answer's time begins, or the time without questions. */
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = waiting.length > 0 ? setTimeout(endSlow, timeoutMs) : setTimeout(endPolitely, idleMs);
    timer.unref();
  };
  const take = (chunk: Buffer): void => {
    for (let rest: Buffer | null = chunk; rest !== null && rest.length > 0; ) {
      const [head] = waiting;
      // Nobody asked for it: a process that is out of step is of no use.
      if (head === undefined) {
        end("stopped");
        return;
      }
      rest = head.reader.read(rest);
      if (rest === null) return;
      waiting.shift();
      finish(head);
      restartTimer();
    }
  };
  stdout.on("data", (chunk: Buffer) => {
    if (ended !== "exit") return;
    try {
      take(chunk);
    } catch (error) {
      // An answer that is no answer, or larger than it may be.
      waiting.shift()?.reject(error);
      end("stopped");
    }
  });
  stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-stderrCharactersMax);
  });
  stdin.on("error", () => {});
  const running: Running = {
    put(questions, flush) {
      const wasIdle = waiting.length === 0;
      for (const pending of questions) pending.reader = pending.begin();
      waiting.push(...questions);
      stdin.write(questions.map(({ text }) => text).join("") + flush);
      asked += questions.length;
      if (asked >= questionsMax) endPolitely();
      if (wasIdle) restartTimer();
    },
    endIfAnswering(pending) {
      if (waiting[0] !== pending) return;
      waiting.shift();
      end("stopped");
    },
    close: () => end("stopped"),
  };
  void program.exited.then(({ isLost }) => isLost && endGroup(program));
  void program.closed.then(({ code, isLost, isOverMemory }) => {
    clearTimeout(timer);
    owner.onEnding(running);
    const result = { code: code ?? -1, stderr: isLost ? words + lostWords : words, isOverMemory };
    owner.onEnd(waiting, { ...result, stdout: Buffer.alloc(0), ended });
  });
  return running;
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

function toError(args: readonly string[], result: GitResult): unknown {
  if (isMissing(result)) return gitMissing();
  try {
    assertWithinLimits(result);
    return gitFailed(args, result);
  } catch (error) {
    return error;
  }
}

function closed(): Error {
  return new Error("the repository's mirror is closed");
}
