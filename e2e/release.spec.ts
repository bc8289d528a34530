import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { releaseTenantMode } from '@atrium/contract'
import { openStorage } from '@atrium/federation/team'
import { asSystem } from '@atrium/server/database'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../apps/server/test-support/free-port.ts'
import {
  type BucketServer,
  bucketKeys,
  startBucketServer,
} from '../packages/federation/test/bucket-server.ts'
import { apiOf } from './support/api.ts'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'
import { inDatabase } from './support/database.ts'
import { type DatabaseGate, startDatabaseBehindGate } from './support/database-gate.ts'
import { commandsIn, documentedCommands, runDocumented, runLine } from './support/documented-commands.ts'
import { mainMenu } from './support/menus.ts'
import { type OwnServer, startOwnServer } from './support/own-server.ts'
import { later } from './support/releases.ts'
import { type Account, signIn, signInOnce, signOut } from './support/sessions.ts'
import { administrator, dataFolder } from './support/suite.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addUserByApi } from './support/users.ts'

/* A team releases a remote with the unchanged commands of docs/teams.md while a user works with it. */

const port = await freePort()
const baseURL = `http://127.0.0.1:${port}`
const remote = 'tenant-admin'

test.use({ as: 'nobody', baseURL })
test.describe.configure({ mode: 'serial' })

/** Repository of the team, in which it changes only its own remote. */
let repository: CopiedRepository
let releases: string
let trusted: string
let bucket: BucketServer
let database: DatabaseGate
const databaseFolder = join(dataFolder, `own-database-${port}`)
let server: OwnServer

/** Returns the hashes of all files of a folder. */
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

/** Runs a documented command in the team's repository, with the URLs and folders of this test. */
const run = (name: string, ...more: readonly string[]) =>
  runDocumented(repository, name, { 'http://127.0.0.1:8080': baseURL, '.data/releases': releases }, more)

test.beforeAll(async () => {
  test.setTimeout(300_000)
  repository = await copyRepository()
  releases = join(repository.folder, 'releases')
  trusted = join(repository.folder, 'trusted.json')
  await writeFile(trusted, '{}')
  bucket = await startBucketServer(repository.folder, { bucket: 'bucket' })
  const profile = join(repository.folder, 'profile-of-deployment.json')
  await writeFile(profile, JSON.stringify({ modules: { origins: [bucket.url] } }))
  database = await startDatabaseBehindGate(databaseFolder)
  server = await startOwnServer(port, {
    ownData: true,
    environment: {
      RELEASE_KEYS: trusted,
      RELEASES_DIR: releases,
      PROFILE: profile,
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      DEMO: '0',
    },
  })
})

test.afterAll(async () => {
  await server?.close()
  await Promise.all([database?.close(), bucket?.close()])
  await repository?.remove()
})

test.beforeEach(() => test.setTimeout(300_000))

const openScreen = async (page: Page, name: string) =>
  mainMenu(page).getByRole('link', { name, exact: true }).click()
/** Enters the remote's area repeatedly until its other release is shown. */
const enter = (page: Page, title: string) =>
  expect(async () => {
    await openScreen(page, '租户中心')
    await openScreen(page, '研究管理')
    await expect(heading(page, title)).toBeVisible({ timeout: 1000 })
  }).toPass()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Content that an attacker puts into a script. */
const tampered = Buffer.from('window.tampered = true')

/** Returns the file name of a release's entry script. */
const entryOf = (manifest: Buffer | undefined): string => JSON.parse(String(manifest)).container.entry

/** Opens the remote's first screen in a browser with an empty cache. */
async function openAnew(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  await context.addCookies([{ name: 'language', value: 'zh', url: baseURL }])
  const page = await context.newPage()
  await signIn(page)
  await page.goto('/#/tenantManager/tenantSite')
  await expect(heading(page, '租户中心')).toBeVisible()
  return page
}

/**
 * Expects that a release that was changed after its acceptance does not run: the previous one replaces it, and the
 * page shows a message.
 */
async function expectStandIn(browser: Browser, version: string): Promise<void> {
  const page = await openAnew(browser)
  await expect(page.getByRole('status').filter({ hasText: '新版本未能加载' })).toContainText(version)
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  await page.context().close()
}

/** Version of the remote in the suite's own build. */
let suiteVersion = ''

test('a team’s key is created and trusted, and its remote can be deployed', async () => {
  const names = [...(await documentedCommands()).keys()]
  expect(names.filter((name) => name.startsWith('release')).toSorted()).toEqual(
    ['release', 'release:check', 'release:key', 'release:list', 'release:rollback'].toSorted(),
  )
  const { code, said } = await run('release:key')
  expect(code).toBe(0)
  const line = said.trim().split('\n').at(-1)
  await writeFile(trusted, `{ "${remote}": { "keys": { ${line} }, "activate": true } }`)
  await change('package.json', versionIs('0.1.0'), versionIs('0.2.0'))
  expect(await run('release:check', '--key', 'team.pem')).toMatchObject({
    code: 0,
    said: expect.stringContaining('The server accepts the release.'),
  })
})

