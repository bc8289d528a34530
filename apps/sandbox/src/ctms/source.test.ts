import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { sourceCheck } from './source.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const sealed = (text: string, key = publicKey) =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
const digits = '0123456789012345'
const minutes = 60_000

describe('the check of the source header', () => {
  it('accepts a fresh one, but only once', () => {
    const isGood = sourceCheck(privateKey)
    const header = sealed(`${Date.now()}${digits}`)
    expect(isGood(header)).toBe(true)
    expect(isGood(header)).toBe(false)
    expect(isGood(sealed(`${Date.now()}9${digits.slice(1)}`))).toBe(true)
  })

  it.each([
    ['none', () => undefined],
    ['one that is not encrypted', () => `${Date.now()}${digits}`],
    [
      'one for another recipient',
      () => sealed(`${Date.now()}${digits}`, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
    ],
    ['an old one', () => sealed(`${Date.now() - 6 * minutes}${digits}`)],
    ['one from the future', () => sealed(`${Date.now() + 6 * minutes}${digits}`)],
    ['one without its digits', () => sealed(`${Date.now()}`)],
  ])('rejects %s', (_, header) => {
    expect(sourceCheck(privateKey)(header())).toBe(false)
  })
})
