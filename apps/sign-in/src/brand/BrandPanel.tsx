import type { ReactNode } from 'react'
import './brand-panel.css'

/** An arch of the courtyard, seen along its axis. All arches shrink towards one vanishing point. */
interface Arch {
  /** Size relative to the frame. Smaller arches are farther away. */
  readonly scale: number
  readonly outline: string
  readonly floor: { readonly left: number; readonly right: number; readonly y: number }
}

/** Vanishing point, in units of the view box. */
const vanishing = { x: 360, y: 540 } as const

const halfWidth = 270
const springAbove = 170
const floorBelow = 190

const arch = (scale: number): Arch => {
  const radius = halfWidth * scale
  const left = vanishing.x - radius
  const right = vanishing.x + radius
  const spring = vanishing.y - springAbove * scale
  const y = vanishing.y + floorBelow * scale
  return {
    scale,
    outline: `M${left} ${y}V${spring}A${radius} ${radius} 0 0 1 ${right} ${spring}V${y}Z`,
    floor: { left, right, y },
  }
}

/** Arches from the nearest to the farthest. */
const arches: readonly Arch[] = [1.5, 1.14, 0.86, 0.64, 0.47, 0.34].map(arch)

/** A visit in an arm of the study, drawn on the floor of the courtyard. Nearer visits are larger. */
interface Visit {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const start = vanishing.y + 96
const split = vanishing.y + 150
const end = 900

/** Returns the path of the subjects: shared until randomisation, then along one of two arms. */
const armPath = (side: -1 | 1): string => {
  const x = vanishing.x
  return `M${x} ${start}V${split}C${x} ${split + 70} ${x + side * 150} ${split + 60} ${x + side * 190} ${end}`
}

/** Returns a point on an arm's curve. t is 0 at randomisation and 1 at the end. */
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

/** Point of randomisation. */
const randomisation: Visit = { x: vanishing.x, y: split, radius: 6 }

const [near, far] = [arches.at(0), arches.at(-1)]

/** Edges of the floor, from the farthest arch to the nearest. */
const floorEdges =
  near && far
    ? (['left', 'right'] as const).map(
        (side) => `M${far.floor[side]} ${far.floor.y}L${near.floor[side]} ${near.floor.y}`,
      )
    : []

const Study = () => (
  <g>
    {arms.map((d) => (
      <path key={d} d={d} className="brand-arm" />
    ))}
    {[randomisation, ...visits].map(({ x, y, radius }) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} className="brand-visit" />
    ))}
  </g>
)

/**
 * Picture of the sign-in page: a courtyard of arches, with a study's two arms on its floor. The picture fills its box
 * and is decorative only.
 */
const BrandArt = () => (
  <svg className="brand-art" viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <defs>
      <radialGradient id="brand-light" cx="50%" cy="50%" r="50%">
        <stop offset="0" className="brand-stop" stopOpacity=".85" />
        <stop offset=".35" className="brand-stop" stopOpacity=".28" />
        <stop offset="1" className="brand-stop" stopOpacity="0" />
      </radialGradient>
    </defs>
    {arches.map(({ scale, outline }) => (
      <path key={scale} d={outline} className="brand-arch" />
    ))}
    {floorEdges.map((d) => (
      <path key={d} d={d} className="brand-line" />
    ))}
    {far && <path d={far.outline} className="brand-door" />}
    <circle cx={vanishing.x} cy={vanishing.y - 20} r="240" fill="url(#brand-light)" className="brand-glow" />
    <Study />
  </svg>
)

/**
 * Panel beside the sign-in form, in the deployment's brand colour, for the light and dark theme.
 * @param props.children content above the picture: the logo and a line about the product
 */
export const BrandPanel = ({ children }: { children?: ReactNode }) => (
  <aside className="brand-panel">
    <BrandArt />
    <div className="brand-words">{children}</div>
  </aside>
)