test('an open page announces a new release and runs it at the next entry without losing input, and the same after a rollback', async ({
  page,
  browser,
}) => {
  suiteVersion = JSON.parse(await readFile('dist/web/remotes.json', 'utf8')).remotes.find(
    ({ name }: { name: string }) => name === remote,
  ).active
  const suite = await contents('dist/web')
  const sources = await contents('apps')
  const others = await contents(releases)
  await page.clock.install()
  await signIn(page)
  await page.goto('/#/tenantManager/tenantSite')
  await expect(heading(page, '租户中心')).toBeVisible()
  await change('src/texts/zh.json', '"title": "研究管理"', '"title": "研究一览"')

  const released = await run('release')
  expect(released).toMatchObject({ code: 0, said: expect.stringContaining('Release 0.2.0 is active.') })
  await later(page)
  await openScreen(page, '研究管理')
  await expect(heading(page, '研究管理')).toBeVisible()
  const search = page.getByRole('textbox').first()
  await search.fill('正在填写')
  await expect(page.getByText('模块有新版本，下次进入时启用')).toBeVisible()
  await expect(search).toHaveValue('正在填写')
  await enter(page, '研究一览')

  const listed = await run('release:list')
  expect(listed.said).toMatch(/0\.2\.0 +active\n.*previous, from the suite’s own build/)
  expect(await run('release')).toMatchObject({
    code: 0,
    said: expect.stringContaining('All files are already uploaded.'),
  })

  const releaseFolder = join(releases, remote, '0.2.0')
  const script = join(releaseFolder, entryOf(await readFile(join(releaseFolder, 'release.json'))))
  const forms = { '': tampered, '.br': brotliCompressSync(tampered), '.gz': gzipSync(tampered) }
  const whole = await Promise.all(
    Object.entries(forms).map(async ([form, content]) => {
      const before = await readFile(script + form)
      await writeFile(script + form, content)
      return [script + form, before] as const
    }),
  )
  await expectStandIn(browser, suiteVersion)
  for (const [file, content] of whole) await writeFile(file, content)

  const back = await run('release:rollback')
  expect(back).toMatchObject({
    code: 0,
    said: expect.stringContaining('tenant-admin was rolled back from 0.2.0'),
  })
  await later(page)
  await enter(page, '研究管理')
  // Repeating the command, as after a lost response, succeeds without an effect.
  expect(await run('release:rollback', '--from', '0.2.0')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Release ${suiteVersion} is active`),
  })

  // The shell, other remotes and everything else in the build are unchanged, byte for byte.
  expect(await contents('dist/web')).toMatchObject(suite)
  expect(await contents('apps')).toMatchObject(sources)
  const now = await contents(releases)
  expect(now).toMatchObject(others)
  const added = Object.keys(now).filter((file) => !(file in others))
  expect(added.filter((file) => !file.startsWith(`${remote}/0.2.0/`))).toEqual([])
  expect(added.length).toBeGreaterThan(10)
})

test('a release with an unknown key, other content or code that cannot run is rejected with a message, and nothing is uploaded', async () => {
  const before = await contents(releases)
  const expectRejection = async (sentence: string, ...more: readonly string[]) => {
    const { code, said } = await run('release', ...more)
    expect(said).toContain(sentence)
    expect(code).toBe(1)
    expect(await contents(releases)).toEqual(before)
  }
  await change('src/texts/zh.json', '研究一览', '研究总览')
  await expectRejection('Version 0.2.0 already exists with different content')

  await change('package.json', versionIs('0.2.0'), versionIs('0.3.0'))
  const stranger = await run('release', '--key', 'nowhere.pem')
  expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining('The key cannot be read') })
  const keys = await readFile(trusted, 'utf8')
  await writeFile(trusted, keys.replace(remote, 'study-admin'))
  await expectRejection('The key may not release the module tenant-admin')
  await writeFile(trusted, '{}')
  await expectRejection('ignature')
  await writeFile(trusted, keys)

  await change('package.json', '"version"', '"peerDependencies": { "react": "^18.3.1" },\n  "version"')
  await expectRejection(
    'It needs react in version ^18.3.1, which is not the version of this suite. Build it with the suite’s version, or',
  )
})

test('a release also runs from a bucket, unless it was changed there', async ({ browser }) => {
  await change('package.json', '"peerDependencies": { "react": "^18.3.1" },\n  ', '')
  const [line = ''] = await commandsIn('To a bucket')
  const environment = { ...bucketKeys, AWS_ENDPOINT_URL_S3: bucket.url }
  const places = {
    'https://cdn.example.com/remotes': `${bucket.url}/bucket/remotes`,
    'https://atrium.example.com': baseURL,
  }
  const released = await runLine(repository, line, places, [], environment)
  expect(released).toMatchObject({ code: 0, said: expect.stringContaining('Release 0.3.0 is active.') })
  const page = await openAnew(browser)
  await openScreen(page, '研究管理')
  await expect(heading(page, '研究总览')).toBeVisible()
  await page.context().close()

  Object.assign(process.env, environment)
  const storage = await openStorage('s3://bucket/remotes')
  const of = (file: string): string => `${remote}/0.3.0/${file}`
  const script = of(entryOf(await storage.read(of('release.json'))))
  const before = (await storage.read(script)) ?? Buffer.alloc(0)
  await storage.put(script, { content: gzipSync(tampered), encoding: 'gzip' })
  await expectStandIn(browser, suiteVersion)
  await storage.put(script, { content: gzipSync(before), encoding: 'gzip' })
  for (const name of Object.keys(environment)) delete process.env[name]
})

test.describe('two administrators, one of whom is in a tenant that is pinned to the suite’s release', () => {
  /** Platform administrator without a membership. */
  let other: Account

  test.beforeAll(async ({ browser }) => {
    const { key } = await signInOnce(browser, administrator, baseURL)
    const api = apiOf(key, baseURL)
    const [tenantId = ''] = await addTenants(api, '鹿鸣临床研究')
    const { id, userName } = await addUserByApi(api, '罗庆')
    other = { ...administrator, userName }
    await inDatabase(
      async (trx) => {
        const known = trx.selectFrom('appUser').select(['id', 'roleId', 'passwordHash'])
        const first = await known.where('userName', '=', administrator.userName).executeTakeFirstOrThrow()
        const { roleId, passwordHash } = first
        const same = { roleId, passwordHash, passwordMustChange: false, passwordValidUntil: null }
        await trx.updateTable('appUser').set(same).where('id', '=', id).execute()
        await trx.insertInto('tenantUser').values({ tenantId, id: randomUUID(), userId: first.id }).execute()
      },
      databaseFolder,
      asSystem,
    )
    const held = { tenantId, name: remote, version: suiteVersion, rowVersion: 0 }
    await api(releaseTenantMode, { ...held, mode: 'pinned', reason: '等待验证' })
  })

  const openStudies = async (page: Page, title: string) => {
    await page.goto('/#/tenantManager/tenantSite')
    await openScreen(page, '研究管理')
    await expect(heading(page, title)).toBeVisible()
  }

  test('each get their own release in the same tab', async ({ page }) => {
    await signIn(page)
    await openStudies(page, '研究管理')
    await page.evaluate(() => Object.assign(window, { same: true }))
    await signOut(page)
    await signIn(page, other)
    await openStudies(page, '研究总览')
    await signOut(page)
    await signIn(page)
    await openStudies(page, '研究管理')
    // The page has not been reloaded.
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test.describe('while the database is down', () => {
    test.use({ expectedComplaints: [/Failed to load resource/] })

    test('the page stays, areas open in the user’s own release, and the page shows what does not work', async ({
      page,
      browser,
    }) => {
      const registry = async () => (await fetch(`${baseURL}/remotes.json`)).text()
      await page.clock.install()
      await signIn(page)
      await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
      // The page cannot determine which release is active for a member of such a tenant.
      await database.shut()
      await page.goto('/#/tenantManager/tenantSite')
      const unknown = page.getByRole('alert').filter({ hasText: '暂时无法确定您应使用此模块的哪个版本' })
      await expect(unknown).toBeVisible()
      await database.open()
      await unknown.getByRole('button', { name: '重试' }).click()
      await expect(heading(page, '租户中心')).toBeVisible()

      await openStudies(page, '研究管理')
      const search = page.getByPlaceholder('搜索研究名称、编号或申办方')
      await search.fill('正在填写')
      const before = await registry()
      await database.shut()
      try {
        await page.keyboard.press('Enter')
        await expect(page.getByText('请求失败').first()).toBeVisible()
        await expect(search).toHaveValue('正在填写')
        await later(page)
        // The page has not loaded the second screen before.
        for (const screen of ['租户中心', '软件管理', '研究管理']) {
          await openScreen(page, screen)
          await expect(heading(page, screen)).toBeVisible()
        }
        expect(await registry()).toBe(before)
        const context = await browser.newContext({ baseURL })
        const stranger = await context.newPage()
        await stranger.goto('/')
        await expect(stranger.getByLabel('用户名')).toBeVisible()
        await context.close()
      } finally {
        await database.open()
      }
      await page.reload()
      await openStudies(page, '研究管理')
      await expect(page.getByText('请求失败')).toHaveCount(0)
    })
  })
})
