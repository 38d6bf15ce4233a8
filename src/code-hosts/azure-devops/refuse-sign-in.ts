/**
 * Azure DevOps answers unknown credentials with a sign-in page, through a redirect or a 203: this turns both
 * into 401.
 */
export function refuseSignIn(fetchOnce: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchOnce(input, init);
    if (!isSignIn(response)) return response;
    await response.body?.cancel();
    return new Response(null, { status: 401, headers: { "content-type": "text/plain" } });
  };
}

function isSignIn({ status, headers }: Response): boolean {
  if (status === 203) return true;
  return status === 302 && /\/_signin\b/i.test(headers.get("location") ?? "");
}
