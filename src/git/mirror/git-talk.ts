import { gitFailed } from "../programs/git-output.ts";
import { assertWithinLimits, type GitResult, gitMissing } from "../programs/run-git.ts";
import { isMissing } from "../programs/run-program.ts";
import {
  type AnswerReader,
  type Pending,
  startTalk,
  type TalkOptions,
  type TalkOwner,
  type TalkProcess,
} from "./talk-process.ts";

export interface Question<Answer> {
  text: string;
  begin(): AnswerReader<Answer>;
}

/** A git process that answers many questions, in the order they are asked. */
export interface GitTalk {
  /** Throws `git_failed`, the signal's reason, and what `runGit` throws. */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Rejects open and later questions. */
  close(): void;
}

/** A question survives the end of one process that was ended from outside. */
const deathsMax = 2;

/** Prepares a talk; the first question starts the process. */
export function openGitTalk(args: readonly string[], options: TalkOptions = {}): GitTalk {
  const { flush = "" } = options;
  const unsent: Pending[] = [];
  let running: TalkProcess | null = null;
  let isClosed = false;
  let isSending = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      while (unsent.length > 0) {
        running ??= await startTalk(args, options, owner);
        const questions = unsent.splice(0).filter((pending) => !pending.isAbandoned);
        if (questions.length > 0) running.put(questions, flush);
      }
    } catch (error) {
      for (const pending of unsent.splice(0)) pending.reject(error);
    } finally {
      isSending = false;
    }
  };
  const owner: TalkOwner = {
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
