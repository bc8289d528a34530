import { jobStatus, jobTypes, runStatus, softwareCodes } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Message, outboxRow } from '../../modules/messages/index.ts'
import { toJson } from '../../platform/database/json.ts'
import { asPlatform, asSystem, type Trx, take } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysAgo } from './tables.ts'

/* What would take weeks to come about by itself: it is written as the server would have left it behind, in few statements. */

/** How far back it goes. Days. */
const span = 30

/** Of the night's jobs: the minute of the day, how long it takes (ms), and what it says on a day. */
const nightly = [
  { id: 'messages.cleanUp', minute: 150, times: 420, key: 'job.outcome.messagesDeleted', most: 40 },
  { id: 'sessions.cleanUp', minute: 180, times: 95, key: 'job.outcome.sessionsDeleted', most: 60 },
] as const

/** A day's nth run on which something went wrong, and what. */
const mishaps: Readonly<Record<number, string>> = {
  6: 'job.outcome.stopped',
  17: 'job.outcome.processEnded',
}

/** Jobs that call products, paused since: those addresses are nobody's. */
const pausedJobs = [
  {
    id: 'demo-edc-export',
    jobName: 'EDC 每日数据导出',
    jobNameEn: 'EDC daily data export',
    jobGroup: softwareCodes.edc,
    failsFrom: 5,
  },
  {
    id: 'demo-etmf-index',
    jobName: 'eTMF 归档索引重建',
    jobNameEn: 'eTMF archive index rebuild',
    jobGroup: softwareCodes.etmf,
    failsFrom: 30,
  },
] as const

interface Run {
  readonly jobId: string
  readonly daysBefore: number
  readonly minute: number
  readonly times: number
  readonly failed?: boolean
  readonly result?: string
  readonly key?: string
  readonly params?: object
}

/** When a run began: at a minute of a day, by the clock of the deployment. */
const runAt = (zone: string, { daysBefore, minute }: Run) =>
  sql<Date>`(date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${sql.lit(daysBefore)})
    + make_interval(mins => ${sql.lit(minute)})) at time zone ${zone}`

function runs(): Run[] {
  const days = Array.from({ length: span }, (_, index) => index + 1)
  const ofJobs = days.flatMap((daysBefore): Run[] => [
    ...nightly.map(({ id: jobId, minute, times, key, most }): Run => {
      const failure = jobId === 'messages.cleanUp' ? mishaps[daysBefore] : undefined
      const took = { jobId, daysBefore, minute, times: times + ((daysBefore * 37) % 90) }
      if (failure) return { ...took, failed: true, key: failure }
      return { ...took, key, params: { count: (daysBefore * 13) % most } }
    }),
    {
      ...{ jobId: 'audit.verify', daysBefore, minute: 210, times: 900 + ((daysBefore * 71) % 400) },
      key: 'job.outcome.auditWhole',
      params: { sealed: 42_000 - daysBefore * 310, waiting: (daysBefore * 7) % 25 },
    },
    {
      ...{ jobId: 'licences.remind', daysBefore, minute: 540, times: 60 + ((daysBefore * 11) % 30) },
      key: 'licence.done.reminded',
      params:
        daysBefore === 18 || daysBefore === 5 ? { licences: 1, messages: 2 } : { licences: 0, messages: 0 },
    },
  ])
  const ofProducts = pausedJobs.flatMap(({ id: jobId, failsFrom }) =>
    days
      .filter((day) => day > 2 && day < 16)
      .map((daysBefore): Run => {
        const took = { jobId, daysBefore, minute: 65, times: 1800 + ((daysBefore * 53) % 700) }
        return daysBefore < failsFrom
          ? { ...took, failed: true, key: 'job.outcome.unreachable' }
          : { ...took, result: `HTTP 200 {"rows":${1200 + daysBefore * 17}}` }
      }),
  )
  return [...ofJobs, ...ofProducts]
}

/** Adds what jobs have done over the last weeks, but for those that a deployment does not have. */
async function addRuns(trx: Trx, zone: string): Promise<void> {
  await trx
    .insertInto('job')
    .values(
      pausedJobs.map(({ failsFrom: _, ...job }) => ({
        ...job,
        jobType: jobTypes.http,
        status: jobStatus.paused,
        httpUrl: `https://${job.id.slice(5)}.example/run`,
        httpMethod: 'POST',
        cronExpression: '0 5 1 * * ? *',
        remark: '对方接口升级，恢复前暂停',
        createdAt: daysAgo(span),
      })),
    )
    .execute()
  const jobs = new Set((await trx.selectFrom('job').select('id').execute()).map(({ id }) => id))
  // The log is the server's own to write.
  await take(trx, asSystem)
  await trx
    .insertInto('jobLog')
    .values(
      runs()
        .filter(({ jobId }) => jobs.has(jobId))
        .map((run) => ({
          id: uuidv7(),
          queueId: sql<string>`gen_random_uuid()`,
          jobId: run.jobId,
          createdAt: runAt(zone, run),
          dueAt: runAt(zone, run),
          cause: 'due' as const,
          params:
            run.jobId === 'messages.cleanUp' ? 'days=180' : run.jobId === 'sessions.cleanUp' ? 'days=90' : '',
          status: run.failed ? runStatus.failed : runStatus.succeeded,
          result: run.result ?? '',
          resultKey: run.key ?? null,
          resultParams: run.key ? toJson(run.params ?? {}) : null,
          times: run.times,
        })),
    )
    .execute()
  await take(trx, asPlatform)
}

/** How a message came to its end: delivered at once or at last, refused, or given up when its secret was no longer good. */
type End = 'delivered' | 'late' | 'refused' | 'expired'

