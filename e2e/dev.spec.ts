import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'
import { inDatabase } from './support/database.ts'
import { runDocumented } from './support/documented-commands.ts'
import { addGroup } from './support/menus.ts'
import { startOwnServer } from './support/own-server.ts'
import { onBothHosts, readAccount, signIn, signOut } from './support/sessions.ts'
import { serverEnvironment, suiteUrl, tenantAdministrator } from './support/suite.ts'
import { expect, test } from './support/test.ts'

const port = await freePort()

/** Time limit for a build on a busy machine, in milliseconds. */
const built = { timeout: 60_000 }

test.describe.configure({ mode: 'serial', timeout: 240_000 })

test.use({
  baseURL: `http://127.0.0.1:${port}`,
  // React's development build warns about future changes in libraries, and some calls here are rejected.
  expectedComplaints: [
    /element\.ref was removed|React DevTools|webpack-dev-middleware|Failed to load resource/,
  ],
})

let copy: CopiedRepository
const started: ChildProcess[] = []

test.beforeAll(async () => {
  copy = await copyRepository()
})

test.afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await copy.remove()
})

/** Starts `scripts/dev.ts` in the copy of the repository. */
function dev(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['scripts/dev.ts', ...args], {
    cwd: copy.folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  /** Waits until the output matches a pattern. */
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found
      if (child.exitCode !== null) throw new Error(`it ended instead: ${output}`)
      await new Promise((proceed) => setTimeout(proceed, 100))
    }
  }
  return { child, says }
}

test.describe('the suite from its sources', () => {
  test.use({ as: 'nobody' })

  test('shows saved changes without losing input, shows a new remote, and ends on Ctrl-C', async ({
    page,
    api,
  }) => {
    expect(await runDocumented(copy, 'new:remote', {}, ['--no-install'])).toMatchObject({ code: 0 })
    await copy.install('visit-plan')
    const menu = await addGroup(api, { name: '访视计划', url: '/visitPlan/session' })
    const { child, says } = dev(['--port', '0'], {
      ...serverEnvironment,
      PORT: String(port),
      ACCOUNTS_FILE: '',
      LOG_LEVEL: 'silent',
      // No demonstration: the server uses the database of the shared server, which sends the messages.
      DEMO: '0',
    })
    await says(/Atrium is running/)
    await page.goto('/#/signIn/index')
    const name = page.getByLabel('用户名')
    // The remote is built when it is first opened.
    await name.fill('typed by hand', built)
    await copy.change('apps/sign-in/src/frame/SignInFrame.tsx', '<h1>{title}</h1>', '<h1>{title} 2</h1>')
    await expect(page.getByRole('heading', { name: '登录 2' })).toBeVisible(built)
    await expect(name).toHaveValue('typed by hand')

    await signIn(page)
    await page.goto('/#/visitPlan/session')
    await expect(page.getByRole('heading', { name: '我的登录' })).toBeVisible(built)
    await menu.remove()

    const ended = once(child, 'exit')
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })
})

