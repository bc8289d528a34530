import { createCanvas } from '@napi-rs/canvas'
import { registerCaptchaFont } from './font.ts'
import { drawGlyphs } from './glyphs.ts'
import { between, pick } from './random.ts'
import { height, width } from './size.ts'
import { drawCurve } from './strokes.ts'
import { type Rgb, reduceTones } from './tones.ts'
import { warp } from './warp.ts'

/** A paper of its own keeps the contrast the same on light and dark pages. */
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
 * Draws a captcha: bent characters, crossed by curves of their own ink and cut by one of the paper,
 * so that colour does not tell them apart.
 * @param text the characters to show
 * @returns a PNG picture of 240 by 80 pixels, below 6000 bytes
 */
export const drawCaptcha = async (text: string): Promise<Buffer> => {
  registerCaptchaFont()
  const ink = pick(inks)
  const letters = createCanvas(width, height)
  const letterContext = letters.getContext('2d')
  letterContext.fillStyle = css(ink)
  drawGlyphs(letterContext, text)
  letterContext.globalCompositeOperation = 'destination-out'
  drawCurve(letterContext, between(2, 3))

  const picture = createCanvas(width, height)
  const context = picture.getContext('2d')
  context.fillStyle = css(paper)
  context.fillRect(0, 0, width, height)
  context.drawImage(warp(letters), 0, 0)
  context.strokeStyle = css(ink)
  drawCurve(context, between(2.5, 3.5))
  drawCurve(context, between(2, 3))
  reduceTones(context, paper, ink)
  return picture.encode('png')
}
