import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const file = '@fontsource/nunito/files/nunito-latin-800-normal.woff2'

/** An alias of our own, so that a font of the machine with the same name is never taken instead. */
export const captchaFont = 'AtriumCaptcha'

/**
 * Registers the bundled font with the canvas, once a process.
 * Source: Nunito, SIL Open Font License 1.1.
 */
export const registerCaptchaFont = (): void => {
  if (GlobalFonts.has(captchaFont)) return
  const path = createRequire(import.meta.url).resolve(file)
  if (!GlobalFonts.registerFromPath(path, captchaFont))
    throw new Error(`The captcha font ${path} cannot be read`)
}
