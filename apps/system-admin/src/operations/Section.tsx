import { CardTitle } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useOperationsText } from './texts/index.ts'

interface Props<Part> {
  readonly title: string
  /** Shown beside the title. */
  readonly tools?: ReactNode
  /** The figures; null if they timed out. */
  readonly part: Part | null
  readonly children: (part: Part) => ReactNode
}

/** A card of the screen. If its figures timed out it says so, and the other cards are unaffected. */
export function Section<Part>({ title, tools, part, children }: Props<Part>) {
  const t = useOperationsText()
  return (
    <section className="card" aria-label={title}>
      <div className="operations-head">
        <CardTitle>{title}</CardTitle>
        {tools}
      </div>
      {part === null ? <p className="operations-notice">{t('missing')}</p> : children(part)}
    </section>
  )
}

interface FactProps {
  readonly label: string
  /** Whether it needs attention. */
  readonly alarming?: boolean
  readonly children: ReactNode
}

/** A figure with its label, for a `dl` of the class `facts`. */
export const Fact = ({ label, alarming = false, children }: FactProps) => (
  <div className={alarming ? 'operations-alarming' : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
