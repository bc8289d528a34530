import { Link, useTexts } from '@atrium/shared-api'
import type { ReactNode } from 'react'

interface Props {
  readonly id?: string | undefined
  readonly children?: ReactNode
}

/** A link to the section, to be copied or followed. */
function SectionLink({ id }: { readonly id: string }) {
  const t = useTexts('help')
  return (
    <Link
      to={{ search: `?${new URLSearchParams({ section: id })}` }}
      className="help-link"
      aria-label={t('link')}
    />
  )
}

/** Headings that one can link to. */
export const headingParts = {
  h2: ({ id, children }: Props) => (
    <h2 id={id} tabIndex={-1}>
      {children} {id && <SectionLink id={id} />}
    </h2>
  ),
  h3: ({ id, children }: Props) => (
    <h3 id={id} tabIndex={-1}>
      {children} {id && <SectionLink id={id} />}
    </h3>
  ),
}
