import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt, webcrypto } from 'node:crypto'
import { EncryptedPassword } from '@atrium/contract'
import { afterEach, describe, expect, it } from '@jest/globals'
import { envelope, startApi } from '../testing/api-server.ts'
import { encryptPasswords } from './index.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const tagLength = 16

/** What a server does with it: node's own cryptography, none of ours. */
function decrypt(encrypted: string): string {
  const [version, keyId, ...parts] = encrypted.split('.')
  expect([version, keyId]).toEqual(['v1', 'k1'])
  const [wrapped, iv, sealed] = parts.map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrapped)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]).toString()
}

// jsdom has no WebCrypto; this is Node's own.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

let api: Awaited<ReturnType<typeof startApi>>
afterEach(() => api.stop())

describe.each([
  ['WebCrypto', true],
  ['the portable way', false],
])('a password encrypted by %s', (_, isSecureContext) => {
  it('is what the server decrypts', async () => {
    api = await startApi(() => envelope(200, '', { keyId: 'k1', publicKey: spki }))
    Object.defineProperty(window, 'isSecureContext', { value: isSecureContext, configurable: true })
    const passwords = [
      'Abcdef12',
      '密码 with spaces',
      ...Array.from({ length: 20 }, (_, n) => `Pass${n}word`),
    ]
    const encrypted = await encryptPasswords(...passwords)
    expect(encrypted.map(decrypt)).toEqual(passwords)
    expect(encrypted.every((text) => EncryptedPassword.safeParse(text).success)).toBe(true)
    expect(new Set(encrypted).size).toBe(passwords.length)
    expect(api.seen).toHaveLength(1)
  })
})
