import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@atrium/sandbox'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { askCtmsByNotes, buildNotes, joinNotes } from './support/notes.ts'
import { startOwnServer } from './support/own-server.ts'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'
import { addWorker, authorizeWorker, signInWorker } from './support/workers.ts'

const port = await freePort()

test.use({ as: 'nobody', baseURL: `http://127.0.0.1:${port}` })
test.beforeAll(buildNotes)

test('the CTMS identifies its calls by their source header when it runs beside the suite', async ({
  page,
  api,
  afterPages,
}) => {
  const sandbox = await startSandbox({ port: 0 })
  afterPages(sandbox.close)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-ctms-'))
  afterPages(() => rm(folder, { recursive: true }))
  const profile = join(folder, 'profile.json')
  const base = `${sandbox.address}/ctms`
  const { publicKey } = (await (await fetch(`${base}/publicKey`)).json()) as { publicKey: string }
  const plain = JSON.parse(await readFile('profile.json', 'utf8'))
  const ctms = { ...plain.ctms, basePath: base, publicKey }
  await writeFile(profile, JSON.stringify({ ...plain, ctms }))
  const server = await startOwnServer(port, { environment: { PROFILE: profile } })
  afterPages(server.close)
  await signIn(page)
  await joinNotes(page)
  const site = await askCtmsByNotes(page)
  await expect(site).toHaveAttribute('data-name', '明济医院')
  const bare = await fetch(`${base}/gbc/site/siteinfo`)
  expect(await bare.json()).toMatchObject({ code: 401, success: false })

  const worker = await addWorker(api, '程以宁')
  await authorizeWorker(api, worker, { product: 'ctms' })
  await signInWorker(page, worker)
  const card = page.locator('.landing-card')
  await page.goto('/#/softIndex')
  await page.reload()
  await expect(card).toContainText('明济医院')
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  // Without the CTMS's own data the card still works and shows no error.
  const headers = { 'access-control-allow-origin': '*' }
  const rejected = { code: 401, message: '来源校验失败' }
  await page.route('**/gbc/site/siteinfo*', (route) => route.fulfill({ headers, json: rejected }))
  const answered = page.waitForResponse('**/gbc/site/siteinfo*')
  await page.reload()
  await answered
  await expect(card).toHaveText(/CTMS.*1 个租户/s)
  await expect(page.getByText('来源校验失败')).toHaveCount(0)
})
