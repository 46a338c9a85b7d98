// Checking the shuffle: the key that was published after the game is the one the table promised before it.

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Whether SHA-256 of the key is the commitment. */
export async function keptPromise(key: string, commitment: string): Promise<boolean> {
  if (!/^([0-9a-f]{2})+$/i.test(key)) return false;
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(key));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === commitment.toLowerCase();
}
