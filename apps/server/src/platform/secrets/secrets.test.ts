import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { loadSecrets, secretsFrom } from './index.ts'

const secret = 'a secret of the tests, long enough for anybody'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('encrypt', () => {
  const { encrypt, decrypt } = secretsFrom(secret)

  it('can be decrypted, and never returns the same text twice', () => {
    expect(decrypt('key', encrypt('key', '密钥 🔑'))).toBe('密钥 🔑')
    expect(encrypt('key', 'x')).not.toBe(encrypt('key', 'x'))
  })

  it('cannot be decrypted for another purpose, with another secret, or after a change', () => {
    const sealed = encrypt('key', 'text')
    const [version, iv, body = ''] = sealed.split('.')
    const changed = [version, iv, `${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`].join('.')
    expect(() => decrypt('message', sealed)).toThrow()
    expect(() => secretsFrom(`${secret}!`).decrypt('key', sealed)).toThrow()
    expect(() => decrypt('key', changed)).toThrow()
    expect(() => decrypt('key', 'text')).toThrow()
  })
})

describe('loadSecrets', () => {
  it('creates one secret for a data folder, which only the owner can read', async () => {
    const [first, second] = await Promise.all([
      loadSecrets({ dataDir: folder }),
      loadSecrets({ dataDir: folder }),
    ])
    const file = join(folder, 'secret-key')
    expect(second.digest('x', 'y')).toBe(first.digest('x', 'y'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await loadSecrets({ secretKey: (await readFile(file, 'utf8')).trim() })).digest('x', 'y')).toBe(
      first.digest('x', 'y'),
    )
  })

  it('creates no new secret for a database whose secret is missing', async () => {
    await mkdir(join(folder, 'postgres'))
    await expect(loadSecrets({ dataDir: folder })).rejects.toThrow(/secret-key is missing.*backup/)
  })

  it('requires a long enough SECRET_KEY with an external database', async () => {
    await expect(loadSecrets({})).rejects.toThrow(/SECRET_KEY is required/)
    await expect(loadSecrets({ secretKey: 'short' })).rejects.toThrow(/too short/)
  })
})
