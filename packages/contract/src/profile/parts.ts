import * as z from 'zod/mini'
import { isTimeZone } from '../core/zone.ts'

/*
 * Building blocks of the profile. Their messages are in English, because they address the operator who writes the
 * file.
 */

const line = (what: string) => z.string(`must be ${what}`).check(z.trim(), z.maxLength(300, 'is too long'))

/** A line of text that may be empty. */
export const optionalLine = z._default(line('text'), '')

/** A public key in base64, or ''. A 4096-bit key takes 736 characters. */
export const optionalPublicKey = z._default(
  z
    .string('must be text')
    .check(z.trim(), z.maxLength(2000, 'is too long'), z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')),
  '',
)

/** A text for users in both languages. */
export const bilingual = (zh: string, en: string) => {
  const text = line('text').check(z.minLength(1, 'must not be empty'))
  return z._default(z.strictObject({ zh: text, en: text }), { zh, en })
}

/** A text for users in both languages, or nothing. */
export const optionalBilingual = z._default(z.strictObject({ zh: line('text'), en: line('text') }), {
  zh: '',
  en: '',
})

/** Whether a text is a path on this server or an http(s) URL. Rejects schemes that a browser would execute. */
export const isAddress = (value: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value))

/** Address of a picture or page: a path from the root, or an http(s) URL. */
export const address = (fallback: string) =>
  z._default(
    line('an address').check(z.refine(isAddress, 'must be a path that starts with / or an http(s) URL')),
    fallback,
  )

/** Like `address`, but '' is allowed. */
export const optionalAddress = z._default(
  line('an address').check(
    z.refine(
      (value) => value === '' || isAddress(value),
      'must be a path that starts with /, an http(s) URL or empty',
    ),
  ),
  '',
)

/** Scheme, host and port, in the form of a browser's Origin header. */
export const origin = line('an origin').check(
  z.refine(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value,
    'must be an origin such as https://portal.example.com',
  ),
)

const isPublicUrl = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /^[^?#]*[^/?#]$/.test(value)
}

/** Public URL with which every link begins: http(s), without a trailing slash. */
export const publicAddress = (fallback: string) =>
  z._default(
    line('an address').check(z.refine(isPublicUrl, 'must be an address such as https://atrium.example.com')),
    fallback,
  )

/** A path from the root, without a trailing slash. */
export const path = (fallback: string) =>
  z._default(line('a path').check(z.regex(/^(\/[\w.-]+)+$/, 'must be a path such as /api')), fallback)

/** A colour as #rrggbb. */
export const colour = (fallback: string) =>
  z._default(line('a colour').check(z.regex(/^#[\da-f]{6}$/i, 'must be a colour such as #165dff')), fallback)

const email = z.email()

/** An e-mail address, or ''. */
export const optionalAddressee = z._default(
  line('an e-mail address').check(
    z.refine((value) => value === '' || email.safeParse(value).success, 'must be an e-mail address or empty'),
  ),
  '',
)

/** An IANA time zone. */
export const timeZone = (fallback: string) =>
  z._default(
    line('a time zone').check(z.refine(isTimeZone, 'must be a time zone such as Asia/Shanghai')),
    fallback,
  )

export const flag = (fallback: boolean) => z._default(z.boolean('must be true or false'), fallback)

/** A whole number. The message for an invalid value states the range and the given value. */
export const whole = (fallback: number, min: number, max: number) => {
  const error = ({ input }: { readonly input?: unknown }) =>
    `must be a whole number from ${min} to ${max}, not ${JSON.stringify(input)}`
  return z._default(
    z.int({ error, abort: true }).check(z.minimum(min, { error }), z.maximum(max, { error })),
    fallback,
  )
}
