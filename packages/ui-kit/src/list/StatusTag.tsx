import { openStatus } from '@atrium/contract'
import type { ReactNode } from 'react'
import { kitText, useKitText } from '../texts/index.ts'

/** What a state means: fine, in need of care, wrong, plain, or of interest. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'info'

/** A state as a coloured tag with a word. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`status-tag status-tag-${tone}`}>{children}</span>
}

/** Whether a thing with the contract's `openOrClosed` status is open. */
export function OpenTag({ status }: { readonly status: number }) {
  const t = useKitText()
  const open = status === openStatus.open
  return <StatusTag tone={open ? 'good' : 'plain'}>{t(open ? 'list.open' : 'list.closed')}</StatusTag>
}

/** Open or closed, to choose from, in the present language. */
export const openChoices = () => [
  { value: openStatus.open, label: kitText('list.open') },
  { value: openStatus.closed, label: kitText('list.closed') },
]
