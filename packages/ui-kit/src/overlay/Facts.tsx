import type { ReactNode } from 'react'

/** Shows what is known about a record, as `Fact`s, in a dialog. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="dialog-facts">{children}</dl>
)

/** Shows a fact with its label. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
