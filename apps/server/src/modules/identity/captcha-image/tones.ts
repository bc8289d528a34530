import type { SKRSContext2D } from '@napi-rs/canvas'
import { height, width } from './size.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

const tones = 5

const mix = (paper: Rgb, ink: Rgb, share: number): number[] =>
  paper.map((channel, index) => Math.round(channel + ((ink[index] ?? channel) - channel) * share))

/** Which of the tones a pixel is nearest to: 0 is paper, the last is ink. Its red channel tells enough. */
const toneOf = (red: number, paper: Rgb, ink: Rgb): number =>
  Math.min(tones - 1, Math.max(0, Math.round(((red - paper[0]) / (ink[0] - paper[0])) * (tones - 1))))

/** Leaves few tones between paper and ink: edges stay smooth, the file shrinks to half. */
export const reduceTones = (context: SKRSContext2D, paper: Rgb, ink: Rgb): void => {
  const table = Array.from({ length: tones }, (_, tone) => mix(paper, ink, tone / (tones - 1)))
  const image = context.getImageData(0, 0, width, height)
  for (let at = 0; at < image.data.length; at += 4)
    image.data.set(table[toneOf(image.data[at] ?? 0, paper, ink)] ?? paper, at)
  context.putImageData(image, 0, 0)
}
