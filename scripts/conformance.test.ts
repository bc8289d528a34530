import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startSandbox } from '@atrium/sandbox'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { documentExample } from '../apps/server/test-support/document-example.ts'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { checkProduct } from './conformance/check-product.ts'

const key = 'a key for tests, of enough characters'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-conformance-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Product to check. */
interface Product {
  readonly url: string
  readonly appCode: string
  readonly page: string
  readonly atrium: string
}

const resultsOf = async (product: Product) => {
  const results = await Array.fromAsync(checkProduct({ ...product, key }))
  expect(results.length).toBeGreaterThan(20)
  const namesWith = (outcome: (typeof results)[number]['outcome']) =>
    Object.fromEntries(
      results.filter((one) => one.outcome === outcome).map(({ name, message }) => [name, message]),
    )
  return { faults: namesWith('failed'), warnings: namesWith('warning'), passed: namesWith('passed') }
}

const faultsOf = async (product: Product) => (await resultsOf(product)).faults

/** Runs a program until it exits. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

const conformance = (...args: readonly string[]) => run(['scripts/conformance.ts', ...args], { APP_KEY: key })

describe('the products of the sandbox', () => {
  const productKeys = { EDC: key, RTSM: key, CTMS: key, ETMF: key }

  it.each(Object.keys(productKeys))('pass all checks: %s', async (appCode) => {
    const atrium = `http://127.0.0.1:${await freePort()}`
    const sandbox = await startSandbox({ port: 0, productKeys, suiteUrl: atrium })
    const page = `${sandbox.productsUrl}/${appCode.toLowerCase()}`
    try {
      const { passed, ...others } = await resultsOf({ url: `${page}/`, appCode, page, atrium })
      expect(others).toEqual({ faults: {}, warnings: {} })
      const remarks = Object.entries(passed).filter(([name]) => name.startsWith('access: '))
      expect(remarks.length).toBeGreaterThan(5)
      // The effect of each notice is visible on the page.
      expect(remarks.filter(([, remark]) => remark.startsWith('only the response'))).toEqual([])
    } finally {
      await sandbox.close()
    }
  })

  it('fail the checks for their deliberate faults', async () => {
    const atrium = `http://127.0.0.1:${await freePort()}`
    const sandbox = await startSandbox({ port: 0, productKeys, suiteUrl: atrium })
    const edc = `${sandbox.productsUrl}/edc`
    const failing = (below: string) => faultsOf({ url: `${edc}/${below}`, appCode: 'EDC', page: edc, atrium })
    try {
      expect(await failing('half')).toEqual({
        'invitations: a call with 500 people gets a response in time': expect.stringContaining(
          'the product rejected a person: ',
        ),
        'access: a call with 100 people gets a response in time': expect.stringContaining(
          'the product rejected a person: ',
        ),
      })
      for (const [below, fault] of Object.entries({
        down: 'the product cannot be reached',
        rubbish: 'the product responded with HTTP 200, without the envelope',
        refusing: expect.stringContaining('the product responded with HTTP 200 and code 422'),
      }))
        expect(await failing(below)).toMatchObject({
          'init: a tenant’s domain is initialised': fault,
        })
    } finally {
      await sandbox.close()
    }
  })
})

describe('a product that does not support access notices', () => {
  const access = 'access: a notice about an unknown user succeeds'

  it('passes the other checks with one warning if it responds with HTTP 404', async () => {
    const atrium = `http://127.0.0.1:${await freePort()}`
    const sandbox = await startSandbox({ port: 0, productKeys: { EDC: key }, suiteUrl: atrium })
    const page = `${sandbox.productsUrl}/edc`
    try {
      const product = { url: `${page}/no-notices`, appCode: 'EDC', page, atrium }
      const { faults, warnings, passed } = await resultsOf(product)
      expect(faults).toEqual({})
      expect(warnings).toEqual({ [access]: expect.stringContaining('does not support access notices') })
      expect(Object.keys(passed).filter((name) => name.startsWith('access: '))).toEqual([])
      const args = ['--url', product.url, '--app-code', 'EDC', '--page', page, '--atrium', atrium]
      const { output, code } = await conformance(...args)
      expect(output).toContain(`WARNING ${access} (the product does not support access notices`)
      expect(output).toMatch(/\n\d+ passed, 1 with a warning, 0 failed\n$/)
      expect(code).toBe(0)
    } finally {
      await sandbox.close()
    }
  })

  it('passes the other checks with one warning if it responds with code 404', async () => {
    const program = await documentExample('product.mjs')
    await withProduct(program.replace("  '/atrium/access': ", "  '/atrium/other': "), async (product) => {
      const { faults, warnings } = await resultsOf(product)
      expect([faults, Object.keys(warnings)]).toEqual([{}, [access]])
    })
  })
})

/** Runs a program that simulates a product and prints its port. */
async function withProduct(program: string, use: (product: Product) => Promise<void>): Promise<void> {
  await writeFile(join(folder, 'product.mjs'), program)
  const [url, atrium] = [
    `http://127.0.0.1:${await freePort()}`,
    `http://127.0.0.1:${await freePort()}`,
  ] as const
  const { port } = new URL(url)
  const env = { ...process.env, APP_CODE: 'RTSM', APP_KEY: key, PORT: port, PUBLIC_URL: url, ATRIUM: atrium }
  const product = spawn(process.execPath, [join(folder, 'product.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(product.stdout, 'data')
    await use({ url, appCode: 'RTSM', page: `${url}/`, atrium })
  } finally {
    const ended = once(product, 'exit')
    product.kill()
    await ended
  }
}

it('passes for the product in docs/integrators.md', async () =>
  withProduct(await documentExample('product.mjs'), async ({ url, page, atrium }) => {
    // The document runs the check by the script of package.json too.
    const args = ['--url', url, '--app-code', 'RTSM', '--app-key', key, '--page', page, '--atrium', atrium]
    const { output, code } = await run(['--run', 'conformance', '--', ...args])
    expect(output).not.toContain('FAILED')
    expect(output).toMatch(/\n\d+ passed, 0 failed\n$/)
    expect(code).toBe(0)
  }))

it.each<[string, string, string, readonly string[]]>([
  [
    'takes old calls',
    'Math.abs(now - Number(timestamp)) <= 300',
    'true',
    [
      'signature: a call dated ten minutes ago is rejected',
      'signature: a call dated ten minutes ahead is rejected',
    ],
  ],
  ['takes a call twice', '!nonces.has(nonce)', 'true', ['signature: a replayed call is rejected']],
  [
    'knows the present key alone',
    ".split(',').map",
    ".split(',').slice(0, 1).map",
    ['signature: one valid signature of two is enough, in either order'],
  ],
  [
    'forgets what it was asked',
    'const before = answered.get(key)',
    'const before = undefined',
    ['invitations: an idempotency key is not valid for other content'],
  ],
  [
    'refuses what it was asked already',
    'const answer = before?.answer ?? perform()',
    'const answer = before ? { code: 409, message: t.otherContent } : perform()',
    [
      'invitations: a person gets a role, and a repeated call gets the same response',
      'invitations: a call repeated while in progress is carried out once, or deferred',
      'access: a repeated call gets the same response',
    ],
  ],
  [
    'knows the first sites of a study alone',
    'has(sites, siteIds) &&',
    "has(sites.filter(({ code }) => code < '03'), siteIds) &&",
    ['invitations: a site added to the study later is accepted'],
  ],
  [
    'wants to know every field',
    'if (grant.roles.length === 0',
    "if ('later' in grant || grant.roles.length === 0",
    ['invitations: unknown fields are ignored'],
  ],
  [
    'gives roles blinded or not, whatever it is told',
    '(isBlind === 0 || isBlind === 1)',
    'true',
    ['invitations: unknown roles, sites and other values are rejected with a reason'],
  ],
  [
    'speaks one language',
    "texts[request.headers.language === 'en' ? 'en' : 'zh']",
    'texts.zh',
    ['invitations: reasons are in the language of the call'],
  ],
  [
    'forgets somebody in its answer to many',
    'success: users.map',
    'success: users.slice(users.length > 100 ? 1 : 0).map',
    ['invitations: a call with 500 people gets a response in time'],
  ],
  [
    'redeems a code without the address',
    'JSON.stringify({ code, address })',
    'JSON.stringify({ code })',
    [
      'hand-over: a code is redeemed once, with the address of the page that received it',
      'hand-over: the address always has the product’s own host, whatever the request claims',
    ],
  ],
  [
    'redeems a code with the address of another page',
    'const address = PUBLIC_URL + pathname',
    "const address = PUBLIC_URL + '/welcome'",
    ['hand-over: a code is redeemed once, with the address of the page that received it'],
  ],
  [
    'takes its host from the request',
    'await redeem(code, pathname, language)',
    "await redeem(code, '@' + headers.host + pathname, language)",
    ['hand-over: the address always has the product’s own host, whatever the request claims'],
  ],
  [
    'takes a path that names a host for its address',
    'const address = PUBLIC_URL + pathname',
    'const address = new URL(pathname, PUBLIC_URL).href',
    ['hand-over: the address always has the product’s own host, whatever the request claims'],
  ],
  [
    'redeems the code of a HEAD request',
    "if (method !== 'GET')",
    "if (method !== 'GET' && method !== 'HEAD')",
    ['hand-over: a HEAD request does not redeem the code'],
  ],
  [
    'keeps sessions of users who may not open it',
    'if (!mayOpen && ',
    'if (false && ',
    ['access: sessions of a user who may not open the product end for good'],
  ],
  [
    'applies older notices',
    'if (accessVersion < rightsOf(tenantId, userId)?.accessVersion) return',
    '',
    ['access: an older notice is ignored, with success'],
  ],
  [
    'keeps the studies of the hand-over in open sessions',
    'const { studies } = rightsOf(tenant.tenantId, user.userId)',
    'const { studies } = handed',
    [
      'access: a notice replaces all studies of the user, in open sessions too',
      'access: a session that was opened on a removed study ends or leaves it',
    ],
  ],
  [
    'adds studies and removes none',
    '{ accessVersion, mayOpen, studies })',
    '{ accessVersion, mayOpen, studies: [...studies, ...(rightsOf(tenantId, userId)?.studies ?? [])] })',
    [
      'access: a notice replaces all studies of the user, in open sessions too',
      'access: a session that was opened on a removed study ends or leaves it',
    ],
  ],
  [
    'rejects notices about users whom it does not know',
    'const success = users.map(({ user }) => user.userId)',
    'if (users.some(({ user }) => !rightsOf(tenantId, user.userId))) throw new Error("unknown")\n' +
      'const success = users.map(({ user }) => user.userId)',
    [
      'access: a notice about an unknown user succeeds',
      'access: a repeated call gets the same response',
      'access: a call with 100 people gets a response in time',
    ],
  ],
])('fails only the matching checks for a product that %s', async (_what, right, wrong, failing) => {
  const program = await documentExample('product.mjs')
  expect(program.split(right)).toHaveLength(2)
  await withProduct(program.replace(right, wrong), async (product) => {
    expect(Object.keys(await faultsOf(product))).toEqual(failing)
  })
})

it('fails for a product that accepts everything, and exits with 1', async () => {
  const project = { Id: 1, ProjectName: '', EnvironmentFlag: 1, Status: 1 }
  const role = { Id: 1, Name: '{"en":"Investigator"}' }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method !== 'POST') return response.end()
    const { users = [] } = JSON.parse(body) as { users?: { userId: string }[] }
    const List = [{ ...project, RoleList: [role, role], StockHouseList: [] }]
    const success = users.map(({ userId }) => userId)
    return response.end(JSON.stringify({ code: 200, message: 'Done', data: { List, success, failure: [] } }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const places = ['--url', url, '--page', url, '--atrium', `http://127.0.0.1:${await freePort()}`]
    const { output, code } = await conformance('--app-code', 'RTSM', ...places)
    expect(code).toBe(1)
    for (const name of [
      'signature: a call without a signature is rejected',
      'signature: a signature with another key is rejected',
      'signature: a body changed in transit is rejected',
      'signature: a replayed call is rejected',
      'roles: ids are unique in each list, names are text or JSON text with chs',
      'roles: a call without its required fields is rejected',
      'invitations: an idempotency key is not valid for other content',
      'invitations: unknown roles, sites and other values are rejected with a reason',
      'hand-over: a code is redeemed once, with the address of the page that received it',
      'access: a notice about an unknown user succeeds',
      'access: an older notice is ignored, with success',
      'other calls: an unknown call is rejected',
    ])
      expect(output).toContain(`FAILED  ${name} (`)
    expect(output).toContain('ok      invitations: a call with 500 people gets a response in time')
  } finally {
    server.close()
  }
})

it.each([
  [
    'an API address without a scheme',
    '--url edc.example.com --page https://e.example --atrium http://127.0.0.1:1',
  ],
  ['no page', '--url https://edc.example.com --atrium http://127.0.0.1:1'],
  ['no address for Atrium', '--url https://edc.example.com --page https://e.example'],
])('prints the usage for %s', async (_what, args) => {
  expect(await conformance('--app-code', 'EDC', ...args.split(' '))).toMatchObject({
    code: 2,
    errors: expect.stringContaining('pnpm conformance --url'),
  })
})
