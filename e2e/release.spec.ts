import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'
import { freePort } from './support/free-port.ts'
import { mainMenu } from './support/menus.ts'
import { type OwnServer, startOwnServer } from './support/own-server.ts'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'

/* A team releases a remote by the commands of docs/teams.md, as they stand there, while somebody works with it. */

const port = await freePort()
const baseURL = `http://127.0.0.1:${port}`
const remote = 'tenant-admin'

test.use({ as: 'nobody', baseURL })
test.describe.configure({ mode: 'serial' })

/** The team's repository, in which it changes its own remote alone. */
let repository: CopiedRepository
let releases: string
let trusted: string
let server: OwnServer

/** Every file of a folder, by a hash of its content. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await hash(file)] as const)),
  )
}

/** Changes a file of the team's remote. */
const change = (file: string, from: string, to: string) =>
  repository.change(join('apps', remote, file), from, to)

const versionIs = (version: string): string => `"version": "${version}"`

/** The commands of releasing that the document shows, by their names. */
async function documented(): Promise<Map<string, string>> {
  const page = await readFile('docs/teams.md', 'utf8')
  const lines = [...page.matchAll(/```sh\n(.*?)\n```/gs)].map(([, line = '']) => line)
  const commands = lines.map((line) => [line.split(' ')[1] ?? '', line] as const)
  return new Map(commands.filter(([name]) => name.startsWith('release')))
}

/** Runs a command as the document shows it, in the team's repository, on the places of this test. */
async function run(name: string, ...more: readonly string[]) {
  const line = (await documented()).get(name) ?? ''
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const words = line
    .replace(`pnpm ${name}`, scripts[name] ?? 'there is no such script')
    .replace('http://127.0.0.1:8080', baseURL)
    .replace('.data/releases', releases)
    .match(/"[^"]*"|\S+/g)
  const [, ...script] = (words ?? []).map((word) => word.replaceAll('"', ''))
  return new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, [...script, ...more], { cwd: repository.folder }, (error, output, complaint) =>
      done({ code: error ? Number(error.code) : 0, said: output + complaint }),
    )
  })
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  repository = await copyRepository()
  releases = join(repository.folder, 'releases')
  trusted = join(repository.folder, 'trusted.json')
  await writeFile(trusted, '{}')
  server = await startOwnServer(port, {
    ownData: true,
    environment: { RELEASE_KEYS: trusted, RELEASES_DIR: releases, DEMO: '0' },
  })
})

test.afterAll(async () => {
  await server?.close()
  await repository?.remove()
})

test.beforeEach(() => test.setTimeout(300_000))

const openScreen = async (page: Page, name: string) =>
  mainMenu(page).getByRole('link', { name, exact: true }).click()
/** Enters the area of the remote until its other release has come, which is shown from then on. */
const enter = (page: Page, title: string) =>
  expect(async () => {
    await openScreen(page, '租户中心')
    await openScreen(page, '研究管理')
    await expect(heading(page, title)).toBeVisible({ timeout: 1000 })
  }).toPass()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** After this time an open page asks again which releases count. */
const later = (page: Page) => page.clock.fastForward(31_000)

test('a team’s key is made and trusted, and its remote can be deployed', async () => {
  expect([...(await documented()).keys()].toSorted()).toEqual(
    ['release', 'release:check', 'release:key', 'release:list', 'release:rollback'].toSorted(),
  )
  const { code, said } = await run('release:key')
  expect(code).toBe(0)
  const line = said.trim().split('\n').at(-1)
  await writeFile(trusted, `{ "${remote}": { "keys": { ${line} }, "activate": true } }`)
  await change('package.json', versionIs('0.1.0'), versionIs('0.2.0'))
  expect(await run('release:check', '--key', 'team.pem')).toMatchObject({
    code: 0,
    said: expect.stringContaining('It can be deployed.'),
  })
})

test('an open page says that there is a release and runs it at the next entry, and what is typed stays; and so back', async ({
  page,
}) => {
  const suite = await contents('dist/web')
  const sources = await contents('apps')
  const others = await contents(releases)
  await page.clock.install()
  await signIn(page)
  await page.goto('/#/tenantManager/tenantSite')
  await expect(heading(page, '租户中心')).toBeVisible()
  await change('src/texts/zh.json', '"title": "研究管理"', '"title": "研究一览"')

  const released = await run('release')
  expect(released).toMatchObject({ code: 0, said: expect.stringContaining('Release 0.2.0 counts now.') })
  await later(page)
  await openScreen(page, '研究管理')
  await expect(heading(page, '研究管理')).toBeVisible()
  const search = page.getByRole('textbox').first()
  await search.fill('正在填写')
  await expect(page.getByText('模块有新版本，下次进入时启用')).toBeVisible()
  await expect(search).toHaveValue('正在填写')
  await enter(page, '研究一览')

  const listed = await run('release:list')
  expect(listed.said).toMatch(/0\.2\.0 +active\n.*previous, of the suite’s own build/)
  expect(await run('release')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Every file is there already.'),
  })

  const back = await run('release:rollback')
  expect(back).toMatchObject({
    code: 0,
    said: expect.stringContaining('tenant-admin was rolled back from 0.2.0'),
  })
  await later(page)
  await enter(page, '研究管理')
  expect(await run('release:rollback', '--from', '0.2.0')).toMatchObject({ code: 1 })

  // Shell, other remotes and everything else that was built are as they were, to the last byte.
  expect(await contents('dist/web')).toMatchObject(suite)
  expect(await contents('apps')).toMatchObject(sources)
  const now = await contents(releases)
  expect(now).toMatchObject(others)
  const added = Object.keys(now).filter((file) => !(file in others))
  expect(added.filter((file) => !file.startsWith(`${remote}/0.2.0/`))).toEqual([])
  expect(added.length).toBeGreaterThan(10)
})

test('is refused with a sentence, and nothing is uploaded: a stranger’s key, other content, and what cannot run', async () => {
  const before = await contents(releases)
  const expectRefusal = async (sentence: string, ...more: readonly string[]) => {
    const { code, said } = await run('release', ...more)
    expect(said).toContain(sentence)
    expect(code).toBe(1)
    expect(await contents(releases)).toEqual(before)
  }
  await change('src/texts/zh.json', '研究一览', '研究总览')
  await expectRefusal('There is a version 0.2.0 with other content already')

  await change('package.json', versionIs('0.2.0'), versionIs('0.3.0'))
  const stranger = await run('release', '--key', 'nowhere.pem')
  expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining('The key cannot be read') })
  const keys = await readFile(trusted, 'utf8')
  await writeFile(trusted, keys.replace(remote, 'study-admin'))
  await expectRefusal('The key may not release the module tenant-admin')
  await writeFile(trusted, '{}')
  await expectRefusal('ignature')
  await writeFile(trusted, keys)

  await change('package.json', '"version"', '"peerDependencies": { "react": "^18.3.1" },\n  "version"')
  await expectRefusal('It needs react ^18.3.1, and the host has 19')
})
