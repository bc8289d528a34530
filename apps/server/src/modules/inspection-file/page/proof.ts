import {
  around,
  ends,
  fileFormat,
  functionName,
  signatureLength,
  signedText,
} from '../../../platform/audit/inspection-layout.ts'

/** What is wrong with a file: a key of the page's texts. */
export type FaultKey = 'bytes' | 'key' | 'signature' | 'seals' | 'events' | 'chain' | 'signatures' | 'words'

/** The file is not what was signed. */
export class Fault extends Error {
  readonly key: FaultKey

  constructor(key: FaultKey) {
    super(key)
    this.key = key
  }
}

/** A deployment's public key. */
export interface PublicKey {
  readonly key: CryptoKey
  /** SHA-256 of its bytes (SPKI), hex. */
  readonly fingerprint: string
  readonly text: string
}

/** Number of signatures that are verified at once. */
const atOnce = 500

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the SHA-256 of a text in UTF-8, hex. */
export const sha256 = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reads a public key from its text, as an export of the trail names it. */
export async function readKey(text: string): Promise<PublicKey> {
  const bytes = bytesOf(text)
  const key = await crypto.subtle.importKey('spki', bytes, 'Ed25519', false, ['verify'])
  return { key, text, fingerprint: hexOf(await crypto.subtle.digest('SHA-256', bytes)) }
}

/** Returns whether a text was signed with the key. The signature must be written in the only canonical way. */
export async function isSigned({ key }: PublicKey, signature: string, text: string): Promise<boolean> {
  if (!/^[\w-]{86}$/.test(signature)) return false
  const bytes = bytesOf(signature)
  if (textOf(bytes) !== signature) return false
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(text))
}

/** Returns whether this browser can verify: it may lack Ed25519, or a secure context. */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return typeof DecompressionStream === 'function'
  } catch {
    return false
  }
}

/**
 * Reads the source of the opened file by loading it as a script.
 * @returns undefined if the browser does not allow that
 * @throws Fault if the file is no script any more
 */
export function readSource(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = location.href.replace(/#.*$/, '')
    script.onload = () => {
      const read: unknown = Reflect.get(globalThis, functionName)
      const [first, last] = [document.firstChild, document.body.lastChild]
      // The source lacks what is around the function, so these bytes are compared in the document.
      const isFramed =
        first instanceof Comment &&
        last instanceof Comment &&
        first.data === (around.before + ends.first).slice(4, -3) &&
        last.data.slice(signatureLength) === `${ends.last}${around.after.slice(0, -3)}`
      if (typeof read === 'function' && isFramed) resolve(Function.prototype.toString.call(read))
      else reject(new Fault('bytes'))
    }
    script.onerror = () => resolve(undefined)
    document.head.append(script)
  })
}

/** Returns the source in the bytes of a file. */
export function sourceIn(bytes: ArrayBuffer): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!text.startsWith(around.before) || !text.endsWith(around.after)) throw new Fault('bytes')
  return text.slice(around.before.length, -around.after.length)
}

/** Decompresses a part. */
export async function unpack(part: string | undefined): Promise<string> {
  if (part === undefined) throw new Fault('bytes')
  const stream = new Blob([bytesOf(part)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return await new Response(stream).text()
}

/** Returns the parts of a source, compressed, by name. */
const partsIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/<script type="application\/gzip" id="part-(\w+)">([A-Za-z0-9+/=]*)<\/script>/g)].map(
      ([, name = '', part = '']) => [name, part],
    ),
  )

/** A file whose every byte is what the deployment signed. */
export interface SignedFile {
  readonly key: PublicKey
  readonly parts: ReadonlyMap<string, string>
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * Verifies the signature over all bytes of the file.
 * @throws Fault if a byte was changed
 */
export async function verifyFile(source: string): Promise<SignedFile> {
  if (!source.startsWith(ends.first) || !source.endsWith(ends.last)) throw new Fault('bytes')
  const end = source.length - ends.last.length
  const signature = source.slice(end - signatureLength, end)
  const parts = partsIn(source)
  const facts = await unpack(parts.get('facts')).then(JSON.parse, () => {
    throw new Fault('bytes')
  })
  if (facts.format !== fileFormat) throw new Fault('bytes')
  const key = await readKey(facts.publicKey).catch(() => {
    throw new Fault('key')
  })
  const hash = await sha256(around.before + source.slice(0, end - signatureLength))
  if (!(await isSigned(key, signature, signedText(hash)))) throw new Fault('signature')
  return { key, parts, facts }
}

/**
 * Checks that all tasks return true, some at a time.
 * @throws Fault otherwise
 */
export async function requireAll(tasks: readonly (() => Promise<boolean>)[], key: FaultKey): Promise<void> {
  for (let from = 0; from < tasks.length; from += atOnce) {
    const done = await Promise.all(tasks.slice(from, from + atOnce).map((task) => task()))
    if (done.includes(false)) throw new Fault(key)
  }
}
