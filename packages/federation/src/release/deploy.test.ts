import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type TeamRepository, teamRepository } from '../../test/team-repository.ts'
import type { HostDescription } from '../registry/compatibility.ts'
import { ReleaseManifest } from '../registry/manifest.ts'
import type { Registry } from '../registry/schema.ts'
import { isSignedBy, type TrustedKeys } from '../registry/signature.ts'
import { type BuiltRelease, buildRelease } from './build-release.ts'
import { deploy, refuseUndeployable, rollBack } from './deploy.ts'
import { openPlace } from './open-place.ts'
import { makeTeamKey, type TeamKey } from './team-key.ts'

// Builds are processes.
jest.setTimeout(180_000)

/* A team that releases to a static host: a folder with what its operator has put there. */

const host: HostDescription = {
  api: 1,
  shared: { react: '19.3.1' },
  parts: { react: ['lazy'], 'react/jsx-runtime': ['jsx'] },
}

let folder: string
let repository: TeamRepository
let sourcesBefore: Record<string, string>
/** The first release of a remote, other sources under its version, its next release, and one of another remote. */
let first: BuiltRelease
let changed: BuiltRelease
let next: BuiltRelease
let farewell: BuiltRelease
let key: TeamKey
let trusted: TrustedKeys
let to: string
let said: string[]
let hosts = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-team-'))
  repository = teamRepository(join(folder, 'repository'))
  const build = async (name: string, version: string, says: string) => {
    await repository.write(name, version, says)
    return buildRelease(repository.root, name)
  }
  changed = await build('greeting', '1.0.0', 'Good morning')
  next = await build('greeting', '1.1.0', 'Good morning')
  farewell = await build('farewell', '2.0.0', 'Goodbye')
  await repository.write('greeting', '1.0.0', 'Hello')
  await mkdir(join(repository.root, 'apps/greeting/dist/browser'), { recursive: true })
  await writeFile(join(repository.root, 'apps/greeting/dist/browser/entry.js'), 'of the suite’s own build')
  sourcesBefore = await contents(repository.root)
  first = await buildRelease(repository.root, 'greeting')
  key = await makeTeamKey(join(folder, 'team.pem'))
  const keys = { [key.id]: key.publicKey }
  trusted = { greeting: { keys }, farewell: { keys } }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(async () => {
  hosts += 1
  to = join(folder, `host-${hosts}`)
  said = []
  await mkdir(to)
  await writeFile(join(to, 'host.json'), JSON.stringify(host))
})

interface Changed {
  readonly key?: TeamKey
  readonly trusted?: TrustedKeys
}

const release = (built = first, { key: by = key, trusted: keys = trusted }: Changed = {}) =>
  deploy(built, {
    key: by,
    to,
    address: '/remotes/',
    target: { trusted: keys },
    onStep: (sentence) => said.push(sentence),
  })

const registry = async (): Promise<Registry> => JSON.parse(await readFile(join(to, 'remotes.json'), 'utf8'))
const entry = async () => (await registry()).remotes[0]

/** Every file of a folder, by a hash of its content. */
async function contents(place: string): Promise<Record<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const hashes = files.map(async (file) => [
    file.slice(place.length + 1),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(hashes))
}

it('a release has every file that its manifest names, is signed by the team, and counts', async () => {
  await release()
  const place = join(to, 'greeting/1.0.0')
  const text = await readFile(join(place, 'release.json'))
  const { files, version, needs } = ReleaseManifest.parse(JSON.parse(text.toString()))
  expect(version).toBe('1.0.0')
  expect(needs).toEqual({ host: 1, shared: { react: '^19.3.1' }, parts: host.parts, calls: {} })
  for (const [name, { integrity, size }] of Object.entries(files)) {
    const content = await readFile(join(place, name))
    expect(content).toHaveLength(size)
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(integrity)
  }
  const signature = JSON.parse(await readFile(join(place, 'release.json.sig'), 'utf8'))
  expect(signature.key).toBe(key.id)
  expect(isSignedBy(key.publicKey, text, signature.signature)).toBe(true)
  expect(isSignedBy(key.publicKey, `${text} `, signature.signature)).toBe(false)
  const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
  const manifest = '/remotes/greeting/1.0.0/release.json'
  const releases = { '1.0.0': { manifest, integrity } }
  expect(await registry()).toEqual({
    remotes: [{ name: 'greeting', routes: ['/greeting'], active: '1.0.0', releases }],
  })
  expect(said.at(-1)).toBe('Release 1.0.0 counts now.')
})

