import { randomUUID } from 'node:crypto'
import { codes, operationsOverview, releaseActivate, releaseRollout } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Person, signedIn, signedInMember, testApp } from '../../../app/test-kit/index.ts'
import { beginSession } from '../../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../../access/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import {
  addModule,
  failNextCommit,
  failureOf,
  loadOf,
  moduleOf,
  type ReleaseSuite,
  type ReportedEvent,
  sendReport,
  setRoute,
  startReleases,
} from '../test-kit/index.ts'
import { flushReports } from './flush.ts'

let suite: ReleaseSuite
let name: string
let made = 0
const tokens: string[] = []
const persons: Person[] = []
const warnings: unknown[][] = []
const logger = { warn: (...said: unknown[]) => void warnings.push(said) }

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/**
 * Makes accounts old enough to count towards a rollback.
 * @param addedBy user who added them
 */
const agedBy = async <Somebody extends Person>(
  people: readonly Somebody[],
  addedBy: string | null = null,
): Promise<readonly Somebody[]> => {
  const ids = people.map(({ userId }) => userId)
  await suite.database.owner
    .updateTable('appUser')
    .set({ createdAt: ago(25 * 60), addedBy })
    .where('id', 'in', ids)
    .execute()
  return people
}

beforeAll(async () => {
  suite = await startReleases({ rollback: { percentage: 50, persons: 3, minutes: 10 } })
  for (let user = 0; user < 8; user += 1)
    persons.push(await signedIn(suite.database, platformAdministrator.id))
  await agedBy(persons)
  tokens.push(...persons.map(({ token }) => token))
})
afterAll(() => suite.close())
beforeEach(async () => {
  name = `failing-${++made}`
  await addModule(suite.database, suite.locations, name, ['1.0.0', '1.1.0'])
  await suite.database.owner
    .updateTable('remoteModule')
    .set({ updatedAt: ago(60) })
    .where('id', '=', name)
    .execute()
})

const failure = (facts: object = {}) => failureOf(name, facts)
const load = (readyTime?: number, facts?: object) => loadOf(name, readyTime, facts)
const report = (
  events: readonly ReportedEvent[],
  sender?: Parameters<typeof sendReport>[2],
  server?: typeof suite.server,
) => sendReport(suite, events, sender, server)
const flush = async (rollback: object = {}) => {
  for (const { services } of [suite.server, suite.other]) {
    const { modules } = services.profile
    const profile = {
      ...services.profile,
      modules: { ...modules, rollback: { ...modules.rollback, ...rollback } },
    }
    await flushReports({ ...services, profile }, logger)
  }
}
const moduleNow = () => moduleOf(suite, name)
const alarmNow = async () => {
  const { data } = await send(suite.server, operationsOverview, { range: 'hour' }, suite.admin)
  return data?.alarms?.find((alarm) => alarm.name === name)
}
const leadTo = (route: string) => setRoute(suite, name, route)
const rollbacks = async () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorName', 'actorId', 'call', 'reason', 'before', 'after'])
    .where('entityId', '=', name)
    .where('actorId', 'is', null)
    .execute()
/** Makes the module's alarm older than the waiting time before a rollback. */
const waitOut = () =>
  suite.database.owner
    .updateTable('remoteRelease')
    .set({ alarmAt: ago(5) })
    .where('name', '=', name)
    .where('alarmAt', 'is not', null)
    .execute()

const failFor = async (senders: readonly (string | undefined)[], facts: object = {}) => {
  for (const [index, token] of senders.entries())
    await report([failure(facts)], { token }, index % 2 === 0 ? suite.server : suite.other)
}
/** Reports failures until the alarm is raised, and again after the waiting time. */
const failOn = async (fail: () => Promise<unknown>, rollback: object = {}) => {
  await fail()
  await flush(rollback)
  await waitOut()
  await fail()
  await flush(rollback)
}
const staysAfter = async (attack: () => Promise<unknown>, rollback: object = {}) => {
  await failOn(attack, rollback)
  expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
  expect(await rollbacks()).toEqual([])
}
const goesAfter = async (fail: () => Promise<unknown>, rollback: object = {}) => {
  await failOn(fail, rollback)
  expect(await moduleNow()).toMatchObject({ active: '1.0.0', rolledBackFrom: '1.1.0' })
}

