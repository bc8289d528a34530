import { browserCipher, type Cipher, encryptedPrefix } from './cipher.ts'

/** The cipher, and what it has opened: reading must not wait. */
let sealed: { readonly cipher: Cipher; readonly opened: Map<string, string> } | undefined

const isSealed = (text: string): boolean => text.startsWith(encryptedPrefix)

/** Reads a value that is not sealed; undefined for one that is, which nobody can read here. */
function readPlain(name: string): string | undefined {
  const text = localStorage.getItem(name)
  return text === null || isSealed(text) ? undefined : text
}

/** Takes over what is stored under a name; a value from before the encryption is sealed now. */
async function load(name: string): Promise<void> {
  if (!sealed) return
  const { cipher, opened } = sealed
  const text = localStorage.getItem(name)
  if (text === null) opened.delete(name)
  else if (isSealed(text))
    await cipher.open(text).then(
      (value) => opened.set(name, value),
      () => opened.delete(name),
    )
  else storedValues.set(name, text)
}

/**
 * Values that this browser keeps for later pages, such as the name of the last sign-in. Where the deployment has
 * them encrypted, the name of the value can be read in the browser's storage, but not the value.
 */
export const storedValues = {
  get: (name: string): string | undefined => (sealed ? sealed.opened.get(name) : readPlain(name)),
  set(name: string, value: string): void {
    if (!sealed) {
      localStorage.setItem(name, value)
      return
    }
    const { cipher, opened } = sealed
    opened.set(name, value)
    void cipher.seal(value).then((text) => {
      // A later value may have been sealed sooner.
      if (opened.get(name) === value) localStorage.setItem(name, text)
    })
  },
  remove(name: string): void {
    sealed?.opened.delete(name)
    localStorage.removeItem(name)
  },
}

/**
 * Has values encrypted from now on; to be called before the first one is read. Without a cipher, as on a page that came
 * by plain HTTP, they stay readable. It keeps values from those who look at the browser's storage or copy its files
 * without the browser, not from script of the suite's own origin: that can use the key.
 * @param names of all values
 */
export async function encryptStoredValues(
  names: readonly string[],
  cipher: Promise<Cipher | undefined> = browserCipher(),
): Promise<void> {
  const found = await cipher
  if (!found) return
  sealed = { cipher: found, opened: new Map() }
  await Promise.all(names.map(load))
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && names.includes(key)) void load(key)
  })
}
