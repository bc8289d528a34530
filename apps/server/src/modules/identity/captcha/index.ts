import { randomBytes } from 'node:crypto'
import { captcha } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import { consumeAddressLimit } from '../limits/index.ts'

/** Normalizes typed text: case and spaces do not matter. */
const normal = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/**
 * Returns the stored hash of a captcha's text. It is keyed with the deployment's secret, because four characters are
 * easy to guess.
 */
const answerHash = (secrets: Secrets, key: string, text: string): string =>
  secrets.digest('captcha', `${key}:${normal(text)}`)

/** Solution of a captcha, sent with an attempt. */
export interface CaptchaAnswer {
  readonly given: boolean
  readonly key: string
  readonly hash: string
}

/** Reads the captcha's solution from a request. Empty fields count as not given. */
export const captchaAnswer = (
  secrets: Secrets,
  { captcha, checkKey }: { readonly captcha: string; readonly checkKey: string },
): CaptchaAnswer => ({
  given: captcha !== '' && checkKey !== '',
  key: checkKey,
  hash: answerHash(secrets, checkKey, captcha),
})

/**
 * Uses up a captcha.
 * @returns whether the solution was right and in time
 */
const consumeCaptcha = async (trx: Trx, { key, hash }: CaptchaAnswer): Promise<boolean> => {
  const consumed = await trx
    .updateTable('captcha')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('key', '=', key)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .returning('answerHash')
    .executeTakeFirst()
  return consumed?.answerHash === hash
}

/** Result of checking a captcha. */
export type CaptchaOutcome = 'captcha right' | 'captcha needed' | 'captcha wrong'

/** Checks the captcha's solution and uses it up. Commit even after a rejection. */
export const askCaptcha = async (trx: Trx, captcha: CaptchaAnswer): Promise<CaptchaOutcome> => {
  if (!captcha.given) return 'captcha needed'
  return (await consumeCaptcha(trx, captcha)) ? 'captcha right' : 'captcha wrong'
}

const lifeSeconds = 120
/**
 * Stores the text of a captcha for two minutes.
 * @returns the key to send back with the solution
 */
export const issueCaptcha = async (trx: Trx, secrets: Secrets, text: string): Promise<string> => {
  const key = randomBytes(24).toString('base64url')
  await trx
    .insertInto('captcha')
    .values({
      key,
      answerHash: answerHash(secrets, key, text),
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute()
  return key
}

/**
 * Handles GET /sys/captcha. Draws the picture before the transaction begins, because the first call also loads the
 * drawing library.
 */
export const captchaRoute = handleOwn(captcha, async (work) => {
  const { system, services } = work
  await consumeAddressLimit(work, 'draw')
  const { drawCaptcha, randomCaptchaText } = await import('./image.ts')
  const text = randomCaptchaText()
  const picture = await drawCaptcha(text)
  const key = await system((trx) => issueCaptcha(trx, services.secrets, text))
  return { image: `data:image/png;base64,${picture.toString('base64')}`, key }
})
