import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { type Result, startGateway, type TestGateway, until } from '../../messages/test-kit/index.ts'
import { encryptHeader } from './header.ts'
import { type Scheduler, startScheduler } from './scheduler.ts'
import { addJob, readJob, type TestJob } from './test-kit/index.ts'

let database: TestDatabase
let product: TestGateway
let response: Result | undefined
let scheduler: Scheduler

beforeEach(async () => {
  response = { status: 200, body: 'taken' }
  product = await startGateway(() => response)
  database = await createTestDatabase({ seeded: true })
  await database.owner.deleteFrom('job').execute()
  scheduler = await startScheduler({
    services: testServices(database),
    queue: database.queue,
    pollSeconds: 0.2,
  })
})
afterEach(async () => {
  await scheduler.stop(AbortSignal.abort())
  await product.close()
  await database.close()
})

/**
 * Runs an HTTP job.
 * @returns its logged run
 */
async function runOf(job: Partial<TestJob>, header = '') {
  const headerEncrypted = encryptHeader(testServices(database).secrets, header)
  await addJob(database, {
    id: 'call',
    jobType: 2,
    httpUrl: `http://127.0.0.1:${product.port}/jobs?kind=daily`,
    headerEncrypted,
    ...job,
  })
  await until(async () => (await readJob(database, 'call')).statuses.some((status) => status !== 2))
  return (await readJob(database, 'call')).runs[0]
}

describe('a job over HTTP', () => {
  it('sends its method, headers and params', async () => {
    const run = await runOf(
      { httpMethod: 'POST', params: '{"days": 30}' },
      'Authorization: Bearer s3cret-token\nX-Study: S-01',
    )
    expect(run).toMatchObject({ status: 0, result: 'HTTP 200 taken' })
    expect(product.asked).toMatchObject([
      {
        path: '/jobs?kind=daily',
        body: '{"days": 30}',
        headers: {
          authorization: 'Bearer s3cret-token',
          'x-study': 'S-01',
          'content-type': 'application/json',
        },
      },
    ])
  })

  it('adds its params to the query if the method has no body', async () => {
    await runOf({ params: 'study=S-01&note=随访' })
    expect(product.asked).toMatchObject([
      { path: `/jobs?kind=daily&study=S-01&note=${encodeURIComponent('随访')}`, body: '' },
    ])
  })

  it('fails on an error status, and hides header values in the stored response', async () => {
    response = { status: 500, body: `no: Bearer s3cret-token\n${'x'.repeat(3000)}` }
    const run = await runOf({}, 'Authorization: Bearer s3cret-token')
    expect(run).toMatchObject({ status: 1, result: expect.stringMatching(/^HTTP 500 no: \*\*\* x+$/) })
    expect(run?.result.length).toBeLessThan(600)
  })

  it('hides decoded, escaped and short forms of a header’s value', async () => {
    const credentials = 'atrium:s3cret/p"w'
    const { user, key } = { user: encodeURIComponent(credentials), key: JSON.stringify(credentials) }
    response = { status: 400, body: `user ${user}, key ${key}, pin 42` }
    const run = await runOf(
      {},
      `Authorization: Basic ${Buffer.from(credentials).toString('base64')}\nX-Pin: 42`,
    )
    expect(run).toMatchObject({ status: 1, result: 'HTTP 400 user ***, key "***", pin ***' })
  })

  it('does not follow redirects', async () => {
    response = { status: 302, headers: { location: 'http://169.254.169.254/' } }
    expect(await runOf({})).toMatchObject({ status: 1, resultKey: 'job.outcome.redirect' })
    expect(product.asked).toHaveLength(1)
  })

  it.each(['http://169.254.169.254/latest/meta-data', 'https://10.0.0.1/', 'https://[::1]/'])(
    'does not reach %s',
    async (httpUrl) => {
      expect(await runOf({ httpUrl })).toMatchObject({ status: 1, resultKey: 'job.outcome.private' })
    },
  )

  it('reports an unreachable server', async () => {
    const { port } = product
    await product.close()
    expect(await runOf({})).toMatchObject({ status: 1, resultKey: 'job.outcome.unreachable' })
    product = await startGateway(() => response, port)
  })
})
