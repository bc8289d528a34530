import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from './random.ts'
import { height, width } from './size.ts'

/**
 * Draws a curve across the whole picture in the context's stroke style.
 * @param thickness in pixels
 */
export const drawCurve = (context: SKRSContext2D, thickness: number): void => {
  const level = () => between(height * 0.15, height * 0.85)
  context.lineWidth = thickness
  context.beginPath()
  context.moveTo(-4, level())
  context.bezierCurveTo(
    width * between(0.2, 0.4),
    level(),
    width * between(0.6, 0.8),
    level(),
    width + 4,
    level(),
  )
  context.stroke()
}
