import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { between } from './random.ts'
import { height, width } from './size.ts'

/** A sine of random phase: how far each line of pixels moves, at most `amplitude` pixels. */
const wave = (amplitude: number, length: number): ((at: number) => number) => {
  const phase = between(0, 2 * Math.PI)
  return (at) => amplitude * Math.sin(phase + (2 * Math.PI * at) / length)
}

const warpColumns = (source: Canvas): Canvas => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const shift = wave(between(4, 6), between(90, 140))
  for (let x = 0; x < width; x++) context.drawImage(source, x, 0, 1, height, x, shift(x), 1, height)
  return canvas
}

const warpRows = (source: Canvas): Canvas => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const shift = wave(between(4, 6), between(70, 100))
  for (let y = 0; y < height; y++) context.drawImage(source, 0, y, width, 1, shift(y), y, width, 1)
  return canvas
}

/** Bends a picture by a wave along each axis, so that straight strokes become curves. */
export const warp = (source: Canvas): Canvas => warpRows(warpColumns(source))
