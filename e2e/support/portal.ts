import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../apps/server/test-support/free-port.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { administrator, dataFolder } from './suite.ts'

/** Starts a server with a profile that allows embedding. */
export async function startEmbeddable(profile: object): Promise<OwnServer> {
  const port = await freePort()
  const file = join(dataFolder, `embedding-${port}.json`)
  await writeFile(file, JSON.stringify(profile))
  return startOwnServer(port, { environment: { PROFILE: file } })
}

/**
 * Signs the administrator in with the example script for integrators.
 * @returns the session's key
 */
export async function sessionFor({ url }: OwnServer): Promise<string> {
  const { signIn } = await import(resolve('examples/session.js'))
  return signIn(`${url}/api`, administrator.userName, administrator.password)
}

/** Ends a session on the server. */
export async function endSession({ url }: OwnServer, key: string): Promise<void> {
  const result = await fetch(`${url}/api/sys/logout`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!result.ok) throw new Error(`signing out was answered with ${result.status}`)
}

/** Another site, with pages that a test writes. */
export interface Portal {
  readonly url: string
  /** Returns the key with which the site's server responds at /session, if any. */
  session: () => Promise<string | undefined>
  /** Number of requests to /session. */
  asked: number
  /**
   * Shows a page with a body.
   * @param more path of the page, and its Content-Security-Policy
   */
  readonly open: (page: Page, body: string, more?: { path?: string; policy?: string }) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a site on a port. */
export async function startPortal(port: number): Promise<Portal> {
  let shown = { body: '', policy: '' }
  const site = createServer(async (request, response) => {
    if (request.url === '/session') {
      portal.asked += 1
      const token = await portal.session()
      return response.writeHead(token ? 200 : 403).end(JSON.stringify({ token }))
    }
    const policy = shown.policy && { 'content-security-policy': shown.policy }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy })
    return response.end(`<!doctype html><title>Portal</title><link rel="icon" href="data:,">${shown.body}`)
  }).listen(port, '127.0.0.1')
  await once(site, 'listening')
  const portal: Portal = {
    url: `http://127.0.0.1:${port}`,
    session: async () => undefined,
    asked: 0,
    open: async (page, body, { path = '/', policy = '' } = {}) => {
      shown = { body, policy }
      portal.asked = 0
      await page.goto(portal.url + path)
    },
    close: async () => {
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
  return portal
}
