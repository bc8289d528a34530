import { randomUUID } from 'node:crypto'
import { codes, releaseErrors } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { whileLocked } from '../../../../test-support/index.ts'
import { signedIn } from '../../../app/test-kit/index.ts'
import { maintain } from '../../../operations/maintenance/index.ts'
import { platformAdministrator } from '../../access/index.ts'
import { newAddress, send } from '../../identity/sign-in/test-kit/index.ts'
import { createReportBuffer } from '../report-buffer.ts'
import {
  addModule,
  failureOf,
  loadOf,
  moduleOf,
  type ReleaseSuite,
  type ReportedEvent,
  sendReport,
  setRoute,
  startReleases,
} from '../test-kit/index.ts'
import { browserOf } from './browser.ts'
import { kindOnly, normalised } from './detail.ts'
import { flushReports } from './flush.ts'
import { count, percentile, sumOf } from './histogram.ts'

let suite: ReleaseSuite
let name: string
let made = 0
const tokens: string[] = []
const logger = { warn: () => {} }

beforeAll(async () => {
  suite = await startReleases({ rollback: { percentage: 50, persons: 3, minutes: 10 } })
  for (let user = 0; user < 8; user += 1)
    tokens.push((await signedIn(suite.database, platformAdministrator.id)).token)
})
afterAll(() => suite.close())
beforeEach(async () => {
  name = `reported-${++made}`
  await addModule(suite.database, suite.locations, name, ['1.0.0', '1.1.0'])
})

const failure = (facts: object = {}) => failureOf(name, facts)
const load = (readyTime?: number, facts?: object) => loadOf(name, readyTime, facts)
const report = (
  events: readonly ReportedEvent[],
  sender?: Parameters<typeof sendReport>[2],
  server?: typeof suite.server,
) => sendReport(suite, events, sender, server)
const flush = async () => {
  await flushReports(suite.server.services, logger)
  await flushReports(suite.other.services, logger)
}
const moduleNow = () => moduleOf(suite, name)
const leadTo = (route: string) => setRoute(suite, name, route)
const errorsNow = async () =>
  (await send(suite.server, releaseErrors, { name }, suite.admin)).data?.list ?? []

