import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import { type BucketServer, bucketKeys, startBucketServer } from '../../test/bucket-server.ts'
import { teamRepository } from '../../test/team-repository.ts'
import type { TrustedKeys } from '../registry/signature.ts'
import { type BuiltRelease, buildRelease } from './build-release.ts'
import { type DeployOptions, deploy, rollBack } from './deploy.ts'
import { readPlaceRegistry } from './host.ts'
import { openPlace } from './open-place.ts'
import { makeTeamKey, type TeamKey } from './team-key.ts'

// Builds are processes.
jest.setTimeout(180_000)

/* A static host in a bucket. The server that stands for S3 is one that does not know conditional writes by itself. */

let folder: string
let server: BucketServer
let blind: BucketServer
let client: S3Client
let key: TeamKey
let trusted: TrustedKeys
let greeting: BuiltRelease
let changed: BuiltRelease
let farewell: BuiltRelease
const before = { ...process.env }
const to = 's3://remotes/suite'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-bucket-'))
  server = await startBucketServer(folder, { bucket: 'remotes' })
  blind = await startBucketServer(folder, { bucket: 'remotes', blind: true })
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const place = { endpoint: server.url, forcePathStyle: true, region: 'us-east-1' }
  client = new S3Client({ ...place, credentials })

  const { root, write } = teamRepository(join(folder, 'repository'))
  const build = async (name: string, says: string) => {
    await write(name, '1.0.0', says)
    return buildRelease(root, name)
  }
  greeting = await build('greeting', 'Hello, whoever you are and wherever you have come from')
  changed = await build('greeting', 'Good morning')
  farewell = await build('farewell', 'Goodbye')
  key = await makeTeamKey(join(folder, 'team.pem'))
  const trust = { keys: { [key.id]: key.publicKey } }
  trusted = { greeting: trust, farewell: trust }
})

afterAll(async () => {
  process.env = before
  await Promise.all([server.close(), blind.close()])
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  process.env = { ...before, ...bucketKeys, AWS_ENDPOINT_URL_S3: server.url }
  const parts = { react: ['lazy'], 'react/jsx-runtime': ['jsx'] }
  const content = Buffer.from(JSON.stringify({ api: 1, shared: { react: '19.3.1' }, parts }))
  await (await openPlace(to)).put('host.json', { content })
})

const release = (built: BuiltRelease, options: Partial<DeployOptions> = {}) =>
  deploy(built, {
    key,
    to,
    address: 'https://cdn.example/suite',
    target: { trusted },
    onStep: () => {},
    ...options,
  })

const objectOf = (path: string) =>
  client.send(new GetObjectCommand({ Bucket: 'remotes', Key: `suite/${path}` }))

it('holds each file once, compressed as browsers take it, for ever; and the registry for the moment', async () => {
  await release(greeting)
  const { entry } = greeting.manifest.container
  const script = await objectOf(`greeting/1.0.0/${entry}`)
  expect(script).toMatchObject({
    ContentType: 'text/javascript; charset=utf-8',
    ContentEncoding: 'br',
    CacheControl: 'public, max-age=31536000, immutable',
  })
  const stored = Buffer.from((await script.Body?.transformToByteArray()) ?? [])
  expect(await promisify(brotliDecompress)(stored)).toEqual(greeting.files.get(entry))
  expect(await objectOf('remotes.json')).toMatchObject({
    ContentType: 'application/json; charset=utf-8',
    CacheControl: 'no-cache',
  })
  const listed = await client.send(new ListObjectsV2Command({ Bucket: 'remotes', Prefix: 'suite/greeting' }))
  const names = listed.Contents?.map(({ Key }) => Key?.split('/').at(-1)).toSorted()
  const expected = [...Object.keys(greeting.manifest.files), 'release.json', 'release.json.sig']
  expect(names).toEqual(expected.toSorted())
})

it('holds what is loaded without TLS in the compression that every browser takes there', async () => {
  const elsewhere = 's3://remotes/plain'
  const host = await (await openPlace(to)).read('host.json')
  await (await openPlace(elsewhere)).put('host.json', { content: host ?? Buffer.alloc(0) })
  await release(greeting, { to: elsewhere, address: 'http://intranet.example/plain' })
  const { entry } = greeting.manifest.container
  const { Body, ContentEncoding } = await client.send(
    new GetObjectCommand({ Bucket: 'remotes', Key: `plain/greeting/1.0.0/${entry}` }),
  )
  expect(ContentEncoding).toBe('gzip')
  const stored = Buffer.from((await Body?.transformToByteArray()) ?? [])
  expect(await promisify(gunzip)(stored)).toEqual(greeting.files.get(entry))
})

it('is changed by two at once, and loses neither; the same again changes nothing, and other content is refused', async () => {
  const place = await openPlace(to)
  await Promise.all([release(greeting), release(farewell)])
  const { remotes } = await readPlaceRegistry(place)
  expect(remotes.map(({ name }) => name).toSorted()).toEqual(['farewell', 'greeting'])
  expect(remotes.find(({ name }) => name === 'farewell')?.releases['1.0.0']?.manifest).toBe(
    'https://cdn.example/suite/farewell/1.0.0/release.json',
  )
  await release(greeting)
  expect(await readPlaceRegistry(place)).toEqual({ remotes })
  await expect(release(changed)).rejects.toThrow('Version 1.0.0 is released already')
  const back = rollBack({ name: 'greeting', from: '1.0.0', reason: '', host: place })
  await expect(back).rejects.toThrow('There is no release of greeting before 1.0.0')
})

it('that does not heed conditions is refused before its registry is changed', async () => {
  const host = await (await openPlace(to)).read('host.json')
  process.env.AWS_ENDPOINT_URL_S3 = blind.url
  const place = await openPlace(to)
  await place.put('host.json', { content: host ?? Buffer.alloc(0) })
  await expect(release(greeting)).rejects.toThrow('does not heed If-None-Match')
  expect(await place.read('remotes.json')).toBeUndefined()
})

it('that cannot be used is named, with what to do, and no secret', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'wrong-secret' })
  const failure = await release(greeting).catch(String)
  expect(failure).toContain('The bucket remotes cannot be used: it refuses access')
  expect(failure).not.toContain('wrong-secret')
  process.env = { ...process.env, ...bucketKeys }
  const nowhere = release(greeting, { to: 's3://nowhere' })
  await expect(nowhere).rejects.toThrow('The bucket nowhere cannot be used: there is no such bucket')
  await expect(release(greeting, { to: 's3://' })).rejects.toThrow('s3:// names no bucket')
})
