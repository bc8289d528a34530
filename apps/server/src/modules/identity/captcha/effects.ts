import { randomInt } from 'node:crypto'
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** Size of the picture in pixels. It is shown at half that size, so that it is sharp on high-density screens. */
export const width = 240
export const height = 80

const steps = 1_000_000

/** Returns a number between two bounds, from the system's secure random source. */
export const randomBetween = (min: number, max: number): number =>
  min + ((max - min) * randomInt(steps)) / steps

/** Returns one of the items, each with the same probability. */
export const randomOf = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[randomInt(items.length)] ?? items[0]

/**
 * Draws a curve across the whole picture in the context's stroke style.
 * @param thickness in pixels
 */
export const drawCurve = (context: SKRSContext2D, thickness: number): void => {
  const level = () => randomBetween(height * 0.15, height * 0.85)
  context.lineWidth = thickness
  context.beginPath()
  context.moveTo(-4, level())
  context.bezierCurveTo(
    width * randomBetween(0.2, 0.4),
    level(),
    width * randomBetween(0.6, 0.8),
    level(),
    width + 4,
    level(),
  )
  context.stroke()
}

/** Returns a sine wave of random phase that shifts each pixel line by at most `amplitude` pixels. */
const wave = (amplitude: number, length: number): ((at: number) => number) => {
  const phase = randomBetween(0, 2 * Math.PI)
  return (at) => amplitude * Math.sin(phase + (2 * Math.PI * at) / length)
}

const warpColumns = (source: Canvas): Canvas => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const shift = wave(randomBetween(4, 6), randomBetween(90, 140))
  for (let x = 0; x < width; x++) context.drawImage(source, x, 0, 1, height, x, shift(x), 1, height)
  return canvas
}

const warpRows = (source: Canvas): Canvas => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const shift = wave(randomBetween(4, 6), randomBetween(70, 100))
  for (let y = 0; y < height; y++) context.drawImage(source, 0, y, width, 1, shift(y), y, width, 1)
  return canvas
}

/** Bends a picture by a wave along each axis, so that straight strokes become curved. */
export const distort = (source: Canvas): Canvas => warpRows(warpColumns(source))

export type Rgb = readonly [red: number, green: number, blue: number]

const tones = 5

const mix = (paper: Rgb, ink: Rgb, share: number): number[] =>
  paper.map((channel, index) => Math.round(channel + ((ink[index] ?? channel) - channel) * share))

/** Returns the nearest tone of a pixel, from 0 for paper to the last for ink. The red channel is enough. */
const toneOf = (red: number, paper: Rgb, ink: Rgb): number =>
  Math.min(tones - 1, Math.max(0, Math.round(((red - paper[0]) / (ink[0] - paper[0])) * (tones - 1))))

/** Reduces the picture to a few tones between paper and ink. Edges stay smooth and the file size halves. */
export const reduceColours = (context: SKRSContext2D, paper: Rgb, ink: Rgb): void => {
  const table = Array.from({ length: tones }, (_, tone) => mix(paper, ink, tone / (tones - 1)))
  const image = context.getImageData(0, 0, width, height)
  for (let at = 0; at < image.data.length; at += 4)
    image.data.set(table[toneOf(image.data[at] ?? 0, paper, ink)] ?? paper, at)
  context.putImageData(image, 0, 0)
}
