// Both flows of OAuth by oauth4webapi, which checks every reply as the RFCs say: node flows.mjs ISSUER
// It prints lines of JSON: what a person has to open or allow, then what it has found. It reads the answers, a line each.

import readline from 'node:readline';
import * as oauth from 'oauth4webapi';

const insecure = {[oauth.allowInsecureRequests]: true};
const issuer = new URL(process.argv[2]);
const client = {client_id: 'https://client.example/app'};
const redirect = 'http://127.0.0.1:4711/callback';
const none = oauth.None();

const lines = readline.createInterface({input: process.stdin})[Symbol.asyncIterator]();
const say = (message) => console.log(JSON.stringify(message));
const told = async () => (await lines.next()).value;

const server = await oauth.processDiscoveryResponse(
  issuer, await oauth.discoveryRequest(issuer, {algorithm: 'oauth2', ...insecure}),
);

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const address = new URL(server.authorization_endpoint);
address.search = new URLSearchParams({
  response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope: 'games:play profile:read', state,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
});
say({open: address.href});
// it checks `state`, and `iss` against the metadata (RFC 9207)
const answer = oauth.validateAuthResponse(server, client, new URL(await told()), state);
const granted = await oauth.processAuthorizationCodeResponse(server, client,
  await oauth.authorizationCodeGrantRequest(server, client, none, answer, redirect, verifier, insecure));

const resource = new URL('/v1/me', issuer);
const reply = await oauth.protectedResourceRequest(granted.access_token, 'GET', resource, undefined, undefined, insecure);
const me = await reply.json();

const refreshed = await oauth.processRefreshTokenResponse(server, client,
  await oauth.refreshTokenGrantRequest(server, client, none, granted.refresh_token, insecure));
const checked = await oauth.processIntrospectionResponse(server, client,
  await oauth.introspectionRequest(server, client, none, refreshed.access_token, insecure));
await oauth.processRevocationResponse(
  await oauth.revocationRequest(server, client, none, refreshed.access_token, insecure));
let challenges = null;
try {
  await oauth.protectedResourceRequest(refreshed.access_token, 'GET', resource, undefined, undefined, insecure);
} catch (error) {
  challenges = error.cause[0].parameters;
}
const described = await oauth.processResourceDiscoveryResponse(
  new URL(issuer.origin), await oauth.resourceDiscoveryRequest(new URL(issuer.origin), insecure));

const device = await oauth.processDeviceAuthorizationResponse(server, client,
  await oauth.deviceAuthorizationRequest(server, client, none, {scope: 'games:read'}, insecure));
let pending = null;
try {
  await oauth.processDeviceCodeResponse(server, client,
    await oauth.deviceCodeGrantRequest(server, client, none, device.device_code, insecure));
} catch (error) {
  pending = error.error;
}
say({allow: device.user_code});
await told();
const connected = await oauth.processDeviceCodeResponse(server, client,
  await oauth.deviceCodeGrantRequest(server, client, none, device.device_code, insecure));

say({
  name: me.name, scope: granted.scope, expires: granted.expires_in, active: checked.active, sub: checked.sub,
  error: challenges.error, metadata: challenges.resource_metadata, servers: described.authorization_servers, pending,
  connected: connected.scope,
});
process.exit(0);