/** The attempts of each, with what the other side said. */
const attemptsOf: Readonly<
  Record<
    End,
    readonly (readonly [
      outcome: 'delivered' | 'deferred' | 'unreachable' | 'refused' | 'expired',
      mail: string,
      sms: string,
    ])[]
  >
> = {
  delivered: [['delivered', '250 2.0.0 OK: queued', 'HTTP 200 accepted']],
  late: [
    ['unreachable', 'ECONNREFUSED', 'ECONNREFUSED'],
    ['deferred', '451 4.3.2 Please try again later', 'HTTP 429 too many requests'],
    ['delivered', '250 2.0.0 OK: queued', 'HTTP 200 accepted'],
  ],
  refused: [['refused', '550 5.1.1 User unknown', 'HTTP 400 number not in service']],
  expired: [
    ['deferred', '450 4.2.1 Mailbox busy', 'HTTP 503 carrier unavailable'],
    ['expired', '', ''],
  ],
}

interface Recipient {
  readonly userName: string
  readonly email: string
  readonly phone: string
  readonly tenantId: string
  readonly tenantName: string
}

/** What was sent to people, by turns. */
const mails: readonly ((to: Recipient) => Message)[] = [
  ({ email: to, userName, tenantId, tenantName }) => ({
    ...{ kind: 'email', to, language: 'zh', tenantId, template: 'addedToTenant' },
    params: { userName, tenantName },
  }),
  ({ email: to, tenantId, tenantName }) => ({
    ...{ kind: 'email', to, language: 'zh', tenantId, template: 'invitation' },
    params: { tenantName, key: 'x'.repeat(43), lifeSeconds: 604_800 },
  }),
  ({ email: to, userName }) => ({
    ...{ kind: 'email', to, language: 'zh', template: 'userNameReminder' },
    params: { userName },
  }),
  ({ email: to }) => ({
    ...{ kind: 'email', to, language: 'zh', template: 'passwordResetCode' },
    params: { code: '000000', lifeSeconds: 600 },
  }),
  ({ email: to, userName }) => ({
    ...{ kind: 'email', to, language: 'zh', template: 'emailVerification' },
    params: { userName, key: 'x'.repeat(43), lifeSeconds: 86_400 },
  }),
]

const messages: readonly ((to: Recipient) => Message)[] = [
  ({ phone: to }) => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'signInCode' },
    params: { code: '000000', lifeSeconds: 300 },
  }),
  ({ phone: to }) => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'passwordResetCode' },
    params: { code: '000000', lifeSeconds: 300 },
  }),
  ({ phone: to, userName }) => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'userNameReminder' },
    params: { userName },
  }),
]

const endOf = (index: number, expires: boolean): End => {
  if (index % 17 === 5) return 'refused'
  if (index % 11 === 7) return expires ? 'expired' : 'refused'
  return index % 13 === 3 ? 'late' : 'delivered'
}

/** A message of before, with the attempts to send it. Its code or key was wiped: none was ever good. */
function pastMessage(message: Message, index: number, services: Pick<Services, 'secrets' | 'profile'>) {
  const row = outboxRow(message, services)
  const end = endOf(index, row.expiresAt !== null)
  const attempts = attemptsOf[end]
  const days = 1 + (((index * 29) % 280) * (span - 1)) / 280
  const at = (nth: number) => daysAgo(days - nth * 0.02)
  const isDelivered = end === 'delivered' || end === 'late'
  const sent = attempts.filter(([outcome]) => outcome !== 'expired').length
  const wiped =
    row.expiresAt === null ? {} : { bodyEncrypted: null, wipedAt: at(attempts.length), expiresAt: at(2) }
  return {
    row: {
      ...row,
      ...wiped,
      state: isDelivered ? ('delivered' as const) : ('failed' as const),
      sendCount: sent,
      createdAt: at(0),
      deliveredAt: isDelivered ? at(attempts.length - 1) : null,
    },
    attempts: attempts.map(([outcome, mail, sms], nth) => {
      const answer = message.kind === 'email' ? mail : sms
      return { tenantId: row.tenantId, id: uuidv7(), messageId: row.id, at: at(nth), outcome, answer }
    }),
  }
}

/** Adds e-mails and SMS of the last weeks, delivered and failed. */
async function addMessages(trx: Trx, services: Pick<Services, 'secrets' | 'profile'>): Promise<void> {
  const people = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .select(['appUser.userName', 'appUser.email', 'appUser.phone', 'tenant.id as tenantId', 'tenantName'])
    .orderBy('appUser.userName')
    .limit(140)
    .execute()
  const past = people.flatMap((person, index) => {
    const [mail, sms] = [mails[index % mails.length], messages[index % messages.length]]
    const written = [...(mail ? [mail(person)] : []), ...(sms && index % 3 > 0 ? [sms(person)] : [])]
    return written.map((message, nth) => pastMessage(message, 2 * index + nth, services))
  })
  // Attempts are the server's own to write.
  await take(trx, asSystem)
  await trx
    .insertInto('message')
    .values(past.map(({ row }) => row))
    .execute()
  await trx
    .insertInto('messageAttempt')
    .values(past.flatMap(({ attempts }) => attempts))
    .execute()
  await take(trx, asPlatform)
}

/** Adds what the suite has sent and what its jobs have done in the weeks before the first start. Must run as the platform. */
export async function addHistories(trx: Trx, services: Pick<Services, 'secrets' | 'profile'>): Promise<void> {
  await addRuns(trx, services.profile.timeZone)
  await addMessages(trx, services)
}
