import { switchesOf } from "../projects/rule-settings.ts";
import { isRule, type Rule } from "../schemas/check-rules.ts";
import type { RuleSwitches } from "../schemas/rule-switches.ts";
import type { Prepared, Run } from "./run.ts";

/** As the project says, or stricter where the repository's policy says so. */
export function switchesOfJob({ job }: Pick<Run, "job">, { policy }: Pick<Prepared, "policy">): RuleSwitches {
  const own = switchesOf(job.settings);
  const { on = [], strict = [] } = policy?.policy.rules ?? {};
  if (on.length + strict.length === 0) return own;
  const wanted: Rule[] = [...on, ...strict].filter(isRule);
  return {
    on: [...(own.on ?? []), ...wanted],
    off: (own.off ?? []).filter((rule) => !wanted.includes(rule)),
    strict: [...(own.strict ?? []), ...strict.filter(isRule)],
  };
}
