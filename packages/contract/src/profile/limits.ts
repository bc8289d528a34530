import * as z from 'zod/mini'
import { whole } from './parts.ts'

/*
 * Rates, limits and retention. Values fixed by the specification are not included: a captcha after more than 3
 * failures, codes of six digits, one code a minute and 30 a day.
 */

/** Limits that slow down the guessing of passwords and codes. Counts last for one day. */
const SignInLimits = z
  .strictObject({
    /** Number of failures for a user name from one address or known device, after which the name is locked there. */
    lockAfter: whole(10, 4, 100),
    lockMinutes: whole(15, 1, 1440),
    /** Number of failures for a user name, from any address, after which everyone who tries the name needs a captcha. */
    nameCaptchaAfter: whole(20, 4, 1000),
    /** Number of failures after which a user name accepts passwords from known devices only. */
    nameClosedAfter: whole(100, 5, 10_000),
    /** Number of failures from an address, for any user names, after which the address needs a captcha. */
    addressCaptchaAfter: whole(200, 4, 100_000),
  })
  .check(
    z.refine(({ nameCaptchaAfter, nameClosedAfter }) => nameCaptchaAfter < nameClosedAfter, {
      error: 'must be greater than limits.signIn.nameCaptchaAfter',
      path: ['nameClosedAfter'],
    }),
  )
export type SignInLimits = z.output<typeof SignInLimits>

/** Limits of one-time codes. */
const CodeLimits = z.strictObject({
  /** Lifetime of a code in minutes. */
  minutes: whole(10, 2, 60),
  /** Maximum number of attempts for a code. */
  tries: whole(5, 1, 10),
  /** Number of messages of a kind to one recipient in a day after which the requester needs a captcha. */
  withoutCaptchaADay: whole(5, 1, 30),
})

/** Limits of a network address for calls without a session. All staff of a site may share one address. */
const AddressLimits = z.strictObject({
  /** Captchas drawn; each takes a few milliseconds of a CPU core. */
  captchasAnHour: whole(300, 10, 100_000),
  /** User names looked up. */
  namesAnHour: whole(60, 1, 100_000),
  /** Codes and user names sent. */
  messagesAnHour: whole(60, 1, 100_000),
  /** Codes entered. */
  triesAnHour: whole(120, 1, 100_000),
  /** Calls for forgotten names and passwords that are allowed without a captcha. */
  forgottenADay: whole(3, 1, 1000),
})

/** Limits for the database use of each server process. */
const DatabaseLimits = z.strictObject({
  /** Maximum number of connections in the pool. An export occupies one and briefly needs another. */
  connections: whole(16, 2, 500),
  /** Maximum age of a replica's data in seconds. */
  replicaSeconds: whole(10, 1, 3600),
})

/** Limits that an operator may set. */
export const Limits = z
  .strictObject({
    signIn: z.prefault(SignInLimits, {}),
    codes: z.prefault(CodeLimits, {}),
    address: z.prefault(AddressLimits, {}),
    /** Calls and file requests per 10 seconds from one address to one server process. */
    flood: z.prefault(
      z.strictObject({ requests: whole(5000, 100, 1_000_000), files: whole(10_000, 100, 1_000_000) }),
      {},
    ),
    /** Open connections to one server process: in total, and from one address. */
    connections: z.prefault(
      z.strictObject({ inAll: whole(4000, 100, 100_000), ofAddress: whole(1000, 10, 100_000) }),
      {},
    ),
    database: z.prefault(DatabaseLimits, {}),
    /** Exports that run at the same time on all server processes together. Each occupies a database connection. */
    exports: z.prefault(z.strictObject({ atOnce: whole(4, 1, 12) }), {}),
    /** Maximum size in megabytes of a file that a product stores. */
    files: z.prefault(z.strictObject({ megabytes: whole(100, 1, 50_000) }), {}),
    /** Invitations into studies per day: by one user, and into one tenant. */
    invitations: z.prefault(
      z.strictObject({ ofPersonADay: whole(2000, 1, 100_000), ofTenantADay: whole(5000, 1, 100_000) }),
      {},
    ),
  })
  .check(
    z.refine(({ database, exports }) => exports.atOnce < database.connections, {
      error: 'must be greater than limits.exports.atOnce',
      path: ['database', 'connections'],
    }),
  )

/** Days after which old records are deleted. The audit trail is never deleted. */
export const Retention = z.strictObject({
  /**
   * Ended sessions; until deletion, their users still see why the session ended. The parameters of the deleting job
   * may override this.
   */
  sessionDays: whole(90, 1, 3650),
  /** Messages that were delivered or given up. The parameters of the deleting job may override this. */
  messageDays: whole(180, 1, 3650),
  /** Runs of jobs. */
  jobRunDays: whole(30, 1, 3650),
  /** Outcomes of calls to products. */
  productCallDays: whole(180, 1, 3650),
  /** Browsers' reports about releases. */
  reportDays: whole(30, 1, 365),
})