describe('a release that fails', () => {
  it('is rolled back automatically, once over all servers, after failing for the configured number of persons', async () => {
    await failFor(tokens.slice(0, 2))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
    await failFor(tokens.slice(2, 4))
    await flush()
    await waitOut()
    await failFor(tokens.slice(2, 5))
    await failNextCommit(suite.database, name)
    const before = warnings.length
    await Promise.all([suite.server, suite.other].map(({ services }) => flushReports(services, logger)))
    expect(await moduleNow()).toMatchObject({ active: '1.0.0', previous: '', rolledBackFrom: '1.1.0' })
    expect((await moduleNow())?.rolledBackAt).toMatch(/^\d{4}-/)
    expect(warnings.slice(before)).toEqual([
      [expect.objectContaining({ name, version: '1.1.0', to: '1.0.0' }), 'release rolled back automatically'],
    ])
    const events = await rollbacks()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      actorName: '',
      call: '',
      reason: expect.stringMatching(
        /^版本 1\.1\.0 .* \/ Release 1\.1\.0 failed for \d of \d users within 10 minutes/,
      ),
      before: { active: '1.1.0' },
      after: { active: '1.0.0', rolledBackFrom: '1.1.0' },
    })
  })

  it('stays active if most people had no failure', async () => {
    for (const token of tokens) await report([load()], { token })
    await staysAfter(() => failFor(tokens.slice(0, 3)))
  })

  it('stays active if only one person reports, however often and in however many sessions', async () => {
    const client = { address: '192.0.2.1', userAgent: 'test' }
    const own = await Promise.all(
      Array.from({ length: 6 }, () =>
        inTransaction(suite.database.db, asSystem, (trx) =>
          beginSession(trx, persons[7]?.userId ?? '', client),
        ),
      ),
    )
    await staysAfter(() => failFor([...own, ...own, tokens[7]]))
    expect((await moduleNow())?.health).toMatchObject({ failures: 26, persons: 1, failedPersons: 1 })
  })

  it('stays active if the reports have made-up sessions, or addresses from an untrusted proxy', async () => {
    await staysAfter(() => failFor(tokens.map((_, index) => String(index).repeat(43))))
    await leadTo('/signIn')
    const { services } = suite.server
    const app = await testApp(suite.database.db, {
      ...{ services, profile: services.profile, trustedProxies: '192.0.2.0/24' },
    })
    const api = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api`
    await staysAfter(async () => {
      for (const _ of tokens) await report([failure()], {}, { ...suite.server, api })
    }).finally(() => app.close())
    expect((await moduleNow())?.health).toMatchObject({ failures: 16, persons: 0, addresses: 1 })
  })

  it('is rolled back even if one sender reports many successes', async () => {
    for (let times = 0; times < 2; times += 1)
      await report(
        Array.from({ length: 50 }, () => load()),
        { token: tokens[7] },
      )
    await goesAfter(() => failFor(tokens.slice(1, 4)))
  })

  it('ignores reports of people who cannot have got the release', async () => {
    const { owner } = suite.database
    const { id: there } = tenantAdministrator
    const members = await agedBy(
      await Promise.all([1, 2, 3].map(() => signedInMember(suite.database, there))),
    )
    const theirs = members.map(({ token }) => token)
    // Their menus contain no entry that leads to the module.
    await staysAfter(() => failFor(theirs))
    expect((await moduleNow())?.health).toMatchObject({ failures: 0 })
    // Their menus now lead to the module, but their tenants are pinned to the previous release.
    await leadTo('/tenantManager')
    for (const { tenantId } of members)
      await owner
        .insertInto('tenantRelease')
        .values({ tenantId, id: name, name, mode: 'pinned', version: '1.0.0', acceptedAt: null })
        .execute()
    await staysAfter(() => failFor(theirs))
    expect((await moduleNow())?.health).toMatchObject({ failures: 6, persons: 0 })
    // Now their tenants follow the active release.
    await owner.deleteFrom('tenantRelease').where('name', '=', name).execute()
    await goesAfter(() => failFor(theirs))
  })

  it('stays active if it did not cause the failures', async () => {
    await staysAfter(async () => {
      await failFor(tokens, { stage: 'csp' })
      await failFor(tokens, { stage: 'registry' })
    })
    expect(await alarmNow()).toBeUndefined()
  })

  it('is removed from its partial rollout while the active release stays', async () => {
    await addModuleRelease('1.2.0')
    await send(
      suite.server,
      releaseRollout,
      { name, version: '1.2.0', percentage: 20, reason: '' },
      suite.admin,
    )
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ updatedAt: ago(60) })
      .where('id', '=', name)
      .execute()
    await failOn(() => failFor(tokens.slice(0, 4), { version: '1.2.0' }))
    expect(await moduleNow()).toMatchObject({
      active: '1.1.0',
      previous: '1.0.0',
      shareVersion: '',
      rolledBackFrom: '1.2.0',
    })
  })

  it('is counted from zero after an operator activates it again', async () => {
    await goesAfter(() => failFor(tokens.slice(0, 4)))
    const again = { name, version: '1.1.0', reason: '已修复配置' }
    expect((await send(suite.server, releaseActivate, again, suite.admin)).code).toBe(codes.ok)
    await failOn(() => failFor(tokens.slice(0, 2)))
    expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
  })

  it('stays active if no release can replace it, and that is logged once', async () => {
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ previous: '' })
      .where('id', '=', name)
      .execute()
    const before = warnings.length
    for (const _ of [1, 2]) await failOn(() => failFor(tokens.slice(0, 4)))
    expect(await moduleNow()).toMatchObject({ active: '1.1.0' })
    expect(warnings.slice(before).map(([, text]) => text)).toEqual([
      'release failing, alarm raised',
      'no release to roll back to',
    ])
  })

  const addModuleRelease = async (version: string) => {
    const copy = `${name}-more`
    await addModule(suite.database, suite.locations, copy, [version])
    const { owner } = suite.database
    await owner
      .updateTable('remoteRelease')
      .set({ name, id: `${name}@${version}`, address: 'https://cdn.example/release.json' })
      .where('name', '=', copy)
      .execute()
    await owner.deleteFrom('remoteModule').where('id', '=', copy).execute()
  }
})

describe('an alarm', () => {
  it('is raised once before a rollback, on the screen and in the log, and ends with the rollback', async () => {
    const before = warnings.length
    for (const _ of [1, 2]) {
      await failFor(tokens.slice(0, 4))
      await flush()
    }
    expect(await moduleNow()).toMatchObject({ active: '1.1.0', rolledBackFrom: '' })
    expect(warnings.slice(before)).toEqual([
      [expect.objectContaining({ name, version: '1.1.0', failed: 4 }), 'release failing, alarm raised'],
    ])
    expect(await alarmNow()).toMatchObject({
      ...{ version: '1.1.0', failedPersons: 4, failedAddresses: 0, automatic: true },
      time: expect.stringMatching(/Z$/),
    })
    await waitOut()
    await failFor(tokens.slice(0, 1))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.0.0' })
    expect(await alarmNow()).toBeUndefined()
  })

  it('is raised again if the release still fails after a day', async () => {
    await failFor(tokens.slice(0, 4))
    await flush()
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ updatedAt: ago(60 * 48) })
      .where('id', '=', name)
      .execute()
    await suite.database.owner
      .updateTable('remoteRelease')
      .set({ alarmAt: ago(60 * 25) })
      .where('name', '=', name)
      .where('version', '=', '1.1.0')
      .execute()
    expect(await alarmNow()).toBeUndefined()
    await failFor(tokens.slice(0, 4))
    await flush()
    expect(await moduleNow()).toMatchObject({ active: '1.1.0' })
    expect(await alarmNow()).toMatchObject({ version: '1.1.0' })
  })

  it('is not followed by a rollback of the suite’s own modules, unless the profile allows that', async () => {
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ suiteVersion: '1.0.0' })
      .where('id', '=', name)
      .execute()
    await staysAfter(() => failFor(tokens.slice(0, 4)))
    expect(await alarmNow()).toMatchObject({ version: '1.1.0', automatic: false })
    await goesAfter(() => failFor(tokens.slice(0, 4)), { automatic: 'all' })
  })

  it('causes no rollback if the profile switches rollbacks off', async () => {
    await staysAfter(() => failFor(tokens.slice(0, 4)), { automatic: 'none' })
    expect(await alarmNow()).toBeDefined()
  })
})

describe('one person who wants a rollback', () => {
  /** Adds administrators, each in their own tenant, whose menu leads to the module. */
  const administrators = async (count: number) => {
    await leadTo('/tenantManager')
    return Promise.all(
      Array.from({ length: count }, () => signedInMember(suite.database, tenantAdministrator.id)),
    )
  }
  const fail = (people: readonly Person[]) => () => failFor(people.map(({ token }) => token))

  it('cannot do so by reports from many networks without signing in, but raises an alarm', async () => {
    await leadTo('/signIn')
    await staysAfter(async () => {
      for (const network of ['a', 'b', 'c', 'd', 'e'])
        await report([failure()], { address: `2001:db8:${made}:${network}::1` })
    })
    expect(await alarmNow()).toMatchObject({ persons: 0, failedPersons: 0, addresses: 5, failedAddresses: 5 })
  })

  it('cannot do so with accounts younger than a day', async () => {
    const people = await administrators(4)
    await staysAfter(fail(people))
    expect(await alarmNow()).toMatchObject({ failedPersons: 4 })
    await agedBy(people)
    await goesAfter(fail(people))
  })

  it('cannot do so with accounts that they invited directly or indirectly', async () => {
    const people = await administrators(5)
    const [first] = people
    await agedBy(people.slice(0, 1))
    await agedBy(people.slice(1), first?.userId)
    await staysAfter(fail(people))
    for (const [index, person] of people.slice(1).entries()) await agedBy([person], people[index]?.userId)
    await staysAfter(fail(people))
    // Accounts added by a user who can roll back by hand do count, because that user gains nothing from them.
    await agedBy(people, persons[0]?.userId)
    await goesAfter(fail(people))
  })

  it('cannot do so with the accounts of one tenant, whoever added them', async () => {
    const people = await agedBy(await administrators(4))
    const [home, ...others] = people
    const { owner } = suite.database
    const join = (userId: string) =>
      owner
        .insertInto('tenantUser')
        .values({ tenantId: home?.tenantId ?? '', id: randomUUID(), userId })
        .execute()
    for (const { userId } of others) await join(userId)
    await staysAfter(fail(people))
    await goesAfter(fail([...people, ...(await agedBy(await administrators(1)))]))
  })

  it('cannot do so with accounts without a tenant and without a role', async () => {
    await leadTo('/signIn')
    const people = await agedBy(await Promise.all([1, 2, 3, 4].map(() => signedIn(suite.database, null))))
    await staysAfter(fail(people))
    await suite.database.owner
      .updateTable('appUser')
      .set({ roleId: ordinaryUser.id })
      .where(
        'id',
        'in',
        people.map(({ userId }) => userId),
      )
      .execute()
    await goesAfter(fail(people))
  })
})
