import { auditPath } from "../../api/audit.ts";
import { api } from "../../api/client.ts";
import { saveText } from "../../parts/save-text.ts";

export async function downloadAudit(query: string): Promise<void> {
  const text = await api.get<string>(`${auditPath}${query}`, { headers: { accept: "application/x-ndjson" } });
  saveText(typeof text === "string" ? text : JSON.stringify(text), {
    name: "audit.jsonl",
    type: "application/x-ndjson",
  });
}
