// The house's signatures (Ed25519), checked without the browser's own crypto.subtle, which plain http does not have.
import { hashes, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesOf } from "./hex";
import type { Signature } from "./wire";

hashes.sha512 = sha512;

/** Whether the house has signed the fingerprint of this transcript. */
export function transcriptSigned(signature: Signature, fingerprint: string): boolean {
  const signed = new Uint8Array([...new TextEncoder().encode("maitred/2 transcript\0"), ...bytesOf(fingerprint)]);
  try {
    return verify(bytesOf(signature.signature), signed, bytesOf(signature.key));
  } catch {
    return false;
  }
}
