import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { Client } from 'undici'
import { Browser } from './browser.ts'

test('a browser follows a sign-in with the cookies of each path, until it returns to the product', async () => {
  const seen: unknown[] = []
  const pages: Record<string, { cookies: string[]; location?: string; data?: object }> = {
    '/oidc/auth': {
      cookies: ['page=a; path=/oidc/interaction/1; httponly', 'resume=b; path=/oidc/auth/1'],
      location: '/oidc/interaction/1#/signIn',
    },
    '/oidc/interaction/1': { cookies: [], data: { state: 'done', url: '/oidc/auth/1' } },
    '/oidc/auth/1': {
      cookies: ['session=c; path=/oidc', 'resume=; path=/oidc/auth/1; expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      location: 'https://product.example/callback?code=d',
    },
  }
  const server = createServer(({ method, url = '', headers: { cookie, authorization } }, response) => {
    seen.push([method, url, cookie, authorization])
    const { cookies = [], location, data } = pages[url] ?? {}
    response.setHeader('set-cookie', cookies)
    response.writeHead(location ? 303 : 200, location ? { location } : {}).end(JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection = new Client(origin)
  try {
    const browser = new Browser('token', '10.1.0.1')
    for (let turn = 0; turn < 2; turn++) {
      const { href } = await browser.open(connection, new URL(`${origin}/oidc/auth`))
      expect(href).toBe('https://product.example/callback?code=d')
    }
  } finally {
    await connection.close()
    server.close()
  }
  expect(seen).toEqual([
    ['GET', '/oidc/auth', '', undefined],
    ['POST', '/oidc/interaction/1', 'page=a', 'token'],
    ['GET', '/oidc/auth/1', 'resume=b', undefined],
    ['GET', '/oidc/auth', 'session=c', undefined],
    ['POST', '/oidc/interaction/1', 'page=a; session=c', 'token'],
    ['GET', '/oidc/auth/1', 'session=c; resume=b', undefined],
  ])
})
