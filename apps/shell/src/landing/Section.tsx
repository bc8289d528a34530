import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** Section of the landing page. */
export const Section = ({ title, children }: SectionProps) => (
  <section className="landing-section">
    <h2>{title}</h2>
    {children}
  </section>
)
