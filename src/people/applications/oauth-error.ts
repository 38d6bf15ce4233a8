import { AppError } from "../../errors.ts";

/** Codes of RFC 6749, 7591 and 8707. */
type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** Creates an error with the application's own protocol code in `details.oauth`. */
export function oauthError(oauth: OAuthCode, message: string): AppError {
  return new AppError("invalid_request", message, { details: { oauth } });
}
