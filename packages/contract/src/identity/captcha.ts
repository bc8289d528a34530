import { text } from '../core/fields.ts'

/** Text that the user read from the image, and the key that came with the image. */
export const captchaFields = { captcha: text(8), checkKey: text(64) }
