import { AppError, type ErrorCode } from "../../errors.ts";

/** Codes and messages for what the framework and Node refuse by themselves. */
const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", "The body is larger than 64 KiB."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported_media_type",
    "Send the body as JSON in UTF-8, with Content-Type: application/json.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["invalid_json", "The body is empty; it must be a JSON object."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["invalid_json", "The body is not valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "invalid_request",
    "The length of the body differs from Content-Length.",
  ],
  FST_ERR_BAD_URL: ["invalid_request", "The path of the URL is not valid percent-encoding."],
  FST_ERR_MAX_PARAM_LENGTH: ["route_not_found", "There is no such path."],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "URL and headers together are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request did not arrive within the time allowed for it."],
};

/** Converts any error to one of the catalogue. An unexpected error becomes its cause, for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === "string" ? frameworkErrors[code] : undefined;
  if (known !== undefined) return new AppError(known[0], known[1], { cause: error });
  if (typeof code === "string" && code.startsWith("HPE_"))
    return new AppError("invalid_request", "This is not a valid HTTP request.", { cause: error });
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return new AppError("invalid_request", "The request is not valid.", { cause: error });
  return new AppError("internal_error", "Unexpected error", { cause: error });
}
