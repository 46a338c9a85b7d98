// The promise of the shuffle, as docs/protocol.md tells it: house and people commit to random numbers, then reveal them,
// and the cards follow from all of them. Whatever is checked here is checked against what this browser has kept.
import { sha256 } from "@noble/hashes/sha2.js";
import type { PromiseFacts, PromiseList, TableFacts, Transcript } from "./wire";

export const NONCE_BYTES = 32;

// Hashes

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** JSON that is the same for equal values: sorted keys, no spaces, nothing but ASCII. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, of]) => `${canonical(name)}:${canonical(of)}`).join(",")}}`;
  }
  const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}

/** SHA-256 over a tag and parts, each with its length before it, so that nothing can be shifted between them. */
export function tagged(tag: string, ...parts: Array<string | number | Uint8Array>): string {
  const hash = sha256.create();
  for (const part of [tag, ...parts]) {
    const bytes = part instanceof Uint8Array ? part : new TextEncoder().encode(String(part));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    hash.update(length).update(bytes);
  }
  return hexOf(hash.digest());
}

/** What the house publishes of a key. */
export function keyCommitment(key: string): string {
  return hexOf(sha256(bytesOf(key)));
}

/** What a seat publishes of its nonce. */
export function nonceCommitment(table: string, attempt: number, seat: number, nonce: string): string {
  return tagged("maitred/2 nonce", table, attempt, seat, bytesOf(nonce));
}

export function listDigest(list: PromiseList): string {
  return tagged("maitred/2 list", canonical(list));
}

export function fingerprintOf(transcript: Transcript): string {
  return tagged("maitred/2 transcript", canonical(transcript));
}

/** The start of a fingerprint, for people to compare. */
export function spoken(fingerprint: string): string {
  return fingerprint.slice(0, 16).match(/.{4}/g)!.join(" ");
}
