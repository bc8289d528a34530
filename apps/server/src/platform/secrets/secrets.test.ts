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

  it('is undone by decrypt, and never the same twice', () => {
    expect(decrypt('key', encrypt('key', '密钥 🔑'))).toBe('密钥 🔑')
    expect(encrypt('key', 'x')).not.toBe(encrypt('key', 'x'))
  })

  it('is not undone for another purpose, by another secret, or after a change', () => {
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
  it('makes a secret for a data folder once, for our eyes only', async () => {
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

  it('makes no new one for a database whose secret is gone', async () => {
    await mkdir(join(folder, 'postgres'))
    await expect(loadSecrets({ dataDir: folder })).rejects.toThrow(/secret-key is missing.*backup/)
  })

  it("requires SECRET_KEY with a database of the operator's, and enough of it", async () => {
    await expect(loadSecrets({})).rejects.toThrow(/SECRET_KEY is required/)
    await expect(loadSecrets({ secretKey: 'short' })).rejects.toThrow(/too short/)
  })
})
