import { budget, caps, checkRules, checks, models, pace, writing } from "./job-rules.ts";
import { commits, feedback, keeping, pullRequests } from "./publishing-rules.ts";
import type { RuleSection } from "./rule-field.ts";

export const ruleSections: readonly RuleSection[] = [
  writing,
  checks,
  checkRules,
  models,
  budget,
  caps,
  pace,
  pullRequests,
  commits,
  feedback,
  keeping,
];
