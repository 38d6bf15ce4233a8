export interface Instance {
  version: string;
  publicUrl: string | null;
  defaultModel: string | null;
  models: { id: string; available: boolean; reason: string | null }[];
  contact: string | null;
  budgetMax?: Record<string, number | null>;
  signIn: { password: boolean; openId: boolean };
}

export const instancePath = "/v2/manage/instance";
