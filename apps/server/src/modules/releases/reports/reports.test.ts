import { randomUUID } from 'node:crypto'
import {
  codes,
  type InputOf,
  releaseActivate,
  releaseErrors,
  releaseModules,
  releaseReport,
  releaseShare,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { signedIn } from '../../../http/test-kit/index.ts'
import { createReportBuffer } from '../../../releases/index.ts'
import { newAddress, send } from '../../sign-in/test-kit/index.ts'
import { addModule, type ReleaseSuite, startReleases } from '../test-kit/index.ts'
import { normalised } from './detail.ts'
import { flushReports } from './flush.ts'
import { count, percentile, sumOf } from './histogram.ts'

type Event = InputOf<typeof releaseReport>['events'][number]

let suite: ReleaseSuite
let name: string
let made = 0
const tokens: string[] = []
const warnings: unknown[] = []
const logger = { warn: (...said: unknown[]) => void warnings.push(said) }

beforeAll(async () => {
  suite = await startReleases({ rollback: { percentage: 50, sessions: 3, minutes: 10 } })
  for (let user = 0; user < 8; user += 1) tokens.push((await signedIn(suite.database, null)).token)
})
afterAll(() => suite.close())
beforeEach(async () => {
  name = `reported-${++made}`
  await addModule(suite.database, suite.places, name, ['1.0.0', '1.1.0'])
})

const failure = (facts: object = {}): Event =>
  ({
    kind: 'failed',
    name,
    version: '1.1.0',
    stage: 'entry',
    status: 404,
    detail: 'TypeError: x',
    ...facts,
  }) as Event
const load = (readyTime = 900, facts: object = {}): Event =>
  ({ kind: 'loaded', name, version: '1.1.0', readyTime, ...facts }) as Event

const report = (
  events: readonly Event[],
  sender: { token?: string; address?: string } = {},
  server = suite.server,
) => send(server, releaseReport, { events: [...events] }, { address: newAddress(), ...sender })
const flush = async () => {
  await flushReports(suite.server.services, logger)
  await flushReports(suite.other.services, logger)
}
const moduleNow = async () =>
  (await send(suite.server, releaseModules, {}, suite.admin)).data?.find((one) => one.name === name)
const errorsNow = async () =>
  (await send(suite.server, releaseErrors, { name }, suite.admin)).data?.list ?? []
const rollbacks = async () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorName', 'actorId', 'call', 'reason', 'before', 'after'])
    .where('entityId', '=', name)
    .where('actorId', 'is', null)
    .execute()

describe('what browsers report', () => {
  it('is added up by release and hour, and alike failures are one', async () => {
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
    expect((await moduleNow())?.health).toMatchObject({ loads: 3, failures: 3, failedSessions: 2 })
    const { readyTime, lcp, inp, cls } = (await moduleNow())?.health ?? {}
    expect(readyTime).toBeGreaterThan(900)
    expect(readyTime).toBeLessThanOrEqual(1250)
    expect(lcp).toBeGreaterThan(1800)
    expect(lcp).toBeLessThanOrEqual(2200)
    expect(cls).toBeLessThan(0.03)
    expect(inp).toBeNull()
    expect((await errorsNow()).toSorted((a, b) => a.count - b.count)).toMatchObject([
      { stage: 'csp', count: 1, sessions: 1 },
      { stage: 'entry', status: 404, detail: 'at https://a.example/x.js', count: 3, sessions: 2 },
    ])
  })

  it('says which browser it was', async () => {
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

  it('counts of releases that there are, and of sessions that run', async () => {
    const events = [failure({ name: 'nobody' }), failure({ version: '9.9.9' })]
    expect((await report(events, { token: tokens[0] })).code).toBe(codes.ok)
    await report([failure(), load()])
    await report([failure(), load()], { token: 'x'.repeat(43) })
    await flush()
    expect((await moduleNow())?.health).toMatchObject({ loads: 0, failures: 0, failedSessions: 0 })
    expect(await errorsNow()).toEqual([])
    const kept = await suite.database.owner
      .selectFrom('releaseHour')
      .select('name')
      .where('name', '=', 'nobody')
      .execute()
    expect(kept).toEqual([])
  })

  it('without a session counts where anybody may be, once a network address', async () => {
    await suite.database.owner
      .updateTable('remoteRelease')
      .set({ routes: ['/signIn'] })
      .where('name', '=', name)
      .execute()
    const address = newAddress()
    for (let times = 0; times < 4; times += 1) await report([failure()], { address })
    await flush()
    expect((await moduleNow())?.health).toMatchObject({ failures: 4, failedSessions: 1 })
  })

  it('is refused where it is nothing of the kind', async () => {
    const send422 = async (events: unknown) =>
      expect(await report(events as Event[])).toMatchObject({
        code: codes.invalid,
        errors: [{ field: expect.any(String) }],
      })
    await send422([])
    await send422([{ kind: 'other' }])
    await send422([failure({ detail: 'x'.repeat(501) })])
    await send422(Array.from({ length: 51 }, () => load()))
  })

  it('of one session or address is dropped beyond its measure', async () => {
    const token = tokens[0]
    for (let times = 0; times < 6; times += 1)
      await report(
        Array.from({ length: 50 }, () => load()),
        { token },
      )
    await flush()
    expect((await moduleNow())?.health.loads).toBeLessThanOrEqual(150)
  })

  it('is kept within bounds of kinds, whatever is sent', async () => {
    const rows = Array.from({ length: 205 }, (_, index) => failure({ detail: `kind ${'k'.repeat(index)}` }))
    for (let from = 0; from < rows.length; from += 50)
      await report(rows.slice(from, from + 50), { token: tokens[from / 50 + 1] })
    await flush()
    const { data } = await send(suite.server, releaseErrors, { name, limit: 1000 }, suite.admin)
    expect(data?.totalCount).toBe(201)
    expect(data?.list.reduce((sum, error) => sum + error.count, 0)).toBe(205)
  })
})

describe('a release that fails', () => {
  const failIn = async (sessions: readonly (string | undefined)[], facts: object = {}) => {
    for (const [index, token] of sessions.entries())
      await report([failure(facts)], { token }, index % 2 === 0 ? suite.server : suite.other)
  }

  it('is rolled back by itself once, in as many sessions as the profile says, by whichever server', async () => {
    await failIn(tokens.slice(0, 2))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
    await failIn(tokens.slice(2, 5))
    await Promise.all([suite.server, suite.other].map(({ services }) => flushReports(services, logger)))
    expect(await moduleNow()).toMatchObject({ active: '1.0.0', previous: '', rolledBackFrom: '1.1.0' })
    expect((await moduleNow())?.rolledBackAt).toMatch(/^\d{4}-/)
    const events = await rollbacks()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      actorName: '',
      call: '',
      reason: expect.stringMatching(
        /^版本 1\.1\.0 .* \/ Release 1\.1\.0 failed in \d of \d sessions within 10 minutes/,
      ),
      before: { active: '1.1.0' },
      after: { active: '1.0.0', rolledBackFrom: '1.1.0' },
    })
  })

  it('stays where one session alone reports, or most had no failure', async () => {
    for (let times = 0; times < 20; times += 1) await report([failure()], { token: tokens[0] })
    await flush()
    for (const token of tokens) await report([load()], { token })
    await failIn(tokens.slice(0, 3))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0' })
    expect(await rollbacks()).toEqual([])
  })

  it('stays for what is no fault of its own', async () => {
    await failIn(tokens, { stage: 'csp' })
    await failIn(tokens, { stage: 'registry' })
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0' })
  })

  it('loses its share, and what counts goes on', async () => {
    await addModuleRelease('1.2.0')
    await send(
      suite.server,
      releaseShare,
      { name, version: '1.2.0', percentage: 20, reason: '' },
      suite.admin,
    )
    await failIn(tokens.slice(0, 4), { version: '1.2.0' })
    await flush()
    expect(await moduleNow()).toMatchObject({
      active: '1.1.0',
      previous: '1.0.0',
      shareVersion: '',
      rolledBackFrom: '1.2.0',
    })
  })

  it('counts anew where an operator activates it again', async () => {
    await failIn(tokens.slice(0, 4))
    await flush()
    const again = { name, version: '1.1.0', reason: '已修复配置' }
    expect((await send(suite.server, releaseActivate, again, suite.admin)).code).toBe(codes.ok)
    await failIn(tokens.slice(0, 2))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
  })

  it('stays where nothing can take its place, which the log says once', async () => {
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ previous: '' })
      .where('id', '=', name)
      .execute()
    const before = warnings.length
    await failIn(tokens.slice(0, 4))
    await flush()
    await failIn(tokens.slice(0, 4))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0' })
    expect(warnings.slice(before)).toHaveLength(1)
  })

  const addModuleRelease = async (version: string) => {
    const copy = `${name}-more`
    await addModule(suite.database, suite.places, copy, [version])
    const { owner } = suite.database
    await owner
      .updateTable('remoteRelease')
      .set({ name, id: `${name}@${version}`, address: 'https://cdn.example/release.json' })
      .where('name', '=', copy)
      .execute()
    await owner.deleteFrom('remoteModule').where('id', '=', copy).execute()
  }
})

