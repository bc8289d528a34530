import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import S3rver from 's3rver'
import { StartupError } from '../database/index.ts'
import {
  type Content,
  type FileStore,
  localStore,
  MissingContent,
  newKey,
  openFiles,
  openStore,
  readLines,
  StoreFailure,
  writeLines,
  writeText,
} from './index.ts'

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const bucket = 'files'
let folder: string
let server: S3rver
let endpoint: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-store-'))
  const directory = join(folder, 's3')
  const place = { address: '127.0.0.1', port: 0, silent: true }
  server = new S3rver({ ...place, directory, configureBuckets: [{ name: bucket }] })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const s3 = (changed: object = {}) =>
  openFiles({
    filesFolder: '',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    ...changed,
  })

async function* pieces(...list: (Uint8Array | string | Error)[]) {
  for (const piece of list) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const read = async (store: FileStore, key: string) =>
  Buffer.concat(await Array.fromAsync(await store.get(key)))

/** Tests that every store must pass. */
function describeStore(name: string, open: () => Promise<FileStore>): void {
  describe(name, () => {
    let store: FileStore
    beforeAll(async () => {
      store = await open()
    })

    it('is reachable', async () => expect(await store.isReachable()).toBe(true))

    it('returns the content that was stored, and reports its size and hash', async () => {
      const key = newKey()
      const written = await store.put(key, pieces('受试者', '\0', '😀'))
      expect(written).toEqual({ size: 14, sha256: sha256(Buffer.from('受试者\0😀')) })
      expect((await read(store, key)).toString()).toBe('受试者\0😀')
    })

    it('stores empty content', async () => {
      const key = newKey()
      expect(await store.put(key, pieces())).toEqual({ size: 0, sha256: sha256() })
      expect(await read(store, key)).toHaveLength(0)
    })

    it('stores content that is larger than one part', async () => {
      const parts = Array.from({ length: 20 }, () => randomBytes(1_000_003))
      const key = newKey()
      expect(await store.put(key, pieces(...parts))).toEqual({ size: 20_000_060, sha256: sha256(...parts) })
      expect((await read(store, key)).equals(Buffer.concat(parts))).toBe(true)
    })

    it.each([
      ['little', 10],
      ['much', 20_000_000],
    ])('stores nothing of content that breaks off after %s data', async (_amount, length) => {
      const key = newKey()
      const broken = new Error('the sender is gone')
      await expect(store.put(key, pieces(Buffer.alloc(length), broken))).rejects.toBe(broken)
      await expect(store.get(key)).rejects.toThrow(MissingContent)
    })

    it('deletes content, and ignores a key without content', async () => {
      const key = newKey()
      await store.put(key, pieces('x'))
      for (const _time of [1, 2]) await store.delete(key)
      await expect(store.get(key)).rejects.toThrow(MissingContent)
    })

    it('accepts only its own keys, never a path', async () => {
      for (const key of ['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(32)}/..`, 'A'.repeat(32)]) {
        await expect(store.put(key, pieces('x'))).rejects.toThrow('invalid file key')
        await expect(store.get(key)).rejects.toThrow('invalid file key')
        await expect(store.delete(key)).rejects.toThrow('invalid file key')
      }
    })
  })
}

describeStore('a folder', async () => localStore(join(folder, 'local')))
describeStore('a bucket', () => s3())

describe('a store that an operator names', () => {
  const settings = () => ({
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  })

  it.each([
    ['a folder', () => join(folder, 'named')],
    ['a bucket', () => `s3://${bucket}`],
    ['a part of a bucket', () => `s3://${bucket}/archives/audit/`],
  ])('%s stores files by name, which can be overwritten', async (_, to) => {
    const store = await openStore(to(), settings())
    const much = Array.from({ length: 3 }, (_part, part) => `受试者 ${part} ${'x'.repeat(100_000)}\n`)
    for (const lines of [['half'], much]) await writeLines(store, 'a.jsonl.gz', Readable.from(lines))
    expect((await Array.fromAsync(readLines(store, 'a.jsonl.gz'))).flat()).toEqual(much)
    for (const text of ['one', 'two']) await writeText(store, 'a.json', text)
    expect((await read(store, 'a.json')).toString()).toBe('two')
    await expect(store.get('b.json')).rejects.toThrow(MissingContent)
    for (const name of ['../a.json', '', '.a', 'a/b'])
      await expect(writeText(store, name, '')).rejects.toThrow('invalid file name')
  })

  it('reports whether the store or the lines made a write fail', async () => {
    const store = await openStore(join(folder, 'full'), {})
    const full = async (content: Content): Promise<never> => {
      for await (const _ of content) throw new StoreFailure('the disk is full')
      throw new Error('nothing came')
    }
    const lines = Array.from({ length: 300 }, () => randomBytes(5_000).toString('hex'))
    const failing = { ...store, put: (_: string, content: Content) => full(content) }
    await expect(writeLines(failing, 'a.jsonl.gz', Readable.from(lines))).rejects.toThrow('the disk is full')
    const broken = pieces(...lines, new Error('no more lines'))
    const texts = (async function* () {
      for await (const line of broken) yield line.toString()
    })()
    await expect(writeLines(store, 'a.jsonl.gz', texts)).rejects.toThrow('no more lines')
    expect(await readdir(join(folder, 'full'))).toEqual([])
  })

  it('separates the parts of a bucket', async () => {
    await writeText(await openStore(`s3://${bucket}/one`, settings()), 'c.json', 'x')
    const other = await openStore(`s3://${bucket}/other`, settings())
    await expect(other.get('c.json')).rejects.toThrow(MissingContent)
    await expect(openStore('s3://', settings())).rejects.toThrow('s3:// has no bucket')
  })
})

describe('the folder', () => {
  const everything = async (place: string) => (await readdir(place, { recursive: true })).toSorted()

  it('is accessible only to the server’s user, and contains random names', async () => {
    const place = join(folder, 'modes')
    const store = localStore(place)
    const key = newKey()
    await store.isReachable()
    await store.put(key, pieces('x'))
    expect(await everything(place)).toEqual([key.slice(0, 2), join(key.slice(0, 2), key)])
    const modes = await Promise.all(
      ['', key.slice(0, 2), join(key.slice(0, 2), key)].map((name) => stat(join(place, name))),
    )
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  })

  it('deletes the half-written file of a killed process together with its key', async () => {
    const place = join(folder, 'scratch')
    const store = localStore(place)
    const key = newKey()
    await store.put(key, pieces('x'))
    await writeFile(join(place, key.slice(0, 2), `${key}.part`), 'half')
    await store.delete(key)
    expect(await everything(place)).toEqual([key.slice(0, 2)])
  })

  it('stops the start if it cannot be used', async () => {
    const file = join(folder, 'no-folder')
    await writeFile(file, '')
    await expect(localStore(join(file, 'files')).isReachable()).rejects.toThrow(StartupError)
  })

  it('throws a StoreFailure if it fails during a write', async () => {
    const file = join(folder, 'no-folder-either')
    await writeFile(file, '')
    await expect(localStore(file).put(newKey(), pieces('x'))).rejects.toThrow(StoreFailure)
  })
})

describe('the bucket', () => {
  it.each([
    ['S3_BUCKET', { S3_BUCKET: 'nowhere' }],
    ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: 'wrong-secret' }],
  ])('stops the start if %s is wrong, with a message without secrets', async (setting, wrong) => {
    const store = await s3(wrong)
    const failure = await store.isReachable().catch((error: Error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect(String(failure)).toContain(setting)
    expect(String(failure)).not.toContain('wrong-secret')
  })

  it('may be unavailable at the start, and can be tried again later', async () => {
    const away = await s3({ S3_ENDPOINT: 'http://127.0.0.1:9' })
    expect(await away.isReachable()).toBe(false)
    await expect(away.put(newKey(), pieces('x'))).rejects.toMatchObject({ statusCode: 503 })
    await expect(away.get(newKey())).rejects.toMatchObject({ statusCode: 503 })
  })
})
