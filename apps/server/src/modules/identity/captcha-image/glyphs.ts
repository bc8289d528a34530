import type { SKRSContext2D } from '@napi-rs/canvas'
import { captchaFont } from './font.ts'
import { between } from './random.ts'
import { height, width } from './size.ts'

const margin = 18

/** Draws the characters in a row, each turned, sheared and moved on its own, so close that neighbours touch. */
export const drawGlyphs = (context: SKRSContext2D, text: string): void => {
  const step = (width - 2 * margin) / text.length
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, character] of [...text].entries()) {
    context.save()
    context.font = `800 ${Math.round(between(60, 68))}px ${captchaFont}`
    context.translate(margin + step * (index + 0.5) + between(-3, 3), height / 2 + between(-4, 4))
    context.rotate(between(-0.26, 0.26))
    context.transform(1, 0, between(-0.2, 0.2), 1, 0, 0)
    context.fillText(character, 0, 3)
    context.restore()
  }
}
