export interface KeySnippet {
  title: string;
  code: string;
}

export interface NewKey {
  key: string;
  /** Address of the instance. */
  origin: string;
  /** Null for a management key. */
  projectId: string | null;
}

/** Returns ready-to-paste first steps with a new key. */
export function keySnippets({ key, origin, projectId }: NewKey): KeySnippet[] {
  if (projectId === null) {
    return [
      { title: "curl", code: `curl '${origin}/v2/manage/projects' \\\n  -H 'Authorization: Bearer ${key}'` },
      {
        title: "CLI",
        code: `export COPYDESK_URL='${origin}'\nexport COPYDESK_KEY='${key}'\ncopydesk project list --url "$COPYDESK_URL" --key "$COPYDESK_KEY"`,
      },
    ];
  }
  const prompt = 'Replace "web hook" with "webhook"';
  return [
    {
      title: "curl",
      code: `curl '${origin}/v2/agent/${projectId}/job' \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify({ prompt })}'`,
    },
    {
      title: "SDK",
      code: `// npm install ${origin}/sdk.tgz
import { createClient } from "@copydesk/client";

const client = createClient({
  url: "${origin}",
  projectId: "${projectId}",
  apiKey: "${key}",
});

const job = await client.jobs.createAndWait({
  prompt: ${JSON.stringify(prompt)},
});
console.log(job.status, job.prLink);`,
    },
  ];
}