describe('the buffer', () => {
  const event = { kind: 'loaded', name: 'a', version: '1.0.0', readyTime: 1 } as const

  it('keeps so much of one address, and more again after a minute', () => {
    let now = 0
    const buffer = createReportBuffer(() => now)
    const add = () => buffer.add({ sessionHash: '', address: '10.0.0.1' }, '', Array(50).fill(event))
    for (let times = 0; times < 10; times += 1) add()
    expect(buffer.take()).toHaveLength(150)
    now = 60_000
    add()
    expect(buffer.take()).toHaveLength(50)
  })

  it('keeps so much of all together', () => {
    const buffer = createReportBuffer(() => 0)
    for (let address = 0; address < 600; address += 1)
      buffer.add({ sessionHash: '', address: String(address) }, '', Array(50).fill(event))
    expect(buffer.take()).toHaveLength(20_000)
    expect(buffer.take()).toEqual([])
  })
})

it('details lose queries and values', () => {
  expect(normalised('at https://a.example/b.js?c=1#d of li.lei@hospital.example\n 1234567')).toBe(
    'at https://a.example/b.js of … …',
  )
  expect(normalised(`id ${randomUUID()}`)).toBe('id …')
})

it('percentiles are as close as the bounds', () => {
  const counts = [100, 200, 300, 4000].reduce<number[]>((sum, value) => count('ready', sum, value), [])
  expect(percentile('ready', counts, 0.75)).toBe(300)
  expect(percentile('ready', sumOf([counts, counts]), 0.75)).toBe(300)
  expect(percentile('ready', [], 0.75)).toBeNull()
})
