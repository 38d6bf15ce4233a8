import { budget, caps, checks, models, pace, writing } from "./job-rules.ts";
import { commits, feedback, keeping, pullRequests } from "./publishing-rules.ts";
import type { RuleSection } from "./rule-field.ts";

export const ruleSections: readonly RuleSection[] = [
  writing,
  checks,
  models,
  budget,
  caps,
  pace,
  pullRequests,
  commits,
  feedback,
  keeping,
];
