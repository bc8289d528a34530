import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { menuDelete, menuTree, releaseTenantMode } from '@atrium/contract'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'
import { inDatabase } from './support/database.ts'
import { runDocumented } from './support/documented-commands.ts'
import { addGroup, linksOf, openMenus } from './support/menus.ts'
import { releasesFolder, suiteUrl, trustedKeysFile } from './support/suite.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/* A team creates and releases a remote with the commands of docs/teams.md, while the suite is open in a browser. */

const remote = 'visit-plan'
const places = {
  'tenant-admin': remote,
  'http://127.0.0.1:8080': suiteUrl,
  '.data/releases': releasesFolder,
}

/**
 * Adds a team's key for the remote to the operator's trusted keys.
 * @param line the key as `release:key` prints it
 */
async function trust(line: string): Promise<void> {
  const trusted = JSON.parse(await readFile(trustedKeysFile, 'utf8')) as object
  const entry = { keys: JSON.parse(`{ ${line} }`), activate: true, routes: ['/visitPlan'] }
  await writeFile(trustedKeysFile, JSON.stringify({ ...trusted, [remote]: entry }))
}

/** Removes the releases of the remote from the suite, so that the test can be repeated. */
async function removeReleases(): Promise<void> {
  await inDatabase(async (trx) => {
    await trx.updateTable('remoteModule').set({ active: '', previous: '' }).where('id', '=', remote).execute()
    await trx.deleteFrom('remoteRelease').where('name', '=', remote).execute()
  })
  await rm(join(releasesFolder, remote), { recursive: true, force: true })
}

let repository: CopiedRepository

const run = async (name: string, more: readonly string[] = []): Promise<string> => {
  const { code, said } = await runDocumented(repository, name, places, more)
  expect(said).not.toContain('Error')
  expect(code).toBe(0)
  return said
}

test.beforeAll(async () => {
  repository = await copyRepository()
})

test.afterAll(() => repository.remove())

test('a new remote’s screen opens from the menu, and so does one that a later release adds', async ({
  page,
  api,
  afterPages,
}) => {
  test.setTimeout(240_000)
  afterPages(removeReleases)
  const group = await addGroup(api)
  // The page is opened before the remote exists.
  await openMenus(page)
  await run('new:remote', ['--no-install'])
  await repository.install(remote)
  await trust((await run('release:key')).trim().split('\n').at(-1) ?? '')
  expect(await run('release')).toContain('Release 0.1.0 is active.')

  const addEntry = page.getByRole('dialog', { name: '新增子菜单' })
  const enter = async (name: string, url: string) => {
    await page.getByRole('button', { name: `新增子菜单 ${group.name}` }).click()
    await addEntry.getByLabel('名称', { exact: true }).fill(name)
    await addEntry.getByLabel('请求地址').fill(url)
    await addEntry.getByLabel('搜索图标').fill('指南')
    await addEntry.getByRole('radio', { name: '指南针' }).check()
    await addEntry.getByRole('button', { name: '保存' }).click()
  }
  const link = (name: string) => linksOf(page, group.name).filter({ hasText: name })
  const screen = page.getByRole('heading', { name: '我的登录', exact: true })
  const missing = page.getByRole('heading', { name: '页面不存在' })
  const noPage = page.getByRole('dialog', { name: '没有这个地址的页面' })
  const menus = page.getByRole('heading', { name: '菜单管理' })

  // No message warns that the page does not exist.
  await enter('访视计划', '/visitPlan/session')
  await expect(addEntry).toBeHidden()
  await link('访视计划').click()
  await expect(screen).toBeVisible()
  await expect(link('访视计划')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/^访视计划 - /)
  await page.reload()
  await expect(screen).toBeVisible()
  await page.goBack()
  await expect(menus).toBeVisible()
  await page.goForward()
  await expect(screen).toBeVisible()
  await page.goBack()

  // The remote does not have this screen yet.
  await enter('访视一览', '/visitPlan/visits')
  await noPage.getByRole('button', { name: '仍然保存' }).click()
  await expect(addEntry).toBeHidden()
  await link('访视一览').click()
  await expect(missing).toBeVisible()
  await expect(page).toHaveTitle(/^页面不存在 - /)
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/#\/softIndex$/)
  await openMenus(page)

  await repository.change(
    join('apps', remote, 'src/routes.ts'),
    '\n]',
    "\n  { path: '/visitPlan/visits', name: 'visits', component: lazy(() => import('./session/SessionPage.tsx')) },\n]",
  )
  await repository.change(join('apps', remote, 'package.json'), '"0.1.0"', '"0.2.0"')
  expect(await run('release')).toContain('Release 0.2.0 is active.')

  const edit = page.getByRole('dialog', { name: '编辑子菜单' })
  const saveAgain = async () => {
    await page.getByRole('button', { name: '编辑 访视一览' }).click()
    await edit.getByRole('button', { name: '保存' }).click()
  }
  await saveAgain()
  await expect(edit).toBeHidden()
  await link('访视一览').click()
  await expect(screen).toBeVisible()

  // The screen is missing once no user gets that release any more, but not while a tenant is pinned to it.
  expect(await run('release:rollback')).toContain('was rolled back from 0.2.0')
  await openMenus(page)
  await page.reload()
  await saveAgain()
  await noPage.getByRole('button', { name: '取消' }).click()
  await edit.getByRole('button', { name: '取消' }).click()
  const [tenantId = ''] = await addTenants(api, unique('访视医药'))
  const held = { name: remote, tenantId, reason: '先行试用' }
  await api(releaseTenantMode, { ...held, mode: 'pinned', version: '0.2.0', rowVersion: 0 })
  afterPages(() => api(releaseTenantMode, { ...held, mode: 'follow', rowVersion: 1 }))
  await saveAgain()
  await expect(edit).toBeHidden()

  const tree = await api(menuTree, {})
  const added = tree.find(({ name }) => name === group.name)?.list ?? []
  await api(menuDelete, { ids: added.map(({ id }) => id) })
  await group.remove()
})
