import type { Secrets } from '../../../secrets/index.ts'

/** People copy what they see: capitals and spaces don't count. */
const normal = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** What is stored of a captcha's text. Hashed under the deployment's secret, since four characters are few. */
export const answerHash = (secrets: Secrets, key: string, text: string): string =>
  secrets.digest('captcha', `${key}:${normal(text)}`)

/** A captcha as it comes back with an attempt. */
export interface CaptchaAnswer {
  readonly given: boolean
  readonly key: string
  readonly hash: string
}

/** Prepares what a request holds of a captcha; nothing counts as not given. */
export const captchaAnswer = (
  secrets: Secrets,
  { captcha, checkKey }: { readonly captcha: string; readonly checkKey: string },
): CaptchaAnswer => ({
  given: captcha !== '' && checkKey !== '',
  key: checkKey,
  hash: answerHash(secrets, checkKey, captcha),
})
