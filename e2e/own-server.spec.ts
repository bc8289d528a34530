import { freePort } from '../apps/server/test-support/free-port.ts'
import { startOwnServer } from './support/own-server.ts'
import { expect, test } from './support/test.ts'

const port = await freePort()

test.use({ as: 'nobody', baseURL: `http://127.0.0.1:${port}` })

test('closes the pages of a test before the server that they call', async ({ page, afterPages }) => {
  const server = await startOwnServer(port)
  afterPages(async () => {
    expect(page.isClosed()).toBe(true)
    await server.close()
  })
  await page.goto('/')
  // A call that reaches no server causes a console error, which fails the test.
  await page.evaluate(() => void setInterval(() => fetch('/api/health'), 1))
})
