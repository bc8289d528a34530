import { arches, vanishing } from './arches.ts'
import { arms, randomisation, visits } from './visits.ts'

const [near, far] = [arches.at(0), arches.at(-1)]

/** The edges of the floor, from the farthest arch to the nearest. */
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
 * The picture of the sign-in page: a courtyard of receding arches with light at its end, and a study's two
 * arms on its floor. It fills its box and says nothing that a reader of the page would miss.
 */
export const BrandArt = () => (
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
