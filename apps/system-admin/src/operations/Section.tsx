import { CardTitle } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useOperationsText } from './texts/index.ts'

interface Props<Part> {
  readonly title: string
  /** Shown beside the title. */
  readonly tools?: ReactNode
  /** Figures of the card, null if they timed out. */
  readonly part: Part | null
  readonly children: (part: Part) => ReactNode
}

/** Card of the screen. If the figures timed out, the card says so, and other cards are not affected. */
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
  /** Whether the figure needs attention. */
  readonly alarming?: boolean
  readonly children: ReactNode
}

/** Shows a figure with its label, within a `dl` of the class `facts`. */
export const Fact = ({ label, alarming = false, children }: FactProps) => (
  <div className={alarming ? 'operations-alarming' : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
