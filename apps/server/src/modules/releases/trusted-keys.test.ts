import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { checkTrustedKeys, readTrustedKeys } from './trusted-keys.ts'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-keys-'))
  file = join(folder, 'keys.json')
})
afterAll(() => rm(folder, { recursive: true }))

const spki = (type: 'ed25519' | 'x25519') =>
  generateKeyPairSync(type as 'ed25519')
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

it('trusts no team if there is no file', async () => {
  expect(await readTrustedKeys(undefined)).toEqual({})
  await checkTrustedKeys(undefined)
})

it('reads the operator’s current file each time', async () => {
  const trusted = { 'tenant-admin': { keys: { 'team-1': spki('ed25519') }, activate: true } }
  await writeFile(file, JSON.stringify(trusted))
  expect(await readTrustedKeys(file)).toEqual(trusted)
  await writeFile(file, '{}')
  expect(await readTrustedKeys(file)).toEqual({})
})

it.each([
  ['no JSON', '{', /Please correct RELEASE_KEYS, .*JSON/],
  ['no remote’s name', JSON.stringify({ 'Tenant Admin': { keys: {} } }), /Tenant Admin/],
  ['a slip in a name', JSON.stringify({ ledger: { keys: {}, activates: true } }), /activates/],
  [
    'another kind of key',
    JSON.stringify({ ledger: { keys: { 'team-1': spki('x25519') } } }),
    /ledger\.keys\.team-1/,
  ],
])('rejects a file with %s at start and names the fault', async (_what, text, message) => {
  await writeFile(file, text)
  await expect(checkTrustedKeys(file)).rejects.toThrow(message)
  // A team's call has the same error, which appears in the log.
  await expect(readTrustedKeys(file)).rejects.toThrow(`RELEASE_KEYS, ${file}`)
})

it('rejects a missing file at start', async () => {
  await expect(checkTrustedKeys(join(folder, 'none.json'))).rejects.toThrow(/RELEASE_KEYS, .*none\.json/)
})
