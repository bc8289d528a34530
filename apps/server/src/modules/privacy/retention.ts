import { type KindRetention, type Profile, retentionList } from '@atrium/contract'
import { nameIn } from '../../platform/crud/index.ts'
import { handle } from '../../platform/http/route.ts'

/** How long a kind is stored: a setting of the profile, a fixed number of days, or for good. */
interface Rule extends Pick<KindRetention, 'kind' | 'isHeld'> {
  readonly setting?: keyof Profile['retention']
  readonly days?: number
  /** Handler of the job that deletes it; the maintenance of every minute without one. */
  readonly job?: readonly [beanName: string, methodName: string]
}

/** Each kind that has personal data, in the order of the screen. The settings are those that the clean-ups use. */
const rules: readonly Rule[] = [
  { kind: 'session', setting: 'sessionDays', job: ['sessions', 'cleanUp'], isHeld: true },
  { kind: 'message', setting: 'messageDays', job: ['messages', 'cleanUp'], isHeld: true },
  { kind: 'productCall', setting: 'productCallDays', isHeld: false },
  { kind: 'jobLog', setting: 'jobRunDays', isHeld: false },
  { kind: 'releaseReport', setting: 'reportDays', isHeld: false },
  { kind: 'signInSecret', days: 1, isHeld: false },
  { kind: 'account', isHeld: true },
  { kind: 'auditTrail', isHeld: true },
]

const daysIn = (params: string): number => Number(/^\s*days\s*=\s*(\d+)\s*$/.exec(params)?.[1] ?? 0)

/** GET /privacy/retention. A job with days in its params uses them instead of the profile's. */
export const retentionRoute = handle(retentionList, async ({ trx, language, services }) => {
  const jobs = await trx
    .selectFrom('job')
    .select(['beanName', 'methodName', 'params', nameIn(language, 'job.jobName').as('name')])
    .execute()
  return rules.map(({ kind, setting, days = 0, job, isHeld }): KindRetention => {
    const found = job && jobs.find(({ beanName, methodName }) => beanName === job[0] && methodName === job[1])
    const ofJob = daysIn(found?.params ?? '')
    return {
      ...{ kind, isHeld, jobName: found?.name ?? '' },
      days: ofJob || (setting === undefined ? days : services.profile.retention[setting]),
      setting: setting === undefined || ofJob > 0 ? '' : `retention.${setting}`,
    }
  })
})
