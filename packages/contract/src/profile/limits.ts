import * as z from 'zod/mini'
import { whole } from './parts.ts'

/*
 * Rates, limits and retention. What the specification fixes is not among them: the captcha after more than 3 failures,
 * codes of six digits, one a minute and 30 a day.
 */

/** How guessing passwords and codes is slowed down. Counts last for a day. */
const SignInLimits = z
  .strictObject({
    /** Number of failures of a name from one address, or from a known device, that locks it there. */
    lockAfter: whole(10, 4, 100),
    lockMinutes: whole(15, 1, 1440),
    /** After more failures of a name, wherever they come from, everybody who tries it is asked for a captcha. */
    nameCaptchaAfter: whole(20, 4, 1000),
    /** From this number on a name accepts passwords from known devices only. */
    nameClosedAfter: whole(100, 5, 10_000),
    /** After more failures from an address, whatever the names, it needs a captcha. */
    addressCaptchaAfter: whole(200, 4, 100_000),
  })
  .check(
    z.refine(({ nameCaptchaAfter, nameClosedAfter }) => nameCaptchaAfter < nameClosedAfter, {
      error: 'must be more than limits.signIn.nameCaptchaAfter',
      path: ['nameClosedAfter'],
    }),
  )
export type SignInLimits = z.output<typeof SignInLimits>

/** The rules of one-time codes. */
const CodeLimits = z.strictObject({
  /** How long a code is good. */
  minutes: whole(10, 2, 60),
  /** How often it may be tried. */
  tries: whole(5, 1, 10),
  /** Number of messages of a kind to a recipient in a day above which the requester needs a captcha. */
  withoutCaptchaADay: whole(5, 1, 30),
})

/** Limits of an address for calls without a session. A site's staff may share one. */
const AddressLimits = z.strictObject({
  /** Captchas drawn, which takes milliseconds of a core each. */
  captchasAnHour: whole(300, 10, 100_000),
  /** User names looked up. */
  namesAnHour: whole(60, 1, 100_000),
  /** Codes and user names sent. */
  messagesAnHour: whole(60, 1, 100_000),
  /** Codes tried. */
  triesAnHour: whole(120, 1, 100_000),
  /** Calls for forgotten names and passwords that need no captcha. */
  forgottenADay: whole(3, 1, 1000),
})

/** How each server process uses the database. */
const DatabaseLimits = z.strictObject({
  /** The most connections in its pool. An export keeps one, and needs another for a moment. */
  connections: whole(16, 2, 500),
  /** Maximum age of a replica's data. */
  replicaSeconds: whole(10, 1, 3600),
})

/** Limits that an operator may set. */
export const Limits = z
  .strictObject({
    signIn: z.prefault(SignInLimits, {}),
    codes: z.prefault(CodeLimits, {}),
    address: z.prefault(AddressLimits, {}),
    /** Calls, and requests for files, of one address in 10 seconds to one server process. */
    flood: z.prefault(
      z.strictObject({ requests: whole(5000, 100, 1_000_000), files: whole(10_000, 100, 1_000_000) }),
      {},
    ),
    /** Connections that are open to one server process: together, and from one address. */
    connections: z.prefault(
      z.strictObject({ inAll: whole(4000, 100, 100_000), ofAddress: whole(1000, 10, 100_000) }),
      {},
    ),
    database: z.prefault(DatabaseLimits, {}),
    /** Exports that run at once, on all server processes together: each has a connection of the database for itself. */
    exports: z.prefault(z.strictObject({ atOnce: whole(4, 1, 12) }), {}),
    /** The most megabytes of a file that a product stores. */
    files: z.prefault(z.strictObject({ megabytes: whole(100, 1, 50_000) }), {}),
    /** Addresses that are invited into studies in a day: by one person, and into one tenant. */
    invitations: z.prefault(
      z.strictObject({ ofPersonADay: whole(2000, 1, 100_000), ofTenantADay: whole(5000, 1, 100_000) }),
      {},
    ),
  })
  .check(
    z.refine(({ database, exports }) => exports.atOnce < database.connections, {
      error: 'must be more than limits.exports.atOnce',
      path: ['database', 'connections'],
    }),
  )

/** How many days is kept what is deleted in the end. The audit trail never is. */
export const Retention = z.strictObject({
  /** Ended sessions, whose users still learn why. The params of the job that deletes them may override this. */
  sessionDays: whole(90, 1, 3650),
  /** Messages that were delivered or given up. The params of the job that deletes them may say otherwise. */
  messageDays: whole(180, 1, 3650),
  /** Runs of jobs. */
  jobRunDays: whole(30, 1, 3650),
  /** Outcomes of calls to products. */
  productCallDays: whole(180, 1, 3650),
  /** Browsers' reports about releases. */
  reportDays: whole(30, 1, 365),
})
