import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "HonKit: at the root of the repository what the summary does not name is a file as well",
    generator: "gitbook",
    files: {
      "book.json": "{}\n",
      "SUMMARY.md": "# Summary\n\n* [A](README.md)\n",
      "README.md": "# A\n\n[a](./CONTRIBUTING.md) [b](none.md)\n",
      "CONTRIBUTING.md": "# B\n",
    },
    found: ["internal-link README.md none.md"],
  },
];

testSmallSites(sites);
