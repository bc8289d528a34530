import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt, webcrypto } from 'node:crypto'
import { EncryptedPassword, type PasswordContents } from '@atrium/contract'
import { afterEach, describe, expect, it } from '@jest/globals'
import { envelope, startApi } from '../testing/api-server.ts'
import { encryptPasswords } from './index.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const tagLength = 16

/** Decrypts like the server, with Node's own cryptography. */
function decrypt(encrypted: string): PasswordContents {
  const [version, keyId, ...parts] = encrypted.split('.')
  expect([version, keyId]).toEqual(['v2', 'k1'])
  const [wrapped, iv, sealed] = parts.map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrapped)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
  return JSON.parse(text.toString()) as PasswordContents
}

// jsdom has no WebCrypto; this is Node's.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

let api: Awaited<ReturnType<typeof startApi>>
afterEach(() => api.stop())

describe.each([
  ['WebCrypto', true],
  ['the portable way', false],
])('a password encrypted by %s', (_, isSecureContext) => {
  it('can be decrypted by the server, has the server’s time, and has a unique nonce', async () => {
    const time = Date.UTC(2001, 0, 1)
    api = await startApi(() => envelope(200, '', { keyId: 'k1', publicKey: spki, time }))
    Object.defineProperty(window, 'isSecureContext', { value: isSecureContext, configurable: true })
    const passwords = [
      'Abcdef12',
      '密码 with spaces',
      ...Array.from({ length: 20 }, (_, n) => `Pass${n}word`),
    ].map((password) => ({ password, purpose: 'sign-in', name: '张三' }) as const)
    const encrypted = await encryptPasswords(...passwords)
    const opened = encrypted.map(decrypt)
    expect(opened).toMatchObject(passwords.map((password) => ({ ...password, issuedAt: time })))
    expect(encrypted.every((text) => EncryptedPassword.safeParse(text).success)).toBe(true)
    expect(new Set(opened.map(({ nonce }) => nonce)).size).toBe(passwords.length)
    expect(api.seen).toHaveLength(1)
    await encryptPasswords(...passwords.slice(0, 1))
    expect(api.seen).toHaveLength(2)
  })
})
