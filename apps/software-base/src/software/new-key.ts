/** Length of a new key in bytes, equal to the length of the signature's hash. */
const keyBytes = 32

/** Creates a key for a product: 32 random bytes as base64url, which are 43 characters. Works on plain http too. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