describe('what browsers report', () => {
  it('is added up by release and hour, and equal failures are merged', async () => {
    const [one, two] = tokens
    await report(
      [load(800), load(1200), { kind: 'vital', name, version: '1.1.0', metric: 'lcp', value: 2100 }],
      {
        token: one,
      },
    )
    await report([load(1000), { kind: 'vital', name, version: '1.1.0', metric: 'cls', value: 0.02 }], {
      token: two,
    })
    await report(
      [
        failure({ detail: 'at https://a.example/x.js?key=7#a' }),
        failure({ detail: 'at https://a.example/x.js?key=8' }),
      ],
      {
        token: one,
      },
    )
    await flush()
    await report(
      [failure({ detail: 'at https://a.example/x.js' }), failure({ stage: 'csp', detail: 'style' })],
      { token: two },
      suite.other,
    )
    await flush()
    expect((await moduleNow())?.health).toMatchObject({ loads: 3, failures: 3, persons: 2, failedPersons: 2 })
    const { readyTime, lcp, inp, cls } = (await moduleNow())?.health ?? {}
    expect(readyTime).toBeGreaterThan(900)
    expect(readyTime).toBeLessThanOrEqual(1250)
    expect(lcp).toBeGreaterThan(1800)
    expect(lcp).toBeLessThanOrEqual(2200)
    expect(cls).toBeLessThan(0.03)
    expect(inp).toBeNull()
    expect((await errorsNow()).toSorted((a, b) => a.count - b.count)).toMatchObject([
      { stage: 'csp', count: 1, persons: 1 },
      { stage: 'entry', status: 404, detail: 'at https://a.example/x.js', count: 3, persons: 2 },
    ])
  })

  it('includes the browser', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: tokens[0] ?? '',
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    }
    const body = JSON.stringify({ events: [failure()] })
    await fetch(`${suite.server.api}/release/report`, { method: 'POST', headers, body })
    await flush()
    expect(await errorsNow()).toMatchObject([{ browser: 'Chrome 131' }])
  })

  it('is counted only for existing releases and active sessions', async () => {
    const events = [failure({ name: 'nobody' }), failure({ version: '9.9.9' })]
    expect((await report(events, { token: tokens[0] })).code).toBe(codes.ok)
    await report([failure(), load()])
    await report([failure(), load()], { token: 'x'.repeat(43) })
    await flush()
    expect((await moduleNow())?.health).toMatchObject({ loads: 0, failures: 0, persons: 0 })
    expect(await errorsNow()).toEqual([])
    const kept = await suite.database.owner
      .selectFrom('releaseHour')
      .select('name')
      .where('name', '=', 'nobody')
      .execute()
    expect(kept).toEqual([])
  })

  it('is counted without a session for public modules, once per IPv4 address or IPv6 network', async () => {
    await leadTo('/signIn')
    const addresses = [newAddress(), `2001:db8:${made}:1::7`, `2001:db8:${made}:1:ffff::8`]
    for (const address of [...addresses, ...addresses]) await report([failure()], { address })
    await report([failure()], { address: addresses[0], token: 'x'.repeat(43) })
    await flush()
    expect((await moduleNow())?.health).toMatchObject({
      ...{ failures: 7, persons: 0, failedPersons: 0, addresses: 2, failedAddresses: 2 },
    })
  })

  it('keeps the text of signed-in users, but only the suite’s own words from others', async () => {
    await leadTo('/signIn')
    const detail = 'slow: TypeError: Call 0800-ATRIUM, your licence has ended'
    await report([failure({ detail }), failure({ stage: 'init', detail: 'Call 0800-ATRIUM' })])
    await report([failure({ stage: 'render', detail })], { token: tokens[0] })
    await flush()
    expect(new Map((await errorsNow()).map((error) => [error.stage, error.detail]))).toEqual(
      new Map([
        ['entry', 'slow: TypeError'],
        ['init', ''],
        ['render', detail],
      ]),
    )
  })

  it('does not reveal which releases a person used: hashes differ per release and are deleted after a day', async () => {
    await report([failure(), failure({ version: '1.0.0' })], { token: tokens[0] })
    await flush()
    const { owner } = suite.database
    const rowsOf = (table: 'releasePerson' | 'releaseErrorPerson') =>
      owner.selectFrom(table).select('person').where('person', 'in', hashes).execute()
    const kept = await owner.selectFrom('releasePerson').select('person').where('name', '=', name).execute()
    const hashes = kept.map(({ person }) => person)
    expect(new Set(hashes).size).toBe(2)
    expect(await rowsOf('releaseErrorPerson')).toHaveLength(2)
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const table of ['releasePerson', 'releaseErrorPerson'] as const)
      await owner.updateTable(table).set({ seenAt: yesterday }).where('person', 'in', hashes).execute()
    await maintain(suite.server.services)
    expect(await rowsOf('releasePerson')).toEqual([])
    expect(await rowsOf('releaseErrorPerson')).toEqual([])
    expect(await errorsNow()).toMatchObject([{ persons: 1 }, { persons: 1 }])
  })

  it('is rejected if it is malformed', async () => {
    const send422 = async (events: unknown) =>
      expect(await report(events as ReportedEvent[])).toMatchObject({
        code: codes.invalid,
        errors: [{ field: expect.any(String) }],
      })
    await send422([])
    await send422([{ kind: 'other' }])
    await send422([failure({ detail: 'x'.repeat(501) })])
    for (const odd of ['a\u0000', '../a', '<b>', 'a'.repeat(64)]) await send422([failure({ name: odd })])
    await send422([failure({ version: '1.0.0\u0000' })])
    await send422([failure({ status: 1000 })])
    await send422(Array.from({ length: 51 }, () => load()))
  })

  it('is dropped beyond the limit of a session or address', async () => {
    const token = tokens[0]
    for (let times = 0; times < 6; times += 1)
      await report(
        Array.from({ length: 50 }, () => load()),
        { token },
      )
    await flush()
    expect((await moduleNow())?.health.loads).toBeLessThanOrEqual(150)
  })

  it('is accepted with any characters in the detail', async () => {
    const details = [
      '\u0000',
      '\ud800 lone',
      '王'.repeat(500),
      `a${'\u0301'.repeat(400)}`,
      '\u202eevil',
      "';--",
    ]
    await report(
      details.map((detail) => failure({ detail })),
      { token: tokens[6] },
    )
    await flush()
    expect((await errorsNow()).map(({ detail }) => detail).toSorted()).toEqual(
      ['', '� lone', '王'.repeat(500), 'a\u0301\u0301', 'evil', "';--"].toSorted(),
    )
  })

  it('is limited to a number of failure kinds per release and per person', async () => {
    const rows = Array.from({ length: 205 }, (_, index) => failure({ detail: `kind ${'k'.repeat(index)}` }))
    await report(rows.slice(0, 20), { token: tokens[6] })
    await flush()
    for (const part of [rows.slice(20, 60), rows.slice(60, 100)]) await report(part, { token: tokens[6] })
    await flush()
    const { data: ofOne } = await send(suite.server, releaseErrors, { name, limit: 1000 }, suite.admin)
    expect(ofOne?.totalCount).toBe(21)
    expect(ofOne?.list.find(({ detail }) => detail === '')).toMatchObject({ count: 80, persons: 1 })
    // Counts without a text are written last, so that servers do not block each other.
    const withWords = ofOne?.list.filter(({ detail }) => detail !== '').map(({ id }) => id) ?? []
    const last = withWords.toSorted().at(-1) ?? ''
    const { writing } = await whileLocked(
      suite.database,
      (trx) => trx.selectFrom('releaseError').select('id').where('id', '=', last).forUpdate().execute(),
      async (awaited) => {
        await report(rows.slice(0, 50), { token: tokens[6] }, suite.other)
        const writing = flushReports(suite.other.services, logger)
        await awaited()
        const free = await suite.database.owner
          .selectFrom('releaseError')
          .select('id')
          .where('name', '=', name)
          .where('detail', '=', '')
          .forUpdate()
          .skipLocked()
          .execute()
        expect(free).toHaveLength(1)
        return { writing }
      },
    )
    await writing
    // Fills the release up to its limit.
    await suite.database.owner
      .insertInto('releaseError')
      .values(
        rows.slice(0, 179).map((_, index) => ({
          ...{ id: `${name} ${index}`, name, version: '1.1.0', stage: 'entry', status: 0 },
          ...{ detail: String(index), count: 1, firstTime: new Date(), lastTime: new Date() },
        })),
      )
      .execute()
    await report(rows.slice(100, 105), { token: tokens[5] })
    await flush()
    const { data } = await send(suite.server, releaseErrors, { name, limit: 1000 }, suite.admin)
    expect(data?.totalCount).toBe(200)
    expect(data?.list.find(({ detail }) => detail === '')).toMatchObject({ count: 115, persons: 2 })
  })
})

