/** How long a new key is; as long as the hash that it signs with. Bytes. */
const keyBytes = 32

/** A new key of a product: 32 random bytes as base64url, 43 characters. Works on plain http too. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
