import { browserCipher, type Cipher, encryptedPrefix } from './cipher.ts'

/** The cipher, and the decrypted values, because reads are synchronous. */
let encryption: { readonly cipher: Cipher; readonly decrypted: Map<string, string> } | undefined

const isEncrypted = (text: string): boolean => text.startsWith(encryptedPrefix)

/** Returns a value that is not encrypted; undefined for an encrypted one, which cannot be read here. */
function readPlain(name: string): string | undefined {
  const text = localStorage.getItem(name)
  return text === null || isEncrypted(text) ? undefined : text
}

/** Loads the stored value of a name, and encrypts it if it is still readable. */
async function load(name: string): Promise<void> {
  if (!encryption) return
  const { cipher, decrypted } = encryption
  const text = localStorage.getItem(name)
  if (text === null) decrypted.delete(name)
  else if (isEncrypted(text))
    await cipher.decrypt(text).then(
      (value) => decrypted.set(name, value),
      () => decrypted.delete(name),
    )
  else storedValues.set(name, text)
}

/**
 * Values that this browser stores for later pages, such as the name of the last sign-in. If the deployment encrypts
 * them, only their names are readable in the browser's storage.
 */
export const storedValues = {
  get: (name: string): string | undefined => (encryption ? encryption.decrypted.get(name) : readPlain(name)),
  set(name: string, value: string): void {
    if (!encryption) {
      localStorage.setItem(name, value)
      return
    }
    const { cipher, decrypted } = encryption
    decrypted.set(name, value)
    void cipher.encrypt(value).then((text) => {
      // Encryption of a later value may have finished first.
      if (decrypted.get(name) === value) localStorage.setItem(name, text)
    })
  },
  remove(name: string): void {
    encryption?.decrypted.delete(name)
    localStorage.removeItem(name)
  },
}

/**
 * Encrypts stored values from now on. Call it before reading the first one. Without a cipher, as on a page served
 * over plain HTTP, they stay readable. Encryption protects them from people who look at the browser's storage or copy
 * its files, but not from scripts on the suite's own origin, which can use the key.
 * @param names names of all values
 */
export async function encryptStoredValues(
  names: readonly string[],
  cipher: Promise<Cipher | undefined> = browserCipher(),
): Promise<void> {
  const found = await cipher
  if (!found) return
  encryption = { cipher: found, decrypted: new Map() }
  await Promise.all(names.map(load))
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && names.includes(key)) void load(key)
  })
}
