// Passkeys: the service makes the options, the browser and its authenticator answer them (WebAuthn level 3).

import {Problem, send} from '../core/api.js';
import {deviceName, signIn} from '../core/people.js';
import {t} from '../core/texts.js';

/** Whether this browser can use passkeys, and translate their options from JSON. */
export const HAS_PASSKEYS = 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Sign in with a passkey of this device. The person chooses which. */
export async function signInWithPasskey() {
  const {options} = await send('POST', '/v1/sessions/challenges');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return signIn({type: 'passkey', credential: json(await asked(() => navigator.credentials.get({publicKey})))});
}

/** Create a passkey for the person who is signed in. */
export async function addPasskey() {
  const {options} = await send('POST', '/v1/me/passkeys/registrations');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = json(await asked(() => navigator.credentials.create({publicKey})));
  return send('POST', '/v1/me/passkeys', {label: deviceName(), credential});
}

/** @param {Credential | null} credential */
function json(credential) {
  return /** @type {PublicKeyCredential} */ (credential).toJSON();
}

/**
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<Credential | null>}
 */
async function asked(ask) {
  try {
    return await ask();
  } catch (error) {
    // browsers give the same error for a refusal, a timeout and a missing passkey
    const {name} = /** @type {DOMException} */ (error);
    const detail = name === 'InvalidStateError' ? t('This device already has a passkey of your account.')
      : t('No passkey was used. Try again, or choose another way.');
    throw new Problem({code: 'no-passkey', title: name, detail, status: 0});
  }
}
