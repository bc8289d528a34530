import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type TeamRepository, teamRepository } from '../../test/team-repository.ts'
import { ReleaseManifest } from '../registry/manifest.ts'
import { isSignedBy } from '../registry/signature.ts'
import { type BuiltRelease, buildRelease } from './build-release.ts'
import type { DeployedHost } from './deployed-host.ts'
import { openStorage } from './open-storage.ts'
import { describeRejections, publicRejections } from './rejections.ts'
import { makeTeamKey, signatureOf, type TeamKey } from './team-key.ts'
import { uploadRelease } from './upload.ts'

// The tests run real builds, which are slow.
jest.setTimeout(420_000)

const parts = { react: ['lazy'], 'react/jsx-runtime': ['jsx'] }
const host: DeployedHost = {
  description: { api: 1, shared: { react: '19.3.1' }, parts },
  registry: { remotes: [] },
}

let folder: string
let repository: TeamRepository
let sourcesBefore: Record<string, string>
/** A release, a release of the same version built from other sources, and a release of another remote. */
let first: BuiltRelease
let changed: BuiltRelease
let farewell: BuiltRelease
let key: TeamKey
let to: string
let folders = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-team-'))
  repository = teamRepository(join(folder, 'repository'))
  const build = async (name: string, version: string, text: string) => {
    await repository.write(name, version, text)
    return buildRelease(repository.root, name)
  }
  changed = await build('greeting', '1.0.0', 'Good morning')
  farewell = await build('farewell', '2.0.0', 'Goodbye')
  await repository.write('greeting', '1.0.0', 'Hello')
  await mkdir(join(repository.root, 'apps/greeting/dist/browser'), { recursive: true })
  await writeFile(join(repository.root, 'apps/greeting/dist/browser/entry.js'), 'of the suite’s own build')
  sourcesBefore = await hashFiles(repository.root)
  first = await buildRelease(repository.root, 'greeting')
  key = await makeTeamKey(join(folder, 'team.pem'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(async () => {
  folders += 1
  to = join(folder, `releases-${folders}`)
  await mkdir(to)
})

/**
 * Uploads a release.
 * @returns the number of files that were missing
 */
const upload = async (built = first): Promise<number> =>
  uploadRelease(await openStorage(to), built, { key: key.id, signature: signatureOf(key, built.text) }, 'br')

/** Hashes every file in a folder. */
async function hashFiles(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const hashes = files.map(async (file) => [
    file.slice(root.length + 1),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(hashes))
}

it("uploads every file of the manifest, and the team's signature", async () => {
  expect(await upload()).toBe(first.files.size + 1)
  const release = join(to, 'greeting/1.0.0')
  const text = await readFile(join(release, 'release.json'))
  const { files, version, needs } = ReleaseManifest.parse(JSON.parse(text.toString()))
  expect(version).toBe('1.0.0')
  expect(needs).toEqual({ host: 1, shared: { react: '^19.3.1' }, parts, calls: {} })
  for (const [name, { integrity, size }] of Object.entries(files)) {
    const content = await readFile(join(release, name))
    expect(content).toHaveLength(size)
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(integrity)
  }
  const signature = JSON.parse(await readFile(join(release, 'release.json.sig'), 'utf8'))
  expect(signature.key).toBe(key.id)
  expect(isSignedBy(key.publicKey, text, signature.signature)).toBe(true)
  expect(isSignedBy(key.publicKey, `${text} `, signature.signature)).toBe(false)
  const uploaded = Object.keys(await hashFiles(to)).map((file) => file.replace('greeting/1.0.0/', ''))
  expect(uploaded.toSorted()).toEqual([...first.files.keys(), 'release.json', 'release.json.sig'].toSorted())
})

it('builds the same bytes from the same sources, even in another folder and after other builds', async () => {
  const other = teamRepository(join(folder, 'elsewhere'))
  await other.write('greeting', '1.0.0', 'Hello')
  const again = await buildRelease(other.root, 'greeting')
  expect(again.text.equals(first.text)).toBe(true)
  expect(again.files.size).toBeGreaterThan(4)
  expect(again.files).toEqual(first.files)
  expect(changed.text.equals(first.text)).toBe(false)
})

it('changes no bytes of other builds and releases', async () => {
  expect(await hashFiles(repository.root)).toEqual(sourcesBefore)
  await upload(farewell)
  const before = await hashFiles(to)
  await upload()
  expect(await hashFiles(to)).toMatchObject(before)
})

it('changes nothing when the same release is uploaded again', async () => {
  await upload()
  const before = await hashFiles(to)
  expect(await upload()).toBe(0)
  expect(await hashFiles(to)).toEqual(before)
})

it('continues an interrupted upload', async () => {
  await upload()
  const complete = await hashFiles(to)
  await rm(join(to, 'greeting/1.0.0/release.json'))
  const script = Object.keys(complete).find((name) => name.endsWith('.js')) ?? ''
  await rm(join(to, script))
  expect(await upload()).toBe(2)
  expect(await hashFiles(to)).toEqual(complete)
})

it('accepts the same release from two simultaneous uploads', async () => {
  const counts = await Promise.all([upload(), upload()])
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(first.files.size + 1)
  expect(await upload()).toBe(0)
})

it('rejects a file that was changed after its upload, whether compressed or not', async () => {
  await upload()
  const compressed = [...first.files.keys()].find((name) => name.endsWith('.js.br')) ?? ''
  for (const name of [compressed, compressed.slice(0, -'.br'.length)]) {
    const file = join(to, 'greeting/1.0.0', name)
    const content = await readFile(file)
    await writeFile(file, 'tampered')
    await expect(upload()).rejects.toThrow(`its ${name} has different content`)
    await writeFile(file, content)
  }
  // A different compressor produces other bytes for the same content.
  const script = first.files.get(compressed.slice(0, -'.br'.length)) ?? Buffer.alloc(0)
  const quick = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  await writeFile(join(to, 'greeting/1.0.0', compressed), quick)
  expect(await upload()).toBe(0)
})

it('rejects different content for a released version, and uploads nothing', async () => {
  await upload()
  const before = await hashFiles(to)
  await expect(upload(changed)).rejects.toThrow(
    'Version 1.0.0 already exists, and its release.json has different content',
  )
  expect(await hashFiles(to)).toEqual(before)
})

describe('publicRejections', () => {
  const sentences = (changes: Partial<DeployedHost>) =>
    describeRejections(publicRejections({ ...host, ...changes }, first))

  const entry = (name: string, integrity: string) => {
    const releases = { '1.0.0': { manifest: `/remotes/${name}/1.0.0/release.json`, integrity } }
    return { remotes: [{ name, routes: ['/greeting'], active: '1.0.0', releases }] }
  }
  const otherIntegrity = `sha384-${'a'.repeat(64)}`

  it('returns none on a host that offers everything, even if it already has the release', async () => {
    expect(await sentences({})).toEqual([])
    expect(await sentences({ registry: entry('greeting', first.integrity) })).toEqual([])
  })

  it('names what the host lacks and the remedy', async () => {
    const poor = { api: 1, shared: { react: '18.3.1' }, parts: { react: ['useState'] } }
    expect(await sentences({ description: poor })).toEqual([
      'It needs react in version ^19.3.1, which is not the version of this suite. Build it with the suite’s version, or ' +
        'list the versions it supports under peerDependencies in package.json.',
      'It needs lazy of react, which this suite does not have. Remove the imports, or ask the operator to update the suite first.',
      'It needs the shared module react/jsx-runtime, which this suite does not have. Remove the import, or ask ' +
        'the operator to update the suite first.',
    ])
    expect(await sentences({ description: { ...host.description, api: 2 } })).toEqual([
      'It needs host API version 1, which is not the version of this suite. Build it from the sources of the deployed suite.',
    ])
  })

  it('names a route of another remote, and a version with different content', async () => {
    expect(await sentences({ registry: entry('farewell', otherIntegrity) })).toEqual([
      expect.stringContaining('The paths /greeting do not belong to this module'),
    ])
    expect(await sentences({ registry: entry('greeting', otherIntegrity) })).toEqual([
      expect.stringContaining('Version 1.0.0 already exists with different content'),
    ])
  })
})

it('rejects a build of a remote that does not exist', async () => {
  await expect(buildRelease(repository.root, 'nobody')).rejects.toThrow(
    'There is no remote nobody. Choose one of farewell, greeting.',
  )
})

it('saves a key that only its owner can read, and never overwrites it', async () => {
  const file = join(to, 'team.pem')
  const { id, isNew } = await makeTeamKey(file)
  expect(isNew).toBe(true)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file, 'utf8')
  expect(await makeTeamKey(file)).toMatchObject({ id, isNew: false })
  expect(await readFile(file, 'utf8')).toBe(before)
})
