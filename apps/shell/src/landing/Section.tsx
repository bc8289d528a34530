import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A part of the landing page. */
export const Section = ({ title, children }: SectionProps) => (
  <section className="landing-section">
    <h2>{title}</h2>
    {children}
  </section>
)