test('a remote runs from a developer’s machine inside a deployed suite after confirmation, until it is ended', async ({
  page,
  api,
  browser,
  sessionOf,
  afterPages,
}) => {
  const profile = join(copy.folder, 'profile-of-deployment.json')
  await writeFile(profile, JSON.stringify({ modules: { overrides: true } }))
  const server = await startOwnServer(port, { environment: { PROFILE: profile } })
  afterPages(server.close)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const [source, released] = ['apps/tenant-admin/src/pin/PinPage.tsx', 'PIN 码设置']
  await copy.change(source, "title={t('pin.title')}", "title={'本机页面'}")
  const path = '/tenantManager/pinToo'
  await copy.change(
    'apps/tenant-admin/src/routes.ts',
    'export const routes: readonly RemoteRoute[] = screens(',
    `const withPinToo = (pages) => [
      ...screens({ tenantPin: pages.tenantPin }).map((one) => ({ ...one, path: '${path}' })),
      ...screens(pages),
    ]
    export const routes = withPinToo(`,
  )
  const menu = await addGroup(api, { name: '本机新页面', url: path })
  afterPages(menu.remove)
  const { says } = dev(['tenant-admin', '--against', server.url, '--port', '0', '--no-open'])
  const [, address = '', origin = ''] = await says(/in the suite: (\S+from=(\S+))/)
  const from = decodeURIComponent(origin)

  // Nobody can be tricked into running a local module: the dialog names its source, and the user can decline.
  const screen = '#/tenantManager/tenantPin'
  await page.goto(`${address}${screen}`)
  const question = page.getByRole('dialog', { name: '从本机运行“租户信息”模块' })
  await expect(question).toContainText(from)
  await question.getByRole('button', { name: '取消' }).click()
  await expect(heading(released)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`/?develop=tenant-admin&from=https://elsewhere.example${screen}`)
  await expect(page.getByText('链接中的模块或本机地址无效')).toBeVisible()

  await page.goto(`${address}${screen}`)
  await question.getByRole('button', { name: '从本机运行' }).click()
  const bar = page.getByRole('status').filter({ hasText: '模块正从您的本机运行' })
  await expect(bar).toContainText(from)
  await expect(heading('本机页面')).toBeVisible()
  // The page is reloaded after a saved change.
  await copy.change(source, '本机页面', '本机页面二')
  await expect(heading('本机页面二')).toBeVisible(built)
  // A new screen that no release has is shown too.
  await page.getByRole('link', { name: '本机新页面' }).click()
  await expect(page).toHaveURL(/pinToo$/)
  await expect(heading('本机页面二')).toBeVisible()
  await page.goBack()

  // The override applies to this session only.
  const { cookies } = await sessionOf('tenantAdministrator')
  const context = await browser.newContext({ baseURL: server.url })
  await context.addCookies(onBothHosts(cookies))
  const other = await context.newPage()
  await other.goto(`${address}${screen}`)
  await other.getByRole('button', { name: '从本机运行' }).click()
  await expect(other.getByText('权限').filter({ visible: true }).first()).toBeVisible()
  await expect(other.getByRole('heading', { name: released, exact: true })).toBeVisible()
  await context.close()

  await bar.getByRole('button', { name: '恢复发布版本' }).click()
  await expect(heading(released)).toBeVisible()
  await expect(bar).toHaveCount(0)

  await page.goto(`${address}${screen}`)
  await question.getByRole('button', { name: '从本机运行' }).click()
  await expect(heading('本机页面二')).toBeVisible()
  const soon = new Date(Date.now() + 3000)
  await inDatabase((trx) => trx.updateTable('moduleOverride').set({ expiresAt: soon }).execute())
  await page.reload()
  await page
    .getByRole('status')
    .filter({ hasText: '已于' })
    .getByRole('button', { name: '重新加载页面' })
    .click()
  await expect(heading(released)).toBeVisible()

  // The override ends with its session, even if another user then signs in in the same tab. A new session is used,
  // because the shared one must not end.
  await page.context().clearCookies({ name: 'usercache' })
  await page.goto('about:blank')
  await signIn(page)
  await page.goto(`${address}${screen}`)
  await question.getByRole('button', { name: '从本机运行' }).click()
  await expect(heading('本机页面二')).toBeVisible()
  const loadedAgain = page.waitForEvent('load', { timeout: 20_000 })
  await signOut(page)
  await loadedAgain
  await signIn(page, await readAccount(tenantAdministrator))
  await page.goto(`/${screen}`)
  await expect(heading(released)).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a suite whose profile does not allow overrides is left alone', async () => {
  const { child } = dev(['tenant-admin', '--against', suiteUrl, '--no-open'])
  const [said] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  expect(said).toContain('"modules": { "overrides": true }')
  expect(child.exitCode).toBe(1)
})
