import type { ReactNode } from 'react'

/** What a state means: fine, in need of care, wrong, plain, or of interest. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'info'

/** A state as a coloured tag with a word. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`status-tag status-tag-${tone}`}>{children}</span>
}
