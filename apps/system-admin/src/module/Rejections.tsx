import type { ReleaseRejection } from '@atrium/contract'
import { useRejectionText } from './rejection-text.ts'

/** Lists the reasons why a release cannot run. */
export function Rejections({ of }: { readonly of: readonly ReleaseRejection[] }) {
  const text = useRejectionText()
  return (
    <ul>
      {of.map(text).map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  )
}