it('the same sources make the same bytes, in another folder and whatever was built before', async () => {
  const other = teamRepository(join(folder, 'elsewhere'))
  await other.write('greeting', '1.0.0', 'Hello')
  const again = await buildRelease(other.root, 'greeting')
  expect(again.text.equals(first.text)).toBe(true)
  expect(again.files.size).toBeGreaterThan(4)
  expect(again.files).toEqual(first.files)
  expect(changed.text.equals(first.text)).toBe(false)
})

it('what others have released and built stays as it is, to the last byte', async () => {
  expect(await contents(repository.root)).toEqual(sourcesBefore)
  await release(farewell)
  const { 'remotes.json': _registry, ...before } = await contents(to)
  await release()
  expect(await contents(to)).toMatchObject(before)
})

describe('the same release again', () => {
  it('changes nothing', async () => {
    await release()
    const before = await contents(to)
    await release()
    expect(await contents(to)).toEqual(before)
    expect(said.slice(-2)).toEqual(['Every file is there already.', 'Release 1.0.0 counts now.'])
  })

  it('goes on with an upload that broke off', async () => {
    await release()
    const whole = await contents(to)
    for (const name of ['greeting/1.0.0/release.json', 'remotes.json']) await rm(join(to, name))
    const script = Object.keys(whole).find((name) => name.endsWith('.js')) ?? ''
    await rm(join(to, script))
    await release()
    expect(await contents(to)).toEqual(whole)
  })

  it('does not count again where somebody has rolled it back', async () => {
    await release()
    await release(next)
    const place = await openPlace(to)
    expect(await rollBack({ name: 'greeting', from: '1.1.0', reason: '', host: place })).toBe('1.0.0')
    await release(next)
    expect(said.at(-1)).toBe('It was released before; 1.0.0 counts now.')
    expect(await entry()).toMatchObject({ active: '1.0.0' })
  })
})

it('a registry of a thousand releases stays small: those that count are in it, and the latest', async () => {
  const at = (version: string) => ({
    manifest: `/remotes/greeting/${version}/release.json`,
    integrity: `sha384-${'a'.repeat(64)}`,
  })
  const versions = Array.from({ length: 1000 }, (_, patch) => `0.1.${patch}`)
  const present = {
    name: 'greeting',
    routes: ['/greeting'],
    active: '0.1.999',
    suite: '0.1.0',
    rules: [{ version: '0.1.7', percentage: 5 }],
    releases: Object.fromEntries(versions.map((version) => [version, at(version)])),
  }
  await writeFile(join(to, 'remotes.json'), JSON.stringify({ remotes: [present] }))
  await release()
  const { releases = {}, ...now } = (await entry()) ?? {}
  expect(now).toMatchObject({ active: '1.0.0', previous: '0.1.999', suite: '0.1.0', rules: present.rules })
  const latest = versions.slice(-19)
  expect(Object.keys(releases)).toEqual(['0.1.0', '0.1.7', ...latest, '1.0.0'])
})

it('a file that somebody has changed in its place is no release, in whichever form browsers get it', async () => {
  await release()
  await rm(join(to, 'remotes.json'))
  const compressed = [...first.files.keys()].find((name) => name.endsWith('.js.br')) ?? ''
  for (const name of [compressed, compressed.slice(0, -'.br'.length)]) {
    const file = join(to, 'greeting/1.0.0', name)
    const content = await readFile(file)
    await writeFile(file, 'tampered')
    await expect(release()).rejects.toThrow(`${name} has other content`)
    await writeFile(file, content)
  }
  // Another compressor's work is the same.
  const script = first.files.get(compressed.slice(0, -'.br'.length)) ?? Buffer.alloc(0)
  const quick = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  await writeFile(join(to, 'greeting/1.0.0', compressed), quick)
  await release()
  expect(said.at(-1)).toBe('Release 1.0.0 counts now.')
})

it('a released version never changes', async () => {
  await release()
  const before = await contents(to)
  await expect(release(changed)).rejects.toThrow('Version 1.0.0 is released already, with other content')
  // Nor where no registry knows of it.
  await rm(join(to, 'remotes.json'))
  await expect(release(changed)).rejects.toThrow(
    'Version 1.0.0 is there already, and release.json has other content',
  )
  const { 'remotes.json': _gone, ...files } = before
  expect(await contents(to)).toEqual(files)
})

