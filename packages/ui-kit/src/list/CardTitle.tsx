import type { ReactNode } from 'react'

/** The title of a card, on the line of its tools. */
export function CardTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className="card-title">{children}</h2>
}
