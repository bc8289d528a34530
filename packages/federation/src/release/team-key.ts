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
 * Makes a key and keeps it in a file that only its owner may read.
 * @param file PKCS #8, PEM; never one that is there already
 * @throws ReleaseFailure if the file is there
 */
export async function makeTeamKey(file: string): Promise<TeamKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw new ReleaseFailure(`${file} cannot be written: ${cause.message}.`)
    const there = `${file} is there already: a key is never written over. Name another file.`
    const key = await readTeamKey(file).catch(() => undefined)
    throw new ReleaseFailure(there, ...(key ? ['The line of the key that is there:', lineOf(key)] : []))
  })
  // Whatever the process leaves out of modes.
  await chmod(file, 0o600)
  return keyOf(privateKey)
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
