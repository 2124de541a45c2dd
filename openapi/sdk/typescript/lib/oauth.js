// Access by the consent of a person (OAuth 2.1): a page sends the person to the service, which sends the person back.
//
// Requests to the token endpoint are not repeated after a lost reply: a code or refresh token that is used twice ends
// the grant (RFC 9700 4.14.2). Then the person signs in again.
import { AuthorizationError } from "./errors.js";
const PENDING = "ludolog-sign-in";
/** Send the person to the service, which asks for consent (PKCE, RFC 7636). */
export async function signIn(asked) {
    const { server, clientId, scopes } = asked;
    const redirectUri = asked.redirectUri ?? location.origin + location.pathname;
    const endpoints = await endpointsOf(server);
    const pending = { server, clientId, redirectUri, state: random(), verifier: random() };
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
export async function signedIn() {
    const answer = new URLSearchParams(location.search);
    const stored = sessionStorage.getItem(PENDING);
    if (stored === null || !answer.has("state"))
        return null;
    const { server, clientId, redirectUri, state, verifier } = JSON.parse(stored);
    if (answer.get("state") !== state)
        return null;
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
export async function refreshed(grant) {
    const { server, clientId } = grant;
    const fields = { grant_type: "refresh_token", refresh_token: grant.refreshToken ?? "", client_id: clientId };
    const reply = await post((await endpointsOf(server)).token_endpoint, fields);
    return granted(server, clientId, { refresh_token: grant.refreshToken ?? undefined, scope: grant.scope, ...reply });
}
/** End a grant, and all that was made with it (RFC 7009). */
export async function revoke(grant) {
    const { revocation_endpoint: url } = await endpointsOf(grant.server);
    await post(url, { token: grant.refreshToken ?? grant.accessToken, client_id: grant.clientId });
}
/** Return the endpoints of the authorization server (RFC 8414). */
async function endpointsOf(server) {
    const address = server.replace(/\/+$/, "");
    const answer = await fetch(`${address}/.well-known/oauth-authorization-server`);
    if (!answer.ok)
        throw new AuthorizationError(`status ${answer.status}`, `${address} has no OAuth`);
    const found = (await answer.json());
    if (found.issuer !== address) {
        throw new AuthorizationError("invalid_request", `${address} calls itself ${found.issuer}: use this address`);
    }
    return found;
}
async function post(url, fields) {
    const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
    const reply = (await answer.json().catch(() => ({})));
    if (answer.ok)
        return reply;
    const { error = `status ${answer.status}`, error_description = "" } = reply;
    throw new AuthorizationError(String(error), String(error_description));
}
function granted(server, clientId, reply) {
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
const random = () => base64url(crypto.getRandomValues(new Uint8Array(36)));
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
