import type { ReleaseRefusal } from '@atrium/contract'
import { useRefusalText } from './refusal-text.ts'

/** Why a release cannot run, each reason in words. */
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
