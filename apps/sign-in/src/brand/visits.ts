import { vanishing } from './arches.ts'

/** A visit of a study's arm, on the floor of the courtyard: nearer ones are larger. */
export interface Visit {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const start = vanishing.y + 96
const split = vanishing.y + 150
const end = 900

/** The way of the subjects: together up to randomisation, then along one of two arms. */
const armPath = (side: -1 | 1): string => {
  const x = vanishing.x
  return `M${x} ${start}V${split}C${x} ${split + 70} ${x + side * 150} ${split + 60} ${x + side * 190} ${end}`
}

/** A point of the arm's curve, 0 at randomisation and 1 at the end. */
const pointAt = (side: -1 | 1, t: number): Visit => {
  const rest = 1 - t
  const bezier = (a: number, b: number, c: number, d: number) =>
    rest ** 3 * a + 3 * rest ** 2 * t * b + 3 * rest * t ** 2 * c + t ** 3 * d
  return {
    x: vanishing.x + side * bezier(0, 0, 150, 190),
    y: bezier(split, split + 70, split + 60, end),
    radius: 4 + 5 * t,
  }
}

const sides = [-1, 1] as const

export const arms: readonly string[] = sides.map(armPath)

export const visits: readonly Visit[] = sides.flatMap((side) =>
  [0.34, 0.6, 0.8, 0.94].map((t) => pointAt(side, t)),
)

/** Where subjects are randomised. */
export const randomisation: Visit = { x: vanishing.x, y: split, radius: 6 }
