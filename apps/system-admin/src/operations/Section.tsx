import { CardTitle } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useOperationsText } from './texts/index.ts'

interface Props<Part> {
  readonly title: string
  /** Stands beside the title. */
  readonly tools?: ReactNode
  /** What it shows; null where that did not come in time. */
  readonly part: Part | null
  readonly children: (part: Part) => ReactNode
}

/** A part of the screen, in a card of its own; where its figures did not come in time, it says so, and the others stand. */
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
  /** Whether somebody should look at it. */
  readonly alarming?: boolean
  readonly children: ReactNode
}

/** A figure with its name; to stand in a `dl` of the class `facts`. */
export const Fact = ({ label, alarming = false, children }: FactProps) => (
  <div className={alarming ? 'operations-alarming' : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
