import * as z from 'zod/mini'
import { displayedEmail } from '../core/email.ts'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalDate, positiveInteger, reference } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Stored as the maximum when there is no limit. */
export const unlimitedCount = 1

const yesOrNo = (byDefault: boolean) => z._default(z.boolean(textKey('rule.choice')), byDefault)
const count = z._default(positiveInteger, unlimitedCount)

const fields = {
  tenantId: reference,
  softwareId: reference,
  /** Whether the licence has a limited period; otherwise it never expires. */
  timeEnable: yesOrNo(false),
  /** First and last day of validity, both included, in the time zone of the deployment's profile. */
  startTime: optionalDate,
  endTime: optionalDate,
  /** Whether the number of studies is limited, and its maximum. */
  studyEnable: yesOrNo(false),
  maxStudy: count,
  /** Whether the number of users is limited, and its maximum. */
  userEnable: yesOrNo(false),
  maxUser: count,
  isEnable: yesOrNo(true),
}

const { timeEnable, startTime, endTime } = fields
const Period = z.object({ timeEnable, startTime, endTime })

/** Checks the period even if other fields are invalid, so that all errors are reported together. */
const onDays = { when: ({ value }: { value: unknown }) => Period.safeParse(value).success }

export const LicenceInput = inputOf({
  ...fields,
  /** Save although current use exceeds the new limits; the caller has confirmed the warning. */
  belowUseAccepted: yesOrNo(false),
}).check(
  z.refine((licence) => !licence.timeEnable || licence.startTime !== '', {
    ...onDays,
    error: textKey('rule.choose'),
    path: ['startTime'],
  }),
  z.refine((licence) => !licence.timeEnable || licence.endTime !== '', {
    ...onDays,
    error: textKey('rule.choose'),
    path: ['endTime'],
  }),
  z.refine((licence) => !licence.timeEnable || !licence.endTime || licence.endTime >= licence.startTime, {
    ...onDays,
    error: textKey('licence.rule.endBeforeStart'),
    path: ['endTime'],
  }),
  // Limits that are switched off are not stored.
  z.overwrite((licence) => ({
    ...licence,
    startTime: licence.timeEnable ? licence.startTime : '',
    endTime: licence.timeEnable ? licence.endTime : '',
    maxStudy: licence.studyEnable ? licence.maxStudy : unlimitedCount,
    maxUser: licence.userEnable ? licence.maxUser : unlimitedCount,
  })),
)

/** Current state of a licence. `ending`: valid, with at most 30 days left. */
export const licenceStates = ['open', 'ending', 'upcoming', 'expired', 'disabled'] as const

/** A tenant's licence for a product. */
export const Licence = entityOf(fields, {
  tenantName: z.string(),
  /** Product name in the caller's language. */
  softwareName: z.string(),
  /** Number of studies linked to the product. */
  nowStudyNum: z.number(),
  /**
   * Number of the tenant's users authorized in the product, including disabled and locked users and open invitations.
   */
  nowUserNum: z.number(),
  state: z.enum(licenceStates),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Licence = z.output<typeof Licence>

/** Kinds of licence holders: a user of the tenant, or an address with an open invitation. */
export const holderKinds = ['user', 'invitation'] as const

/** Whether a holder can use the licence. Users who are locked, or disabled in the tenant, cannot, but still count. */
const holderStates = ['usable', 'disabled', 'locked', 'ended', 'invited'] as const

/** A user or invitation that counts towards a licence's maximum number of users. */
export const LicenceHolder = z.object({
  /** Id of the tenant user or of the invitation. */
  id: z.string(),
  /** Name in the caller's language; '' for an invitation. */
  displayName: z.string(),
  /** '' for an invitation. */
  userName: z.string(),
  email: displayedEmail,
  state: z.enum(holderStates),
  /**
   * Number of the product's studies for which the holder is authorized. Cancelling all of them frees the licence for
   * another user.
   */
  studyCount: z.number(),
})
export type LicenceHolder = z.output<typeof LicenceHolder>
