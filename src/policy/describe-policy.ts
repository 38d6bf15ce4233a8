import { type Policy, policyPath } from "./policy-schema.ts";

/** Describes the policy to an agent, so that it knows what will be refused before it tries. */
export function describePolicy(policy: Policy): string {
  const { write, never, frozen, languages, versions, terms, frontMatter } = policy;
  const lines = [`Rules of ${policyPath}, which is enforced:`];
  if (write !== undefined) lines.push(`- Write nothing but ${write.join(", ")}.`);
  if (never.length > 0) lines.push(`- Never write ${never.join(", ")}.`);
  if (frozen.length > 0) lines.push(`- Leave these pages as they are: ${frozen.join(", ")}.`);
  if (languages !== undefined) lines.push(`- Write pages in these languages only: ${languages.join(", ")}.`);
  if (versions === "current") lines.push("- Leave the documentation of earlier versions as it is.");
  for (const { required, in: globs } of frontMatter) {
    const where = globs === undefined ? "A new page" : `A new page in ${globs.join(", ")}`;
    lines.push(`- ${where} has ${required.join(", ")} in its front matter.`);
  }
  for (const { use, avoid } of terms) {
    const words = avoid.map((term) => JSON.stringify(term)).join(", ");
    lines.push(
      use === undefined ? `- Do not write ${words}.` : `- Write ${JSON.stringify(use)}, not ${words}.`,
    );
  }
  return lines.join("\n");
}
