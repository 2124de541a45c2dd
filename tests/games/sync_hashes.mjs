// Computes the hashes of WebCrypto in the calling thread. Node.js hands each of them to another thread, which takes far
// longer than a hash of a short record; tests that verify hundreds of games load this module first (`node --import`).

import { createHash, createHmac, KeyObject } from "node:crypto";

const { subtle } = globalThis.crypto;
const sign = subtle.sign.bind(subtle);

subtle.digest = async (algorithm, data) => createHash(algorithm).update(data).digest();
subtle.sign = async (algorithm, key, data) =>
  algorithm === "HMAC" ? createHmac("sha256", KeyObject.from(key)).update(data).digest() : sign(algorithm, key, data);
