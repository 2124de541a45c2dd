// Access by the consent of a person (OAuth 2.1): a page sends the person to the service, which sends the person back.
//
// Requests to the token endpoint are not repeated after a lost reply: a code or refresh token that is used twice ends
// the grant (RFC 9700 4.14.2). Then the person signs in again.

import { AuthorizationError } from "./errors.js";

/** What a person has allowed. It is secret. It can be stored as JSON. */
export interface Grant {
  readonly server: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** The scopes that were granted, separated by spaces: maybe fewer than were asked for. */
  readonly scope: string;
  /** In milliseconds since 1970; null if the server does not say. */
  readonly expiresAt: number | null;
}

/** What a page asks for. */
export interface Asked {
  readonly server: string;
  /** A name or the address of the app, as its author chooses. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The address to which the person returns: by default this page, without query and fragment. */
  readonly redirectUri?: string;
}

interface Pending {
  readonly server: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

type Endpoints = Readonly<Record<"issuer" | "authorization_endpoint" | "token_endpoint" | "revocation_endpoint", string>>;
type Reply = Readonly<Record<string, string | number | undefined>>;

const PENDING = "ludolog-sign-in";

/** Send the person to the service, which asks for consent (PKCE, RFC 7636). */
export async function signIn(asked: Asked): Promise<void> {
  const { server, clientId, scopes } = asked;
  const redirectUri = asked.redirectUri ?? location.origin + location.pathname;
  const endpoints = await endpointsOf(server);
  const pending: Pending = { server, clientId, redirectUri, state: random(), verifier: random() };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pending.verifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state: pending.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${endpoints.authorization_endpoint}?${query}`);
}

/**
 * Return what the person has allowed, on the page to which the person returns; null if this is no return.
 * Throws AuthorizationError with the code of the refusal, such as `access_denied`.
 */
export async function signedIn(): Promise<Grant | null> {
  const answer = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(PENDING);
  if (stored === null || !answer.has("state")) return null;
  const { server, clientId, redirectUri, state, verifier } = JSON.parse(stored) as Pending;
  if (answer.get("state") !== state) return null;
  sessionStorage.removeItem(PENDING);
  // a code in the address would be in the history, and in the Referer of links
  history.replaceState(history.state, "", location.pathname + location.hash);
  const endpoints = await endpointsOf(server);
  if (answer.get("iss") !== endpoints.issuer) {
    throw new AuthorizationError("invalid_request", "the answer is of another authorization server (RFC 9207)");
  }
  const code = answer.get("code");
  if (code === null) {
    throw new AuthorizationError(answer.get("error") ?? "invalid_request", answer.get("error_description") ?? "");
  }
  const fields = { client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier, code };
  return granted(server, clientId, await post(endpoints.token_endpoint, { grant_type: "authorization_code", ...fields }));
}

/** Return the grant with new tokens; the old ones end. Throws AuthorizationError. */
export async function refreshed(grant: Grant): Promise<Grant> {
  const { server, clientId } = grant;
  const fields = { grant_type: "refresh_token", refresh_token: grant.refreshToken ?? "", client_id: clientId };
  const reply = await post((await endpointsOf(server)).token_endpoint, fields);
  return granted(server, clientId, { refresh_token: grant.refreshToken ?? undefined, scope: grant.scope, ...reply });
}

/** End a grant, and all that was made with it (RFC 7009). */
export async function revoke(grant: Grant): Promise<void> {
  const { revocation_endpoint: url } = await endpointsOf(grant.server);
  await post(url, { token: grant.refreshToken ?? grant.accessToken, client_id: grant.clientId });
}

/** Return the endpoints of the authorization server (RFC 8414). */
async function endpointsOf(server: string): Promise<Endpoints> {
  const address = server.replace(/\/+$/, "");
  const answer = await fetch(`${address}/.well-known/oauth-authorization-server`);
  if (!answer.ok) throw new AuthorizationError(`status ${answer.status}`, `${address} has no OAuth`);
  const found = (await answer.json()) as Endpoints;
  if (found.issuer !== address) {
    throw new AuthorizationError("invalid_request", `${address} calls itself ${found.issuer}: use this address`);
  }
  return found;
}

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  const reply = (await answer.json().catch(() => ({}))) as Reply;
  if (answer.ok) return reply;
  const { error = `status ${answer.status}`, error_description = "" } = reply;
  throw new AuthorizationError(String(error), String(error_description));
}

function granted(server: string, clientId: string, reply: Reply): Grant {
  const { access_token, refresh_token, scope = "", expires_in } = reply;
  return {
    server,
    clientId,
    accessToken: String(access_token),
    refreshToken: refresh_token === undefined ? null : String(refresh_token),
    scope: String(scope),
    expiresAt: expires_in === undefined ? null : Date.now() + 1000 * Number(expires_in),
  };
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(36)));
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