describe('the buffer', () => {
  const event = { kind: 'loaded', name: 'a', version: '1.0.0', readyTime: 1 } as const
  const from = (address: string, sessionHash = '') => ({ sessionHash, address, browser: '' })
  const fifty = Array(50).fill(event)

  it('accepts a limited number of events per address and minute', () => {
    let now = 0
    const buffer = createReportBuffer(() => now)
    const add = () => buffer.add(from('10.0.0.1'), fifty)
    for (let times = 0; times < 10; times += 1) add()
    expect(buffer.take().length).toBe(150)
    now = 60_000
    add()
    expect(buffer.take().length).toBe(50)
  })

  it('accepts a limited number in total, sampled evenly from all senders', () => {
    const buffer = createReportBuffer(() => 0)
    for (let address = 0; address < 600; address += 1) buffer.add(from(String(address)), fifty)
    const taken = buffer.take()
    expect(taken.length).toBe(20_000)
    for (const part of [taken.slice(0, 10_000), taken.slice(10_000)])
      expect(part.some(({ address }) => Number(address) >= 400)).toBe(true)
    expect(buffer.take()).toEqual([])
  })

  it('has room for every user, even when one address makes up many sessions', () => {
    const buffer = createReportBuffer(() => 0)
    for (let address = 0; address < 10; address += 1)
      for (let session = 0; session < 7000; session += 1)
        buffer.add(from(String(address), `${address} ${session}`), [event])
    expect(buffer.take().length).toBe(20_000)
    buffer.add(from('here', 'mine'), [event])
    expect(buffer.take()).toMatchObject([{ sessionHash: 'mine' }])
  })

  it('has room for other sessions of an address after one has reached its limit', () => {
    const buffer = createReportBuffer(() => 0)
    for (let times = 0; times < 200; times += 1) buffer.add(from('ward', 'one'), fifty)
    expect(buffer.take().length).toBe(150)
    buffer.add(from('ward', 'another'), fifty)
    expect(buffer.take().length).toBe(50)
  })
})

it('removes queries and values from details', () => {
  expect(normalised('at https://a.example/b.js?c=1#d of li.lei@hospital.example\n 1234567')).toBe(
    'at https://a.example/b.js of … …',
  )
  expect(normalised(`id ${randomUUID()}`)).toBe('id …')
})

it('keeps only the kind of a public report', () => {
  expect(
    [
      'changed: Error: x',
      'ChunkLoadError: Loading chunk 7',
      'img-src: https://a.example',
      'TypeErrors: x',
    ].map(kindOnly),
  ).toEqual(['changed: Error', 'ChunkLoadError', 'img-src', ''])
})

it('names known browsers', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
  expect([chrome, 'Call 0800-ATRIUM/1.0 now', '', 'x'.repeat(16_000)].map(browserOf)).toEqual([
    ...['Chrome 131', '', '', ''],
  ])
})

it('computes percentiles within the precision of the bounds', () => {
  const counts = [100, 200, 300, 4000].reduce<number[]>((sum, value) => count('ready', sum, value), [])
  expect(percentile('ready', counts, 0.75)).toBe(300)
  expect(percentile('ready', sumOf([counts, counts]), 0.75)).toBe(300)
  expect(percentile('ready', [], 0.75)).toBeNull()
})
