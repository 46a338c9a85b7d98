import { hashes, keygen, sign } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { expect, test } from "vitest";
import { bytesOf, hexOf } from "./hex";
import { transcriptSigned } from "./signature";

hashes.sha512 = sha512;

test("a signature is good only for its key and its fingerprint", () => {
  const { secretKey, publicKey } = keygen(new Uint8Array(32).fill(7));
  const fingerprint = "ab".repeat(32);
  const message = new Uint8Array([...new TextEncoder().encode("maitred/2 transcript\0"), ...bytesOf(fingerprint)]);
  const signature = { key: hexOf(publicKey), signature: hexOf(sign(message, secretKey)) };
  expect(transcriptSigned(signature, fingerprint)).toBe(true);
  expect(transcriptSigned(signature, "ac".repeat(32))).toBe(false);
  expect(transcriptSigned({ ...signature, key: "00".repeat(32) }, fingerprint)).toBe(false);
  expect(transcriptSigned({ ...signature, signature: "zz" }, fingerprint)).toBe(false);
});
