import { startSession } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { detailOf } from './detail.ts'
import { reportEvent, reportInTime } from './report.ts'

type Report = { readonly events: readonly { readonly name: string }[] }

let status: number
let api: Awaited<ReturnType<typeof startApi>>

beforeAll(reportInTime)
beforeEach(async () => {
  status = 200
  api = await startApi(() => (status === 200 ? envelope(200, '') : { status }))
})
afterEach(() => api.stop())

const failed = (name: string, detail = '') =>
  ({ kind: 'failed', name, version: '1.0.0', stage: 'entry', status: 404, detail }) as const
const vital = (value: number) =>
  ({ kind: 'vital', name: 'vitals', version: '1.0.0', metric: 'cls', value }) as const

const leave = () => window.dispatchEvent(new Event('pagehide'))
const reported = () => api.seen.flatMap(({ body }) => (body as Report).events)
const reports = (count: number) => waitFor(() => expect(api.seen).toHaveLength(count))

describe('a page’s report of releases', () => {
  it('sends all events together when the page is left, under the session', async () => {
    startSession('k')
    reportEvent(failed('one'))
    reportEvent({ kind: 'loaded', name: 'two', version: '1.0.0', readyTime: 12 })
    leave()
    await reports(1)
    expect(api.seen[0]).toMatchObject({ method: 'POST', path: '/release/report' })
    expect(api.seen[0]?.headers.authorization).toBe('k')
    expect(reported().map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('sends the same event once, and only the last value of a vital', async () => {
    reportEvent(failed('same'))
    reportEvent(vital(0.1))
    reportEvent(vital(0.2))
    leave()
    await reports(1)
    expect(reported()).toEqual([failed('same'), vital(0.2)])
    reportEvent(failed('same'))
    leave()
    reportEvent(failed('another'))
    leave()
    await reports(2)
    expect(reported().map(({ name }) => name)).toEqual(['same', 'vitals', 'another'])
  })

  it('retries once with the next events after a network failure', async () => {
    const before = api
    await api.stop()
    const posts = jest.spyOn(globalThis, 'fetch')
    reportEvent(failed('lost'))
    for (const tries of [1, 2]) {
      leave()
      expect(posts).toHaveBeenCalledTimes(tries)
      await expect(posts.mock.results[tries - 1]?.value).rejects.toThrow()
      // Lets the pending promises settle.
      await new Promise((resume) => setTimeout(resume))
    }
    posts.mockRestore()
    api = await startApi(() => envelope(200, ''))
    reportEvent(failed('later'))
    leave()
    await reports(1)
    expect(before.seen).toEqual([])
    expect(reported().map(({ name }) => name)).toEqual(['later'])
  })

  it('does not retry when the server rejects the report', async () => {
    status = 500
    reportEvent(failed('refused'))
    leave()
    await reports(1)
    leave()
    reportEvent(failed('after refusal'))
    leave()
    await reports(2)
    expect(reported().map(({ name }) => name)).toEqual(['refused', 'after refusal'])
  })

  it('limits the events of a report and of a page', async () => {
    for (let index = 0; index < 1000; index += 1) reportEvent(failed('many', `fault ${index}`))
    leave()
    await waitFor(() => expect(reported().length).toBeGreaterThan(200))
    expect(reported().length).toBeLessThanOrEqual(300)
    expect(Math.max(...api.seen.map(({ body }) => (body as Report).events.length))).toBe(50)
  })
})

describe('the detail of an error', () => {
  it.each([
    [
      'what is missing',
      new TypeError("Cannot read properties of undefined (reading 'name')"),
      "reading 'name'",
    ],
    [
      'no query',
      new Error('GET https://atrium.example/a.js?token=secret#x failed'),
      'GET https://atrium.example/a.js failed',
    ],
    ['no value in quotes', new Error('"王小明 10086" is not valid JSON'), '"…" is not valid JSON'],
    ['no address and no number', new Error('no user jane@example.com 13800138000'), 'no user … …'],
    ['a text that was thrown', 'a text', 'a text'],
  ])('%s', (_what, error, expected) => {
    expect(detailOf(error)).toContain(expected)
    expect(detailOf(error)).not.toMatch(/secret|王小明|jane|13800138000/)
  })

  it('contains the position in the code and is cut to its maximum length', () => {
    const error = new Error('x'.repeat(2000))
    error.stack = 'Error: x\n    at f (http://host/remotes/a/1.0.0/12.0a1b2c.js:1:234)'
    expect(detailOf(error)).toMatch(/^Error: x+ \(12\.0a1b2c\.js:1:234\)$/)
    expect(detailOf(error).length).toBeLessThanOrEqual(500)
  })
})
