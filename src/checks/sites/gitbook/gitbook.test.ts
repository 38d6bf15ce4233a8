import { testFindings } from "../../../../test/helpers/test-findings.ts";

const include = '{% include "./parts/none.md" %}';

testFindings("GitBook", [
  {
    name: "a backslash before a sign belongs to no name",
    files: {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md":
        "# Contents\n\n* [A](README.md)\n* [B](guide\\_one/first\\_steps.md)\n* [C](guide\\_one/none\\_there.md)\n",
      "README.md":
        "# A\n\n[a](guide\\_one/first\\_steps.md) [b](guide\\_one/none.md) [c](<guide\\_one/a\\(b\\).png>)\n",
      "guide_one/first_steps.md": "# B\n",
      "guide_one/a(b).png": "",
    },
    found: [
      "internal-link README.md guide\\_one/none.md",
      "navigation SUMMARY.md guide\\_one/none\\_there.md",
    ],
    left: 0,
  },
  {
    name: "an include in code is text for GitBook",
    files: {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md": "* [A](README.md)\n",
      "README.md": `# A\n\n\`\`\`\n${include}\n\`\`\`\n\n\`${include}\`\n`,
      "parts/a.md": "",
    },
    found: [],
    left: 0,
  },
  {
    name: "an include in code is one for HonKit",
    files: {
      "book.json": "{}",
      "SUMMARY.md": "* [A](README.md)\n",
      "README.md": `# A\n\n\`\`\`\n${include}\n\`\`\`\n`,
      "parts/a.md": "",
    },
    found: ["internal-link README.md ./parts/none.md"],
    left: 0,
  },
]);
