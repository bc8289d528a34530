import * as z from 'zod/mini'
import { answeredEmail } from '../core/email.ts'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalDate, positiveInteger, reference } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** The count if nothing is limited. */
export const unlimitedCount = 1

const yesOrNo = (byDefault: boolean) => z._default(z.boolean(textKey('rule.choice')), byDefault)
const count = z._default(positiveInteger, unlimitedCount)

const fields = {
  tenantId: reference,
  softwareId: reference,
  /** Whether it is limited in time; if not, it is valid for ever. */
  timeEnable: yesOrNo(false),
  /** First and last day of validity, both whole, in the time zone of the deployment's profile. */
  startTime: optionalDate,
  endTime: optionalDate,
  /** Whether the studies are limited, and to how many. */
  studyEnable: yesOrNo(false),
  maxStudy: count,
  /** Whether the users are limited, and to how many. */
  userEnable: yesOrNo(false),
  maxUser: count,
  isEnable: yesOrNo(true),
}

const { timeEnable, startTime, endTime } = fields
const Period = z.object({ timeEnable, startTime, endTime })

/** The rules of its days are said beside those of its other fields, not only when all of them are right. */
const onDays = { when: ({ value }: { value: unknown }) => Period.safeParse(value).success }

export const LicenceInput = inputOf({
  ...fields,
  /** Save although more is in use than is allowed from now on: the caller has been warned. */
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
  // A limit that is off is not stored.
  z.overwrite((licence) => ({
    ...licence,
    startTime: licence.timeEnable ? licence.startTime : '',
    endTime: licence.timeEnable ? licence.endTime : '',
    maxStudy: licence.studyEnable ? licence.maxStudy : unlimitedCount,
    maxUser: licence.userEnable ? licence.maxUser : unlimitedCount,
  })),
)

/** State of a licence today: `ending` is a valid one with at most 30 more days. */
export const licenceStates = ['open', 'ending', 'upcoming', 'expired', 'disabled'] as const

/** A tenant's licence for a product. */
export const Licence = entityOf(fields, {
  tenantName: z.string(),
  /** In the caller's language. */
  softwareName: z.string(),
  /** Studies that are linked to the product. */
  nowStudyNum: z.number(),
  /**
   * The tenant's users that are authorized in the product, disabled and locked ones too, and those whose invitations are
   * open.
   */
  nowUserNum: z.number(),
  state: z.enum(licenceStates),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Licence = z.output<typeof Licence>

/** Kinds of holders of a licence's user place: a user of its tenant, or an address with an open invitation. */
export const holderKinds = ['user', 'invitation'] as const

/** Whether a holder can use the place: users who are disabled in the tenant, or locked, keep it without. */
const holderStates = ['usable', 'disabled', 'locked', 'invited'] as const

/** Holder of a licence's user place. */
export const LicenceHolder = z.object({
  /** Of the tenant user, or of the invitation. */
  id: z.string(),
  /** The name in the caller's language; '' of an invitation. */
  displayName: z.string(),
  /** '' of an invitation. */
  userName: z.string(),
  email: answeredEmail,
  state: z.enum(holderStates),
  /** In how many studies of the product they are authorized; cancelling all of them frees the place. */
  studyCount: z.number(),
})
export type LicenceHolder = z.output<typeof LicenceHolder>
