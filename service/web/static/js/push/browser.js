// The subscription of this browser: whether it can have one, has one, and how it gets and loses it.

import {send} from '../core/api.js';
import {deviceName} from '../core/people.js';
import {register, registration} from '../core/worker.js';

/** Whether this browser can show notifications. On iOS only a site on the home screen can. */
export const CAN_PUSH = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this is an iPhone or iPad, whose browsers show notifications for sites on the home screen only. */
export const IS_IOS = /iP(hone|ad|od)/.test(navigator.userAgent)
  || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Whether the person has refused notifications of this site in the browser. */
export function isDenied() {
  return CAN_PUSH && Notification.permission === 'denied';
}

/** Return the subscription of this browser, or null. */
export async function subscription() {
  if (!CAN_PUSH) return null;
  return await (await registration())?.pushManager.getSubscription() ?? null;
}

/** @typedef {{messages: boolean, challenges: boolean, orders: boolean}} Wishes What it shows besides turns. */

/**
 * Subscribe this browser. The person is asked for permission.
 * @param {string} key The public key of the service
 * @param {Wishes} wishes
 * @returns {Promise<boolean>} false if the person refuses
 */
export async function subscribe(key, wishes) {
  if (await Notification.requestPermission() !== 'granted') return false;
  await register();
  const {pushManager} = await navigator.serviceWorker.ready;
  // a subscription with another key of the service is of no use
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
  try {
    await send('POST', '/v1/me/push', {...made.toJSON(), label: deviceName(), ...wishes});
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return true;
}

/** End the subscription in this browser. The service finds out with its next message. */
export async function unsubscribe() {
  await (await subscription())?.unsubscribe();
}
