import { browserCipher, type Cipher, encryptedPrefix } from './cipher.ts'

/** The cipher, with the values it has decrypted: reading must not wait. */
let encryption: { readonly cipher: Cipher; readonly decrypted: Map<string, string> } | undefined

const isEncrypted = (text: string): boolean => text.startsWith(encryptedPrefix)

/** Reads a value that is not encrypted; undefined for one that is, which cannot be read here. */
function readPlain(name: string): string | undefined {
  const text = localStorage.getItem(name)
  return text === null || isEncrypted(text) ? undefined : text
}

/** Takes over what is stored under a name; a value from before the encryption is encrypted now. */
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
 * Values that this browser keeps for later pages, such as the name of the last sign-in. If the deployment encrypts
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
      // A later value may have been encrypted sooner.
      if (decrypted.get(name) === value) localStorage.setItem(name, text)
    })
  },
  remove(name: string): void {
    encryption?.decrypted.delete(name)
    localStorage.removeItem(name)
  },
}

/**
 * Encrypts values from now on; call it before the first one is read. Without a cipher, as on a page from plain HTTP,
 * they stay readable. It protects values from people who look at the browser's storage or copy its files, not from
 * scripts of the suite's own origin, which can use the key.
 * @param names of all values
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
