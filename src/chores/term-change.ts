export interface TermChange {
  old: string;
  new: string;
  includingCode: boolean;
}
