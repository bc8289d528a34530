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
const told = () => api.seen.flatMap(({ body }) => (body as Report).events)
const reports = (count: number) => waitFor(() => expect(api.seen).toHaveLength(count))

describe('what a page met with releases', () => {
  it('is told together when the page is left, under the session', async () => {
    startSession('k')
    reportEvent(failed('one'))
    reportEvent({ kind: 'loaded', name: 'two', version: '1.0.0', readyTime: 12 })
    leave()
    await reports(1)
    expect(api.seen[0]).toMatchObject({ method: 'POST', path: '/release/report' })
    expect(api.seen[0]?.headers.authorization).toBe('k')
    expect(told().map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('is told once where it is the same, and of a vital its last value', async () => {
    reportEvent(failed('same'))
    reportEvent(vital(0.1))
    reportEvent(vital(0.2))
    leave()
    await reports(1)
    expect(told()).toEqual([failed('same'), vital(0.2)])
    reportEvent(failed('same'))
    leave()
    reportEvent(failed('another'))
    leave()
    await reports(2)
    expect(told().map(({ name }) => name)).toEqual(['same', 'vitals', 'another'])
  })

  it('goes once more where it did not arrive, with what is told next, and then no more', async () => {
    const before = api
    await api.stop()
    const posts = jest.spyOn(globalThis, 'fetch')
    reportEvent(failed('lost'))
    for (const tries of [1, 2]) {
      leave()
      expect(posts).toHaveBeenCalledTimes(tries)
      await expect(posts.mock.results[tries - 1]?.value).rejects.toThrow()
      // Who has asked has heard of it by then.
      await new Promise((resume) => setTimeout(resume))
    }
    posts.mockRestore()
    api = await startApi(() => envelope(200, ''))
    reportEvent(failed('later'))
    leave()
    await reports(1)
    expect(before.seen).toEqual([])
    expect(told().map(({ name }) => name)).toEqual(['later'])
  })

  it('is not told again where the server refuses it', async () => {
    status = 500
    reportEvent(failed('refused'))
    leave()
    await reports(1)
    leave()
    reportEvent(failed('after refusal'))
    leave()
    await reports(2)
    expect(told().map(({ name }) => name)).toEqual(['refused', 'after refusal'])
  })

  it('has its bounds, in one report and for a page', async () => {
    for (let index = 0; index < 1000; index += 1) reportEvent(failed('many', `fault ${index}`))
    leave()
    await waitFor(() => expect(told().length).toBeGreaterThan(200))
    expect(told().length).toBeLessThanOrEqual(300)
    expect(Math.max(...api.seen.map(({ body }) => (body as Report).events.length))).toBe(50)
  })
})

describe('of an error is told', () => {
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

  it('where it arose in the code, and no more than fits', () => {
    const error = new Error('x'.repeat(2000))
    error.stack = 'Error: x\n    at f (http://host/remotes/a/1.0.0/12.0a1b2c.js:1:234)'
    expect(detailOf(error)).toMatch(/^Error: x+ \(12\.0a1b2c\.js:1:234\)$/)
    expect(detailOf(error).length).toBeLessThanOrEqual(500)
  })
})
