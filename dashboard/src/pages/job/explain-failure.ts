export interface Advice {
  title: string;
  /** What to do next. */
  next: string;
  /** Whether a follow-up or another run may help in the present state. */
  canRetry: boolean;
}

const advice: Record<string, Advice> = {
  cancelled: {
    title: "This job was cancelled",
    next: "Its work so far is kept. Send a follow-up to go on from there, or run it again from the start.",
    canRetry: true,
  },
  timed_out: {
    title: "The time for this turn was up",
    next: "Send a follow-up such as “Go on”: the work so far is kept, and a new turn has its own time. If it happens again, ask for less at once or raise the time limit under Rules.",
    canRetry: true,
  },
  budget_exceeded: {
    title: "The budget of this turn was used up",
    next: "Send a follow-up to go on with a new turn, ask for less at once, or raise the budget under Rules.",
    canRetry: true,
  },
  agent_stuck: {
    title: "The agent was going in circles",
    next: "Send a follow-up that names the page, or quotes the text to change.",
    canRetry: true,
  },
  checks_failed: {
    title: "The change would have broken the documentation",
    next: "The problems are listed beside the last run of the checks. Send a follow-up that says how to solve them.",
    canRetry: true,
  },
  check_timeout: {
    title: "The checks took too long",
    next: "Run the job again. If it happens again, a page or configuration file of the repository takes very long to read.",
    canRetry: true,
  },
  model_error: {
    title: "The model could not be reached, or refused the request",
    next: "The message above is the provider’s. Run the job again, or choose another model.",
    canRetry: true,
  },
  instruction_not_understood: {
    title: "The instruction was not understood",
    next: "The built-in model knows a fixed set of chores. Use one of the templates, or choose a language model.",
    canRetry: false,
  },
  invalid_policy: {
    title: "The repository’s own rules cannot be read",
    next: "Mend its .copydesk.yml at the place that the message names, then run the job again.",
    canRetry: true,
  },
  repository_error: {
    title: "The repository could not be used",
    next: "Test the connection on the project’s Repository page; it names what is missing.",
    canRetry: false,
  },
  code_host_error: {
    title: "The code host refused",
    next: "The message above is the host’s. Test the connection on the project’s Repository page, then send a follow-up.",
    canRetry: false,
  },
  diff_too_large: {
    title: "The change is too large for one pull request",
    next: "Ask for a smaller part at a time, or raise the limits under Rules.",
    canRetry: false,
  },
  worker_crashed_repeatedly: {
    title: "The workers that ran this job stopped again and again",
    next: "Its work is kept. Tell the operator of this instance; the service’s log has the reason.",
    canRetry: true,
  },
  internal_error: {
    title: "Something unexpected went wrong",
    next: "Run the job again. If it happens again, tell the operator of this instance.",
    canRetry: true,
  },
};

/** Explains what a failed job means, and what people can do. */
export function explainFailure(reason: string): Advice {
  if (Object.hasOwn(advice, reason)) return advice[reason]!;
  return { title: "This job failed", next: "The message above says why.", canRetry: true };
}
