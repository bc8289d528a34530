import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { idOfKey } from '../registry/signature.ts'
import { ReleaseFailure } from './failure.ts'

/** The Ed25519 key (RFC 8032) with which a team signs its releases. */
export interface TeamKey {
  readonly id: string
  readonly privateKey: KeyObject
  /** Public key for the operator: SubjectPublicKeyInfo (RFC 8410), in base64. */
  readonly publicKey: string
}

const keyOf = (privateKey: KeyObject): TeamKey => {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return { id: idOfKey(publicKey), privateKey, publicKey }
}

/** Returns the line that an operator adds to the file of trusted keys. */
export const lineOf = ({ id, publicKey }: TeamKey): string => `"${id}": "${publicKey}"`

/**
 * Generates a key and saves it in a file that only its owner may read. If the file already contains a key, keeps that
 * key.
 * @param file key file (PKCS #8, PEM)
 * @throws ReleaseFailure if the file cannot be written or has other content, which is never overwritten
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
  // The umask may have cleared some of the mode bits.
  await chmod(file, 0o600)
  return { ...keyOf(privateKey), isNew: true }
}

/**
 * Reads a team's key.
 * @throws ReleaseFailure if the file contains no key
 */
export async function readTeamKey(file: string): Promise<TeamKey> {
  const pem = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ReleaseFailure(
      `The key cannot be read: ${cause.message}. \`pnpm release:key <file>\` generates one.`,
    )
  })
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Ignore the error: it could quote the content, which may be a secret.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new ReleaseFailure(
      `${file} contains no Ed25519 private key. \`pnpm release:key <file>\` generates one.`,
    )
  return keyOf(key)
}

/**
 * Signs content with a team's key.
 * @returns the signature in base64
 */
export const signatureOf = (key: TeamKey, content: Buffer | string): string =>
  sign(null, Buffer.from(content), key.privateKey).toString('base64')
