import type { ReleaseRefusal } from '@atrium/contract'
import { useRefusalText } from './refusal-text.ts'

/** Lists the reasons why a release cannot run. */
export function Refusals({ of }: { readonly of: readonly ReleaseRefusal[] }) {
  const text = useRefusalText()
  return (
    <ul>
      {of.map(text).map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  )
}
