import { expect, test } from "vitest";
import { fillTemplate } from "./pull-request-template.ts";

const text = "Our summary.\n\nCopydesk-Job: job_1";

test.each([
  [
    "below the first heading, in place of its hint",
    "## Description\n\n<!-- What does this change? -->\n\n## Checklist\n\n- [ ] I have read the guide",
    `## Description\n\n${text}\n\n## Checklist\n\n- [ ] I have read the guide`,
  ],
  ["below the first heading that has no hint", "# What\n\n## Why\n", `# What\n\n${text}\n\n## Why`],
  [
    "only the first hint goes; what people wrote there stays",
    "## What\n<!-- hint -->\nFixes #\n<!-- another -->",
    `## What\n\n${text}\n\nFixes #\n<!-- another -->`,
  ],
  [
    "a hint of several lines goes whole",
    "## What\n<!--\nSay what.\n## Not a heading\n-->\n## Test",
    `## What\n\n${text}\n\n## Test`,
  ],
  ["before a template without headings", "- [ ] tests\n- [ ] docs", `${text}\n\n- [ ] tests\n- [ ] docs`],
  [
    "headings in comments and code are none",
    "<!-- Thanks!\n# Not this\n-->\n```\n# nor this\n```\n### Here\n",
    `<!-- Thanks!\n# Not this\n-->\n\`\`\`\n# nor this\n\`\`\`\n### Here\n\n${text}`,
  ],
  ["a hint that is never closed stays", "## What\n<!-- open", `## What\n\n${text}\n\n<!-- open`],
])("the text is inserted %s", (_, template, expected) => {
  expect(fillTemplate(template, text)).toBe(expected);
});

test("characters with a meaning in replacements are literal", () => {
  const odd = "Costs $& and $1 and $$ and $`";
  expect(fillTemplate("## What\n<!-- hint -->", odd)).toBe(`## What\n\n${odd}`);
});
