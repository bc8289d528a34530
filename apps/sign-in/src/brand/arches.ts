/** An arch of the courtyard, seen from its axis: all of them shrink towards one vanishing point. */
export interface Arch {
  /** 1 is the size of the frame; smaller is farther away. */
  readonly scale: number
  readonly outline: string
  readonly floor: { readonly left: number; readonly right: number; readonly y: number }
}

/** Where all lines of the drawing meet, in the units of its view box. */
export const vanishing = { x: 360, y: 540 } as const

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

/** From the nearest to the farthest. */
export const arches: readonly Arch[] = [1.5, 1.14, 0.86, 0.64, 0.47, 0.34].map(arch)
