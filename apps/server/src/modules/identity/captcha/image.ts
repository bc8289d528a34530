import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import {
  distort,
  drawCurve,
  height,
  type Rgb,
  randomBetween,
  randomOf,
  reduceColours,
  width,
} from './effects.ts'

/**
 * Capital letters and digits that stay distinct when bent: at most one character of each group 0ODQ, 1IJ, 2Z, 4A, 5S,
 * 69G, 7T, 8B and UV.
 */
export const captchaAlphabet = 'ACEFHKLMNPRTWXY3'

export const captchaLength = 4

/**
 * Returns random text for a new captcha.
 * @param draw returns an integer from 0 up to, but not including, its argument; by default from the system's secure
 * random source
 */
export const randomCaptchaText = (draw: (end: number) => number = (end) => randomInt(end)): string =>
  Array.from({ length: captchaLength }, () => captchaAlphabet.charAt(draw(captchaAlphabet.length))).join('')

const file = '@fontsource/nunito/files/nunito-latin-800-normal.woff2'

/** Alias of the bundled font, so that an installed font of the same name is never used instead. */
const captchaFont = 'AtriumCaptcha'

/**
 * Registers the bundled font with the canvas, once per process. Source: Nunito, SIL Open Font License 1.1.
 */
const registerCaptchaFont = (): void => {
  if (GlobalFonts.has(captchaFont)) return
  const path = createRequire(import.meta.url).resolve(file)
  if (!GlobalFonts.registerFromPath(path, captchaFont))
    throw new Error(`The captcha font ${path} cannot be read`)
}

const margin = 18

/** Draws the characters in a row so close that they touch, each with its own rotation, skew and offset. */
const drawGlyphs = (context: SKRSContext2D, text: string): void => {
  const step = (width - 2 * margin) / text.length
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, character] of [...text].entries()) {
    context.save()
    context.font = `800 ${Math.round(randomBetween(60, 68))}px ${captchaFont}`
    context.translate(margin + step * (index + 0.5) + randomBetween(-3, 3), height / 2 + randomBetween(-4, 4))
    context.rotate(randomBetween(-0.26, 0.26))
    context.transform(1, 0, randomBetween(-0.2, 0.2), 1, 0, 0)
    context.fillText(character, 0, 3)
    context.restore()
  }
}

/** Fixed background, so that the contrast is the same on light and dark pages. */
const paper: Rgb = [238, 242, 247]
const inks: readonly [Rgb, ...Rgb[]] = [
  [31, 58, 95],
  [39, 76, 63],
  [74, 47, 94],
  [90, 52, 40],
  [35, 66, 79],
]

const css = (channels: readonly number[]): string => `rgb(${channels.join(' ')})`

/**
 * Draws a captcha: bent characters, crossed by curves in the ink colour and one in the paper colour, so that colour
 * does not separate characters from curves.
 * @param text the characters to show
 * @returns a PNG picture of 240 by 80 pixels, below 6000 bytes
 */
export const drawCaptcha = async (text: string): Promise<Buffer> => {
  registerCaptchaFont()
  const ink = randomOf(inks)
  const letters = createCanvas(width, height)
  const letterContext = letters.getContext('2d')
  letterContext.fillStyle = css(ink)
  drawGlyphs(letterContext, text)
  letterContext.globalCompositeOperation = 'destination-out'
  drawCurve(letterContext, randomBetween(2, 3))

  const picture = createCanvas(width, height)
  const context = picture.getContext('2d')
  context.fillStyle = css(paper)
  context.fillRect(0, 0, width, height)
  context.drawImage(distort(letters), 0, 0)
  context.strokeStyle = css(ink)
  drawCurve(context, randomBetween(2.5, 3.5))
  drawCurve(context, randomBetween(2, 3))
  reduceColours(context, paper, ink)
  return picture.encode('png')
}
