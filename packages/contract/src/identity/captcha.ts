import { text } from '../core/fields.ts'

/** The image's text as read by the user, and the key that came with the image. */
export const captchaFields = { captcha: text(8), checkKey: text(64) }
