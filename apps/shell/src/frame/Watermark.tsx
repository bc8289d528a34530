import type { InspectorAccount } from '@atrium/contract'
import { useSession, useTexts } from '@atrium/shared-api'
import { useEffect, useId, useState } from 'react'

/** Time between two updates of the shown time, in milliseconds. */
const pause = 60_000

function Mark({ authority, inspectorName }: InspectorAccount) {
  const t = useTexts('shell')
  const id = useId()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pause)
    return () => clearInterval(timer)
  }, [])
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(now)
  return (
    <svg className="watermark" aria-hidden="true">
      <pattern id={id} width="320" height="180" patternUnits="userSpaceOnUse" patternTransform="rotate(-22)">
        <text x="0" y="60">
          {t('watermark.who', { authority, name: inspectorName })}
        </text>
        <text x="0" y="82">
          {t('watermark.when', { time })}
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
