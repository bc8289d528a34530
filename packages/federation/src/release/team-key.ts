import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { idOfKey } from '../registry/signature.ts'
import { ReleaseFailure } from './failure.ts'

/** The key with which a team signs its releases: Ed25519 (RFC 8032). */
export interface TeamKey {
  readonly id: string
  readonly privateKey: KeyObject
  /** SubjectPublicKeyInfo (RFC 8410), base64: what an operator is given. */
  readonly publicKey: string
}

const keyOf = (privateKey: KeyObject): TeamKey => {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return { id: idOfKey(publicKey), privateKey, publicKey }
}

/** The line by which an operator trusts a key. */
export const lineOf = ({ id, publicKey }: TeamKey): string => `"${id}": "${publicKey}"`

/**
 * Makes a key and keeps it in a file that only its owner may read. Keeps the key of a file that holds one already.
 * @param file PKCS #8, PEM
 * @throws ReleaseFailure if the file cannot be written, or holds something else, which is never overwritten
 */
export async function makeTeamKey(file: string): Promise<TeamKey & { readonly isNew: boolean }> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  try {
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ReleaseFailure(`${file} cannot be written: ${message}.`)
    return { ...(await readTeamKey(file)), isNew: false }
  }
  // Whatever the process leaves out of modes.
  await chmod(file, 0o600)
  return { ...keyOf(privateKey), isNew: true }
}

/** Reads a team's key. @throws ReleaseFailure if the file holds none */
export async function readTeamKey(file: string): Promise<TeamKey> {
  const pem = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ReleaseFailure(
      `The key cannot be read: ${cause.message}. \`pnpm release:key <file>\` makes one.`,
    )
  })
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Nothing of what it holds is to be said.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new ReleaseFailure(`${file} holds no Ed25519 private key. \`pnpm release:key <file>\` makes one.`)
  return keyOf(key)
}

/** The signature of something under a team's key, base64. */
export const signatureOf = (key: TeamKey, content: Buffer | string): string =>
  sign(null, Buffer.from(content), key.privateKey).toString('base64')
