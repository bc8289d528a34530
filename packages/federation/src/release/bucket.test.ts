import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import { type BucketServer, bucketKeys, startBucketServer } from '../../test/bucket-server.ts'
import { teamRepository } from '../../test/team-repository.ts'
import { type BuiltRelease, buildRelease } from './build-release.ts'
import { openStorage } from './open-storage.ts'
import { uploadRelease } from './upload.ts'

// The tests run real builds, which are slow.
jest.setTimeout(420_000)

let folder: string
let server: BucketServer
let unconditional: BucketServer
let client: S3Client
let greeting: BuiltRelease
let changed: BuiltRelease
const before = { ...process.env }
const to = 's3://remotes/suite'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-bucket-'))
  server = await startBucketServer(folder, { bucket: 'remotes' })
  unconditional = await startBucketServer(folder, { bucket: 'remotes', conditionalWrites: false })
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  client = new S3Client({ endpoint: server.url, forcePathStyle: true, region: 'us-east-1', credentials })

  const { root, write } = teamRepository(join(folder, 'repository'))
  const build = async (text: string) => {
    await write('greeting', '1.0.0', text)
    return buildRelease(root, 'greeting')
  }
  greeting = await build('Hello, and welcome to this page from wherever you are')
  changed = await build('Good morning')
})

afterAll(async () => {
  process.env = before
  await Promise.all([server.close(), unconditional.close()])
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  process.env = { ...before, ...bucketKeys, AWS_ENDPOINT_URL_S3: server.url }
})

const signature = { key: 'team', signature: `${'a'.repeat(86)}==` }

const upload = async (built: BuiltRelease, storage = to, encoding: 'br' | 'gzip' = 'br'): Promise<number> =>
  uploadRelease(await openStorage(storage), built, signature, encoding)

const objectOf = (key: string) => client.send(new GetObjectCommand({ Bucket: 'remotes', Key: key }))

it('stores each file once, brotli-compressed and cacheable for a year', async () => {
  await upload(greeting)
  const { entry } = greeting.manifest.container
  const script = await objectOf(`suite/greeting/1.0.0/${entry}`)
  expect(script).toMatchObject({
    ContentType: 'text/javascript; charset=utf-8',
    ContentEncoding: 'br',
    CacheControl: 'public, max-age=31536000, immutable',
  })
  const stored = Buffer.from((await script.Body?.transformToByteArray()) ?? [])
  expect(await promisify(brotliDecompress)(stored)).toEqual(greeting.files.get(entry))
  const listed = await client.send(new ListObjectsV2Command({ Bucket: 'remotes', Prefix: 'suite/greeting' }))
  const names = listed.Contents?.map(({ Key }) => Key?.split('/').at(-1)).toSorted()
  const expected = [...Object.keys(greeting.manifest.files), 'release.json', 'release.json.sig']
  expect(names).toEqual(expected.toSorted())
})

it('stores gzip if browsers load without TLS', async () => {
  await upload(greeting, 's3://remotes/plain', 'gzip')
  const { entry } = greeting.manifest.container
  const { Body, ContentEncoding } = await objectOf(`plain/greeting/1.0.0/${entry}`)
  expect(ContentEncoding).toBe('gzip')
  const stored = Buffer.from((await Body?.transformToByteArray()) ?? [])
  expect(await promisify(gunzip)(stored)).toEqual(greeting.files.get(entry))
})

it('accepts two simultaneous uploads of one release, and rejects different content', async () => {
  const storage = 's3://remotes/twice'
  const [one, other] = await Promise.all([upload(greeting, storage), upload(greeting, storage)])
  expect(one + other).toBe(Object.keys(greeting.manifest.files).length + 1)
  expect(await upload(greeting, storage)).toBe(0)
  await expect(upload(changed, storage)).rejects.toThrow('Version 1.0.0 already exists')
})

it('accepts only one of two releases with the same version', async () => {
  const storage = 's3://remotes/rivals'
  const results = await Promise.allSettled([upload(greeting, storage), upload(changed, storage)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const winner = results[0]?.status === 'fulfilled' ? greeting : changed
  expect(await (await openStorage(storage)).read('greeting/1.0.0/release.json')).toEqual(winner.text)
})

it('rejects a store without conditional writes', async () => {
  process.env.AWS_ENDPOINT_URL_S3 = unconditional.url
  await expect(upload(greeting)).rejects.toThrow('ignores If-None-Match')
})

it('names a bucket that cannot be used and the remedy, but no secret', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'wrong-secret' })
  const failure = await upload(greeting).catch(String)
  expect(failure).toContain('The bucket remotes cannot be used: access is denied')
  expect(failure).not.toContain('wrong-secret')
  process.env = { ...process.env, ...bucketKeys }
  await expect(upload(greeting, 's3://nowhere')).rejects.toThrow(
    'The bucket nowhere cannot be used: it does not exist',
  )
  await expect(upload(greeting, 's3://')).rejects.toThrow('s3:// does not name a bucket')
})