it('is rolled back once, to the release before', async () => {
  await release()
  await release(next)
  expect(await entry()).toMatchObject({ active: '1.1.0', previous: '1.0.0' })
  const back = async (from: string, name = 'greeting') =>
    rollBack({ name, from, reason: '', host: await openPlace(to) })
  await expect(back('1.0.0')).rejects.toThrow('Release 1.0.0 of greeting does not count now: 1.1.0 does.')
  expect(await back('1.1.0')).toBe('1.0.0')
  expect(await entry()).toMatchObject({ active: '1.0.0' })
  await expect(back('1.1.0')).rejects.toThrow('does not count now')
  await expect(back('1.0.0')).rejects.toThrow('There is no release of greeting before 1.0.0')
  await expect(back('1.0.0', 'nobody')).rejects.toThrow('The registry has no nobody.')
})

it('two releases at once are both in the registry', async () => {
  await Promise.all([release(), release(farewell)])
  expect((await registry()).remotes.map(({ name }) => name).toSorted()).toEqual(['farewell', 'greeting'])
})

describe('is refused, and nothing is uploaded', () => {
  const expectRefusal = async (refused: Promise<unknown>, ...sentences: string[]) => {
    const before = await contents(to)
    const failure = await refused.catch((cause: Error) => cause)
    for (const sentence of sentences) expect(String(failure)).toContain(sentence)
    expect(await contents(to)).toEqual(before)
  }

  it('under a key that nobody trusts', async () => {
    const stranger = await makeTeamKey(join(to, 'stranger.pem'))
    await expectRefusal(
      release(first, { key: stranger }),
      `The key ${stranger.id} is not trusted for greeting`,
    )
    const keys = { [key.id]: key.publicKey }
    await expectRefusal(release(first, { trusted: { farewell: { keys } } }), 'is not trusted for greeting')
  })

  it('under another key than the trusted one of that id', async () => {
    const stranger = await makeTeamKey(join(to, 'stranger.pem'))
    const keys = { [key.id]: stranger.publicKey }
    await expectRefusal(
      release(first, { trusted: { greeting: { keys } } }),
      'The signature is not one of this manifest',
    )
  })

  it('on a host that lacks what it needs, with a sentence for each', async () => {
    const poor = { api: 1, shared: { react: '18.3.1' }, parts: { react: ['useState'] } }
    await writeFile(join(to, 'host.json'), JSON.stringify(poor))
    for (const refused of [release(), refuseUndeployable(first, { host: await openPlace(to) })])
      await expectRefusal(
        refused,
        'It needs react ^19.3.1, and the host has 18.3.1',
        'It takes lazy from react, where the host has none of that name',
        'It imports react/jsx-runtime, which the host does not share',
      )
    await writeFile(join(to, 'host.json'), JSON.stringify({ ...host, api: 2 }))
    await expectRefusal(
      release(),
      'It is built for version 1 of the agreement between host and remotes, and the host has 2',
    )
  })

  it('on a path of another remote', async () => {
    const other = { name: 'farewell', routes: ['/greeting'], active: '1.0.0' }
    const at = { manifest: '/remotes/farewell/1.0.0/release.json', integrity: `sha384-${'a'.repeat(64)}` }
    const remotes = [{ ...other, releases: { '1.0.0': at } }]
    await writeFile(join(to, 'remotes.json'), JSON.stringify({ remotes }))
    await expectRefusal(release(), '/greeting is a path of farewell already')
  })

  it('where nobody says what the host offers, a file of the host’s is broken, or it is no remote', async () => {
    const broken = [
      [
        'host.json',
        '{}',
        'host.json is no description of a host as this version of the command knows it: api',
      ],
      ['host.json', '{', 'host.json is no JSON.'],
      ['remotes.json', '{ "remotes": 1 }', 'remotes.json is no registry: remotes'],
    ] as const
    for (const [file, content, sentence] of broken) {
      await writeFile(join(to, 'host.json'), JSON.stringify(host))
      await writeFile(join(to, file), content)
      await expectRefusal(release(), sentence)
    }
    await rm(join(to, 'host.json'))
    await expectRefusal(release(), 'has no host.json')
    const nobody = buildRelease(repository.root, 'nobody')
    await expectRefusal(nobody, 'There is no remote nobody in apps: there are farewell, greeting.')
  })
})

it('a key is for its owner alone, and never written over', async () => {
  const file = join(to, 'team.pem')
  const { id, isNew } = await makeTeamKey(file)
  expect(isNew).toBe(true)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file, 'utf8')
  expect(await makeTeamKey(file)).toMatchObject({ id, isNew: false })
  expect(await readFile(file, 'utf8')).toBe(before)
})
