import type { InspectorAccount } from '@atrium/contract'
import { useSession, useTexts } from '@atrium/shared-api'
import { useEffect, useId, useState } from 'react'
import './watermark.css'

/** Time between two updates of the shown time, in milliseconds. */
const pause = 60_000

/** Font size in the style, and space between two marks, in pixels. */
const fontSize = 13
const gap = 60

/** Returns a width in pixels that is enough for a text: Chinese characters are square, others at most two thirds of it. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (character > '\u2e7f' ? fontSize : (fontSize * 2) / 3), gap)

function Mark({ authority, inspectorName }: InspectorAccount) {
  const t = useTexts('shell')
  const id = useId()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pause)
    return () => clearInterval(timer)
  }, [])
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(now)
  const who = t('watermark.who', { authority, name: inspectorName })
  const when = t('watermark.when', { time })
  const width = Math.max(widthOf(who), widthOf(when))
  return (
    <svg className="watermark" aria-hidden="true">
      <pattern
        id={id}
        width={width}
        height="180"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-22)"
      >
        <text x="0" y="60">
          {who}
        </text>
        <text x="0" y="82">
          {when}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/** Repeats the name of an inspector over every screen. Renders nothing for other users. */
export function Watermark() {
  const inspection = useSession(({ user }) => user?.inspection)
  return inspection ? <Mark {...inspection} /> : null
}
